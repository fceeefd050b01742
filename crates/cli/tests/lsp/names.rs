use serde_json::{Value, json};

use super::server::{CHANNEL, FILE, Server};

#[test]
fn names_lead_to_entries_and_entries_to_bundles() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    let to_entry = server.ask("textDocument/definition", server.at(FILE, 5, 15));
    assert_eq!((&to_entry["uri"], &to_entry["range"]["start"]["line"]), (&json!(server.uri(FILE)), &json!(6)));
    let to_bundle = server.ask("textDocument/definition", server.at(FILE, 6, 10));
    assert!((15..=18).contains(&to_bundle["range"]["start"]["line"].as_u64().unwrap()), "{to_bundle}");
    let hover = server.ask("textDocument/hover", server.at(FILE, 5, 15));
    assert_eq!(
        hover["contents"]["value"],
        "`foo.v1.0.0`\n\nBundle of package `foo`, version 1.0.0.\n\nIn `stable`.\n\n`foo.v1.1.0` replaces it in `stable`."
    );
    assert_eq!(server.ask("textDocument/definition", server.at(FILE, 0, 0)), Value::Null);
    server.stop();
}

#[test]
fn names_are_completed_found_and_renamed() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    let offered = server.ask("textDocument/completion", server.at(FILE, 5, 15));
    assert_eq!(offered["items"].as_array().unwrap().len(), 1, "{offered}");
    assert_eq!(offered["items"][0]["label"], "foo.v1.0.0");
    assert_eq!(offered["items"][0]["textEdit"]["newText"], "foo.v1.0.0");
    let with = |server: &Server, line, more: Value| {
        let mut at = server.at(FILE, line, 15);
        at.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        at
    };
    let asked = with(&server, 5, json!({ "context": { "includeDeclaration": true } }));
    let places = server.ask("textDocument/references", asked);
    let lines: Vec<_> =
        places.as_array().unwrap().iter().map(|place| place["range"]["start"]["line"].as_u64()).collect();
    assert_eq!(lines, [Some(5), Some(6), Some(17)]);
    let prepared = server.ask("textDocument/prepareRename", server.at(FILE, 5, 15));
    assert_eq!(prepared["placeholder"], "foo.v1.0.0");
    let asked = with(&server, 5, json!({ "newName": "foo.v1.0.1" }));
    let renamed = server.ask("textDocument/rename", asked);
    assert_eq!(renamed["changes"][server.uri(FILE)].as_array().unwrap().len(), 3, "{renamed}");
    // A package cannot be renamed.
    server.next += 1;
    let params = server.at(FILE, 1, 10);
    let request =
        json!({ "jsonrpc": "2.0", "id": server.next, "method": "textDocument/prepareRename", "params": params });
    server.send(&request);
    let refused = server.receive();
    assert!(refused["error"]["message"].as_str().unwrap().contains("only channels and bundles"), "{refused}");
    server.stop();
}

#[test]
fn edits_name_the_version_of_the_document() {
    let capabilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let mut server = Server::start_for(capabilities, json!({}));
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    server.change(FILE, [0, 0, 0], "# a comment\n");
    server.findings(FILE);
    let mut asked = server.at(FILE, 6, 15);
    asked["newName"] = json!("foo.v1.0.1");
    let renamed = server.ask("textDocument/rename", asked);
    let changes = renamed["documentChanges"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{renamed}");
    assert_eq!(changes[0]["textDocument"], json!({ "uri": server.uri(FILE), "version": 2 }));
    assert_eq!(changes[0]["edits"].as_array().unwrap().len(), 3);
    server.stop();
}
