//! `grader lsp`: the language server on standard input and output, for an editor.

mod checks;

use super::Exit;
use crate::editor_messages::{parse, read_body};
use crate::exercises::course_folder::exercise_around;
use crate::files::student_file::{UnusableFile, read_at_most};
use crate::refusal::Refusal;
use crate::terminal::output;
use checks::Checks;
use language_server::{CheckWanted, Checked, Exercise, Host, Server};
use lsp_server::{Message, Notification};
use serde_json::json;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How long the editor has to be silent before a changed document is read: no work is done on a text that is out of
/// date when it is done.
const SILENCE: Duration = Duration::from_millis(15);

/// The largest file that is read beside the documents, in bytes: a compilation database is one.
const MOST_BYTES: u64 = 64 << 20;

pub(super) fn run() -> Result<Exit, Refusal> {
    if io::stdin().is_terminal() {
        output::remark(
            "This is the Language Server Protocol: an editor starts it and speaks to it. Ctrl-C ends it.\n",
        );
    }
    let (sender, incoming) = mpsc::channel();
    let results = sender.clone();
    // It ends with its input or with the process: nothing waits for it.
    thread::spawn(move || read_all(&mut io::stdin().lock(), &sender));
    let mut to = io::stdout().lock();
    let mut server = Server::new(Box::new(Disk));
    let mut checks = Checks::default();
    while server.ended().is_none() {
        checks.begin(server.take_checks(), &results);
        let received = if server.is_stale() {
            match incoming.recv_timeout(SILENCE) {
                Ok(received) => Some(received),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        } else {
            match incoming.recv() {
                Ok(received) => Some(received),
                Err(_) => break,
            }
        };
        let mut answers = Vec::new();
        let mut is_closed = false;
        match received {
            Some(first) => {
                let mut messages = Vec::new();
                for received in std::iter::once(first).chain(incoming.try_iter()) {
                    match received {
                        Received::Message(message) => messages.push(message),
                        Received::Unreadable => answers.push(unreadable()),
                        Received::Checked(done) => {
                            server.checked(&done.0, done.1);
                            checks.ended();
                        }
                        Received::Closed => is_closed = true,
                        Received::Broken(error) => return Err(Refusal::LanguageClient(error)),
                    }
                }
                answers.extend(server.receive(messages));
            }
            None => answers = server.idle(),
        }
        for answer in answers {
            // A client that has gone away hears nothing, and says nothing more.
            if answer.write(&mut to).is_err() {
                return Ok(Exit::Short);
            }
        }
        if is_closed {
            break;
        }
    }
    Ok(match server.ended() {
        Some(0) => Exit::Good,
        _ => Exit::Short,
    })
}

/// What came from the client.
enum Received {
    Message(Message),
    /// A body that is no message; the next one may be.
    Unreadable,
    /// The input cannot be read any further.
    Broken(io::Error),
    /// The input has ended.
    Closed,
    /// A check was made.
    Checked(Box<(CheckWanted, Checked)>),
}

/// Reads messages to the end of the input.
fn read_all(from: &mut dyn BufRead, to: &Sender<Received>) {
    loop {
        let received = match read_body(from) {
            Ok(None) => Received::Closed,
            Ok(Some(body)) => match parse(&body) {
                Some(message) => Received::Message(message),
                None => Received::Unreadable,
            },
            Err(error) => Received::Broken(error),
        };
        let is_last = matches!(received, Received::Broken(_) | Received::Closed);
        if to.send(received).is_err() || is_last {
            return;
        }
    }
}

/// What is said of a body that is no message; whose request it was is not known.
fn unreadable() -> Message {
    let params = json!({"type": 1, "message": "a message of the client could not be read, and was left out"});
    Notification::new("window/logMessage".to_owned(), params).into()
}

/// The files of this machine.
struct Disk;

impl Host for Disk {
    fn read(&self, path: &Path) -> io::Result<String> {
        match read_at_most(path, MOST_BYTES) {
            Ok(text) => Ok(text),
            Err(UnusableFile::Empty(_)) => Ok(String::new()),
            Err(UnusableFile::Missing(_) | UnusableFile::Folder(_)) => {
                Err(io::ErrorKind::NotFound.into())
            }
            Err(other) => Err(io::Error::other(other.to_string())),
        }
    }

    fn entries(&self, folder: &Path) -> Vec<String> {
        let Ok(entries) = fs::read_dir(folder) else {
            return Vec::new();
        };
        let name = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            Some(if is_folder { name + "/" } else { name })
        };
        let mut names: Vec<_> = entries.flatten().filter_map(name).collect();
        names.sort_unstable();
        names
    }

    fn exercise(&self, path: &Path) -> Option<Exercise> {
        let (_, slug) = exercise_around(path)?;
        let standard = kernels::problem(&slug)?.standard();
        Some(Exercise { slug, standard })
    }
}
