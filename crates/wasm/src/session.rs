//! `Workspace` and the functions around it.

use js_sys::{Array, Object, Reflect, Uint8Array};
use olmkit_workspace::api::{PathQuestion, ReleaseQuestion};
use olmkit_workspace::{BASE, Intention, Options, Workspace};
use wasm_bindgen::prelude::*;

use crate::value::{from_js, required, to_js};

#[wasm_bindgen(typescript_custom_section)]
const FILE: &str = r"
/** A file by its path (with `/`) and its content. */
export type File = { path: string; text: string } | { path: string; bytes: Uint8Array | ArrayBuffer };

export interface Options {
  /** An older state of the catalog: what clusters may run of it must still upgrade (`versions-removed`). */
  base?: File[];
}
";

#[wasm_bindgen]
extern "C" {
    /// A file by path and text or bytes.
    #[wasm_bindgen(typescript_type = "File")]
    pub type JsFile;

    #[wasm_bindgen(method, getter)]
    fn path(this: &JsFile) -> String;

    #[wasm_bindgen(method, getter)]
    fn text(this: &JsFile) -> Option<String>;

    #[wasm_bindgen(method, getter)]
    fn bytes(this: &JsFile) -> JsValue;
}

impl JsFile {
    fn content(&self) -> Vec<u8> {
        match self.text() {
            Some(text) => text.into_bytes(),
            None => bytes_of(self.bytes()),
        }
    }
}

/// A workspace with these options, and with the files of `base`, which are no plain data.
fn workspace(options: JsValue) -> Result<Workspace, JsError> {
    let base = if options.is_object() { Reflect::get(&options, &"base".into()).ok() } else { None };
    let Some(base) = base.filter(|base| !base.is_undefined() && !base.is_null()) else {
        return Ok(Workspace::new(&from_js::<Options>(options)?)?);
    };
    let plain = Object::assign(&Object::new(), &Object::from(options));
    let _ = Reflect::delete_property(&plain, &"base".into());
    let mut workspace = Workspace::new(&from_js::<Options>(plain.into())?)?;
    for file in Array::from(&base).iter() {
        let file = file.unchecked_into::<JsFile>();
        workspace.open(&format!("{BASE}{}", file.path()), file.content());
    }
    Ok(workspace)
}

/// The bytes of an array or buffer; a view of an array would copy it once more.
fn bytes_of(content: JsValue) -> Vec<u8> {
    content.dyn_into::<Uint8Array>().unwrap_or_else(|content| Uint8Array::new(&content)).to_vec()
}

/// An incremental session over a set of files.
#[wasm_bindgen(js_name = Workspace)]
#[derive(Debug)]
pub struct Session(Workspace);

