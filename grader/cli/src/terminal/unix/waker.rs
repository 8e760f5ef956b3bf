//! Wakes a command that waits for keys: a thread that saw a file or the screen change writes to a pipe (the
//! self-pipe trick), and the command polls the pipe's reading end beside its keyboard.

use crate::terminal::Woken;
use crate::terminal::keyboard::{Keyboard, Typed};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reasons {
    files: bool,
    screen: bool,
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
    /// Waits for a key, a waker, the end of a pipe at standard input or output, or `patience`.
    pub fn wait(&mut self, keyboard: Option<&Keyboard>, patience: Duration) -> Woken {
        let (stdin, stdout) = (io::stdin(), io::stdout());
        // Even without requested events, `poll` reports that the other end of a pipe was closed.
        let input = match keyboard {
            Some(_) => PollFlags::IN,
            None => PollFlags::empty(),
        };
        let mut ends = [
            PollFd::new(&stdin, input),
            PollFd::new(&stdout, PollFlags::empty()),
            PollFd::new(&self.pipe, PollFlags::IN),
        ];
        let patience = Timespec::try_from(patience).ok();
        // A signal ends the wait early, and then nothing is ready.
        if !poll(&mut ends, patience.as_ref()).is_ok_and(|ready| ready > 0) {
            return match keyboard {
                Some(keyboard) if keyboard.resume() => Woken::Screen,
                _ => Woken::Patience,
            };
        }
        let [input, output, woken] = ends.map(|end| end.revents());
        let closed = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        if input.union(output).intersects(closed) {
            return Woken::Gone;
        }
        if woken.intersects(PollFlags::IN) {
            return match self.reasons().screen {
                true => Woken::Screen,
                false => Woken::Files,
            };
        }
        match keyboard.map(Keyboard::read) {
            Some(Typed::Key(key)) => Woken::Key(key),
            Some(Typed::Gone) => Woken::Gone,
            Some(Typed::Nothing) | None => Woken::Other,
        }
    }

    /// The reasons since the last call. Call it when the pipe is readable.
    fn reasons(&mut self) -> Reasons {
        let mut bytes = [0; 2];
        // The bytes are read before the reasons: a reason set in between wakes once more.
        let _ = self.pipe.read(&mut bytes);
        Reasons {
            files: self.waker.files.swap(false, Ordering::SeqCst),
            screen: self.waker.screen.swap(false, Ordering::SeqCst),
        }
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
