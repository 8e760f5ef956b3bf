//! A server and the files that it was given, with text in and text out.

use crate::files::Files;
use language_server::Server;
use lsp_server::{Message, Notification};
use serde::Serialize;
use serde_json::json;

/// The life of a server, from `initialize` to `exit`.
pub struct Session {
    files: Files,
    server: Server,
}

/// A message as it is sent.
#[derive(Serialize)]
struct Sent<'m> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: &'m Message,
}

impl Default for Session {
    fn default() -> Session {
        let files = Files::default();
        let server = Server::new(Box::new(files.clone()));
        Session { files, server }
    }
}

impl Session {
    /// Takes files that the server may read: an object of texts by absolute paths, with `null` for a file that is
    /// gone. Says why it took none, or nothing.
    pub fn files(&mut self, changes: &str) -> String {
        match serde_json::from_str(changes) {
            Ok(changes) => {
                self.files.take(changes);
                String::new()
            }
            Err(error) => error.to_string(),
        }
    }

    /// Takes messages that have arrived together, one on each line, and gives the answers.
    pub fn receive(&mut self, messages: &str) -> String {
        let mut read = Vec::new();
        let mut answers = Vec::new();
        for line in messages.lines() {
            match serde_json::from_str(line) {
                Ok(message) => read.push(message),
                Err(_) => answers.push(unreadable()),
            }
        }
        answers.extend(self.server.receive(read));
        written(&answers)
    }

    /// What takes longer, such as diagnostics: to be called when no message is waiting.
    pub fn idle(&mut self) -> String {
        written(&self.server.idle())
    }
}

/// What is said of a line that is no message; whose request it was is not known.
fn unreadable() -> Message {
    let params = json!({"type": 1, "message": "a message of the client could not be read, and was left out"});
    Notification::new("window/logMessage".to_owned(), params).into()
}

/// Messages, one on each line.
fn written(messages: &[Message]) -> String {
    let line = |message| {
        let jsonrpc = "2.0";
        serde_json::to_string(&Sent { jsonrpc, message }).ok()
    };
    let lines: Vec<_> = messages.iter().filter_map(line).collect();
    lines.join("\n")
}
