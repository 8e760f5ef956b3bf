//! Captures what a kernel prints: the first part is kept, the rest is thrown away cheaply.
//!
//! A kernel that prints without end must not fill a disk, block on a full pipe or grow this
//! process. So a thread drains the pipe, and once it has enough it points standard output at the
//! null device, where further prints cost the kernel almost nothing.

use crate::opencl::flush_c_output;
use crate::streams::silence_output;
use launch::protocol::MAX_PRINTF;
use rustix::stdio::dup2_stdout;
use std::io::{self, PipeReader, Read};
use std::thread::{self, JoinHandle};

/// A capture of standard output that is under way.
pub(crate) struct Capture {
    drain: JoinHandle<Printed>,
}

/// What a launch printed.
#[derive(Default)]
pub(crate) struct Printed {
    /// The first bytes, at most [`MAX_PRINTF`].
    pub(crate) bytes: Vec<u8>,
    /// Were there more?
    pub(crate) cut: bool,
}

impl Capture {
    /// Captures standard output from now on.
    pub(crate) fn start() -> io::Result<Capture> {
        let (output, input) = io::pipe()?;
        dup2_stdout(input)?;
        let drain = thread::Builder::new()
            .name("printf".into())
            .spawn(move || drain(output))?;
        Ok(Capture { drain })
    }

    /// Ends the capture once the launch has ended.
    pub(crate) fn finish(self) -> io::Result<Printed> {
        flush_c_output();
        // The pipe's last writer goes, so the thread meets its end.
        silence_output()?;
        Ok(self.drain.join().unwrap_or_default())
    }
}

fn drain(mut output: PipeReader) -> Printed {
    let mut printed = Printed::default();
    let mut chunk = [0; 16 << 10];
    while let Ok(count @ 1..) = output.read(&mut chunk) {
        let room = MAX_PRINTF - printed.bytes.len();
        let kept = count.min(room);
        printed.bytes.extend_from_slice(&chunk[..kept]);
        if kept < count && !printed.cut {
            printed.cut = true;
            // Should that fail, this loop goes on draining: slower, and as safe.
            let _ = silence_output();
        }
    }
    printed
}
