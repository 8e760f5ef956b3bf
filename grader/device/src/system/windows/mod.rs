//! Windows: each driver has a C runtime of its own, which takes standard output when the driver is loaded. So
//! standard output is one pipe from the start to the end, and what comes out of it is captured or thrown away.
//!
//! `unsafe` is the calls of the system and of this program's C runtime that replace its streams: the handles are
//! open, and are never closed.
#![allow(unsafe_code)]

pub(crate) mod printf;

use std::fs::File;
use std::io;
use std::os::windows::io::{AsHandle, IntoRawHandle, OwnedHandle};
use windows_sys::Win32::System::Console::{STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, TerminateProcess};

/// The number of standard output in the C runtime, and its mode that changes no line end (`_O_BINARY`).
const C_STDOUT: i32 = 1;
const BINARY: i32 = 0x8000;

unsafe extern "C" {
    fn _open_osfhandle(handle: isize, flags: i32) -> i32;
    fn _dup2(from: i32, to: i32) -> i32;
}

/// Takes standard input and output, and puts the null device and the pipe of [`printf`] in their place.
pub(crate) fn take_streams() -> io::Result<(File, File)> {
    let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
    let pipe = printf::begin()?;
    let null = OwnedHandle::from(File::open("NUL")?).into_raw_handle();
    // SAFETY: the handle is open and now the process's.
    succeeded(unsafe { SetStdHandle(STD_INPUT_HANDLE, null.cast()) })?;
    let of_c = pipe.try_clone()?.into_raw_handle();
    // SAFETY: the handle is open and now the runtime's, which closes what it had as its standard output.
    let replaced = unsafe {
        let number = _open_osfhandle(of_c as isize, BINARY);
        number >= 0 && _dup2(number, C_STDOUT) == 0
    };
    if !replaced {
        return Err(io::ErrorKind::Unsupported.into());
    }
    // After the runtime, which sets it too.
    // SAFETY: the handle is open and now the process's.
    succeeded(unsafe { SetStdHandle(STD_OUTPUT_HANDLE, pipe.into_raw_handle().cast()) })?;
    Ok((input, output))
}

/// The parent has set it: no dialog and no dump of a process that crashes.
pub(crate) fn no_core_files() -> io::Result<()> {
    Ok(())
}

/// Ends the process without running anybody's exit handlers: a driver's would wait for a kernel.
pub(crate) fn end() -> ! {
    loop {
        // SAFETY: a process can always end itself; the loop is for the type.
        unsafe { TerminateProcess(GetCurrentProcess(), 1) };
    }
}

fn succeeded(answer: i32) -> io::Result<()> {
    match answer {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
