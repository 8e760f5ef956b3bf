//! `grader.exe`, built here and run in Wine, beside the same command on this machine: its reports are the same
//! bytes.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tests::pseudo_terminal::PseudoTerminal;
use tests::wine::{windows_binaries, windows_grader, windows_program};
use tests::{course, grader, project, wait_for};

/// The end of the line of keys.
const KEYS: &str = " quit";

fn run(mut command: Command) -> Output {
    command.output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Both commands, each in a folder of its own; what they write is the same, and is returned.
fn alike(windows: &Path, linux: &Path, arguments: &[&str]) -> Output {
    let here = run_with(grader(linux), arguments);
    let mut there = run_with(windows_grader(windows), arguments);
    // Once in many runs on a busy machine Wine ended a process that had written nothing. A command that writes
    // nothing is never right, and does not get a third run.
    if there.stdout.is_empty() && of_program(&there.stderr).is_empty() {
        let said = text(&there.stderr);
        println!("{arguments:?} wrote nothing: {}, {said}", there.status);
        there = run_with(windows_grader(windows), arguments);
    }
    assert_same(&there, &here, arguments);
    there
}

fn run_with(mut command: Command, arguments: &[&str]) -> Output {
    command.args(arguments);
    run(command)
}

fn assert_same(there: &Output, here: &Output, arguments: &[&str]) {
    // All three at once, so that a failure shows how a process ended that printed nothing.
    let said = |output: &Output, stderr: String| {
        let stdout = text(&output.stdout).to_owned();
        (output.status.code(), stderr, stdout)
    };
    let there_said = said(there, of_program(&there.stderr));
    let here_said = said(here, text(&here.stderr).to_owned());
    assert_eq!(there_said, here_said, "{}", arguments.join(" "));
}

/// Standard error without what Wine itself says, now and then, of a thread that ends while its process does.
fn of_program(stderr: &[u8]) -> String {
    let lines = text(stderr).split_inclusive('\n');
    lines
        .filter(|line| !line.starts_with("wine client error:"))
        .collect()
}

/// The student's files are the solutions.
fn solve(course: &Path) {
    for exercise in fs::read_dir(project().join("solutions")).expect("a folder") {
        let exercise = exercise.expect("an entry");
        for name in ["kernel.cl", "answers.toml"] {
            let solution = exercise.path().join(name);
            if solution.exists() {
                let own = course.join("exercises").join(exercise.file_name());
                fs::copy(solution, own.join(name)).expect("a copy");
            }
        }
    }
}

#[test]
fn an_empty_folder_of_any_name_takes_the_course_and_its_first_check() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = |name: &str| {
        let folder = folder.path().join(name).join("Kurs für Übungen");
        fs::create_dir_all(&folder).expect("a folder");
        folder
    };
    let (windows, linux) = (empty("windows"), empty("linux"));
    // The program alone, unpacked there.
    let program = windows.join("grader.exe");
    fs::copy(windows_binaries().join("grader.exe"), &program).expect("a copy");
    for arguments in [&["init", "."][..], &["check", "saxpy"]] {
        let there = run_with(windows_program(&program, &windows), arguments);
        let here = run_with(grader(&linux), arguments);
        assert_same(&there, &here, arguments);
    }
    let there = run_with(windows_program(&program, &windows), &["check", "saxpy"]);
    assert_eq!(there.status.code(), Some(1));
    let report = text(&there.stdout);
    assert!(report.starts_with("02 saxpy"), "{report}");
    assert!(
        report.contains("y[0] still holds its old value"),
        "{report}"
    );
    let written = |folder: &Path| {
        let path = folder.join("exercises/02-saxpy/kernel.cl");
        fs::read(path).expect("a kernel")
    };
    assert_eq!(written(&windows), written(&linux));
    let progress = fs::read_to_string(windows.join(".grader/progress.json")).expect("progress");
    assert!(progress.contains("saxpy"), "{progress}");
}

#[test]
fn every_solution_passes_and_its_report_is_the_same_bytes() {
    let course = course();
    solve(course.path());
    let all = ["check", "all", "--on", "simulator", "--format", "json"];
    let reports = |command: Command| {
        let output = run_with(command, &all);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        without_times(text(&output.stdout))
    };
    let there = reports(windows_grader(course.path()));
    let solved = fs::read_dir(project().join("solutions"))
        .expect("a folder")
        .count();
    assert_eq!(there.matches("\"verdict\"").count(), solved);
    assert!(there == reports(grader(course.path())), "{there}");
}

