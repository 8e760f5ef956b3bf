//! The interface of what executes jobs, and its errors.

use crate::job::{Finished, Job};
use crate::slurm_commands::SlurmError;
use crate::store::StoreError;
use std::time::Duration;

/// Executes jobs, on this machine or on a cluster.
pub trait Executor {
    /// Can another job be submitted now?
    fn has_room(&self) -> bool;

    fn submit(&mut self, job: Job) -> Result<(), ExecutorError>;

    /// No more jobs will be submitted.
    fn close(&mut self) -> Result<(), ExecutorError>;

    /// The next finished job. Waits for one at most `wait`.
    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, ExecutorError>;

    /// The result of a job is stored: the executor's own copy may be deleted.
    fn discard(&mut self, id: &str) {
        let _ = id;
    }

    /// Kills all work.
    fn stop(&mut self);
}

/// Why no more jobs are executed.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    #[error("no worker can be started: {why}")]
    NoWorker { why: String },
    #[error(transparent)]
    Slurm(#[from] SlurmError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
