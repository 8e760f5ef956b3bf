//! The exercises of a course, and the lookup of one.

use crate::hints::{Hints, HintsError};
use crate::manifest::{Manifest, ManifestError};
use crate::report::ExerciseName;
use kernels::{AnyProblem, Sheet};
use launch::nearest;
use std::fmt;

/// The texts of one exercise's folder.
#[derive(Clone, Copy, Debug)]
pub struct ExerciseFiles<'t> {
    /// The folder's name, such as `02-saxpy`.
    pub folder: &'t str,
    /// The text of `exercise.toml`.
    pub manifest: &'t str,
    /// The text of `hints.md`.
    pub hints: &'t str,
}

/// A problem that belongs to one exercise.
#[derive(Clone)]
pub struct OwnProblem {
    pub problem: &'static dyn AnyProblem,
    /// The texts of all files that it is made of.
    pub texts: String,
}

#[derive(Clone)]
pub struct Exercise {
    /// The folder's name, such as `02-saxpy`.
    pub folder: String,
    pub manifest: Manifest,
    /// The text of `exercise.toml`, and of all files that a problem of its own is made of: what a verdict depends on
    /// besides the submission and this program.
    pub manifest_text: String,
    pub hints: Hints,
    /// The problem that its kernel solves, if it asks for a kernel.
    pub problem: Option<&'static dyn AnyProblem>,
    /// Its questions, if it has any. An exercise has a problem, a sheet, or both.
    pub sheet: Option<&'static dyn Sheet>,
}

impl Exercise {
    pub fn parse(files: ExerciseFiles<'_>) -> Result<Self, CourseError> {
        Exercise::parse_with(files, None)
    }

    /// With a problem of its own, in place of one of the crate `kernels`.
    pub fn parse_with(
        files: ExerciseFiles<'_>,
        own: Option<OwnProblem>,
    ) -> Result<Self, CourseError> {
        let error = |kind| CourseError {
            folder: files.folder.to_owned(),
            kind,
        };
        let manifest = Manifest::parse(files.manifest)
            .map_err(|problem| error(CourseErrorKind::Manifest(problem)))?;
        let hints =
            Hints::parse(files.hints).map_err(|problem| error(CourseErrorKind::Hints(problem)))?;
        let folder = format!("{:02}-{}", manifest.number, manifest.slug);
        if folder != files.folder {
            return Err(error(CourseErrorKind::FolderName { expected: folder }));
        }
        let problem = manifest.kernel.as_ref().map(|kernel| {
            if let Some(own) = &own {
                return Ok(own.problem);
            }
            kernels::problem(&kernel.problem).ok_or_else(|| {
                let names = kernels::problems().map(|problem| problem.name());
                error(CourseErrorKind::UnknownProblem {
                    problem: kernel.problem.clone(),
                    nearest: nearest(&kernel.problem, names),
                })
            })
        });
        let sheet = manifest.sheet.as_ref().map(|name| {
            kernels::sheet(name).ok_or_else(|| {
                let names = kernels::sheets().map(|sheet| sheet.name());
                error(CourseErrorKind::UnknownSheet {
                    sheet: name.clone(),
                    nearest: nearest(name, names),
                })
            })
        });
        Ok(Exercise {
            folder,
            manifest,
            manifest_text: match &own {
                Some(own) => format!("{}\n{}", files.manifest, own.texts),
                None => files.manifest.to_owned(),
            },
            hints,
            problem: problem.transpose()?,
            sheet: sheet.transpose()?,
        })
    }

    /// The points that the kernel earns: all, or half of them if there are questions too.
    pub fn points_of_kernel(&self) -> u32 {
        match (self.problem, self.sheet) {
            (None, _) => 0,
            (Some(_), None) => self.manifest.points,
            (Some(_), Some(_)) => self.manifest.points / 2,
        }
    }

    /// Is naming the mistake of a kernel among its questions?
    pub(crate) fn asks_for_diagnosis(&self) -> bool {
        self.sheet.is_some_and(|sheet| sheet.diagnosis().is_some())
    }

    /// May a repair of the kernel be searched for and shown? Unless the manifest says so, not where the
    /// mistake is to be named.
    pub fn shows_repairs(&self) -> bool {
        let given = self.manifest.repair;
        self.problem.is_some() && given.unwrap_or(!self.asks_for_diagnosis())
    }

    /// Its name, as reports carry it.
    pub fn name(&self) -> ExerciseName {
        ExerciseName {
            slug: self.manifest.slug.clone(),
            number: self.manifest.number,
            title: self.manifest.title.clone(),
        }
    }
}

impl fmt::Debug for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exercise")
            .field("folder", &self.folder)
            .field("manifest", &self.manifest)
            .finish_non_exhaustive()
    }
}

