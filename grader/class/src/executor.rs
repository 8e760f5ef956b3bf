//! What executes jobs: the trait, and why it may fail.

use crate::job::{Finished, Job};
use crate::slurm_commands::SlurmError;
use crate::store::StoreError;
use std::fmt;
use std::time::Duration;

/// Whoever works on jobs.
pub trait Hands {
    /// May another job be given now?
    fn has_room(&self) -> bool;

    /// Takes a job.
    fn give(&mut self, job: Job) -> Result<(), HandsError>;

    /// No more jobs will come.
    fn close(&mut self) -> Result<(), HandsError>;

    /// A job that is done; waits for one no longer than `wait`.
    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, HandsError>;

    /// The result of a job is safe: what was kept for it may go.
    fn settle(&mut self, id: &str) {
        let _ = id;
    }

    /// Ends all work at once.
    fn stop(&mut self);
}

/// Why there are no hands any more.
#[derive(Debug)]
pub enum HandsError {
    /// A worker cannot be started.
    NoWorker {
        /// Why not.
        why: String,
    },
    /// Slurm refuses, or cannot be reached.
    Slurm(SlurmError),
    /// A file cannot be written or read.
    Store(StoreError),
}

impl fmt::Display for HandsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandsError::NoWorker { why } => write!(f, "no worker can be started: {why}"),
            HandsError::Slurm(error) => error.fmt(f),
            HandsError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HandsError {}

impl From<StoreError> for HandsError {
    fn from(error: StoreError) -> Self {
        HandsError::Store(error)
    }
}
