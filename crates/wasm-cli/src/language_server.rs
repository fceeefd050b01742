//! The language server in Node.js and in web workers. Messages are JSON; the host provides the files.

use olmkit_cli::lsp::{self, Server, Start};
use olmkit_cli::pulling::Pulling;
use wasm_bindgen::prelude::*;

use crate::{Machine, Node};

/// A language server without its streams. @internal
#[wasm_bindgen]
pub struct LanguageServer(Server);

impl LanguageServer {
    pub(crate) fn new(start: Start, machine: Machine) -> Self {
        LanguageServer(start.on(Box::new(Node(machine, Pulling::default()))))
    }
}

#[wasm_bindgen]
impl LanguageServer {
    /// Queues a message of the client. Only a cancellation takes effect immediately.
    pub fn receive(&mut self, message: &str) {
        self.0.receive_json(message.as_bytes());
    }

    /// Handles one message, or publishes what changed. Returns the messages for the client; nothing if there is nothing
    /// to do.
    pub fn step(&mut self) -> Option<Vec<String>> {
        Some(self.0.step()?.iter().map(ToString::to_string).collect())
    }

    /// Records changed files. They are handled before any queued message.
    pub fn changed(&mut self, uris: Vec<String>) {
        self.0.changed(&uris);
    }

    /// The exit code, once the connection has ended.
    #[wasm_bindgen(getter, js_name = exitCode)]
    pub fn exit_code(&self) -> Option<u8> {
        self.0.exit_code()
    }
}

/// Returns the path under which the language server requests the file with this URI from its host. @internal
#[wasm_bindgen(js_name = pathOfUri)]
pub fn path_of_uri(uri: &str) -> Option<String> {
    lsp::path_of_uri(uri)
}

/// Returns the URI of such a path. @internal
#[wasm_bindgen(js_name = uriOfPath)]
pub fn uri_of_path(path: &str) -> Option<String> {
    lsp::uri_of_path(path)
}
