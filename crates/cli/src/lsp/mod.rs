//! `olmkit lsp`: the language server.
//!
//! [`Server`] maps messages to messages and does not use streams. The native program connects it to standard input and
//! output (`stdio`); Node.js and web workers connect it to theirs (pkg/src/language-server.ts). Files are read through
//! the [`Host`].

mod actions;
mod client;
mod diagnostics;
mod error;
mod files;
mod graph;
mod names;
mod place;
mod requests;
mod session;
#[cfg(feature = "native")]
pub(crate) mod stdio;
mod views;

use std::collections::VecDeque;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::args::Args;
use crate::host::Host;
use client::Client;
use session::Session;

/// A language server that the command line requested. It needs a host of its own.
pub struct Start(Args);

impl Start {
    pub(crate) fn new(args: &Args) -> Self {
        Start(args.clone())
    }

    /// Creates the server.
    #[must_use]
    pub fn on(self, host: Box<dyn Host>) -> Server {
        Server {
            session: Session::new(self.0, host),
            client: Client::default(),
            stage: Stage::New,
            inbox: VecDeque::new(),
            outbox: Vec::new(),
            requests_sent: 0,
        }
    }
}

/// The state of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    Running,
    ShuttingDown,
    Ended(u8),
}

/// The language server without its streams: messages in, messages out.
///
/// A transport passes messages as they arrive ([`Server::receive`]), and calls [`Server::step`] whenever there is time.
/// Between two steps it should pass messages that have arrived meanwhile: a request may be cancelled, and findings are
/// published only when no message is waiting.
pub struct Server {
    session: Session,
    client: Client,
    stage: Stage,
    inbox: VecDeque<Message>,
    /// As JSON.
    outbox: Vec<Value>,
    /// The number of requests sent to the client.
    requests_sent: i32,
}

impl Server {
    /// Receives a message as JSON. If it does not follow JSON-RPC, responds with an error, whose id is null if that of
    /// the message is not known.
    pub fn receive_json(&mut self, text: &[u8]) {
        let (code, reason) = match serde_json::from_slice(text) {
            Ok(message) => return self.receive(message),
            Err(reason) if reason.is_data() => {
                (ErrorCode::InvalidRequest, "is not a request, response or notification".to_owned())
            }
            Err(reason) => (ErrorCode::ParseError, format!("is not JSON: {reason}")),
        };
        let id = serde_json::from_slice::<Value>(text).ok().and_then(|value| id_of(&value));
        let message = format!("a message does not follow JSON-RPC: it {reason}");
        let error = json!({ "code": code as i32, "message": message });
        self.outbox.push(json!({ "jsonrpc": "2.0", "id": id, "error": error }));
    }

    /// Receives a message and queues it. Only a cancellation takes effect at once.
    pub fn receive(&mut self, message: Message) {
        let cancelled = match &message {
            Message::Notification(note) if note.method == "$/cancelRequest" => id_of(&note.params),
            _ => {
                self.inbox.push_back(message);
                return;
            }
        };
        let is_meant = |waiting: &Message| match waiting {
            Message::Request(request) => Some(&request.id) == cancelled.as_ref(),
            _ => false,
        };
        // A request that is no longer waiting has been answered.
        let Some(at) = self.inbox.iter().position(is_meant) else { return };
        if let (Some(_), Some(id)) = (self.inbox.remove(at), cancelled) {
            let (code, text) = (ErrorCode::RequestCanceled as i32, "cancelled".to_owned());
            self.send(Response::new_err(id, code, text));
        }
    }

    /// Handles one message, or publishes changes if none is waiting. Returns the messages for the client as JSON; `None`
    /// if there is nothing to do.
    pub fn step(&mut self) -> Option<Vec<Value>> {
        if self.exit_code().is_some() {
            return None;
        }
        if let Some(message) = self.inbox.pop_front() {
            self.handle(message);
            return Some(std::mem::take(&mut self.outbox));
        }
        if self.stage == Stage::Running {
            self.publish();
        }
        Some(std::mem::take(&mut self.outbox)).filter(|messages| !messages.is_empty())
    }

    /// Records changed files at once, before any waiting message is handled.
    pub fn changed(&mut self, uris: &[String]) {
        let uris: Vec<Uri> = uris.iter().filter_map(|uri| uri.parse().ok()).collect();
        self.reread(&uris);
    }

