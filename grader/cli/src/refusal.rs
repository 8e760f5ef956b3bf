//! Why a request was refused: the request or the machine is at fault, not the student's kernel.
//! Exit code 2.

use crate::course_folder::NoCourse;
use crate::student_file::UnusableFile;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A request that cannot be met. Its text is one sentence; what mends it stands apart.
#[derive(Debug)]
pub enum Refusal {
    /// There is no course folder.
    NoCourse(NoCourse),
    /// No exercise goes by that name or number.
    UnknownExercise {
        /// What was typed.
        typed: String,
        /// The slug that comes nearest, where one comes near.
        nearest: Option<String>,
        /// How many exercises there are.
        count: usize,
    },
    /// Two words where one names an exercise.
    TwoWords {
        /// The first, which may only be `exercise`.
        first: String,
        /// The second.
        second: String,
    },
    /// `all` where one exercise is meant.
    NotOne {
        /// The option or command that takes one only.
        by: &'static str,
    },
    /// The student's file is no kernel source.
    File {
        /// The exercise it is for.
        slug: String,
        /// What is wrong with it.
        file: UnusableFile,
    },
    /// A result could not be written.
    Output {
        /// Where to; standard output where absent.
        file: Option<PathBuf>,
        /// Why not.
        error: io::Error,
    },
    /// A question must be asked and nobody is there to answer.
    NobodyToAsk {
        /// The command that asks.
        command: String,
    },
    /// A file of the student's could not be replaced.
    Replace {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// This build has no simulator.
    NoSimulator,
}

impl Refusal {
    /// What mends it, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            Refusal::NoCourse(NoCourse::NotFound { .. }) => {
                "Change to the course's folder, or name it with --course DIR.".to_owned()
            }
            Refusal::NoCourse(_) => "Name the course's folder with --course DIR.".to_owned(),
            Refusal::UnknownExercise {
                nearest: Some(nearest),
                ..
            } => {
                format!("Did you mean `{nearest}`? All of them: {program} list")
            }
            Refusal::UnknownExercise { .. } => format!("All of them: {program} list"),
            Refusal::TwoWords { second, .. } => format!("Name one: {program} check {second}"),
            Refusal::NotOne { .. } => "Name one exercise.".to_owned(),
            Refusal::File { slug, file } => file.remedy(program, slug),
            Refusal::Output { .. } => "Name another file with --output.".to_owned(),
            Refusal::NobodyToAsk { command } => format!("Say yes beforehand: {command} --yes"),
            Refusal::Replace { .. } => "Check its permissions and the room on its disk.".to_owned(),
            Refusal::NoSimulator => "Use --on device.".to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoCourse(no_course) => no_course.fmt(f),
            Refusal::UnknownExercise { typed, count, .. } => match typed.parse::<u64>() {
                Ok(_) => write!(f, "there is no exercise {typed}: the last one is {count}"),
                Err(_) => write!(f, "there is no exercise `{typed}`"),
            },
            Refusal::TwoWords { first, second } => {
                write!(f, "`{first} {second}` names no exercise")
            }
            Refusal::NotOne { by } => write!(f, "{by} takes one exercise, not all of them"),
            Refusal::File { file, .. } => file.fmt(f),
            Refusal::Output {
                file: Some(file),
                error,
            } => {
                write!(f, "{} cannot be written: {error}", file.display())
            }
            Refusal::Output { file: None, error } => {
                write!(f, "standard output cannot be written: {error}")
            }
            Refusal::NobodyToAsk { .. } => {
                f.write_str("nobody is there to answer: standard input is no terminal")
            }
            Refusal::Replace { path, error } => {
                write!(f, "{} cannot be replaced: {error}", path.display())
            }
            Refusal::NoSimulator => f.write_str("this build has no simulator"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<NoCourse> for Refusal {
    fn from(no_course: NoCourse) -> Self {
        Refusal::NoCourse(no_course)
    }
}
