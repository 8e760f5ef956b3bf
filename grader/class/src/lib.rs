//! Grades a class: other people's submissions, on the cores of this machine or on a cluster.
//!
//! In the order in which a submission passes them: [`Plan`] is `class.toml`, [`find`] lists the
//! submissions, [`Submission`] reads one, an [`Executor`] ([`Local`] or [`Slurm`]) has it checked
//! by workers, [`Graded`] is its result, and [`Overview`] summarises all results. [`grade`] drives
//! this. The crate has no terminal and no engine: a worker is a process of the command.
//!
//! Invariants:
//!
//! - The files of a submission are read once and never followed: no symbolic link, no path out of
//!   an archive. No archive is unpacked to disk.
//! - A result is complete or absent, and it is written last. It depends on the submission,
//!   `class.toml`, the course and the build of the grader alone: not on the order of submissions,
//!   the workers or the load.
//! - A failure of the machine or of this program is retried, then reported as "not graded" with its
//!   reason. It is never a zero.
//! - The hidden seed is in no result and in no argument or environment of a process. A worker
//!   receives only the seed derived for an exercise.

mod anonymous;
mod archive;
mod board;
mod executor;
mod feedback;
mod folder;
mod gone_wrong;
mod grade;
mod graded;
mod job;
mod key;
mod listing;
mod local;
mod name;
mod overview;
mod page;
mod plan;
mod repaired;
mod slurm;
mod slurm_commands;
mod store;
mod submission;
mod system;
mod template;
mod text;
mod times;
mod unusable;
mod worker;

pub use board::{
    Board, BoardRequest, By, Costs, Counted, Counting, LongestGroup, Ranked, Ranking, board,
};
pub use executor::{Executor, ExecutorError};
pub use feedback::feedback;
pub use grade::{ClassError, Progress, Run, Tally, grade};
pub use graded::{Graded, GradedExercise, Lateness, Standing};
pub use job::{Check, Finished, Job, Message, Outcome, RunOn};
pub use local::{Local, LocalOptions, assign_cores};
pub use name::{Entry, Found, Ignored, Shape, find};
pub use overview::{Cell, MistakeRow, Overview, Row, SimilarPair, csv, markdown, mistakes_csv};
pub use page::{board_html, html};
pub use plan::{LateRule, Limits, Plan, PlanError, PlanErrorKind, SlurmOptions, Task};
pub use repaired::Repair;
pub use slurm::{ArrayTask, Slurm, run_task};
pub use slurm_commands::SlurmError;
pub use store::{Store, StoreError, write_whole};
pub use submission::{Submission, SubmittedTask};
pub use template::template;
pub use times::{HandedIn, Instant, Submitted, TimeSource};
pub use unusable::Unusable;
pub use worker::run_check;
