//! `grader reset`

use super::Exit;
use crate::arguments::Reset;
use crate::interrupt;
use crate::output;
use crate::refusal::Refusal;
use crate::render::{Page, unbroken};
use crate::replace;
use crate::selection;
use crate::session::Session;
use crate::student_file;
use launch::sanitise::visible_line;
use std::fs;
use std::io::{self, BufRead, IsTerminal};

pub(super) fn run(arguments: &Reset, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let slug = &exercise.manifest.slug;
    let kernel = folder.kernel_of(exercise);
    let shown = visible_line(&kernel.to_string_lossy());
    let starter =
        student_file::read(&folder.starter_of(exercise)).map_err(|file| Refusal::NoStarter {
            slug: slug.clone(),
            file,
        })?;
    if fs::read(&kernel).is_ok_and(|there| there == starter.as_bytes()) {
        session.show(&format!("{shown} is the starter already.\n"), None)?;
        return Ok(Exit::Good);
    }
    if !arguments.yes {
        if !io::stdin().is_terminal() {
            return Err(Refusal::NobodyToAsk {
                command: format!("{} reset {slug}", session.program),
            });
        }
        let question = format!(
            "Put the starter in place of {shown}? Yours is kept beside {}",
            unbroken("it. [y/N]")
        );
        output::remark(Page::of_stderr().wrap("", "", &question).trim_end());
        output::remark(" ");
        if !is_yes() {
            session.show("Nothing changed.\n", None)?;
            return Ok(Exit::Good);
        }
    }
    // The copy is whole before the original is touched, and both happen or neither.
    let replaced = interrupt::whole(|| {
        let kept = match kernel.exists() {
            true => Some(replace::keep(&kernel)?),
            false => None,
        };
        replace::write(&kernel, starter.as_bytes())?;
        Ok(kept)
    });
    let kept = replaced.map_err(|error| Refusal::Replace {
        path: kernel,
        error,
    })?;
    let mut text = format!("{shown} is the starter again.\n");
    if let Some(backup) = kept {
        let backup = visible_line(&backup.to_string_lossy());
        text.push_str(&format!("Your kernel is kept in {backup}\n"));
    }
    session.show(&text, None)?;
    Ok(Exit::Good)
}

fn is_yes() -> bool {
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}
