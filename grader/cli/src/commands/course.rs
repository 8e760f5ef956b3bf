//! `grader course`: for instructors.

use super::{Exit, new_exercise};
use crate::arguments::CourseCommand;
use crate::exercises::course_check::{self, Flaw};
use crate::exercises::course_folder::{NoCourse, as_typed};
use crate::exercises::snapshots::Reporter;
use crate::refusal::Refusal;
use crate::render::{Page, Tone};
use crate::session::Session;
use course::Exercise;
use launch::sanitise::visible_line;

pub(super) fn run(command: &CourseCommand, session: &Session) -> Result<Exit, Refusal> {
    match command {
        CourseCommand::Check => check(session),
        #[cfg(feature = "full")]
        CourseCommand::Pack(arguments) => super::course_pack::run(arguments, session),
        #[cfg(not(feature = "full"))]
        CourseCommand::Pack(_) => super::not_built("course pack"),
        CourseCommand::New(arguments) => {
            let folder = session.course()?;
            let text = new_exercise::make(arguments, &folder, session)?;
            session.show(&text, None)?;
            Ok(Exit::Good)
        }
    }
}

fn check(session: &Session) -> Result<Exit, Refusal> {
    let page = session.page;
    let folder = match session.course() {
        Err(Refusal::NoCourse(NoCourse::Damaged(errors))) => {
            let lines: String = errors
                .iter()
                .map(|error| page.wrap(" --  ", "     ", &visible_line(&error.to_string())))
                .collect();
            session.show(&lines, None)?;
            return Ok(Exit::Short);
        }
        other => other?,
    };
    let mut reporter = Reporter::start()?;
    let mut flawed = 0;
    let exercises = folder.course.exercises();
    for exercise in exercises {
        session
            .line
            .show(format!("{}: running", exercise.manifest.slug));
        let flaws = course_check::flaws(&folder, exercise, &mut reporter);
        session.line.clear();
        flawed += usize::from(!flaws.is_empty());
        session.show(&text(page, exercise, &flaws), None)?;
    }
    let of = exercises.len();
    let (closing, exit) = match flawed {
        0 => (format!("{of} of {of} exercises are whole.\n"), Exit::Good),
        _ => (
            format!("{} of {of} exercises are whole.\n", of - flawed),
            Exit::Short,
        ),
    };
    session.show(&closing, None)?;
    Ok(exit)
}

fn text(page: Page, exercise: &Exercise, flaws: &[Flaw]) -> String {
    let (mark, tone) = if flaws.is_empty() {
        ("ok", Tone::Good)
    } else {
        ("--", Tone::Bad)
    };
    let mut text = format!(
        " {}  {:02} {}\n",
        page.paint(tone, mark),
        exercise.manifest.number,
        visible_line(&exercise.manifest.slug)
    );
    for flaw in flaws {
        let path = as_typed(&flaw.path).display().to_string();
        let place = match flaw.line {
            Some(line) => format!("{path}:{line}"),
            None => path,
        };
        let line = format!("{place}: {}", flaw.kind);
        text.push_str(&page.wrap("     ", "       ", &visible_line(&line)));
    }
    text
}
