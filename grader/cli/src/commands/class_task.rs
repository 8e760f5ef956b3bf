//! `grader class-task`: a task of a job array, with a worker of its own, so that a dead worker is
//! distinguished from a dead node.

use super::{Exit, class};
use crate::arguments::ClassTask;
use crate::refusal::ClassRefusal;
use crate::refusal::Refusal;
use crate::session::Session;
use ::class::{LocalOptions, run_task};
use std::time::Duration;

pub(super) fn run(arguments: &ClassTask, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let options = LocalOptions {
        program: class::program("class-worker", &folder.root)?,
        // Slurm has given this task its core.
        cores: vec![Vec::new()],
        reply_timeout: Duration::from_secs(arguments.minutes * 60),
    };
    run_task(&arguments.file, &options).map_err(ClassRefusal::from)?;
    Ok(Exit::Good)
}
