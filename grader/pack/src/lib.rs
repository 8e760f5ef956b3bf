//! Course packs: a course of one's own as a folder of data.
//!
//! [`CourseFile`] is `course.toml`: which exercises of the base course belong to it, in which order, with which points,
//! deadlines and policies. [`OwnProblem`] is an exercise's `problem.toml`: an implementation of [`kernels::Problem`] whose
//! cases, data and tolerances are data, and whose right results come from a [`Reference`]: OpenCL C that the simulator
//! runs with one work-item in double precision, or a program that maps inputs to outputs.
//!
//! Invariants:
//!
//! - A case of a problem made of data is a few numbers, as any case: the same text gives the same cases and data.
//! - A reference that fails says so ([`kernels::Problem::fault`]); it never costs points.
//! - A program runs only where the caller trusts the pack ([`Trust`]).

mod chapters;
mod course_file;
mod expression;
mod own_problem;
mod problem_file;
mod program;
mod reference;
mod values;

pub use chapters::CHAPTERS;
pub use course_file::{
    BaseExercise, Chosen, CourseFile, CourseFileError, CourseFileErrorKind, FILE, Packs, Policies,
};
pub use expression::ExpressionError;
pub use own_problem::{OwnFiles, OwnProblem, read};
pub use problem_file::{ProblemError, ProblemErrorKind};
pub use program::Trust;
pub use reference::{Failed, Question, Reference};
