//! `olmkit/catalog`: the files of the catalog that contains a document.

use lsp_types::Uri;
use olmkit_collections::SortedSet;
use olmkit_workspace::api::DocumentCatalog;
use serde::Deserialize;

use super::error::RequestError;
use super::place::{is_untitled, path_of, uri_of};
use super::session::Session;
use crate::paths::join;

#[derive(Debug, Deserialize)]
pub(super) struct CatalogParams {
    uri: Uri,
}

/// The root folder, and every file that the findings of the catalog depend on. An unsaved document has no root.
pub(super) fn catalog(session: &mut Session, params: &CatalogParams) -> Result<DocumentCatalog, RequestError> {
    let path = path_of(&params.uri).unwrap_or_default();
    let closed = || RequestError::NotOpen(params.uri.as_str().to_owned());
    let root = session.root(&path).ok_or_else(closed)?;
    let open = session.catalogs.get(&root).ok_or_else(closed)?;
    let own = open.loaded.workspace.paths().map(|file| join(&root, file));
    let paths: SortedSet<String> = own.chain(open.configuration.iter().cloned()).collect();
    let text = |uri: Uri| uri.as_str().to_owned();
    let files = paths.iter().filter_map(|path| session.uri(path)).map(text).collect();
    Ok(DocumentCatalog { root: uri_of(&root).filter(|_| !is_untitled(&root)).map(text), files })
}
