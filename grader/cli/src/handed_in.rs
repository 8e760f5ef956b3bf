//! Reads what is handed in for an exercise from its files.

use crate::course_folder::Work;
use crate::student_file::{self, UnusableFile};
use course::Submission;
use launch::Source;

/// The contents of these files. A later one takes the place of an earlier one of its kind.
pub fn read(files: impl IntoIterator<Item = Work>) -> Result<Submission, UnusableFile> {
    let mut kernel = None;
    let mut answers = None;
    for file in files {
        match file {
            Work::Kernel(path) => kernel = Some(path),
            Work::Answers(path) => answers = Some(path),
        }
    }
    let source = |path: std::path::PathBuf| {
        Ok(Source {
            name: path.display().to_string(),
            text: student_file::read(&path)?,
            defines: Vec::new(),
        })
    };
    Ok(Submission {
        kernel: kernel.map(source).transpose()?,
        answers: answers.map(source).transpose()?,
    })
}
