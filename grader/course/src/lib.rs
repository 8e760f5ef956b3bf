//! The course: exercises, the check of a kernel against a problem's cases, its report, progress.
//!
//! No I/O, no terminal, no clock of its own: files come in as text, kernels run behind [`Engine`],
//! results go out as data. So the command and the page in the browser share it.

mod engine;
mod report;

pub use engine::{BufferAfter, BuildFailure, Built, Engine, Outcome, Ran, Stray};
pub use report::{
    Blame, Counterexample, ElementState, ExerciseName, Explanation, Message, OutsideWrite, Points,
    Report, Severity, Shrinking, Times, Verdict, WrongElement,
};
