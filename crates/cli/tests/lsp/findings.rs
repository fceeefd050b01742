use serde_json::{Value, json};

use super::server::{CHANNEL, FILE, PACKAGE, Server, uri_of};

#[test]
fn findings_follow_the_text() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    assert_eq!(server.findings(FILE), Vec::<Value>::new(), "the package lies in the folder above");
    // Two heads: nothing replaces foo.v1.0.0 any more.
    server.change(FILE, [5, 12, 22], "foo.v0.9.0");
    let found = server.findings(FILE);
    let heads = found.iter().find(|found| found["code"] == "channel-multiple-heads").unwrap();
    assert_eq!((&heads["severity"], &heads["source"]), (&json!(1), &json!("olmkit")));
    assert!(heads["codeDescription"]["href"].as_str().unwrap().contains("channel-multiple-heads"));
    let start = &heads["range"]["start"];
    let (line, character) = (start["line"].as_u64().unwrap() as u32, start["character"].as_u64().unwrap() as u32);
    let hover = server.ask("textDocument/hover", server.at(FILE, line, character));
    assert!(hover["contents"]["value"].as_str().unwrap().starts_with("**channel-multiple-heads** (FBC"), "{hover}");
    server.change(FILE, [5, 12, 22], "foo.v1.0.0");
    assert_eq!(server.findings(FILE), Vec::<Value>::new());
    // Closed without saving: the content on disk is used.
    server.change(FILE, [5, 12, 22], "foo.v0.9.0");
    assert!(!server.findings(FILE).is_empty());
    server.tell("textDocument/didClose", json!({ "textDocument": { "uri": server.uri(FILE) } }));
    assert_eq!(server.findings(FILE), Vec::<Value>::new());
    server.stop();
}

/// The protocol counts a carriage return alone as a line end, as editors and YAML do.
#[test]
fn lines_may_end_with_carriage_returns() {
    let mut server = Server::start();
    server.open(FILE, &CHANNEL.replacen("entries:\n- name: foo.v1.1.0\n", "entries:\r- name: foo.v1.1.0\r", 1));
    assert_eq!(server.findings(FILE), Vec::<Value>::new());
    server.change(FILE, [5, 12, 22], "foo.v0.9.0");
    let found = server.findings(FILE);
    let heads = found.iter().find(|found| found["code"] == "channel-multiple-heads").unwrap();
    assert_eq!(heads["range"]["start"], json!({ "line": 5, "character": 12 }));
    server.stop();
}

#[test]
fn other_files_are_left_alone() {
    let mut server = Server::start();
    server.open("values.yaml", "a: 1\n");
    assert_eq!(server.ask("textDocument/hover", server.at("values.yaml", 0, 0)), Value::Null);
    server.stop();
}

#[test]
fn outside_of_the_workspace_only_the_folder_of_a_file_is_read() {
    let mut server = Server::start();
    let outside = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(outside.path().join("below")).unwrap();
    std::fs::write(outside.path().join("channel.yaml"), CHANNEL).unwrap();
    std::fs::write(outside.path().join("below/broken.yaml"), "schema: [olm.package\n").unwrap();
    let uri = uri_of(&outside.path().join("catalog.yaml"));
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": PACKAGE });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let message = server.receive();
    assert_eq!(message["params"]["uri"], uri.as_str(), "{message}");
    // The channel next to it is read, because the package has one. A finding in the subfolder would arrive before the
    // next response.
    assert_eq!(message["params"]["diagnostics"], json!([]), "{message}");
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    server.ask("textDocument/hover", at);
    server.stop();
}
