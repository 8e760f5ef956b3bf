//! What differs between operating systems, behind one interface: a child process with everything that it starts
//! (Unix: a process group; Windows: a job object), its environment, and how a folder is locked.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{
    ENFORCED, FOLDERS, PASSED_ON, Process, create_private, exit_of, lock_file, programs,
    remove_lock_file,
};
#[cfg(windows)]
pub(crate) use windows::{
    ENFORCED, FOLDERS, PASSED_ON, Process, create_private, exit_of, lock_file, programs,
    remove_lock_file,
};

use std::process::{ChildStderr, ChildStdin, ChildStdout};

/// The parent's ends of a child's pipes.
pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

/// Takes the pipes of a child whose three streams are piped.
fn pipes(child: &mut std::process::Child) -> Option<Pipes> {
    Some(Pipes {
        stdin: child.stdin.take()?,
        stdout: child.stdout.take()?,
        stderr: child.stderr.take()?,
    })
}