/// The reports without the lines of their times, each of which is a number.
fn without_times(reports: &str) -> String {
    serde_json::from_str::<Value>(reports).expect("JSON");
    let is_time = |line: &&str| line.contains("_ms\": ") && line.contains(char::is_numeric);
    let lines: Vec<&str> = reports.lines().filter(|line| !is_time(line)).collect();
    assert!(lines.len() < reports.lines().count());
    lines.join("\n")
}

#[test]
fn commands_say_the_same_as_here() {
    let (windows, linux) = (course(), course());
    let course = windows.path();
    for arguments in [
        &["list"][..],
        &["list", "--format", "json"],
        &["hint", "saxpy"],
        &["hint", "saxpy", "--more"],
        &["solution", "saxpy"],
        &["explain", "out-of-bounds"],
        &["explain", "--list"],
        &["check", "saxpi"],
        &["check", "saxpy", "--file", "no such kernel.cl"],
        &["check", "saxpy", "--on", "simulator", "--format", "sarif"],
        &["check", "saxpy", "--on", "simulator", "--all"],
        &[
            "lint",
            "exercises/02-saxpy/kernel.cl",
            "exercises/01-fill/kernel.cl",
        ],
        &["reset", "saxpy"],
        &["--help"],
        &["check", "--help"],
    ] {
        let output = alike(course, linux.path(), arguments);
        assert!(
            !(output.stdout.is_empty() && output.stderr.is_empty()),
            "{arguments:?}"
        );
    }
    let predict = run_with(windows_grader(course), &["predict", "no/such.toml"]);
    assert_eq!(predict.status.code(), Some(2));
    let why = text(&predict.stderr);
    assert!(
        why.contains("no-data/grader/") && why.contains("grader calibrate"),
        "{why}"
    );
    // A shell of Windows expands no `*`, so the command does.
    let mut kernels: Vec<String> = fs::read_dir(course.join("exercises"))
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .map(|name| format!("exercises/{name}/kernel.cl"))
        .filter(|path| course.join(path).exists())
        .collect();
    kernels.sort();
    let mut arguments = vec!["lint"];
    arguments.extend(kernels.iter().map(String::as_str));
    let here = run_with(grader(course), &arguments);
    let there = run_with(windows_grader(course), &["lint", "exercises/*/kernel.cl"]);
    assert_same(&there, &here, &["lint *"]);
}

#[test]
fn a_kernel_with_the_line_ends_of_windows_is_read_as_any() {
    let course = course();
    let solution = project().join("solutions/02-saxpy/kernel.cl");
    let kernel = fs::read_to_string(solution)
        .expect("a kernel")
        .replace('\n', "\r\n");
    let own = course.path().join("exercises/02-saxpy/kernel.cl");
    fs::write(&own, kernel).expect("a written file");
    let check = ["check", "saxpy", "--on", "simulator", "--format", "json"];
    let reports = [grader(course.path()), windows_grader(course.path())].map(|command| {
        let output = run_with(command, &check);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        without_times(text(&output.stdout))
    });
    assert_eq!(reports[0], reports[1]);
    let shown = alike(course.path(), course.path(), &["solution", "saxpy"]);
    assert_eq!(shown.status.code(), Some(0));
    // Backslashes are taken, and shown as slashes.
    let named = ["lint", r"exercises\02-saxpy\kernel.cl"];
    let named = run_with(windows_grader(course.path()), &named);
    let here = run_with(
        grader(course.path()),
        &["lint", "exercises/02-saxpy/kernel.cl"],
    );
    assert_same(&named, &here, &["lint"]);
    let reset = run_with(windows_grader(course.path()), &["reset", "saxpy", "--yes"]);
    assert_eq!(reset.status.code(), Some(0), "{}", text(&reset.stderr));
    assert!(text(&reset.stdout).contains("exercises/02-saxpy/kernel.cl.bak"));
    let starter = course.path().join("exercises/02-saxpy/starter.cl");
    assert_eq!(
        fs::read(own).expect("a kernel"),
        fs::read(starter).expect("a kernel")
    );
}

