//! The Debug Adapter Protocol: each `NAME.requests` in `cases` is sent, a command and its arguments a line, in a session of
//! `NAME.cl`; the messages that come back are in `NAME.messages`.

use debugger::Debuggee;
use debugger::adapter::{Host, serve};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use testing::golden;

struct Script {
    kernel: PathBuf,
    requests: VecDeque<Value>,
    out: String,
}

impl Host for Script {
    fn load(&mut self, arguments: &Value) -> Result<Debuggee, String> {
        match arguments["program"].as_str() {
            Some("missing") => Err("there is no launch".to_owned()),
            _ => Ok(crate::debuggee(&self.kernel).expect("a program")),
        }
    }

    fn path(&self, file: &str) -> Option<String> {
        let name = file.rsplit('/').next()?;
        name.ends_with(".cl").then(|| format!("/project/{name}"))
    }

    fn receive(&mut self) -> Option<Value> {
        let request = self.requests.pop_front()?;
        let (command, arguments) = (&request["command"], &request["arguments"]);
        let _ = writeln!(
            self.out,
            "> {} {arguments}",
            command.as_str().unwrap_or_default()
        );
        Some(request)
    }

    fn poll(&mut self) -> Option<Value> {
        None
    }

    fn send(&mut self, message: Value) {
        let what = match (message["type"].as_str(), message["success"].as_bool()) {
            (Some("event"), _) => message["event"].as_str().unwrap_or_default().to_owned(),
            (_, Some(true)) => "ok".to_owned(),
            _ => format!(
                "refused: {}",
                message["message"].as_str().unwrap_or_default()
            ),
        };
        let _ = writeln!(self.out, "{what} {}", shown(&message["body"]));
    }
}

/// A body, a long list an entry a line; one with several lists a key a line.
fn shown(body: &Value) -> String {
    let entries: Vec<(&String, &Value)> = body.as_object().into_iter().flatten().collect();
    let is_long = |value: &Value| value.as_array().is_some_and(|list| list.len() > 1);
    let lists: Vec<_> = entries.iter().filter(|(_, value)| is_long(value)).collect();
    let indented = |text: String| format!("\n    {text}");
    match lists[..] {
        [] => body.to_string(),
        [(key, list)] => {
            let list = list.as_array().into_iter().flatten();
            let lines: String = list.map(|entry| indented(entry.to_string())).collect();
            format!("{key}:{lines}")
        }
        _ => {
            let lines = entries.iter();
            lines
                .map(|(key, value)| indented(format!("{key}: {value}")))
                .collect()
        }
    }
}

#[test]
fn requests_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "requests"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    golden::assert_all(files.iter().map(|path| {
        let text = fs::read_to_string(path).expect("requests");
        let requests = text.lines().enumerate().map(|(index, line)| {
            let (command, arguments) = line.split_once(' ').unwrap_or((line, "{}"));
            let arguments: Value = serde_json::from_str(arguments).expect("JSON");
            json!({ "seq": index + 1, "type": "request", "command": command, "arguments": arguments })
        });
        let mut script = Script {
            kernel: path.with_extension("cl"),
            requests: requests.collect(),
            out: String::new(),
        };
        serve(&mut script);
        golden::check(path.with_extension("messages"), &script.out)
    }));
}
