//! What wakes a command that waits: a file that was touched, a screen that changed. A thread tells, and
//! the command waits for it beside its keyboard, on the reading end of a pipe.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The end that is told. Any thread may.
#[derive(Debug)]
pub struct Wake {
    pipe: PipeWriter,
    files: AtomicBool,
    screen: AtomicBool,
}

/// The end that is waited for.
#[derive(Debug)]
pub struct Sleep {
    pipe: PipeReader,
    wake: Arc<Wake>,
}

/// Why a sleeper was woken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// Files were touched.
    pub files: bool,
    /// The screen has another size, or belongs to this process again.
    pub screen: bool,
}

/// Both ends.
pub fn pair() -> io::Result<(Arc<Wake>, Sleep)> {
    let (reader, writer) = io::pipe()?;
    let wake = Arc::new(Wake {
        pipe: writer,
        files: AtomicBool::new(false),
        screen: AtomicBool::new(false),
    });
    let sleep = Sleep {
        pipe: reader,
        wake: wake.clone(),
    };
    Ok((wake, sleep))
}

impl Wake {
    /// Files were touched.
    pub fn files(&self) {
        self.tell(&self.files);
    }

    /// The screen changed.
    pub fn screen(&self) {
        self.tell(&self.screen);
    }

    /// One byte for each reason that is not known yet, so the pipe never fills.
    fn tell(&self, reason: &AtomicBool) {
        if !reason.swap(true, Ordering::SeqCst) {
            let _ = (&self.pipe).write_all(&[0]);
        }
    }
}

impl Sleep {
    /// Why it was woken since the last call. Call it when [`Sleep::as_fd`] is ready to be read.
    pub fn reasons(&mut self) -> Reasons {
        let mut bytes = [0; 2];
        // The bytes go before the reasons: one that is told in between wakes once more.
        let _ = self.pipe.read(&mut bytes);
        Reasons {
            files: self.wake.files.swap(false, Ordering::SeqCst),
            screen: self.wake.screen.swap(false, Ordering::SeqCst),
        }
    }
}

impl AsFd for Sleep {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_many_times_wakes_once() {
        let (wake, mut sleep) = pair().expect("a pipe");
        for _ in 0..100_000 {
            wake.files();
        }
        let files = Reasons {
            files: true,
            screen: false,
        };
        assert_eq!(sleep.reasons(), files);
        wake.screen();
        assert!(sleep.reasons().screen);
    }
}
