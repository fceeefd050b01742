//! Capabilities of the client.

use lsp_types::{Uri, WorkspaceFolder};
use serde_json::Value;

/// The capabilities of a client that the server uses.
#[derive(Debug, Clone, Default)]
pub(super) struct Client {
    /// It pulls the findings of open documents. Those of other files are still published.
    pub(super) pulls: bool,
    /// It supports watching files on request.
    pub(super) can_watch: bool,
    /// It shows symbols as trees.
    pub(super) has_symbol_trees: bool,
    /// Edits may name the version of the document that they were made for.
    pub(super) has_versioned_edits: bool,
    /// Edits may create files.
    pub(super) can_create_files: bool,
    /// The requests that make it query again.
    pub(super) refreshes: Vec<String>,
    /// Our commands that the client executes itself.
    commands: Vec<String>,
}

impl Client {
    pub(super) fn of(params: &Value) -> Self {
        let has = |path: &str| params.pointer(&format!("/capabilities/{path}")).is_some_and(|value| *value != false);
        let kinds = ["diagnostics", "inlayHint", "codeLens"];
        let method = |kind: &&str| {
            let name = if *kind == "diagnostics" { "diagnostic" } else { kind };
            format!("workspace/{name}/refresh")
        };
        let refreshed = kinds.iter().filter(|kind| has(&format!("workspace/{kind}/refreshSupport")));
        let operations = params.pointer("/capabilities/workspace/workspaceEdit/resourceOperations");
        let creates = |operations: &Vec<Value>| operations.iter().any(|operation| operation == "create");
        let commands = params.pointer("/initializationOptions/commands").and_then(Value::as_array);
        let commands = commands.into_iter().flatten().filter_map(Value::as_str);
        Client {
            pulls: has("textDocument/diagnostic"),
            can_watch: has("workspace/didChangeWatchedFiles/dynamicRegistration"),
            has_symbol_trees: has("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            has_versioned_edits: has("workspace/workspaceEdit/documentChanges"),
            can_create_files: has("workspace/workspaceEdit/documentChanges")
                && operations.and_then(Value::as_array).is_some_and(creates),
            refreshes: refreshed.map(method).collect(),
            commands: commands.map(str::to_owned).collect(),
        }
    }

    /// A command, if the client executes it.
    pub(super) fn command<'c>(&self, name: &'c str) -> Option<&'c str> {
        self.commands.iter().any(|known| known == name).then_some(name)
    }
}

/// The workspace folders of the client.
pub(super) fn folders(params: &Value) -> Vec<Uri> {
    let read = |value: &Value| serde_json::from_value::<Vec<WorkspaceFolder>>(value.clone()).ok();
    let many = params.get("workspaceFolders").and_then(read).unwrap_or_default();
    let single = params.get("rootUri").and_then(|uri| uri.as_str()?.parse().ok());
    let mut found: Vec<Uri> = many.into_iter().map(|folder| folder.uri).collect();
    found.extend(single.filter(|uri| !found.contains(uri)));
    found
}
