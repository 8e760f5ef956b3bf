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
        text(&good.stdout).contains("2 files: nothing found\n")
            || text(&good.stdout).contains("warning")
    );
    let joined = lint(project.path(), &["good.cl", "-DSIZE=4"]);
    let joined = text(&joined.stdout);
    assert!(joined.starts_with("1 file: nothing found\nnot seen without a run: races"));
    assert!(joined.ends_with("a run in the simulator shows more: grader run FILE\n"));
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

/// A folder with a kernel of CUDA.
fn cuda_project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("k.cl"), CUDA).expect("a file");
    folder
}

const CUDA: &str = "__global__ void k(float *x, int n)\r\n{\r\n\
                    \tint i = blockIdx.x * blockDim.x + threadIdx.x;\r\n\tif (i < n) x[i] = 0\r\n}\r\n";

const MENDED: &str = "__kernel void k(__global float *x, int n)\r\n{\r\n\
                      \tint i = get_group_id(0) * get_local_size(0) + get_local_id(0);\r\n\
                      \tif (i < n) x[i] = 0;\r\n}\r\n";

fn contents(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn a_file_is_mended_in_place_and_kept_beside_it() {
    let project = cuda_project();
    let fixed = lint(project.path(), &["--fix", "k.cl", "./k.cl"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", text(&fixed.stderr));
    assert_eq!(contents(project.path(), "k.cl"), MENDED);
    assert_eq!(contents(project.path(), "k.cl.bak"), CUDA);
    let expected = "k.cl: mended in 6 places; as it was: k.cl.bak\n\
                    \x20 line 1: `__global__` -> `__kernel`\n\
                    \x20 line 1: `__global` put in\n\
                    \x20 line 3: `blockIdx.x` -> `get_group_id(0)`\n\
                    \x20 line 3: `blockDim.x` -> `get_local_size(0)`\n\
                    \x20 line 3: `threadIdx.x` -> `get_local_id(0)`\n\
                    \x20 line 4: `;` put in\n\n1 file: nothing found\n";
    assert!(text(&fixed.stdout).starts_with(expected));
    let again = lint(project.path(), &["--fix", "k.cl"]);
    assert!(text(&again.stdout).starts_with("nothing to mend\n\n1 file: nothing found\n"));
    assert!(!project.path().join("k.cl.bak-2").exists());
}

#[test]
fn without_being_asked_nothing_is_written_and_the_way_is_shown() {
    let project = cuda_project();
    let told = lint(project.path(), &["k.cl"]);
    assert_eq!(told.status.code(), Some(1));
    let last = "6 places can be mended: grader lint --fix\n";
    assert!(text(&told.stdout).ends_with(last), "{}", text(&told.stdout));
    assert_eq!(contents(project.path(), "k.cl"), CUDA);
    assert!(!project.path().join("k.cl.bak").exists());
}

#[test]
fn what_cannot_be_mended_is_left_and_told() {
    let project = project();
    let left = lint(project.path(), &["--fix", "bad.cl"]);
    assert_eq!(left.status.code(), Some(1));
    assert!(text(&left.stdout).starts_with("nothing to mend\n\nerror[compile-error]"));
    assert!(!project.path().join("bad.cl.bak").exists());
}

#[test]
fn a_document_of_findings_stays_one_and_what_was_mended_is_told_beside_it() {
    let project = cuda_project();
    let told = lint(project.path(), &["k.cl", "--format", "json"]);
    let value: Value = serde_json::from_slice(&told.stdout).expect("JSON");
    let first = value["findings"]
        .as_array()
        .and_then(|all| all.iter().find(|it| it["fix"][0]["line"] == 3))
        .expect("a finding of the third line");
    let fix = first["fix"][0].as_object().expect("a replacement");
    let keys = ["file", "line", "column", "end_line", "end_column", "text"];
    check_keys(fix, &keys);
    assert_eq!(fix["file"], "k.cl");
    for format in ["json", "sarif"] {
        fs::write(project.path().join("k.cl"), CUDA).expect("a file");
        let fixed = lint(project.path(), &["--fix", "k.cl", "--format", format]);
        assert!(serde_json::from_slice::<Value>(&fixed.stdout).is_ok());
        assert!(text(&fixed.stderr).starts_with("k.cl: mended in 6 places"));
        assert_eq!(contents(project.path(), "k.cl"), MENDED);
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_what_may_not_be_written_is_left() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let project = cuda_project();
    let at = |name: &str| project.path().join(name);
    symlink("k.cl", at("link.cl")).expect("a link");
    fs::write(at("locked.cl"), CUDA).expect("a file");
    fs::set_permissions(at("locked.cl"), fs::Permissions::from_mode(0o444)).expect("permissions");
    let refused = lint(project.path(), &["--fix", "link.cl", "locked.cl"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("locked.cl is read-only"));
    assert_eq!(contents(project.path(), "k.cl"), CUDA);
    assert!(!at("link.cl.bak").exists());
    let fixed = lint(project.path(), &["--fix", "link.cl"]);
    assert_eq!(fixed.status.code(), Some(0));
    assert!(at("link.cl").is_symlink());
    assert_eq!(contents(project.path(), "k.cl"), MENDED);
    assert_eq!(contents(project.path(), "link.cl.bak"), CUDA);
}

#[test]
fn what_is_no_text_is_refused_before_anything_is_written() {
    let project = cuda_project();
    fs::write(project.path().join("binary.cl"), b"\0").expect("a file");
    fs::create_dir(project.path().join("folder")).expect("a folder");
    for (name, reason) in [
        ("binary.cl", "is binary"),
        ("folder", "is a folder"),
        ("-", "standard input is not read"),
        ("none.cl", "there is no file"),
    ] {
        let refused = lint(project.path(), &["--fix", "k.cl", name]);
        assert_eq!(refused.status.code(), Some(2), "{name}");
        assert!(
            text(&refused.stderr).contains(reason),
            "{}",
            text(&refused.stderr)
        );
        assert_eq!(contents(project.path(), "k.cl"), CUDA);
    }
}

#[test]
fn a_comment_that_allows_no_mistake_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "// grader: allow(bank-conflikt)\nkernel void k(global int *x) { x[0] = 1; }\n";
    fs::write(folder.path().join("k.cl"), source).expect("a file");
    let told = lint(folder.path(), &["k.cl"]);
    assert_eq!(told.status.code(), Some(0));
    let shown = text(&told.stdout);
    for part in [
        "warning[compile-warning]: no mistake has the id `bank-conflikt`",
        "did you mean `bank-conflict`?",
        "k.cl:1:18",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}
