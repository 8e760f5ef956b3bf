//! `grader reset`

use super::Exit;
use crate::arguments::Reset;
use crate::exercises::course_folder::Begun;
use crate::exercises::selection;
use crate::files::replace;
use crate::files::student_file;
use crate::refusal::Refusal;
use crate::render::{Page, unbroken};
use crate::session::Session;
use crate::terminal::interrupt;
use crate::terminal::output;
use launch::sanitise::visible_line;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

/// A file that the student changed, and the starter's text.
struct Changed {
    path: PathBuf,
    starter: String,
}

pub(super) fn run(arguments: &Reset, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = selection::one(&arguments.exercise, &folder.course)?;
    let slug = &exercise.manifest.slug;
    let mut same = Vec::new();
    let mut changed = Vec::new();
    for Begun { own, starter } in folder.files_of(exercise) {
        let starter = student_file::read(starter.path()).map_err(|file| Refusal::NoStarter {
            slug: slug.clone(),
            file,
        })?;
        let path = own.path().to_owned();
        if fs::read(&path).is_ok_and(|there| there == starter.as_bytes()) {
            same.push(path);
        } else {
            changed.push(Changed { path, starter });
        }
    }
    let shown = |path: &Path| visible_line(&path.to_string_lossy());
    if changed.is_empty() {
        let lines = same
            .iter()
            .map(|path| format!("{} is the starter already.\n", shown(path)));
        session.show(&lines.collect::<String>(), None)?;
        return Ok(Exit::Good);
    }
    if !arguments.yes {
        if !io::stdin().is_terminal() {
            return Err(Refusal::NobodyToAsk {
                command: format!("{} reset {slug}", session.program),
            });
        }
        let names: Vec<String> = changed.iter().map(|file| shown(&file.path)).collect();
        let kept = match names.len() {
            1 => "Yours is kept beside it.",
            _ => "Yours are kept beside them.",
        };
        let question = format!(
            "Put the starter in place of {}? {}",
            names.join(" and "),
            unbroken(&format!("{kept} [y/N]"))
        );
        output::remark(Page::of_stderr().wrap("", "", &question).trim_end());
        output::remark(" ");
        if !is_yes() {
            session.show("Nothing changed.\n", None)?;
            return Ok(Exit::Good);
        }
    }
    let mut text = String::new();
    for Changed { path, starter } in changed {
        // The copy is complete before the original is replaced; both happen or neither.
        let replaced = interrupt::whole(|| {
            let kept = match path.exists() {
                true => Some(replace::keep(&path)?),
                false => None,
            };
            replace::write(&path, starter.as_bytes())?;
            Ok(kept)
        });
        let own = shown(&path);
        let kept = replaced.map_err(|error| Refusal::Replace { path, error })?;
        text.push_str(&format!("{own} is the starter again.\n"));
        if let Some(backup) = kept {
            text.push_str(&format!("Your file is kept in {}\n", shown(&backup)));
        }
    }
    session.show(&text, None)?;
    Ok(Exit::Good)
}

fn is_yes() -> bool {
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}
