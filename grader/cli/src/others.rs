//! Other people's kernels on a device of this machine: in a box, and only where the machine can enforce all
//! of it, unless somebody says that it need not.

use crate::engine::DeviceEngine;
use crate::fault::{NoDevice, unprotected};
use launch::protocol::Protection;
use runner::{Options, Runner, StartError, Trust};
use std::fmt;

/// Why other people's kernels do not run on a device here.
#[derive(Debug)]
pub enum NotForOthers {
    /// There is none.
    NoDevice(NoDevice),
    /// They would not be enclosed.
    Unenclosed(Unenclosed),
}

/// What a kernel could do here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unenclosed {
    /// What the machine cannot enforce; there is at least one.
    pub missing: Vec<Protection>,
}

/// Opens the first device there is for other people's kernels.
pub fn open(unsandboxed_allowed: bool) -> Result<DeviceEngine, NotForOthers> {
    let options = Options {
        trust: Trust::Others {
            unsandboxed_allowed,
        },
        ..Options::default()
    };
    let runner = Runner::start(options).map_err(|error| match error {
        StartError::Unprotected { missing } => NotForOthers::Unenclosed(Unenclosed { missing }),
        error => NotForOthers::NoDevice(NoDevice::Start(error)),
    })?;
    DeviceEngine::open(runner, None).map_err(NotForOthers::NoDevice)
}

impl fmt::Display for Unenclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this machine cannot contain other people's kernels: {}",
            unprotected(&self.missing)
        )
    }
}

impl fmt::Display for NotForOthers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotForOthers::NoDevice(error) => error.fmt(f),
            NotForOthers::Unenclosed(unenclosed) => unenclosed.fmt(f),
        }
    }
}

impl std::error::Error for NotForOthers {}
