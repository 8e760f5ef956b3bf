//! Finds the folder of the course, the nearest one upwards that holds `exercises/`, and reads it.

use course::{Course, CourseError, Exercise, ExerciseFiles};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder that makes a course of the folder it lies in.
pub(crate) const EXERCISES: &str = "exercises";

/// The file that makes an exercise of the folder it lies in.
pub(crate) const MANIFEST: &str = "exercise.toml";

/// What the student's kernel file is at first.
pub(crate) const STARTER: &str = "starter.cl";

/// A course and where it lies.
#[derive(Debug)]
pub struct CourseFolder {
    /// The folder that holds `exercises/`.
    pub root: PathBuf,
    /// Its exercises.
    pub course: Course,
}

/// Why there is no course.
#[derive(Debug)]
pub enum NoCourse {
    /// Neither the folder nor one above it holds `exercises/`.
    NotFound {
        /// Where the search began.
        from: PathBuf,
    },
    /// The folder that was named holds no `exercises/`.
    NotACourse {
        /// That folder.
        named: PathBuf,
    },
    /// A file or folder of the course cannot be read.
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no exercise in it.
    NoExercises {
        /// The folder they should lie in.
        folder: PathBuf,
    },
    /// Exercises are damaged; there is at least one error.
    Damaged(Vec<CourseError>),
}

impl CourseFolder {
    /// The course in the folder that was named, or else in the nearest one upwards from the current
    /// folder.
    pub fn open(named: Option<&Path>) -> Result<CourseFolder, NoCourse> {
        let root = find(named)?;
        let course = read(&root.join(EXERCISES))?;
        Ok(CourseFolder { root, course })
    }

    /// The folder of an exercise.
    pub fn of(&self, exercise: &Exercise) -> PathBuf {
        self.root.join(EXERCISES).join(&exercise.folder)
    }

    /// The file in which a student writes an exercise's kernel, as one would type it.
    pub fn kernel_of(&self, exercise: &Exercise) -> PathBuf {
        as_typed(&self.of(exercise).join(&exercise.manifest.kernel))
    }

    /// The kernel file as it was before the student wrote in it.
    pub fn starter_of(&self, exercise: &Exercise) -> PathBuf {
        self.of(exercise).join(STARTER)
    }

    /// The folder with the solution of an exercise, and its mistakes.
    pub fn solution_of(&self, exercise: &Exercise) -> PathBuf {
        self.root.join("solutions").join(&exercise.folder)
    }
}

/// `path` as one would type it: relative to the current folder where it lies within.
pub fn as_typed(path: &Path) -> PathBuf {
    std::env::current_dir()
        .ok()
        .and_then(|current| path.strip_prefix(current).ok())
        .unwrap_or(path)
        .to_owned()
}

fn find(named: Option<&Path>) -> Result<PathBuf, NoCourse> {
    if let Some(named) = named {
        return if named.join(EXERCISES).is_dir() {
            Ok(named.to_owned())
        } else {
            Err(NoCourse::NotACourse {
                named: named.to_owned(),
            })
        };
    }
    let from = std::env::current_dir().map_err(|error| NoCourse::Unreadable {
        path: PathBuf::from("."),
        error,
    })?;
    from.ancestors()
        .find(|folder| folder.join(EXERCISES).is_dir())
        .map(Path::to_owned)
        .ok_or_else(|| NoCourse::NotFound { from: from.clone() })
}

fn read(folder: &Path) -> Result<Course, NoCourse> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        |error| NoCourse::Unreadable { path, error }
    };
    let mut exercises = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            continue;
        }
        let hints = path.join("hints.md");
        exercises.push((
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            fs::read_to_string(&manifest).map_err(unreadable(&manifest))?,
            fs::read_to_string(&hints).map_err(unreadable(&hints))?,
        ));
    }
    if exercises.is_empty() {
        return Err(NoCourse::NoExercises {
            folder: folder.to_owned(),
        });
    }
    let files = exercises
        .iter()
        .map(|(folder, manifest, hints)| ExerciseFiles {
            folder,
            manifest,
            hints,
        });
    Course::parse(files).map_err(NoCourse::Damaged)
}

impl fmt::Display for NoCourse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCourse::NotFound { from } => write!(
                f,
                "there is no course here: neither {} nor a folder above it holds `{EXERCISES}/`",
                from.display()
            ),
            NoCourse::NotACourse { named } => {
                write!(
                    f,
                    "{} is no course: it holds no `{EXERCISES}/`",
                    named.display()
                )
            }
            NoCourse::Unreadable { path, error } => {
                write!(f, "{} cannot be read: {error}", path.display())
            }
            NoCourse::NoExercises { folder } => {
                write!(f, "{} holds no exercise", folder.display())
            }
            NoCourse::Damaged(errors) => {
                if let Some(first) = errors.first() {
                    first.fmt(f)?;
                }
                match errors.len() {
                    0 | 1 => Ok(()),
                    2 => f.write_str(" (and one more error in this course)"),
                    count => write!(f, " (and {} more errors in this course)", count - 1),
                }
            }
        }
    }
}

impl std::error::Error for NoCourse {}
