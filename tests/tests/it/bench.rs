//! `grader bench` and `grader tune` on a real device: files, what is gone on with, what is refused.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tests::{binaries, grader, wait_for};

fn bench(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = grader(folder);
    command
        .env("GRADER_TUNED", folder.join("tuned.toml"))
        .args(arguments);
    command
}

fn output(mut command: Command) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("grader starts");
    let stderr = String::from_utf8(stderr)
        .expect("text")
        .replace("\n  ", " ");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (
        status.code(),
        String::from_utf8(stdout).expect("text"),
        stderr,
    )
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_study_writes_samples_charts_and_a_table_and_is_whole_the_second_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let arguments = ["bench", "transfer", "--quick", "--out", "here"];
    let (code, stdout, stderr) = output(bench(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("before the first byte"), "{stdout}");
    let here = folder.path().join("here");
    let csv = read(&here.join("transfer.csv"));
    let head = "task,series,bytes,sample,device_seconds,wall_seconds,";
    assert!(csv.starts_with(head), "{csv}");
    // Four ways, four sizes, three samples at least.
    assert!(csv.lines().count() > 4 * 4 * 3, "{csv}");
    let table = read(&here.join("transfer.md"));
    assert!(table.contains("(transfer-bandwidth.svg)") && table.contains("| up, pinned memory |"));
    let svg = read(&here.join("transfer-bandwidth.svg"));
    assert!(svg.contains("<title") && svg.contains("</svg>"));

    let journal = read(&here.join("transfer.jsonl"));
    let (code, stdout, _) = output(bench(folder.path(), &arguments));
    assert_eq!(code, Some(0));
    assert!(stdout.contains("All of it is done"), "{stdout}");
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&journal), lines(&read(&here.join("transfer.jsonl"))));
}

#[test]
fn a_study_that_was_killed_goes_on_after_its_last_whole_task() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let arguments = ["bench", "transfer", "--quick", "--out", "."];
    let journal = folder.path().join("transfer.jsonl");
    let mut killed = bench(folder.path(), &arguments)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("grader starts");
    let whole = |text: &str| text.matches("{\"done\":").count();
    wait_for("whole task", || {
        let text = fs::read_to_string(&journal).unwrap_or_default();
        (whole(&text) >= 1).then_some(())
    });
    killed.kill().expect("a kill");
    killed.wait().expect("an end");
    let before = read(&journal);
    let first = before
        .lines()
        .find(|line| line.starts_with("{\"point\":"))
        .expect("a point");
    let (code, stdout, stderr) = output(bench(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{stderr}");
    if whole(&before) < 4 {
        assert!(stdout.contains("left, about"), "{stdout}");
    }
    let after = read(&journal);
    assert_eq!(whole(&after), 4);
    assert!(after.contains(first), "what was measured is kept");
    let points: Vec<&str> = after
        .lines()
        .filter(|line| line.starts_with("{\"point\":"))
        .collect();
    // Four ways of four sizes, none twice.
    assert_eq!(points.len(), 16);
}

#[test]
fn a_device_that_dies_in_the_middle_leaves_the_rest_and_exit_code_2() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("grader-device");
    let real = binaries().join("grader-device");
    fs::write(
        &script,
        format!("#!/bin/sh\necho $$ >> pids\nexec {}\n", real.display()),
    )
    .expect("a written file");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut command = bench(
        folder.path(),
        &["bench", "transfer", "--quick", "--out", "."],
    );
    command
        .env("GRADER_DEVICE", &script)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped());
    let running = command.spawn().expect("grader starts");
    let journal = folder.path().join("transfer.jsonl");
    wait_for("first point", || {
        let text = fs::read_to_string(&journal).unwrap_or_default();
        text.contains("{\"point\":").then_some(())
    });
    let pids = read(&folder.path().join("pids"));
    let device = pids.lines().last().expect("a process").to_owned();
    let killed = Command::new("kill").args(["-9", &device]).status();
    assert!(killed.expect("kill starts").success());
    let output = running.wait_with_output().expect("an end");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("was not measured: "), "{stderr}");
    // One task was lost with its process; a fresh one did the others.
    assert_eq!(read(&journal).matches("{\"done\":").count(), 3);
    assert!(folder.path().join("transfer.csv").exists());
}

#[test]
fn results_of_another_kind_are_not_mixed_in() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let journal = folder.path().join("transfer.jsonl");
    fs::write(&journal, "a letter\n").expect("a written file");
    let arguments = ["bench", "transfer", "--quick", "--out", "."];
    let (code, _, stderr) = output(bench(folder.path(), &arguments));
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("holds no results of a study") && stderr.contains("--again"),
        "{stderr}"
    );
    assert_eq!(read(&journal), "a letter\n");
    let head = r#"{"head":{"study":"transfer","device":"another","platform":"p","driver":"d","quick":true,"version":"0.1.0"}}"#;
    fs::write(&journal, format!("{head}\n")).expect("a written file");
    let (code, _, stderr) = output(bench(folder.path(), &arguments));
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("quick results of transfer on another"),
        "{stderr}"
    );
}

#[test]
fn names_that_are_none_are_told_with_what_was_meant() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (code, _, stderr) = output(bench(folder.path(), &["bench", "transfers"]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("did you mean `transfer`?"), "{stderr}");
    let (code, _, stderr) = output(bench(folder.path(), &["tune", "matmull"]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("there is no kernel to tune"), "{stderr}");
    let (code, stdout, _) = output(bench(folder.path(), &["bench"]));
    assert_eq!(code, Some(0));
    assert!(
        stdout.contains("  transfer ") && stdout.contains("  memory "),
        "{stdout}"
    );
    assert!(
        fs::read_dir(folder.path())
            .expect("a folder")
            .next()
            .is_none()
    );
}

#[test]
fn without_a_device_the_remedy_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = bench(folder.path(), &["bench", "transfer"]);
    command.env("OCL_ICD_VENDORS", folder.path());
    let (code, _, stderr) = output(command);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("OpenCL has no device"), "{stderr}");
    assert!(stderr.contains("./setup"), "{stderr}");
}
