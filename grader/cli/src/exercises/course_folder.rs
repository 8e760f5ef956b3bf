//! Finds the folder of the course (the nearest one upwards that holds `exercises/`) and parses it.

use crate::exercises::own_problem;
use crate::system::with_slashes;
use course::{Course, CourseError, Exercise, ExerciseFiles};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The folder that makes a course of the folder it lies in.
pub(crate) const EXERCISES: &str = "exercises";

/// The file that makes a pack of a course.
const COURSE: &str = "course.toml";

/// The file that makes an exercise of the folder it lies in.
pub(crate) const MANIFEST: &str = "exercise.toml";

/// The initial text of the student's kernel file.
pub(crate) const STARTER: &str = "starter.cl";

/// The file in which a student answers an exercise's questions.
pub(crate) const ANSWERS: &str = "answers.toml";

/// The initial text of the file of answers.
pub(crate) const ANSWERS_STARTER: &str = "starter.toml";

pub(crate) const SOLUTION: &str = "kernel.cl";

/// The extension of a file of answers.
const ANSWERS_EXTENSION: &str = "toml";

/// A file that a student works on, or another file for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    Kernel(PathBuf),
    Answers(PathBuf),
}

impl Work {
    pub fn path(&self) -> &Path {
        match self {
            Work::Kernel(path) | Work::Answers(path) => path,
        }
    }
}

/// A file that a student works on, with its starter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The student's file, as one would type it.
    pub own: Work,
    /// Its initial contents.
    pub starter: Work,
}

#[derive(Debug)]
pub struct CourseFolder {
    /// The folder that holds `exercises/`.
    pub root: PathBuf,
    pub course: Course,
}

/// Why there is no course.
#[derive(Debug, thiserror::Error)]
pub enum NoCourse {
    #[error("there is no course here: neither {from} nor a folder above it holds `{EXERCISES}/`")]
    NotFound {
        /// The folder in which the search started.
        from: PathBuf,
    },
    #[error("{named} is no course: it holds no `{EXERCISES}/`")]
    NotACourse { named: PathBuf },
    #[error("{path} cannot be read: {error}")]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{folder} holds no exercise")]
    NoExercises { folder: PathBuf },
    /// The problem of an own exercise.
    #[error("{path}: {reason}")]
    Problem { path: PathBuf, reason: String },
    /// A program of a pack, which nobody has said may run.
    #[error(
        "{path}: right results come from a program of the pack, `{command}`, which runs as you and in no sandbox"
    )]
    NotTrusted { path: PathBuf, command: String },
    /// At least one.
    #[error("{}", damages(.0))]
    Damaged(Vec<CourseError>),
}

impl CourseFolder {
    /// The course in the named folder, or else in the nearest one upwards from the current folder.
    pub fn open(named: Option<&Path>) -> Result<CourseFolder, NoCourse> {
        let root = find(named)?;
        let course = read(&root.join(EXERCISES))?;
        Ok(CourseFolder { root, course })
    }

    pub fn of(&self, exercise: &Exercise) -> PathBuf {
        self.root.join(EXERCISES).join(&exercise.folder)
    }

    /// The student's files, the kernel first; at least one.
    pub fn files_of(&self, exercise: &Exercise) -> Vec<Begun> {
        let within = self.of(exercise);
        let kernel = exercise.manifest.kernel.as_ref().map(|kernel| Begun {
            own: Work::Kernel(as_typed(&within.join(&kernel.file))),
            starter: Work::Kernel(within.join(STARTER)),
        });
        let answers = exercise.sheet.map(|_| Begun {
            own: Work::Answers(as_typed(&within.join(ANSWERS))),
            starter: Work::Answers(within.join(ANSWERS_STARTER)),
        });
        kernel.into_iter().chain(answers).collect()
    }

    /// The files of an exercise's solution, in the order of [`CourseFolder::files_of`].
    pub fn solution_files_of(&self, exercise: &Exercise) -> Vec<Work> {
        let within = self.solution_of(exercise);
        let kernel = exercise
            .problem
            .map(|_| Work::Kernel(within.join(SOLUTION)));
        let answers = exercise.sheet.map(|_| Work::Answers(within.join(ANSWERS)));
        kernel.into_iter().chain(answers).collect()
    }

