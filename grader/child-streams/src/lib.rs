//! The two directions of the protocol ([`launch::protocol`]) in a child process of `grader`, and the thread that reads
//! requests and ends the process when they end. How the process's own streams are taken, and how it ends, is the
//! child's to say. What it measures, it measures until the times are steady ([`sample_until`]).

#![warn(missing_docs)]

mod measuring;

pub use measuring::{sample_until, write_fill};

use launch::protocol::MAX_FRAME;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The two directions of the protocol.
pub struct Streams {
    /// Request frames, in order of arrival. The process ends before this does.
    pub requests: Receiver<Vec<u8>>,
    replies: File,
    /// The last frame, whose memory is used again.
    frame: Vec<u8>,
    end: fn() -> !,
}

impl Streams {
    /// Starts to read requests from the first of `streams`; replies go to the second. `end` ends the process.
    pub fn over((mut input, replies): (File, File), end: fn() -> !) -> io::Result<Streams> {
        let (sender, requests) = channel();
        let read = move || {
            while let Ok(Some(frame)) = read_frame(&mut input) {
                if sender.send(frame).is_err() {
                    break;
                }
            }
            end();
        };
        thread::Builder::new().name("requests".into()).spawn(read)?;
        Ok(Streams {
            requests,
            replies,
            frame: Vec::new(),
            end,
        })
    }

    /// Sends one message. The process ends if the parent is gone.
    pub fn send(&mut self, message: &impl Serialize) {
        self.frame.clear();
        self.frame.extend_from_slice(&[0; 4]);
        let frame = std::mem::take(&mut self.frame);
        let Ok(mut frame) = postcard::to_extend(message, frame) else {
            (self.end)()
        };
        let length = u32::try_from(frame.len() - 4).unwrap_or(u32::MAX);
        frame[..4].copy_from_slice(&length.to_le_bytes());
        if self.replies.write_all(&frame).is_err() {
            (self.end)()
        }
        self.frame = frame;
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
