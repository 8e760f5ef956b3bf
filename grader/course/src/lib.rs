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
mod computed;
mod costs;
mod diagnosis;
mod dissent;
mod drawn;
mod elsewhere;
mod engine;
mod exercise;
mod explain;
mod failure;
mod front_end;
mod hints;
mod incomplete;
mod inputs;
mod label;
mod manifest;
mod observer;
mod parameters;
mod pass;
mod passed;
mod plan;
mod printed;
mod progress;
mod report;
mod sample;
mod settings;
mod shrink;
mod simulated;
mod stage;
mod surplus;
mod token;
mod traced;
mod unreached;
mod unwritten;
mod value;
mod written;

pub use check::{Submission, check, replay};
pub use drawn::{CountedRuns, NotCounted, counted_runs};
pub use engine::{ALL_LAUNCHES, Engine};
pub use exercise::{
    Course, CourseError, CourseErrorKind, Exercise, ExerciseFiles, OwnProblem, UnknownExercise,
};
pub use front_end::{TranslationUnit, Unread};
pub use hints::{Hints, HintsError, OWN_TIERS, TIERS};
pub use label::{LabelError, MistakeLabel};
pub use launch::Symptom;
pub use launch::outcome::{Message, Severity};
pub use manifest::{KernelTask, Manifest, ManifestError, ManifestErrorKind, Starter};
pub use observer::{Evidence, NoClock, Observer, Step};
pub use progress::{Progress, ProgressError, Record, State};
pub use repair::{Kind as RepairKind, Second as SecondChange};
pub use report::{
    AnswerState, Answered, Blame, Costs, Counterexample, DependsOn, DeviceAlone, Dissent,
    ElementState, ExerciseName, Explanation, Forecast, LooksAt, OutsideWrite, Points, Prediction,
    Remedy, Report, Requirement, SecondOpinion, Shrinking, Skipped, Stage, Times, Verdict,
    WrongElement,
};
pub use sample::{Sample, largest_sample, sample};
pub use settings::{RepairLimits, Settings, ShrinkLimits};
pub use simulated::{SIMULATOR, Simulator, not_analysed};
pub use simulator::Claim;
pub use token::TokenError;
