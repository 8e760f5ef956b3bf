//! What a build and a launch can come to.

use crate::fault::{Exit, Fault};
use crate::log::BuildMessage;
use launch::protocol::{Failure, Kernel};
use std::fmt;
use std::time::Duration;

/// What became of one launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran, and kept within its buffers.
    Ran(Ran),
    /// It ran, and wrote outside its buffers.
    WroteOutside {
        /// What it gave nevertheless.
        ran: Ran,
        /// What it wrote outside, at least one.
        strays: Vec<Stray>,
    },
    /// It crashed the process it ran in.
    Crashed {
        /// How that process ended.
        exit: Exit,
        /// Did it crash as the only launch of its process? If not, an earlier launch of the same
        /// batch may have damaged the process.
        alone: bool,
    },
    /// The device was lost in it, and again as the only launch of a fresh process, while it runs
    /// another kernel: on a GPU, what a stray access to memory comes to.
    LostTheDevice {
        /// What OpenCL calls it.
        code: String,
    },
    /// It did not end in time and was killed.
    OutOfTime {
        /// How long it had.
        deadline: Duration,
    },
    /// OpenCL or the device refused it: out of resources, device lost, no such kernel, other
    /// arguments.
    Failed(Failure),
    /// It could not be tried, through no fault of the kernel.
    Fault(Fault),
}

/// A launch that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// For each buffer argument, in order.
    pub buffers: Vec<BufferAfter>,
    /// Time on the device by event profiling, in nanoseconds, where the device tells.
    pub nanoseconds: Option<u64>,
    /// What the kernel printed, the first [`launch::protocol::MAX_PRINTF`] bytes.
    pub printf: String,
    /// Did it print more than that?
    pub printf_cut: bool,
}

/// A buffer after a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferAfter {
    /// The number of the argument.
    pub argument: usize,
    /// Its bytes, as many as before. Where a buffer that was not initialised still holds its
    /// poison ([`launch::pattern::is_poison`]), the kernel never wrote.
    pub contents: Vec<u8>,
}

/// Neighbouring elements written outside a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The number of the argument whose guard was hit. A write more than
    /// [`launch::pattern::GUARD_BYTES`] astray may hit the guard of another buffer.
    pub argument: usize,
    /// The name of its buffer.
    pub buffer: String,
    /// Where the first of them begins, in bytes from the buffer's start; negative before it.
    pub offset: i64,
    /// The index of the first of them; negative before the buffer.
    pub element: i64,
    /// What was found there, all of them.
    pub bytes: Vec<u8>,
}

/// A program, built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its kernels, by name.
    pub kernels: Vec<Kernel>,
    /// The compiler's warnings.
    pub messages: Vec<BuildMessage>,
    /// The compiler's log, with the program's name in the place of the driver's file names.
    pub log: String,
}

/// Why a program was not built.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildError {
    /// The device's compiler refused it.
    Compiler {
        /// Its messages, as far as they could be read.
        messages: Vec<BuildMessage>,
        /// Its log, with the program's name in the place of the driver's file names.
        log: String,
    },
    /// There is no device of that index.
    NoSuchDevice {
        /// The index asked for.
        device: usize,
        /// How many there are.
        devices: usize,
    },
    /// The compiler crashed on it.
    Crashed {
        /// How its process ended.
        exit: Exit,
    },
    /// The compiler did not end in time and was killed.
    OutOfTime {
        /// How long it had.
        deadline: Duration,
    },
    /// OpenCL refused to build, for another reason than the text.
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

/// The line of a compiler's log that says most.
pub(crate) fn first_error(log: &str) -> &str {
    let error = log.lines().find(|line| line.contains("error"));
    error.or(log.lines().next()).unwrap_or("no reason given")
}

/// Why there is no reply.
pub(crate) enum Lost {
    /// The child has ended.
    Ended { exit: Exit, stderr: String },
    /// The deadline has passed.
    OutOfTime,
    /// Something else.
    Fault(Fault),
}

impl Lost {
    /// As seen where no kernel runs.
    pub(crate) fn into_fault(self, deadline: Duration) -> Fault {
        match self {
            Lost::Ended { exit, stderr } => Fault::Died { exit, stderr },
            Lost::OutOfTime => Fault::OutOfTime { deadline },
            Lost::Fault(fault) => fault,
        }
    }
}
