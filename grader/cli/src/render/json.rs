//! Results as JSON, for programs.

use course::{ExerciseName, Report, State};
use launch::Finding;
use launch::protocol::Device;
use launch_file::{Answer, json};
use serde::Serialize;

/// What an exercise came to, and the file it was about.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed<'a> {
    /// Its place in the order.
    pub number: u32,
    /// Its stable id.
    pub slug: &'a str,
    /// Its title.
    pub title: &'a str,
    /// What it teaches.
    pub teaches: &'a str,
    /// The chapter it belongs to; the text stands it under that chapter's part.
    #[serde(skip)]
    pub chapter: &'a str,
    /// How far the student is with it.
    pub state: State,
    /// Points earned.
    pub points: u32,
    /// Points there are.
    pub of: u32,
    /// Its kernel file as it was named.
    pub file: &'a str,
}

/// What `check` writes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checks<'a> {
    /// One exercise, or with `all` each of them.
    checks: &'a [Check<'a>],
    /// How many of them passed.
    passed: usize,
    /// How many there are.
    of: usize,
}

/// What `list` writes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct List<'a> {
    /// Every exercise, by its number.
    exercises: &'a [Listed<'a>],
}

/// What `devices` writes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Devices<'a> {
    /// Every device of every platform; there is at least one.
    devices: &'a [Device],
}

/// What `lint` writes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Findings<'a> {
    /// The findings of all files, file by file.
    findings: &'a [Finding],
}

/// The results of some checks.
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

/// One report alone, as the snapshots keep it.
pub fn report(report: &Report) -> String {
    json(report)
}

/// The exercises.
pub fn list(exercises: &[Listed<'_>]) -> String {
    json(&List { exercises })
}

/// The devices.
pub fn devices(devices: &[Device]) -> String {
    json(&Devices { devices })
}

/// What reading kernel files found.
pub fn findings(findings: &[Finding]) -> String {
    json(&Findings { findings })
}

/// What a launch came to.
pub fn simulation(answer: &Answer<'_>) -> String {
    json(answer)
}
