//! Where a repair shows: `grader repair`, `grader check --repair`, and the last hints.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;
use tests::{course, grader, project};

/// A folder with a kernel of the tests of the crate `launch-file` and its launch, both called `kernel`.
fn folder(name: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = project().join("grader/launch-file/tests/repairs");
    for kind in ["cl", "toml"] {
        let from = cases.join(name).with_extension(kind);
        let to = folder.path().join("kernel").with_extension(kind);
        fs::copy(from, to).expect("a copy");
    }
    folder
}

fn repair(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = grader(folder);
    command.arg("repair").args(arguments);
    command.output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn the_change_applies_as_a_patch_and_leaves_nothing_to_repair() {
    let folder = folder("no-guard");
    let output = repair(folder.path(), &["kernel.cl", "--diff"]);
    assert_eq!(output.status.code(), Some(0));
    fs::write(folder.path().join("change.diff"), &output.stdout).expect("a file");
    let mut patch = Command::new("git");
    patch.args(["apply", "change.diff"]);
    let applied = patch.current_dir(folder.path()).status();
    assert!(applied.expect("git starts").success());
    let output = repair(folder.path(), &["kernel.cl", "kernel.toml"]);
    assert_eq!(text(&output.stdout), "Nothing was found to repair.\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_report_names_the_error_the_change_and_how_it_was_tried() {
    let folder = folder("guard-lets-one-through");
    let output = repair(folder.path(), &["kernel.cl"]);
    assert_eq!(output.status.code(), Some(0));
    let path = project().join("tests/launches/repair.out");
    testing::golden::assert(path, text(&output.stdout));
    let output = repair(folder.path(), &["kernel.cl", "--format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["remedy"]["kind"], "comparison");
    assert_eq!(answer["finding"]["mistake"], "out-of-bounds");
}

#[test]
fn without_a_repair_the_kernel_falls_short_and_without_a_launch_the_request_does() {
    let folder = folder("waits-for-another-group");
    let output = repair(folder.path(), &["kernel.cl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("No repair was found: "));
    fs::remove_file(folder.path().join("kernel.toml")).expect("removed");
    let output = repair(folder.path(), &["kernel.cl"]);
    assert_eq!(output.status.code(), Some(2));
    let refusal = text(&output.stderr);
    assert!(
        refusal.contains("there is no launch for kernel.cl"),
        "{refusal}"
    );
}

/// The output of a command in a course in which `saxpy` has this kernel.
fn in_course(course: &Path, kernel: &str, arguments: &[&str]) -> String {
    let from = project().join("solutions/02-saxpy").join(kernel);
    fs::copy(from, course.join("exercises/02-saxpy/kernel.cl")).expect("a copy");
    let output = grader(course).args(arguments).output();
    let output = output.expect("the command starts");
    text(&output.stdout).to_owned()
}

const CHANGE: &str = "  -    if (i <= n) {\n  +    if (i < n) {\n";

#[test]
fn a_check_shows_the_change_that_was_tried() {
    let course = course();
    let wrong = "mistakes/guard-off-by-one.cl";
    let check = ["check", "saxpy", "--on", "simulator", "--repair"];
    let report = in_course(course.path(), wrong, &check);
    assert!(report.contains("Tried: with this change all "), "{report}");
    assert!(report.contains(CHANGE), "{report}");
    let silent = course.path().join("exercises/02-saxpy/exercise.toml");
    let manifest = fs::read_to_string(&silent).expect("a manifest");
    fs::write(&silent, manifest + "repair = false\n").expect("a file");
    let report = in_course(course.path(), wrong, &check);
    assert!(
        report.contains("The exercise does not show repairs."),
        "{report}"
    );
    assert!(!report.contains(CHANGE), "{report}");
}

#[test]
fn the_last_hints_are_the_place_the_kind_and_the_change() {
    let course = course();
    let wrong = "mistakes/guard-off-by-one.cl";
    let hint = ["hint", "saxpy", "--more"];
    let mut shown = Vec::new();
    for _ in 0..6 {
        shown.push(in_course(course.path(), wrong, &hint));
    }
    let [_, _, written, place, kind, change] = shown.as_slice() else {
        panic!("six hints");
    };
    assert!(!written.contains("Hint 4"), "{written}");
    assert!(
        place.contains("Look at line 7 of ") && !place.contains("Hint 5"),
        "{place}"
    );
    assert!(
        kind.contains("A comparison is wrong.") && !kind.contains("Hint 6"),
        "{kind}"
    );
    assert!(change.contains(CHANGE), "{change}");
    let passes = in_course(course.path(), "kernel.cl", &hint);
    assert!(passes.contains("there is nothing to repair"), "{passes}");
    assert!(!passes.contains("Hint 4"), "{passes}");
}
