//! The course within the binary: the exercises with their starters, and their solutions.

use crate::exercises::course_folder::{ANSWERS, SOLUTION};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// `exercises/`, without the students' own files.
#[derive(RustEmbed)]
#[folder = "../../exercises"]
#[exclude = "*/kernel.cl"]
#[exclude = "*/answers.toml"]
#[exclude = "*.bak*"]
struct Exercises;

/// `solutions/`, without the mistakes.
#[derive(RustEmbed)]
#[folder = "../../solutions"]
#[include = "*/kernel.cl"]
#[include = "*/answers.toml"]
struct Solutions;

/// A file of an exercise or a solution.
#[derive(Clone, Debug)]
pub struct EmbeddedFile {
    /// Its name within the exercise's folder.
    pub name: String,
    pub contents: Cow<'static, [u8]>,
}

/// The files of every exercise, by its folder's name, such as `02-saxpy`.
pub fn exercises() -> BTreeMap<String, Vec<EmbeddedFile>> {
    let mut exercises: BTreeMap<String, Vec<EmbeddedFile>> = BTreeMap::new();
    for path in Exercises::iter() {
        let Some((folder, name)) = path.split_once('/') else {
            continue;
        };
        if let Some(file) = Exercises::get(&path) {
            exercises
                .entry(folder.to_owned())
                .or_default()
                .push(EmbeddedFile {
                    name: name.to_owned(),
                    contents: file.data,
                });
        }
    }
    exercises
}

/// The text of a file of the solution of the exercise with that slug.
pub fn solution(slug: &str, name: &str) -> Option<String> {
    let path = Solutions::iter().find(|path| {
        path.split_once('/').is_some_and(|(folder, file)| {
            file == name && folder.split_once('-').is_some_and(|(_, rest)| rest == slug)
        })
    })?;
    let file = Solutions::get(&path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Is there a solution of the exercise with that slug?
pub fn is_solved(slug: &str) -> bool {
    [SOLUTION, ANSWERS]
        .iter()
        .any(|name| solution(slug, name).is_some())
}
