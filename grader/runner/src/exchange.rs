//! Translates a launch into a request, and a reply into an outcome.

use crate::frame::{decode, encode};
use crate::guard;
use crate::lost::garbage;
use launch::fault::Fault;
use launch::outcome::{BufferAfter, Outcome, Ran};
use launch::protocol::{self, Failure, Reply, Request, RunArgument};
use launch::{Argument, Buffer, Launch};
use serde_bytes::Bytes;
use std::borrow::Cow;

/// The outcome in a reply, and whether the child must be replaced.
pub(crate) fn judge(launch: &Launch, frame: &[u8]) -> (Outcome, bool) {
    match decode(frame) {
        Some(Reply::Ran(ran)) => match compare(launch, &ran) {
            Some(outcome) => (outcome, false),
            None => (
                Outcome::Fault(garbage("not the buffers that it was given")),
                true,
            ),
        },
        Some(Reply::Failed(failure)) => {
            let lost = is_unclean(&failure);
            (Outcome::Failed(failure), lost)
        }
        Some(Reply::Fault { message }) => (Outcome::Fault(Fault::Reported { message }), true),
        _ => (Outcome::Fault(garbage("not an answer to a launch")), true),
    }
}

/// Must the process be replaced after this failure? Only failures detected before the launch leave
/// its state intact.
fn is_unclean(failure: &Failure) -> bool {
    match failure {
        Failure::OutOfResources { shortage, .. } => shortage.is_none(),
        Failure::DeviceLost { .. } | Failure::Refused { .. } => true,
        Failure::NoSuchKernel { .. }
        | Failure::Arguments { .. }
        | Failure::Range(_)
        | Failure::RequiredWorkGroup { .. } => false,
    }
}

/// Splits contents from guard bands. `None` if the reply does not match the launch.
fn compare(launch: &Launch, ran: &protocol::Ran<'_>) -> Option<Outcome> {
    let given: Vec<(usize, &Buffer)> = launch
        .arguments
        .iter()
        .enumerate()
        .filter_map(|(index, argument)| match argument {
            Argument::Buffer(buffer) => Some((index, buffer)),
            _ => None,
        })
        .collect();
    if given.len() != ran.buffers.len() {
        return None;
    }
    let mut buffers = Vec::with_capacity(given.len());
    for ((argument, buffer), bytes) in given.into_iter().zip(&ran.buffers) {
        let (contents, strays) = guard::split(argument, buffer, bytes)?;
        buffers.push(BufferAfter {
            contents: contents.to_vec(),
            strays,
        });
    }
    let images = launch
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Image(image) => Some(image.contents.len()),
            _ => None,
        });
    if !images.eq(ran.images.iter().map(|bytes| bytes.len())) {
        return None;
    }
    Some(Outcome::Ran(Ran {
        buffers,
        images: ran.images.iter().map(|bytes| bytes.to_vec()).collect(),
        nanoseconds: ran.nanoseconds,
        printf: String::from_utf8_lossy(ran.printf).into_owned(),
        printf_cut: ran.printf_cut,
        findings: Vec::new(),
    }))
}

/// The frame that requests a launch, and an upper bound of its reply in bytes.
pub(crate) fn request(launch: &Launch) -> Result<(Vec<u8>, usize), Fault> {
    let arguments = launch.arguments.iter().map(|argument| match argument {
        Argument::Buffer(buffer) if !buffer.initialized => RunArgument::Poisoned {
            scalar: buffer.element.scalar,
            bytes: buffer.contents.len(),
        },
        Argument::Buffer(buffer) => RunArgument::Buffer {
            scalar: buffer.element.scalar,
            contents: Bytes::new(&buffer.contents),
        },
        Argument::Value { bytes, .. } => RunArgument::Value(Bytes::new(bytes)),
        Argument::Local { bytes, .. } => RunArgument::Local(*bytes),
        Argument::Null { .. } => RunArgument::Null,
        Argument::Image(image) => RunArgument::Image {
            kind: image.kind,
            format: image.format,
            size: image.size,
            access: image.access,
            contents: Bytes::new(&image.contents),
        },
        Argument::Sampler { sampler, .. } => RunArgument::Sampler(*sampler),
    });
    let run = protocol::Run {
        kernel: &launch.kernel,
        arguments: arguments.collect(),
        range: Cow::Borrowed(&launch.range),
        offset: Cow::Borrowed(launch.range.offset.as_deref().unwrap_or_default()),
    };
    let reply = run.reply_size();
    Ok((encode(&Request::Run(run))?, reply))
}
