//! Reads a submission for an exercise from its files.

use crate::exercises::course_folder::Work;
use crate::files::student_file::{self, UnusableFile};
use course::Submission;
use launch::Source;

/// The contents of the files. A later file replaces an earlier one of its kind.
pub fn read(files: impl IntoIterator<Item = Work>) -> Result<Submission, UnusableFile> {
    let mut kernel = None;
    let mut answers = None;
    for file in files {
        match file {
            Work::Kernel(path) => kernel = Some(path),
            Work::Answers(path) => answers = Some(path),
        }
    }
    let read = |path: std::path::PathBuf| {
        let text = student_file::read(&path)?;
        Ok((path.display().to_string(), text))
    };
    let kernel = kernel.map(read).transpose()?;
    let answers = answers.map(read).transpose()?;
    Ok(Submission {
        kernel: kernel.map(|(name, text)| Source::of_file(name, &text)),
        answers: answers.map(|(name, text)| Source {
            name,
            text,
            defines: Vec::new(),
            standard: launch::Standard::default(),
        }),
    })
}
