//! # A program, but hardly what was meant
//!
//! The language allows it and a compiler builds it, perhaps with a warning in its log: a function
//! with a result that returns none, a division by a constant zero, a number beyond the range of its
//! type, a macro that is defined twice in two ways. A comma that throws a value away, a comparison that
//! nothing uses, an assignment as a condition, a `;` directly behind a condition, a variable that hides
//! another, a format of `printf` that does not fit its argument: for these the message names the
//! warning that Clang has for it.
//!
//! It is also what a comment such as `// grader: allow(...)` draws when no mistake has the id that it
//! names: it silences nothing.
//!
//! `// grader: allow(compile-warning)` on the line above leaves one out.
//!
//! ## Why it hurts
//!
//! The program builds on all hardware and computes something, which may be something else than its
//! text seems to say. Drivers rarely show warnings to anybody.
//!
//! ## Wrong
//! ```opencl
//! float limited(float value) { fmin(value, 1.0f); }
//!
//! kernel void limit(global float *x)
//! {
//!     uint i = get_global_id(0);
//!     x[i] = limited(x[i]);
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! float limited(float value) { return fmin(value, 1.0f); }
//!
//! kernel void limit(global float *x)
//! {
//!     uint i = get_global_id(0);
//!     x[i] = limited(x[i]);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, chapter 6, which takes C99 as its base.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::CompileWarning,
    level: Level::Warning,
    file: page_in!("compile_warning.rs"),
};
