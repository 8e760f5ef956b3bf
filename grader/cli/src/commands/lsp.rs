//! `grader lsp`: the language server on standard input and output, for an editor.

use super::Exit;
use crate::files::student_file::{UnusableFile, read_at_most};
use crate::refusal::Refusal;
use crate::terminal::output;
use language_server::{Exercise, Host, Server};
use lsp_server::Connection;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
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
    let (connection, threads) = Connection::stdio();
    let mut server = Server::new(Box::new(Disk));
    let incoming = &connection.receiver;
    while server.ended().is_none() {
        let message = if server.is_stale() {
            match incoming.recv_timeout(SILENCE) {
                Ok(message) => Some(message),
                Err(error) if error.is_timeout() => None,
                Err(_) => break,
            }
        } else {
            match incoming.recv() {
                Ok(message) => Some(message),
                Err(_) => break,
            }
        };
        let answers = match message {
            Some(message) => server.receive(
                std::iter::once(message)
                    .chain(incoming.try_iter())
                    .collect(),
            ),
            None => server.idle(),
        };
        for answer in answers {
            // A client that has gone away hears nothing, and says nothing more.
            if connection.sender.send(answer).is_err() {
                break;
            }
        }
    }
    let code = server.ended();
    drop(connection);
    threads.join().map_err(Refusal::LanguageClient)?;
    Ok(match code {
        Some(0) => Exit::Good,
        _ => Exit::Short,
    })
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
