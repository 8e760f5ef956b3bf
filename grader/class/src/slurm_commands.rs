//! Slurm's commands: how they are run, and how their output is read.

use crate::system::word_of;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// A failed Slurm command.
#[derive(Debug, thiserror::Error)]
pub enum SlurmError {
    #[error("Slurm's `{command}` cannot be run here: {error}")]
    NoCommand {
        command: &'static str,
        error: io::Error,
    },
    #[error("Slurm's `{command}` refused: {said}")]
    Refused {
        command: &'static str,
        /// Its standard error.
        said: String,
    },
    /// The tasks of an earlier run do not end.
    #[error("the array {array} of an earlier run does not end")]
    Lingers {
        /// The array's job id or name.
        array: String,
    },
}

impl SlurmError {
    /// Is it Slurm's error for an array whose tasks have all ended and been purged?
    pub(crate) fn is_unknown_job(&self) -> bool {
        matches!(self, SlurmError::Refused { said, .. } if said.contains("Invalid job id"))
    }
}

pub(crate) fn ask(command: &'static str, arguments: &[&str]) -> Result<String, SlurmError> {
    let mut process = Command::new(command);
    process.args(arguments);
    talk(command, process, b"")
}

/// Runs a Slurm command to its end and returns its output.
pub(crate) fn talk(
    name: &'static str,
    mut command: Command,
    input: &[u8],
) -> Result<String, SlurmError> {
    let no_command = |error| SlurmError::NoCommand {
        command: name,
        error,
    };
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(no_command)?;
    if let Some(mut stdin) = process.stdin.take() {
        // A command that does not read its input reports that by its exit code.
        let _ = stdin.write_all(input);
    }
    let output = process.wait_with_output().map_err(no_command)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(SlurmError::Refused {
        command: name,
        said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

pub(crate) struct End {
    pub(crate) description: String,
    /// Was the node or Slurm the cause, rather than the task itself?
    pub(crate) is_nodes: bool,
}

impl End {
    pub(crate) fn of(array: &str, task: usize) -> End {
        let shown = ask(
            "scontrol",
            &["show", "job", &format!("{array}_{task}"), "--oneliner"],
        );
        let Ok(shown) = shown else {
            return End {
                description: "Slurm no longer knows it".to_owned(),
                is_nodes: true,
            };
        };
        let field = |name: &str| {
            shown
                .split_whitespace()
                .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
                .unwrap_or("unknown")
        };
        End::from(field("JobState"), field("Reason"), field("ExitCode"))
    }

    fn from(state: &str, reason: &str, exit: &str) -> End {
        End {
            description: format!("{state}, reason {reason}, exit code {exit}"),
            is_nodes: matches!(
                state,
                "NODE_FAIL" | "BOOT_FAIL" | "PREEMPTED" | "REVOKED" | "LAUNCH_FAILED" | "STOPPED"
            ) || reason == "NodeDown",
        }
    }
}

/// The unfinished tasks of an array, with their states.
pub(crate) fn queued(array: &str) -> Result<BTreeMap<usize, String>, SlurmError> {
    let said = ask(
        "squeue",
        &["--noheader", "--array", "--format=%K %T", "--jobs", array],
    );
    let text = match said {
        Ok(text) => text,
        Err(error) if error.is_unknown_job() => String::new(),
        Err(error) => return Err(error),
    };
    Ok(tasks_in(&text))
}

fn tasks_in(text: &str) -> BTreeMap<usize, String> {
    text.lines()
        .filter_map(|line| {
            let (number, state) = line.trim().split_once(' ')?;
            Some((number.parse().ok()?, state.trim().to_owned()))
        })
        .collect()
}

pub(crate) fn joined(option: &[u8], value: &[u8]) -> OsString {
    word_of([option, value].concat())
}

/// A word quoted for the shell.
pub(crate) fn quoted(word: &[u8]) -> Vec<u8> {
    let mut text = vec![b'\''];
    for &byte in word {
        match byte {
            b'\'' => text.extend(b"'\\''"),
            byte => text.push(byte),
        }
    }
    text.push(b'\'');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nodes_end_is_told_from_a_tasks_own() {
        assert!(End::from("NODE_FAIL", "NodeDown", "0:0").is_nodes);
        assert!(End::from("PREEMPTED", "None", "0:0").is_nodes);
        for state in [
            "FAILED",
            "TIMEOUT",
            "OUT_OF_MEMORY",
            "CANCELLED",
            "COMPLETED",
        ] {
            assert!(!End::from(state, "None", "0:9").is_nodes, "{state}");
        }
    }

    #[test]
    fn the_queue_is_read_by_task() {
        let tasks = tasks_in("0 RUNNING\n  13 PENDING\nN/A RUNNING\n");
        assert_eq!(tasks.keys().copied().collect::<Vec<_>>(), [0, 13]);
        assert_eq!(tasks[&13], "PENDING");
    }

    #[test]
    fn a_path_is_quoted_for_the_shell() {
        assert_eq!(quoted(b"a b"), b"'a b'");
        assert_eq!(quoted(b"it's $x"), b"'it'\\''s $x'");
    }
}
