//! `grader course`: for instructors.

use super::{Exit, new_exercise};
use crate::arguments::CourseCommand;
use crate::exercises::course_check::{self, Flaw};
use crate::exercises::course_folder::{NoCourse, as_typed};
use crate::exercises::snapshots::Reporter;
use crate::refusal::Refusal;
use crate::render::{Page, Tone};
use crate::session::Session;
use crate::terminal::interrupt;
use course::Exercise;
use launch::sanitise::visible_line;
use std::time::Instant;

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
    interrupt::stop_on_request();
    let begin = Instant::now();
    for (done, exercise) in exercises.iter().enumerate() {
        let slug = visible_line(&exercise.manifest.slug);
        session.line.count(done, exercises.len());
        let mut show = |subject: &str| {
            let left = match done {
                0 => String::new(),
                _ => {
                    let each = begin.elapsed().as_secs_f64() / done as f64;
                    let left = each * (exercises.len() - done) as f64;
                    format!(", about {} left", in_words(left))
                }
            };
            session.line.show(format!("{slug}: {subject}{left}"));
            !interrupt::is_stop_requested()
        };
        let flaws = course_check::flaws(&folder, exercise, &mut reporter, &mut show);
        session.line.clear();
        if interrupt::is_stop_requested() {
            session.remark(&format!(
                "stopped: {done} of {} exercises were checked",
                exercises.len()
            ));
            return Ok(Exit::Stopped);
        }
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

/// A duration in whole seconds or minutes.
fn in_words(seconds: f64) -> String {
    match seconds {
        ..1.5 => "a second".to_owned(),
        ..120.0 => format!("{seconds:.0} seconds"),
        _ => format!("{:.0} minutes", seconds / 60.0),
    }
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
