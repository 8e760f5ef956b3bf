//! Results as JSON, for programs. Control characters are escaped, so that a terminal may show it.

use super::sanitise::escape_json;
use course::{ExerciseName, Report, State};
use launch::protocol::Device;
use serde::Serialize;

/// What an exercise came to, and the file it was about.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Check<'a> {
    /// A check was made.
    Made {
        /// The kernel file as it was named.
        file: &'a str,
        /// What it came to.
        #[serde(flatten)]
        report: &'a Report,
    },
    /// The file is none that can be checked.
    Refused {
        /// The kernel file as it was named.
        file: &'a str,
        /// The exercise.
        exercise: ExerciseName,
        /// Why it was refused.
        refused: String,
    },
}

/// One exercise of the list.
#[derive(Debug, Serialize)]
pub struct Listed<'a> {
    /// Its place in the order.
    pub number: u32,
    /// Its stable id.
    pub slug: &'a str,
    /// Its title.
    pub title: &'a str,
    /// What it teaches.
    pub teaches: &'a str,
    /// How far the student is with it.
    pub state: State,
    /// Points earned.
    pub points: u32,
    /// Points there are.
    pub of: u32,
    /// Its kernel file as it was named.
    pub file: &'a str,
}

/// `{ "checks": [...], "passed": 1, "of": 2 }`
pub fn checks(checks: &[Check<'_>]) -> String {
    #[derive(Serialize)]
    struct Checks<'a> {
        checks: &'a [Check<'a>],
        passed: usize,
        of: usize,
    }
    text(&Checks {
        checks,
        passed: checks
            .iter()
            .filter(|check| matches!(check, Check::Made { report, .. } if report.exit_code() == 0))
            .count(),
        of: checks.len(),
    })
}

/// One report alone, as the snapshots keep it.
pub fn report(report: &Report) -> String {
    text(report)
}

/// `{ "exercises": [...] }`
pub fn list(exercises: &[Listed<'_>]) -> String {
    #[derive(Serialize)]
    struct List<'a> {
        exercises: &'a [Listed<'a>],
    }
    text(&List { exercises })
}

/// `{ "devices": [...] }`
pub fn devices(devices: &[Device]) -> String {
    #[derive(Serialize)]
    struct Devices<'a> {
        devices: &'a [Device],
    }
    text(&Devices { devices })
}

fn text(value: &impl Serialize) -> String {
    // Only a map whose keys are no strings could fail, and the types above have none.
    let mut json = serde_json::to_string_pretty(value).unwrap_or_default();
    json.push('\n');
    escape_json(&json)
}
