//! `results.json` of Gradescope, as its documentation of autograders describes it (gradescope-autograders,
//! "Autograder Specifications", "Output format").

use crate::cut::block;
use crate::entry::{Entry, Standing};
use launch::sanitise::escape_json;
use serde::Serialize;

/// The longest text of a test, in bytes.
const MOST: usize = 64 << 10;

#[derive(Serialize)]
struct Results {
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    /// The autograder's output is for the instructor.
    stdout_visibility: &'static str,
    tests: Vec<Test>,
    extra_data: Extra,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    score: u32,
    max_score: u32,
    status: &'static str,
    output: String,
    tags: Vec<String>,
    visibility: &'static str,
}

#[derive(Serialize)]
struct Extra {
    /// The slugs of what could not be graded; absent where all could.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_graded: Vec<String>,
}

/// A test for each exercise, with its points and its report. An exercise that could not be graded through no
/// fault of the student's has no test, so no score either: it is named in the output and in
/// `extra_data.not_graded`, and such a file should not be passed on.
pub fn gradescope(entries: &[Entry<'_>]) -> String {
    let not_graded = |entry: &&Entry<'_>| entry.standing() == Standing::NotGraded;
    let graded: Vec<&Entry<'_>> = entries.iter().filter(|entry| !not_graded(entry)).collect();
    let passed = |entry: &&&Entry<'_>| entry.standing() == Standing::Passed;
    let mut output = format!(
        "{} of {} passed\n",
        graded.iter().filter(passed).count(),
        entries.len()
    );
    for entry in entries.iter().filter(not_graded) {
        output += &format!("{}: not graded: {}\n", entry.name(), entry.title());
    }
    let results = Results {
        output,
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        stdout_visibility: "hidden",
        tests: graded.into_iter().map(test).collect(),
        extra_data: Extra {
            not_graded: entries
                .iter()
                .filter(not_graded)
                .map(|entry| entry.exercise.slug.clone())
                .collect(),
        },
    };
    json(&results)
}

fn test(entry: &Entry<'_>) -> Test {
    let (score, max_score) = entry.points();
    Test {
        name: entry.name(),
        number: entry.exercise.number.to_string(),
        score,
        max_score,
        status: match entry.standing() {
            Standing::Passed => "passed",
            Standing::Short | Standing::NotGraded => "failed",
        },
        output: block(entry.account(), MOST),
        tags: vec![entry.verdict()],
        visibility: "visible",
    }
}

/// JSON for a file, with nothing in it that a terminal would take for an order.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut text =
        serde_json::to_string_pretty(value).expect("JSON takes string keys and any number");
    text.push('\n');
    escape_json(&text)
}
