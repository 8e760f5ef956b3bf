//! A text means the same in the simulator and on a device, however it is written: each file of
//! `texts/VERDICT/` comes to that verdict for saxpy on both.

use serde_json::Value;
use std::fs;
use std::path::Path;
use tests::{course, grader, project};

/// The verdict and the line of the first finding or message.
fn checked(course: &Path, file: &Path, on: &str) -> (String, Option<u64>) {
    let output = grader(course)
        .args(["check", "saxpy", "--on", on, "--format", "json", "--file"])
        .arg(file)
        .output()
        .expect("grader starts");
    if output.status.code() == Some(2) {
        return ("refused".to_owned(), None);
    }
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let report = &report["checks"][0];
    let verdict = report["verdict"]["kind"].as_str().unwrap_or_default();
    let finding = &report["findings"][0]["spans"][0]["line"];
    let message = &report["messages"][0]["line"];
    (verdict.to_owned(), finding.as_u64().or(message.as_u64()))
}

#[test]
fn a_text_means_the_same_in_the_simulator_and_on_a_device() {
    let course = course();
    let mut tried = 0;
    for verdict in ["passed", "build-failed", "refused"] {
        for entry in fs::read_dir(project().join("tests/texts").join(verdict)).expect("a folder") {
            let file = entry.expect("an entry").path();
            let [simulated, on_device] =
                ["simulator", "device"].map(|on| checked(course.path(), &file, on));
            assert_eq!(simulated.0, verdict, "{} in the simulator", file.display());
            assert_eq!(simulated, on_device, "{}", file.display());
            tried += 1;
        }
    }
    assert!(tried >= 25, "only {tried} texts");
}
