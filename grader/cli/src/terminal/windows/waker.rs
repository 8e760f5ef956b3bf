//! Wakes a command that waits for keys: a thread that saw a file change sets a flag, which the wait looks at between
//! its short waits for input.
//!
//! `unsafe` is the calls of the system that ask about standard input: they get its handle and pointers to numbers.
#![allow(unsafe_code)]

use crate::terminal::Woken;
use crate::terminal::keyboard::Keyboard;
use crate::terminal::windows::keyboard::Typed;
use std::io;
use std::os::windows::io::AsRawHandle;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{ERROR_BROKEN_PIPE, HANDLE};
use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_PIPE, GetFileType};
use windows_sys::Win32::System::Pipes::PeekNamedPipe;

/// How often the flag is looked at.
const TICK: Duration = Duration::from_millis(50);

/// The end that wakes, for any thread.
#[derive(Debug, Default)]
pub struct Waker {
    files: AtomicBool,
}

/// The end that waits.
#[derive(Debug)]
pub struct WakePipe {
    waker: Arc<Waker>,
}

pub fn pair() -> io::Result<(Arc<Waker>, WakePipe)> {
    let waker = Arc::new(Waker::default());
    let pipe = WakePipe {
        waker: waker.clone(),
    };
    Ok((waker, pipe))
}

impl Waker {
    pub fn files(&self) {
        self.files.store(true, Ordering::SeqCst);
    }
}

impl WakePipe {
    /// Waits for a key, a waker, the end of a pipe at standard input, or `patience`. That the reader of standard
    /// output is gone is not noticed here: the next report can't be written then.
    pub fn wait(&mut self, keyboard: Option<&Keyboard>, patience: Duration) -> Woken {
        let begin = Instant::now();
        loop {
            if self.waker.files.swap(false, Ordering::SeqCst) {
                return Woken::Files;
            }
            let left = patience.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Woken::Patience;
            }
            match keyboard {
                Some(keyboard) => match keyboard.read(left.min(TICK)) {
                    Some(Typed::Key(key)) => return Woken::Key(key),
                    Some(Typed::Nothing) => return Woken::Other,
                    Some(Typed::Resized) => return Woken::Screen,
                    Some(Typed::Gone) => return Woken::Gone,
                    None => {}
                },
                None if is_closed_pipe() => return Woken::Gone,
                None => thread::sleep(left.min(TICK)),
            }
        }
    }
}

/// Is standard input a pipe whose other end was closed?
fn is_closed_pipe() -> bool {
    let stdin = io::stdin().as_raw_handle() as HANDLE;
    // SAFETY: a handle that is not open is an error of the call.
    if unsafe { GetFileType(stdin) } != FILE_TYPE_PIPE {
        return false;
    }
    let none = ptr::null_mut();
    // SAFETY: a null pointer means that the number is not wanted, and nothing is read.
    let answer = unsafe { PeekNamedPipe(stdin, none, 0, none.cast(), none.cast(), none.cast()) };
    let broken = Some(ERROR_BROKEN_PIPE as i32);
    answer == 0 && io::Error::last_os_error().raw_os_error() == broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_ends_the_wait_and_so_does_patience() {
        let (waker, mut pipe) = pair().expect("flags");
        waker.files();
        assert_eq!(pipe.wait(None, Duration::from_secs(60)), Woken::Files);
        assert_eq!(pipe.wait(None, Duration::from_millis(1)), Woken::Patience);
    }
}
