//! Why a request was refused: the request or the machine is at fault, not the student's kernel.
//! Exit code 2.

use crate::course_folder::NoCourse;
use crate::fault::NoDevice;
use crate::snapshots::SubjectError;
use crate::student_file::UnusableFile;
use course::{TokenError, UnknownExercise};
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A request that cannot be met. Its text is one sentence; what mends it stands apart.
#[derive(Debug)]
pub enum Refusal {
    /// There is no course folder.
    NoCourse(NoCourse),
    /// No exercise goes by that name or number.
    UnknownExercise(UnknownExercise),
    /// More words than name one exercise.
    ManyWords {
        /// What was typed.
        words: Vec<String>,
    },
    /// `all` where one exercise is meant.
    NotAll,
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
    /// There is no device to run on.
    NoDevice(NoDevice),
    /// The exercise's starter cannot be read.
    NoStarter {
        /// The exercise.
        slug: String,
        /// What is wrong with it.
        file: UnusableFile,
    },
    /// A solution or a mistake has no report.
    Subject(SubjectError),
    /// A replay token brings no case back.
    Token(TokenError),
}

impl Refusal {
    /// What mends it, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            Refusal::NoCourse(NoCourse::NotFound { .. } | NoCourse::NotACourse { .. }) => {
                "Change to the course's folder, or name it with --course DIR.".to_owned()
            }
            Refusal::NoCourse(NoCourse::Unreadable { .. }) => "Check its permissions.".to_owned(),
            Refusal::NoCourse(NoCourse::NoExercises { .. } | NoCourse::Damaged(_)) => {
                "Bring the course's files back with git, or by a new download.".to_owned()
            }
            Refusal::UnknownExercise(_) => format!("See them all: {program} list"),
            Refusal::ManyWords { .. } | Refusal::NotAll => {
                "Name one exercise by its number or its name.".to_owned()
            }
            Refusal::File { slug, file } => file.remedy(program, slug),
            Refusal::Output { .. } => "Name another file with --output.".to_owned(),
            Refusal::NobodyToAsk { command } => format!("Say yes beforehand: {command} --yes"),
            Refusal::Replace { .. } => "Check its permissions and the room on its disk.".to_owned(),
            Refusal::NoSimulator => "Use --on device.".to_owned(),
            Refusal::NoDevice(no_device) => no_device.remedy(program),
            Refusal::NoStarter { .. } | Refusal::Subject(_) => {
                "Bring the course's files back with git, or by a new download.".to_owned()
            }
            Refusal::Token(_) => "Check without --replay: a failing report shows a token.".to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoCourse(no_course) => no_course.fmt(f),
            Refusal::UnknownExercise(unknown) => unknown.fmt(f),
            Refusal::ManyWords { words } => {
                write!(f, "`{}` names no exercise", words.join(" "))
            }
            Refusal::NotAll => f.write_str("this takes one exercise, not all of them"),
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
            Refusal::NoDevice(no_device) => no_device.fmt(f),
            Refusal::NoStarter { slug, file } => {
                write!(f, "the starter of {slug} is lost: {file}")
            }
            Refusal::Subject(subject) => subject.fmt(f),
            Refusal::Token(token) => token.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<NoCourse> for Refusal {
    fn from(no_course: NoCourse) -> Self {
        Refusal::NoCourse(no_course)
    }
}

impl From<UnknownExercise> for Refusal {
    fn from(unknown: UnknownExercise) -> Self {
        Refusal::UnknownExercise(unknown)
    }
}

impl From<NoDevice> for Refusal {
    fn from(no_device: NoDevice) -> Self {
        Refusal::NoDevice(no_device)
    }
}

impl From<TokenError> for Refusal {
    fn from(token: TokenError) -> Self {
        Refusal::Token(token)
    }
}
