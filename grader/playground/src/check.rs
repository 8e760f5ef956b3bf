//! A check of an exercise, as the command makes it on the simulator.

use crate::exercises::{after, exercise, handed_in};
use crate::refusal;
use course::{NoClock, RepairLimits, Report, Settings, Simulator};
use launch_file::json;
use render::{Extent, OwnHints, Page, Setting};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The exercise's slug.
    pub exercise: String,
    /// The student's files by name, as the exercise names them.
    pub files: BTreeMap<String, String>,
    /// Where drawn cases come from; the command's where it is absent.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Cases to run; the command's where it is absent.
    #[serde(default)]
    pub cases: Option<u32>,
    /// The one case to run instead: a replay token.
    #[serde(default)]
    pub replay: Option<String>,
    /// Columns of the report as text, which is left out where this is absent.
    #[serde(default)]
    pub columns: Option<usize>,
    /// Budget of steps for each launch; the command's where it is absent.
    #[serde(default)]
    pub steps: Option<u64>,
    /// Is a longer search done for the repair of a kernel that fails, and are there hints from it?
    #[serde(default)]
    pub repair: bool,
}

/// The hints that follow from the student's own kernel.
#[derive(Serialize)]
#[serde(untagged)]
enum HintsJson {
    /// One after the other: the place, what is wrong, the change, which the diff shows.
    Repair {
        place: String,
        kind: String,
        change: String,
        diff: String,
    },
    /// Why there are none.
    None { none: &'static str },
}

impl From<OwnHints> for HintsJson {
    fn from(hints: OwnHints) -> HintsJson {
        let none = hints.why_none().unwrap_or_default();
        match hints {
            OwnHints::Repair {
                place,
                kind,
                change,
                diff,
            } => HintsJson::Repair {
                place,
                kind,
                change,
                diff,
            },
            OwnHints::Passes | OwnHints::NotRun | OwnHints::NotFound => HintsJson::None { none },
        }
    }
}

/// The report, as the command tells it.
#[derive(Serialize)]
struct Reply<'c> {
    #[serde(flatten)]
    report: &'c Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_hints: Option<HintsJson>,
}

/// What commands within a report begin with.
const PROGRAM: &str = "grader";

impl Check {
    pub fn report(&self) -> Result<Report, String> {
        let exercise = exercise(&self.exercise)?;
        let submission = handed_in(&exercise, &self.files);
        let mut simulator = match self.steps {
            Some(steps) => Simulator::of_steps(steps),
            None => Simulator::default(),
        };
        let mut report = match &self.replay {
            Some(token) => {
                let engines = &mut [&mut simulator as _];
                course::replay(&exercise, &submission, engines, token, &mut NoClock)
                    .map_err(|error| error.to_string())?
            }
            None => {
                let usual = Settings::default();
                let settings = Settings {
                    cases: self.cases.unwrap_or(usual.cases),
                    seed: self.seed.unwrap_or(usual.seed),
                    repair: match self.repair {
                        true => RepairLimits::PAGE,
                        false => usual.repair,
                    },
                    ..usual
                };
                let engines = &mut [&mut simulator as _];
                course::check(&exercise, &submission, engines, &settings, &mut NoClock)
            }
        };
        for stage in &mut report.stages {
            stage.times = None;
        }
        Ok(report)
    }

    /// The report as the command prints it.
    pub(crate) fn text(&self, report: &Report, width: usize) -> Result<String, String> {
        let exercise = exercise(&self.exercise)?;
        let page = Page {
            width,
            ..Page::PLAIN
        };
        // The page keeps no progress, so the next one is that of the book.
        let next = after(&self.exercise);
        let setting = Setting {
            program: PROGRAM,
            submission: &handed_in(&exercise, &self.files),
            replay_arguments: "",
            has_debugger: true,
            hints: (0, exercise.hints.0.len() as u32),
            solution: false,
            next: next.as_ref(),
            progress: None,
            repair: false,
            own_hints: false,
            extent: Extent::SCREEN,
        };
        Ok(render::report(page, report, &setting))
    }

    fn own_hints(&self, report: &Report) -> Result<HintsJson, String> {
        let exercise = exercise(&self.exercise)?;
        let kernel = handed_in(&exercise, &self.files).kernel;
        Ok(OwnHints::of(Page::PLAIN, report, kernel.as_ref()).into())
    }

    fn answered(&self) -> Result<String, String> {
        let report = self.report()?;
        let text = self.columns.map(|width| self.text(&report, width));
        Ok(json(&Reply {
            report: &report,
            text: text.transpose()?,
            own_hints: match self.repair {
                true => Some(self.own_hints(&report)?),
                false => None,
            },
        }))
    }

    pub(crate) fn answer(&self) -> String {
        match self.answered() {
            Ok(answer) => answer,
            Err(why) => refusal::of_request(why),
        }
    }
}
