//! Encodes requests as frames, and decodes replies.

use launch::fault::Fault;
use launch::measurement::Measure;
use launch::protocol::{MAX_FRAME, Reply, Request, RunArgument};

/// A frame: the length of the message, then the message.
pub(crate) fn encode(request: &Request<'_>) -> Result<Vec<u8>, Fault> {
    let room = match request {
        Request::Run(run) => run.arguments.iter().map(sent).sum(),
        Request::Build { source, .. } | Request::Compile { source, .. } => source.text.len(),
        Request::Load(load) => load.binary.len(),
        Request::Measure(Measure::Write { contents, .. }) => contents.len(),
        Request::Devices | Request::Measure(_) => 0,
    };
    let mut frame = Vec::with_capacity(room.min(MAX_FRAME) + 64);
    frame.extend_from_slice(&[0; 4]);
    let mut frame = postcard::to_extend(request, frame).map_err(|error| Fault::Reported {
        message: error.to_string(),
    })?;
    let length = frame.len() - 4;
    if length > MAX_FRAME {
        return Err(Fault::TooLarge {
            asked: length,
            limit: MAX_FRAME,
        });
    }
    // `MAX_FRAME` fits in 32 bits.
    frame[..4].copy_from_slice(&(length as u32).to_le_bytes());
    Ok(frame)
}

/// The approximate size of an argument in a message, in bytes.
fn sent(argument: &RunArgument<'_>) -> usize {
    match argument {
        RunArgument::Buffer {
            contents: bytes, ..
        }
        | RunArgument::Value(bytes) => bytes.len() + 16,
        RunArgument::Image { contents, .. } => contents.len() + 32,
        RunArgument::Poisoned { .. }
        | RunArgument::Local(_)
        | RunArgument::Null
        | RunArgument::Sampler(_) => 16,
    }
}

/// The reply in a frame. `None` if it holds anything else.
pub(crate) fn decode(frame: &[u8]) -> Option<Reply<'_>> {
    match postcard::take_from_bytes(frame) {
        Ok((reply, [])) => Some(reply),
        _ => None,
    }
}
