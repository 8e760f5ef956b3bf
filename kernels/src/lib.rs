//! The kernels of the course, by topic: each an OpenCL C file with its CPU reference (in f64), its
//! launch plan and its input strategies in Rust beside it.
//!
//! No I/O and no OpenCL: a problem says what to launch and what is right; others run it. The `.cl`
//! files are the reference solutions that the book includes by anchor.

mod erased;
mod problem;

pub use erased::{AnyCase, AnyProblem, CaseError, Shrinker};
pub use problem::{Expected, Fact, Problem, Signature, Tolerance};

/// Every problem, by name.
pub static PROBLEMS: [&dyn AnyProblem; 0] = [];

/// The problem of that name.
pub fn problem(name: &str) -> Option<&'static dyn AnyProblem> {
    PROBLEMS
        .iter()
        .copied()
        .find(|problem| problem.name() == name)
}
