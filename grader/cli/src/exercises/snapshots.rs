//! The reports of every solution and every mistake, as the book shows them and the tests assert them: in
//! insta's files.
//!
//! The same code makes them for the tests, for `grader snapshots` and the book. A snapshot has no time, no
//! path and no device's name; the seed is fixed.

use crate::device::engine::DeviceEngine;
use crate::device::no_device::NoDevice;
use crate::exercises::course_folder::{CourseFolder, Work, work_in};
use crate::files::student_file::UnusableFile;
use crate::files::submission;
use crate::render::{self, Extent, Page, Setting, json};
use course::{Engine, Exercise, Observer, Report, SIMULATOR, Settings, Simulator};
use runner::{Options, Runner};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder of the snapshots within the course folder.
pub const FOLDER: &str = "tests/snapshots";

/// The test that asserts them; insta writes its path into each.
const TEST: &str = "tests/tests/it/reports.rs";

/// The expression in that test.
const EXPRESSION: &str = "contents";

/// The replacement for the device's name.
const DEVICE: &str = "this device";

/// The replacements for the paths of kernel and answers.
const FILES: [&str; 2] = ["kernel.cl", "answers.toml"];

/// Files whose report is a snapshot.
#[derive(Clone, Debug)]
pub struct Subject<'c> {
    pub exercise: &'c Exercise,
    /// `starter`, `solution`, or the file name of a mistake.
    pub name: String,
    /// The files of the check; the subject's own file is the last.
    pub files: Vec<Work>,
}

/// The expected contents of one snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Its name within its exercise's folder, such as `solution.text`.
    pub name: String,
    /// Its contents, without insta's header.
    pub contents: String,
}

#[derive(Debug, thiserror::Error)]
pub enum SubjectError {
    #[error("{0} cannot be read: {1}")]
    Folder(PathBuf, io::Error),
    #[error(transparent)]
    File(UnusableFile),
}

/// Runs subjects, one check each.
pub struct Reporter {
    simulator: Simulator,
    device: DeviceEngine,
}

impl<'c> Subject<'c> {
    /// The starter, the solution and the mistakes of an exercise, in this order. A mistake in one file
    /// is checked with the solution's other file.
    pub fn of(folder: &CourseFolder, exercise: &'c Exercise) -> Result<Vec<Self>, SubjectError> {
        let subject = |name: &str, files: Vec<Work>| Subject {
            exercise,
            name: name.to_owned(),
            files,
        };
        let solved = folder.solution_files_of(exercise);
        let solution = folder.solution_of(exercise);
        let mut mistakes = Vec::new();
        let within = solution.join("mistakes");
        let error = |error| SubjectError::Folder(within.clone(), error);
        let entries = match folder.includes(exercise) && !within.exists() {
            // A pack has the mistakes of its own exercises alone.
            true => None,
            false => Some(fs::read_dir(&within).map_err(error)?),
        };
        for entry in entries.into_iter().flatten() {
            let path = entry.map_err(error)?.path();
            let extension = path.extension().unwrap_or_default();
            if extension == "cl" || extension == "toml" {
                let name = path
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                let mut files = solved.clone();
                files.push(work_in(exercise, path));
                mistakes.push(subject(&name, files));
            }
        }
        mistakes.sort_by(|one, other| one.name.cmp(&other.name));
        let starters = folder.files_of(exercise).into_iter();
        let starters = starters.map(|file| file.starter);
        let mut subjects = vec![
            subject("starter", starters.collect()),
            subject("solution", solved),
        ];
        subjects.extend(mistakes);
        Ok(subjects)
    }
}

impl Subject<'_> {
    /// The file that the subject is about.
    pub fn path(&self) -> &Path {
        self.files.last().map_or_else(|| Path::new(""), Work::path)
    }
}

impl Reporter {
    /// Starts on the first device.
    pub fn start() -> Result<Reporter, NoDevice> {
        let runner = Runner::start(Options::default()).map_err(NoDevice::Start)?;
        Ok(Reporter {
            simulator: Simulator::default(),
            device: DeviceEngine::open(runner, None)?,
        })
    }

    pub fn take(
        &mut self,
        folder: &CourseFolder,
        subject: &Subject<'_>,
    ) -> Result<(Report, [Snapshot; 2]), SubjectError> {
        let mut submission =
            submission::read(subject.files.iter().cloned()).map_err(SubjectError::File)?;
        let files = [&mut submission.kernel, &mut submission.answers];
        for (file, name) in files.into_iter().zip(FILES) {
            if let Some(source) = file {
                source.name = name.to_owned();
            }
        }
        let mut clock = Clock(Instant::now());
        let settings = Settings::default();
        let engines: &mut [&mut dyn Engine] = &mut [&mut self.simulator, &mut self.device];
        let mut report = course::check(
            subject.exercise,
            &submission,
            engines,
            &settings,
            &mut clock,
        );
        for stage in &mut report.stages {
            stage.times = None;
            if stage.device != SIMULATOR {
                stage.device = DEVICE.to_owned();
            }
        }
        let next = folder
            .course
            .after(&subject.exercise.manifest.slug)
            .map(Exercise::name);
        let setting = Setting {
            program: "grader",
            submission: &submission,
            replay_arguments: "",
            has_debugger: true,
            hints: (0, subject.exercise.hints.0.len() as u32),
            solution: false,
            next: next.as_ref(),
            progress: None,
            repair: false,
            own_hints: subject.exercise.shows_repairs(),
            extent: Extent::SCREEN,
        };
        let snapshots = [
            Snapshot {
                name: format!("{}.text", subject.name),
                contents: render::report(Page::PLAIN, &report, &setting),
            },
            Snapshot {
                name: format!("{}.json", subject.name),
                contents: json::report(&report),
            },
        ];
        Ok((report, snapshots))
    }
}

impl Snapshot {
    /// The snapshot's file.
    pub fn path(&self, root: &Path, exercise: &Exercise) -> PathBuf {
        root.join(FOLDER)
            .join(&exercise.manifest.slug)
            .join(format!("{}.snap", self.name))
    }

    /// The file's text, byte for byte as insta writes it.
    pub fn file(&self) -> String {
        format!(
            "---\nsource: {TEST}\nexpression: {EXPRESSION}\n---\n{}\n",
            self.contents.trim_end()
        )
    }
}

struct Clock(Instant);

impl Observer for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
