//! Problems with `grader-device` or the machine's OpenCL, and their remedies.

use ::render::unbroken;
use runner::{Fault, StartError};
use std::fmt;

/// Why there is no device to run on.
#[derive(Debug)]
pub enum NoDevice {
    Start(StartError),
    Fault(Fault),
    /// OpenCL has no device.
    None,
    /// There are devices, but none of the requested index.
    NoSuchDevice {
        index: usize,
        count: usize,
    },
}

impl NoDevice {
    /// Is there no device, as on most students' machines, rather than one that fails?
    pub fn is_absent(&self) -> bool {
        matches!(
            self,
            NoDevice::None
                | NoDevice::Start(StartError::NotFound { .. } | StartError::MissingLibrary { .. })
        )
    }

    /// The remedy, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            NoDevice::NoSuchDevice { .. } => {
                format!("See them all: {}", unbroken(&format!("{program} devices")))
            }
            NoDevice::None => {
                "Run ./setup in the course's folder: it installs PoCL, a device made of the CPU."
                    .to_owned()
            }
            NoDevice::Start(StartError::MissingLibrary { .. }) => {
                "Run ./setup in the course's folder: it installs the OpenCL loader.".to_owned()
            }
            NoDevice::Start(StartError::Unprotected { .. }) => {
                "Use Linux 6.2 or later with Landlock and seccomp, or allow it without.".to_owned()
            }
            NoDevice::Start(_) => {
                "Run ./setup in the course's folder: it builds grader-device beside grader."
                    .to_owned()
            }
            NoDevice::Fault(_) => format!(
                "See what works on this machine: {}",
                unbroken(&format!("{program} doctor"))
            ),
        }
    }
}

impl fmt::Display for NoDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDevice::Start(error) => error.fmt(f),
            NoDevice::Fault(reason) => reason.fmt(f),
            NoDevice::None => f.write_str("OpenCL has no device on this machine"),
            NoDevice::NoSuchDevice { index, count: 1 } => {
                write!(f, "there is no device {index}: the only one is 0")
            }
            NoDevice::NoSuchDevice { index, count } => {
                write!(
                    f,
                    "there is no device {index}: there are 0 to {}",
                    count.saturating_sub(1)
                )
            }
        }
    }
}

impl std::error::Error for NoDevice {}
