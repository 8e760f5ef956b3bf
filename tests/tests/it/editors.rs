//! `grader lsp` beside real editors, and as a process.

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use testing::golden;
use tests::{binaries, grader, project};

/// What `tests/editors/neovim/walk.lua` does in Neovim, with the settings of `editors/neovim`.
#[test]
fn neovim_shows_a_mistake_and_its_fix_and_renames() {
    let mut neovim = Command::new("nvim");
    neovim
        .args(["--headless", "--clean", "-n", "-u"])
        .arg(project().join("editors/neovim/grader.lua"))
        .args(["kernel.cl", "-c"])
        .arg(format!("luafile {}", walk("neovim/walk.lua").display()));
    walked(neovim, "neovim/walk.out");
}

/// The same in Emacs.
#[test]
fn emacs_shows_a_mistake_and_its_fix_and_renames() {
    let mut emacs = Command::new("emacs");
    emacs
        .args(["--batch", "-q", "--eval", "(package-initialize)", "-l"])
        .arg(project().join("editors/emacs/grader.el"))
        .arg("-l")
        .arg(walk("emacs/walk.el"));
    walked(emacs, "emacs/walk.out");
}

/// Stepping in Neovim's terminal: `tests/editors/neovim/steps.lua`.
#[test]
fn neovim_steps_over_a_barrier() {
    let mut neovim = Command::new("nvim");
    neovim
        .args(["--headless", "--clean", "-n", "-u"])
        .arg(project().join("editors/neovim/grader.lua"))
        .args(["turn.cl", "-c"])
        .arg(format!("luafile {}", walk("neovim/steps.lua").display()));
    stepped(neovim, "neovim/steps.out");
}

/// Stepping with the package dap-mode: `tests/editors/emacs/steps.el`.
#[test]
fn emacs_steps_over_a_barrier() {
    let mut emacs = Command::new("emacs");
    emacs
        .args(["--batch", "-q", "--eval", "(package-initialize)", "-l"])
        .arg(project().join("editors/emacs/grader.el"))
        .arg("-l")
        .arg(walk("emacs/steps.el"));
    stepped(emacs, "emacs/steps.out");
}

fn walk(name: &str) -> PathBuf {
    project().join("tests/editors").join(name)
}

/// Lets an editor do its walk beside a kernel, and compares what it wrote.
fn walked(editor: Command, expected: &str) {
    walked_beside(editor, &["kernel.cl"], expected);
}

/// The same beside a kernel with its launch.
fn stepped(editor: Command, expected: &str) {
    walked_beside(
        editor,
        &["stepped/turn.cl", "stepped/LAUNCH.toml"],
        expected,
    );
}

fn walked_beside(mut editor: Command, files: &[&str], expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    for file in files.iter().map(|file| walk(file)) {
        let name = file.file_name().expect("a name");
        fs::copy(&file, folder.path().join(name)).expect("a file");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    editor
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", binaries().display()))
        .stdin(Stdio::null());
    // Nothing of the developer's own editor.
    for variable in [
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
        "XDG_STATE_HOME",
    ] {
        editor.env(variable, folder.path());
    }
    let output = editor
        .output()
        .expect("the editor starts; `./setup --test` installs it");
    let errors = String::from_utf8_lossy(&output.stderr);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}{errors}");
    golden::assert(walk(expected), &shown);
}

/// The settings of the book's chapter are read as they stand there.
#[test]
fn the_chapters_settings_are_understood() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = project().join("tests/editors/grader.toml");
    fs::copy(settings, folder.path().join(".grader.toml")).expect("settings");
    let uri = format!("file://{}/k.cl", folder.path().display());
    let mut client = Client::start();
    // Definitions, the version and half without a pragma.
    let text =
        "kernel void k(global half *a) { int *p = (int *)a + TILE; a[0] = work_group_any(*p); }";
    let document = json!({"uri": uri, "languageId": "opencl", "version": 7, "text": text});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    assert_eq!(client.diagnostics(), (7, 0));
    assert_eq!(client.end(), Some(0));
}

