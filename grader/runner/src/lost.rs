//! Why there is no reply from a child process.

use launch::fault::{Exit, Fault};
use std::time::Duration;

pub(crate) enum Lost {
    Ended { exit: Exit, stderr: String },
    OutOfTime,
    Fault(Fault),
}

impl Lost {
    /// The fault it is when no kernel runs.
    pub(crate) fn into_fault(self, deadline: Duration) -> Fault {
        match self {
            Lost::Ended { exit, stderr } => Fault::Died { exit, stderr },
            Lost::OutOfTime => Fault::OutOfTime { deadline },
            Lost::Fault(fault) => fault,
        }
    }
}

pub(crate) fn garbage(what: &str) -> Fault {
    Fault::Garbage {
        what: what.to_owned(),
    }
}
