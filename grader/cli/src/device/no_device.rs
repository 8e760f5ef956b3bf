//! Problems with `grader-device` or the machine's OpenCL, and their remedies.

use crate::system;
use ::render::unbroken;
use runner::{Fault, StartError};

/// Why there is no device to run on.
#[derive(Debug, thiserror::Error)]
pub enum NoDevice {
    #[error(transparent)]
    Start(StartError),
    #[error(transparent)]
    Fault(Fault),
    /// OpenCL has no device.
    #[error("OpenCL has no device on this machine")]
    None,
    /// There are devices, but none of the requested index.
    #[error("there is no device {index}: {}", indices(*count))]
    NoSuchDevice { index: usize, count: usize },
}

impl NoDevice {
    /// There is none of that index, or none at all, among this number of devices.
    pub fn among(count: usize, index: Option<usize>) -> NoDevice {
        match index {
            Some(index) => NoDevice::NoSuchDevice { index, count },
            None => NoDevice::None,
        }
    }

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
            NoDevice::None => system::GET_A_DEVICE.to_owned(),
            NoDevice::Start(StartError::MissingLibrary { .. }) => system::GET_THE_LOADER.to_owned(),
            NoDevice::Start(StartError::Unprotected { .. }) => {
                "Use Linux 6.2 or later with Landlock and seccomp, or allow it without.".to_owned()
            }
            NoDevice::Start(_) => system::GET_THE_PROGRAM.to_owned(),
            NoDevice::Fault(_) => format!(
                "See what works on this machine: {}",
                unbroken(&format!("{program} doctor"))
            ),
        }
    }
}

fn indices(count: usize) -> String {
    match count {
        0 => "none was found".to_owned(),
        1 => "the only one is 0".to_owned(),
        count => format!("there are 0 to {}", count - 1),
    }
}
