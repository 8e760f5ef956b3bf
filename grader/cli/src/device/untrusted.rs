//! Other people's kernels on a device of this machine. They run in a sandbox, and only if the machine can
//! enforce all of it, unless the user allows less.

use crate::device::engine::DeviceEngine;
use crate::device::no_device::NoDevice;
use launch::protocol::Protection;
use runner::{Options, Runner, StartError, Trust, unprotected};

/// Why other people's kernels do not run on a device here.
#[derive(Debug, thiserror::Error)]
pub enum UntrustedError {
    #[error(transparent)]
    NoDevice(NoDevice),
    #[error(transparent)]
    Unsandboxed(Unsandboxed),
}

/// The protections that the machine cannot enforce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this machine cannot contain other people's kernels: {}", unprotected(.missing))]
pub struct Unsandboxed {
    /// At least one.
    pub missing: Vec<Protection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SandboxOptions {
    /// May they run on a machine that cannot enforce all of the sandbox?
    pub unsandboxed_allowed: bool,
    /// The most memory that one of their processes may map, in bytes, where the device is the CPU.
    pub memory: u64,
}

impl SandboxOptions {
    /// With the memory limit of the user's own kernels.
    pub fn usual(unsandboxed_allowed: bool) -> SandboxOptions {
        SandboxOptions {
            unsandboxed_allowed,
            memory: Options::default().memory,
        }
    }
}

/// Starts the process that lists devices and compiles. Its drivers load in the background.
pub fn start(terms: SandboxOptions) -> Result<Runner, UntrustedError> {
    let options = Options {
        trust: Trust::Untrusted {
            unsandboxed_allowed: terms.unsandboxed_allowed,
        },
        memory: terms.memory,
        ..Options::default()
    };
    Runner::start(options).map_err(|error| match error {
        StartError::Unprotected { missing } => UntrustedError::Unsandboxed(Unsandboxed { missing }),
        error => UntrustedError::NoDevice(NoDevice::Start(error)),
    })
}

/// Opens the first device for other people's kernels.
pub fn open(terms: SandboxOptions) -> Result<DeviceEngine, UntrustedError> {
    let runner = start(terms)?;
    DeviceEngine::open(runner, None).map_err(UntrustedError::NoDevice)
}
