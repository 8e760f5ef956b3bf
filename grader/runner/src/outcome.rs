//! The outcomes of builds and launches.

use crate::fault::{Exit, Fault};
use crate::log::BuildMessage;
use launch::protocol::{Failure, Kernel};
use std::fmt;
use std::time::Duration;

/// The outcome of one launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran and stayed within its buffers.
    Ran(Ran),
    /// It ran and wrote outside its buffers.
    WroteOutside {
        ran: Ran,
        /// At least one.
        strays: Vec<Stray>,
    },
    /// It crashed its process.
    Crashed {
        exit: Exit,
        /// Was it the only launch of its process? If not, an earlier launch of the same batch may
        /// have corrupted the process.
        alone: bool,
    },
    /// The device was lost, and again when the launch ran alone in a new process, while another
    /// kernel runs on it: what a stray access on a GPU causes.
    LostTheDevice {
        /// OpenCL's error code.
        code: String,
    },
    /// It did not end in time and was killed.
    OutOfTime { deadline: Duration },
    /// OpenCL or the device refused it: out of resources, device lost, no such kernel, other
    /// arguments.
    Failed(Failure),
    /// It could not be tried, through no fault of the kernel.
    Fault(Fault),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// For each buffer argument, in order.
    pub buffers: Vec<BufferAfter>,
    /// Device time by event profiling, in nanoseconds, if the device reports it.
    pub nanoseconds: Option<u64>,
    /// The first [`launch::protocol::MAX_PRINTF`] bytes that the kernel printed.
    pub printf: String,
    /// Did it print more than that?
    pub printf_cut: bool,
}

/// A buffer after a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferAfter {
    /// The index of the argument.
    pub argument: usize,
    /// Its bytes, as many as before. Where an uninitialised buffer still holds its poison
    /// ([`launch::pattern::is_poison`]), the kernel never wrote.
    pub contents: Vec<u8>,
}

/// Adjacent elements written outside a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The index of the argument whose guard was hit. A write more than
    /// [`launch::pattern::GUARD_BYTES`] away may hit the guard of another buffer.
    pub argument: usize,
    pub buffer: String,
    /// The start of the first element, in bytes from the buffer's start; negative before it.
    pub offset: i64,
    /// The index of the first element; negative before the buffer.
    pub element: i64,
    /// The bytes found there, of all elements.
    pub bytes: Vec<u8>,
}

/// A built program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Sorted by name.
    pub kernels: Vec<Kernel>,
    /// The compiler's warnings.
    pub messages: Vec<BuildMessage>,
    /// The compiler's log, with the program's name instead of the driver's file names.
    pub log: String,
}

/// Why a program was not built.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildError {
    Compiler {
        /// The messages that could be parsed.
        messages: Vec<BuildMessage>,
        /// The log, with the program's name instead of the driver's file names.
        log: String,
    },
    NoSuchDevice {
        /// The requested index.
        device: usize,
        /// The number of devices.
        devices: usize,
    },
    Crashed {
        exit: Exit,
    },
    /// It was killed.
    OutOfTime {
        deadline: Duration,
    },
    /// OpenCL refused the build for a reason other than the text.
    Failed(Failure),
    /// It could not be tried, through no fault of the program.
    Fault(Fault),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Compiler { log, .. } => {
                write!(
                    f,
                    "the device's compiler refused the program: {}",
                    first_error(log)
                )
            }
            BuildError::NoSuchDevice { device, devices } => {
                write!(f, "device {device} is gone: there are {devices} now")
            }
            BuildError::Crashed { exit } => write!(f, "the device's compiler crashed ({exit})"),
            BuildError::OutOfTime { deadline } => {
                write!(
                    f,
                    "the device's compiler did not end within {} s",
                    deadline.as_secs()
                )
            }
            BuildError::Failed(failure) => failure.fmt(f),
            BuildError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

/// The first line of a log that reports an error, or else its first line.
pub(crate) fn first_error(log: &str) -> &str {
    let error = log.lines().find(|line| line.contains("error"));
    error.or(log.lines().next()).unwrap_or("no reason given")
}

/// Why there is no reply.
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
