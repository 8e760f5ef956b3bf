//! What `--format sarif` writes is a SARIF 2.1.0 log by the standard's own schema, which the crate
//! `serde-sarif` ships, and reads back as its types without loss.

use serde_json::Value;
use std::fs;
use std::path::Path;
use tests::shapes::Shape;
use tests::{course, grader, project};

/// The log that `grader` writes with these arguments.
fn log(folder: &Path, arguments: &[&str]) -> Value {
    let output = grader(folder)
        .args(arguments)
        .args(["--format", "sarif"])
        .output()
        .expect("grader starts");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        let told = String::from_utf8_lossy(&output.stderr);
        panic!("{arguments:?}: {error}\n{told}")
    })
}

fn assert_is_sarif(log: &Value) {
    let errors = Shape::Sarif.errors(&log.to_string());
    assert!(errors.is_empty(), "{errors:#?}");
    let typed: serde_sarif::sarif::Sarif =
        serde_json::from_value(log.clone()).expect("the types of the schema");
    assert_eq!(typed.runs.len(), 1);
}

#[test]
fn what_lint_finds_is_valid_sarif() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "kernel void k(global float *x, local float *t, uint n) {\n    \
                uint i = get_global_id(0);\n    if (i >= n) return;\n    t[0] = x[i];\n    \
                barrier(CLK_LOCAL_MEM_FENCE);\n    x[i] = t[0];\n}\n";
    fs::write(folder.path().join("a kernel.cl"), text).expect("a file");
    fs::write(folder.path().join("broken.cl"), "kernel void k( {").expect("a file");
    let log = log(folder.path(), &["lint", "a kernel.cl", "broken.cl"]);
    assert_is_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let ids: Vec<&str> = results
        .iter()
        .filter_map(|it| it["ruleId"].as_str())
        .collect();
    assert!(ids.contains(&"barrier-after-return"), "{ids:?}");
    assert!(ids.contains(&"compile-error"), "{ids:?}");
}

#[test]
fn what_mends_a_finding_is_a_fix_of_its_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "__global__ void k(float *x) {\n    x[threadIdx.x] *= 0.5;\n}\n";
    fs::write(folder.path().join("k.cl"), text).expect("a file");
    let log = log(folder.path(), &["lint", "k.cl"]);
    assert_is_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let fixes: Vec<&Value> = results
        .iter()
        .map(|it| &it["fixes"][0]["artifactChanges"][0]["replacements"][0])
        .collect();
    let written: Vec<&Value> = fixes
        .iter()
        .map(|it| &it["insertedContent"]["text"])
        .collect();
    for text in ["__kernel", "__global ", "get_local_id(0)"] {
        assert!(written.iter().any(|it| *it == text), "{written:?}");
    }
}

#[test]
fn what_a_check_finds_is_valid_sarif() {
    let folder = course();
    let log = log(folder.path(), &["check", "all", "--on", "simulator"]);
    assert_is_sarif(&log);
    let mistake = project().join("solutions/02-saxpy/mistakes/no-tail-guard.cl");
    let mistake = mistake.to_str().expect("a path in UTF-8");
    let arguments = ["check", "saxpy", "--file", mistake, "--on", "simulator"];
    let log = self::log(folder.path(), &arguments);
    assert_is_sarif(&log);
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "out-of-bounds");
}

#[test]
fn a_log_without_its_version_is_no_sarif() {
    let errors = Shape::Sarif.errors(r#"{ "runs": [] }"#);
    assert!(!errors.is_empty());
}
