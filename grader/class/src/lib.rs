//! Grading a class: other people's work, on the cores of this machine or on many machines.
//!
//! The parts, in the order in which a submission passes them: [`Plan`] says what is graded (`class.toml`),
//! [`find`] lists the submissions, [`HandedIn`] reads one of them, [`Hands`] are the workers that check it
//! ([`Local`] or [`Slurm`]), [`Graded`] is its result, [`Overview`] what the results say together; [`grade`]
//! leads it through. There is no terminal here, and no engine: a worker is a process of the command's.
//!
//! Invariants:
//!
//! - What a submission holds is read once, and never followed: no symbolic link, no path out of an archive.
//!   Nothing of an archive is unpacked to a disk.
//! - A result is there whole or not at all, and is the last thing that is written of a submission. What it
//!   holds depends on the submission, `class.toml` and the course alone: neither on the engine nor on the
//!   order, the workers or the load.
//! - What is the machine's fault or this program's is tried again, then "not graded" with its reason, and
//!   never a zero.
//! - The hidden seed is in no result, no argument and no environment of a process: only what it gives for an
//!   exercise goes to a worker.

mod archive;
mod executor;
mod feedback;
mod folder;
mod grade;
mod graded;
mod job;
mod key;
mod listing;
mod local;
mod name;
mod overview;
mod plan;
mod slurm;
mod slurm_commands;
mod store;
mod submission;
mod text;
mod times;
mod unusable;
mod worker;

pub use executor::{Hands, HandsError};
pub use feedback::feedback;
pub use grade::{ClassError, Run, Tally, Told, grade};
pub use graded::{Graded, GradedExercise, Lateness, Standing};
pub use job::{Check, Finished, Job, Message, Outcome, Place};
pub use local::{Local, LocalOptions, shares};
pub use name::{Entry, Found, PassedOver, Shape, find};
pub use overview::{Cell, MistakeRow, Overview, Row, SimilarPair, csv, html, markdown};
pub use plan::{LateRule, Limits, Plan, PlanError, PlanErrorKind, SlurmWishes, Task};
pub use slurm::{ArrayTask, Slurm, run_task};
pub use slurm_commands::SlurmError;
pub use store::{Store, StoreError, write_whole};
pub use submission::{Handed, HandedIn};
pub use times::{Instant, Submitted, TimeSource};
pub use unusable::Unusable;
pub use worker::checked;
