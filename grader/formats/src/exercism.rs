//! `results.json` of an Exercism test runner, version 3 of its interface (exercism.org, "The Test Runner
//! Interface").

use crate::cut::{block, line};
use crate::entry::{Entry, Graded};
use crate::gradescope::json;
use crate::part::{Part, State, parts};
use serde::Serialize;

/// The longest message, in characters by the interface; in bytes here, of which there are no fewer.
const MOST: usize = 65_535 - 100;

#[derive(Serialize)]
struct Results {
    version: u32,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    test_code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_id: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Pass,
    Fail,
    Error,
}

/// A test for each part of each check that was looked at. Of several exercises each is a task by its number.
/// Where nothing ran (a program that does not compile, a file that is missing, a fault of the machine), the
/// status is `error`, and the message says why.
pub fn exercism(entries: &[Entry<'_>]) -> String {
    let tests: Vec<Test> = entries
        .iter()
        .flat_map(|entry| of_entry(entry, entries.len() > 1))
        .collect();
    let is = |status| move |test: &Test| test.status == status;
    let status = if tests.iter().all(is(Status::Pass)) {
        Status::Pass
    } else if tests.iter().all(is(Status::Error)) {
        Status::Error
    } else {
        Status::Fail
    };
    let message = (status == Status::Error).then(|| {
        let accounts: Vec<&str> = entries.iter().map(Entry::account).collect();
        block(&accounts.join("\n"), MOST)
    });
    json(&Results {
        version: 3,
        status,
        message,
        tests,
    })
}

fn of_entry(entry: &Entry<'_>, is_one_of_several: bool) -> Vec<Test> {
    let mut tests = Vec::new();
    let mut is_told = false;
    for Part { name, state, .. } in parts(entry) {
        let (status, message) = match state {
            State::Passed => (Status::Pass, None),
            // Nothing ran of a program that is none.
            State::Failed(title) if !has_run(entry) => (Status::Error, Some(title)),
            State::Failed(title) => (Status::Fail, Some(title)),
            State::Error(title) => (Status::Error, Some(title)),
            State::Skipped(_) => continue,
        };
        // The whole report stands once, at what failed first.
        let message = message.map(|title| match std::mem::replace(&mut is_told, true) {
            true => title,
            false => block(entry.account(), MOST),
        });
        tests.push(Test {
            name: match is_one_of_several {
                true => line(&format!("{}: {name}", entry.exercise.slug)),
                false => name,
            },
            status,
            message,
            test_code: entry.command(),
            task_id: is_one_of_several.then_some(entry.exercise.number),
        });
    }
    tests
}

/// Did a case run, or was an answer looked at?
fn has_run(entry: &Entry<'_>) -> bool {
    match entry.graded {
        Graded::Checked { report, .. } => {
            report.stages.iter().any(|stage| stage.skipped.is_none())
                || (!report.answers.is_empty() && report.verdict.name() != "answers-refused")
        }
        Graded::Refused { .. } | Graded::NotMade { .. } => false,
    }
}
