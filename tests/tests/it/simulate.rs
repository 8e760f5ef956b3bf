//! `grader simulate`: the launches of `launches/` and what is said of each, as text (`.txt`) and as JSON
//! (`.json`, where there is any). `UPDATE=1 cargo test -p tests simulate` writes those files anew.

use serde_json::{Map, Value};
use std::fs;
use std::path::PathBuf;
use std::process::Output;
use tests::{grader, project};

fn launches() -> PathBuf {
    project().join("tests/launches")
}

/// The launches, by their names.
fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(launches())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

fn simulate(name: &str, options: &[&str]) -> Output {
    grader(&launches())
        .arg("simulate")
        .arg(name)
        .args(options)
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn each_launch_is_told_as_text() {
    for name in names() {
        let output = simulate(&name, &[]);
        let code = output.status.code().expect("an exit code");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let told = format!("{out}{err}exit code {code}\n");
        testing::golden::assert(launches().join(name).with_extension("txt"), &told);
    }
}

#[test]
fn each_launch_is_told_as_json_of_one_shape() {
    for name in names() {
        let output = simulate(&name, &["--format", "json"]);
        let told = text(&output.stdout);
        if told.is_empty() {
            assert_eq!(output.status.code(), Some(2), "{name}");
            continue;
        }
        testing::golden::assert(launches().join(&name).with_extension("json"), told);
        let answer: Value = serde_json::from_str(told).expect("JSON");
        let answer = answer.as_object().expect("an object");
        if let Some(unsupported) = answer.get("unsupported") {
            assert_eq!(output.status.code(), Some(2), "{name}");
            assert!(unsupported["message"].is_string() && unsupported["span"]["line"].is_u64());
            continue;
        }
        let is_wrong = answer["findings"]
            .as_array()
            .expect("findings")
            .iter()
            .any(|finding| finding["level"] == "error");
        let expected = answer.get("expected").and_then(Value::as_array);
        let is_unexpected = expected.is_some_and(|it| it.iter().any(|it| it["different"] != 0));
        let is_wrong = is_wrong || is_unexpected;
        assert_eq!(output.status.code(), Some(is_wrong.into()), "{name}");
        assert_report(answer);
    }
}

fn assert_keys(object: &Value, keys: &[&str]) {
    let mut found: Vec<&str> = object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    found.sort_unstable();
    assert_eq!(found, keys);
}

fn assert_report(answer: &Map<String, Value>) {
    let answer = Value::Object(answer.clone());
    let mut keys = vec!["counters", "end", "findings", "outputs", "printf"];
    // Only launches that expect something have it.
    if let Some(expected) = answer.get("expected") {
        keys.insert(2, "expected");
        for comparison in expected.as_array().expect("comparisons") {
            assert_keys(comparison, &["different", "first", "name", "values"]);
        }
    }
    assert_keys(&answer, &keys);
    assert!(answer["end"].is_string());
    assert!(answer["printf"].is_string());
    for contents in answer["outputs"].as_object().expect("outputs").values() {
        assert_keys(contents, &["type", "values"]);
    }
    let counters = &answer["counters"];
    assert_keys(counters, &["lines", "total"]);
    let counts = [
        "active_lane_share",
        "barriers",
        "executions",
        "global_loads",
        "global_stores",
        "local_loads",
        "local_stores",
        "operations",
    ];
    assert_keys(&counters["total"], &counts);
    for line in counters["lines"].as_array().expect("lines") {
        let mut keys = counts.to_vec();
        keys.extend(["file", "line"]);
        keys.sort_unstable();
        assert_keys(line, &keys);
        let global = ["bytes_asked", "bytes_moved", "efficiency", "requests"];
        assert_keys(&line["global_loads"], &global);
        assert_keys(&line["global_stores"], &global);
        assert_keys(&line["local_loads"], &["bank_conflict_degree", "requests"]);
        assert_keys(&line["local_stores"], &["bank_conflict_degree", "requests"]);
    }
}

#[test]
fn a_wider_warp_makes_fewer_requests() {
    let requests = |warp| {
        let output = simulate("passes.toml", &["--format", "json", "--warp", warp]);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["counters"]["total"]["global_stores"]["requests"].as_u64()
    };
    assert_eq!(requests("32"), Some(2));
    // Groups of 32 fill half a warp of 64.
    assert_eq!(requests("64"), Some(2));
    let one_group = |warp| {
        let output = simulate("race.toml", &["--format", "json", "--warp", warp]);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["counters"]["total"]["global_stores"]["requests"].as_u64()
    };
    assert_eq!((one_group("32"), one_group("64")), (Some(2), Some(1)));
    let other = simulate("passes.toml", &["--warp", "48"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn what_is_no_launch_file_is_refused_by_name() {
    for (name, words) in [
        ("absent.toml", "there is no file absent.toml"),
        (".", ". is a folder, not a LAUNCH.toml"),
        ("/dev/zero", "is no regular file"),
    ] {
        let output = simulate(name, &[]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let told = text(&output.stderr);
        assert!(told.contains(words), "{told}");
    }
}