#[wasm_bindgen(js_class = Workspace)]
impl Session {
    /// An empty workspace. Throws when the options name a profile or rule that does not exist.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
    ) -> Result<Session, JsError> {
        Ok(Session(workspace(options)?))
    }

    /// Opens a file, or replaces the content of an open one.
    pub fn open(
        &mut self,
        path: &str,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array | ArrayBuffer")] content: JsValue,
    ) {
        let bytes = content.as_string().map_or_else(|| bytes_of(content), String::into_bytes);
        self.0.open_to_change(path, bytes);
    }

    /// Closes a file; false when it was not open.
    pub fn close(&mut self, path: &str) -> bool {
        self.0.close(path)
    }

    /// Changes an open file. Offsets refer to the text before the call: UTF-16 units, or bytes with `"utf8"`.
    /// Throws, and changes nothing, when a change is out of range or overlaps another.
    pub fn change(
        &mut self,
        path: &str,
        #[wasm_bindgen(unchecked_param_type = "Change[]")] changes: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Encoding")] encoding: JsValue,
    ) -> Result<(), JsError> {
        let changes: Vec<olmkit_workspace::api::Change> = from_js(changes)?;
        Ok(self.0.change(path, &changes, from_js(encoding)?)?)
    }

    /// The text of an open file.
    pub fn text(&self, path: &str) -> Option<String> {
        self.0.text(path).map(|text| String::from_utf8_lossy(text).into_owned())
    }

    /// The bytes of an open file.
    pub fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.0.text(path).map(<[u8]>::to_vec)
    }

    /// The paths of the open files, in order.
    pub fn paths(&self) -> Vec<String> {
        self.0.paths().map(str::to_owned).collect()
    }

    /// Checks what has changed and reports on everything.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn report(&mut self) -> Result<JsValue, JsError> {
        to_js(&*self.0.report())
    }

    /// The diagnostics of `report()`.
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn diagnostics(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.0.report().diagnostics)
    }

    /// Files, packages and channels with counts.
    #[wasm_bindgen(unchecked_return_type = "Outline")]
    pub fn outline(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.0.outline())
    }

    /// The packages of `outline()`.
    #[wasm_bindgen(unchecked_return_type = "PackageSummary[]")]
    pub fn packages(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.0.outline().packages)
    }

    /// One channel with its entries; null when there is none of that name.
    #[wasm_bindgen(unchecked_return_type = "ChannelTable | null")]
    pub fn channel(&mut self, package: &str, channel: &str) -> Result<JsValue, JsError> {
        to_js(&self.0.channel(package, channel))
    }

    /// What stands at a UTF-16 offset of a file: package, channel, entry, bundle; null elsewhere.
    #[wasm_bindgen(unchecked_return_type = "At | null")]
    pub fn at(&mut self, path: &str, utf16: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.at(path, utf16))
    }

    /// The name at a UTF-16 offset of a file: what it means, and where else it stands; null where none is.
    #[wasm_bindgen(unchecked_return_type = "Symbol | null")]
    pub fn symbol(&mut self, path: &str, utf16: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.symbol(path, utf16))
    }

    /// What may be written at a UTF-16 offset of a file; null where nothing is known.
    #[wasm_bindgen(unchecked_return_type = "Completion | null")]
    pub fn complete(&mut self, path: &str, utf16: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.complete(path, utf16))
    }

    /// What is open now becomes the base: the older state that clusters may run (`versions-removed`).
    #[wasm_bindgen(js_name = keepBase)]
    pub fn keep_base(&mut self) {
        self.0.keep_base();
    }

    /// What a skipRange would admit of its channel.
    #[wasm_bindgen(unchecked_return_type = "RangeReport")]
    pub fn range(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RangeQuestion")] question: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.range(&required(&question)?))
    }

    /// The edges that a new release of a channel should have, and who gains or loses a way to the head by it. Throws
    /// when a name of the question does not exist, or the entry exists already.
    #[wasm_bindgen(unchecked_return_type = "ReleaseReport")]
    pub fn release(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ReleaseQuestion")] question: JsValue,
    ) -> Result<JsValue, JsError> {
        let question: ReleaseQuestion = required(&question)?;
        to_js(&self.0.release(&question).map_err(|reason| JsError::new(&reason))?)
    }

    /// Packages, channels and entries whose name fits all words of the query, best first.
    #[wasm_bindgen(unchecked_return_type = "Found[]")]
    pub fn search(&mut self, query: &str, limit: usize) -> Result<JsValue, JsError> {
        to_js(&self.0.search(query, limit))
    }

    /// Turns an intention into the smallest text edits. Nothing is applied; give the edits to `change`.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn plan(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Intention")] intention: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.plan(&required::<Intention>(&intention)?))
    }

    /// Turns an intention into the smallest text edits and makes them. Undo is the caller's.
    #[wasm_bindgen(unchecked_return_type = "Plan")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Intention")] intention: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.apply(&required::<Intention>(&intention)?))
    }

    /// The versions that cannot reach the head of their channel, why, and the fix.
    #[wasm_bindgen(unchecked_return_type = "StrandedReport")]
    pub fn stranded(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "StrandedQuestion")] question: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.stranded(&from_js(question)?))
    }

    /// Where the upgrades of one installed version lead. Throws when a name of the question does not exist.
    #[wasm_bindgen(unchecked_return_type = "PathReport")]
    pub fn path(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "PathQuestion")] question: JsValue,
    ) -> Result<JsValue, JsError> {
        let question: PathQuestion = required(&question)?;
        to_js(&self.0.path(&question).map_err(|reason| JsError::new(&reason))?)
    }

    /// What changed since the given files, in meaning. Places are those of this workspace.
    #[wasm_bindgen(unchecked_return_type = "DiffReport")]
    pub fn diff(&mut self, old: Vec<JsFile>) -> Result<JsValue, JsError> {
        let mut before = Workspace::new(&Options::default())?;
        for file in old {
            before.open(&file.path(), file.content());
        }
        to_js(&self.0.diff(&mut before))
    }

    /// Channels as graphs, laid out.
    #[wasm_bindgen(unchecked_return_type = "GraphReport")]
    pub fn graph(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "GraphQuestion")] question: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.graph(&from_js(question)?))
    }

    /// Channels as Mermaid (as opm draws them), Graphviz or SVG text. Throws where opm draws nothing either.
    pub fn draw(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "GraphQuestion")] question: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Drawing")] drawing: JsValue,
    ) -> Result<String, JsError> {
        let (text, _) = self.0.draw(&from_js(question)?, from_js(drawing)?).map_err(|reason| JsError::new(&reason))?;
        Ok(text)
    }
}

/// Checks files as one catalog. Never throws on a bad catalog, only on bad options.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub fn validate(
    files: Vec<JsFile>,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsError> {
    let mut workspace = workspace(options)?;
    for file in files {
        workspace.open(&file.path(), file.content());
    }
    to_js(&*workspace.report())
}

/// Version of olmkit.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
