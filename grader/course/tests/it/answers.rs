//! A student's `answers.toml`, from its text to the report: each `answers/NAME.toml` is handed in for
//! device-query, and what is said of it stands in `answers/NAME.txt` beside it. `UPDATE=1` writes those.

use course::{Exercise, ExerciseFiles, NoClock, Report, Settings, Submission, Verdict, check};
use launch::Source;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn exercise(more: &str) -> Exercise {
    let manifest = format!(
        "slug = \"asked\"\nnumber = 7\ntitle = \"t\"\nteaches = \"t\"\nchapter = \"c\"\nminutes = 1\n\
         points = 10\nprerequisites = []\n{more}"
    );
    Exercise::parse(ExerciseFiles {
        folder: "07-asked",
        manifest: &manifest,
        hints: "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n",
    })
    .unwrap()
}

fn source(name: &str, text: String) -> Source {
    Source {
        name: name.to_owned(),
        text,
        defines: Vec::new(),
        standard: launch::Standard::default(),
    }
}

fn handed_in(exercise: &Exercise, submission: &Submission) -> Report {
    let settings = Settings::default();
    check(exercise, submission, &mut [], &settings, &mut NoClock)
}

fn answers(text: &str) -> Submission {
    Submission {
        kernel: None,
        answers: Some(source("answers.toml", text.to_owned())),
    }
}

/// Verdict and points, what each answer is worth, and what is wrong where.
fn told(report: &Report) -> String {
    let mut text = format!(
        "{} {}/{}\n",
        report.verdict.label(),
        report.points.earned,
        report.points.of
    );
    if report.verdict != Verdict::AnswersRefused {
        for answered in &report.answers {
            let given = answered.given.as_deref().unwrap_or("?");
            writeln!(text, "{} = {given}: {:?}", answered.key, answered.state).unwrap();
        }
    }
    for finding in &report.findings {
        let place = &finding.spans[0];
        writeln!(
            text,
            "{}:{}-{}: {}: {}\n  {}",
            place.line,
            place.column,
            place.end_column,
            finding.mistake,
            finding.message,
            finding.help
        )
        .unwrap();
    }
    text
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers");
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "toml"));
    paths.sort();
    paths
}

#[test]
fn what_is_said_of_each_file_is_what_stands_beside_it() {
    let exercise = exercise("sheet = \"device-query\"\n");
    let files = files();
    assert!(files.len() >= 8, "{files:?}");
    for path in files {
        let told = told(&handed_in(
            &exercise,
            &answers(&fs::read_to_string(&path).unwrap()),
        ));
        testing::golden::assert(path.with_extension("txt"), &told);
    }
}

#[test]
fn a_file_that_is_not_there_has_answered_nothing() {
    let report = handed_in(
        &exercise("sheet = \"device-query\"\n"),
        &Submission::default(),
    );
    assert_eq!(report.verdict, Verdict::WrongAnswers);
    assert_eq!(report.points.earned, 0);
    assert!(
        report
            .answers
            .iter()
            .all(|answered| answered.given.is_none())
    );
}

#[test]
fn a_report_with_answers_is_read_back_from_its_json() {
    let report = handed_in(
        &exercise("sheet = \"device-query\"\n"),
        &answers("large.most = 288\nsmall.most = 33\n"),
    );
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
}
