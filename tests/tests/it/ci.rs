//! The project in `book/ci`, which the book's page on CI shows: what fails there and what does not.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use tests::{binaries, grader, project};

const BASELINE: &str = "grader-baseline.toml";

/// A copy of the project.
fn copy() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["kernels", "launches", "."] {
        fs::create_dir_all(folder.path().join(name)).expect("a folder");
        for entry in fs::read_dir(project().join("book/ci").join(name)).expect("a folder") {
            let entry = entry.expect("an entry");
            if entry.path().is_file() {
                let to = folder.path().join(name).join(entry.file_name());
                fs::copy(entry.path(), to).expect("a copy");
            }
        }
    }
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    finished(grader(folder).args(arguments))
}

fn finished(command: &mut Command) -> (Option<i32>, String) {
    let output = command.stdin(Stdio::null()).output().expect("it starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

const SIMULATE: [&str; 4] = [
    "simulate",
    "launches/blur.toml",
    "launches/transpose.toml",
    "--deny=performance",
];

fn simulate<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SIMULATE, more].concat()
}

fn edit(folder: &Path, file: &str, was: &str, now: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains(was), "{file} holds no {was}");
    fs::write(path, text.replace(was, now)).expect("a written file");
}

#[test]
fn what_the_baseline_holds_neither_shows_nor_fails() {
    let folder = copy();
    let (code, text) = run(folder.path(), &simulate(&[]));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("denied: uncoalesced-access"), "{text}");
    let with_baseline = simulate(&["--baseline", BASELINE]);
    let (code, text) = run(folder.path(), &with_baseline);
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("uncoalesced-access"), "{text}");
    assert!(
        text.contains("not shown: 1 finding of grader-baseline.toml"),
        "{text}"
    );
    // A line moves, and another kernel loses its barrier.
    edit(
        folder.path(),
        "kernels/transpose.cl",
        "kernel void",
        "\n\nkernel void",
    );
    edit(
        folder.path(),
        "kernels/blur.cl",
        "    barrier(CLK_LOCAL_MEM_FENCE);\n",
        "",
    );
    let (code, text) = run(folder.path(), &with_baseline);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("error[missing-barrier]"), "{text}");
    assert!(!text.contains("uncoalesced-access"), "{text}");
}

#[test]
fn the_baseline_of_the_page_is_the_one_that_is_written() {
    let folder = copy();
    let update = simulate(&["--baseline", BASELINE, "--update-baseline"]);
    let (code, text) = run(folder.path(), &update);
    assert_eq!(code, Some(0), "{text}");
    let written = fs::read_to_string(folder.path().join(BASELINE)).expect("a baseline");
    testing::golden::assert(project().join("book/ci").join(BASELINE), &written);
    edit(
        folder.path(),
        "kernels/transpose.cl",
        "out[x * rows + y] = in[y * columns + x];",
        "out[y * columns + x] = in[y * columns + x];",
    );
    let (code, text) = run(folder.path(), &simulate(&["--baseline", BASELINE]));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("gone: 1 finding of grader-baseline.toml"),
        "{text}"
    );
}

#[test]
fn a_name_goes_before_a_group() {
    let folder = copy();
    let kernel =
        "kernel void scale(global float *x, float by)\n{\n    x[get_global_id(0)] *= 2;\n}\n";
    fs::write(folder.path().join("kernels/scale.cl"), kernel).expect("a written file");
    let lint = |more: &[&str]| {
        run(
            folder.path(),
            &[&["lint", "kernels/scale.cl"], more].concat(),
        )
    };
    let unused = "unused-argument";
    assert_eq!(lint(&[]).0, Some(0));
    for (more, code, is_shown) in [
        (&["--deny", "warnings"][..], 1, true),
        (&["--deny", unused], 1, true),
        (&["--deny", "warnings", "--allow", unused], 0, false),
        (&["--allow", "warnings"], 0, false),
        (&["--allow", "warnings", "--deny", unused], 1, true),
        (&["--deny", "performance"], 0, true),
    ] {
        let (ended, text) = lint(more);
        assert_eq!(ended, Some(code), "{more:?}: {text}");
        assert_eq!(
            text.contains("warning[unused-argument]"),
            is_shown,
            "{more:?}: {text}"
        );
    }
    for (more, why) in [
        (
            &["--deny", unused, "--allow", unused][..],
            "both allowed and denied",
        ),
        (&["--deny", "unused-arguments"], "there is no such mistake"),
        (&["--baseline", "no such file"], "--update-baseline"),
        (&["--baseline", "launches/blur.toml"], "is no baseline"),
        (&["--update-baseline"], "--baseline"),
    ] {
        let (code, text) = lint(more);
        assert_eq!(code, Some(2), "{more:?}: {text}");
        assert!(text.contains(why), "{more:?}: {text}");
    }
}

