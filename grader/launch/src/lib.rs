//! The shared vocabulary of the project: a kernel, its arguments, its NDRange, what a run of it
//! gave back, and what was found in it.
//!
//! Only data lives here: no I/O, no OpenCL, no interpretation. Every other crate stands on this
//! one, so it depends on nothing but serde and serde_bytes.

mod element;
mod finding;
mod ndrange;
pub mod pattern;
pub mod protocol;
mod run;

pub use element::{ElementType, Scalar};
pub use finding::{Evidence, Finding, Level, Place, WorkItem};
pub use ndrange::{NdRange, NdRangeError};
pub use run::{Access, Argument, Buffer, Launch, Source};
