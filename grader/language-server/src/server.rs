//! The server's state: its life from `initialize` to `exit`, and the documents that are open.

use crate::analysis::Analysis;
use crate::diagnostics;
use crate::document::{Checking, Document, Observed, is_opencl};
use crate::highlighting;
use crate::host::{CheckWanted, Checked, Host};
use crate::includes::{Files, Open};
use crate::inlay_hints;
use crate::launches;
use crate::positions::Encoding;
use crate::requests;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{InlayHintRequest, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, FoldingRangeProviderCapability, HoverProviderCapability, InitializeResult,
    InlayHint, InlayHintParams, MessageType, OneOf, PublishDiagnosticsParams, RenameOptions,
    SaveOptions, SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities, ServerInfo,
    ShowMessageParams, SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

/// A language server.
pub struct Server {
    host: Box<dyn Host>,
    state: State,
    pub(crate) encoding: Encoding,
    pub(crate) client: Client,
    /// By the text of their URIs.
    pub(crate) documents: BTreeMap<String, Document>,
    /// The documents whose diagnostics are out of date.
    stale: BTreeSet<String>,
    /// Requests that wait for the editor to be silent, with the version of the document that they were made for.
    deferred: Vec<(RequestId, InlayHintParams, i32)>,
    /// Settings files that were said to be unusable, with the reason.
    complained: BTreeSet<(PathBuf, String)>,
}

/// What the client can do.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    /// Completions with places to fill in.
    pub(crate) snippets: bool,
    /// Commands in a terminal: it says so in its `initializationOptions`, as `runInTerminal`.
    pub(crate) terminal: bool,
    /// Symbols within symbols.
    pub(crate) nested_symbols: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    ShutDown,
    /// After `exit`.
    Ended {
        code: i32,
    },
}

impl Server {
    /// A server that reads files through `host`.
    pub fn new(host: Box<dyn Host>) -> Server {
        Server {
            host,
            state: State::New,
            encoding: Encoding::default(),
            client: Client::default(),
            documents: BTreeMap::new(),
            stale: BTreeSet::new(),
            deferred: Vec::new(),
            complained: BTreeSet::new(),
        }
    }

    /// The exit code of the process, once the client has asked for its end.
    pub fn ended(&self) -> Option<i32> {
        match self.state {
            State::Ended { code } => Some(code),
            _ => None,
        }
    }

    /// The text of an open document, as the edits have made it.
    pub fn text(&self, uri: &str) -> Option<&str> {
        self.documents.get(uri).map(|document| &*document.text)
    }

    /// Does [`Server::idle`] have something to do?
    pub fn is_stale(&self) -> bool {
        !self.stale.is_empty() || !self.deferred.is_empty()
    }

    /// Takes messages that have arrived together, in their order; a request that a later one of them cancels is not
    /// worked on. Returns the answers.
    pub fn receive(&mut self, messages: Vec<Message>) -> Vec<Message> {
        let cancelled: HashSet<RequestId> = messages.iter().filter_map(cancelled).collect();
        let mut answers = Vec::new();
        for (id, ..) in self
            .deferred
            .extract_if(.., |(id, ..)| cancelled.contains(id))
        {
            answers.push(cancelled_response(id).into());
        }
        for message in messages {
            match message {
                Message::Request(request) if cancelled.contains(&request.id) => {
                    answers.push(cancelled_response(request.id).into());
                }
                Message::Request(request) if self.defers(&request) => {}
                Message::Request(request) => answers.push(self.request(request).into()),
                Message::Notification(notification) => {
                    self.notification(notification, &mut answers);
                }
                // The server asks the client nothing.
                Message::Response(_) => {}
            }
        }
        answers
    }

