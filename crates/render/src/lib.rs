//! Writes catalogs as opm does.
//!
//! opm decodes a catalog to typed documents, and writes them package by package in its own JSON or YAML format. A
//! [`Rendering`] collects the documents of one or more catalogs. Its output equals opm's, byte for byte.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod append;
mod dockerfile;
mod document;
mod explanation;
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
use olmkit_gostd::{go_quote, is_local, sort_slice};
use olmkit_text::slice;
use olmkit_yaml::read_document;

pub use append::append;
pub use dockerfile::{CatalogImage, DockerfileError, LabelError, dockerfile, parse_labels};
use document::{Document, read_json};
pub use explanation::Explanation;
pub use init::{InitError, Package, init};
pub use list::{Listing, Table, UnknownPackage, list};
pub use migrate::{Level, UnknownLevel};
pub use template::{Bundles, RenderedBundle, Template, TemplateError, TemplateKind, convert};
pub use yaml::NotWritable;

/// Output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Output {
    /// JSON with an indent of four spaces. Each document starts on a new line.
    #[default]
    Json,
    /// JSON with one document per line. opm reads this format, but does not write it.
    JsonLines,
    /// YAML with sorted keys, and `---` before every document.
    Yaml,
}

impl Output {
    /// Returns the file extension, without a dot.
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

/// Formats a JSON value as YAML as opm does outside of catalogs: without `---`.
///
/// # Errors
/// Returns an error if opm cannot write the value as YAML.
pub fn yaml_of(json: &str) -> Result<String, NotWritable> {
    let mut out = String::new();
    yaml::write(json, &mut out)?;
    Ok(out.strip_prefix("---\n").map(str::to_owned).unwrap_or_default())
}

/// opm cannot load a catalog. Displays opm's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotLoaded {
    /// The path of the file.
    pub path: String,
    /// opm's message.
    pub message: String,
}

/// A list of documents to write.
#[derive(Debug, Default)]
pub struct Rendering {
    documents: Vec<Document>,
}

impl Rendering {
    /// Adds a catalog as `opm render` does: properties with metadata are moved to the end, and related images are
    /// sorted.
    ///
    /// # Errors
    /// Returns an error for the first document that opm cannot load.
    pub fn add(&mut self, files: &[LoadedFile], texts: &[&[u8]]) -> Result<(), NotLoaded> {
        self.read(files, texts, true)
    }

    /// Adds a catalog as loaded, without the changes of `opm render`.
    ///
    /// # Errors
    /// Returns an error for the first document that opm cannot load.
    pub fn add_loaded(&mut self, files: &[LoadedFile], texts: &[&[u8]]) -> Result<(), NotLoaded> {
        self.read(files, texts, false)
    }

    fn read(&mut self, files: &[LoadedFile], texts: &[&[u8]], rendered: bool) -> Result<(), NotLoaded> {
        for (file, text) in files.iter().zip(texts).filter(|(file, _)| !file.ignored) {
            check(file)?;
            for loaded in &file.documents {
                let document = read_document(slice(text, loaded.range).unwrap_or_default(), loaded.format);
                let Some(root) = document.root() else { continue };
                let schema = loaded.facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
                let (package, name) = (loaded.facts.package_name(), loaded.facts.own_name());
                let json = typed::json(schema, root, rendered);
                self.push(Document::new(schema, package, name, json));
            }
        }
        Ok(())
    }

    /// Adds a JSON document, such as a rendered bundle. Does nothing if `json` is empty.
    pub fn add_document(&mut self, json: &str) {
        if let Some(document) = Document::read(json) {
            self.push(document);
        }
    }

    fn push(&mut self, document: Document) {
        self.documents.push(document);
    }

    /// Returns package, name and compact JSON of the bundles in output order.
    pub fn bundles(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.sorted().into_iter().filter_map(|document| match &document.place {
            document::Place::Bundle(name) => Some((document.package.as_str(), name.as_str(), document.json.as_str())),
            _ => None,
        })
    }

    /// Returns the number of documents in the output.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sorted().len()
    }

    /// Whether the output is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the output, sorted by package. Documents without a package come last, in load order.
    ///
    /// # Errors
    /// Returns an error if opm cannot write a document as YAML.
    pub fn write(&self, output: Output) -> Result<String, NotWritable> {
        let mut out = String::new();
        for document in self.sorted() {
            output.write(&document.json, &mut out)?;
        }
        Ok(out)
    }

    /// Returns the files that `opm migrate` creates: path and content. Each package has one file, and so do the
    /// documents without a package.
    ///
    /// # Errors
    /// Returns an error if the name of a package leads out of the directory, or a document cannot be written as YAML.
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

    /// Returns every document in load order as JSON Lines, including documents that opm drops.
    #[must_use]
    pub fn in_load_order(&self) -> String {
        self.documents.iter().flat_map(|document| [document.json.as_str(), "\n"]).collect()
    }

    /// The documents of the output in order. opm drops documents of known schemas without a package.
    fn sorted(&self) -> Vec<&Document> {
        let mut sorted: Vec<&Document> = self.documents.iter().filter(|document| !document.is_lost()).collect();
        order::sort_by(&mut sorted, |a, b| a.group().cmp(&b.group()));
        for group in sorted.chunk_by_mut(|a, b| a.group() == b.group()) {
            // Go's sort is not stable. Documents with equal names are in the same order as in Go.
            sort_slice(group, |a, b| a.place.name() < b.place.name());
        }
        sorted
    }
}

/// Why no files can be created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilesError {
    /// The name of a package leads out of the directory.
    #[error("package name {} is not a local path", go_quote(.0))]
    NotLocal(String),
    /// A document cannot be written as YAML.
    #[error(transparent)]
    NotWritable(#[from] NotWritable),
}

/// Returns the first problem that prevents opm from loading a file.
fn check(file: &LoadedFile) -> Result<(), NotLoaded> {
    let documents = file.documents.iter().filter_map(|document| document.facts.refusal()?.opm.as_deref());
    let mut problems = file.problem.as_ref().map(|problem| problem.0.as_str()).into_iter().chain(documents);
    let fail = |message: &str| NotLoaded { path: file.path.clone(), message: message.to_owned() };
    problems.next().map_or(Ok(()), |message| Err(fail(message)))
}
