use serde_json::{Value, json};

use super::server::{CHANNEL, FILE, Server};

fn change(server: &Server, version: u32, text: &str) -> Value {
    change_of(&server.uri(FILE), version, text)
}

fn change_of(uri: &str, version: u32, text: &str) -> Value {
    let (document, changes) = (json!({ "uri": uri, "version": version }), json!([{ "text": text }]));
    json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": { "textDocument": document, "contentChanges": changes } })
}

/// A server in this process, so that the test controls which messages are waiting.
struct Inside(olmkit_cli::lsp::Server);

const URI: &str = "untitled:catalog";

impl Inside {
    fn start() -> Self {
        let mut server = Inside(olmkit_cli::lsp::on_this_machine());
        server.give(json!({ "id": 0, "method": "initialize", "params": { "capabilities": {} } }));
        let document = json!({ "uri": URI, "languageId": "yaml", "version": 1, "text": CHANNEL });
        server.give(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
        server.all();
        server
    }

    fn give(&mut self, message: Value) {
        self.0.receive(serde_json::from_value(message).unwrap());
    }

    /// The messages that it sends until there is nothing left to do.
    fn all(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.0.step()).flatten().collect()
    }
}

#[test]
fn findings_are_published_once_for_the_changes_that_wait() {
    let mut server = Inside::start();
    for version in 2..50 {
        server.give(change_of(URI, version, &format!("{CHANNEL}# {version}\n")));
    }
    let answers = server.all();
    assert_eq!((answers.len(), &answers[0]["params"]["version"]), (1, &json!(49)), "{answers:?}");
    assert_eq!(server.all(), Vec::<Value>::new());
}

#[test]
fn waiting_requests_can_be_cancelled() {
    let mut server = Inside::start();
    let request = |id: u64| json!({ "id": id, "method": "textDocument/foldingRange", "params": { "textDocument": { "uri": URI } } });
    let cancel = |id: u64| json!({ "method": "$/cancelRequest", "params": { "id": id } });
    (1..4).for_each(|id| server.give(request(id)));
    // The second request is waiting; the last id was never used.
    [2, 9].into_iter().for_each(|id| server.give(cancel(id)));
    let mut answers = server.all();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    let shown: Vec<_> =
        answers.iter().map(|answer| (answer["id"].as_u64().unwrap(), answer["error"]["code"].as_i64())).collect();
    assert_eq!(shown, [(1, None), (2, Some(-32800)), (3, None)]);
    // A request that has been answered is not cancelled.
    server.give(cancel(1));
    assert_eq!(server.all(), Vec::<Value>::new());
}

#[test]
fn findings_carry_the_version() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    assert_eq!(server.receive()["params"]["version"], 1);
    server.send(&change(&server, 7, CHANNEL));
    assert_eq!(server.receive()["params"]["version"], 7);
    server.stop();
}

#[test]
fn clients_that_pull_get_the_findings_of_open_documents_on_request() {
    let mut server = Server::start_for(json!({ "textDocument": { "diagnostic": {} } }), Value::Null);
    assert_eq!(server.capabilities["diagnosticProvider"]["interFileDependencies"], true);
    server.write("foo/channels/other.yaml", "schema: olm.channel\npackage: foo\nname: other\n");
    let text = CHANNEL.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  skipRange: '>=2.0.0 <1.0.0'\n");
    server.open(FILE, &text);
    // Findings of a document that is not open are published.
    assert_eq!(server.findings("foo/channels/other.yaml").len(), 1);
    let mut params = json!({ "textDocument": { "uri": server.uri(FILE) } });
    let report = server.ask("textDocument/diagnostic", params.clone());
    assert_eq!((&report["kind"], &report["items"][0]["code"]), (&json!("full"), &json!("skiprange-never")));
    params["previousResultId"] = report["resultId"].clone();
    assert_eq!(server.ask("textDocument/diagnostic", params.clone())["kind"], "unchanged");
    server.send(&change(&server, 2, CHANNEL));
    server.findings("foo/channels/other.yaml");
    assert_eq!(server.ask("textDocument/diagnostic", params)["items"], json!([]));
    // Opening it withdraws the published findings; closing it publishes them again.
    server.open("foo/channels/other.yaml", "schema: olm.channel\npackage: foo\nname: other\n");
    assert!(server.findings("foo/channels/other.yaml").is_empty());
    server.tell("textDocument/didClose", json!({ "textDocument": { "uri": server.uri("foo/channels/other.yaml") } }));
    assert_eq!(server.findings("foo/channels/other.yaml").len(), 1);
    server.stop();
}

