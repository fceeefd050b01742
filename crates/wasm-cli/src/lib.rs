//! The command line and the resolver for JavaScript, as a separate wasm. Applications that only check catalogs do not
//! load it.
//!
//! The host is an object of functions; see `pkg/src/main.node.ts`.

mod bundle;
mod catalog;
mod files;
mod language_server;
mod resolver;
mod value;

pub use bundle::{bundle_impact, describe_bundle, open_bundle, plan_bundle, render_bundle, validate_bundle};
pub use catalog::{
    apply_change, apply_state, bundle_contents, compare_catalogs, documents, folder_contents, package_across,
    plan_addition, plan_package, plan_rendered, propose_addition,
};
pub use files::patch;
pub use language_server::{LanguageServer, path_of_uri, uri_of_path};
pub use resolver::{dependencies, resolve};

use std::ffi::OsString;
use std::time::Duration;

use js_sys::{Array, Uint8Array};
use olmkit_cli::pulling::Pulling;
use olmkit_cli::{CLEAN, Entry, Failure, Host, HostError, Kind, OpenRequest};
use olmkit_js::{File, Folder};
use wasm_bindgen::prelude::*;

/// Returns all rules as JSON. The build generates `rules.js` of the package from it. @internal
#[wasm_bindgen(js_name = rulesJson)]
pub fn rules_json() -> Result<String, JsValue> {
    value::text(&olmkit_workspace::rule_list(&[]))
}

#[wasm_bindgen(typescript_custom_section)]
const MACHINE: &str = r#"
/** `special`: a device, a pipe, a socket. @internal */
export type Kind = "file" | "directory" | "special";

/** The functions of the machine that the command line needs. They throw an error with a `code` on failure. @internal */
export interface Machine {
  /** Returns the kind of a path. Follows links. */
  kind(path: string): Kind;
  /** Returns the entries of a directory. The kind of a link is undefined. */
  list(path: string): [name: string, kind: Kind | undefined][];
  read(path: string): Uint8Array;
  write(path: string, content: Uint8Array): void;
  stdin(): Uint8Array;
  /** Writes to standard output; does nothing after a failure. */
  out(content: Uint8Array): void;
  /** The error that occurred while writing standard output. */
  readonly failure?: unknown;
  err(content: Uint8Array): void;
  /** Whether standard output is a terminal. */
  isTerminal(): boolean;
  /** Whether standard error is a terminal. */
  isErrorTerminal(): boolean;
  currentDirectory(): string | undefined;
  env(name: string): string | undefined;
  /** Milliseconds since a fixed moment. */
  clock(): number;
  /** Runs the language server. The exit code of the command line is that of starting it. */
  serve?(server: LanguageServer): void;
  /** Serves the editor after the command line has ended. The message is for standard error, after the address. */
  open?(path: string, port: number | undefined, withBrowser: boolean, message: string): void;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The host, as a JavaScript object.
    #[wasm_bindgen(typescript_type = "Machine")]
    #[derive(Clone)]
    pub type Machine;

    #[wasm_bindgen(method, catch)]
    fn kind(this: &Machine, path: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn list(this: &Machine, path: &str) -> Result<Array, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn read(this: &Machine, path: &str) -> Result<Uint8Array, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn write(this: &Machine, path: &str, content: &[u8]) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn stdin(this: &Machine) -> Result<Uint8Array, JsValue>;
    #[wasm_bindgen(method)]
    fn out(this: &Machine, content: &[u8]);
    #[wasm_bindgen(method, getter)]
    fn failure(this: &Machine) -> JsValue;
    #[wasm_bindgen(method)]
    fn err(this: &Machine, content: &[u8]);
    #[wasm_bindgen(method, js_name = isTerminal)]
    fn is_terminal(this: &Machine) -> bool;
    #[wasm_bindgen(method, js_name = isErrorTerminal)]
    fn is_error_terminal(this: &Machine) -> bool;
    #[wasm_bindgen(method, js_name = currentDirectory)]
    fn current_directory(this: &Machine) -> Option<String>;
    #[wasm_bindgen(method)]
    fn env(this: &Machine, name: &str) -> Option<String>;
    #[wasm_bindgen(method)]
    fn clock(this: &Machine) -> f64;
    #[wasm_bindgen(method, getter, js_name = serve)]
    fn can_serve(this: &Machine) -> JsValue;
    #[wasm_bindgen(method, catch)]
    fn serve(this: &Machine, server: LanguageServer) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, js_name = open)]
    fn can_open(this: &Machine) -> JsValue;
    #[wasm_bindgen(method)]
    fn open(this: &Machine, path: &str, port: Option<u16>, with_browser: bool, message: &str);

    /// An error of Node.js.
    #[wasm_bindgen(js_name = Error)]
    type NodeError;
    #[wasm_bindgen(method, getter)]
    fn code(this: &NodeError) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn message(this: &NodeError) -> Option<String>;
}

