//! The language server, spoken to over its standard input and output.
#![cfg(feature = "native")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const PACKAGE: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
const CHANNEL: &str = "\
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:1.1
properties:
- {type: olm.package, value: {packageName: foo, version: 1.1.0}}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
";

struct Server {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: PathBuf,
    next: u64,
}

impl Server {
    fn start(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("olmkit-lsp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("foo/channels")).unwrap();
        std::fs::write(folder.join("foo/package.yaml"), PACKAGE).unwrap();
        std::fs::write(folder.join("foo/channels/stable.yaml"), CHANNEL).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_olmkit"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut server = Server { child, to, from, folder, next: 0 };
        let root = server.uri("");
        let answer = server.ask("initialize", json!({ "processId": null, "rootUri": root, "capabilities": {} }));
        assert_eq!(answer["capabilities"]["definitionProvider"], true);
        server.tell("initialized", json!({}));
        server
    }

    fn uri(&self, path: &str) -> String {
        let path = self.folder.join(path).to_str().unwrap().replace('\\', "/");
        format!("file://{}{}", if path.starts_with('/') { "" } else { "/" }, path.trim_end_matches('/'))
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server is gone");
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut content = vec![0; length];
        self.from.read_exact(&mut content).unwrap();
        serde_json::from_slice(&content).unwrap()
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        let answer = self.receive();
        assert_eq!(answer["id"], self.next, "{answer}");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    fn open(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, path: &str, [line, from, to]: [u32; 3], text: &str) {
        let range = json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
        let document = json!({ "uri": self.uri(path), "version": 2 });
        let changes = json!([{ "range": range, "text": text }]);
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The next findings, which are about this file.
    fn findings(&mut self, path: &str) -> Vec<Value> {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        assert_eq!(message["params"]["uri"], self.uri(path).as_str(), "{message}");
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn at(&self, path: &str, line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri(path) }, "position": { "line": line, "character": character } })
    }

    fn stop(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.child.wait().unwrap().success());
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

const FILE: &str = "foo/channels/stable.yaml";

#[test]
fn findings_follow_the_text() {
    let mut server = Server::start("findings");
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
    // Closed without saving: what is on disk counts.
    server.change(FILE, [5, 12, 22], "foo.v0.9.0");
    assert!(!server.findings(FILE).is_empty());
    server.tell("textDocument/didClose", json!({ "textDocument": { "uri": server.uri(FILE) } }));
    assert_eq!(server.findings(FILE), Vec::<Value>::new());
    server.stop();
}

#[test]
fn names_lead_to_entries_and_entries_to_bundles() {
    let mut server = Server::start("definition");
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
    let mut server = Server::start("names");
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
    // A package keeps its name.
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
fn fixes_are_offered() {
    let mut server = Server::start("fixes");
    let text = CHANNEL.replace("- name: foo.v1.1.0\n", "# olmkit-ignore replaces-newer: gone\n- name: foo.v1.1.0\n");
    server.open(FILE, &text);
    let found = server.findings(FILE);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("ignore-unused")));
    let params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = server.ask("textDocument/codeAction", params);
    assert_eq!((&actions[0]["kind"], &actions[0]["isPreferred"]), (&json!("quickfix"), &json!(true)));
    let edits = &actions[0]["edit"]["changes"][server.uri(FILE)];
    assert_eq!(edits[0]["newText"], "");
    assert_eq!((&edits[0]["range"]["start"]["line"], &edits[0]["range"]["end"]["line"]), (&json!(4), &json!(5)));
    server.stop();
}

#[test]
fn a_finding_can_be_suppressed_with_a_reason() {
    let mut server = Server::start("suppress");
    let text = CHANNEL.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  skipRange: '>=2.0.0 <1.0.0'\n");
    server.open(FILE, &text);
    let found = server.findings(FILE);
    let never = found.iter().find(|found| found["code"] == "skiprange-never").unwrap();
    let params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": never["range"], "context": { "diagnostics": [] },
    });
    let actions = server.ask("textDocument/codeAction", params);
    let action =
        actions.as_array().unwrap().iter().find(|action| action["title"] == "Suppress skiprange-never, with a reason");
    let edits = &action.unwrap()["edit"]["changes"][server.uri(FILE)];
    assert_eq!(edits[0]["newText"], "  # olmkit-ignore skiprange-never: reason\n", "{actions}");
    server.stop();
}

#[test]
fn all_safe_fixes_are_one_action() {
    let mut server = Server::start("fix-all");
    let comment = "# olmkit-ignore replaces-newer: gone\n";
    let text = CHANNEL.replace("- name: ", &format!("{comment}- name: "));
    let count = CHANNEL.matches("- name: ").count();
    server.open(FILE, &text);
    assert_eq!((server.findings(FILE).len(), count), (count, 2));
    let mut params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    let actions = server.ask("textDocument/codeAction", params.clone());
    assert_eq!((&actions[0]["title"], &actions[0]["kind"]), (&json!("Apply 2 safe fixes"), &json!("source.fixAll")));
    assert_eq!(actions[0]["edit"]["changes"][server.uri(FILE)].as_array().unwrap().len(), 2);
    params["context"]["only"] = json!(["refactor"]);
    assert_eq!(server.ask("textDocument/codeAction", params), json!([]));
    server.stop();
}

#[test]
fn other_files_are_left_alone() {
    let mut server = Server::start("others");
    server.open("values.yaml", "a: 1\n");
    assert_eq!(server.ask("textDocument/hover", server.at("values.yaml", 0, 0)), Value::Null);
    server.stop();
}

#[test]
fn outside_of_the_workspace_only_the_folder_of_a_file_is_read() {
    let mut server = Server::start("outside");
    let outside = std::env::temp_dir().join(format!("olmkit-lsp-elsewhere-{}", std::process::id()));
    std::fs::create_dir_all(outside.join("below")).unwrap();
    std::fs::write(outside.join("channel.yaml"), CHANNEL).unwrap();
    std::fs::write(outside.join("below/broken.yaml"), "schema: [olm.package\n").unwrap();
    let uri = format!("file://{}/catalog.yaml", outside.to_str().unwrap());
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": PACKAGE });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let message = server.receive();
    assert_eq!(message["params"]["uri"], uri.as_str(), "{message}");
    // The channel beside it is read: the package has one. The file below would be reported before the next answer.
    assert_eq!(message["params"]["diagnostics"], json!([]), "{message}");
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    server.ask("textDocument/hover", at);
    std::fs::remove_dir_all(&outside).unwrap();
    server.stop();
}
