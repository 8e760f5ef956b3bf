//! The exercises within the module, as a student begins them.

use course::{Course, CourseError, Exercise, ExerciseFiles, ExerciseName, Submission};
use launch::Source;
use launch_file::json;
use rust_embed::RustEmbed;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// `exercises/`, without the students' own files.
#[derive(RustEmbed)]
#[folder = "../../exercises"]
#[exclude = "*/kernel.cl"]
#[exclude = "*/answers.toml"]
#[exclude = "*.bak*"]
struct Files;

const MANIFEST: &str = "exercise.toml";
const HINTS: &str = "hints.md";
const STARTER: &str = "starter.cl";
/// The file of answers, and what it is at first.
const ANSWERS: &str = "answers.toml";
const ANSWERS_STARTER: &str = "starter.toml";

/// What a page needs to know of an exercise.
#[derive(Serialize)]
struct Shown<'e> {
    slug: &'e str,
    number: u32,
    title: &'e str,
    teaches: &'e str,
    minutes: u32,
    points: u32,
    /// What a student works on, the kernel first.
    files: Vec<File<'e>>,
    /// Each tells more than the one before; Markdown.
    hints: &'e [String],
    /// Are there more hints, from a check of the student's own kernel?
    own_hints: bool,
}

/// A file that a student works on.
#[derive(Serialize)]
struct File<'e> {
    /// Its name, as reports call it.
    name: &'e str,
    /// What it is at first.
    starter: String,
}

/// Every exercise, as `{ "exercises": [...] }`.
pub fn exercises() -> String {
    #[derive(Serialize)]
    struct Exercises<'e> {
        exercises: Vec<Shown<'e>>,
    }
    match course() {
        Ok(course) => json(&Exercises {
            exercises: course.exercises().iter().map(shown).collect(),
        }),
        Err(errors) => crate::refusal::of_request(sentence(&errors)),
    }
}

fn shown(exercise: &Exercise) -> Shown<'_> {
    let manifest = &exercise.manifest;
    let kernel = manifest.kernel.as_ref().map(|kernel| File {
        name: &kernel.file,
        starter: text(&exercise.folder, STARTER),
    });
    let answers = exercise.sheet.map(|_| File {
        name: ANSWERS,
        starter: text(&exercise.folder, ANSWERS_STARTER),
    });
    Shown {
        slug: &manifest.slug,
        number: manifest.number,
        title: &manifest.title,
        teaches: &manifest.teaches,
        minutes: manifest.minutes,
        points: manifest.points,
        files: kernel.into_iter().chain(answers).collect(),
        hints: &exercise.hints.0,
        own_hints: exercise.shows_repairs(),
    }
}

/// The exercise of that slug, or why there is none. The others are not read.
pub(crate) fn exercise(slug: &str) -> Result<Exercise, String> {
    let folders = folders();
    let is_it = |folder: &&String| {
        folder
            .split_once('-')
            .is_some_and(|(_, its_slug)| its_slug == slug)
    };
    match folders.iter().find(is_it) {
        Some(folder) => {
            let (manifest, hints) = (text(folder, MANIFEST), text(folder, HINTS));
            Exercise::parse(ExerciseFiles {
                folder,
                manifest: &manifest,
                hints: &hints,
            })
            .map_err(|error| error.to_string())
        }
        None => {
            let course = course().map_err(|errors| sentence(&errors))?;
            let found = course.find(slug).map_err(|unknown| unknown.to_string())?;
            Ok(found.clone())
        }
    }
}

/// The exercise that comes after this one in the book's order.
pub(crate) fn after(slug: &str) -> Option<ExerciseName> {
    let course = course().ok()?;
    course.after(slug).map(Exercise::name)
}

/// The files of a student that an exercise asks for. One that is not there counts as an empty one.
pub(crate) fn handed_in(exercise: &Exercise, files: &BTreeMap<String, String>) -> Submission {
    let kernel = exercise.manifest.kernel.as_ref();
    let answers = exercise.sheet.and_then(|_| files.get(ANSWERS));
    Submission {
        kernel: kernel.and_then(|kernel| {
            let text = files.get(&kernel.file)?;
            Some(Source::of_file(kernel.file.as_str(), text))
        }),
        answers: answers.map(|text| Source {
            name: ANSWERS.to_owned(),
            text: text.clone(),
            defines: Vec::new(),
            standard: launch::Standard::default(),
        }),
    }
}

fn course() -> Result<Course, Vec<CourseError>> {
    let texts: Vec<[String; 3]> = folders()
        .into_iter()
        .map(|folder| [text(&folder, MANIFEST), text(&folder, HINTS), folder])
        .collect();
    Course::parse(texts.iter().map(|[manifest, hints, folder]| ExerciseFiles {
        folder,
        manifest,
        hints,
    }))
}

fn folders() -> BTreeSet<String> {
    let folder = |path: Cow<'_, str>| path.split_once('/').map(|(folder, _)| folder.to_owned());
    Files::iter().filter_map(folder).collect()
}

fn text(folder: &str, name: &str) -> String {
    let file = Files::get(&format!("{folder}/{name}"));
    file.map_or_else(String::new, |file| {
        String::from_utf8_lossy(&file.data).into_owned()
    })
}

fn sentence(errors: &[CourseError]) -> String {
    let all: Vec<String> = errors.iter().map(CourseError::to_string).collect();
    all.join("; ")
}
