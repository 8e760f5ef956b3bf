//! `grader debug` and `grader dap`: what they step through, by commands, on a full screen, and for an editor.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use tests::pseudo_terminal::PseudoTerminal;
use tests::{course, grader, project};

/// What a session answers to commands.
fn answers(folder: &Path, arguments: &[&str], commands: &str) -> (Option<i32>, String) {
    let mut child = grader(folder)
        .arg("debug")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let mut stdin = child.stdin.take().expect("standard input");
    stdin.write_all(commands.as_bytes()).expect("it listens");
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8(output.stderr).expect("text");
    (output.status.code(), text + &errors)
}

/// A course in which `saxpy` lacks its guard.
fn unguarded() -> tempfile::TempDir {
    let course = course();
    let mistake = project().join("solutions/02-saxpy/mistakes/no-tail-guard.cl");
    fs::copy(mistake, course.path().join("exercises/02-saxpy/kernel.cl")).expect("a copy");
    course
}

/// The token of the failing case in a report.
fn token(course: &Path) -> String {
    let mut command = grader(course);
    let output = command
        .args(["check", "saxpy", "--on", "simulator"])
        .output();
    let report = String::from_utf8(output.expect("a report").stdout).expect("text");
    let (_, rest) = report.split_once("--replay ").expect("a token");
    rest.split_whitespace().next().expect("a token").to_owned()
}

#[test]
fn a_failing_case_is_opened_before_its_mistake() {
    let course = unguarded();
    let token = token(course.path());
    let commands = "c\np i\np n\nb\nq\n";
    let (code, text) = answers(course.path(), &["saxpy", "--replay", &token], commands);
    assert_eq!(code, Some(0), "{text}");
    let expected = "The next statement is a mistake, out-of-bounds: work-item 1 reads `x`[1], which has 1 element.";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("\n1\n1\n"), "{text}");
}

#[test]
fn a_report_says_how_its_case_is_opened_where_that_case_can_be() {
    let course = unguarded();
    let report = |arguments: &[&str]| {
        let mut command = grader(course.path());
        let output = command.args(["check", "saxpy"]).args(arguments).output();
        String::from_utf8(output.expect("a report").stdout).expect("text")
    };
    let line = "step by step: the same with `debug` in place of `check`";
    assert!(report(&["--all"]).contains(line));
    // A file elsewhere is not what `debug` reads.
    let file = ["--all", "--file", "exercises/02-saxpy/kernel.cl"];
    assert!(!report(&file).contains(line));
}

#[test]
fn a_launch_file_its_folder_and_a_kernel_beside_it_are_one_launch() {
    let folder = tempfile::tempdir().expect("a folder");
    let kernel = "kernel void fill(global int *out) { int i = get_global_id(0); out[i] = i; }";
    let launch = "source = \"kernel.cl\"\nkernel = \"fill\"\nglobal = [4]\narg = [{ buffer = \"int\", len = 4 }]\n";
    fs::write(folder.path().join("kernel.cl"), kernel).expect("a kernel");
    fs::write(folder.path().join("LAUNCH.toml"), launch).expect("a launch");
    let folder = folder.path();
    for path in ["LAUNCH.toml", ".", "kernel.cl"] {
        let (code, text) = answers(folder, &[path], "n\nvars\n");
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("out = &out[0]\ni = 0"), "{path}: {text}");
    }
}

#[test]
fn what_cannot_be_stepped_through_is_refused_with_a_reason() {
    let course = course();
    let (code, text) = answers(course.path(), &["nothing"], "");
    assert_eq!(code, Some(2));
    assert!(text.contains("there is no exercise `nothing`"), "{text}");
    let (code, text) = answers(course.path(), &["no/LAUNCH.toml"], "");
    assert_eq!(code, Some(2));
    assert!(text.contains("there is no file no/LAUNCH.toml"), "{text}");
    let (code, text) = answers(course.path(), &["saxpy", "--replay", "r1:nonsense"], "");
    assert_eq!(code, Some(2));
    assert!(text.contains("token"), "{text}");
    fs::write(
        course.path().join("exercises/02-saxpy/kernel.cl"),
        "kernel void saxpy( {",
    )
    .expect("a file");
    let (code, text) = answers(course.path(), &["saxpy"], "");
    assert_eq!(code, Some(1));
    assert!(text.contains("error"), "{text}");
}

#[test]
fn a_full_screen_leaves_the_terminal_as_it_was() {
    let course = unguarded();
    let start = || {
        let mut command = grader(course.path());
        command.args(["debug", "saxpy"]);
        let mut terminal = PseudoTerminal::run(&command, 110);
        // Blanks are not written over blanks: words come one by one.
        terminal.wait("returned");
        terminal
    };
    let mut terminal = start();
    terminal.type_in("c");
    terminal.wait("out-of-bounds");
    let code = terminal.end_by("q").code();
    assert_eq!(code, Some(0), "{}", terminal.screen());
    assert!(terminal.is_as_before());
    // Ctrl-C is a key there.
    let mut terminal = start();
    assert_eq!(terminal.end_by("\u{3}").code(), Some(0));
    assert!(terminal.is_as_before());
    let mut terminal = start();
    terminal.signal(rustix::process::Signal::TERM);
    terminal.end();
    assert!(terminal.is_as_before());
}

#[test]
fn an_editor_is_served() {
    let course = unguarded();
    let mut child = grader(course.path())
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let mut to = child.stdin.take().expect("standard input");
    let mut from = BufReader::new(child.stdout.take().expect("standard output"));
    let mut send = |command: &str, arguments: serde_json::Value| {
        let message = serde_json::json!({
            "seq": 1, "type": "request", "command": command, "arguments": arguments,
        });
        let body = message.to_string();
        write!(to, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
    };
    let mut receive = |wanted: &str| loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                from.read_line(&mut line).expect("a line") > 0,
                "no `{wanted}` came"
            );
            match line.trim().split_once(": ") {
                Some((_, number)) => length = number.parse().expect("a length"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        from.read_exact(&mut body).expect("a body");
        let message: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        if message["command"] == wanted || message["event"] == wanted {
            return message;
        }
    };
    send("initialize", serde_json::json!({}));
    assert_eq!(receive("initialize")["success"], true);
    send("launch", serde_json::json!({ "program": "no/LAUNCH.toml" }));
    let refused = receive("launch");
    assert_eq!(refused["success"], false);
    assert!(
        refused["message"]
            .as_str()
            .expect("a reason")
            .contains("no/LAUNCH.toml")
    );
    send(
        "launch",
        serde_json::json!({ "exercise": "saxpy", "stopOnEntry": false }),
    );
    receive("initialized");
    send("configurationDone", serde_json::json!({}));
    let stopped = receive("stopped");
    assert_eq!(stopped["body"]["description"], "Mistake: out-of-bounds");
    send("stackTrace", serde_json::json!({ "threadId": 2 }));
    let path = receive("stackTrace")["body"]["stackFrames"][0]["source"]["path"].clone();
    let path = path.as_str().expect("a path");
    assert!(
        path.ends_with("exercises/02-saxpy/kernel.cl") && Path::new(path).is_absolute(),
        "{path}"
    );
    send("disconnect", serde_json::json!({}));
    receive("disconnect");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}
