//! Why `grader run` runs nothing.

use launch_guess::{CannotGuess, NotTaken};
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum GuessingRefusal {
    #[error(transparent)]
    Cannot(#[from] CannotGuess),
    /// A file of data that can't be read.
    #[error("{0}")]
    DataFile(String),
    /// A file of data that is none for its buffer.
    #[error("{path}: {why}")]
    Data {
        path: String,
        why: launch_file::DataError,
    },
    /// Two names of kernels.
    #[error("`{one}` and `{other}` are two kernels, and one is run at a time")]
    TwoKernels { one: String, other: String },
    /// The file to keep the launch in is there already.
    #[error("{} is there already", .file.display())]
    Kept { file: PathBuf },
}

impl From<NotTaken> for GuessingRefusal {
    fn from(not_taken: NotTaken) -> Self {
        match not_taken {
            NotTaken::Request(error) => GuessingRefusal::Cannot(error),
            NotTaken::File(why) => GuessingRefusal::DataFile(why),
            NotTaken::Data { path, why } => GuessingRefusal::Data { path, why },
        }
    }
}

impl GuessingRefusal {
    /// The remedy, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            GuessingRefusal::Cannot(error) => sentence(&error.help()),
            GuessingRefusal::DataFile(_) => "Check its name and its permissions.".to_owned(),
            GuessingRefusal::Data { why, .. } => sentence(&why.help()),
            GuessingRefusal::TwoKernels { .. } => {
                "Name one kernel; arguments are given as NAME=VALUE.".to_owned()
            }
            GuessingRefusal::Kept { .. } => {
                "Name another file with --save, or move that one.".to_owned()
            }
        }
    }
}

/// A help as a sentence of its own.
fn sentence(help: &str) -> String {
    let mut letters = help.chars();
    let mut text: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    text.push_str(letters.as_str());
    if !text.ends_with(['.', '?', '!', ')', '`']) {
        text.push('.');
    }
    text
}
