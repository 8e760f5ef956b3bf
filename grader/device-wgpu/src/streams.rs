//! The two directions of the protocol, and the thread that reads requests and ends the process when they end.

use launch::protocol::MAX_FRAME;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

pub(crate) struct Streams {
    /// Request frames, in order of arrival. The process ends before this does.
    pub(crate) requests: Receiver<Vec<u8>>,
    replies: File,
}

impl Streams {
    /// Moves the protocol out of the reach of drivers, and starts reading.
    pub(crate) fn take() -> io::Result<Streams> {
        let (mut input, replies) = own_streams()?;
        let (sender, requests) = channel();
        let read = move || {
            while let Ok(Some(frame)) = read_frame(&mut input) {
                if sender.send(frame).is_err() {
                    break;
                }
            }
            std::process::exit(0);
        };
        thread::Builder::new().name("requests".into()).spawn(read)?;
        Ok(Streams { requests, replies })
    }

    /// Sends one message. The process ends if the parent is gone.
    pub(crate) fn send(&mut self, message: &impl Serialize) {
        let Ok(mut frame) = postcard::to_extend(message, vec![0; 4]) else {
            std::process::exit(2);
        };
        let length = u32::try_from(frame.len() - 4).unwrap_or(u32::MAX);
        frame[..4].copy_from_slice(&length.to_le_bytes());
        if self.replies.write_all(&frame).is_err() {
            std::process::exit(2);
        }
    }
}

/// Descriptors of our own; what drivers print goes to standard error.
#[cfg(unix)]
fn own_streams() -> io::Result<(File, File)> {
    use rustix::io::fcntl_dupfd_cloexec;
    use rustix::stdio::{dup2_stdin, dup2_stdout};
    let input = File::from(fcntl_dupfd_cloexec(io::stdin(), 3)?);
    let output = File::from(fcntl_dupfd_cloexec(io::stdout(), 3)?);
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    Ok((input, output))
}

/// The process's own handles.
#[cfg(windows)]
fn own_streams() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle;
    let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
    Ok((input, output))
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
