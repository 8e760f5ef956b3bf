//! A check of an exercise, as the command makes it on the simulator.

use crate::exercises::exercise;
use crate::refusal;
use course::{Observer, Report, Settings, Simulator};
use launch::Source;
use launch_file::json;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is to be checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The exercise's slug.
    pub exercise: String,
    /// What the report calls the file.
    pub file: String,
    /// The kernel's text.
    pub source: String,
    /// Where drawn cases come from; the command's where it is absent.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Cases to run; the command's where it is absent.
    #[serde(default)]
    pub cases: Option<u32>,
    /// The one case to run instead: a replay token.
    #[serde(default)]
    pub replay: Option<String>,
}

/// The report under the name of its file, as the command tells it.
#[derive(Serialize)]
struct Told<'c> {
    file: &'c str,
    #[serde(flatten)]
    report: &'c Report,
}

/// A page has a deadline of its own, and ends the whole module at it.
struct NoClock;

impl Observer for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

impl Check {
    /// The report.
    pub fn report(&self) -> Result<Report, String> {
        let exercise = exercise(&self.exercise)?;
        let source = Source {
            name: self.file.clone(),
            text: self.source.clone(),
            defines: Vec::new(),
        };
        let mut simulator = Simulator::default();
        let mut report = match &self.replay {
            Some(token) => {
                let engines = &mut [&mut simulator as _];
                course::replay(&exercise, &source, engines, token, &mut NoClock)
                    .map_err(|error| error.to_string())?
            }
            None => {
                let usual = Settings::default();
                let settings = Settings {
                    cases: self.cases.unwrap_or(usual.cases),
                    seed: self.seed.unwrap_or(usual.seed),
                    ..usual
                };
                let engines = &mut [&mut simulator as _];
                course::check(&exercise, &source, engines, &settings, &mut NoClock)
            }
        };
        for stage in &mut report.stages {
            stage.times = None;
        }
        Ok(report)
    }

    pub(crate) fn answer(&self) -> String {
        match self.report() {
            Ok(report) => json(&Told {
                file: &self.file,
                report: &report,
            }),
            Err(why) => refusal::told(why),
        }
    }
}