    /// Is it the folder of a pack, which a `course.toml` composes?
    pub fn is_pack(&self) -> bool {
        self.root.join(COURSE).is_file()
    }

    /// The written tiers of hints that the course shows: all, unless it is a pack that says otherwise.
    pub fn tiers(&self) -> usize {
        #[cfg(feature = "full")]
        if let Ok(text) = fs::read_to_string(self.root.join(COURSE))
            && let Ok(file) = pack::CourseFile::parse(Path::new(COURSE), &text)
        {
            return file.policies.hints;
        }
        course::TIERS
    }

    /// Does a pack include the exercise from elsewhere?
    pub fn includes(&self, exercise: &Exercise) -> bool {
        self.is_pack() && !self.of(exercise).join(own_problem::PROBLEM).exists()
    }

    /// Are there pages that teach what the exercises ask for? A pack may have none of its own.
    pub fn has_book(&self) -> bool {
        !self.is_pack() || self.root.join("book/src").is_dir()
    }

    /// The folder with the solution of an exercise, and its mistakes.
    pub fn solution_of(&self, exercise: &Exercise) -> PathBuf {
        self.root.join("solutions").join(&exercise.folder)
    }
}

/// A named file, as a kernel or as answers: answers if the exercise asks questions and the file is TOML, or
/// if it asks nothing but questions.
pub fn work_in(exercise: &Exercise, path: PathBuf) -> Work {
    let path = with_slashes(&path);
    let is_toml = path
        .extension()
        .is_some_and(|extension| extension == ANSWERS_EXTENSION);
    match (exercise.problem, exercise.sheet) {
        (None, _) => Work::Answers(path),
        (Some(_), Some(_)) if is_toml => Work::Answers(path),
        (Some(_), _) => Work::Kernel(path),
    }
}

/// The course and the slug of the exercise in whose folder a file lies: `COURSE/exercises/02-saxpy/kernel.cl`.
#[cfg(feature = "full")]
pub fn exercise_around(path: &Path) -> Option<(PathBuf, String)> {
    let path = std::path::absolute(path).ok()?;
    let folder = path.parent()?;
    let (number, slug) = folder.file_name()?.to_str()?.split_once('-')?;
    let exercises = folder.parent().filter(|it| it.ends_with(EXERCISES))?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((exercises.parent()?.to_owned(), slug.to_owned()))
}

/// `path` as a user would type it: relative to the current folder if it is inside.
pub fn as_typed(path: &Path) -> PathBuf {
    let current = std::env::current_dir().ok();
    let within = current.and_then(|current| path.strip_prefix(current).ok());
    with_slashes(&without_returns(within.unwrap_or(path)))
}

/// The path without `folder/..`, which programs that read findings do not resolve. A link stays, since `..`
/// behind it leads elsewhere.
fn without_returns(path: &Path) -> PathBuf {
    let mut kept = PathBuf::new();
    for component in path.components() {
        let is_return = component == Component::ParentDir
            && matches!(kept.components().next_back(), Some(Component::Normal(_)))
            && !kept.is_symlink();
        if is_return {
            kept.pop();
        } else {
            kept.push(component);
        }
    }
    kept
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
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        exercises.push((
            name.into_owned(),
            fs::read_to_string(&manifest).map_err(unreadable(&manifest))?,
            fs::read_to_string(&hints).map_err(unreadable(&hints))?,
            own_problem::of(&path)?,
        ));
    }
    if exercises.is_empty() {
        return Err(NoCourse::NoExercises {
            folder: folder.to_owned(),
        });
    }
    let files = exercises.iter().map(|(folder, manifest, hints, own)| {
        let files = ExerciseFiles {
            folder,
            manifest,
            hints,
        };
        (files, own.clone())
    });
    Course::parse_with(files).map_err(NoCourse::Damaged)
}

/// The first error, and the number of the others.
fn damages(errors: &[CourseError]) -> String {
    let first = errors
        .first()
        .map(CourseError::to_string)
        .unwrap_or_default();
    match errors.len() {
        0 | 1 => first,
        2 => format!("{first} (and one more error in this course)"),
        count => format!("{first} (and {} more errors in this course)", count - 1),
    }
}
