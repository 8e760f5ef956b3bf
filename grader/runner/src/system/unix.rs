//! Unix: the child leads a process group, which is killed as a whole.

use super::Pipes;
use launch::fault::Exit;
use launch::protocol::Protection;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::ffi::OsString;
use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The protections that the parent enforces: none, they are the child's.
pub(crate) const ENFORCED: &[Protection] = &[];

/// The environment variables of the system that a sandboxed child inherits.
pub(crate) const PASSED_ON: &[&str] = &["LD_LIBRARY_PATH"];

/// The environment variables that name the folder in which a program may write.
pub(crate) const FOLDERS: &[&str] = &["HOME", "TMPDIR", "XDG_CACHE_HOME"];

/// Where a sandboxed child's programs are: its `PATH`.
pub(crate) fn programs() -> OsString {
    "/usr/bin:/bin".into()
}

/// Creates a folder that only its owner reads.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(folder)
}

/// The file that is locked for a folder: the folder itself.
pub(crate) fn lock_file(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Removes that file once the folder is gone: it was the folder.
pub(crate) fn remove_lock_file(_folder: &Path) {}

/// A child process and its group.
pub(crate) struct Process {
    child: Mutex<Child>,
    group: Pid,
}

impl Process {
    /// Starts the child. The bound on its memory is set by the child itself.
    pub(crate) fn spawn(
        command: &mut Command,
        _memory: Option<u64>,
    ) -> io::Result<(Process, Pipes)> {
        let mut child = command.process_group(0).spawn()?;
        let pipes = super::pipes(&mut child);
        let group = Pid::from_raw(child.id() as i32).ok_or(io::ErrorKind::NotFound)?;
        let process = Process {
            child: Mutex::new(child),
            group,
        };
        match pipes {
            Some(pipes) => Ok((process, pipes)),
            None => {
                process.kill();
                Err(io::ErrorKind::BrokenPipe.into())
            }
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.lock().id()
    }

    /// Kills the child and its process group, unless it was reaped.
    pub(crate) fn kill(&self) {
        let mut child = self.lock();
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        // An error means that it was reaped already.
        if waitid(WaitId::Pid(self.group), options).is_ok() {
            let _ = kill_process_group(self.group, Signal::KILL);
        }
        let _ = child.kill();
    }

    /// Waits for the child's end, kills its process group and reaps it.
    pub(crate) fn reap(&self) -> Option<ExitStatus> {
        // It stays a zombie and keeps its process id until the lock is held, so `kill` cannot hit a
        // process that reuses the id.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(self.group), options), Err(Errno::INTR)) {}
        let mut child = self.lock();
        let _ = kill_process_group(self.group, Signal::KILL);
        child.wait().ok()
    }

    fn lock(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn exit_of(status: ExitStatus) -> Exit {
    match (status.code(), status.signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, Some(number)) => Exit::Signal {
            number,
            name: signal_name(number),
        },
        (None, None) => Exit::Silent,
    }
}

fn signal_name(number: i32) -> &'static str {
    let named = [
        (Signal::SEGV, "SIGSEGV"),
        (Signal::BUS, "SIGBUS"),
        (Signal::ILL, "SIGILL"),
        (Signal::FPE, "SIGFPE"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::SYS, "SIGSYS"),
        (Signal::KILL, "SIGKILL"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::INT, "SIGINT"),
        (Signal::HUP, "SIGHUP"),
    ];
    named
        .into_iter()
        .find(|(signal, _)| signal.as_raw() == number)
        .map_or("", |(_, name)| name)
}
