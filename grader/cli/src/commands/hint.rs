//! `grader hint`

use super::Exit;
use crate::arguments::Hint;
use crate::exercises::selection;
use crate::files::progress_file::{Note, Store};
use crate::refusal::Refusal;
use crate::render;
use crate::session::Session;

pub(super) fn run(arguments: &Hint, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let tiers = &exercise.hints.0;
    let all = u32::try_from(tiers.len()).unwrap_or(u32::MAX);
    let mut shown = 1;
    let (_, notes) = Store::of(&folder.root).change(|progress| {
        let record = progress.of_mut(&exercise.manifest.slug);
        let next = record.hint.saturating_add(u32::from(arguments.more));
        shown = next.clamp(1, all);
        record.hint = shown;
    });
    // If progress cannot be kept, the next tier is unknown: `--more` then shows all of them.
    if arguments.more
        && notes
            .iter()
            .any(|note| matches!(note, Note::NotKept { .. }))
    {
        shown = all;
    }
    let text = render::hint(
        session.page,
        &session.program,
        &exercise.name(),
        tiers,
        shown as usize,
    );
    session.show(&text, None)?;
    session.remark_notes(&notes);
    Ok(Exit::Good)
}
