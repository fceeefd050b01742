//! Catalogs given as files.

use olmkit_api::TextMap;

use olmkit_catalog::{Catalog, Input, load};

use crate::universe::{Source, Universe};

/// A catalog with the contents of its files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogFiles {
    /// The name of the catalog.
    pub name: String,
    /// The priority of the catalog. Higher values are preferred.
    pub priority: i64,
    /// The labels of the catalog, used by OLM v1.
    pub labels: TextMap,
    /// Files: path relative to the catalog's root, and content.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Loads catalogs and calls `query` with a universe of all of them.
pub fn with_files<R>(catalogs: &[CatalogFiles], query: impl FnOnce(&Universe<'_>) -> R) -> R {
    let mut loaded = Vec::with_capacity(catalogs.len());
    for catalog in catalogs {
        // If a path occurs more than once, the last content counts, as in a workspace.
        let mut files: Vec<&(String, Vec<u8>)> = Vec::with_capacity(catalog.files.len());
        let mut at = olmkit_collections::HashMap::default();
        for file in &catalog.files {
            match at.get(&file.0).and_then(|at: &usize| files.get_mut(*at)) {
                Some(slot) => *slot = file,
                None => {
                    at.insert(&file.0, files.len());
                    files.push(file);
                }
            }
        }
        let inputs: Vec<Input<'_>> =
            files.iter().map(|(path, content)| Input { path, content: Ok(content.as_slice()) }).collect();
        let read = load(&inputs);
        let text = |path: &str| at.get(&path.to_owned()).and_then(|at| files.get(*at)).map_or(&[][..], |file| &file.1);
        let texts: Vec<&[u8]> = read.iter().map(|file| text(&file.path)).collect();
        loaded.push((catalog, read, texts));
    }
    let models: Vec<Catalog<'_>> = loaded.iter().map(|(_, files, _)| Catalog::new(files)).collect();
    let sources: Vec<Source<'_>> = loaded
        .iter()
        .zip(&models)
        .map(|((catalog, _, texts), model)| Source {
            name: catalog.name.clone(),
            priority: catalog.priority,
            labels: catalog.labels.clone(),
            catalog: model,
            texts: texts.clone(),
        })
        .collect();
    query(&Universe::new(&sources))
}
