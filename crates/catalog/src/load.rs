//! Loads a tree of files: selects the files that opm reads, and decodes their documents.

use std::sync::Arc;

use olmkit_api::ReadError;
use olmkit_collections::order;
use olmkit_diagnostics::TextRange;
use olmkit_yaml::{Document, Format, NodeRef, Reader};

use crate::decode::{decode, meta_error, restore_json_error};
use crate::facts::{Body, Facts};
use crate::ignore::{FILE_NAME, Ignore, LineTooLong};
use crate::loaded::{LoadedDocument, LoadedFile};

/// A file of a catalog.
#[derive(Debug, Clone, Copy)]
pub struct Input<'i> {
    /// The path relative to the catalog's root, with `/`.
    pub path: &'i str,
    /// The content, or the error of reading it.
    pub content: Result<&'i [u8], &'i ReadError>,
}

/// A file of ignore patterns has a line of 64 KiB or more. opm then does not apply any patterns.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {TOO_LONG}")]
pub struct UnreadableIgnoreFile {
    /// The path of the file.
    pub path: String,
}

impl UnreadableIgnoreFile {
    /// The error of the file with this path, if it is this file.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<ReadError> {
        (self.path == path).then(|| ReadError(TOO_LONG.to_owned()))
    }
}

/// The message of opm for an `.indexignore` file with a line of 64 KiB or more.
const TOO_LONG: &str = "bufio.Scanner: token too long";

/// Returns the ignore patterns of a tree, collected in walk order.
///
/// # Errors
/// When a file of patterns cannot be read.
pub fn ignore_of<'i>(inputs: impl Iterator<Item = Input<'i>>) -> Result<Ignore, UnreadableIgnoreFile> {
    let mut files: Vec<Input<'_>> = inputs.filter(|input| is_ignore_file(input.path)).collect();
    order::sort_by(&mut files, |a, b| walk_order(a.path, b.path));
    let mut ignore = Ignore::default();
    for file in files {
        if let Ok(text) = file.content {
            ignore.add(file.path, text).map_err(|LineTooLong| UnreadableIgnoreFile { path: file.path.to_owned() })?;
        }
    }
    Ok(ignore)
}

/// Whether a file contains ignore patterns.
#[must_use]
pub fn is_ignore_file(path: &str) -> bool {
    path.rsplit('/').next() == Some(FILE_NAME)
}

/// The order in which Go's `WalkDir` visits files: segment by segment.
#[must_use]
pub fn walk_order(a: &str, b: &str) -> std::cmp::Ordering {
    a.split('/').cmp(b.split('/'))
}

/// Loads a tree. The result is in walk order.
#[must_use]
pub fn load(inputs: &[Input<'_>]) -> Vec<LoadedFile> {
    let ignore = ignore_of(inputs.iter().copied());
    let mut files: Vec<LoadedFile> = inputs.iter().map(|input| load_file(*input, ignore.as_ref())).collect();
    order::sort_by(&mut files, |a, b| walk_order(&a.path, &b.path));
    files
}

fn load_file(input: Input<'_>, ignore: Result<&Ignore, &UnreadableIgnoreFile>) -> LoadedFile {
    let mut file = LoadedFile { path: input.path.to_owned(), ..LoadedFile::default() };
    file.problem = ignore.err().and_then(|error| error.at(input.path));
    file.ignored = is_ignore_file(input.path) || ignore.is_ok_and(|ignore| ignore.is_ignored(input.path));
    if file.ignored {
        return file;
    }
    match input.content {
        Ok(bytes) => file.documents = documents(bytes),
        Err(problem) => file.problem = Some(problem.clone()),
    }
    file
}

/// Decodes the documents of a file.
#[must_use]
pub fn documents(bytes: &[u8]) -> Vec<LoadedDocument> {
    documents_of(Reader::new(bytes))
}

/// Decodes the remaining documents of a file, or of a part of it.
#[must_use]
pub fn documents_of(mut reader: Reader<'_>) -> Vec<LoadedDocument> {
    let mut found = Vec::new();
    while let Some(document) = reader.next_document() {
        if document.format == Format::Json
            && document.error.is_none()
            && reader.can_fall_back()
            && let Some(error) = meta_error(&document)
        {
            reader.fall_back(error);
            continue;
        }
        let range = TextRange::at(
            document.offset,
            olmkit_yaml::TextSize::new(u32::try_from(document.text.len()).unwrap_or(u32::MAX)),
        );
        let mut facts = decode(&document);
        if let Some(error) = reader.fallback_error() {
            restore_json_error(error, &mut facts);
        }
        let notes_repeated = has_typed_metadata(&document, &facts);
        found.push(LoadedDocument { range, format: document.format, facts: Arc::new(facts) });
        reader.reuse(document, notes_repeated);
    }
    found
}

/// Whether the next document does not need to check again what it repeats of the `olm.csv.metadata` in this one.
/// A document with two spellings of `properties` is broken (`meta-duplicate-folded-keys`): only one of the lists was
/// checked.
fn has_typed_metadata(document: &Document<'_>, facts: &Facts) -> bool {
    let has_each_key_once = document.root().is_some_and(NodeRef::is_in_order);
    let is_typed = matches!(&facts.body, Body::Bundle(bundle) if bundle.has_typed_metadata);
    is_typed && has_each_key_once && !facts.is_broken()
}
