//! A client of a server in the same process.

use language_server::{Exercise, Host, NoFiles, Server};
use launch::Standard;
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

pub(crate) struct Client {
    pub(crate) server: Server,
    /// What the server says that it can do.
    pub(crate) capabilities: Value,
    requests: i32,
    version: i32,
}

/// Files by their paths, and no others.
pub(crate) struct Files(pub(crate) &'static [(&'static str, &'static str)]);

impl Host for Files {
    fn read(&self, path: &Path) -> io::Result<String> {
        let mut files = self.0.iter();
        let found = files.find(|(name, _)| Path::new(name) == path);
        let text = found.map(|(_, text)| (*text).to_owned());
        text.ok_or(io::ErrorKind::NotFound.into())
    }

    fn entries(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn exercise(&self, _: &Path) -> Option<Exercise> {
        None
    }
}

/// No files, and each document is the kernel of one exercise.
pub(crate) struct OneExercise;

impl Host for OneExercise {
    fn read(&self, _: &Path) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn entries(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn exercise(&self, _: &Path) -> Option<Exercise> {
        Some(Exercise {
            slug: "saxpy".to_owned(),
            standard: Standard::default(),
        })
    }
}

pub(crate) const URI: &str = "file:///kernels/k.cl";

impl Client {
    pub(crate) fn new() -> Client {
        Client::with(Box::new(NoFiles), json!({}))
    }

    /// With files, and what the client says of itself beside what every editor says.
    pub(crate) fn with(host: Box<dyn Host>, capabilities: Value) -> Client {
        let mut client = Client {
            server: Server::new(host),
            capabilities: Value::Null,
            requests: 0,
            version: 0,
        };
        let mut all = json!({"textDocument": {
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
        }});
        if let (Some(all), Value::Object(more)) = (all.as_object_mut(), capabilities) {
            all.extend(more);
        }
        let initialized = client.request("initialize", json!({"capabilities": all}));
        client.capabilities = initialized["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn answer(&mut self, method: &str, params: Value) -> Response {
        self.requests += 1;
        let id = self.requests.into();
        let request = Request {
            id,
            method: method.to_owned(),
            params,
        };
        let answers = self.server.receive(vec![request.into()]);
        match answers.as_slice() {
            [Message::Response(response)] => response.clone(),
            other => panic!("{method}: one answer, not {other:?}"),
        }
    }

    /// The result of a request, or its error.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        match self.answer(method, params).response_result {
            Ok(result) => result,
            Err(error) => json!({"error": error.message}),
        }
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) -> Vec<Message> {
        let notification = Notification {
            method: method.to_owned(),
            params,
        };
        self.server.receive(vec![notification.into()])
    }

    /// Opens a document and returns its diagnostics.
    pub(crate) fn open(&mut self, text: &str) -> Vec<Value> {
        let document = json!({"uri": URI, "languageId": "opencl", "version": 1, "text": text});
        self.version = 1;
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.diagnostics()
    }

    /// Changes the document.
    pub(crate) fn change(&mut self, changes: Value) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    /// What the server publishes of the document when it has time.
    pub(crate) fn diagnostics(&mut self) -> Vec<Value> {
        let published = self.server.idle();
        let mut of_document = published
            .into_iter()
            .rev()
            .filter_map(|message| match message {
                Message::Notification(it) if it.params["uri"] == URI => Some(it.params),
                _ => None,
            });
        let last = of_document.next().unwrap_or(Value::Null);
        assert!(last.is_null() || last["version"] == self.version, "{last}");
        last["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// The hints of the whole document, which the server works out when it has time.
    pub(crate) fn hints(&mut self) -> Value {
        self.requests += 1;
        let end = json!({"line": 100_000, "character": 0});
        let range = json!({"start": {"line": 0, "character": 0}, "end": end});
        let request = Request {
            id: self.requests.into(),
            method: "textDocument/inlayHint".to_owned(),
            params: json!({"textDocument": {"uri": URI}, "range": range}),
        };
        let mut answers = self.server.receive(vec![request.into()]);
        answers.extend(self.server.idle());
        let response = answers.into_iter().find_map(|answer| match answer {
            Message::Response(response) => Some(response),
            _ => None,
        });
        let result = response.expect("an answer").response_result;
        result.unwrap_or_else(|error| json!({"error": error.message}))
    }

    /// A request about a place of the document.
    pub(crate) fn at(&mut self, method: &str, place: (u32, u32), more: Value) -> Value {
        let mut params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": place.0, "character": place.1},
        });
        if let (Some(params), Value::Object(more)) = (params.as_object_mut(), more) {
            params.extend(more);
        }
        self.request(&format!("textDocument/{method}"), params)
    }
}
