//! Why a pack is not composed.

use launch::sanitise::visible_line;
use pack::CourseFileError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum PackRefusal {
    #[error("neither {from} nor a folder above it holds a course.toml")]
    NoPack { from: PathBuf },
    #[error("{}", visible_line(&.0.to_string()))]
    CourseFile(#[from] CourseFileError),
    /// An own exercise whose number is not above that of the one before it.
    #[error("{slug} has number {number}, and comes after {before} with number {least}")]
    Number {
        slug: String,
        number: u32,
        before: String,
        /// The number of the one before.
        least: u32,
    },
    #[error("{path}: {error}")]
    Unreadable { path: PathBuf, error: io::Error },
    /// A folder in `exercises` that `course.toml` does not name.
    #[error("{folder} is no part of course.toml")]
    Surplus { folder: PathBuf },
    #[error("{folder} is the folder of the pack itself")]
    Itself { folder: PathBuf },
}

impl PackRefusal {
    pub fn remedy(&self, _program: &str) -> String {
        match self {
            PackRefusal::NoPack { .. } => {
                "Write one: title = \"My course\", and a [[part]] with chapters = \"1-4\"."
                    .to_owned()
            }
            PackRefusal::CourseFile(_) => {
                "Correct that line; the book's page For instructors tells all keys.".to_owned()
            }
            PackRefusal::Number { least, .. } => format!(
                "Give it a number from {} in its exercise.toml and in its folder's name, or move it in course.toml.",
                least + 1
            ),
            PackRefusal::Unreadable { .. } => "Check its name and its permissions.".to_owned(),
            PackRefusal::Surplus { .. } => {
                "Delete it, with its solution, or name it in a [[part]].".to_owned()
            }
            PackRefusal::Itself { .. } => "Name another folder with --to.".to_owned(),
        }
    }
}
