//! The course: exercises, the check of a kernel against a problem's cases, its report, progress.
//!
//! No I/O, no terminal, no clock of its own: files come in as text, kernels run behind [`Engine`],
//! results go out as data. So the command and the page in the browser share it.

mod answers;
mod barriers;
mod cause;
mod check;
mod claims;
mod compare;
mod costs;
mod dissent;
mod engine;
mod exercise;
mod explain;
mod failure;
mod hints;
mod label;
mod manifest;
mod parameters;
mod pass;
mod progress;
mod report;
mod sample;
mod shrink;
mod simulated;
mod surplus;
mod token;
mod value;

pub use check::{NoClock, Observer, Settings, ShrinkLimits, Step, Submission, check, replay};
pub use costs::{Costs, Requirement};
pub use dissent::{DependsOn, Dissent, Evidence, LooksAt, SecondOpinion};
pub use engine::{ALL_LAUNCHES, BufferAfter, BuildFailure, Built, Engine, Outcome, Ran, Stray};
pub use exercise::{
    Course, CourseError, CourseErrorKind, Exercise, ExerciseFiles, UnknownExercise,
};
pub use hints::{Hints, HintsError, TIERS};
pub use label::{LabelError, MistakeLabel};
pub use manifest::{KernelTask, Manifest, ManifestError, ManifestErrorKind, Starter};
pub use progress::{Progress, ProgressError, Record, State};
pub use report::{
    AnswerState, Answered, Blame, Counterexample, DeviceAlone, ElementState, ExerciseName,
    Explanation, Foreseen, Foresight, Message, OutsideWrite, Points, Remedy, Report, Severity,
    Shrinking, Skipped, Stage, Symptom, Times, Verdict, WrongElement,
};
pub use sample::{Sample, sample};
pub use simulated::{SIMULATOR, Simulator};
pub use simulator::Claim;
pub use token::TokenError;
