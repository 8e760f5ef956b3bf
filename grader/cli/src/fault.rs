//! What can be wrong with `grader-device` or the machine's OpenCL, in words.

use crate::render::unbroken;
use launch::protocol::Protection;
use runner::{Exit, Fault, StartError};
use std::fmt;

/// Why there is no device to run on.
#[derive(Debug)]
pub enum NoDevice {
    /// `grader-device` does not start.
    Start(StartError),
    /// It started, and failed.
    Fault(Fault),
    /// It runs, and OpenCL has no device.
    None,
    /// There are devices, but none of the index asked for.
    NoSuchDevice {
        /// That index.
        asked: usize,
        /// How many there are.
        there: usize,
    },
}

impl NoDevice {
    /// Is there simply no device, as on most students' machines, rather than one that fails?
    pub fn is_absent(&self) -> bool {
        matches!(
            self,
            NoDevice::None
                | NoDevice::Start(StartError::NotFound { .. } | StartError::MissingLibrary { .. })
        )
    }

    /// What mends it, as a sentence; `program` is the command as it was typed.
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
            NoDevice::Start(error) => f.write_str(&start(error)),
            NoDevice::Fault(reason) => f.write_str(&fault(reason)),
            NoDevice::None => f.write_str("OpenCL has no device on this machine"),
            NoDevice::NoSuchDevice { asked, there: 1 } => {
                write!(f, "there is no device {asked}: the only one is 0")
            }
            NoDevice::NoSuchDevice { asked, there } => {
                write!(
                    f,
                    "there is no device {asked}: there are 0 to {}",
                    there.saturating_sub(1)
                )
            }
        }
    }
}

impl std::error::Error for NoDevice {}

/// How a process ended.
pub(crate) fn exit(exit: &Exit) -> String {
    match exit {
        Exit::Code(code) => format!("exit code {code}"),
        Exit::Signal { number, name: "" } => format!("signal {number}"),
        Exit::Signal { name: "SIGSYS", .. } => {
            "SIGSYS: it made a system call that no kernel needs".to_owned()
        }
        Exit::Signal { name, .. } => (*name).to_owned(),
        Exit::Garbled => "it wrote into the grader's own channel and was killed".to_owned(),
        Exit::Silent => "it fell silent and was killed".to_owned(),
    }
}

/// What went wrong with the device runner.
pub(crate) fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Start(error) => start(error),
        Fault::Died { exit: how, stderr } => {
            format!("grader-device ended ({}){}", exit(how), quoted(stderr))
        }
        Fault::Garbage { what } => format!("grader-device talks nonsense: {what}"),
        Fault::OutOfTime { deadline } => {
            format!(
                "grader-device did not answer within {} s",
                deadline.as_secs()
            )
        }
        Fault::Told { message } => format!("grader-device could not go on: {message}"),
        Fault::DeviceUnwell => {
            "the device runs no kernel any more, not even the grader's own".to_owned()
        }
        Fault::NothingBuilt => "a launch was asked for before any program was built".to_owned(),
        Fault::TooLarge { asked, limit } => {
            format!("a launch takes {asked} bytes; {limit} is the most")
        }
    }
}

fn start(error: &StartError) -> String {
    match error {
        StartError::NotFound { looked } => match looked.first() {
            Some(path) => format!("grader-device is missing: {} is not there", path.display()),
            None => "grader-device is missing".to_owned(),
        },
        StartError::NotStarted { program, reason } => {
            format!("{} cannot be started: {reason}", program.display())
        }
        StartError::MissingLibrary { library, .. } => {
            format!("the OpenCL loader is missing: grader-device needs {library}")
        }
        StartError::Died {
            program,
            exit: how,
            stderr,
        } => format!(
            "{} ended before it said a word ({}){}",
            program.display(),
            exit(how),
            quoted(stderr)
        ),
        StartError::OtherVersion {
            program,
            ours,
            theirs,
            version,
        } => format!(
            "{} is of another version ({version}: protocol {theirs}, and grader speaks {ours})",
            program.display()
        ),
        StartError::NotARunner { program } => {
            format!("{} is no grader-device", program.display())
        }
        StartError::Unprotected { missing } => format!(
            "this machine cannot contain other people's kernels: {}",
            unprotected(missing)
        ),
        StartError::NoReply { program, deadline } => format!(
            "{} said nothing within {} s",
            program.display(),
            deadline.as_secs()
        ),
    }
}

/// What a machine cannot enforce around other people's kernels.
pub(crate) fn unprotected(missing: &[Protection]) -> String {
    let told: Vec<&str> = missing.iter().copied().map(open_to).collect();
    told.join("; ")
}

/// What a kernel could do where a protection is missing.
fn open_to(missing: Protection) -> &'static str {
    match missing {
        Protection::Privileges => "programs it executes may gain rights",
        Protection::Files => "it may read and write your files (no Landlock)",
        Protection::Truncation => {
            "it may cut short files that it can name (Landlock before Linux 6.2)"
        }
        Protection::SystemCalls => "its system calls are not filtered (no seccomp)",
        Protection::Limits => "its memory and files are not limited",
        Protection::Ending => "it may outlive the grader",
    }
}

/// The first line of what a process wrote before it ended, as a continuation.
fn quoted(stderr: &str) -> String {
    match stderr.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!(": {}", line.trim()),
        None => String::new(),
    }
}
