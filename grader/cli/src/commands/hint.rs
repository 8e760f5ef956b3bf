//! `grader hint`: the written tiers, then those that the repair of the student's own kernel gives.

use super::Exit;
use crate::arguments::Hint;
use crate::exercises::course_folder::CourseFolder;
use crate::exercises::selection;
use crate::files::progress_file::{Note, Store};
use crate::files::submission;
use crate::refusal::Refusal;
use crate::render::{self, OwnHints};
use crate::session::Session;
use course::{Exercise, OWN_TIERS, RepairLimits, Settings, Simulator, Verdict};

pub(super) fn run(arguments: &Hint, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let slug = &exercise.manifest.slug;
    let tiers = &exercise.hints.0;
    let written = u32::try_from(tiers.len()).unwrap_or(u32::MAX);
    let store = Store::of(&folder.root);
    let seen = store.read().of(slug).hint;
    let next = seen.saturating_add(u32::from(arguments.more)).max(1);
    let (mut shown, mut own) = (next.min(written), OwnHints::Absent);
    if exercise.shows_repairs() {
        own = match next.checked_sub(written) {
            None | Some(0) => OwnHints::Unseen,
            Some(tier) => own_hints(exercise, &folder, tier.min(OWN_TIERS), session)?,
        };
        if let OwnHints::Repair { shown: tier, .. } = &own {
            shown = written + tier;
        }
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

/// The first `tier` hints that the student's own kernel gives.
fn own_hints(
    exercise: &Exercise,
    folder: &CourseFolder,
    tier: u32,
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
    Ok(match (report.remedy, submission.kernel) {
        (Some(remedy), Some(kernel)) => OwnHints::Repair {
            remedy: Box::new(remedy),
            kernel,
            shown: tier,
        },
        _ => match report.verdict {
            Verdict::Passed | Verdict::WrongAnswers => OwnHints::Passes,
            Verdict::BuildFailed { .. }
            | Verdict::NoSuchKernel { .. }
            | Verdict::OtherArguments { .. } => OwnHints::NotRun,
            _ => OwnHints::NotFound,
        },
    })
}
