//! The process's own streams: the protocol's, moved out of the reach of `printf`, and the thread that reads requests and ends the process when they end.

use crate::system::{end, take_streams};
use launch::protocol::MAX_FRAME;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
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
    /// Moves the protocol out of the reach of drivers and kernels, and starts reading.
    pub(crate) fn take() -> io::Result<Streams> {
        let (mut input, replies) = take_streams()?;
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
