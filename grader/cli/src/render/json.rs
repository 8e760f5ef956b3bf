//! Results as JSON, for programs.

use course::{ExerciseName, Report, State};
use launch::Finding;
use launch::protocol::Device;
use launch_file::{Answer, RepairAnswer, json};
use serde::Serialize;

/// The result of an exercise, and its file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Check<'a> {
    Made {
        /// The kernel file, as it was named.
        file: &'a str,
        /// The result.
        #[serde(flatten)]
        report: &'a Report,
    },
    /// The file cannot be checked.
    Refused {
        /// The kernel file, as it was named.
        file: &'a str,
        exercise: ExerciseName,
        /// Why it was refused.
        refused: String,
    },
}

/// One exercise of the list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed<'a> {
    /// Its position in the course.
    pub number: u32,
    /// Its stable id.
    pub slug: &'a str,
    /// Its title.
    pub title: &'a str,
    /// One sentence about what it teaches.
    pub teaches: &'a str,
    /// Its chapter; the text groups exercises by the chapter's part.
    #[serde(skip)]
    pub chapter: &'a str,
    /// The student's progress.
    pub state: State,
    /// Points earned.
    pub points: u32,
    /// The maximum of points.
    pub of: u32,
    /// Its kernel file, as it was named.
    pub file: &'a str,
}

/// The output of `check`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checks<'a> {
    /// One exercise, or with `all` each of them.
    checks: &'a [Check<'a>],
    /// The number of passed exercises.
    passed: usize,
    /// The number of exercises.
    of: usize,
}

/// The output of `list`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct List<'a> {
    /// Every exercise, by its number.
    exercises: &'a [Listed<'a>],
}

/// The output of `devices`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Devices<'a> {
    /// Every device of every platform; at least one.
    devices: &'a [Device],
}

/// The output of `lint`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Findings<'a> {
    /// The findings of all files, file by file.
    findings: &'a [Finding],
}

pub fn checks(checks: &[Check<'_>]) -> String {
    json(&Checks {
        checks,
        passed: checks
            .iter()
            .filter(|check| matches!(check, Check::Made { report, .. } if report.exit_code() == 0))
            .count(),
        of: checks.len(),
    })
}

/// One report, as in the snapshots.
pub fn report(report: &Report) -> String {
    json(report)
}

pub fn list(exercises: &[Listed<'_>]) -> String {
    json(&List { exercises })
}

pub fn devices(devices: &[Device]) -> String {
    json(&Devices { devices })
}

pub fn findings(findings: &[Finding]) -> String {
    json(&Findings { findings })
}

pub fn repair(answer: &RepairAnswer<'_>) -> String {
    json(answer)
}

#[cfg(feature = "full")]
pub fn run(answer: &launch_guess::RunAnswer<'_>) -> String {
    json(answer)
}

pub fn simulation(answer: &Answer<'_>) -> String {
    json(answer)
}

/// One answer, or an array of several.
pub fn simulations(answers: &[Answer<'_>]) -> String {
    match answers {
        [answer] => simulation(answer),
        answers => json(&answers),
    }
}
