//! Unix, and what Linux alone has of it.

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::time::{ClockId, clock_gettime};
use std::env;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What gives this machine a device.
pub const GET_A_DEVICE: &str =
    "Run ./setup in the course's folder: it installs PoCL, a device made of the CPU.";

/// What gives this machine the OpenCL loader.
pub const GET_THE_LOADER: &str =
    "Run ./setup in the course's folder: it installs the OpenCL loader.";

/// What brings `grader-device`.
pub const GET_THE_PROGRAM: &str =
    "Run ./setup in the course's folder: it builds grader-device beside grader.";

/// The folder of the user's data; none if there is no home folder.
pub fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    set("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(".local/share")))
}

/// A word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A path as it is shown.
pub fn with_slashes(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Was a file refused because another program holds it? That hinders nobody here.
pub fn is_held(_error: &io::Error) -> bool {
    false
}

/// Does `work`.
pub fn patiently<T>(mut work: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    work()
}

/// Runs `work`: the main thread's stack is deep enough.
pub fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    work()
}

/// Makes the names in a folder durable.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all())
}

/// Opens a file in a folder of all users, to be locked, and creates it if needed. It is no link.
pub fn open_lock(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = Mode::RUSR | Mode::WUSR;
    Ok(openat(CWD, path, flags, mode)?.into())
}

/// A word for this user, as a part of a name in a folder of all users.
pub fn user() -> String {
    rustix::process::getuid().as_raw().to_string()
}

/// The cores that this process may use.
#[cfg(target_os = "linux")]
pub fn cores() -> Vec<usize> {
    let set = rustix::thread::sched_getaffinity(None);
    let all = 0..rustix::thread::CpuSet::MAX_CPU;
    set.map(|set| all.filter(|&core| set.is_set(core)).collect())
        .unwrap_or_default()
}

/// The cores of this machine.
#[cfg(not(target_os = "linux"))]
pub fn cores() -> Vec<usize> {
    let count = std::thread::available_parallelism();
    (0..count.map_or(1, usize::from)).collect()
}

/// Binds this process to some cores, if there are any. Errors are ignored: a system may not support it.
#[cfg(target_os = "linux")]
pub fn bind_to(cores: &[usize]) {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for &core in cores.iter().filter(|&&core| core < CpuSet::MAX_CPU) {
        set.set(core);
    }
    if set.count() > 0 {
        let _ = sched_setaffinity(None, &set);
    }
}

/// This system binds no process to a core.
#[cfg(not(target_os = "linux"))]
pub fn bind_to(_cores: &[usize]) {}

/// The processor time that this process has used.
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_quoted_for_the_shell_where_it_must_be() {
        assert_eq!(quoted("a/b-1.cl"), "a/b-1.cl");
        assert_eq!(quoted("my kernel.cl"), "'my kernel.cl'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
