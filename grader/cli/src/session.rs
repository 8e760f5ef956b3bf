//! The context of every command: the command line, the layout of its text, and the course.

use crate::exercises::course_folder::CourseFolder;
use crate::files::progress_file::Note;
use crate::refusal::{Refusal, shown};
use crate::render::Page;
use crate::terminal::output;
use crate::terminal::progress_line::ProgressLine;
use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Session {
    /// The command as it was typed, for the commands that are suggested.
    pub program: String,
    /// The page of standard output.
    pub page: Page,
    /// The course folder that was named, if any.
    pub course: Option<PathBuf>,
    /// The progress, on standard error.
    pub line: ProgressLine,
}

impl Session {
    pub fn of_process(course: Option<PathBuf>) -> Session {
        Session {
            program: program(),
            page: Page::of_stdout(),
            course,
            line: ProgressLine::new(),
        }
    }

    pub fn course(&self) -> Result<CourseFolder, Refusal> {
        Ok(CourseFolder::open(self.course.as_deref())?)
    }

    /// Writes a finished result to `file`, or to standard output.
    pub fn show(&self, text: &str, file: Option<&Path>) -> Result<(), Refusal> {
        output::write(text, file).map_err(|error| Refusal::Output {
            file: file.map(Path::to_owned),
            error,
        })
    }

    /// Writes a remark on standard error.
    pub fn remark(&self, remark: &impl fmt::Display) {
        output::remark(&shown::remark(Page::of_stderr(), remark));
    }

    /// Shows problems with the progress file.
    pub fn remark_notes(&self, notes: &[Note]) {
        for note in notes {
            self.remark(note);
        }
    }
}

/// The command that started this process, short enough to be typed again.
fn program() -> String {
    // Cargo sets this for what it runs; the binary's own path would be right too, and long.
    if std::env::var_os("CARGO").is_some_and(|cargo| !cargo.is_empty()) {
        return "cargo run -r --".to_owned();
    }
    match std::env::args_os().next() {
        // A name without a path was found on PATH; an absolute path was not typed by a person.
        Some(name)
            if Path::new(&name).is_relative() && Path::new(&name).components().count() > 1 =>
        {
            name.to_string_lossy().into_owned()
        }
        _ => "grader".to_owned(),
    }
}
