//! `grader solution`: the course's own kernel, beside the student's, once that has passed.

use super::Exit;
use crate::arguments::Solution;
use crate::embedded;
use crate::progress_file::Store;
use crate::refusal::Refusal;
use crate::render;
use crate::selection;
use crate::session::Session;
use crate::student_file;
use course::State;
use launch::sanitise::visible;

pub(super) fn run(arguments: &Solution, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let slug = &exercise.manifest.slug;
    if Store::of(&folder.root).read().of(slug).state() != State::Passed {
        return Err(Refusal::NotPassedYet { slug: slug.clone() });
    }
    let solution =
        embedded::solution(slug).ok_or_else(|| Refusal::NoSolution { slug: slug.clone() })?;
    let text = if arguments.diff {
        let path = folder.kernel_of(exercise);
        let own = student_file::read(&path).map_err(|file| Refusal::File {
            reset: Some(slug.clone()),
            file,
        })?;
        let own_name = path.display().to_string();
        render::diff(session.page, (&own_name, &own), ("the solution", &solution))
    } else {
        visible(&solution)
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}
