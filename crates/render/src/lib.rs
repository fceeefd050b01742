//! Catalogs written as opm writes them.
//!
//! opm holds a catalog as typed documents, and writes them package by package, in JSON or YAML of its own shape. A
//! [`Rendering`] takes the documents of one or more catalogs; what it writes is opm's, byte for byte.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod append;
mod dockerfile;
mod document;
pub mod index;
mod init;
mod json;
mod list;
mod migrate;
pub mod mirror;
mod template;
mod typed;
mod yaml;

use olmkit_catalog::LoadedFile;
use olmkit_collections::order;
use olmkit_gostd::{go_quote, sort_slice};
use olmkit_yaml::read_document;

pub use append::append;
pub use dockerfile::{CatalogImage, DockerfileError, LabelError, dockerfile, parse_labels};
use document::{Document, read_json};
pub use init::{InitError, Package, init};
pub use list::{Listing, Table, UnknownPackage, list};
pub use migrate::{Level, UnknownLevel};
pub use template::{Bundles, RenderedBundle, Template, TemplateError, TemplateKind, convert};
pub use yaml::NotWritable;

/// How documents are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Output {
    /// Indented by four, documents on lines of their own.
    #[default]
    Json,
    /// A document a line; opm reads it, and does not write it.
    JsonLines,
    /// Keys sorted, `---` before every document.
    Yaml,
}

impl Output {
    /// The ending of a file.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Output::Json => "json",
            Output::JsonLines => "jsonl",
            Output::Yaml => "yaml",
        }
    }

    fn write(self, document: &str, out: &mut String) -> Result<(), NotWritable> {
        match self {
            Output::Json => json::write(document, out),
            Output::JsonLines => out.extend([document, "\n"]),
            Output::Yaml => return yaml::write(document, out),
        }
        Ok(())
    }
}

/// A value of JSON as opm writes it in YAML where it is not a document of a catalog: without `---`.
///
/// # Errors
/// YAML cannot hold it as opm writes it.
pub fn yaml_of(json: &str) -> Result<String, NotWritable> {
    let mut out = String::new();
    yaml::write(json, &mut out)?;
    Ok(out.strip_prefix("---\n").map(str::to_owned).unwrap_or_default())
}

/// Why a catalog cannot be rendered: opm does not load it. Displays as opm's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotLoaded {
    /// The file.
    pub path: String,
    /// opm's text.
    pub message: String,
}

/// Documents to write.
#[derive(Debug, Default)]
pub struct Rendering {
    documents: Vec<Document>,
}

impl Rendering {
    /// Adds a catalog, as `opm render` reads it: metadata properties come last, related images sorted.
    ///
    /// # Errors
    /// The first document that opm does not load.
    pub fn add(&mut self, files: &[LoadedFile], texts: &[&[u8]]) -> Result<(), NotLoaded> {
        self.read(files, texts, true)
    }

    /// Adds a catalog as it is loaded, without the changes that `opm render` makes.
    ///
    /// # Errors
    /// The first document that opm does not load.
    pub fn add_loaded(&mut self, files: &[LoadedFile], texts: &[&[u8]]) -> Result<(), NotLoaded> {
        self.read(files, texts, false)
    }

    fn read(&mut self, files: &[LoadedFile], texts: &[&[u8]], rendered: bool) -> Result<(), NotLoaded> {
        for (file, text) in files.iter().zip(texts).filter(|(file, _)| !file.ignored) {
            check(file)?;
            for loaded in &file.documents {
                let range = usize::from(loaded.range.start())..usize::from(loaded.range.end());
                let document = read_document(text.get(range).unwrap_or_default(), loaded.format);
                let Some(root) = document.root() else { continue };
                let schema = loaded.facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
                let (package, name) = (loaded.facts.package_name(), loaded.facts.own_name());
                let json = typed::json(schema, root, rendered);
                self.push(Document::new(schema, package, name, json));
            }
        }
        Ok(())
    }

    /// Adds a document of JSON, such as that of a rendered bundle. Nothing happens when it is empty.
    pub fn add_document(&mut self, json: &str) {
        if let Some(document) = Document::read(json) {
            self.push(document);
        }
    }

    fn push(&mut self, document: Document) {
        self.documents.push(document);
    }

    /// The bundles in the order in which they are written: package, name and compact JSON.
    pub fn bundles(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.sorted().into_iter().filter_map(|document| match &document.place {
            document::Place::Bundle(name) => Some((document.package.as_str(), name.as_str(), document.json.as_str())),
            _ => None,
        })
    }

    /// The number of documents that are written.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sorted().len()
    }

    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Everything, package by package; what belongs to no package comes last, in load order.
    ///
    /// # Errors
    /// A document that opm does not write as YAML.
    pub fn write(&self, output: Output) -> Result<String, NotWritable> {
        let mut out = String::new();
        for document in self.sorted() {
            output.write(&document.json, &mut out)?;
        }
        Ok(out)
    }

    /// The files that `opm migrate` makes: path and text. One for each package, one for what belongs to none.
    ///
    /// # Errors
    /// When the name of a package leads out of the directory, or a document cannot be written as YAML.
    pub fn files(&self, output: Output) -> Result<Vec<(String, String)>, FilesError> {
        let mut files: Vec<(String, String)> = Vec::new();
        let mut last: Option<&str> = None;
        for document in self.sorted() {
            if last != Some(&document.package) {
                if !is_local(&document.package) {
                    return Err(FilesError::NotLocal(document.package.clone()));
                }
                let folder = if document.package.is_empty() { String::new() } else { format!("{}/", document.package) };
                files.push((format!("{folder}catalog.{}", output.extension()), String::new()));
                last = Some(&document.package);
            }
            if let Some((_, text)) = files.last_mut() {
                output.write(&document.json, text)?;
            }
        }
        Ok(files)
    }

    /// Every document in load order, a document a line, also those that opm does not write.
    #[must_use]
    pub fn in_load_order(&self) -> String {
        self.documents.iter().flat_map(|document| [document.json.as_str(), "\n"]).collect()
    }

    /// What is written, in order. opm loses documents of known schemas that belong to no package.
    fn sorted(&self) -> Vec<&Document> {
        let mut sorted: Vec<&Document> = self.documents.iter().filter(|document| !document.is_lost()).collect();
        order::sort_by(&mut sorted, |a, b| a.group().cmp(&b.group()));
        for group in sorted.chunk_by_mut(|a, b| a.group() == b.group()) {
            // Documents of one name are where the sort of Go leaves them.
            sort_slice(group, |a, b| a.place.name() < b.place.name());
        }
        sorted
    }
}

/// Why there are no files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilesError {
    /// A package whose name leads out of the directory.
    #[error("package name {} is not a local path", go_quote(.0))]
    NotLocal(String),
    /// A document that YAML cannot hold.
    #[error(transparent)]
    NotWritable(#[from] NotWritable),
}

/// The first problem that keeps opm from loading a file.
fn check(file: &LoadedFile) -> Result<(), NotLoaded> {
    let documents = file.documents.iter().filter_map(|document| document.facts.refusal()?.opm.as_deref());
    let mut problems = file.problem.as_deref().into_iter().chain(documents);
    let fail = |message: &str| NotLoaded { path: file.path.clone(), message: message.to_owned() };
    problems.next().map_or(Ok(()), |message| Err(fail(message)))
}

/// A path that stays below its directory, as Go's `filepath.IsLocal` decides; nothing is local, too.
fn is_local(path: &str) -> bool {
    if path.starts_with('/') {
        return false;
    }
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return false,
            },
            _ => depth = depth.saturating_add(1),
        }
    }
    true
}
