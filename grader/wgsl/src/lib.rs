//! OpenCL C to WGSL: a checked program and what a launch knows, in; the text of a shader and its bindings, out; or
//! why there is no sure form.
//!
//! - Memory is arrays of 32-bit words, one array for each set of objects that one pointer may point to (`classes`,
//!   `pointers`). A pointer is an offset in its array. Buffers that a pointer may both point to share a binding.
//! - A value is its components, each a text of its own (`value`); a 64-bit integer is two words. Vectors have no
//!   vectors of WGSL: any width takes the same way.
//! - Functions are written once for each call that hands them pointers (`pointers`).
//! - A barrier must stand where WGSL proves that all of a work-group come together (`uniform`). Where it cannot, the
//!   condition of work-item 0 is taken for all; a word says after the launch whether another had a different one.
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
mod integers;
mod library;
mod memory;
mod module;
mod place;
mod places;
mod pointers;
mod refusal;
mod statements;
mod uniform;
mod value;

pub use bindings::{Binding, Content, GEOMETRY_WORDS, Launch, Shader, Slot};
pub use fit::{Fit, Limits, PARTED, check_shader, fit};
pub use module::translate;
pub use place::{Bound, BoundKind, Placed};
pub use refusal::{Reason, Refusal};
