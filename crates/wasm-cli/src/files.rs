//! Files as JavaScript gives them.

use js_sys::{Array, ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const BUNDLE: &str = r"
/** The files of a bundle, by path below its root; or the bytes of one archive of it: zip, tar, tar.gz, tar.zst, or an image archive. */
export type BundleInput = ({ path: string; text: string } | { path: string; bytes: Uint8Array | ArrayBuffer })[] | Uint8Array | ArrayBuffer;
";

#[wasm_bindgen]
extern "C" {
    /// A bundle.
    #[wasm_bindgen(typescript_type = "BundleInput")]
    pub type BundleInput;

    type JsFile;
    #[wasm_bindgen(method, getter)]
    fn path(this: &JsFile) -> String;
    #[wasm_bindgen(method, getter)]
    fn text(this: &JsFile) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn bytes(this: &JsFile) -> JsValue;
}

/// Paths and contents of a list of files.
pub(crate) fn read_list(list: &Array) -> Vec<(String, Vec<u8>)> {
    let file = |file: JsValue| {
        let file: JsFile = file.unchecked_into();
        let content = file.text().map_or_else(|| Uint8Array::new(&file.bytes()).to_vec(), String::into_bytes);
        (file.path(), content)
    };
    list.iter().map(file).collect()
}

/// The files of a bundle, with paths below its root.
pub(crate) fn read_bundle(input: BundleInput) -> Result<Vec<(String, Vec<u8>)>, JsError> {
    let input = JsValue::from(input);
    if input.is_instance_of::<Uint8Array>() || input.is_instance_of::<ArrayBuffer>() {
        let found = olmkit_cli::unpack_bundle(&Uint8Array::new(&input).to_vec());
        return found.map(|(_, files)| files).map_err(|reason| JsError::new(&reason));
    }
    match input.dyn_ref::<Array>() {
        Some(list) => Ok(read_list(list)),
        None => Err(JsError::new("a bundle is a list of files, or the bytes of an archive")),
    }
}

/// Files for JavaScript.
pub(crate) fn give(files: &[(String, Vec<u8>)]) -> Array {
    let file = |(path, content): &(String, Vec<u8>)| {
        let file = js_sys::Object::new();
        // Setting a property of a new object cannot fail.
        let _ = js_sys::Reflect::set(&file, &"path".into(), &path.as_str().into());
        let _ = js_sys::Reflect::set(&file, &"bytes".into(), &Uint8Array::from(content.as_slice()));
        file
    };
    files.iter().map(file).collect()
}
