//! `grader run`: the guess is shown, runs, is kept, and what depends on it fails nobody.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use tests::{grader, project};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    grader(folder)
        .arg("run")
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn guesses() -> std::path::PathBuf {
    project().join("grader/launch-guess/tests/guesses")
}

/// A folder with one of the kernels.
fn with(kernel: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::copy(guesses().join(kernel), folder.path().join(kernel)).expect("a kernel");
    folder
}

#[test]
fn a_kernel_runs_with_a_launch_that_is_told() {
    let output = run(&guesses(), &["saxpy.cl"]);
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output.stdout);
    for part in [
        "the guessed launch",
        "global = [1024]",
        "ids of dimension 0 are compared with it",
        "y: float[1024]",
        "y[i] write",
        "saxpy, 1 024 work-items: nothing found",
        "run saxpy.cl --save LAUNCH.toml",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn a_kept_launch_does_the_same_again() {
    let folder = with("reduce-local-argument.cl");
    let kept = run(
        folder.path(),
        &["reduce-local-argument.cl", "--save", "L.toml"],
    );
    assert_eq!(kept.status.code(), Some(0), "{}", text(&kept.stderr));
    let again = grader(folder.path())
        .args(["simulate", "L.toml"])
        .output()
        .expect("the command starts");
    assert_eq!(again.status.code(), Some(0));
    let again = text(&again.stdout);
    assert!(text(&kept.stdout).contains(again), "{again}");
    let refused = run(
        folder.path(),
        &["reduce-local-argument.cl", "--save", "L.toml"],
    );
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("L.toml is there already"));
}

#[test]
fn a_launch_kept_in_another_folder_names_the_kernel_from_there() {
    let folder = with("copy.cl");
    fs::create_dir(folder.path().join("deep")).expect("a folder");
    let kept = run(folder.path(), &["copy.cl", "--save", "deep/L.toml"]);
    assert_eq!(kept.status.code(), Some(0), "{}", text(&kept.stderr));
    let again = grader(folder.path())
        .args(["simulate", "deep/L.toml"])
        .output()
        .expect("the command starts");
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
}

#[test]
fn a_certain_finding_fails_and_one_that_hangs_on_the_guess_does_not() {
    let certain = run(&guesses(), &["sum-race.cl"]);
    assert_eq!(certain.status.code(), Some(1));
    assert!(text(&certain.stdout).contains("error[data-race]"));
    let depends = run(&guesses(), &["stray-before.cl"]);
    assert_eq!(depends.status.code(), Some(0));
    let told = text(&depends.stdout);
    assert!(told.contains("warning[out-of-bounds]"), "{told}");
    assert!(told.contains("this depends on the guessed `x`"), "{told}");
}

#[test]
fn json_holds_the_launch_and_what_hangs_on_it() {
    let output = run(&guesses(), &["stray-before.cl", "--format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["guess"]["depends"][0]["on"], "x");
    assert_eq!(answer["findings"][0]["evidence"], "likely");
    assert_eq!(answer["guess"]["kernels"][0], "difference");
    let launch = answer["guess"]["launch"].as_str().expect("a text");
    assert!(launch.contains("kernel = \"difference\""));
}

#[test]
fn what_is_known_is_given() {
    let folder = with("saxpy.cl");
    fs::write(folder.path().join("x.csv"), "1, 2, 3, 4\n").expect("a file");
    let arguments = ["saxpy.cl", "-g", "4", "-l", "2", "a=2", "x=x.csv", "y=iota"];
    let output = run(folder.path(), &arguments);
    let told = text(&output.stdout);
    assert!(told.contains("     0   2.0   5.0   8.0  11.0"), "{told}");
    assert!(told.contains("init = { file = \"x.csv\" }"), "{told}");
}

#[test]
fn a_request_that_fits_nothing_names_the_remedy() {
    let folder = with("saxpy.cl");
    fs::write(folder.path().join("x.npy"), "no array").expect("a file");
    for (arguments, why) in [
        (&["saxpy.cl", "saxy"][..], "did you mean `saxpy`?"),
        (&["saxpy.cl", "m=1"], "the kernel has no parameter `m`"),
        (&["saxpy.cl", "n=x"], "does not take `x`"),
        (&["saxpy.cl", "x=x.npy"], "x.npy: the file is no NumPy file"),
        (&["saxpy.cl", "x=none.npy"], "there is no file none.npy"),
        (&["saxpy.cl", "-g", "0"], "the global size has a 0"),
        (&["saxpy.cl", "-g", "64", "-l", "48"], "does not divide"),
        (&["saxpy.cl", "one", "two"], "two kernels"),
        (&["none.cl"], "there is no file none.cl"),
    ] {
        let output = run(folder.path(), arguments);
        let told = text(&output.stderr).replace("\n  ", " ");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = told.to_lowercase();
        assert!(told.contains(&why.to_lowercase()), "{arguments:?}: {told}");
    }
}

#[test]
fn a_kernel_in_place_of_a_launch_is_told_to_be_run() {
    let output = grader(&guesses())
        .args(["simulate", "saxpy.cl"])
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.contains("saxpy.cl is a kernel, not a launch of one"),
        "{told}"
    );
    assert!(told.contains("run saxpy.cl"), "{told}");
}

#[test]
fn every_key_of_a_launch_file_is_in_the_book() {
    let page = fs::read_to_string(tests::book::source().join("launch-files.md")).expect("the page");
    for key in launch_file::KEYS.into_iter().chain(launch_file::INIT_KEYS) {
        let as_key = [
            format!("`{key} ="),
            format!("`{key}."),
            format!("`\"{key}\"`"),
            format!("{{ {key} ="),
            format!(", {key} ="),
            format!("[[{key}]]"),
        ];
        assert!(as_key.iter().any(|it| page.contains(it)), "{key}");
    }
}
