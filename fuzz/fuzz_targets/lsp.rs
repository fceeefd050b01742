//! The language server responds to any messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lsp_server::{Message, Notification, Request};
use olmkit_testing::Choices;
use serde_json::{Value, json};

/// Every request that `answer` of `crates/cli/src/lsp/requests.rs` answers.
const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/completion",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/diagnostic",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "workspace/symbol",
    "olmkit/catalog",
    "olmkit/graph",
    "olmkit/plan",
    "olmkit/suppress",
];

/// The kinds of changes that `olmkit/plan` is asked for.
const INTENTIONS: &[&str] =
    &["set-replaces", "set-skip-range", "remove-entry", "rename-entry", "remove-channel", "dance"];

fn range(choices: &mut Choices<'_>) -> Value {
    let mut place = || json!({ "line": choices.below(40), "character": choices.below(60) });
    json!({ "start": place(), "end": place() })
}

/// Returns a message of an editor with one open file.
fn message(choices: &mut Choices<'_>, id: usize) -> Value {
    let document = json!({ "uri": "file:///olmkit-fuzz/catalog.yaml", "version": id });
    match choices.below(4) {
        0 => {
            let text = choices.of(&["olm.", "x", "\n", "---\n", "- name: a\n", "{", "\u{1F600}", ""]);
            let change = json!({ "range": range(choices), "text": text });
            json!({ "method": "textDocument/didChange", "params": { "textDocument": document, "contentChanges": [change] } })
        }
        1 if choices.chance(20) => json!({ "method": "textDocument/didClose", "params": { "textDocument": document } }),
        _ => {
            let range = range(choices);
            let mut name = || choices.of(&["foo", "stable", "foo.v1.0.0", "foo.v1.1.0", ""]);
            let (package, channel, entry, to) = (name(), name(), name(), name());
            let intention = json!({ "do": choices.of(INTENTIONS), "package": package, "channel": channel, "entry": entry, "to": to });
            let params = json!({
                "textDocument": document, "position": range["start"], "range": range, "newName": "other",
                "context": { "includeDeclaration": choices.chance(50), "diagnostics": [] },
                "query": package, "uri": document["uri"], "package": package, "channel": channel, "intention": intention,
                "rule": choices.of(&["ch-empty", "FBC001", "none"]), "line": range["start"]["line"], "reason": to,
            });
            json!({ "id": id, "method": choices.of(METHODS), "params": params })
        }
    }
}

fn conversation(data: &[u8]) -> Vec<Value> {
    let Some(mut choices) = olmkit_fuzz::choices(data) else {
        let text = String::from_utf8_lossy(data);
        return text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    };
    let rules = olmkit_catalog::rules::all();
    let text = rules[choices.below(rules.len())].examples[0].files()[0].1;
    let document =
        json!({ "uri": "file:///olmkit-fuzz/catalog.yaml", "languageId": "yaml", "version": 0, "text": text });
    let open = json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } });
    let more = (1..=choices.below(12)).map(|id| message(&mut choices, id));
    [open].into_iter().chain(more).collect()
}

/// What a server on this machine sends to a client that sends these messages between start and end.
fn exchange(messages: Vec<Message>) -> Vec<Value> {
    let mut server = olmkit_cli::lsp::on_this_machine();
    let request = |id: i32, method: &str, params| Message::from(Request::new(id.into(), method.to_owned(), params));
    let note = |method: &str| Message::from(Notification::new(method.to_owned(), json!({})));
    let start = [request(-1, "initialize", json!({ "capabilities": {} })), note("initialized")];
    let end = [request(-2, "shutdown", Value::Null), note("exit")];
    let mut answers = Vec::new();
    for message in start.into_iter().chain(messages).chain(end) {
        server.receive(message);
        while let Some(more) = server.step() {
            answers.extend(more);
        }
    }
    answers
}

fuzz_target!(|data: &[u8]| {
    let messages = conversation(data).into_iter().filter_map(|message| serde_json::from_value::<Message>(message).ok());
    // Messages that end or restart the session are omitted.
    let goes_on = |message: &Message| match message {
        Message::Request(request) => !matches!(request.method.as_str(), "shutdown" | "initialize"),
        Message::Notification(notification) => notification.method != "exit",
        Message::Response(_) => true,
    };
    let messages: Vec<Message> = messages.filter(goes_on).collect();
    let asked = messages.iter().filter(|message| matches!(message, Message::Request(_))).count();
    let answers = exchange(messages);
    assert_eq!(answers.iter().filter(|message| message.get("method").is_none()).count(), asked + 2);
});
