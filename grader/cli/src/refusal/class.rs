//! Why a class is not graded. Results so far are kept.

use crate::files::student_file::UnusableFile;
use ::render::unbroken;
use class::{ClassError, ExecutorError, PlanError, StoreError};
use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub enum ClassRefusal {
    Folder {
        folder: PathBuf,
        error: io::Error,
    },
    NoSubmissions {
        folder: PathBuf,
    },
    /// `class.toml`, or the file of times, is not a text file.
    Unreadable(UnusableFile),
    /// `class.toml`, or the file of times, has an error.
    Plan {
        path: PathBuf,
        error: PlanError,
    },
    /// The folder for results would be a submission.
    OutWithin {
        out: PathBuf,
    },
    /// The path of this program is unknown.
    NoProgram(io::Error),
    Stopped(ClassError),
}

impl ClassRefusal {
    /// The remedy, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            ClassRefusal::Folder { .. } => "Name the folder that holds the submissions.".to_owned(),
            ClassRefusal::NoSubmissions { .. } => {
                "A submission is a folder or a .zip, named for its student.".to_owned()
            }
            ClassRefusal::Unreadable(UnusableFile::Missing(_)) => {
                "Write one that names the exercises: [[exercise]] and name = \"saxpy\" below it."
                    .to_owned()
            }
            ClassRefusal::Unreadable(_) => "Make it a file of text, in UTF-8.".to_owned(),
            ClassRefusal::Plan { .. } => {
                "The book's page for instructors tells of each key.".to_owned()
            }
            ClassRefusal::OutWithin { .. } => {
                "Name a folder beside the submissions with --out.".to_owned()
            }
            ClassRefusal::NoProgram(_) => format!(
                "See what works on this machine: {}",
                unbroken(&format!("{program} doctor"))
            ),
            ClassRefusal::Stopped(error) => match store_error(error) {
                Some(StoreError::Taken { .. }) => {
                    "Go on with them with --resume, or name another folder with --out.".to_owned()
                }
                Some(StoreError::Busy { .. }) => {
                    "Wait for it, or name another folder with --out.".to_owned()
                }
                Some(_) => {
                    "Make room there or mend its permissions, then go on with --resume: no result \
                     is lost."
                        .to_owned()
                }
                None => "Mend that, then go on with --resume: no result is lost.".to_owned(),
            },
        }
    }
}

fn store_error(error: &ClassError) -> Option<&StoreError> {
    match error {
        ClassError::Store(error) | ClassError::Executor(ExecutorError::Store(error)) => Some(error),
        ClassError::Executor(_) => None,
    }
}

impl fmt::Display for ClassRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassRefusal::Folder { folder, error } => {
                write!(f, "{} cannot be read: {error}", folder.display())
            }
            ClassRefusal::NoSubmissions { folder } => {
                write!(f, "there is no submission in {}", folder.display())
            }
            ClassRefusal::Unreadable(file) => file.fmt(f),
            ClassRefusal::Plan { path, error } => write!(f, "{}: {error}", path.display()),
            ClassRefusal::OutWithin { out } => write!(
                f,
                "{} holds the submissions, or is one of them",
                out.display()
            ),
            ClassRefusal::NoProgram(error) => {
                write!(f, "this program does not find itself: {error}")
            }
            ClassRefusal::Stopped(error) => error.fmt(f),
        }
    }
}

impl From<ClassError> for ClassRefusal {
    fn from(error: ClassError) -> Self {
        ClassRefusal::Stopped(error)
    }
}

impl From<StoreError> for ClassRefusal {
    fn from(error: StoreError) -> Self {
        ClassRefusal::Stopped(ClassError::Store(error))
    }
}

impl From<ExecutorError> for ClassRefusal {
    fn from(error: ExecutorError) -> Self {
        ClassRefusal::Stopped(ClassError::Executor(error))
    }
}
