//! Failures of a child process, and their wording.

// The names of variants and fields say what they are.
#![allow(missing_docs)]

use crate::protocol::Protection;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    Code(i32),
    Signal {
        number: i32,
        /// Such as `SIGSEGV`; empty if it has none.
        name: &'static str,
    },
    /// It closed its output and had to be killed.
    Silent,
    /// It sent an invalid reply, again in a process of its own, and was killed.
    Garbled,
}

impl Exit {
    /// Was it killed by a signal that no fault of its own raises?
    pub fn is_from_outside(&self) -> bool {
        matches!(
            self,
            Exit::Signal {
                name: "SIGKILL" | "SIGTERM" | "SIGINT" | "SIGHUP",
                ..
            }
        )
    }
}

/// Why `grader-device` does not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    #[error("grader-device is missing{}", tried(.looked))]
    NotFound {
        /// The paths that were tried.
        looked: Vec<PathBuf>,
    },
    #[error("{program} cannot be started: {reason}")]
    NotStarted {
        program: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// A shared library is missing, such as the OpenCL loader.
    #[error("the OpenCL loader is missing: grader-device needs {library}")]
    MissingLibrary { program: PathBuf, library: String },
    /// It ended before its greeting.
    #[error("{program} ended before its greeting ({exit}){}", first_line(.stderr))]
    Died {
        program: PathBuf,
        exit: Exit,
        /// The beginning of its standard error.
        stderr: String,
    },
    #[error("{program} has another version ({version}: protocol {theirs}; grader speaks {ours})")]
    OtherVersion {
        program: PathBuf,
        /// The protocol version of this program.
        ours: u32,
        /// The protocol version of the child.
        theirs: u32,
        /// The child's package version.
        version: String,
    },
    /// Its greeting is invalid: probably another program.
    #[error("{program} is not grader-device")]
    NotARunner { program: PathBuf },
    /// It sent no greeting in time.
    #[error("{program} sent no greeting within {} s", .deadline.as_secs())]
    NoReply {
        program: PathBuf,
        deadline: Duration,
    },
    /// The machine cannot enforce the whole sandbox for other people's kernels.
    #[error("this machine cannot contain other people's kernels: {}", unprotected(.missing))]
    Unprotected { missing: Vec<Protection> },
}

/// A failure of the device runner itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error(transparent)]
    Start(StartError),
    /// It ended when no kernel was running.
    #[error("grader-device ended ({exit}){}", first_line(.stderr))]
    Died {
        exit: Exit,
        /// The beginning of its standard error.
        stderr: String,
    },
    /// Its reply is invalid, or answers another request.
    #[error("grader-device sent an invalid reply: {what}")]
    Garbage {
        /// What is wrong with it.
        what: String,
    },
    #[error("grader-device did not answer within {} s", .deadline.as_secs())]
    OutOfTime { deadline: Duration },
    /// The reference of an exercise, which is not a part of this program, has no right results for a case.
    #[error("the exercise's reference failed: {what}")]
    Reference {
        /// Why, and what to do.
        what: String,
    },
    /// It reported a failure of its own.
    #[error("grader-device failed: {message}")]
    Reported { message: String },
    /// A launch failed, and now the device does not run the grader's own kernel either.
    #[error("the device no longer runs any kernel, not even the grader's own")]
    DeviceUnresponsive,
    #[error("a launch was requested before any program was built")]
    NothingBuilt,
    /// The lock of a device that workers share cannot be taken.
    #[error("{path} cannot be locked: {reason}")]
    Unlocked { path: PathBuf, reason: String },
    /// The run was cancelled.
    #[error("the run was cancelled")]
    Cancelled,
    /// The message exceeds the limit of the protocol.
    #[error("a launch takes {asked} bytes; {limit} is the most")]
    TooLarge { asked: usize, limit: usize },
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Code(code) => match windows_crash(*code) {
                Some(crash) => write!(f, "{crash}, exit code 0x{code:08X}"),
                None => write!(f, "exit code {code}"),
            },
            Exit::Signal { number, name: "" } => write!(f, "signal {number}"),
            Exit::Signal { name: "SIGSYS", .. } => {
                f.write_str("SIGSYS: it made a system call that no kernel needs")
            }
            Exit::Signal { name, .. } => f.write_str(name),
            Exit::Silent => f.write_str("it closed its output and was killed"),
            Exit::Garbled => f.write_str("it wrote into the grader's own channel and was killed"),
        }
    }
}

/// What ended a process of Windows: it has no signals, and a crash is a code.
fn windows_crash(code: i32) -> Option<&'static str> {
    Some(match code as u32 {
        0xC000_0005 => "access violation",
        0xC000_0006 => "a page of a file could not be read",
        0xC000_001D => "illegal instruction",
        0xC000_0094 => "integer division by zero",
        0xC000_00FD => "stack overflow",
        0xC000_0135 => "a library is missing",
        0xC000_0139 => "a library lacks a function",
        0xC000_013A => "Ctrl-C",
        0xC000_0374 => "corrupted heap",
        0xC000_0409 => "abort",
        _ => return None,
    })
}

/// The first line of standard error, as a continuation of a sentence.
fn first_line(stderr: &str) -> String {
    match stderr.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!(": {}", line.trim()),
        None => String::new(),
    }
}

/// What a kernel could do on a machine that lacks these protections.
pub fn unprotected(missing: &[Protection]) -> String {
    let risk = |missing: &Protection| match missing {
        Protection::Privileges => "programs it executes may gain rights",
        Protection::Files => "it may read and write your files (no Landlock)",
        Protection::Truncation => {
            "it may truncate files that it can name (Landlock before Linux 6.2)"
        }
        Protection::SystemCalls => "its system calls are not filtered (no seccomp)",
        Protection::Limits => "its memory and files are not limited",
        Protection::Ending => "it may outlive the grader",
    };
    let risks: Vec<&str> = missing.iter().map(risk).collect();
    risks.join("; ")
}

fn tried(looked: &[PathBuf]) -> String {
    match looked.first() {
        Some(path) => format!(": {} is not there", path.display()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_on_windows_is_named_and_other_codes_are_numbers() {
        let shown = |code: u32| Exit::Code(code as i32).to_string();
        assert_eq!(shown(0xC000_0005), "access violation, exit code 0xC0000005");
        assert_eq!(shown(0xC000_00FD), "stack overflow, exit code 0xC00000FD");
        assert_eq!(shown(3), "exit code 3");
    }
}
