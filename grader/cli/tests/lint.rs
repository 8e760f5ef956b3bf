//! `grader lint` as a script sees it: exit codes, text, and the shape of its JSON.

use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn lint(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grader"))
        .current_dir(folder)
        .env_remove("CARGO")
        .env("NO_COLOR", "1")
        .arg("lint")
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// A folder with a good kernel, a bad one, and a header in a folder of its own.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, source) in [
        (
            "good.cl",
            "kernel void k(global float *x) { x[get_global_id(0)] = SIZE; }\n",
        ),
        (
            "bad.cl",
            "#define COUNT lenght\n\nkernel void k(global int *y) {\n\ty[0] = COUNT;\n}\n",
        ),
        (
            "uses.cl",
            "#include \"size.h\"\nkernel void k(global int *y) { y[0] = SIZE; }\n",
        ),
        ("include/size.h", "#define SIZE 3\n"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, source).expect("a file");
    }
    folder
}

#[test]
fn a_good_file_passes_and_definitions_and_folders_are_taken() {
    let project = project();
    let good = lint(
        project.path(),
        &["good.cl", "uses.cl", "-D", "SIZE=4", "-I", "include"],
    );
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stdout));
    assert!(
        text(&good.stdout).ends_with("2 files: nothing found\n")
            || text(&good.stdout).contains("warning")
    );
    let joined = lint(project.path(), &["good.cl", "-DSIZE=4"]);
    assert_eq!(text(&joined.stdout), "1 file: nothing found\n");
    assert_eq!(lint(project.path(), &["good.cl"]).status.code(), Some(1));
    let without = lint(project.path(), &["uses.cl"]);
    assert_eq!(without.status.code(), Some(1));
    assert!(text(&without.stdout).contains("there is no file `size.h` to include"));
}

#[test]
fn an_error_is_shown_in_its_line_with_its_macro() {
    let project = project();
    let bad = lint(project.path(), &["bad.cl"]);
    assert_eq!(bad.status.code(), Some(1));
    let shown = text(&bad.stdout);
    for part in [
        "error[compile-error]:",
        "--> bad.cl:4:9",
        "4 |     y[0] = COUNT;",
        "^^^^^",
        "in expansion of macro `COUNT`",
        "1 file: 1 error",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn a_request_that_cannot_be_met_is_refused_with_a_reason() {
    let project = project();
    fs::write(project.path().join("binary.cl"), b"\x7fELF\0\0").expect("a file");
    for (arguments, reason) in [
        (&["none.cl"][..], "there is no file none.cl"),
        (&["include"], "is a folder"),
        (&["binary.cl"], "is binary"),
        (
            &["good.cl", "none.cl", "-DSIZE=1"],
            "there is no file none.cl",
        ),
        (&["uses.cl", "-I", "nowhere"], "nowhere can't be entered"),
        (&["good.cl", "--std", "CL9"], "CL9"),
        (&[], "FILE.cl"),
    ] {
        let refused = lint(project.path(), arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&refused.stderr).contains(reason),
            "{}",
            text(&refused.stderr)
        );
        assert!(refused.stdout.is_empty());
    }
}

/// A finding as the command reference has it.
fn check_finding(finding: &Value) {
    let object = finding.as_object().expect("an object");
    let keys = [
        "mistake",
        "level",
        "evidence",
        "message",
        "help",
        "kernel",
        "spans",
        "work_items",
        "macro_backtrace",
    ];
    check_keys(object, &keys);
    for key in ["mistake", "message", "help", "kernel"] {
        assert!(object[key].is_string(), "{key}");
    }
    assert!(["error", "warning", "performance"].contains(&string(&object["level"])));
    assert!(["observed", "proven", "likely"].contains(&string(&object["evidence"])));
    let spans = object["spans"].as_array().expect("spans");
    assert_eq!(
        spans.iter().filter(|span| span["primary"] == true).count(),
        1
    );
    let steps = object["macro_backtrace"].as_array().expect("steps");
    for place in spans.iter().chain(steps) {
        let place = place.as_object().expect("a place");
        let keys = [
            "file",
            "line",
            "column",
            "end_line",
            "end_column",
            "label",
            "primary",
        ];
        check_keys(place, &keys);
        for number in ["line", "column", "end_line", "end_column"] {
            assert!(
                place[number].as_u64().is_some_and(|number| number > 0),
                "{number}"
            );
        }
        assert!(place["file"].is_string() && place["label"].is_string());
        assert!(place["primary"].is_boolean());
    }
    assert!(object["work_items"].as_array().is_some());
}

fn check_keys(object: &Map<String, Value>, keys: &[&str]) {
    let mut found: Vec<_> = object.keys().map(String::as_str).collect();
    let mut wanted = keys.to_vec();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

#[test]
fn the_json_has_the_shape_of_the_command_reference() {
    let project = project();
    let bad = lint(project.path(), &["bad.cl", "--format", "json"]);
    assert_eq!(bad.status.code(), Some(1));
    let value: Value = serde_json::from_slice(&bad.stdout).expect("JSON");
    check_keys(value.as_object().expect("an object"), &["findings"]);
    let findings = value["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 1);
    findings.iter().for_each(check_finding);
    assert_eq!(findings[0]["mistake"], "compile-error");
    assert_eq!(findings[0]["level"], "error");
    assert_eq!(findings[0]["spans"][0]["line"], 4);
    assert_eq!(findings[0]["macro_backtrace"][0]["line"], 1);
    let good = lint(project.path(), &["good.cl", "-DSIZE=1", "--format", "json"]);
    let value: Value = serde_json::from_slice(&good.stdout).expect("JSON");
    assert_eq!(value["findings"].as_array().map(Vec::len), Some(0));
}
