//! Converts the sqlite databases of older index images to file-based catalogs. Native only.
//!
//! opm migrates a database in place when it reads it. [`read`] reads a copy in memory, of any schema version, and
//! returns the result of opm's conversion.

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
    /// opm's error if it does not render the catalog.
    pub rejected: Option<String>,
    /// opm's error if it cannot migrate the database.
    pub unmigrated: Option<&'static str>,
    /// Messages for the user about differences from opm's behavior.
    pub notes: Vec<String>,
}

/// Why a database cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The content cannot be read as a database, or is not the database of an index.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// opm's conversion fails.
    #[error(transparent)]
    Conversion(#[from] ConversionError),
}

/// Converts a database. `content` is not modified.
///
/// # Errors
/// Returns an error if the content is not the database of an index. Returns opm's error if its conversion fails.
pub fn read(content: &[u8]) -> Result<Converted, DatabaseError> {
    let mut database = tables::read(content)?;
    let unmigrated = migrate::refusal(&database);
    let notes = migrate::migrate(&mut database);
    let converted = convert::convert(&database)?;
    let documents = documents::documents(&converted);
    let rejected = documents::model_error(&converted).or_else(|| verdict(&documents));
    Ok(Converted { files: files(&documents), rejected, unmigrated, notes })
}

/// opm's error if it rejects a catalog.
fn verdict(documents: &[String]) -> Option<String> {
    let text = documents.join("\n");
    let files = load(&[Input { path: "catalog.json", content: Ok(text.as_bytes()) }]);
    let verdict =
        check(&Catalog::new(&files), &CheckOptions { findings_only: true, ..CheckOptions::default() }).verdict;
    (!verdict.accepted).then(|| verdict.message.trim_end().to_owned())
}

/// One file for each package, as opm writes them. If the name of a package is not a local path, a single file.
fn files(documents: &[String]) -> Vec<(String, Vec<u8>)> {
    let mut rendering = Rendering::default();
    documents.iter().for_each(|document| rendering.add_document(document));
    let files = rendering
        .files(Output::Json)
        .unwrap_or_else(|_| vec![("catalog.json".to_owned(), rendering.write(Output::Json).unwrap_or_default())]);
    files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}
