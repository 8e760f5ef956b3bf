//! The outcomes of builds and launches: one vocabulary, from the process that runs a kernel to the report.

// The names of variants and fields say what they are.
#![allow(missing_docs)]

use crate::failure::Failure;
use crate::fault::{Exit, Fault};
use crate::guard;
use crate::protocol::{self, Kernel};
use crate::{Argument, Buffer, Finding, Launch};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The outcome of one launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran to its end.
    Ran(Ran),
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
    /// It did not end in time and was stopped.
    OutOfTime { deadline: Duration },
    /// The simulator stopped it after more steps than a right kernel needs, and saw no endless loop.
    OutOfSteps {
        steps: u64,
        /// The steps of the problem's own kernel, where these could be counted.
        solution: Option<u64>,
    },
    /// The kernel uses what the simulator does not analyse. Not the student's mistake.
    NotAnalysed { finding: Finding },
    /// Simulating it needs more bytes of memory than the simulator may use.
    TooMuchMemory { needed: u64, budget: u64 },
    /// The simulator refused an argument.
    ArgumentRefused {
        /// Which, and why.
        reason: String,
    },
    /// OpenCL or the device refused it: out of resources, device lost, no such kernel, other
    /// arguments.
    Failed(Failure),
    /// It could not be tried, through no fault of the kernel.
    Fault(Fault),
}

impl Outcome {
    /// May the launches after this one be left out?
    pub fn ends_run(&self) -> bool {
        !matches!(self, Outcome::Ran(_))
    }

    /// Does it say nothing about the kernel, because the engine or the device failed?
    pub fn is_fault(&self) -> bool {
        match self {
            Outcome::Fault(_) => true,
            Outcome::Failed(failure) => failure.is_fault(),
            _ => false,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ran {
    /// For each buffer argument, in order.
    pub buffers: Vec<BufferAfter>,
    /// For each image argument, in order: its bytes, as many as before.
    pub images: Vec<Vec<u8>>,
    /// Device time by event profiling, in nanoseconds, if the device reports it.
    pub nanoseconds: Option<u64>,
    /// The first [`crate::protocol::MAX_PRINTF`] bytes that the kernel printed on a device.
    pub printf: String,
    /// Did it print more than that?
    pub printf_cut: bool,
    /// What the simulator observed; a device observes nothing.
    pub findings: Vec<Finding>,
}

impl Ran {
    /// What a device sent of a launch, with contents and guards apart. `None` if it does not match the launch.
    pub fn of(launch: &Launch, ran: &protocol::Ran<'_>) -> Option<Ran> {
        let given: Vec<(usize, &Buffer)> = launch
            .arguments
            .iter()
            .enumerate()
            .filter_map(|(index, argument)| match argument {
                Argument::Buffer(buffer) => Some((index, buffer)),
                _ => None,
            })
            .collect();
        if given.len() != ran.buffers.len() {
            return None;
        }
        let mut buffers = Vec::with_capacity(given.len());
        for ((argument, buffer), bytes) in given.into_iter().zip(&ran.buffers) {
            let (contents, strays) = guard::split(argument, buffer, bytes)?;
            buffers.push(BufferAfter {
                contents: contents.to_vec(),
                strays,
            });
        }
        let images = launch
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Image(image) => Some(image.contents.len()),
                _ => None,
            });
        if !images.eq(ran.images.iter().map(|bytes| bytes.len())) {
            return None;
        }
        Some(Ran {
            buffers,
            images: ran.images.iter().map(|bytes| bytes.to_vec()).collect(),
            nanoseconds: ran.nanoseconds,
            printf: String::from_utf8_lossy(ran.printf).into_owned(),
            printf_cut: ran.printf_cut,
            findings: Vec::new(),
        })
    }

    /// Did it write outside its buffers?
    pub fn wrote_outside(&self) -> bool {
        self.buffers.iter().any(|buffer| !buffer.strays.is_empty())
    }
}

/// A buffer after a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferAfter {
    /// Its bytes, as many as before. Where an uninitialised buffer still holds its poison
    /// ([`crate::pattern::is_poison`]), the kernel never wrote.
    pub contents: Vec<u8>,
    /// Writes to the guards around it, in order of the offset. A write more than
    /// [`crate::pattern::GUARD_BYTES`] away may hit the guard of another buffer.
    pub strays: Vec<Stray>,
}

/// Adjacent elements written outside a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The start of the first element, in bytes from the buffer's start; negative before it.
    pub offset: i64,
    /// The bytes found there, of all elements.
    pub bytes: Vec<u8>,
}

/// A message of a compiler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    /// An error, a warning or a note.
    pub severity: Severity,
    /// The line in the student's file, from 1; absent where the compiler names none.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// The compiler's text, one line.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The program is not built.
    Error,
    Warning,
    /// It explains the message before.
    Note,
}

/// A built program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Sorted by name.
    pub kernels: Vec<Kernel>,
    /// The compiler's warnings.
    pub messages: Vec<Message>,
    /// The compiler's log, with the program's name instead of the driver's file names.
    pub log: String,
}

/// Why a program was not built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The front end found errors in it.
    #[error("{}", findings.first().map_or("the front end refused the program", |it| &it.message))]
    Rejected { findings: Vec<Finding> },
    /// It uses what the engine does not analyse. Not the student's mistake.
    #[error("{}", .finding.message)]
    NotAnalysed { finding: Box<Finding> },
    /// There is no device, and the user did not ask for one.
    #[error("{reason}")]
    Unavailable {
        /// Why, with the remedy.
        reason: String,
    },
    /// The device's compiler refused it.
    #[error("the device's compiler refused the program: {}", first_error(.log))]
    Compiler {
        /// The messages that could be parsed.
        messages: Vec<Message>,
        /// The log, with the program's name instead of the driver's file names.
        log: String,
    },
    #[error("device {device} is gone: there are {devices} now")]
    NoSuchDevice {
        /// The requested index.
        device: usize,
        /// The number of devices.
        devices: usize,
    },
    /// The compiler crashed on it.
    #[error("the device's compiler crashed ({exit})")]
    Crashed { exit: Exit },
    /// The compiler was killed.
    #[error("the device's compiler did not end within {} s", .deadline.as_secs())]
    OutOfTime { deadline: Duration },
    /// OpenCL refused the build for a reason other than the text.
    #[error("{0}")]
    Failed(Failure),
    /// It could not be tried, through no fault of the program.
    #[error(transparent)]
    Fault(Fault),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Ran(_) => f.write_str("it runs to its end"),
            Outcome::Crashed { exit, .. } => write!(f, "it crashes ({exit})"),
            Outcome::LostTheDevice { code } => write!(f, "it crashes ({code})"),
            Outcome::OutOfTime { .. } | Outcome::OutOfSteps { .. } => {
                f.write_str("it does not end")
            }
            Outcome::NotAnalysed { finding } => f.write_str(&finding.message),
            Outcome::TooMuchMemory { needed, budget } => write!(
                f,
                "the launch needs {needed} bytes of memory, more than the {budget} allowed"
            ),
            Outcome::ArgumentRefused { reason } => f.write_str(reason),
            Outcome::Failed(failure) => failure.fmt(f),
            Outcome::Fault(fault) => fault.fmt(f),
        }
    }
}

/// The first line of a log that reports an error, or else its first line.
pub fn first_error(log: &str) -> &str {
    let error = log.lines().find(|line| line.contains("error"));
    error.or(log.lines().next()).unwrap_or("no reason given")
}
