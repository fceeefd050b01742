//! The files of a bundle as JavaScript values.

use js_sys::{Array, Object, Reflect, Uint8Array};
use olmkit_js::{ErrorCode, File, Files, Folder, argument, error};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const BUNDLE: &str = r"
/** The files of a bundle, with paths relative to its root; or the bytes of an archive: zip, tar, tar.gz, tar.zst, or an image archive. */
export type BundleInput = OlmFile[] | Uint8Array | ArrayBuffer;
";

/// Returns paths and contents.
pub(crate) fn pairs(Folder(files): Folder) -> Vec<(String, Vec<u8>)> {
    files.into_iter().map(|File { path, bytes }| (path, bytes)).collect()
}

/// Reads the files of a bundle, with paths relative to the bundle's root.
pub(crate) fn read_bundle(name: &'static str, input: &JsValue) -> Result<Vec<(String, Vec<u8>)>, JsValue> {
    match argument(name, input)? {
        Files::Files(files) => Ok(pairs(files)),
        Files::Archive(bytes) => {
            let found = olmkit_cli::unpack_bundle(&bytes, None);
            found.map(|(_, files)| files).map_err(|reason| error(ErrorCode::InvalidArchive, &reason.to_string()))
        }
    }
}

/// The contents of a file before and after a change.
#[derive(Deserialize)]
struct ChangedFile {
    path: String,
    before: String,
    after: String,
}

/// Formats changes of files `{ path, before, after }` as a patch for `git apply`. @internal
#[wasm_bindgen]
pub fn patch(
    #[wasm_bindgen(unchecked_param_type = "{ path: string; before: string; after: string }[]")] files: JsValue,
) -> Result<String, JsValue> {
    let files: Vec<ChangedFile> = argument("files", &files)?;
    Ok(files.iter().map(|file| olmkit_cli::unified(&file.path, &file.before, &file.after)).collect())
}

/// Converts files to JavaScript values.
pub(crate) fn give(files: &[(String, Vec<u8>)]) -> Array {
    let file = |(path, content): &(String, Vec<u8>)| {
        let file = Object::new();
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&file, &"path".into(), &path.as_str().into());
        let _ = Reflect::set(&file, &"bytes".into(), &Uint8Array::from(content.as_slice()));
        file
    };
    files.iter().map(file).collect()
}
