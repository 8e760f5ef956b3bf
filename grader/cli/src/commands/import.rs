//! `grader import`

use super::Exit;
use crate::arguments::Import;
use crate::captures::dump::find;
use crate::captures::written::{self, Taken};
use crate::refusal::{CapturingRefusal, Refusal};
use crate::render;
use crate::session::Session;

pub(super) fn run(arguments: &Import, session: &Session) -> Result<Exit, Refusal> {
    let folder = arguments.dump.clone();
    let found = find(&folder).map_err(|error| CapturingRefusal::Unreadable {
        folder: folder.clone(),
        error,
    })?;
    if found.is_empty() {
        return Err(CapturingRefusal::NoDump { folder }.into());
    }
    let out = arguments.out.clone();
    if found.len() == 1 && out.exists() {
        return Err(CapturingRefusal::Exists { folder: out }.into());
    }
    let mut taken = Vec::new();
    for launch in &found {
        taken.push(match written::captured(launch) {
            Err(not_taken) => Taken::Not(not_taken),
            Ok(captured) => {
                let folder = match found.len() {
                    1 => out.clone(),
                    _ => written::free_folder(&out, &captured.kernel),
                };
                written::write(&captured, &folder).map_err(unwritten)?
            }
        });
    }
    session.show(
        &render::captures(session.page, &session.program, &taken),
        None,
    )?;
    end(&taken)
}

/// Exit code 0 if a launch was taken.
pub(super) fn end(taken: &[Taken]) -> Result<Exit, Refusal> {
    match taken.iter().any(|it| matches!(it, Taken::Folder { .. })) {
        true => Ok(Exit::Good),
        false => Err(CapturingRefusal::NothingTaken.into()),
    }
}

pub(super) fn unwritten(unwritten: written::Unwritten) -> Refusal {
    Refusal::Replace {
        path: unwritten.path,
        error: unwritten.error,
    }
}