    /// The diagnostics of documents that have changed since: to be called when no message is waiting.
    pub fn idle(&mut self) -> Vec<Message> {
        let mut answers = Vec::new();
        for uri in std::mem::take(&mut self.stale) {
            self.observe(&uri);
            let Some(document) = self.documents.get(&uri) else {
                continue;
            };
            let diagnostics = if document.is_too_large() {
                vec![diagnostics::too_large(document)]
            } else {
                let analysis = self.analysis(document);
                diagnostics::of(&analysis, document)
            };
            let params = PublishDiagnosticsParams {
                version: Some(document.version),
                uri: document.uri.clone(),
                diagnostics,
            };
            answers.push(notify::<PublishDiagnostics>(params));
        }
        for (id, params, version) in std::mem::take(&mut self.deferred) {
            answers.push(self.hints(id, &params, version).into());
        }
        answers
    }

    /// The checks of exercises that are wanted: for each of them [`Server::checked`] is to be called once it is made.
    pub fn take_checks(&mut self) -> Vec<CheckWanted> {
        let mut wanted = Vec::new();
        for (uri, document) in &mut self.documents {
            let (Some(exercise), Some(path)) = (&document.exercise, &document.path) else {
                continue;
            };
            if matches!(document.checking, Checking::Wanted) && !document.is_too_large() {
                wanted.push(CheckWanted {
                    uri: uri.clone(),
                    version: document.version,
                    exercise: exercise.clone(),
                    path: path.clone(),
                    text: document.text.clone(),
                });
                document.checking = Checking::Runs;
            }
        }
        wanted
    }

    /// Takes the result of a check. That of a text which has changed since is dropped.
    pub fn checked(&mut self, of: &CheckWanted, result: Checked) {
        let document = self.documents.get_mut(&of.uri);
        let is_of =
            |it: &&mut Document| it.version == of.version && matches!(it.checking, Checking::Runs);
        if let Some(document) = document.filter(is_of) {
            document.checking = Checking::Known(Box::new(result));
            self.stale.insert(of.uri.clone());
        }
    }

    /// Runs the launches of a document that was opened or saved.
    fn observe(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        if !matches!(document.observed, Observed::Wanted) || document.is_too_large() {
            return;
        }
        let analysis = self.analysis(document);
        let found = launches::findings(self, document, &analysis);
        if let Some(document) = self.documents.get_mut(uri) {
            document.observed = Observed::Known(found);
        }
    }

    /// Keeps a request whose answer takes a run of the kernel, for when no message is waiting.
    fn defers(&mut self, request: &Request) -> bool {
        if self.state != State::Running || request.method != InlayHintRequest::METHOD {
            return false;
        }
        let Ok(params) = serde_json::from_value::<InlayHintParams>(request.params.clone()) else {
            return false;
        };
        let document = self.documents.get(params.text_document.uri.as_str());
        let Some(version) = document.map(|document| document.version) else {
            return false;
        };
        self.deferred.push((request.id.clone(), params, version));
        true
    }

    fn hints(&self, id: RequestId, params: &InlayHintParams, version: i32) -> Response {
        match self.open(&params.text_document.uri) {
            Some((document, _)) if document.version != version => {
                let why = "the document has changed since".to_owned();
                Response::new_err(id, ErrorCode::ContentModified as i32, why)
            }
            Some((document, analysis)) => {
                let hints = inlay_hints::of(self, document, &analysis, params.range);
                Response::new_ok(id, hints)
            }
            None => Response::new_ok(id, Vec::<InlayHint>::new()),
        }
    }

