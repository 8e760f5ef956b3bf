//! OpenCL C to WGSL: a checked program and what a launch knows, in; the text of a shader and its bindings, out; or
//! why there is no sure form.
//!
//! - Memory is arrays of 32-bit words, one array for each set of objects that one pointer may point to (`classes`,
//!   `pointers`). A pointer is an offset in its array. Buffers that a pointer may both point to share a binding.
//! - A value is its components, each a text of its own (`value`); a 64-bit integer is two words. Vectors have no
//!   vectors of WGSL: any width takes the same way.
//! - With the feature `inline` functions are inlined (`inline`) and loops unrolled (`known`). A function that returns from
//!   within a block is written once for each call that hands it pointers (`pointers`) or other numbers. A private array
//!   of which each index is known then becomes variables (`split`), and both sides of a short conditional expression are
//!   evaluated (`speculation`).
//! - Memory that is read or written by aligned vectors of four words is an array of such vectors.
//! - A barrier must stand where WGSL proves that all of a work-group come together (`uniform`). Where it cannot, the
//!   condition of work-item 0 is taken for all; a word says after the launch whether another had a different one.
//!
//! # Accuracy
//!
//! A result on a device of WebGPU is as accurate as WGSL's specification asks for (section "Floating point evaluation"),
//! which is less than OpenCL asks for. Of `f32`:
//!
//! | operation | bound |
//! |---|---|
//! | `x + y`, `x - y`, `x * y`, comparisons, `-x` | correctly rounded; which of the two nearest numbers is left open |
//! | `abs`, `floor`, `ceil`, `trunc`, `round`, `sign`, `min`, `max`, `select`, conversions from an integer of at most 24 bits | exact |
//! | `fma(x, y, z)` | that of `x * y + z`: rounded once or twice; `Launch::fused` says which the device does, and where it is twice the translation does it in words |
//! | `x / y` | 2.5 ULP for a divisor from 2^-126 to 2^126 |
//! | `inverseSqrt` | 2 ULP |
//! | `sqrt` | that of `1 / inverseSqrt(x)` |
//! | `exp`, `exp2` | 3 + 2 abs(x) ULP |
//! | `log`, `log2` | absolute 2^-21 from 0.5 to 2, 3 ULP elsewhere |
//! | `sin`, `cos` | absolute 2^-11 from -pi to pi, open elsewhere |
//! | `pow` | that of `exp2(y * log2(x))` |
//!
//! The sign of a zero is open, a denormal number may be 0, infinities and NaN may be assumed away, and operations may be
//! reassociated and fused where that is no less accurate: `(a + b) - b` may be `a`. Division and `sqrt` are WGSL's own;
//! where OpenCL bounds a function more tightly than WGSL, `math.wgsl` makes it of sums and products.
//!
//! So bits are compared only of programs in which all of this gives the same bits: `differential exact` makes numbers of
//! `float` that are whole and small, and keeps each result by way of an integer. Everything that OpenCL bounds is
//! compared within twice its bound.
//!
//! Invariants: no I/O, no panic on a checked program; what is not sure is refused ([`Refusal`]).
//!
//! ```
//! use opencl_c::preprocessor::{NoIncludes, Options};
//!
//! let text = "kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }";
//! let checked = opencl_c::compile("twice.cl", text, &Options::default(), &mut NoIncludes).expect("a program");
//! let launch = wgsl::Launch { local: [64, 1, 1], sub_group: 32, fused: true, ..wgsl::Launch::default() };
//! let shader = wgsl::translate(&checked.program, "twice", &launch).expect("a shader");
//! assert!(shader.text.contains("@workgroup_size(64, 1, 1)"));
//! assert_eq!(shader.bindings[0].parameters, [0]);
//! ```

#![warn(missing_docs)]

mod bindings;
mod builtins;
mod classes;
mod constants;
mod convert;
mod emit;
mod expressions;
mod fit;
mod halves;
mod inline;
mod integers;
mod known;
mod library;
mod memory;
mod module;
mod place;
mod places;
mod pointers;
mod refusal;
mod sharing;
mod speculation;
mod split;
mod statements;
mod uniform;
mod value;

pub use bindings::{Binding, Content, GEOMETRY_WORDS, Launch, Shader, Slot};
pub use fit::{Fit, Limits, PARTED, check_shader, fit};
pub use module::translate;
pub use place::{Bound, BoundKind, Placed, block_of_resident};
pub use refusal::{Reason, Refusal};
