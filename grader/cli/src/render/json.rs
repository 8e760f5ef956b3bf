//! Results as JSON, for programs.

use course::{ExerciseName, Report, State};
use launch::Finding;
use launch::protocol::Device;
use launch_file::{Answer, json};
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

/// `{ "checks": [...], "passed": 1, "of": 2 }`
pub fn checks(checks: &[Check<'_>]) -> String {
    #[derive(Serialize)]
    struct Checks<'a> {
        checks: &'a [Check<'a>],
        passed: usize,
        of: usize,
    }
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

/// `{ "exercises": [...] }`
pub fn list(exercises: &[Listed<'_>]) -> String {
    #[derive(Serialize)]
    struct List<'a> {
        exercises: &'a [Listed<'a>],
    }
    json(&List { exercises })
}

/// `{ "devices": [...] }`
pub fn devices(devices: &[Device]) -> String {
    #[derive(Serialize)]
    struct Devices<'a> {
        devices: &'a [Device],
    }
    json(&Devices { devices })
}

/// `{ "findings": [...] }`
pub fn findings(findings: &[Finding]) -> String {
    #[derive(Serialize)]
    struct Findings<'a> {
        findings: &'a [Finding],
    }
    json(&Findings { findings })
}

/// What a launch came to.
pub fn simulation(answer: &Answer<'_>) -> String {
    json(answer)
}