/// The hints that the book's chapter shows, in the kernel that it shows them in.
#[test]
fn hints_stand_behind_accesses_and_branches() {
    let kernel = project().join("tests/editors/hints.cl");
    let text = fs::read_to_string(kernel).expect("a kernel");
    let mut client = Client::start();
    client.open(&text);
    let end = json!({"line": 1000, "character": 0});
    let range = json!({"start": {"line": 0, "character": 0}, "end": end});
    let params = json!({"textDocument": {"uri": URI}, "range": range});
    let (hints, _) = client.request("textDocument/inlayHint", params);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for hint in hints.as_array().expect("hints").iter().rev() {
        let place = |key: &str| hint["position"][key].as_u64().expect("a number") as usize;
        let label = hint["label"].as_str().expect("a label");
        lines[place("line")].insert_str(place("character"), &format!(" \u{27e8}{label}\u{27e9}"));
    }
    golden::assert(
        project().join("tests/editors/hints.txt"),
        &(lines.join("\n") + "\n"),
    );
    assert_eq!(client.end(), Some(0));
}

/// An exercise is checked when its kernel is saved: the cause stands at its line, with the smallest case.
#[test]
fn a_saved_exercise_shows_its_smallest_failing_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut init = grader(project());
    let course = folder.path().join("course");
    let made = init.arg("init").arg(&course).output().expect("it runs");
    assert!(made.status.success(), "{made:?}");
    let kernel = course.join("exercises/02-saxpy/kernel.cl");
    let wrong = project().join("solutions/02-saxpy/mistakes/does-all-alone.cl");
    let text = fs::read_to_string(wrong).expect("a kernel");
    fs::write(&kernel, &text).expect("it is saved");
    let uri = format!("file://{}", kernel.display());
    let mut client = Client::start();
    let document = json!({"uri": uri, "languageId": "opencl", "version": 1, "text": text});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    client.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    let message = loop {
        let shown = client.published();
        let first = shown.iter().find(|it| it["severity"] == 1);
        if let Some(first) = first {
            break first["message"].as_str().expect("a text").to_owned();
        }
    };
    let (cause, case) = message.rsplit_once('\n').expect("a case");
    assert!(cause.contains("writes element 1"), "{cause}");
    assert!(case.starts_with("fails with n = "), "{case}");
    assert!(
        case.contains("; again: grader check saxpy --replay "),
        "{case}"
    );
    assert_eq!(client.end(), Some(0));
}

/// A client of the process.
struct Client {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    requests: i32,
}

const URI: &str = "file:///kernels/k.cl";

impl Client {
    fn start() -> Client {
        let mut command = grader(project());
        let mut process = command
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("grader starts");
        let to = process.stdin.take().expect("its input");
        let from = BufReader::new(process.stdout.take().expect("its output"));
        let mut client = Client {
            process,
            to,
            from,
            requests: 0,
        };
        client.request("initialize", json!({"capabilities": {}}));
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: Message) {
        message.write(&mut self.to).expect("it listens");
    }

