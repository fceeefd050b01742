use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const PACKAGE: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
pub(crate) const CHANNEL: &str = "\
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

/// The URI of a path as editors write it: the colon of a drive is `%3A`.
pub(crate) fn uri_of(path: &Path) -> String {
    let path = path.to_str().unwrap().replace('\\', "/").replace(':', "%3A");
    format!("file://{}{}", if path.starts_with('/') { "" } else { "/" }, path.trim_end_matches('/'))
}

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    pub(crate) folder: TempDir,
    pub(crate) next: u64,
    pub(crate) capabilities: Value,
    is_held: bool,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::start_for(json!({}), Value::Null)
    }

    pub(crate) fn start_with(args: &[&str]) -> Server {
        Server::start_as(args, json!({}), Value::Null)
    }

    /// Starts the server for a client with these capabilities and options.
    pub(crate) fn start_for(capabilities: Value, options: Value) -> Server {
        Server::start_as(&[], capabilities, options)
    }

    fn start_as(args: &[&str], capabilities: Value, options: Value) -> Server {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("foo/channels")).unwrap();
        std::fs::write(folder.path().join("foo/package.yaml"), PACKAGE).unwrap();
        std::fs::write(folder.path().join("foo/channels/stable.yaml"), CHANNEL).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_olmkit"))
            .args(["lsp", "--stdio"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (BufWriter::new(child.stdin.take().unwrap()), BufReader::new(child.stdout.take().unwrap()));
        let mut server = Server { child, to, from, folder, next: 0, capabilities: Value::Null, is_held: false };
        let root = server.uri("");
        let params = json!({
            "processId": null, "rootUri": root, "capabilities": capabilities, "initializationOptions": options,
        });
        server.capabilities = server.ask("initialize", params)["capabilities"].clone();
        server.tell("initialized", json!({}));
        server
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        uri_of(&self.folder.path().join(path))
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        if !self.is_held {
            self.to.flush().unwrap();
        }
    }

    /// Sends messages so that they arrive together.
    pub(crate) fn together(&mut self, send: impl FnOnce(&mut Self)) {
        self.is_held = true;
        send(self);
        self.is_held = false;
        self.to.flush().unwrap();
    }

    pub(crate) fn receive(&mut self) -> Value {
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

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        let answer = self.receive();
        assert_eq!(answer["id"], self.next, "{answer}");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The error of the response to a request.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        let answer = self.receive();
        assert!(answer["id"] == self.next && answer.get("error").is_some(), "{answer}");
        answer["error"].clone()
    }

    pub(crate) fn open(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, path: &str, [line, from, to]: [u32; 3], text: &str) {
        let range = json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
        let document = json!({ "uri": self.uri(path), "version": 2 });
        let changes = json!([{ "range": range, "text": text }]);
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        std::fs::write(self.folder.path().join(path), text).unwrap();
    }

    /// Notifies the server of files that have changed on disk.
    pub(crate) fn touched(&mut self, paths: &[&str]) {
        let change = |path: &&str| json!({ "uri": self.uri(path), "type": 2 });
        let changes: Vec<Value> = paths.iter().map(change).collect();
        self.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    }

    /// The next published findings, which must be about this file.
    pub(crate) fn findings(&mut self, path: &str) -> Vec<Value> {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        assert_eq!(message["params"]["uri"], self.uri(path).as_str(), "{message}");
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    pub(crate) fn at(&self, path: &str, line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri(path) }, "position": { "line": line, "character": character } })
    }

    pub(crate) fn stop(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.child.wait().unwrap().success());
    }
}

pub(crate) const FILE: &str = "foo/channels/stable.yaml";

/// The rules of findings.
pub(crate) fn rules(found: &[Value]) -> Vec<&str> {
    found.iter().map(|found| found["code"].as_str().unwrap()).collect()
}
