//! Other people's kernels on a device of this machine: in a box, and only where the machine can enforce all
//! of it, unless somebody says that it need not.

use crate::engine::DeviceEngine;
use crate::fault::NoDevice;
use launch::protocol::Protection;
use runner::{Options, Runner, StartError, Trust, unprotected};
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

/// How other people's kernels are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// May they run on a machine that cannot enforce all of the box?
    pub unsandboxed_allowed: bool,
    /// The most memory that a process of theirs may map, in bytes, where the processor is the device.
    pub memory: u64,
}

impl Terms {
    /// With as much memory as one's own work is usually given.
    pub fn usual(unsandboxed_allowed: bool) -> Terms {
        Terms {
            unsandboxed_allowed,
            memory: Options::default().memory,
        }
    }
}

/// Starts the process that lists devices and compiles. Its drivers load while the caller goes on.
pub fn start(terms: Terms) -> Result<Runner, NotForOthers> {
    let options = Options {
        trust: Trust::Untrusted {
            unsandboxed_allowed: terms.unsandboxed_allowed,
        },
        memory: terms.memory,
        ..Options::default()
    };
    Runner::start(options).map_err(|error| match error {
        StartError::Unprotected { missing } => NotForOthers::Unenclosed(Unenclosed { missing }),
        error => NotForOthers::NoDevice(NoDevice::Start(error)),
    })
}

/// Opens the first device there is for other people's kernels.
pub fn open(terms: Terms) -> Result<DeviceEngine, NotForOthers> {
    let runner = start(terms)?;
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
