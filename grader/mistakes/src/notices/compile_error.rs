//! # No program of OpenCL C
//!
//! The text breaks a rule of the language: a `;` is missing, a name is not declared, a value has
//! the wrong type, a pointer of one address space stands where one of another is wanted. The
//! message says what, and the line below it what to try. Mend the first error first: those below
//! it may follow from it.
//!
//! No comment silences it, and it has no chapter of its own: it can happen in any.
//!
//! ## Why it hurts
//!
//! Nothing runs. On every device `clBuildProgram` fails, and what its compiler says ends up in a log
//! that the host program must ask for.
//!
//! `grader lint --fix` mends what leaves no doubt, such as a missing `;`.
//!
//! ## Wrong
//! ```opencl
//! kernel void twice(global float *x, uint n)
//! {
//!     uint i = get_global_id(0)
//!     if (i < N) x[i] *= 2.0f;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void twice(global float *x, uint n)
//! {
//!     uint i = get_global_id(0);
//!     if (i < n) x[i] *= 2.0f;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, chapter 6: the language, its types and its restrictions.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::CompileError,
    level: Level::Error,
    file: page_in!("compile_error.rs"),
};
