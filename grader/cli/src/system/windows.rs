//! Windows.
//!
//! `unsafe` is the calls of the system about this process: they get its own handle and pointers to values of the
//! stated types.
#![allow(unsafe_code)]

use std::env;
use std::fs::File;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, FILETIME};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetProcessAffinityMask, GetProcessTimes, SetProcessAffinityMask,
};

/// What gives this machine a device.
pub const GET_A_DEVICE: &str =
    "Install the newest driver of your graphics card or processor: it brings OpenCL.";

/// What gives this machine the OpenCL loader.
pub const GET_THE_LOADER: &str =
    "Install the newest driver of your graphics card or processor: it brings OpenCL.dll.";

/// What brings `grader-device`.
pub const GET_THE_PROGRAM: &str = "Put grader-device.exe of the same version beside grader.exe.";

/// Bytes of the stack that commands run on.
const STACK: usize = 16 << 20;

/// How long a file is waited for that another program holds.
const PATIENCE: Duration = Duration::from_secs(1);

/// The folder of the user's data; none if there is no profile of a user.
pub fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    set("XDG_DATA_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("USERPROFILE")?).join(r"AppData\Local")))
}

/// A word, quoted for cmd.exe and PowerShell alike. A name of a file holds no `"`.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || r"/\._-+:".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("\"{word}\"")
    }
}

/// A path as it is shown, with `/`, which Windows takes as well: a report is the same text on every system.
pub fn with_slashes(path: &Path) -> PathBuf {
    match path.to_str() {
        Some(text) => text.replace('\\', "/").into(),
        None => path.to_owned(),
    }
}

/// Was a file refused because another program holds it, or a part of it?
pub fn is_held(error: &io::Error) -> bool {
    let held = [ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION];
    held.iter()
        .any(|&it| error.raw_os_error() == Some(it as i32))
}

/// Does `work`, again for a second while another program holds the file: many hold one for a moment.
pub fn patiently<T>(mut work: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let begin = Instant::now();
    loop {
        match work() {
            Err(error) if is_held(&error) && begin.elapsed() < PATIENCE => {
                thread::sleep(PATIENCE / 20);
            }
            done => return done,
        }
    }
}

/// Runs `work` in a thread of its own: the main thread's stack has one MiB, which deeply nested sources overflow.
/// A panic of it goes on here.
pub fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("main".into()).stack_size(STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(error) => panic!("no thread can be started: {error}"),
        }
    })
}

/// The names in a folder are durable by themselves: a folder can't be opened as a file here.
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Opens a file in the folder of temporary files, which is the user's own, and creates it if needed.
pub fn open_lock(path: &Path) -> io::Result<File> {
    File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// A word for this user, as a part of a name in the folder of temporary files, which is the user's own.
pub fn user() -> String {
    "own".to_owned()
}

/// The cores that this process may use, of the first 64.
pub fn cores() -> Vec<usize> {
    let (mut own, mut all) = (0, 0);
    // SAFETY: the pseudo handle of this process is always valid, and both pointers are to numbers.
    if unsafe { GetProcessAffinityMask(GetCurrentProcess(), &mut own, &mut all) } == 0 {
        return Vec::new();
    }
    (0..usize::BITS as usize)
        .filter(|&core| own >> core & 1 == 1)
        .collect()
}

/// Binds this process to some cores, if there are any. Errors are ignored: it only shares the machine.
pub fn bind_to(cores: &[usize]) {
    let bits = cores
        .iter()
        .filter(|&&core| core < usize::BITS as usize)
        .fold(0, |bits, core| bits | 1_usize << core);
    if bits != 0 {
        // SAFETY: the pseudo handle of this process is always valid.
        unsafe { SetProcessAffinityMask(GetCurrentProcess(), bits) };
    }
}

/// The processor time that this process has used.
pub fn processor_time() -> Duration {
    let none = FILETIME {
        dwLowDateTime: 0,
        dwHighDateTime: 0,
    };
    let (mut created, mut ended, mut system, mut user) = (none, none, none, none);
    // SAFETY: the pseudo handle of this process is always valid, and the pointers are to four times.
    unsafe {
        GetProcessTimes(
            GetCurrentProcess(),
            &mut created,
            &mut ended,
            &mut system,
            &mut user,
        )
    };
    // In units of 100 ns.
    let of = |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_nanos((of(system) + of(user)).saturating_mul(100))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::windows::fs::OpenOptionsExt;

    #[test]
    fn a_file_name_is_quoted_for_both_shells_where_it_must_be() {
        assert_eq!(quoted(r"C:\a\b-1.cl"), r"C:\a\b-1.cl");
        assert_eq!(quoted("my kernel.cl"), "\"my kernel.cl\"");
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted(""), "\"\"");
    }

    #[test]
    fn a_path_is_shown_with_slashes() {
        let shown = with_slashes(Path::new(r"exercises\02-saxpy/kernel.cl"));
        assert_eq!(shown.to_str(), Some("exercises/02-saxpy/kernel.cl"));
    }

    #[test]
    fn a_file_that_is_held_for_a_moment_is_waited_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("kernel.cl");
        let alone = || {
            File::options()
                .write(true)
                .create(true)
                .truncate(true)
                .share_mode(0)
                .open(&path)
        };
        let holder = alone().expect("a file");
        let error = File::open(&path).expect_err("a file that is held");
        assert!(is_held(&error), "{error}");
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(PATIENCE / 10);
                drop(holder);
            });
            assert!(patiently(|| File::open(&path)).is_ok());
        });
    }

    #[test]
    fn a_command_runs_on_a_deep_stack() {
        fn deep(left: usize) -> usize {
            let frame = std::hint::black_box([left; 1 << 10]);
            if left == 0 {
                0
            } else {
                deep(left - 1) + frame[0] / left
            }
        }
        assert_eq!(on_a_deep_stack(|| deep(1000)), 1000);
    }

    #[test]
    fn this_process_has_cores_and_uses_them() {
        assert!(!cores().is_empty());
        while processor_time().is_zero() {
            std::hint::spin_loop();
        }
    }
}
