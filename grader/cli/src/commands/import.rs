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
    let folder_of = |kernel: &str| match found.len() {
        1 => out.clone(),
        _ => written::free_folder(&out, kernel),
    };
    let taken = written::write_all(&found, folder_of).map_err(unwritten)?;
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
