//! The result that GitHub Classroom's autograding reporter reads from a step before it: JSON in base64
//! (github.com/classroom-resources, `autograding-grading-reporter` and the graders beside it).

use crate::cut::block;
use crate::entry::{Entry, Standing};
use data_encoding::BASE64;
use serde::Serialize;

/// The longest texts of all tests together, in bytes. A step gets the result as one environment variable, and
/// Linux takes none above 128 KiB: base64 adds a third, escapes up to as much again as the text.
const MOST: usize = 30_000;

#[derive(Serialize)]
struct Results {
    version: u32,
    status: &'static str,
    max_score: u32,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    status: &'static str,
    message: Option<String>,
    test_code: String,
    filename: String,
    line_no: u32,
    /// In milliseconds.
    duration: u64,
    score: u32,
}

/// A test for each exercise, with its points. If one could not be graded through no fault of the student's,
/// the status is `error` and no points are given at all: a `max_score` of 0 reports none, and what is missing
/// is no zero.
pub fn classroom(entries: &[Entry<'_>]) -> String {
    let standings = || entries.iter().map(Entry::standing);
    let is_graded = standings().all(|it| it != Standing::NotGraded);
    let status = if !is_graded {
        "error"
    } else if standings().all(|it| it == Standing::Passed) {
        "pass"
    } else {
        "fail"
    };
    let most = MOST / entries.len().max(1);
    let results = Results {
        version: 1,
        status,
        max_score: match is_graded {
            true => entries.iter().map(|entry| entry.points().1).sum(),
            false => 0,
        },
        tests: entries.iter().map(|entry| test(entry, most)).collect(),
    };
    let json = serde_json::to_string(&results).expect("JSON takes string keys and any number");
    BASE64.encode(json.as_bytes()) + "\n"
}

fn test(entry: &Entry<'_>, most: usize) -> Test {
    let standing = entry.standing();
    Test {
        name: entry.name(),
        status: match standing {
            Standing::Passed => "pass",
            Standing::Short => "fail",
            Standing::NotGraded => "error",
        },
        message: (standing != Standing::Passed).then(|| block(entry.account(), most)),
        test_code: entry.command(),
        filename: block(entry.file, 200),
        line_no: 0,
        duration: (entry.seconds() * 1e3).round() as u64,
        score: match standing {
            Standing::Passed | Standing::Short => entry.points().0,
            Standing::NotGraded => 0,
        },
    }
}
