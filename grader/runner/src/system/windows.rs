//! Windows: the child is in a job object, which bounds its memory and ends it, with all that it started, when the
//! parent ends in whatever way: the system closes the last handle of the job then.
//!
//! `unsafe` is the calls of the system here: each gets handles that live as long as the call, and pointers to
//! values of the stated type and size.
#![allow(unsafe_code)]

use super::Pipes;
use launch::fault::Exit;
use launch::protocol::Protection;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::ptr;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SetErrorMode,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_JOB_MEMORY, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

/// The protections that the parent enforces: the job ends with it.
pub(crate) const ENFORCED: &[Protection] = &[Protection::Ending];

/// The environment variables of the system that a sandboxed child inherits: without them no library is found.
pub(crate) const PASSED_ON: &[&str] = &[
    "SystemRoot",
    "SystemDrive",
    "windir",
    "ProgramData",
    "ProgramFiles",
];

/// The environment variables that name the folder in which a program may write.
pub(crate) const FOLDERS: &[&str] = &["USERPROFILE", "TEMP", "TMP", "APPDATA", "LOCALAPPDATA"];

/// Where a sandboxed child's programs are: its `PATH`.
pub(crate) fn programs() -> OsString {
    let root = env::var_os("SystemRoot").unwrap_or_else(|| r"C:\Windows".into());
    Path::new(&root).join("System32").into()
}

/// Creates a folder. What lies in the user's folder of temporary files is private as it is.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)
}

/// The file that is locked for a folder, which itself can't be opened: one beside it.
pub(crate) fn lock_file(folder: &Path) -> io::Result<File> {
    File::create(lock_path(folder))
}

/// Removes that file once the folder is gone.
pub(crate) fn remove_lock_file(folder: &Path) {
    // A failure leaves an empty file behind.
    let _ = fs::remove_file(lock_path(folder));
}

fn lock_path(folder: &Path) -> PathBuf {
    folder.with_extension("lock")
}

/// The exit code of a process that this one kills.
const KILLED: u32 = 1;

/// How often an end is looked for, once the child has closed its output.
const TICK: Duration = Duration::from_millis(5);

/// A child process and its job.
pub(crate) struct Process {
    child: Mutex<Child>,
    job: OwnedHandle,
}

impl Process {
    /// Starts the child, which with all that it starts may commit `memory` bytes.
    pub(crate) fn spawn(
        command: &mut Command,
        memory: Option<u64>,
    ) -> io::Result<(Process, Pipes)> {
        no_dialogs();
        let job = job(memory)?;
        // A group of its own gets no Ctrl-C of the console.
        let mut child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        // It has started nothing yet: it loads drivers only once it runs, and this takes no time.
        // SAFETY: both handles are open.
        let assigned =
            unsafe { AssignProcessToJobObject(raw(&job), child.as_raw_handle() as HANDLE) };
        let assigned = succeeded(assigned);
        let pipes = super::pipes(&mut child);
        let process = Process {
            child: Mutex::new(child),
            job,
        };
        match (assigned, pipes) {
            (Ok(()), Some(pipes)) => Ok((process, pipes)),
            (assigned, _) => {
                process.kill();
                Err(assigned.err().unwrap_or(io::ErrorKind::BrokenPipe.into()))
            }
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.lock().id()
    }

    /// Kills the child and all that it started.
    pub(crate) fn kill(&self) {
        self.end_job();
        let _ = self.lock().kill();
    }

    /// Waits for the child's end, and kills what it started.
    pub(crate) fn reap(&self) -> Option<ExitStatus> {
        loop {
            // The lock is not held while it waits: `kill` takes it.
            match self.lock().try_wait() {
                Ok(None) => {}
                Ok(status) => {
                    self.end_job();
                    return status;
                }
                Err(_) => return None,
            }
            thread::sleep(TICK);
        }
    }

    fn end_job(&self) {
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(raw(&self.job), KILLED) };
    }

    fn lock(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn exit_of(status: ExitStatus) -> Exit {
    status.code().map_or(Exit::Silent, Exit::Code)
}

/// A child that crashes or misses a library ends with a code and shows no dialog: it inherits this mode.
fn no_dialogs() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: it only sets flags of this process.
        unsafe { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX) };
    });
}

fn job(memory: Option<u64>) -> io::Result<OwnedHandle> {
    // SAFETY: without a name and attributes; the handle is new and owned here alone.
    let job = unsafe {
        let job = CreateJobObjectW(ptr::null(), ptr::null());
        if job.is_null() {
            return Err(io::Error::last_os_error());
        }
        OwnedHandle::from_raw_handle(job)
    };
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if let Some(memory) = memory {
        limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
        limits.JobMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
    }
    // SAFETY: `limits` is of the type and size that this class of information has.
    succeeded(unsafe {
        SetInformationJobObject(
            raw(&job),
            JobObjectExtendedLimitInformation,
            (&raw const limits).cast(),
            size_of_val(&limits) as u32,
        )
    })?;
    Ok(job)
}

fn raw(handle: &OwnedHandle) -> HANDLE {
    handle.as_raw_handle() as HANDLE
}

fn succeeded(answer: i32) -> io::Result<()> {
    match answer {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::process::Stdio;

    fn piped(arguments: &[&str]) -> Command {
        let mut command = Command::new("cmd");
        command.args(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    #[test]
    fn how_a_child_ended_is_known() {
        let (process, _pipes) = Process::spawn(&mut piped(&["/c", "exit 7"]), None).unwrap();
        assert_eq!(process.reap().map(exit_of), Some(Exit::Code(7)));
    }

    #[test]
    fn what_a_child_started_ends_with_it() {
        // The inner shell waits for its input and holds the output's pipe.
        let mut command = piped(&["/c", "cmd /k prompt"]);
        let (process, mut pipes) = Process::spawn(&mut command, Some(1 << 30)).unwrap();
        let mut first = [0];
        pipes.stdout.read_exact(&mut first).unwrap();
        process.kill();
        let mut rest = Vec::new();
        // It ends only when nobody holds the pipe any more.
        pipes.stdout.read_to_end(&mut rest).unwrap();
        assert_eq!(process.reap().map(exit_of), Some(Exit::Code(KILLED as i32)));
    }
}
