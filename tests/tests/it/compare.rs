//! `grader compare`: the pairs of kernels of `comparisons/`, and what is said of each, as text (`expected.txt`) and as
//! JSON (`expected.json`, where there is any). `UPDATE=1 cargo test -p tests compare` writes those files anew.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tests::{grader, project};

fn comparisons() -> Vec<PathBuf> {
    let entries = fs::read_dir(project().join("tests/comparisons")).expect("the folder is there");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    assert!(!folders.is_empty());
    folders
}

fn compare(folder: &Path, options: &[&str]) -> Output {
    grader(folder)
        .args(["compare", "a.cl", "b.cl", "LAUNCH.toml"])
        .args(options)
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn each_pair_is_told_as_text_of_80_columns() {
    for folder in comparisons() {
        let output = compare(&folder, &[]);
        let code = output.status.code().expect("an exit code");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let told = format!("{out}{err}exit code {code}\n");
        testing::golden::assert(folder.join("expected.txt"), &told);
        let widest = told.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{}: {widest:?}", folder.display());
    }
}

#[test]
fn each_pair_is_told_as_json_in_which_lines_add_up_to_the_counters() {
    for folder in comparisons() {
        let output = compare(&folder, &["--format", "json"]);
        let Ok(told) = serde_json::from_slice::<Value>(&output.stdout) else {
            assert_ne!(output.status.code(), Some(0), "{}", folder.display());
            continue;
        };
        testing::golden::assert(folder.join("expected.json"), text(&output.stdout));
        for counter in told["counters"].as_array().expect("counters") {
            let what = &counter["what"];
            if what == "local-bytes" {
                continue;
            }
            let moved = |pair: &Value| {
                let count = |at: usize| pair["counts"][at].as_i64().expect("a count");
                count(1) - count(0)
            };
            let lines = told["lines"].as_array().expect("lines").iter();
            let counters = lines.flat_map(|line| line["counters"].as_array().expect("counters"));
            let by_line: i64 = counters.filter(|it| it["what"] == *what).map(moved).sum();
            assert_eq!(by_line, moved(counter), "{}: {what}", folder.display());
        }
    }
}

#[test]
fn times_are_predicted_where_there_is_a_profile() {
    let folder = project().join("tests/comparisons/transposed-reads");
    let profile = project().join("book/data/h200/profile.toml");
    let profile = profile.to_str().expect("a path of text");
    let output = compare(&folder, &["--profile", profile, "--format", "json"]);
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let prediction = &told["prediction"];
    assert!(
        prediction["device"]
            .as_str()
            .is_some_and(|it| it.contains("H200")),
        "{prediction}"
    );
    for side in [0, 1] {
        assert!(
            prediction["seconds"][side]
                .as_f64()
                .is_some_and(|it| it > 0.0),
            "{prediction}"
        );
        assert!(prediction["bottlenecks"][side].is_string(), "{prediction}");
    }
    let output = compare(&folder, &["--profile", "none.toml"]);
    assert_eq!(output.status.code(), Some(2));
}
