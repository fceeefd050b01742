//! `olmkit lsp`: a language server over standard input and output. Native only.

mod answers;
mod names;
mod place;
mod session;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionParams, CompletionParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, GotoDefinitionParams, HoverParams, InitializeParams,
    ReferenceParams, RenameParams, TextDocumentPositionParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::CLEAN;
use crate::args::{Args, Command};
use session::Session;

/// Serves until the client says to stop.
pub(crate) fn run(args: &Args) -> Result<u8, String> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, args);
    drop(connection);
    let joined = threads.join().map_err(|error| error.to_string());
    served.and(joined).map(|()| CLEAN)
}

/// What the server sends to a client that sends these messages: the server without its streams.
///
/// # Errors
/// When the messages do not follow the protocol.
pub fn exchange(messages: Vec<Message>) -> Result<Vec<Message>, String> {
    let args = Args::new(Command::Lsp { stdio: true });
    let (server, client) = Connection::memory();
    let request = |id: i32, method: &str, params| Message::Request(Request::new(id.into(), method.to_owned(), params));
    let start = [
        request(-1, "initialize", json!({ "capabilities": {} })),
        Message::Notification(Notification::new("initialized".to_owned(), json!({}))),
    ];
    let end = [
        request(-2, "shutdown", Value::Null),
        Message::Notification(Notification::new("exit".to_owned(), Value::Null)),
    ];
    for message in start.into_iter().chain(messages).chain(end) {
        client.sender.send(message).map_err(|error| error.to_string())?;
    }
    serve(&server, &args)?;
    drop(server);
    Ok(client.receiver.iter().collect())
}

fn serve(connection: &Connection, args: &Args) -> Result<(), String> {
    let (id, params) = connection.initialize_start().map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    connection.initialize_finish(id, capabilities()).map_err(|error| error.to_string())?;
    let mut session = Session::new(&params, args.clone());
    for message in &connection.receiver {
        let said = match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    return Ok(());
                }
                vec![Message::Response(answer(&mut session, request))]
            }
            Message::Notification(notification) => {
                let news = take_note(&mut session, notification).into_iter();
                news.map(|params| published(&params)).collect()
            }
            Message::Response(_) => Vec::new(),
        };
        for message in said {
            connection.sender.send(message).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn capabilities() -> Value {
    const INCREMENTAL: u8 = 2;
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": INCREMENTAL },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "completionProvider": { "triggerCharacters": [" ", "\"", "'"] },
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
        },
        "serverInfo": { "name": "olmkit", "version": env!("CARGO_PKG_VERSION") },
    })
}

fn published(params: &impl Serialize) -> Message {
    Message::Notification(Notification::new("textDocument/publishDiagnostics".to_owned(), params))
}

fn answer(session: &mut Session, request: Request) -> Response {
    let Request { id, method, params } = request;
    match method.as_str() {
        "textDocument/hover" => reply(id, params, |params: HoverParams| answers::hover(session, &params)),
        "textDocument/definition" => {
            reply(id, params, |params: GotoDefinitionParams| names::definition(session, &params))
        }
        "textDocument/references" => reply(id, params, |params: ReferenceParams| names::references(session, &params)),
        "textDocument/completion" => reply(id, params, |params: CompletionParams| names::complete(session, &params)),
        "textDocument/prepareRename" => {
            try_reply(id, params, |params: TextDocumentPositionParams| names::prepare_rename(session, &params))
        }
        "textDocument/rename" => try_reply(id, params, |params: RenameParams| names::rename(session, &params)),
        "textDocument/codeAction" => reply(id, params, |params: CodeActionParams| answers::actions(session, &params)),
        other => Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("{other} is not known")),
    }
}

fn reply<P: DeserializeOwned, A: Serialize>(id: RequestId, params: Value, answer: impl FnOnce(P) -> A) -> Response {
    match serde_json::from_value(params) {
        Ok(params) => Response::new_ok(id, answer(params)),
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}

/// The same for what may be refused, with a reason for the user.
fn try_reply<P: DeserializeOwned, A: Serialize>(
    id: RequestId,
    params: Value,
    answer: impl FnOnce(P) -> Result<A, String>,
) -> Response {
    match serde_json::from_value(params).map_err(|error| error.to_string()).and_then(answer) {
        Ok(answer) => Response::new_ok(id, answer),
        Err(reason) => Response::new_err(id, ErrorCode::RequestFailed as i32, reason),
    }
}

/// What changed, and the findings to publish after it. A notification that cannot be read is ignored: it has no answer.
fn take_note(session: &mut Session, notification: Notification) -> Vec<lsp_types::PublishDiagnosticsParams> {
    let Notification { method, params } = notification;
    let touched = match method.as_str() {
        "textDocument/didOpen" => serde_json::from_value(params)
            .ok()
            .and_then(|params: DidOpenTextDocumentParams| session.open(&params.text_document)),
        "textDocument/didChange" => {
            serde_json::from_value(params).ok().and_then(|params: DidChangeTextDocumentParams| session.change(&params))
        }
        "textDocument/didClose" => serde_json::from_value(params)
            .ok()
            .and_then(|params: DidCloseTextDocumentParams| session.close(&params.text_document.uri)),
        "workspace/didChangeWatchedFiles" => {
            let params: Option<DidChangeWatchedFilesParams> = serde_json::from_value(params).ok();
            let changed = params.into_iter().flat_map(|params| params.changes);
            let mut roots: Vec<String> = changed.flat_map(|event| session.reread(&event.uri)).collect();
            roots.sort_unstable();
            roots.dedup();
            return roots.iter().flat_map(|root| answers::diagnostics(session, root)).collect();
        }
        _ => None,
    };
    touched.map_or_else(Vec::new, |root| answers::diagnostics(session, &root))
}
