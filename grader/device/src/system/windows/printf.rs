//! Captures what a kernel prints. A thread empties the pipe that is standard output, keeps the bytes while a
//! capture is under way, and throws away the rest. A mark, which this process writes into the same pipe, shows that
//! all that was printed before has come out: no kernel knows it, because it is random.

use crate::opencl::flush_c_output;
use crate::printf::{Printed, keep};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::windows::io::OwnedHandle;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// The bytes of a mark.
const MARK: usize = 16;

/// What is known of the pipe.
#[derive(Default)]
struct State {
    /// Is a capture under way?
    captures: bool,
    printed: Printed,
    /// Marks that have come out.
    marks: u64,
    is_over: bool,
}

struct Output {
    writer: PipeWriter,
    mark: [u8; MARK],
    state: Mutex<State>,
    changed: Condvar,
}

static OUTPUT: OnceLock<Output> = OnceLock::new();

/// What takes the output of launches.
pub(crate) struct Drain(&'static Output);

/// A capture of standard output that is under way.
pub(crate) struct Capture<'a> {
    drain: &'a Drain,
}

/// Makes the pipe and starts the thread, once. Returns the end to be written to.
pub(super) fn begin() -> io::Result<OwnedHandle> {
    let (reader, writer) = io::pipe()?;
    let theirs = writer.try_clone()?;
    let random = || RandomState::new().hash_one(0).to_le_bytes();
    let mut mark = [0; MARK];
    mark[..8].copy_from_slice(&random());
    mark[8..].copy_from_slice(&random());
    let output = OUTPUT.get_or_init(|| Output {
        writer,
        mark,
        state: Mutex::default(),
        changed: Condvar::new(),
    });
    thread::Builder::new()
        .name("printf".into())
        .spawn(move || output.empty(reader))?;
    Ok(theirs.into())
}

impl Drain {
    /// The thread runs since the streams were taken.
    pub(crate) fn start() -> io::Result<Drain> {
        let output = OUTPUT.get().ok_or(io::ErrorKind::NotConnected)?;
        Ok(Drain(output))
    }

    /// Captures standard output from now on.
    pub(crate) fn capture(&self) -> io::Result<Capture<'_>> {
        let mut state = self.0.all_that_was_printed()?;
        state.printed = Printed::default();
        state.captures = true;
        Ok(Capture { drain: self })
    }
}

impl Capture<'_> {
    /// Ends the capture once the launch has ended.
    pub(crate) fn finish(self) -> io::Result<Printed> {
        flush_c_output();
        let mut state = self.drain.0.all_that_was_printed()?;
        state.captures = false;
        Ok(std::mem::take(&mut state.printed))
    }
}

impl Output {
    /// Waits until all that was printed before this call has come out of the pipe.
    fn all_that_was_printed(&self) -> io::Result<MutexGuard<'_, State>> {
        let before = self.lock().marks;
        (&self.writer).write_all(&self.mark)?;
        let is_due = |state: &mut State| state.marks == before && !state.is_over;
        let waited = self.changed.wait_while(self.lock(), is_due);
        Ok(waited.unwrap_or_else(PoisonError::into_inner))
    }

    fn empty(&self, mut reader: PipeReader) {
        let mut unread = Vec::new();
        let mut chunk = [0; 16 << 10];
        while let Ok(count @ 1..) = reader.read(&mut chunk) {
            unread.extend_from_slice(&chunk[..count]);
            let mut state = self.lock();
            while let Some(at) = unread.windows(MARK).position(|it| *it == self.mark) {
                state.take(&unread[..at]);
                unread.drain(..at + MARK);
                state.marks += 1;
            }
            // The beginning of a mark may be among the last bytes.
            let settled = unread.len().saturating_sub(MARK - 1);
            state.take(&unread[..settled]);
            unread.drain(..settled);
            drop(state);
            self.changed.notify_all();
        }
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(&mut self, bytes: &[u8]) {
        if self.captures {
            keep(&mut self.printed, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::windows::io::OwnedHandle;

    fn print(to: &OwnedHandle, text: &str) {
        let mut file = std::fs::File::from(to.try_clone().unwrap());
        file.write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn a_capture_has_what_is_printed_in_it_and_nothing_else() {
        let pipe = begin().unwrap();
        print(&pipe, "a driver's greeting");
        let drain = Drain::start().unwrap();
        let capture = drain.capture().unwrap();
        print(&pipe, "i = 7\n");
        let printed = capture.finish().unwrap();
        assert_eq!(printed.bytes, b"i = 7\n");
        assert!(!printed.cut);
        print(&pipe, "in between");
        let none = drain.capture().unwrap().finish().unwrap();
        assert_eq!(none, Printed::default());
    }
}
