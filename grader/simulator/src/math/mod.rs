//! What the built-in functions and operators compute: pure functions of one component, the same on
//! every host and in WebAssembly, with the accuracy of section 7.4 of the OpenCL C 1.2 specification
//! and the edge cases of 7.5.1. `ACCURACY.md` beside this file is measured by the tests.
//!
//! How to call them:
//! - A scalar function is `fn(T) -> T`. Look it up once by name ([`Floating::unary`],
//!   [`integer::unary`] and so on), then call it for each lane and component; vectors are their
//!   components. All lanes may be computed, whatever the mask: nothing here traps.
//! - A function with an out-pointer gives a pair: its result, then what goes through the pointer.
//! - A truth value is a `bool`: 0 or 1 for scalars, 0 or -1 for components of vectors.
//! - Functions of whole vectors ([`geometry`]) take slices.
//! - [`convert::Conversion`] converts bits of any scalar type to any other; the plain conversions
//!   between `int`, `long`, `float` and `double` are Rust's `as`.
//! - [`printf::format`] makes the text of a `printf`.
//!
//! NaN: every function gives the one canonical NaN (positive, quiet, no payload) but those that only
//! move bits (`fabs`, `copysign`, `nan`, negation, selections), since the bits that hosts give differ.

pub mod convert;
mod exact;
pub mod float;
pub mod float32;
pub mod float64;
pub mod geometry;
pub mod half;
pub mod integer;
mod mixing;
pub mod printf;
pub mod relation;
mod wide;

pub use convert::Conversion;
pub use float::Floating;
pub use half::Half;
pub use integer::Integer;