#[test]
fn what_is_not_analysed_passes_where_it_is_allowed() {
    let folder = copy();
    edit(
        folder.path(),
        "kernels/blur.cl",
        "float sum = 0;",
        "float sum = 0; queue_t later;",
    );
    let one = ["simulate", "launches/blur.toml"];
    let (code, text) = run(folder.path(), &one);
    assert_eq!(code, Some(2), "{text}");
    let (code, text) = run(
        folder.path(),
        &[&one[..], &["--allow", "not-analysed"]].concat(),
    );
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn several_launches_are_an_array_in_json_and_one_log_in_sarif() {
    let folder = copy();
    let output = |format: &str| {
        let mut command = grader(folder.path());
        command.args(&SIMULATE[..3]).args(["--format", format]);
        let output = command.output().expect("it starts");
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    let answers = output("json");
    assert_eq!(answers.as_array().map(Vec::len), Some(2));
    let log = output("sarif");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "kernels/transpose.cl");
}

/// The script that the action runs, with `grader` on the path.
fn action(folder: &Path, environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(project().join("packaging/action/check"));
    command
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", binaries().display()))
        .env("LOGS", folder.join("logs"))
        .envs(environment.iter().copied());
    finished(&mut command)
}

#[test]
fn the_action_runs_both_commands_and_keeps_their_logs() {
    let folder = copy();
    let all = [
        ("LINT", "**/*.cl"),
        ("SIMULATE", "launches/*.toml\nlaunches/blur.toml"),
        (
            "OPTIONS",
            "--deny performance --baseline grader-baseline.toml",
        ),
    ];
    let (code, text) = action(folder.path(), &all);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("2 files: nothing found"), "{text}");
    for name in ["lint", "simulate"] {
        let log = folder
            .path()
            .join("logs")
            .join(name)
            .with_extension("sarif");
        let log = fs::read_to_string(log).expect("a log");
        serde_json::from_str::<Value>(&log).expect("JSON");
    }
    edit(
        folder.path(),
        "kernels/blur.cl",
        "    barrier(CLK_LOCAL_MEM_FENCE);\n",
        "",
    );
    let (code, text) = action(folder.path(), &all);
    assert_eq!(code, Some(1), "{text}");
    let (code, text) = action(folder.path(), &[("LINT", "no/*.cl")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("no file matches no/*.cl"), "{text}");
}

#[test]
fn pre_commit_runs_the_hooks() {
    let git = |folder: &Path, arguments: &[&str]| {
        let names = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let mut command = Command::new("git");
        command.current_dir(folder).args(names).args(arguments);
        let (code, text) = finished(&mut command);
        assert_eq!(code, Some(0), "git {arguments:?}: {text}");
        text.trim().to_owned()
    };
    let commit = |folder: &Path| {
        git(folder, &["init", "--quiet", "--initial-branch=main"]);
        git(folder, &["add", "--all"]);
        git(folder, &["commit", "--quiet", "--message=All"]);
        git(folder, &["rev-parse", "HEAD"])
    };
    let hooks = tempfile::tempdir().expect("a temporary folder");
    let own = ".pre-commit-hooks.yaml";
    fs::copy(project().join(own), hooks.path().join(own)).expect("a copy");
    let revision = commit(hooks.path());
    let folder = copy();
    let config = fs::read_to_string(folder.path().join("pre-commit-config.yaml"));
    let config = config
        .expect("a configuration")
        .replace(
            "https://github.com/OWNER/REPOSITORY",
            &hooks.path().display().to_string(),
        )
        .replace("v0.1.0", &revision);
    fs::write(folder.path().join(".pre-commit-config.yaml"), config).expect("a written file");
    commit(folder.path());
    let all = || {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("python3");
        command
            .args(["-m", "pre_commit", "run", "--all-files"])
            .current_dir(folder.path())
            .env("PRE_COMMIT_HOME", hooks.path().join("cache"))
            .env("PATH", format!("{}:{path}", binaries().display()));
        finished(&mut command)
    };
    let (code, text) = all();
    assert_eq!(
        code,
        Some(0),
        "{text}; ./setup --packages installs pre-commit"
    );
    assert_eq!(text.matches("Passed").count(), 2, "{text}");
    edit(
        folder.path(),
        "kernels/blur.cl",
        "    barrier(CLK_LOCAL_MEM_FENCE);\n",
        "",
    );
    let (code, text) = all();
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("missing-barrier"), "{text}");
}
