//! The process's own streams: the protocol's descriptors, moved out of the reach of `printf`, and
//! the thread that reads requests and ends the process when they end.

use launch::protocol::MAX_FRAME;
use rustix::io::fcntl_dupfd_cloexec;
use rustix::process::{Signal, getpid, kill_process};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The two directions of the protocol.
pub(crate) struct Streams {
    /// Request frames, in order of arrival. The process ends before this does.
    pub(crate) requests: Receiver<Vec<u8>>,
    replies: File,
    frame: Vec<u8>,
}

impl Streams {
    /// Moves the protocol to descriptors of its own, puts the null device in their place, and
    /// starts reading.
    pub(crate) fn take() -> io::Result<Streams> {
        let mut input = File::from(fcntl_dupfd_cloexec(io::stdin(), 3)?);
        let replies = File::from(fcntl_dupfd_cloexec(io::stdout(), 3)?);
        dup2_stdin(File::open("/dev/null")?)?;
        silence_output()?;

        let (sender, requests) = channel();
        thread::Builder::new()
            .name("requests".into())
            .spawn(move || {
                while let Ok(Some(frame)) = read_frame(&mut input) {
                    if sender.send(frame).is_err() {
                        break;
                    }
                }
                end();
            })?;
        Ok(Streams {
            requests,
            replies,
            frame: Vec::new(),
        })
    }

    /// Sends one message. The process ends if the parent is gone.
    pub(crate) fn send(&mut self, message: &impl Serialize) {
        self.frame.clear();
        self.frame.extend_from_slice(&[0; 4]);
        let frame = std::mem::take(&mut self.frame);
        let Ok(mut frame) = postcard::to_extend(message, frame) else {
            end()
        };
        let length = u32::try_from(frame.len() - 4).unwrap_or(u32::MAX);
        frame[..4].copy_from_slice(&length.to_le_bytes());
        if self.replies.write_all(&frame).is_err() {
            end()
        }
        self.frame = frame;
    }
}

/// Sends whatever is printed from now on nowhere.
pub(crate) fn silence_output() -> io::Result<()> {
    // Opened once: a sealed process opens nothing for writing.
    static NULL: OnceLock<File> = OnceLock::new();
    let null = match NULL.get() {
        Some(null) => null,
        None => {
            let null = File::options().write(true).open("/dev/null")?;
            NULL.get_or_init(|| null)
        }
    };
    dup2_stdout(null)?;
    Ok(())
}

/// Ends the process without running anybody's exit handlers: a driver's would wait for a kernel.
pub(crate) fn end() -> ! {
    loop {
        // A process can always signal itself; the loop is for the type.
        let _ = kill_process(getpid(), Signal::KILL);
        thread::yield_now();
    }
}

/// The next frame, or none at the end of the stream.
fn read_frame(input: &mut File) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut frame = Vec::with_capacity(length);
    let got = input.take(length as u64).read_to_end(&mut frame)?;
    Ok((got == length).then_some(frame))
}
