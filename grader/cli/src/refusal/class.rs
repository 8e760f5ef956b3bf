//! Why a class is not graded. Results so far are kept.

use crate::exercises::course_folder::as_typed;
use crate::files::student_file::UnusableFile;
use crate::system::quoted;
use ::render::unbroken;
use class::{ClassError, ExecutorError, PlanError, StoreError};
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum ClassRefusal {
    #[error("{folder} cannot be read: {error}")]
    Folder { folder: PathBuf, error: io::Error },
    #[error("there is no submission in {folder}")]
    NoSubmissions { folder: PathBuf },
    /// `class.toml`, or the file of times, is not a text file.
    #[error(transparent)]
    Unreadable(UnusableFile),
    /// `class.toml`, or the file of times, has an error.
    #[error("{path}: {error}")]
    Plan { path: PathBuf, error: PlanError },
    /// The folder for results would be a submission.
    #[error("{out} holds the submissions, or is one of them")]
    OutWithin { out: PathBuf },
    /// There is a `class.toml` already.
    #[error("there is {} already, and it is left as it is", .path.display())]
    PlanThere { path: PathBuf },
    /// The course that this program holds cannot be written to a temporary folder.
    #[error("there is no room for the course in a temporary folder: {0}")]
    NoRoom(io::Error),
    /// The path of this program is unknown.
    #[error("this program does not find itself: {0}")]
    NoProgram(io::Error),
    #[error(transparent)]
    Stopped(#[from] ClassError),
}

impl ClassRefusal {
    /// The remedy, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            ClassRefusal::Folder { .. } => "Name the folder that holds the submissions.".to_owned(),
            ClassRefusal::NoSubmissions { .. } => {
                "A submission is a folder or a .zip, named for its student.".to_owned()
            }
            ClassRefusal::Unreadable(UnusableFile::Missing(path)) => {
                let folder = as_typed(path.parent().unwrap_or(path));
                let folder = quoted(&folder.to_string_lossy());
                format!(
                    "Write one to begin with: {}",
                    unbroken(&format!("{program} class {folder} --init"))
                )
            }
            ClassRefusal::Unreadable(_) => "Make it a file of text, in UTF-8.".to_owned(),
            ClassRefusal::Plan { .. } => {
                "The book's page for instructors describes each key.".to_owned()
            }
            ClassRefusal::OutWithin { .. } => {
                "Name a folder beside the submissions with --out.".to_owned()
            }
            ClassRefusal::PlanThere { .. } => "Edit it, or name another folder.".to_owned(),
            ClassRefusal::NoRoom(_) => {
                "Grade in the course's folder, or name it with --course DIR.".to_owned()
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
