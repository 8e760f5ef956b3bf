//! Checks of exercises for an editor, each in a thread of its own, one at a time: the server answers meanwhile.

use super::Received;
use crate::exercises::course_folder::{CourseFolder, exercise_around};
use ::render::{smallest_case, title};
use course::{Blame, NoClock, Settings, Simulator, Submission};
use language_server::{CheckWanted, Checked};
use launch::{Level, Source};
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::thread;

/// What commands in a diagnostic begin with.
const PROGRAM: &str = "grader";

/// Bytes of a thread's stack: that of a process's first thread.
const STACK: usize = 8 << 20;

/// The checks of a server.
#[derive(Default)]
pub(super) struct Checks {
    is_running: bool,
    /// The newest of each document, by its URI.
    waiting: BTreeMap<String, CheckWanted>,
}

impl Checks {
    /// Begins the next check if none runs. Its result is sent.
    pub(super) fn begin(&mut self, wanted: Vec<CheckWanted>, results: &Sender<Received>) {
        let wanted = wanted.into_iter();
        self.waiting.extend(wanted.map(|it| (it.uri.clone(), it)));
        if self.is_running {
            return;
        }
        let Some((_, wanted)) = self.waiting.pop_first() else {
            return;
        };
        let results = results.clone();
        let run = move || {
            let checked = check(&wanted).unwrap_or_default();
            // A server that has ended wants no result.
            let _ = results.send(Received::Checked(Box::new((wanted, checked))));
        };
        self.is_running = thread::Builder::new().stack_size(STACK).spawn(run).is_ok();
    }

    /// A check has ended.
    pub(super) fn ended(&mut self) {
        self.is_running = false;
    }
}

/// What a check in the simulator shows; nothing where the file belongs to no course.
fn check(wanted: &CheckWanted) -> Option<Checked> {
    let (course, _) = exercise_around(&wanted.path)?;
    let folder = CourseFolder::open(Some(&course)).ok()?;
    let exercises = folder.course.exercises();
    let exercise = exercises
        .iter()
        .find(|it| it.manifest.slug == wanted.exercise.slug)?;
    let kernel = Source {
        name: wanted.path.to_string_lossy().into_owned(),
        text: wanted.text.clone(),
        standard: wanted.exercise.standard,
        ..Source::default()
    };
    let mut simulator = Simulator::default();
    let report = course::check(
        exercise,
        &Submission::from(kernel),
        &mut [&mut simulator],
        &Settings::default(),
        &mut NoClock,
    );
    let is_said = report.findings.iter().any(|it| it.level == Level::Error);
    let fails = report.verdict.blame() == Some(Blame::Kernel);
    let example = report.counterexample.as_ref();
    let failure = (fails && !is_said).then(|| {
        let place = example.and_then(|it| it.place()).cloned();
        (title(&report), place)
    });
    Some(Checked {
        case: smallest_case(PROGRAM, &report),
        failure,
        findings: report.findings,
    })
}
