//! Captures what a kernel prints: the first part is kept, the rest is thrown away cheaply.
//!
//! A kernel that prints without end must not fill a disk, block on a full pipe or grow this
//! process. So a thread drains the pipe, and once it has enough it points standard output at the
//! null device, where further prints cost the kernel almost nothing. It is one thread for all launches,
//! started before the first: in a sealed process none can be started later.

use super::silence_output;
use crate::opencl::flush_c_output;
use crate::printf::{Printed, keep};
use rustix::stdio::dup2_stdout;
use std::io::{self, PipeReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The thread that takes what launches print.
pub(crate) struct Drain {
    pipes: Sender<PipeReader>,
    printed: Receiver<Printed>,
}

/// A capture of standard output that is under way.
pub(crate) struct Capture<'a> {
    drain: &'a Drain,
}

impl Drain {
    /// Starts the thread.
    pub(crate) fn start() -> io::Result<Drain> {
        let (pipes, to_drain) = channel();
        let (done, printed) = channel();
        thread::Builder::new()
            .name("printf".into())
            .spawn(move || {
                while let Ok(pipe) = to_drain.recv() {
                    if done.send(drain(pipe)).is_err() {
                        break;
                    }
                }
            })?;
        Ok(Drain { pipes, printed })
    }

    /// Captures standard output from now on.
    pub(crate) fn capture(&self) -> io::Result<Capture<'_>> {
        let (output, input) = io::pipe()?;
        self.pipes.send(output).map_err(io::Error::other)?;
        dup2_stdout(input)?;
        Ok(Capture { drain: self })
    }
}

impl Capture<'_> {
    /// Ends the capture once the launch has ended.
    pub(crate) fn finish(self) -> io::Result<Printed> {
        flush_c_output();
        // The pipe's last writer goes, so the thread meets its end.
        silence_output()?;
        Ok(self.drain.printed.recv().unwrap_or_default())
    }
}

fn drain(mut output: PipeReader) -> Printed {
    let mut printed = Printed::default();
    let mut chunk = [0; 16 << 10];
    while let Ok(count @ 1..) = output.read(&mut chunk) {
        let was_cut = printed.cut;
        keep(&mut printed, &chunk[..count]);
        if printed.cut && !was_cut {
            // Should that fail, this loop goes on draining: slower, and as safe.
            let _ = silence_output();
        }
    }
    printed
}