/// The host, and how images are pulled.
struct Node(Machine, Pulling);

fn kind(name: &str) -> Kind {
    match name {
        "directory" => Kind::Directory,
        "file" => Kind::File,
        _ => Kind::Special,
    }
}

fn failure(error: JsValue) -> Failure {
    let error: NodeError = error.unchecked_into();
    match error.code() {
        Some(code) => Failure::from_code(&code),
        None => Failure::Other(error.message().unwrap_or_default()),
    }
}

impl Host for Node {
    fn set_pulling(&mut self, pulling: &Pulling) {
        self.1 = pulling.clone();
    }

    fn platform(&self) -> Option<&str> {
        self.1.platform.as_deref()
    }

    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        Ok(kind(&self.0.kind(path).map_err(failure)?))
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        let entry = |pair: JsValue| {
            let pair: Array = pair.unchecked_into();
            Entry {
                name: pair.get(0).as_string().unwrap_or_default(),
                kind: pair.get(1).as_string().map(|name| kind(&name)),
            }
        };
        Ok(self.0.list(path).map_err(failure)?.iter().map(entry).collect())
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        Ok(self.0.read(path).map_err(failure)?.to_vec())
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        self.0.write(path, content).map_err(failure)
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        Ok(self.0.stdin().map_err(failure)?.to_vec())
    }

    fn out(&mut self, text: &[u8]) {
        self.0.out(text);
    }

    fn failure(&self) -> Option<Failure> {
        let error = self.0.failure();
        (!error.is_undefined()).then(|| failure(error))
    }

    fn err(&mut self, text: &[u8]) {
        self.0.err(text);
    }

    fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    fn is_error_terminal(&self) -> bool {
        self.0.is_error_terminal()
    }

    fn current_directory(&self) -> Option<String> {
        self.0.current_directory()
    }

    fn env(&self, name: &str) -> Option<String> {
        self.0.env(name).filter(|value| !value.is_empty())
    }

    fn clock(&self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.0.clock() / 1000.0).ok()
    }

    fn open_editor(&mut self, request: OpenRequest<'_>) -> Result<(), HostError> {
        if self.0.can_open().is_undefined() {
            return Err(HostError::NoMachine);
        }
        self.0.open(request.path, request.port, request.with_browser, olmkit_cli::EDITOR_RUNNING);
        Ok(())
    }
}

/// Checks the files that [`run_cli`] gets. Returns their paths, each in one spelling. @internal
#[wasm_bindgen(js_name = pathsOfFiles)]
pub fn paths_of_files(
    #[wasm_bindgen(unchecked_param_type = "OlmFile[]")] files: JsValue,
) -> Result<Vec<String>, JsValue> {
    let Folder(files): Folder = olmkit_js::argument("files", &files)?;
    Ok(files.into_iter().map(|file: File| file.path).collect())
}

/// Runs the command line and returns its exit code. For the language server this is 0, and the server keeps running.
/// @internal
#[wasm_bindgen(js_name = runCli)]
pub fn run_cli(args: JsValue, machine: Machine) -> Result<u8, JsValue> {
    let args: Vec<String> = olmkit_js::argument("args", &args)?;
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    if let Some(start) = olmkit_cli::language_server(&args).filter(|_| !machine.can_serve().is_undefined()) {
        let server = LanguageServer::new(start, machine.clone());
        machine.serve(server)?;
        return Ok(CLEAN);
    }
    Ok(olmkit_cli::run(args, &mut Node(machine, Pulling::default())))
}

/// Makes panics readable in the console. Called once, when the wasm is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    olmkit_api::link_types();
}
