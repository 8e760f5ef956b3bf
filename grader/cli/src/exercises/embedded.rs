//! The course within the binary: the exercises with their starters, and their solutions.

use crate::exercises::course_folder::{ANSWERS, SOLUTION};
use std::borrow::Cow;
use std::collections::BTreeMap;

// `EXERCISES` and `SOLUTIONS`: folder, such as `02-saxpy`, name and contents of each file; see build.rs.
include!(concat!(env!("OUT_DIR"), "/course_files.rs"));

/// A file of an exercise or a solution.
#[derive(Clone, Debug)]
pub struct EmbeddedFile {
    /// Its name within the exercise's folder.
    pub name: &'static str,
    pub contents: Cow<'static, [u8]>,
}

/// The files of every exercise, by its folder's name, such as `02-saxpy`.
pub fn exercises() -> BTreeMap<&'static str, Vec<EmbeddedFile>> {
    let mut exercises: BTreeMap<&str, Vec<EmbeddedFile>> = BTreeMap::new();
    for &(folder, name, contents) in EXERCISES {
        let files = exercises.entry(folder).or_default();
        let contents = Cow::Borrowed(contents);
        files.push(EmbeddedFile { name, contents });
    }
    exercises
}

/// Writes every exercise into the folder of a course.
#[cfg(feature = "full")]
pub fn write(course: &std::path::Path) -> std::io::Result<()> {
    for (name, files) in exercises() {
        let within = course.join(crate::exercises::course_folder::EXERCISES);
        let folder = within.join(name);
        std::fs::create_dir_all(&folder)?;
        for file in files {
            std::fs::write(folder.join(file.name), &file.contents)?;
        }
    }
    Ok(())
}

/// The text of a file of the solution of the exercise with that slug.
pub fn solution(slug: &str, name: &str) -> Option<&'static str> {
    let is_of_slug = |folder: &str| folder.split_once('-').is_some_and(|(_, rest)| rest == slug);
    let (_, _, contents) = SOLUTIONS
        .iter()
        .find(|(folder, file, _)| *file == name && is_of_slug(folder))?;
    std::str::from_utf8(contents).ok()
}

/// The files of the solution of the exercise in that folder.
#[cfg(feature = "full")]
pub fn solution_files(folder: &str) -> Vec<EmbeddedFile> {
    let of_folder = SOLUTIONS.iter().filter(|(within, ..)| *within == folder);
    let file = |&(_, name, contents): &(&str, &'static str, &'static [u8])| EmbeddedFile {
        name,
        contents: Cow::Borrowed(contents),
    };
    of_folder.map(file).collect()
}

/// Is there a solution of the exercise with that slug?
pub fn is_solved(slug: &str) -> bool {
    [SOLUTION, ANSWERS]
        .iter()
        .any(|name| solution(slug, name).is_some())
}
