//! Catalogs in the sqlite databases of older index images, read into file-based catalogs. Native only.
//!
//! opm migrates a database in place when it reads it. This crate reads a copy in memory, of any schema version, and gives
//! what opm's conversion gives: [`read`].

mod convert;
mod documents;
mod edges;
mod error;
mod json;
mod migrate;
mod properties;
mod tables;

use olmkit_catalog::{Catalog, CheckOptions, Input, check, load};
use olmkit_render::{Output, Rendering};

pub use error::{BundleError, ConversionError, EntryError, IconError};
pub use tables::TableError;

/// A converted database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// The catalog: path and content of each file.
    pub files: Vec<(String, Vec<u8>)>,
    /// Why opm does not render the catalog, as its text, if it does not.
    pub rejected: Option<String>,
    /// What was done beyond what opm does, as messages for the user.
    pub notes: Vec<String>,
}

/// Why a database cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// It cannot be read at all, or is not the database of an index.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// opm's conversion fails.
    #[error(transparent)]
    Conversion(#[from] ConversionError),
}

/// Converts a database. The content is only read.
///
/// # Errors
/// When it is not the database of an index, or opm's conversion fails; with opm's text then.
pub fn read(content: &[u8]) -> Result<Converted, DatabaseError> {
    let mut database = tables::read(content)?;
    let notes = migrate::migrate(&mut database);
    let converted = convert::convert(&database)?;
    let documents = documents::documents(&converted);
    let rejected = documents::model_error(&converted).or_else(|| verdict(&documents));
    Ok(Converted { files: files(&documents), rejected, notes })
}

/// The text with which opm rejects a catalog.
fn verdict(documents: &[String]) -> Option<String> {
    let text = documents.join("\n");
    let files = load(&[Input { path: "catalog.json", content: Ok(text.as_bytes()) }]);
    let verdict =
        check(&Catalog::new(&files), &CheckOptions { findings_only: true, ..CheckOptions::default() }).verdict;
    (!verdict.accepted).then(|| verdict.message.trim_end().to_owned())
}

/// A file for each package, as opm writes it; one for all where the name of a package is not a path.
fn files(documents: &[String]) -> Vec<(String, Vec<u8>)> {
    let mut rendering = Rendering::default();
    documents.iter().for_each(|document| rendering.add_document(document));
    let files = rendering
        .files(Output::Json)
        .unwrap_or_else(|_| vec![("catalog.json".to_owned(), rendering.write(Output::Json).unwrap_or_default())]);
    files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}