#[test]
fn the_conversation_has_an_order() {
    let mut server = Server::start();
    let code = |server: &mut Server, method: &str| {
        server.next += 1;
        let id = server.next;
        server.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} }));
        server.receive()["error"]["code"].as_i64()
    };
    assert_eq!(code(&mut server, "initialize"), Some(-32600));
    assert_eq!(code(&mut server, "textDocument/other"), Some(-32601));
    server.ask("shutdown", Value::Null);
    assert_eq!(code(&mut server, "textDocument/hover"), Some(-32600));
    server.tell("exit", Value::Null);
    assert!(server.child.wait().unwrap().success());
    // Without `shutdown`, `exit` is an error.
    let mut server = Server::start();
    server.tell("exit", Value::Null);
    assert_eq!(server.child.wait().unwrap().code(), Some(1));
}

#[test]
fn parameters_that_do_not_fit_are_named_in_plain_words() {
    let mut server = Server::start();
    let uri = server.uri(FILE);
    for (method, params, expected) in [
        ("textDocument/hover", Value::Null, "params: must be an object, not null"),
        ("textDocument/hover", json!({ "textDocument": { "uri": uri } }), "params: lacks the field `position`"),
        (
            "textDocument/definition",
            json!({ "textDocument": { "uri": uri }, "position": { "line": "x", "character": 0 } }),
            "position.line: must be a whole number from 0, not the string \"x\"",
        ),
        (
            "textDocument/definition",
            json!({ "textDocument": { "uri": 5 }, "position": { "line": 0, "character": 0 } }),
            "textDocument.uri: must be a string, not the number 5",
        ),
        (
            "textDocument/rename",
            json!({ "textDocument": { "uri": uri }, "position": { "line": 0 }, "newName": "x" }),
            "position: lacks the field `character`",
        ),
        (
            "textDocument/rename",
            json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 }, "newName": 5 }),
            "newName: must be a string, not the number 5",
        ),
        (
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": uri }, "range": { "start": 1 }, "context": { "diagnostics": [] } }),
            "range.start: must be an object, not the number 1",
        ),
        (
            "olmkit/suppress",
            json!({ "uri": uri, "rule": "x", "line": -1, "reason": "" }),
            "line: must be a whole number from 0, not the number -1",
        ),
        ("olmkit/plan", json!({ "uri": uri, "intention": 3 }), "intention: must be an intention, not the number 3"),
        (
            "olmkit/plan",
            json!({ "uri": uri, "intention": { "do": "set-replacs", "package": "foo" } }),
            "intention: has an unknown `do`: `set-replacs`",
        ),
    ] {
        let error = server.refused(method, params);
        assert_eq!((error["code"].as_i64(), error["message"].as_str()), (Some(-32602), Some(expected)), "{method}");
    }
    server.stop();
}

#[test]
fn messages_that_do_not_follow_json_rpc_are_answered_and_the_server_goes_on() {
    let mut server = Inside::start();
    let expected = [
        (&b"{nope"[..], json!(null), -32700),
        (b"\xff", json!(null), -32700),
        (b"", json!(null), -32700),
        (b"{}", json!(null), -32600),
        (b"[{}]", json!(null), -32600),
        (b"{\"jsonrpc\":\"2.0\",\"method\":3}", json!(null), -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":5}", json!(5), -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"olmkit/none\"}", json!("x"), -32601),
    ];
    for (text, id, code) in expected {
        server.0.receive_json(text);
        let answers = server.all();
        let text = String::from_utf8_lossy(text);
        let shown = (answers.len(), &answers[0]["jsonrpc"], answers[0].get("id"), &answers[0]["error"]["code"]);
        assert_eq!(shown, (1, &json!("2.0"), Some(&id), &json!(code)), "{text}: {answers:?}");
    }
    let request =
        json!({ "id": 1, "method": "textDocument/foldingRange", "params": { "textDocument": { "uri": URI } } });
    server.give(request);
    assert_eq!(server.all()[0]["id"], 1);
}

#[test]
fn a_message_without_a_usable_length_ends_the_server_with_a_sentence() {
    let mut server = Server::start();
    std::io::Write::write_all(&mut server.to, b"Content-Length: 99999999999999\r\n\r\n{}").unwrap();
    std::io::Write::flush(&mut server.to).unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(2));
}
