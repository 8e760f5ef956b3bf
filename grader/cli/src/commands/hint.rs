//! `grader hint`: the written tiers, then those that the repair of the student's own kernel gives.

use super::Exit;
use crate::arguments::Hint;
use crate::exercises::course_folder::CourseFolder;
use crate::exercises::selection;
use crate::files::progress_file::{Note, Store};
use crate::files::submission;
use crate::refusal::Refusal;
use crate::render::{self, Own, OwnHints};
use crate::session::Session;
use course::{Exercise, OWN_TIERS, RepairLimits, Settings, Simulator, TIERS};

pub(super) fn run(arguments: &Hint, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let slug = &exercise.manifest.slug;
    let tiers = &exercise.hints.0[..folder.tiers().min(TIERS)];
    let written = u32::try_from(tiers.len()).unwrap_or(u32::MAX);
    let store = Store::of(&folder.root);
    let seen = store.read().of(slug).hint;
    let next = seen.saturating_add(u32::from(arguments.more)).max(1);
    let (mut shown, mut own) = (next.min(written), Own::Absent);
    if exercise.shows_repairs() {
        own = match next.checked_sub(written) {
            None | Some(0) => Own::Unseen,
            Some(tier) => {
                let tier = tier.min(OWN_TIERS);
                let hints = own_hints(exercise, &folder, session)?;
                if hints.why_none().is_none() {
                    shown = written + tier;
                }
                Own::Seen(tier, hints)
            }
        };
    }
    let (_, notes) = store.change(|progress| progress.of_mut(slug).hint = shown);
    // If progress cannot be kept, the next tier is unknown: `--more` then shows all that are written.
    let is_kept = !notes
        .iter()
        .any(|note| matches!(note, Note::NotKept { .. }));
    if arguments.more && !is_kept {
        shown = shown.max(written);
    }
    let text = render::hint(
        session.page,
        &session.program,
        &exercise.name(),
        tiers,
        shown.min(written) as usize,
        &own,
    );
    session.show(&text, None)?;
    session.remark_notes(&notes);
    Ok(Exit::Good)
}

/// The hints that the student's own kernel gives.
fn own_hints(
    exercise: &Exercise,
    folder: &CourseFolder,
    session: &Session,
) -> Result<OwnHints, Refusal> {
    let files = folder.files_of(exercise).into_iter().map(|file| file.own);
    let submission = submission::read(files).map_err(|file| Refusal::File {
        reset: Some(exercise.manifest.slug.clone()),
        file,
    })?;
    let settings = Settings {
        repair: RepairLimits::WHOLE,
        ..Settings::default()
    };
    let mut simulator = Simulator::default();
    let mut watch = session.line.watch(&exercise.manifest.slug);
    let report = course::check(
        exercise,
        &submission,
        &mut [&mut simulator],
        &settings,
        &mut watch,
    );
    session.line.clear();
    let kernel = submission.kernel.as_ref();
    Ok(OwnHints::of(session.page, &report, kernel))
}