    fn read(&mut self) -> Message {
        let message = Message::read(&mut self.from).expect("a message");
        message.expect("it answers")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    /// The result of a request, and the notifications that came before it.
    fn request(&mut self, method: &str, params: Value) -> (Value, Vec<Notification>) {
        self.requests += 1;
        let id = self.requests.into();
        self.send(Request::new(id, method.to_owned(), params).into());
        let mut before = Vec::new();
        loop {
            match self.read() {
                Message::Response(response) => {
                    return (response.response_result.expect("a result"), before);
                }
                Message::Notification(notification) => before.push(notification),
                Message::Request(request) => panic!("{request:?}"),
            }
        }
    }

    fn open(&mut self, text: &str) {
        let document = json!({"uri": URI, "languageId": "opencl", "version": 0, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn insert(&mut self, version: u32, line: u32, text: &str) {
        let at = json!({"line": line, "character": 0});
        let change = json!({"range": {"start": at, "end": at}, "text": text});
        let document = json!({"uri": URI, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", params);
    }

    /// The next diagnostics.
    fn published(&mut self) -> Vec<Value> {
        loop {
            if let Message::Notification(it) = self.read()
                && it.method == "textDocument/publishDiagnostics"
            {
                let all = it.params["diagnostics"].as_array();
                return all.expect("diagnostics").clone();
            }
        }
    }

    /// The next diagnostics: their version and how many there are.
    fn diagnostics(&mut self) -> (u32, usize) {
        loop {
            if let Message::Notification(it) = self.read()
                && it.method == "textDocument/publishDiagnostics"
            {
                let version = it.params["version"].as_u64().expect("a version");
                let all = it.params["diagnostics"].as_array().expect("diagnostics");
                return (version as u32, all.len());
            }
        }
    }

    fn end(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.process.wait().expect("it ends").code()
    }

    /// Bytes of memory that the process holds.
    fn memory(&self) -> u64 {
        let status = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(status).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        let kilobytes: Option<u64> = kilobytes.and_then(|it| it.parse().ok());
        kilobytes.expect("a number") * 1024
    }
}

#[test]
fn the_process_ends_as_the_protocol_says() {
    assert_eq!(Client::start().end(), Some(0));
    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.process.wait().expect("it ends").code(), Some(1));
    // An editor that died.
    let Client {
        mut process, to, ..
    } = Client::start();
    drop(to);
    assert_eq!(process.wait().expect("it ends").code(), Some(1));
}

#[test]
fn what_is_no_message_is_refused_with_the_reason() {
    // A body that is none is left out.
    let mut client = Client::start();
    client
        .to
        .write_all(b"Content-Length: 5\r\n\r\nhello")
        .expect("it listens");
    let (_, before) = client.request("shutdown", Value::Null);
    assert_eq!(before[0].method, "window/logMessage");
    // Without headers nothing can be read any more.
    let Client {
        process, mut to, ..
    } = Client::start();
    to.write_all(b"hello\r\n\r\n").expect("it listens");
    drop(to);
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let mut lines = output.stderr.lines().map_while(Result::ok);
    let first = lines.next().expect("a reason");
    assert!(first.contains("the editor's message"), "{first}");
}

/// An editor that sends faster than the server reads gets the diagnostics of the last text, not those of each.
#[test]
fn many_edits_at_once_are_read_once() {
    let function = "float f_N(float x)\n{\n    float y = x * 2.0f;\n    return y + N;\n}\n\n";
    let text: String = (0..330)
        .map(|at| function.replace('N', &at.to_string()))
        .collect();
    let mut client = Client::start();
    client.open(&text);
    let (mut version, mut count) = client.diagnostics();
    assert_eq!((version, count), (0, 0));
    for edit in 1..=300 {
        client.insert(
            edit,
            0,
            if edit == 300 {
                "float g() { return missing; }\n"
            } else {
                "// a line\n"
            },
        );
    }
    let mut published = 0;
    while version < 300 {
        let (next, found) = client.diagnostics();
        assert!(next > version, "{next} after {version}");
        (version, count) = (next, found);
        published += 1;
    }
    assert_eq!(count, 1);
    assert!(published < 100, "{published}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn ten_thousand_edits_leave_no_memory_behind() {
    let kernel = project().join("kernels/src/convolution/tuned.cl");
    let text = fs::read_to_string(kernel).expect("a kernel");
    let mut client = Client::start();
    client.open(&text);
    let mut version = 0;
    let mut edit = |client: &mut Client, edits: u32| {
        for _ in 0..edits / 20 {
            for _ in 0..10 {
                client.insert(version + 1, 1, "x");
                let at = |character: u32| json!({"line": 1, "character": character});
                let change = json!({"range": {"start": at(0), "end": at(1)}, "text": ""});
                let document = json!({"uri": URI, "version": version + 2});
                let params = json!({"textDocument": document, "contentChanges": [change]});
                client.notify("textDocument/didChange", params);
                version += 2;
            }
            let position = json!({"line": 0, "character": 13});
            let of_document = json!({"textDocument": {"uri": URI}, "position": position});
            client.request("textDocument/hover", of_document);
        }
        client.memory()
    };
    let before = edit(&mut client, 2_000);
    let after = edit(&mut client, 10_000);
    assert!(after < before + before / 10, "{before} bytes, then {after}");
    assert_eq!(client.end(), Some(0));
}