/// All exercises, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Course {
    exercises: Vec<Exercise>,
}

impl Course {
    /// Parses a course, and collects the errors of all exercises.
    pub fn parse<'t>(
        files: impl IntoIterator<Item = ExerciseFiles<'t>>,
    ) -> Result<Self, Vec<CourseError>> {
        Course::parse_with(files.into_iter().map(|files| (files, None)))
    }

    /// Some of the exercises have a problem of their own: see [`Exercise::parse_with`].
    pub fn parse_with<'t>(
        files: impl IntoIterator<Item = (ExerciseFiles<'t>, Option<OwnProblem>)>,
    ) -> Result<Self, Vec<CourseError>> {
        let mut exercises = Vec::new();
        let mut errors = Vec::new();
        for (files, own) in files {
            match Exercise::parse_with(files, own) {
                Ok(exercise) => exercises.push(exercise),
                Err(error) => errors.push(error),
            }
        }
        exercises.sort_by_key(|exercise: &Exercise| exercise.manifest.number);
        errors.extend(clashes(&exercises));
        if errors.is_empty() {
            Ok(Course { exercises })
        } else {
            errors.sort_by(|left, right| left.folder.cmp(&right.folder));
            Err(errors)
        }
    }

    pub fn exercises(&self) -> &[Exercise] {
        &self.exercises
    }

    /// The exercise of that number (`2` or `02`), slug (`saxpy`) or folder (`02-saxpy`).
    pub fn find(&self, query: &str) -> Result<&Exercise, UnknownExercise> {
        let trimmed = query.trim().trim_end_matches('/');
        let number = trimmed.parse::<u32>().ok();
        self.exercises
            .iter()
            .find(|exercise| {
                Some(exercise.manifest.number) == number
                    || exercise.manifest.slug == trimmed
                    || exercise.folder == trimmed
            })
            .ok_or_else(|| {
                let slugs = self
                    .exercises
                    .iter()
                    .map(|exercise| &exercise.manifest.slug);
                UnknownExercise {
                    query: query.to_owned(),
                    nearest: nearest(trimmed, slugs.map(String::as_str)).map(str::to_owned),
                    first: self.exercises.first().map(|first| first.manifest.number),
                    last: self.exercises.last().map(|last| last.manifest.number),
                }
            })
    }

    pub fn after(&self, slug: &str) -> Option<&Exercise> {
        let mut rest = self.exercises.iter();
        rest.find(|exercise| exercise.manifest.slug == slug)?;
        rest.next()
    }
}