    pub(crate) fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// The texts of the documents that are files.
    pub(crate) fn open_texts(&self) -> Open<'_> {
        let open = self.documents.values().filter_map(|it| {
            let path = it.path.as_deref()?;
            Some((path, it.text.as_str()))
        });
        open.collect()
    }

    /// The files that a document may include.
    pub(crate) fn files<'a>(&'a self, document: &'a Document) -> Files<'a> {
        Files::new(self.host(), self.open_texts(), &document.settings.include)
    }

    /// What is known of a document.
    pub(crate) fn analysis(&self, document: &Document) -> Rc<Analysis> {
        document.analysis(|| self.read(document, &document.text))
    }

    /// Reads a text as if it were that of the document.
    pub(crate) fn read(&self, document: &Document, text: &str) -> Analysis {
        self.read_with(document, text, &mut self.files(document))
    }

    /// The same with other included files.
    pub(crate) fn read_with(
        &self,
        document: &Document,
        text: &str,
        files: &mut Files<'_>,
    ) -> Analysis {
        let path = document.path.as_deref();
        let name = path.map_or_else(String::new, |path| path.to_string_lossy().into_owned());
        let options = &document.settings.options;
        Analysis::of(text, name, options, files, self.encoding)
    }

    fn request(&mut self, request: Request) -> Response {
        let refuse = |code: ErrorCode, why: &str| {
            Response::new_err(request.id.clone(), code as i32, why.to_owned())
        };
        match (self.state, request.method.as_str()) {
            (State::New, "initialize") => {
                self.state = State::Running;
                Response::new_ok(request.id, self.initialize(&request.params))
            }
            (State::New, _) => refuse(ErrorCode::ServerNotInitialized, "send `initialize` first"),
            (State::Running, "initialize") => {
                refuse(ErrorCode::InvalidRequest, "the server is initialized")
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                Response::new_ok(request.id, ())
            }
            (State::Running, _) => requests::answer(self, request),
            _ => refuse(ErrorCode::InvalidRequest, "the server was shut down"),
        }
    }

    /// Takes what the server needs of a client's parameters, and leaves the rest unread: clients say more of
    /// themselves each year.
    fn initialize(&mut self, params: &Value) -> InitializeResult {
        let at = |pointer: &str| params.pointer(pointer).unwrap_or(&Value::Null);
        let encodings = at("/capabilities/general/positionEncodings");
        let encodings: Option<Vec<_>> = serde_json::from_value(encodings.clone()).ok();
        self.encoding = Encoding::of(encodings.as_deref());
        let completion = "/capabilities/textDocument/completion/completionItem/snippetSupport";
        let symbols = "/capabilities/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport";
        self.client = Client {
            snippets: at(completion) == &Value::Bool(true),
            terminal: at("/initializationOptions/runInTerminal") == &Value::Bool(true),
            nested_symbols: at(symbols) == &Value::Bool(true),
        };
        InitializeResult {
            capabilities: self.capabilities(),
            server_info: Some(ServerInfo {
                name: "grader".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }

    fn capabilities(&self) -> ServerCapabilities {
        let words = |words: &[&str]| Some(words.iter().map(|it| (*it).to_owned()).collect());
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::INCREMENTAL),
                    save: Some(TextDocumentSyncSaveOptions::SaveOptions(
                        SaveOptions::default(),
                    )),
                    ..TextDocumentSyncOptions::default()
                },
            )),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: words(&[".", ">", "#", "\"", "<", "/"]),
                resolve_provider: Some(true),
                ..CompletionOptions::default()
            }),
            signature_help_provider: Some(SignatureHelpOptions {
                trigger_characters: words(&["(", ","]),
                ..SignatureHelpOptions::default()
            }),
            definition_provider: Some(OneOf::Left(true)),
            type_definition_provider: Some(true.into()),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::SOURCE_FIX_ALL,
                ]),
                resolve_provider: Some(true),
                ..CodeActionOptions::default()
            })),
            inlay_hint_provider: Some(OneOf::Left(true)),
            code_lens_provider: self.client.terminal.then_some(CodeLensOptions {
                resolve_provider: None,
            }),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: Default::default(),
            })),
            document_formatting_provider: Some(OneOf::Left(true)),
            document_range_formatting_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            semantic_tokens_provider: Some(
                SemanticTokensOptions {
                    legend: highlighting::legend(),
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                    range: Some(true),
                    ..SemanticTokensOptions::default()
                }
                .into(),
            ),
            ..ServerCapabilities::default()
        }
    }

    fn notification(&mut self, notification: Notification, answers: &mut Vec<Message>) {
        match notification.method.as_str() {
            "exit" => {
                let code = i32::from(self.state != State::ShutDown);
                self.state = State::Ended { code };
            }
            _ if self.state != State::Running => {}
            DidOpenTextDocument::METHOD => {
                if let Some(params) = read_params::<DidOpenTextDocument>(notification) {
                    let opened = params.text_document;
                    if is_opencl(&opened.language_id, opened.uri.as_str()) {
                        let uri = opened.uri.as_str().to_owned();
                        let document =
                            Document::open(opened.uri, opened.version, opened.text, self.host());
                        self.documents.insert(uri.clone(), document);
                        self.changed(&uri);
                        self.complain(answers);
                    }
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(params) = read_params::<DidChangeTextDocument>(notification) {
                    let changed = params.text_document;
                    let uri = changed.uri.as_str();
                    if let Some(document) = self.documents.get_mut(uri) {
                        document.change(params.content_changes, changed.version, self.encoding);
                        self.changed(uri);
                    }
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(params) = read_params::<DidCloseTextDocument>(notification) {
                    let uri = params.text_document.uri;
                    if self.documents.contains_key(uri.as_str()) {
                        self.changed(uri.as_str());
                        self.documents.remove(uri.as_str());
                        self.stale.remove(uri.as_str());
                        // Nothing is said of what is closed.
                        answers.push(notify::<PublishDiagnostics>(PublishDiagnosticsParams::new(
                            uri,
                            Vec::new(),
                            None,
                        )));
                    }
                }
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                let saved = notification.params["textDocument"]["uri"].as_str();
                let saved = saved.map(str::to_owned);
                // A saved file may be settings, or be included by another.
                for (uri, document) in &mut self.documents {
                    document.take_settings(&*self.host);
                    if saved.as_ref() == Some(uri) {
                        document.observed = Observed::Wanted;
                        document.checking = Checking::Wanted;
                    }
                    self.stale.insert(uri.clone());
                }
                self.complain(answers);
            }
            _ => {}
        }
    }

    /// Forgets what was known of the documents that include this one.
    fn changed(&mut self, uri: &str) {
        self.stale.insert(uri.to_owned());
        let Some(path) = self.documents.get(uri).and_then(|it| it.path.clone()) else {
            return;
        };
        for (other, document) in &mut self.documents {
            if other != uri && document.includes(&path) {
                document.forget();
                self.stale.insert(other.clone());
            }
        }
    }

    /// Says once why settings cannot be used.
    fn complain(&mut self, answers: &mut Vec<Message>) {
        for document in self.documents.values() {
            let Some((path, why)) = &document.settings.unusable else {
                continue;
            };
            if self.complained.insert((path.clone(), why.clone())) {
                let message = format!("{} is not used: {why}", path.display());
                answers.push(notify::<ShowMessage>(ShowMessageParams {
                    typ: MessageType::WARNING,
                    message,
                }));
            }
        }
    }
}

fn cancelled_response(id: RequestId) -> Response {
    let why = "the client cancelled it".to_owned();
    Response::new_err(id, ErrorCode::RequestCanceled as i32, why)
}

/// The request that a message cancels.
fn cancelled(message: &Message) -> Option<RequestId> {
    let Message::Notification(notification) = message else {
        return None;
    };
    if notification.method != "$/cancelRequest" {
        return None;
    }
    serde_json::from_value(notification.params.get("id")?.clone()).ok()
}

/// The parameters of a notification; none where they are not those of the protocol.
fn read_params<N>(notification: Notification) -> Option<N::Params>
where
    N: lsp_types::notification::Notification,
    N::Params: DeserializeOwned,
{
    serde_json::from_value(notification.params).ok()
}

fn notify<N>(params: N::Params) -> Message
where
    N: lsp_types::notification::Notification,
    N::Params: serde::Serialize,
{
    Notification::new(N::METHOD.to_owned(), params).into()
}
