//! A student's progress, by the exercises' stable slugs: the model, its text, and its update by a result. The
//! command reads and writes the file.

use crate::report::{DeviceAlone, Report};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format; a text of a later version is left alone.
const VERSION: u32 = 1;

/// Everything kept about a student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    version: u32,
    #[serde(default)]
    exercises: BTreeMap<String, Record>,
}

/// The record of one exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Has it ever passed?
    pub passed: bool,
    /// The most points it was given.
    pub points: u32,
    /// Number of checks.
    pub checks: u64,
    /// The hint tier last shown, from 1; 0 before the first.
    pub hint: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Untouched,
    /// Checked, but never passed.
    Begun,
    /// Passed once.
    Passed,
}

impl Record {
    pub fn state(&self) -> State {
        match (self.passed, self.checks) {
            (true, _) => State::Passed,
            (false, 0) => State::Untouched,
            (false, _) => State::Begun,
        }
    }
}

/// Why a text is not usable progress.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgressError {
    /// It is damaged: set it aside and start with no progress.
    #[error("it is damaged ({reason})")]
    Damaged { reason: String },
    /// A later version of this program wrote it: leave it as it is.
    #[error("a later version of grader wrote it (shape {version}, this one knows {VERSION})")]
    Later { version: u32 },
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            version: VERSION,
            exercises: BTreeMap::new(),
        }
    }
}

impl Progress {
    /// Reads what [`Progress::to_text`] wrote. Slugs that the course doesn't know are kept.
    pub fn parse(text: &str) -> Result<Self, ProgressError> {
        #[derive(Deserialize)]
        struct Shape {
            version: u32,
        }
        // The version first: the contents of a later format are not damage.
        let damaged = |error: serde_json::Error| ProgressError::Damaged {
            reason: error.to_string(),
        };
        let Shape { version } = serde_json::from_str(text).map_err(damaged)?;
        if version > VERSION {
            return Err(ProgressError::Later { version });
        }
        serde_json::from_str(text).map_err(damaged)
    }

    /// Its text: JSON, in the order of the slugs, ending in a newline.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("numbers, booleans and string keys are always JSON");
        text.push('\n');
        text
    }

    /// The record of an exercise; the default if it was never checked.
    pub fn of(&self, slug: &str) -> Record {
        self.exercises.get(slug).cloned().unwrap_or_default()
    }

    pub fn of_mut(&mut self, slug: &str) -> &mut Record {
        self.exercises.entry(slug.to_owned()).or_default()
    }

    /// Records the result of a check. Progress is never lost. Failures of the machine, replays, and passes that
    /// were requested on the device alone do not count.
    pub fn record(&mut self, report: &Report) {
        let is_unsimulated = report.device_alone() == Some(DeviceAlone::SimulatorNotAsked);
        if report.replayed || report.exit_code() == 2 || is_unsimulated {
            return;
        }
        let record = self.of_mut(&report.exercise.slug);
        record.checks = record.checks.saturating_add(1);
        record.points = record.points.max(report.points.earned);
        record.passed |= report.exit_code() == 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{ExerciseName, Points, Skipped, Stage, Verdict};
    use crate::simulated::SIMULATOR;

    fn report(verdict: Verdict, earned: u32, replayed: bool) -> Report {
        let exercise = ExerciseName {
            slug: "saxpy".to_owned(),
            number: 2,
            title: "saxpy".to_owned(),
        };
        Report {
            verdict,
            points: Points { earned, of: 10 },
            replayed,
            exercise,
            stages: Vec::new(),
            counterexample: None,
            remedy: None,
            messages: Vec::new(),
            findings: Vec::new(),
            answers: Vec::new(),
            costs: Vec::new(),
            uncounted: false,
            looks_at: Vec::new(),
            elsewhere: false,
        }
    }

    #[test]
    fn what_was_written_is_read_back_with_slugs_nobody_knows() {
        let mut progress = Progress::default();
        progress.of_mut("of-another-year").points = 7;
        progress.of_mut("saxpy").hint = 2;
        assert_eq!(Progress::parse(&progress.to_text()), Ok(progress));
    }

    #[test]
    fn a_pass_is_never_taken_back() {
        let mut progress = Progress::default();
        assert_eq!(progress.of("saxpy").state(), State::Untouched);
        progress.record(&report(Verdict::Wrong, 0, false));
        assert_eq!(progress.of("saxpy").state(), State::Begun);
        progress.record(&report(Verdict::Passed, 10, false));
        progress.record(&report(Verdict::Wrong, 0, false));
        let record = progress.of("saxpy");
        assert_eq!(record.state(), State::Passed);
        assert_eq!((record.points, record.checks), (10, 3));
    }

    #[test]
    fn a_fault_of_the_machine_and_a_replay_count_for_nothing() {
        let mut progress = Progress::default();
        let lost = Verdict::DeviceLost {
            detail: String::new(),
        };
        progress.record(&report(lost, 0, false));
        progress.record(&report(Verdict::Passed, 0, true));
        assert_eq!(progress, Progress::default());
    }

    #[test]
    fn a_pass_on_a_device_alone_counts_for_nothing_unless_the_simulator_was_asked() {
        let stage = |device: &str, skipped: Option<Skipped>| Stage {
            device: device.to_owned(),
            cases: 1,
            skipped,
            dissent: None,
            times: None,
        };
        let mut progress = Progress::default();
        let mut alone = report(Verdict::Passed, 10, false);
        alone.stages = vec![stage("a device", None)];
        progress.record(&alone);
        assert_eq!(progress, Progress::default());
        let message = "the simulator does not support it".to_owned();
        let finding = crate::simulated::not_analysed(message, None);
        let skipped = Some(Skipped::NotAnalysed { finding });
        alone.stages.insert(0, stage(SIMULATOR, skipped));
        assert_eq!(
            alone.device_alone().map(|alone| alone.to_string()),
            Some(
                "ran on the device alone: not simulated, the simulator does not support it"
                    .to_owned()
            )
        );
        progress.record(&alone);
        assert_eq!(progress.of("saxpy").state(), State::Passed);
        progress.record(&report(Verdict::Wrong, 0, false));
        alone.stages.remove(0);
        progress.record(&alone);
        assert_eq!(progress.of("saxpy").checks, 2);
        assert_eq!(progress.of("saxpy").state(), State::Passed);
    }

    #[test]
    fn any_damage_is_an_error_and_a_later_shape_is_told_apart() {
        let mut progress = Progress::default();
        progress.of_mut("saxpy").points = 10;
        let text = progress.to_text();
        for end in 0..text.trim_end().len() {
            assert!(
                matches!(
                    Progress::parse(&text[..end]),
                    Err(ProgressError::Damaged { .. })
                ),
                "{}",
                &text[..end]
            );
        }
        for damaged in ["[]", "null", "\0\0", "{\"version\":1,\"exercises\":[]}"] {
            assert!(Progress::parse(damaged).is_err());
        }
        assert_eq!(
            Progress::parse("{\"version\": 9, \"exercises\": \"elsewhere\"}"),
            Err(ProgressError::Later { version: 9 })
        );
    }
}
