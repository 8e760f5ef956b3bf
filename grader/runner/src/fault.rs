//! What can go wrong with a child process, and how each is put into words.

use launch::protocol::Protection;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited.
    Code(i32),
    /// A signal killed it.
    Signal {
        /// The signal's number.
        number: i32,
        /// Its name, such as `SIGSEGV`; empty where it has none.
        name: &'static str,
    },
    /// It closed its output and had to be killed.
    Silent,
    /// It sent what no runner sends, each time and in a process of its own, and was killed.
    Garbled,
}

impl Exit {
    /// Is it an end that no process brings about by a mistake of its own?
    pub(crate) fn is_from_outside(&self) -> bool {
        matches!(
            self,
            Exit::Signal {
                name: "SIGKILL" | "SIGTERM" | "SIGINT" | "SIGHUP",
                ..
            }
        )
    }
}

/// Why no `grader-device` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// There is no such program.
    NotFound {
        /// The places looked in.
        looked: Vec<PathBuf>,
    },
    /// The program could not be executed.
    NotStarted {
        /// Its path.
        program: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A shared library that it needs is missing, such as the OpenCL loader.
    MissingLibrary {
        /// Its path.
        program: PathBuf,
        /// The library's file name.
        library: String,
    },
    /// It ended before its greeting.
    Died {
        /// Its path.
        program: PathBuf,
        /// How it ended.
        exit: Exit,
        /// The beginning of what it wrote to standard error.
        stderr: String,
    },
    /// It speaks another version of the protocol.
    OtherVersion {
        /// Its path.
        program: PathBuf,
        /// The version of the protocol spoken here.
        ours: u32,
        /// The version it speaks.
        theirs: u32,
        /// Its package version.
        version: String,
    },
    /// Its greeting is none: another program, it seems.
    NotARunner {
        /// Its path.
        program: PathBuf,
    },
    /// It did not greet in time.
    NoReply {
        /// Its path.
        program: PathBuf,
        /// How long it had.
        deadline: Duration,
    },
    /// The machine cannot enforce all of the box around other people's work.
    Unprotected {
        /// What it cannot enforce.
        missing: Vec<Protection>,
    },
}

/// What went wrong with the device runner itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started again.
    Start(StartError),
    /// It died where no kernel was to blame.
    Died {
        /// How it ended.
        exit: Exit,
        /// The beginning of what it wrote to standard error.
        stderr: String,
    },
    /// It sent what is no reply, or another than was asked for.
    Garbage {
        /// What it sent, in words.
        what: String,
    },
    /// It did not answer in time.
    OutOfTime {
        /// How long it had.
        deadline: Duration,
    },
    /// It says so itself.
    Reported {
        /// In its words.
        message: String,
    },
    /// A launch ended badly, and now the device runs no kernel of ours either: it is the device that
    /// needs help.
    DeviceUnresponsive,
    /// A launch was asked for before any program was built.
    NothingBuilt,
    /// The message would be longer than the protocol allows.
    TooLarge {
        /// Its bytes.
        asked: usize,
        /// Bytes allowed.
        limit: usize,
    },
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exit code {code}"),
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

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NotFound { looked } => match looked.first() {
                Some(path) => write!(
                    f,
                    "grader-device is missing: {} is not there",
                    path.display()
                ),
                None => f.write_str("grader-device is missing"),
            },
            StartError::NotStarted { program, reason } => {
                write!(f, "{} cannot be started: {reason}", program.display())
            }
            StartError::MissingLibrary { library, .. } => {
                write!(
                    f,
                    "the OpenCL loader is missing: grader-device needs {library}"
                )
            }
            StartError::Died {
                program,
                exit,
                stderr,
            } => {
                let first = first_line(stderr);
                write!(
                    f,
                    "{} ended before its greeting ({exit}){first}",
                    program.display()
                )
            }
            StartError::OtherVersion {
                program,
                ours,
                theirs,
                version,
            } => write!(
                f,
                "{} has another version ({version}: protocol {theirs}; grader speaks {ours})",
                program.display()
            ),
            StartError::NotARunner { program } => {
                write!(f, "{} is not grader-device", program.display())
            }
            StartError::NoReply { program, deadline } => write!(
                f,
                "{} sent no greeting within {} s",
                program.display(),
                deadline.as_secs()
            ),
            StartError::Unprotected { missing } => write!(
                f,
                "this machine cannot contain other people's kernels: {}",
                unprotected(missing)
            ),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(error) => error.fmt(f),
            Fault::Died { exit, stderr } => {
                write!(f, "grader-device ended ({exit}){}", first_line(stderr))
            }
            Fault::Garbage { what } => write!(f, "grader-device sent an invalid reply: {what}"),
            Fault::OutOfTime { deadline } => {
                write!(
                    f,
                    "grader-device did not answer within {} s",
                    deadline.as_secs()
                )
            }
            Fault::Reported { message } => write!(f, "grader-device failed: {message}"),
            Fault::DeviceUnresponsive => {
                f.write_str("the device no longer runs any kernel, not even the grader's own")
            }
            Fault::NothingBuilt => {
                f.write_str("a launch was requested before any program was built")
            }
            Fault::TooLarge { asked, limit } => {
                write!(f, "a launch takes {asked} bytes; {limit} is the most")
            }
        }
    }
}

impl std::error::Error for StartError {}

impl std::error::Error for Fault {}

/// The first line that a process wrote to standard error, as a continuation of a sentence.
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

/// A reply that is none, or another than was asked for.
pub(crate) fn garbage(what: &str) -> Fault {
    Fault::Garbage {
        what: what.to_owned(),
    }
}
