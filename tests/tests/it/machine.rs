//! Machines that lack something: one sentence, the command that mends it, exit code 2.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;
use tests::{binaries, build, course, grader, project};

/// Runs a check that must be refused, and returns what it says.
fn refused(mut command: Command) -> String {
    let output = command
        .args(["check", "saxpy", "--on", "device"])
        .output()
        .expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty());
    assert!(stderr.starts_with("error: "), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    stderr
}

/// A program in `folder` that does as a shell script says.
fn script(folder: &Path, text: &str) -> std::path::PathBuf {
    let path = folder.join("grader-device");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a written file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

#[test]
fn without_an_opencl_device_setup_is_named() {
    let course = course();
    let mut command = grader(course.path());
    let empty = tempfile::tempdir().expect("a temporary folder");
    command.env("OCL_ICD_VENDORS", empty.path());
    let told = refused(command);
    assert!(
        told.contains("OpenCL has no device on this machine"),
        "{told}"
    );
    assert!(told.contains("./setup"), "{told}");
}

#[test]
fn without_any_opencl_the_simulator_checks_and_says_what_did_not_run() {
    let course = course();
    let solution = project().join("solutions/02-saxpy/kernel.cl");
    let alone = tempfile::tempdir().expect("a temporary folder");
    let program = alone.path().join("grader");
    fs::copy(binaries().join("grader"), &program).expect("a copy");
    let output = Command::new(program)
        .current_dir(course.path())
        .env_remove("GRADER_DEVICE")
        .env_remove("CARGO")
        .args(["check", "saxpy", "--file"])
        .arg(solution)
        .output()
        .expect("grader starts");
    let report = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert!(report.contains("100 cases in the simulator"), "{report}");
    assert!(
        report.contains("not run on your device: there is none here (optional: grader doctor)\n"),
        "{report}"
    );
}

#[test]
fn without_grader_device_setup_is_named() {
    let course = course();
    let alone = tempfile::tempdir().expect("a temporary folder");
    let program = alone.path().join("grader");
    fs::copy(binaries().join("grader"), &program).expect("a copy");
    let mut command = Command::new(program);
    command
        .current_dir(course.path())
        .env_remove("GRADER_DEVICE")
        .env_remove("CARGO");
    let told = refused(command);
    assert!(told.contains("grader-device is missing"), "{told}");
    assert!(told.contains("./setup"), "{told}");
}

#[test]
fn a_grader_device_of_another_version_is_named_with_both_versions() {
    let course = course();
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A frame of five bytes: protocol 99, then the version's length and text.
    let other = script(
        folder.path(),
        "printf '\\005\\000\\000\\000\\143\\0039.9'; cat >/dev/null",
    );
    let mut command = grader(course.path());
    command.env("GRADER_DEVICE", other);
    let told = refused(command);
    assert!(told.contains("9.9: protocol 99"), "{told}");
    assert!(told.contains("./setup"), "{told}");
}

#[test]
fn a_grader_device_that_is_another_program_or_dies_is_told() {
    let course = course();
    for (does, expected) in [
        (
            "printf 'hello, I am a shell'; cat >/dev/null",
            "is not grader-device",
        ),
        ("exit 3", "exit code 3"),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = grader(course.path());
        command.env("GRADER_DEVICE", script(folder.path(), does));
        let told = refused(command);
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn a_device_that_is_not_there_is_refused() {
    let course = course();
    let mut command = grader(course.path());
    command.args(["--course", "."]).env("NO_COLOR", "1");
    let output = command.args(["check", "saxpy", "--device", "77"]).output();
    let output = output.expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("there is no device 77"), "{stderr}");
}

#[test]
fn doctor_names_what_is_wrong_and_everything_works_here() {
    let course = course();
    let here = grader(course.path())
        .arg("doctor")
        .output()
        .expect("grader starts");
    let text = String::from_utf8_lossy(&here.stdout);
    assert_eq!(here.status.code(), Some(0), "{text}");
    assert!(text.contains("ok  device 0"), "{text}");
    let empty = tempfile::tempdir().expect("a temporary folder");
    let mut command = grader(course.path());
    command.env("OCL_ICD_VENDORS", empty.path());
    let there = command.arg("doctor").output().expect("grader starts");
    let text = String::from_utf8_lossy(&there.stdout);
    assert_eq!(there.status.code(), Some(0), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words
            .contains("ok device OpenCL has none here: the simulator grades; a device is optional"),
        "{text}"
    );
    let mut command = grader(course.path());
    command.env("GRADER_DEVICE", script(empty.path(), "exit 3"));
    let there = command.arg("doctor").output().expect("grader starts");
    let text = String::from_utf8_lossy(&there.stdout);
    assert_eq!(there.status.code(), Some(2), "{text}");
    assert!(text.contains("NO  grader-device"), "{text}");
}

#[test]
fn a_command_run_by_cargo_is_shown_as_cargo_runs_it() {
    let course = course();
    let report = |arguments: &[&str]| {
        let mut command = grader(course.path());
        command
            .env("CARGO", "cargo")
            .args(["check", "saxpy", "--on", "simulator", "--file"])
            .arg(project().join("solutions/02-saxpy/mistakes/no-tail-guard.cl"))
            .args(arguments);
        let output = command.output().expect("grader starts");
        String::from_utf8(output.stdout).expect("text")
    };
    let brief = report(&[]);
    let whole = report(&["--all"]);
    for (report, command) in [
        (&brief, "check saxpy --all"),
        (&brief, "check saxpy --replay"),
        (&brief, "hint saxpy"),
        (&whole, "explain "),
    ] {
        let shown = format!("cargo run -r -- {command}");
        assert!(report.contains(&shown), "{shown}: {report}");
        assert!(!report.contains(" grader "), "{report}");
    }
}

#[test]
fn an_edited_kernel_rebuilds_nothing() {
    let folder = binaries();
    for file in ["kernel.cl", "kernel.cl.bak", "nothing-of-ours.txt"] {
        let path = project().join("exercises/02-saxpy").join(file);
        let is_new = !path.exists();
        let opened = fs::File::options().append(true).create(true).open(&path);
        let touched = opened.and_then(|file| file.set_modified(SystemTime::now()));
        let output = build(folder).args(["--message-format", "json"]).output();
        if is_new {
            fs::remove_file(&path).expect("a file that goes again");
        }
        touched.expect("a file that was touched");
        let told = String::from_utf8(output.expect("cargo starts").stdout).expect("JSON");
        assert!(told.contains("\"fresh\":true"), "{told}");
        assert!(!told.contains("\"fresh\":false"), "{file}: {told}");
    }
}
