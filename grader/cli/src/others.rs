//! Other people's kernels on a device of this machine: only where they are enclosed, unless somebody says
//! that it need not be.

use crate::engine::DeviceEngine;
use crate::fault::NoDevice;
use runner::{Options, Runner};
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
    /// What does not hold it, a few words each; there is at least one.
    pub missing: Vec<String>,
}

/// Opens the first device there is for other people's kernels.
pub fn open(unsandboxed: bool) -> Result<DeviceEngine, NotForOthers> {
    let runner = Runner::start(Options::default())
        .map_err(|error| NotForOthers::NoDevice(NoDevice::Start(error)))?;
    let missing = missing();
    if !missing.is_empty() && !unsandboxed {
        return Err(NotForOthers::Unenclosed(Unenclosed { missing }));
    }
    DeviceEngine::open(runner, None).map_err(NotForOthers::NoDevice)
}

/// What does not hold a kernel here.
fn missing() -> Vec<String> {
    // `grader-device` runs kernels as the process that it is: with every right of whoever started it.
    vec!["a sandbox: kernels run with all of your rights".to_owned()]
}

impl fmt::Display for Unenclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "kernels would run on a device here without {}",
            self.missing.join(", ")
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