/// Errors of exercises that are valid by themselves.
fn clashes(exercises: &[Exercise]) -> Vec<CourseError> {
    let mut errors = Vec::new();
    for (index, exercise) in exercises.iter().enumerate() {
        let earlier = &exercises[..index];
        let mut push = |kind| {
            errors.push(CourseError {
                folder: exercise.folder.clone(),
                kind,
            });
        };
        let Manifest { slug, number, .. } = &exercise.manifest;
        if let Some(other) = earlier.iter().find(|other| other.manifest.slug == *slug) {
            push(CourseErrorKind::SameSlug {
                other: other.folder.clone(),
            });
        }
        if let Some(other) = earlier
            .iter()
            .find(|other| other.manifest.number == *number)
        {
            push(CourseErrorKind::SameNumber {
                other: other.folder.clone(),
            });
        }
        for prerequisite in &exercise.manifest.prerequisites {
            if !earlier
                .iter()
                .any(|other| other.manifest.slug == *prerequisite)
            {
                push(CourseErrorKind::Prerequisite {
                    slug: prerequisite.clone(),
                });
            }
        }
    }
    errors
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseError {
    pub folder: String,
    pub kind: CourseErrorKind,
}

/// The kinds of error in an exercise's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourseErrorKind {
    Manifest(ManifestError),
    Hints(HintsError),
    /// The folder is not named after number and slug.
    FolderName {
        /// The name it must have.
        expected: String,
    },
    UnknownProblem {
        /// The name in `exercise.toml`.
        problem: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    UnknownSheet {
        /// The name in `exercise.toml`.
        sheet: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    SameSlug {
        other: String,
    },
    SameNumber {
        other: String,
    },
    /// A prerequisite that is no earlier exercise.
    Prerequisite {
        slug: String,
    },
}

impl fmt::Display for CourseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = &self.folder;
        match &self.kind {
            CourseErrorKind::Manifest(error) => write!(f, "{folder}/exercise.toml: {error}"),
            CourseErrorKind::Hints(error) => write!(f, "{folder}/hints.md: {error}"),
            CourseErrorKind::FolderName { expected } => write!(
                f,
                "{folder}: by its exercise.toml this folder must be named {expected}"
            ),
            CourseErrorKind::UnknownProblem { problem, nearest } => {
                write!(f, "{folder}/exercise.toml: there is no problem `{problem}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            CourseErrorKind::UnknownSheet { sheet, nearest } => {
                write!(f, "{folder}/exercise.toml: there is no sheet `{sheet}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            CourseErrorKind::SameSlug { other } => {
                write!(f, "{folder}/exercise.toml: {other} has the same slug")
            }
            CourseErrorKind::SameNumber { other } => {
                write!(f, "{folder}/exercise.toml: {other} has the same number")
            }
            CourseErrorKind::Prerequisite { slug } => write!(
                f,
                "{folder}/exercise.toml: the prerequisite `{slug}` is no earlier exercise"
            ),
        }
    }
}

impl std::error::Error for CourseError {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownExercise {
    pub query: String,
    /// The most similar slug.
    pub nearest: Option<String>,
    /// The first number there is.
    pub first: Option<u32>,
    /// The last number there is.
    pub last: Option<u32>,
}

impl fmt::Display for UnknownExercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no exercise `{}`", self.query.escape_default())?;
        match (&self.nearest, self.first, self.last) {
            (Some(nearest), ..) => write!(f, "; did you mean `{nearest}`?"),
            (None, Some(first), Some(last)) => {
                write!(f, "; they go by number, {first} to {last}, or by name")
            }
            _ => f.write_str("; this course has none"),
        }
    }
}

impl std::error::Error for UnknownExercise {}

#[cfg(test)]
mod tests {
    use super::*;

    const HINTS: &str = "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n";

    fn manifest(number: u32, slug: &str, prerequisites: &str, problem: &str) -> String {
        format!(
            "slug = \"{slug}\"\nnumber = {number}\ntitle = \"t\"\nteaches = \"t\"\n\
             chapter = \"c\"\nminutes = 1\npoints = 1\nprerequisites = [{prerequisites}]\n\
             problem = \"{problem}\"\nkernel = \"kernel.cl\"\n"
        )
    }

    fn course(exercises: &[(&str, &str)]) -> Result<Course, Vec<CourseError>> {
        Course::parse(exercises.iter().map(|&(folder, manifest)| ExerciseFiles {
            folder,
            manifest,
            hints: HINTS,
        }))
    }

    fn two() -> Course {
        course(&[
            ("02-saxpy", &manifest(2, "saxpy", "\"fill\"", "saxpy")),
            ("01-fill", &manifest(1, "fill", "", "fill")),
        ])
        .unwrap()
    }

    #[test]
    fn an_exercise_is_found_by_number_slug_and_folder() {
        let course = two();
        for query in ["2", "02", "saxpy", "02-saxpy", "02-saxpy/", " saxpy "] {
            assert_eq!(course.find(query).unwrap().manifest.slug, "saxpy");
        }
        assert_eq!(course.exercises()[0].manifest.slug, "fill");
        assert_eq!(course.after("fill").unwrap().manifest.slug, "saxpy");
        assert!(course.after("saxpy").is_none());
    }

    #[test]
    fn an_unknown_exercise_names_the_nearest_or_the_range() {
        let course = two();
        let message = |query| course.find(query).unwrap_err().to_string();
        assert_eq!(
            message("saxpi"),
            "there is no exercise `saxpi`; did you mean `saxpy`?"
        );
        assert_eq!(
            message("77"),
            "there is no exercise `77`; they go by number, 1 to 2, or by name"
        );
    }

    #[test]
    fn what_is_wrong_with_a_folder_is_told_with_its_name() {
        let messages = |exercises: &[(&str, &str)]| -> Vec<String> {
            let errors = course(exercises).unwrap_err();
            errors.iter().map(CourseError::to_string).collect()
        };
        assert_eq!(
            messages(&[("02-fill", &manifest(1, "fill", "", "fill"))]),
            ["02-fill: by its exercise.toml this folder must be named 01-fill"]
        );
        assert_eq!(
            messages(&[("01-fill", &manifest(1, "fill", "", "fil"))]),
            ["01-fill/exercise.toml: there is no problem `fil`; did you mean `fill`?"]
        );
        assert_eq!(
            messages(&[
                ("01-fill", &manifest(1, "fill", "\"saxpy\"", "fill")),
                ("01-saxpy", &manifest(1, "saxpy", "", "saxpy")),
            ]),
            [
                "01-fill/exercise.toml: the prerequisite `saxpy` is no earlier exercise",
                "01-saxpy/exercise.toml: 01-fill has the same number",
            ]
        );
        assert_eq!(
            messages(&[("01-fill", "slug = 1")]),
            ["01-fill/exercise.toml: line 1: `slug` must be a string, but here is of type integer"]
        );
    }
}
