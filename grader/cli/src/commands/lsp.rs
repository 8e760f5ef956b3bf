//! `grader lsp`: the language server on standard input and output, for an editor.

use super::Exit;
use crate::files::student_file::{UnusableFile, read_at_most};
use crate::refusal::Refusal;
use crate::terminal::output;
use language_server::{Exercise, Host, Server};
use lsp_server::{Message, Notification};
use serde_json::json;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Bytes of a line of a header at most.
const MOST_HEADER: u64 = 4096;

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
    // It ends with its input or with the process: nothing waits for it.
    thread::spawn(move || read_all(&mut io::stdin().lock(), &sender));
    let mut to = io::stdout().lock();
    let mut server = Server::new(Box::new(Disk));
    while server.ended().is_none() {
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
        match received {
            Some(first) => {
                let mut messages = Vec::new();
                for received in std::iter::once(first).chain(incoming.try_iter()) {
                    match received {
                        Received::Message(message) => messages.push(message),
                        Received::Unreadable => answers.push(unreadable()),
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
}

/// Reads messages to the end of the input.
fn read_all(from: &mut dyn BufRead, to: &Sender<Received>) {
    loop {
        let received = match read_body(from) {
            Ok(None) => return,
            Ok(Some(body)) => match parse(&body) {
                Some(message) => Received::Message(message),
                None => Received::Unreadable,
            },
            Err(error) => Received::Broken(error),
        };
        let is_broken = matches!(received, Received::Broken(_));
        if to.send(received).is_err() || is_broken {
            return;
        }
    }
}

/// The bytes of a message behind its header; none at the end of the input.
fn read_body(from: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let unknown = |line: &str| {
        let why = format!("`{}` is no line of a header", line.trim());
        io::Error::new(io::ErrorKind::InvalidData, why)
    };
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.take(MOST_HEADER).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| unknown(&line))?;
        if name.eq_ignore_ascii_case("content-length") {
            let bytes: u64 = value.trim().parse().map_err(|_| unknown(&line))?;
            length = Some(bytes);
        }
    }
    let length = length.ok_or_else(|| unknown("Content-Length is missing"))?;
    // The length is the client's word: what is not sent takes no memory.
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body)?;
    Ok((body.len() as u64 == length).then_some(body))
}

/// A message. Half a character of UTF-16, which some clients send while one is being replaced, is read as U+FFFD.
fn parse(body: &[u8]) -> Option<Message> {
    let text = std::str::from_utf8(body).ok()?;
    serde_json::from_str(text)
        .or_else(|_| serde_json::from_str(&without_halves(text)))
        .ok()
}

/// The text of a JSON value with U+FFFD for each escape of half a character.
fn without_halves(text: &str) -> String {
    let half = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        let unit = u16::from_str_radix(digits, 16).ok()?;
        matches!(unit, 0xd800..=0xdfff).then_some(unit)
    };
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let is_pair = || {
            half(at).is_some_and(|it| it < 0xdc00) && half(at + 6).is_some_and(|it| it >= 0xdc00)
        };
        let length = match c {
            '\\' if is_pair() => 12,
            '\\' if half(at).is_some() => {
                whole.push(char::REPLACEMENT_CHARACTER);
                at += 6;
                continue;
            }
            // An escape is passed whole: the second of two backslashes begins none.
            '\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            _ => c.len_utf8(),
        };
        whole.push_str(&text[at..at + length]);
        at += length;
    }
    whole
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
        let folder = path.parent()?.file_name()?.to_str()?;
        let (number, slug) = folder.split_once('-')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let problem = kernels::problem(slug).filter(|_| is_number)?;
        Some(Exercise {
            slug: slug.to_owned(),
            standard: problem.standard(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_characters_are_replaced_and_whole_ones_stay() {
        let text = r#"{"a": "\ud83d", "b": "\ud83d\ude00", "c": "\\ud83d", "d": "\ude00x"}"#;
        let expected = r#"{"a": "�", "b": "\ud83d\ude00", "c": "\\ud83d", "d": "�x"}"#;
        assert_eq!(without_halves(text), expected);
    }

    #[test]
    fn a_body_is_read_by_its_length() {
        let mut from =
            &b"Content-Type: x\r\nContent-Length: 5\r\n\r\nhelloContent-Length: 9\r\n\r\nhel"[..];
        assert_eq!(
            read_body(&mut from).expect("a body"),
            Some(b"hello".to_vec())
        );
        assert_eq!(read_body(&mut from).expect("the end"), None);
        let header = read_body(&mut &b"hello\r\n\r\n"[..]).expect_err("no header");
        assert!(header.to_string().contains("hello"), "{header}");
    }
}
