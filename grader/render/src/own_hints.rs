//! The hints that follow from the repair of a student's own kernel: the place, what is wrong, the change.

use super::{Page, short_diff};
use course::{Remedy, Report, Verdict};
use launch::Source;

/// What the check of a student's kernel gives as hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnHints {
    /// The repair, each part a sentence, and the change as a diff.
    Repair {
        place: String,
        kind: String,
        change: String,
        diff: String,
    },
    /// The kernel passes.
    Passes,
    /// It does not compile, or has not the exercise's parameters.
    NotRun,
    /// No repair was found.
    NotFound,
}

impl OwnHints {
    /// Of the report on a kernel.
    pub fn of(page: Page, report: &Report, kernel: Option<&Source>) -> OwnHints {
        match (&report.remedy, kernel, &report.verdict) {
            (Some(remedy), Some(kernel), _) => OwnHints::Repair {
                place: place(remedy, &kernel.name),
                kind: format!("{}.", capitalised(&remedy.title())),
                change: change(remedy),
                diff: short_diff(page, &kernel.text, &remedy.repaired(&kernel.text)),
            },
            (_, _, Verdict::Passed | Verdict::WrongAnswers) => OwnHints::Passes,
            (
                _,
                _,
                Verdict::BuildFailed { .. }
                | Verdict::NoSuchKernel { .. }
                | Verdict::OtherArguments { .. },
            ) => OwnHints::NotRun,
            _ => OwnHints::NotFound,
        }
    }

    /// Why there is none, in a sentence.
    pub fn why_none(&self) -> Option<&'static str> {
        match self {
            OwnHints::Repair { .. } => None,
            OwnHints::Passes => Some("Your kernel passes: there is nothing to repair."),
            OwnHints::NotRun => Some("Your kernel does not run yet; its report says why."),
            OwnHints::NotFound => {
                Some("No small change was found with which your kernel is right.")
            }
        }
    }
}

/// The lines that the change is about.
fn place(remedy: &Remedy, file: &str) -> String {
    let lines: Vec<String> = remedy.lines().iter().map(u32::to_string).collect();
    match lines.as_slice() {
        [line] => format!("Look at line {line} of {file}."),
        lines => format!("Look at lines {} of {file}.", lines.join(" and ")),
    }
}

fn change(remedy: &Remedy) -> String {
    let cases = match remedy.cases {
        1 => "the case that failed passes".to_owned(),
        cases => format!("all {cases} cases pass"),
    };
    let advice = capitalised(&remedy.advice());
    format!("{advice}. With this change {cases}.")
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
