//! Wakes a command that waits for keys: a thread that saw a file or the screen change writes to a pipe (the
//! self-pipe trick), and the command polls the pipe's reading end beside its keyboard.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The writing end, for any thread.
#[derive(Debug)]
pub struct Waker {
    pipe: PipeWriter,
    files: AtomicBool,
    screen: AtomicBool,
}

/// The reading end.
#[derive(Debug)]
pub struct WakePipe {
    pipe: PipeReader,
    waker: Arc<Waker>,
}

/// Why the command was woken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    pub files: bool,
    /// The screen was resized, or this process is in the foreground again.
    pub screen: bool,
}

pub fn pair() -> io::Result<(Arc<Waker>, WakePipe)> {
    let (reader, writer) = io::pipe()?;
    let waker = Arc::new(Waker {
        pipe: writer,
        files: AtomicBool::new(false),
        screen: AtomicBool::new(false),
    });
    let pipe = WakePipe {
        pipe: reader,
        waker: waker.clone(),
    };
    Ok((waker, pipe))
}

impl Waker {
    pub fn files(&self) {
        self.wake(&self.files);
    }

    pub fn screen(&self) {
        self.wake(&self.screen);
    }

    /// Writes one byte for each reason that is not pending yet, so the pipe never fills.
    fn wake(&self, reason: &AtomicBool) {
        if !reason.swap(true, Ordering::SeqCst) {
            let _ = (&self.pipe).write_all(&[0]);
        }
    }
}

impl WakePipe {
    /// The reasons since the last call. Call it when [`WakePipe::as_fd`] is readable.
    pub fn reasons(&mut self) -> Reasons {
        let mut bytes = [0; 2];
        // The bytes are read before the reasons: a reason set in between wakes once more.
        let _ = self.pipe.read(&mut bytes);
        Reasons {
            files: self.waker.files.swap(false, Ordering::SeqCst),
            screen: self.waker.screen.swap(false, Ordering::SeqCst),
        }
    }
}

impl AsFd for WakePipe {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_wakes_are_one() {
        let (waker, mut pipe) = pair().expect("a pipe");
        for _ in 0..100_000 {
            waker.files();
        }
        let files = Reasons {
            files: true,
            screen: false,
        };
        assert_eq!(pipe.reasons(), files);
        waker.screen();
        assert!(pipe.reasons().screen);
    }
}
