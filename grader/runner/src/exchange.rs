//! Translates a launch into a request, and a reply into an outcome.

use crate::frame::{decode, encode};
use crate::lost::garbage;
use launch::Launch;
use launch::fault::Fault;
use launch::outcome::{Outcome, Ran};
use launch::protocol::{Failure, Reply, Request, Run};

/// The outcome in a reply, and whether the child must be replaced.
pub(crate) fn judge(launch: &Launch, frame: &[u8]) -> (Outcome, bool) {
    match decode(frame) {
        Some(Reply::Ran(ran)) => match Ran::of(launch, &ran) {
            Some(ran) => (Outcome::Ran(ran), false),
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
        | Failure::NotTranslated { .. }
        | Failure::RequiredWorkGroup { .. } => false,
    }
}

/// The frame that requests a launch, and an upper bound of its reply in bytes.
pub(crate) fn request(launch: &Launch) -> Result<(Vec<u8>, usize), Fault> {
    let run = Run::of(launch);
    let reply = run.reply_size();
    Ok((encode(&Request::Run(run))?, reply))
}
