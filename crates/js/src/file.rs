//! Files as JavaScript passes them.

use std::fmt;

use olmkit_api::ReadError;
use olmkit_collections::HashSet;
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const FILE: &str = r"
/**
 * A file: its path and its content. The path is relative and separated by `/`; `./a` and `a//b` are the same as `a` and
 * `a/b`. A path that is empty, is absolute, or contains `..` or `\\` is an `INVALID_ARGUMENT`, because it could be
 * another name of a file, or not be recognized as `.indexignore` or `metadata/annotations.yaml`. The same path twice in
 * a list is an `INVALID_ARGUMENT` too.
 */
export type OlmFile = { path: string; text: string } | { path: string; bytes: Uint8Array | ArrayBuffer };
/** A file of a catalog. `unreadable`: the reason why an existing file cannot be read. opm rejects such a catalog. */
export type CatalogFile = OlmFile | { path: string; unreadable: string };
";

/// A file with its path and content.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Keys")]
pub struct File {
    /// The path.
    pub path: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A file of a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Keys")]
pub struct CatalogFile {
    /// The path.
    pub path: String,
    /// The content, or the reason why it cannot be read.
    pub content: Result<Vec<u8>, ReadError>,
}

/// The path of a file, relative and with `/`, without empty parts and `.`. A `/` at the end means a directory.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Path(pub String);

impl TryFrom<String> for Path {
    type Error = &'static str;

    fn try_from(path: String) -> Result<Self, Self::Error> {
        let mut normal = String::new();
        let mut is_relative = !path.starts_with('/') && !path.contains('\\');
        for part in path.split('/') {
            is_relative &= part != "..";
            if !matches!(part, "" | ".") {
                if !normal.is_empty() {
                    normal.push('/');
                }
                normal.push_str(part);
            }
        }
        if normal.is_empty() || !is_relative {
            return Err("must be a relative path with `/`, and without `..`");
        }
        if path.ends_with('/') {
            normal.push('/');
        }
        Ok(Path(normal))
    }
}

/// The keys of a file. One of `text`, `bytes` and `unreadable` is required.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    path: Path,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    bytes: Option<Bytes>,
    #[serde(default)]
    unreadable: Option<String>,
}

impl TryFrom<Keys> for CatalogFile {
    type Error = &'static str;

    fn try_from(Keys { path: Path(path), text, bytes, unreadable }: Keys) -> Result<Self, Self::Error> {
        let content = match (text, bytes, unreadable) {
            (Some(text), None, None) => Ok(text.into_bytes()),
            (None, Some(Bytes(bytes)), None) => Ok(bytes),
            (None, None, Some(reason)) => Err(ReadError(reason)),
            (None, None, None) => return Err("has neither `text` nor `bytes`"),
            (Some(_), Some(_), None) => return Err("has both `text` and `bytes`"),
            (_, _, Some(_)) => return Err("has content beside `unreadable`"),
        };
        Ok(CatalogFile { path, content })
    }
}

impl TryFrom<Keys> for File {
    type Error = &'static str;

    fn try_from(keys: Keys) -> Result<Self, Self::Error> {
        let CatalogFile { path, content } = keys.try_into()?;
        let bytes = content.map_err(|_| "is unreadable, which only a file of a catalog can be")?;
        Ok(File { path, bytes })
    }
}

/// Bytes: a `Uint8Array` (including `Buffer`), another view, or an `ArrayBuffer`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(ContentVisitor).map(|content| Bytes(content.0))
    }
}

/// The content of a file: a string or bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content(pub Vec<u8>);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// The files of a folder, with unique paths. With a duplicate path, a result about one of the two files would look like
/// a result about both.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<F>", bound(deserialize = "F: Deserialize<'de> + HasPath"))]
pub struct Folder<F = File>(pub Vec<F>);

impl<F> Default for Folder<F> {
    fn default() -> Self {
        Folder(Vec::new())
    }
}

/// A value with a path.
pub trait HasPath {
    /// The path, relative to the folder.
    fn path(&self) -> &str;
}

impl HasPath for File {
    fn path(&self) -> &str {
        &self.path
    }
}

impl HasPath for CatalogFile {
    fn path(&self) -> &str {
        &self.path
    }
}

impl<F: HasPath> TryFrom<Vec<F>> for Folder<F> {
    type Error = String;

    fn try_from(files: Vec<F>) -> Result<Self, Self::Error> {
        let mut paths = HashSet::default();
        match files.iter().find(|file| !paths.insert(file.path())) {
            Some(file) => Err(format!("has the path `{}` twice", file.path())),
            None => Ok(Folder(files)),
        }
    }
}

/// The files of a bundle, or the bytes of an archive of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Files {
    /// Files, with paths relative to the root.
    Files(Folder),
    /// An archive.
    Archive(Vec<u8>),
}

impl<'de> Deserialize<'de> for Files {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FilesVisitor)
    }
}

struct FilesVisitor;

impl<'de> Visitor<'de> for FilesVisitor {
    type Value = Files;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of files, a Uint8Array or an ArrayBuffer")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, files: A) -> Result<Files, A::Error> {
        Folder::deserialize(SeqAccessDeserializer::new(files)).map(Files::Files)
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Files, E> {
        Ok(Files::Archive(bytes))
    }
}

struct ContentVisitor;

impl Visitor<'_> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a Uint8Array or an ArrayBuffer")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Content, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Content, E> {
        Ok(Content(text.into_bytes()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Content, E> {
        Ok(Content(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn paths_are_not_empty_and_have_one_spelling() {
        for (given, expected) in [
            ("x", "x"),
            ("./x", "x"),
            ("././.indexignore", ".indexignore"),
            ("a/./b", "a/b"),
            ("a//b", "a/b"),
            ("..a/b..", "..a/b.."),
            ("tests//", "tests/"),
        ] {
            assert_eq!(Path::try_from(given.to_owned()), Ok(Path(expected.to_owned())));
        }
        for given in
            ["", "./", "././", "/", "//", "/a", "//a.yaml", "///a", "//../a", "..", "../a", "a/../b", "a\\b", "C:\\a"]
        {
            assert!(Path::try_from(given.to_owned()).is_err(), "{given:?}");
        }
    }
}
