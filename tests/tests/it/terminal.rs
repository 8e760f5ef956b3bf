//! Colour and pipes: what is written suits where it goes.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use tests::{course, grader, project};

#[test]
fn colour_goes_only_where_it_is_wanted() {
    let course = course();
    for (variables, coloured) in [
        (vec![], false),
        (vec![("CLICOLOR_FORCE", "1")], true),
        (vec![("CLICOLOR_FORCE", "0")], false),
        (vec![("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], false),
    ] {
        for arguments in [["hint", "fill"], ["check", "no-such-exercise"]] {
            let mut command = grader(course.path());
            command.args(arguments).envs(variables.clone());
            let output = command.output().expect("grader starts");
            let text = [output.stdout, output.stderr].concat();
            assert_eq!(
                text.contains(&0x1b),
                coloured,
                "{variables:?} {arguments:?}"
            );
        }
    }
}

#[test]
fn a_report_in_a_file_is_never_coloured() {
    let course = course();
    let file = course.path().join("report.txt");
    let status = grader(course.path())
        .args(["check", "saxpy", "--output", "report.txt"])
        .env("CLICOLOR_FORCE", "1")
        .status();
    assert_eq!(status.expect("grader starts").code(), Some(1));
    let report = fs::read_to_string(file).expect("the report");
    assert!(
        report.starts_with("02 saxpy") && !report.contains('\u{1b}'),
        "{report}"
    );
}

#[test]
fn a_reader_that_stops_reading_is_no_error() {
    let course = course();
    for arguments in [
        vec!["list"],
        vec!["check", "saxpy"],
        vec!["devices"],
        vec!["--help"],
    ] {
        let mut child = grader(course.path())
            .args(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("grader starts");
        drop(child.stdout.take());
        let mut told = String::new();
        let mut stderr = child.stderr.take().expect("standard error");
        stderr.read_to_string(&mut told).expect("text");
        let code = child.wait().expect("an end").code();
        let expected = if arguments[0] == "check" { 1 } else { 0 };
        assert_eq!((code, told.as_str()), (Some(expected), ""), "{arguments:?}");
    }
}

#[test]
fn a_check_of_all_is_a_grid_of_80_columns_and_the_first_report_that_falls_short() {
    let course = course();
    let exercises = fs::read_dir(course.path().join("exercises")).expect("a folder");
    let count = exercises.count();
    fs::write(course.path().join("exercises/01-fill/kernel.cl"), "").expect("an emptied file");
    let mut command = grader(course.path());
    let output = command.args(["check", "all", "--on", "simulator"]).output();
    let output = output.expect("grader starts");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let (grid, report) = text.split_once("\n\n").expect("a report below the grid");
    assert!(
        grid.lines().all(|line| line.chars().count() <= 80),
        "{grid}"
    );
    let mut lines = grid.lines();
    let head: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    assert_eq!(
        head,
        ["exercise", "points", "verdict", "simulator", "device"]
    );
    let rows: Vec<&str> = lines.collect();
    // Two lines more for the file that is none, and one for the sum.
    assert_eq!(rows.len(), count + 3, "{grid}");
    assert!(rows[0].starts_with(" NO  01 fill") && rows[0].ends_with("0/5  not checked"));
    let why = [rows[1].trim(), rows[2].trim()].join(" ");
    assert!(
        why.starts_with("exercises/01-fill/kernel.cl is empty."),
        "{why}"
    );
    assert!(why.ends_with("grader reset fill"), "{why}");
    assert!(rows[3].starts_with(" --  02 saxpy") && rows[3].contains("0/10  wrong"));
    assert!(rows[3].ends_with(" s       -"), "{}", rows[3]);
    let sum = format!("     0 of {count} exercises passed");
    assert!(rows[count + 2].starts_with(&sum), "{}", rows[count + 2]);
    assert!(report.starts_with("02 saxpy"), "{report}");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_replay_shows_the_case_that_its_token_names() {
    let course = course();
    let json = |arguments: &[&str]| -> serde_json::Value {
        let mut command = grader(course.path());
        command
            .args(["check", "saxpy", "--format", "json"])
            .args(arguments);
        let output = command.output().expect("grader starts");
        assert_eq!(output.status.code(), Some(1));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let mistake = project().join("solutions/02-saxpy/mistakes/guard-by-groups.cl");
    let file = ["--file", mistake.to_str().expect("a UTF-8 path")];
    let first = json(&file);
    let example = &first["checks"][0]["counterexample"];
    let token = example["token"].as_str().expect("a token");
    let again = json(&[&file[..], &["--replay", token]].concat());
    let replayed = &again["checks"][0]["counterexample"];
    for part in ["case", "range", "wrong", "token"] {
        assert_eq!(replayed[part], example[part]);
    }
    assert_eq!(again["checks"][0]["replayed"], true);
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let course = course();
    let run = |seed: &str| {
        let mut command = grader(course.path());
        command.args([
            "check", "fill", "--format", "json", "--seed", seed, "--cases", "150",
        ]);
        let output = command.output().expect("grader starts");
        let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let stages = report["checks"][0]["stages"]
            .as_array_mut()
            .expect("stages");
        for stage in stages {
            stage["times"] = serde_json::Value::Null;
        }
        report
    };
    assert_eq!(run("7"), run("7"));
}
