//! The catalogs that are open.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{DidChangeTextDocumentParams, InitializeParams, TextDocumentItem, Uri};
use olmkit_catalog::documents;
use olmkit_catalog::facts::Body;
use olmkit_diagnostics::Scope;
use olmkit_workspace::Workspace;
use olmkit_workspace::api::{Change, Encoding};

use super::place::{byte_of, path_of};
use crate::args::Args;
use crate::config::settings;
use crate::host::{Host, read_found};
use crate::load::{Loaded, is_catalog_file, join, load, load_folder};
use crate::native::Native;

/// How many folders above a file are looked at for the root of its catalog.
const ABOVE: usize = 6;

/// One catalog, and the files whose findings the client has.
pub(super) struct Open {
    pub(super) loaded: Loaded,
    pub(super) published: BTreeSet<String>,
}

pub(super) struct Session {
    args: Args,
    /// Where the client works; nothing above is read.
    folders: Vec<String>,
    /// By the path of their root.
    pub(super) catalogs: BTreeMap<String, Open>,
    /// Open files by path, with the root of their catalog.
    files: BTreeMap<String, String>,
}

impl Session {
    pub(super) fn new(params: &InitializeParams, args: Args) -> Self {
        let many = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
        #[allow(deprecated, reason = "older clients know nothing else")]
        let folders = many.chain(params.root_uri.iter()).filter_map(path_of).collect();
        Session { args, folders, catalogs: BTreeMap::new(), files: BTreeMap::new() }
    }

    /// Opens a file, and the catalog it lies in. Gives the catalog's root; nothing when it is not a catalog's file.
    pub(super) fn open(&mut self, document: &TextDocumentItem) -> Option<String> {
        let path = path_of(&document.uri)?;
        if !document.text.contains("olm.") {
            return None;
        }
        let root = self.root_of(&path, &document.text);
        if !self.catalogs.contains_key(&root) {
            let loaded = self.load(&root).ok()?;
            self.catalogs.insert(root.clone(), Open { loaded, published: BTreeSet::new() });
        }
        self.files.insert(path.clone(), root.clone());
        let (workspace, own) = self.find(&path)?;
        workspace.open(&own, document.text.clone().into_bytes());
        Some(root)
    }

    /// Reads a catalog. A whole tree is read only where the client works: above may lie a home directory or a whole disk.
    fn load(&self, root: &str) -> Result<Loaded, String> {
        let host = &mut Native::default();
        let settings = settings(root, Scope::Catalog, &self.args, host).unwrap_or_default();
        if self.folders.iter().any(|folder| folder == root || below(folder, root).is_some()) {
            return load(root, None, &settings.options, host);
        }
        load_folder(root, &settings.options, host)
    }

    /// Changes an open file.
    pub(super) fn change(&mut self, params: &DidChangeTextDocumentParams) -> Option<String> {
        let path = path_of(&params.text_document.uri)?;
        let (workspace, own) = self.find(&path)?;
        for change in &params.content_changes {
            let Some(range) = change.range else {
                workspace.open(&own, change.text.clone().into_bytes());
                continue;
            };
            let text = String::from_utf8_lossy(workspace.text(&own)?);
            let [from, to] = [range.start, range.end].map(|at| u32::try_from(byte_of(&text, at)).unwrap_or(u32::MAX));
            let change = Change { from, to: to.max(from), text: change.text.clone() };
            workspace.change(&own, &[change], Encoding::Utf8).ok()?;
        }
        self.root(&path)
    }

    /// Closes a file: what is on disk counts again.
    pub(super) fn close(&mut self, uri: &Uri) -> Option<String> {
        let path = path_of(uri)?;
        let root = self.root(&path)?;
        let (workspace, own) = self.find(&path)?;
        from_disk(workspace, &own, &path);
        self.files.remove(&path);
        Some(root)
    }

    /// Reads a file again that has changed on disk, unless it is open. Gives the roots of its catalogs.
    pub(super) fn reread(&mut self, uri: &Uri) -> Vec<String> {
        let Some(path) = path_of(uri).filter(|path| !self.files.contains_key(path)) else { return Vec::new() };
        let mut touched = Vec::new();
        for (root, open) in &mut self.catalogs {
            if let Some(own) = below(root, &path) {
                from_disk(&mut open.loaded.workspace, own, &path);
                touched.push(root.clone());
            }
        }
        touched
    }

    /// The workspace of an open file, and its path there.
    pub(super) fn find(&mut self, path: &str) -> Option<(&mut Workspace, String)> {
        let root = self.files.get(path)?;
        let own = below(root, path)?.to_owned();
        Some((&mut self.catalogs.get_mut(root)?.loaded.workspace, own))
    }

    /// The root of the catalog of an open file.
    pub(super) fn root(&self, path: &str) -> Option<String> {
        self.files.get(path).cloned()
    }

    /// The open files of a catalog.
    pub(super) fn files_of(&self, root: &str) -> impl Iterator<Item = &String> {
        self.files.iter().filter(move |(_, of)| *of == root).map(|(path, _)| path)
    }

    /// The nearest folder, from the file's own upwards, with an `olm.package` in one of its files; else its own.
    fn root_of(&self, path: &str, text: &str) -> String {
        let own = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if has_package(text.as_bytes()) {
            return own.to_owned();
        }
        let mut folder = own;
        for _ in 0..ABOVE {
            if folder_has_package(folder) {
                return folder.to_owned();
            }
            let above = folder.rsplit_once('/').map(|(above, _)| above).filter(|above| !above.is_empty());
            match above.filter(|_| !self.folders.iter().any(|limit| limit == folder)) {
                Some(above) => folder = above,
                None => break,
            }
        }
        own.to_owned()
    }
}

fn below<'p>(root: &str, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(root)?.strip_prefix('/')
}

fn from_disk(workspace: &mut Workspace, own: &str, path: &str) {
    match read_found(path, &mut Native::default()) {
        Ok(text) => workspace.open(own, text),
        Err(_) => {
            workspace.close(own);
        }
    }
}

fn has_package(text: &[u8]) -> bool {
    documents(text).iter().any(|document| matches!(document.facts.body, Body::Package(_)))
}

fn folder_has_package(folder: &str) -> bool {
    let entries = Native::default().list(folder).unwrap_or_default().into_iter();
    entries.filter(is_catalog_file).any(|entry| {
        read_found(&join(folder, &entry.name), &mut Native::default()).is_ok_and(|text| has_package(&text))
    })
}
