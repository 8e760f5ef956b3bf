//! `grader solution`: the course's own kernel, next to the student's, once that has passed.

use super::Exit;
use crate::arguments::Solution;
use crate::exercises::course_folder::{ANSWERS, SOLUTION, Work};
use crate::exercises::embedded;
use crate::exercises::selection;
use crate::files::progress_file::Store;
use crate::files::student_file;
use crate::refusal::Refusal;
use crate::render;
use crate::session::Session;
use course::State;
use launch::sanitise::{visible, visible_line};

pub(super) fn run(arguments: &Solution, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let slug = &exercise.manifest.slug;
    if Store::of(&folder.root).read().of(slug).state() != State::Passed {
        return Err(Refusal::NotPassedYet { slug: slug.clone() });
    }
    let files: Vec<(Work, Option<&str>)> = folder
        .files_of(exercise)
        .into_iter()
        .map(|file| {
            let name = match file.own {
                Work::Kernel(_) => SOLUTION,
                Work::Answers(_) => ANSWERS,
            };
            (file.own, embedded::solution(slug, name))
        })
        .collect();
    let several = files.len() > 1;
    let mut text = String::new();
    for (own, solution) in files {
        let solution = solution.ok_or_else(|| Refusal::NoSolution { slug: slug.clone() })?;
        let own_name = own.path().display().to_string();
        if arguments.diff {
            let own = student_file::read(own.path()).map_err(|file| Refusal::File {
                reset: Some(slug.clone()),
                file,
            })?;
            let diff = render::diff(session.page, (&own_name, &own), ("the solution", solution));
            text.push_str(&diff);
        } else {
            if several {
                let comment = match own {
                    Work::Kernel(_) => "//",
                    Work::Answers(_) => "#",
                };
                text.push_str(&format!("{comment} {}\n", visible_line(&own_name)));
            }
            text.push_str(&visible(solution));
        }
    }
    session.show(&text, None)?;
    Ok(Exit::Good)
}