    /// The exit code, once the session has ended.
    #[must_use]
    pub fn exit_code(&self) -> Option<u8> {
        if let Stage::Ended(code) = self.stage { Some(code) } else { None }
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Request(request) => {
                let answer = self.answer(request);
                self.send(answer);
            }
            Message::Notification(note) => self.handle_notification(note),
            // A refusal by the client has no consequences.
            Message::Response(_) => {}
        }
    }

    fn answer(&mut self, request: Request) -> Response {
        let refused = |id: RequestId, code: ErrorCode, text: &str| Response::new_err(id, code as i32, text.to_owned());
        match (self.stage, request.method.as_str()) {
            (Stage::New, "initialize") => self.initialize(request),
            (Stage::New, _) => {
                refused(request.id, ErrorCode::ServerNotInitialized, "`initialize` must be the first request")
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShuttingDown;
                Response::new_ok(request.id, Value::Null)
            }
            (Stage::Running, "initialize") => {
                refused(request.id, ErrorCode::InvalidRequest, "`initialize` must be sent only once")
            }
            (Stage::Running, _) => requests::answer(&mut self.session, &self.client, request),
            (_, _) => refused(request.id, ErrorCode::InvalidRequest, "the server is shutting down"),
        }
    }

    fn initialize(&mut self, request: Request) -> Response {
        self.client = Client::of(&request.params);
        self.session.start(&client::folders(&request.params), self.client.has_versioned_edits);
        self.stage = Stage::Running;
        Response::new_ok(request.id, requests::capabilities(&self.client))
    }

    /// Handles a notification. One that cannot be decoded is ignored, because there is no response to it.
    fn handle_notification(&mut self, note: Notification) {
        let Notification { method, params } = note;
        if method == "exit" {
            self.stage = Stage::Ended(u8::from(self.stage != Stage::ShuttingDown));
        }
        if self.stage != Stage::Running {
            return;
        }
        let session = &mut self.session;
        match method.as_str() {
            "initialized" => self.watch(),
            "textDocument/didOpen" => {
                read(params, |params: DidOpenTextDocumentParams| session.open(params.text_document))
            }
            "textDocument/didChange" => read(params, |params: DidChangeTextDocumentParams| session.change(&params)),
            "textDocument/didClose" => {
                read(params, |params: DidCloseTextDocumentParams| session.close(&params.text_document.uri));
            }
            // A client that watches files reports the change itself.
            "textDocument/didSave" if !self.client.can_watch => {
                read(params, |params: DidSaveTextDocumentParams| self.reread(&[params.text_document.uri]));
            }
            "workspace/didChangeWorkspaceFolders" => {
                read(params, |params: DidChangeWorkspaceFoldersParams| session.change_folders(&params));
            }
            "workspace/didChangeWatchedFiles" => read(params, |params: DidChangeWatchedFilesParams| {
                let uris: Vec<Uri> = params.changes.into_iter().map(|event| event.uri).collect();
                self.reread(&uris);
            }),
            _ => {}
        }
    }

    fn reread(&mut self, uris: &[Uri]) {
        if self.session.reread(uris) {
            self.refresh();
        }
    }

    /// Asks the client to request everything again that depends on files that are not open in it.
    fn refresh(&mut self) {
        for method in self.client.refreshes.clone() {
            self.send_request(&method, Value::Null);
        }
    }

    /// Asks the client to report when a file of a catalog changes on disk.
    fn watch(&mut self) {
        if !self.client.can_watch {
            return;
        }
        let watchers = ["**/*.{yaml,yml,json}", "**/.indexignore"].map(|pattern| json!({ "globPattern": pattern }));
        let id = "olmkit-watched-files";
        let method = "workspace/didChangeWatchedFiles";
        let options = json!({ "watchers": watchers });
        let registrations = json!([{ "id": id, "method": method, "registerOptions": options }]);
        self.send_request("client/registerCapability", json!({ "registrations": registrations }));
    }

    fn send_request(&mut self, method: &str, params: Value) {
        self.requests_sent = self.requests_sent.saturating_add(1);
        let id = RequestId::from(format!("olmkit-{}", self.requests_sent));
        self.send(Request::new(id, method.to_owned(), params));
    }

    fn publish(&mut self) {
        for params in diagnostics::changed(&mut self.session, self.client.pulls) {
            self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params));
        }
    }

    /// Queues a message for the client, with the version of JSON-RPC.
    fn send(&mut self, message: impl Into<Message>) {
        let mut value = serde_json::to_value(message.into()).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            fields.insert("jsonrpc".to_owned(), "2.0".into());
        }
        self.outbox.push(value);
    }
}

fn id_of(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params.get("id")?.clone()).ok()
}

fn read<P: DeserializeOwned>(params: Value, act: impl FnOnce(P)) {
    if let Ok(params) = serde_json::from_value(params) {
        act(params);
    }
}

/// The path that the server passes to its host for a URI.
#[must_use]
pub fn path_of_uri(uri: &str) -> Option<String> {
    place::path_of(&uri.parse().ok()?)
}

/// The URI of such a path.
#[must_use]
pub fn uri_of_path(path: &str) -> Option<String> {
    Some(place::uri_of(path)?.as_str().to_owned())
}

/// A server that reads the files of this machine.
#[cfg(feature = "native")]
#[must_use]
pub fn on_this_machine() -> Server {
    use crate::args::{CatalogChecks, Command};
    let command = Command::Lsp { stdio: true, client: None, checks: CatalogChecks::default() };
    Start(Args::new(command)).on(Box::new(crate::native::Native::default()))
}