#[test]
fn launches_are_told_as_here() {
    let launches = project().join("tests/launches");
    for name in ["barrier.toml", "compile-error.toml", "contents.toml"] {
        alike(&launches, &launches, &["simulate", name]);
        alike(
            &launches,
            &launches,
            &["simulate", name, "--format", "json"],
        );
    }
}

#[test]
fn the_devices_and_what_works_are_told() {
    let course = course();
    let devices = run_with(windows_grader(course.path()), &["devices"]);
    // Wine hands OpenCL on to this machine's loader.
    assert!(
        text(&devices.stdout).contains("Portable Computing Language"),
        "{devices:?}"
    );
    let doctor = run_with(windows_grader(course.path()), &["doctor"]);
    assert!(text(&doctor.stdout).contains("simulator"), "{doctor:?}");
}

#[test]
fn a_kernel_without_end_is_ended() {
    let course = course();
    let kernel = "kernel void saxpy(float alpha, global const float *x, global float *y, uint n) { for (;;) y[0] += 1; }";
    let own = course.path().join("exercises/02-saxpy/kernel.cl");
    fs::write(&own, kernel).expect("a written file");
    for engine in ["simulator", "device"] {
        let output = run_with(
            windows_grader(course.path()),
            &["check", "saxpy", "--on", engine],
        );
        assert_eq!(output.status.code(), Some(1), "{output:?}");
    }
}

#[test]
fn a_class_is_graded_in_the_simulator_and_refused_on_a_device() {
    let course = course();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let class = folder.path().join("class");
    let from = [
        ("anna", "solutions/02-saxpy/kernel.cl"),
        ("ben", "exercises/02-saxpy/starter.cl"),
    ];
    for (student, kernel) in from {
        fs::create_dir_all(class.join(student)).expect("a folder");
        fs::copy(project().join(kernel), class.join(student).join("saxpy.cl")).expect("a copy");
    }
    let plan = "title = \"A class\"\n\n[[exercise]]\nname = \"saxpy\"\n";
    fs::write(class.join("class.toml"), plan).expect("a written file");
    let grade = |mut command: Command, on: &str, out: &str| {
        command
            .arg("class")
            .arg(&class)
            .args(["--on", on])
            .arg("--out");
        run_with(command, &[folder.path().join(out).to_str().expect("UTF-8")])
    };
    let refused = grade(windows_grader(course.path()), "device", "refused");
    assert_eq!(refused.status.code(), Some(2));
    let why = text(&refused.stderr);
    assert!(
        why.contains("cannot contain other people's kernels"),
        "{why}"
    );
    assert!(why.contains("--allow-unsandboxed"), "{why}");
    let there = grade(windows_grader(course.path()), "simulator", "windows");
    assert_eq!(there.status.code(), Some(0), "{}", text(&there.stderr));
    grade(grader(course.path()), "simulator", "linux");
    for name in ["grades.csv", "overview.md", "overview.html"] {
        let result = |system: &str| fs::read_to_string(folder.path().join(system).join(name));
        let (windows, linux) = (result("windows"), result("linux"));
        assert_eq!(
            windows.expect("a result"),
            linux.expect("a result"),
            "{name}"
        );
    }
}

fn watch(course: &Path) -> PseudoTerminal {
    let mut command = windows_grader(course);
    command.args(["watch", "saxpy", "--on", "simulator"]);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("wrong");
    terminal.wait(KEYS);
    terminal
}

#[test]
fn a_save_and_keys_are_noticed_by_watch() {
    let course = course();
    let mut terminal = watch(course.path());
    let solution = project().join("solutions/02-saxpy/kernel.cl");
    let own = course.path().join("exercises/02-saxpy/kernel.cl");
    fs::copy(solution, own).expect("a copy");
    terminal.wait("saved: check 2");
    terminal.wait("passed");
    terminal.wait(KEYS);
    terminal.type_in("l");
    terminal.wait("03");
    terminal.wait(KEYS);
    let code = terminal.end_by("q").code();
    assert_eq!(code, Some(0), "{}", terminal.screen());
}

#[test]
fn ctrl_c_ends_a_watch_and_restores_the_console() {
    let course = course();
    let mut terminal = watch(course.path());
    let code = terminal.end_by("\u{3}").code();
    assert_eq!(code, Some(130), "{}", terminal.screen());
    // Wine's console is a process of its own, which restores the terminal after its last program has ended.
    wait_for("terminal as it was before", || {
        terminal.is_as_before().then_some(())
    });
}
