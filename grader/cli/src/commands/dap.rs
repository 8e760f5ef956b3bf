//! `grader dap`: the debugger on standard input and output, for an editor.

use super::Exit;
use crate::debugging::{NoDebuggee, debuggee};
use crate::editor_messages::{parse, read_body, write};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::terminal::output;
use ::render::breakable;
use debugger::Debuggee;
use debugger::adapter::{Host, serve};
use serde_json::Value;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Work-items of a warp, where the editor does not say.
const WARP: u64 = 32;

pub(super) fn run(session: &Session) -> Result<Exit, Refusal> {
    if io::stdin().is_terminal() {
        output::remark(
            "This is the Debug Adapter Protocol: an editor starts it and speaks to it. Ctrl-C ends it.\n",
        );
    }
    let (sender, incoming) = mpsc::channel();
    // It ends with its input or with the process: nothing waits for it.
    thread::spawn(move || {
        let mut from = io::stdin().lock();
        while let Ok(Some(body)) = read_body(&mut from) {
            // A body that is no message has nobody who waits for an answer.
            if let Some(message) = parse::<Value>(&body)
                && sender.send(message).is_err()
            {
                return;
            }
        }
    });
    serve(&mut Editor { session, incoming });
    Ok(Exit::Good)
}

/// The editor at the other end, and the files of this machine.
struct Editor<'s> {
    session: &'s Session,
    incoming: Receiver<Value>,
}

impl Host for Editor<'_> {
    /// `program` is a path to a LAUNCH.toml, a folder or a kernel; `exercise` a number or a name, with `replay` if
    /// one of its cases is wanted, in the course that `course` names or that `program`'s folder belongs to.
    fn load(&mut self, arguments: &Value) -> Result<Debuggee, String> {
        let text = |key: &str| arguments[key].as_str().filter(|it| !it.is_empty());
        let words: Vec<String> = match (text("exercise"), text("program")) {
            (Some(exercise), _) => exercise.split_whitespace().map(str::to_owned).collect(),
            (None, Some(program)) => vec![program.to_owned()],
            (None, None) => {
                return Err(
                    "the launch names neither a `program`, such as a LAUNCH.toml, nor an `exercise`"
                        .to_owned(),
                );
            }
        };
        let warp = arguments["warp"].as_u64().unwrap_or(WARP);
        if !matches!(warp, 32 | 64) {
            return Err(format!("a warp has 32 or 64 work-items, not {warp}"));
        }
        let mut session = self.session.clone();
        if let Some(course) = text("course") {
            session.course = Some(course.into());
        }
        debuggee(&words, text("replay"), warp as usize, &session).map_err(|why| match why {
            NoDebuggee::Refused(refusal) => {
                let remedy = refusal.remedy(&session.program);
                format!("{refusal}. {}", breakable(&remedy))
            }
            NoDebuggee::NotBuilt(findings, _) => match findings.first() {
                Some(finding) => {
                    let line = finding
                        .spans
                        .first()
                        .map(|it| format!("line {}: ", it.line));
                    format!("{}{}", line.unwrap_or_default(), finding.message)
                }
                None => "the program cannot be built".to_owned(),
            },
        })
    }

    fn path(&self, file: &str) -> Option<String> {
        let path = dunce::canonicalize(Path::new(file)).ok()?;
        path.is_file().then(|| path.display().to_string())
    }

    fn receive(&mut self) -> Option<Value> {
        self.incoming.recv().ok()
    }

    fn poll(&mut self) -> Option<Value> {
        self.incoming.try_recv().ok()
    }

    fn send(&mut self, message: Value) {
        // An editor that has gone away hears nothing, and says nothing more.
        let _gone = write(&mut io::stdout().lock(), &message);
    }
}
