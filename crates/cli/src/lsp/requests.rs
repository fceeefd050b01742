//! Requests and their responses.

use std::collections::BTreeMap;

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::{Position, Range, TextDocumentIdentifier};
use olmkit_serde_messages::{ValueError, from_value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::Client;
use super::error::RequestError;
use super::session::Session;
use super::{actions, diagnostics, files, graph, names, views};

/// The capabilities of the server. It does not format, because its edits keep the style of a file.
pub(super) fn capabilities(client: &Client) -> Value {
    const INCREMENTAL: u8 = 2;
    let pulled = || json!({ "identifier": "olmkit", "interFileDependencies": true, "workspaceDiagnostics": false });
    let capabilities = json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": INCREMENTAL, "save": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "inlayHintProvider": true,
        "codeLensProvider": {},
        "semanticTokensProvider": { "legend": views::legend(), "full": true },
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [" ", "\"", "'"] },
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
        "diagnosticProvider": client.pulls.then(pulled),
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
    });
    json!({ "capabilities": capabilities, "serverInfo": { "name": "olmkit", "version": env!("CARGO_PKG_VERSION") } })
}

pub(super) fn answer(session: &mut Session, client: &Client, request: Request) -> Response {
    let Request { id, method, params } = request;
    match method.as_str() {
        "textDocument/hover" => reply(id, params, |params| views::hover(session, &params)),
        "textDocument/definition" => reply(id, params, |params| names::definition(session, &params)),
        "textDocument/references" => reply(id, params, |params| names::references(session, &params)),
        "textDocument/documentHighlight" => reply(id, params, |params| names::highlights(session, &params)),
        "textDocument/completion" => reply(id, params, |params| names::complete(session, &params)),
        "textDocument/prepareRename" => try_reply(id, params, |params| names::prepare_rename(session, &params)),
        "textDocument/rename" => try_reply(id, params, |params| names::rename(session, &params)),
        "textDocument/codeAction" => reply(id, params, |params| actions::actions(session, client, &params)),
        "textDocument/diagnostic" => reply(id, params, |params| diagnostics::pulled(session, &params)),
        "textDocument/documentSymbol" => {
            reply(id, params, |params| views::symbols(session, &params, client.has_symbol_trees))
        }
        "textDocument/foldingRange" => reply(id, params, |params| views::folds(session, &params)),
        "textDocument/semanticTokens/full" => reply(id, params, |params| views::tokens(session, &params)),
        "textDocument/inlayHint" => reply(id, params, |params| views::hints(session, &params)),
        "textDocument/codeLens" => reply(id, params, |params| views::lenses(session, client, &params)),
        "workspace/symbol" => reply(id, params, |params| names::search(session, &params)),
        "olmkit/catalog" => try_reply(id, params, |params| files::catalog(session, &params)),
        "olmkit/graph" => try_reply(id, params, |params| graph::graph(session, &params)),
        "olmkit/plan" => try_reply(id, params, |params| actions::planned(session, params)),
        "olmkit/suppress" => try_reply(id, params, |params| actions::suppressed(session, params)),
        other => Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("`{other}` is not supported")),
    }
}

/// The name of the whole parameters in messages.
const PARAMS: &str = "params";

/// Decodes parameters of the protocol. Errors have no path, because tracking it for the many types would double their
/// code; only errors in the fields that most requests have are located.
fn read<P: DeserializeOwned>(params: Value) -> Result<P, ValueError> {
    let fields = Fields::of(&params);
    serde_json::from_value(params)
        .map_err(|error| fields.mismatch().unwrap_or_else(|| ValueError::whole(PARAMS, &error)))
}

/// Decodes parameters, with the path of an error. serde does not know the path in the fields that the types of several
/// requests share.
fn read_located<P: DeserializeOwned>(params: Value) -> Result<P, ValueError> {
    let fields = Fields::of(&params);
    from_value(params, PARAMS).map_err(|error| fields.mismatch().unwrap_or(error))
}

/// The fields that most requests have.
struct Fields {
    document: Option<Value>,
    position: Option<Value>,
    range: Option<Value>,
}

impl Fields {
    fn of(params: &Value) -> Self {
        let field = |name: &str| params.get(name).map(|value| json!({ name: value }));
        Fields { document: field("textDocument"), position: field("position"), range: field("range") }
    }

    /// The first error in one of the fields.
    fn mismatch(self) -> Option<ValueError> {
        wrong::<TextDocumentIdentifier>(self.document)
            .or_else(|| wrong::<Position>(self.position))
            .or_else(|| wrong::<Range>(self.range))
    }
}

/// The error of an object with one field of this type.
fn wrong<T: DeserializeOwned>(field: Option<Value>) -> Option<ValueError> {
    from_value::<BTreeMap<String, T>>(field?, PARAMS).err()
}

fn reply<P: DeserializeOwned, A: Serialize>(id: RequestId, params: Value, answer: impl FnOnce(P) -> A) -> Response {
    match read(params) {
        Ok(params) => Response::new_ok(id, answer(params)),
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}

/// Like `reply`, for olmkit's own requests, which can be refused with a reason.
fn try_reply<P: DeserializeOwned, A: Serialize>(
    id: RequestId,
    params: Value,
    answer: impl FnOnce(P) -> Result<A, RequestError>,
) -> Response {
    match read_located(params).map_err(RequestError::Params).and_then(answer) {
        Ok(answer) => Response::new_ok(id, answer),
        Err(error) => Response::new_err(id, error.code() as i32, error.to_string()),
    }
}
