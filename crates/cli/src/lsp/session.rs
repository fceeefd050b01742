//! The open catalogs and documents.

use olmkit_catalog::schemas;
use olmkit_collections::{SortedMap, SortedSet};

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, TextDocumentContentChangeEvent, TextDocumentItem, Uri,
};
use olmkit_catalog::documents;
use olmkit_catalog::facts::Body;
use olmkit_diagnostics::Scope;
use olmkit_text::LineIndex;
use olmkit_workspace::api::{Change, Encoding};
use olmkit_workspace::{Options, Workspace, names_olm_schema};

use super::place::{is_untitled, line_and_column, path_of, uri_of};
use crate::args::Args;
use crate::config::{NAME, Settings, settings};
use crate::host::{Host, Kind, read_found};
use crate::load::{Loaded, is_catalog_file, load, load_folder};
use crate::mistake::Mistake;
use crate::paths::join;

/// The maximum number of parent folders that are searched for the root of a catalog.
const ABOVE: usize = 6;

/// A catalog, and the files for which the client has findings.
pub(super) struct Open {
    pub(super) loaded: Loaded,
    pub(super) published: SortedSet<String>,
    /// Why its configuration cannot be used.
    pub(super) mistake: Option<Mistake>,
    /// The files of its configuration.
    pub(super) configuration: Vec<String>,
}

/// An open document of a catalog.
pub(super) struct Document {
    /// Its URI as the client writes it.
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) root: String,
    /// Its path in the catalog.
    pub(super) own: String,
}

/// An open document without OLM content. It may become part of a catalog.
struct Plain {
    uri: Uri,
    version: i32,
    text: String,
}

pub(super) struct Session {
    args: Args,
    host: Box<dyn Host>,
    /// The workspace folders of the client. Nothing above them is read.
    folders: Vec<String>,
    /// Whether edits name the version of the document that they were made for.
    pub(super) has_versioned_edits: bool,
    /// The catalogs by the path of their root.
    pub(super) catalogs: SortedMap<String, Open>,
    /// The open documents of catalogs, by path.
    pub(super) files: SortedMap<String, Document>,
    others: SortedMap<String, Plain>,
    /// The roots of catalogs that have changed since their findings were published.
    pub(super) dirty: SortedSet<String>,
    /// Files whose findings no longer apply but are still shown by the client.
    pub(super) withdrawn: Vec<Uri>,
}

impl Session {
    pub(super) fn new(args: Args, host: Box<dyn Host>) -> Self {
        Session {
            args,
            host,
            folders: Vec::new(),
            has_versioned_edits: false,
            catalogs: SortedMap::new(),
            files: SortedMap::new(),
            others: SortedMap::new(),
            dirty: SortedSet::new(),
            withdrawn: Vec::new(),
        }
    }

    /// Sets the workspace folders of the client, and whether it accepts versions of edits.
    pub(super) fn start(&mut self, folders: &[Uri], has_versioned_edits: bool) {
        self.has_versioned_edits = has_versioned_edits;
        self.folders = folders.iter().filter_map(folder_of).collect();
    }

    /// Handles added and removed workspace folders, which may change the roots of open documents.
    pub(super) fn change_folders(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let removed: Vec<String> = params.event.removed.iter().filter_map(|folder| folder_of(&folder.uri)).collect();
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(params.event.added.iter().filter_map(|folder| folder_of(&folder.uri)));
        let roots: Vec<String> = self.catalogs.keys().cloned().collect();
        roots.iter().for_each(|root| self.reload(root));
        self.move_documents();
    }

    /// Opens a document, and the catalog that contains it.
    pub(super) fn open(&mut self, document: TextDocumentItem) {
        let TextDocumentItem { uri, version, text, .. } = document;
        let Some(path) = path_of(&uri) else { return };
        if is_plain(&text) && self.root_above(&path).is_none() {
            self.others.insert(path, Plain { uri, version, text });
        } else {
            self.take_in(path, uri, version, text.into_bytes());
        }
    }

    /// Adds a document to a catalog.
    fn take_in(&mut self, path: String, uri: Uri, version: i32, text: Vec<u8>) {
        let root = if is_plain_bytes(&text) { self.root_above(&path) } else { None };
        let root = root.unwrap_or_else(|| self.root_of(&path, &text));
        let Some(own) = below(&root, &path).map(str::to_owned) else { return };
        self.ensure(&root);
        self.dirty.insert(root.clone());
        if let Some(open) = self.catalogs.get_mut(&root) {
            open.loaded.workspace.open(&own, text);
        }
        self.files.insert(path, Document { uri, version, root, own });
    }

    fn ensure(&mut self, root: &str) {
        if !self.catalogs.contains_key(root)
            && let Some(open) = self.load(root)
        {
            self.catalogs.insert(root.to_owned(), open);
        }
    }

    /// Loads a catalog. A directory is read recursively only inside the workspace folders: outside, it may be a home
    /// directory or a whole disk.
    fn load(&mut self, root: &str) -> Option<Open> {
        let host = self.host.as_mut();
        let (settings, mistake) = match settings(root, Scope::Catalog, &self.args, host) {
            Ok(settings) => (settings, None),
            Err(mistake) => (Settings::default(), Some(mistake)),
        };
        let is_inside = self.folders.iter().any(|folder| folder == root || below(folder, root).is_some());
        let is_folder = matches!(host.kind(root), Ok(Kind::Directory));
        let loaded = match (is_folder, is_inside) {
            (true, true) => load(root, None, &settings.options, host).ok(),
            (true, false) => load_folder(root, &settings.options, host).ok(),
            (false, _) => None,
        };
        // An unsaved document, or a folder that no longer exists.
        let empty = |options: &Options| Loaded::of_files(root, Vec::new(), options).ok();
        let loaded = loaded.or_else(|| empty(&settings.options)).or_else(|| empty(&Options::default()))?;
        Some(Open { loaded, published: SortedSet::new(), mistake, configuration: settings.files })
    }

    /// Loads a catalog again. The texts of open documents are kept.
    fn reload(&mut self, root: &str) {
        let Some((mut fresh, old)) = self.load(root).zip(self.catalogs.get_mut(root)) else { return };
        for document in self.files.values().filter(|document| document.root == root) {
            let text = old.loaded.workspace.text(&document.own).unwrap_or_default().to_vec();
            fresh.loaded.workspace.open(&document.own, text);
        }
        fresh.published = std::mem::take(&mut old.published);
        *old = fresh;
        self.dirty.insert(root.to_owned());
    }

    /// Changes an open document.
    pub(super) fn change(&mut self, params: &DidChangeTextDocumentParams) {
        let Some(path) = path_of(&params.text_document.uri) else { return };
        let version = params.text_document.version;
        if let Some(plain) = self.others.get_mut(&path) {
            plain.version = version;
            edit(&mut plain.text, &params.content_changes);
            if !is_plain(&plain.text)
                && let Some(Plain { uri, version, text }) = self.others.remove(&path)
            {
                self.take_in(path, uri, version, text.into_bytes());
            }
            return;
        }
        let Some(document) = self.files.get_mut(&path) else { return };
        document.version = version;
        self.dirty.insert(document.root.clone());
        if let Some((workspace, own)) = self.find(&path) {
            change_text(workspace, &own, &params.content_changes);
        }
    }

    /// Closes a document. From now on its content on disk is used.
    pub(super) fn close(&mut self, uri: &Uri) {
        let Some(path) = path_of(uri) else { return };
        self.others.remove(&path);
        let Some(root) = self.root(&path) else { return };
        if is_untitled(&root) {
            self.close_catalog(&root);
        }
        let Some(document) = self.files.remove(&path) else { return };
        self.dirty.insert(root);
        if let Some(open) = self.catalogs.get_mut(&document.root) {
            from_disk(&mut open.loaded.workspace, &document.own, &path, self.host.as_mut());
        }
    }

    /// Handles files and folders that have changed on disk. Returns whether an open catalog contains one of them or is
    /// configured by it.
    pub(super) fn reread(&mut self, uris: &[Uri]) -> bool {
        let mut is_affected = false;
        let paths: Vec<String> = uris.iter().filter_map(path_of).collect();
        let mut stale: SortedSet<String> = SortedSet::new();
        let mut folders: SortedMap<String, SortedSet<String>> = SortedMap::new();
        for path in &paths {
            let is_configuration = path.ends_with(&format!("/{NAME}"));
            let is_open = self.files.contains_key(path);
            for (root, open) in self.catalogs.iter_mut() {
                if is_configuration || open.configuration.contains(path) || path == root {
                    stale.insert(root.clone());
                } else if let Some(own) = below(root, path).filter(|_| !is_open) {
                    is_affected = true;
                    self.dirty.insert(root.clone());
                    let workspace = &mut open.loaded.workspace;
                    let of_root = folders.entry(root.clone()).or_insert_with(|| folders_of(workspace));
                    // An unknown number of files has changed in a folder.
                    if matches!(self.host.kind(path), Ok(Kind::Directory)) || of_root.contains(own) {
                        stale.insert(root.clone());
                    } else {
                        from_disk(workspace, own, path, self.host.as_mut());
                    }
                }
            }
        }
        stale.iter().for_each(|root| self.reload(root));
        self.move_documents();
        is_affected || !stale.is_empty()
    }

    /// Moves each open document to the catalog that it belongs to now: a package may have been added or removed in a
    /// parent folder.
    fn move_documents(&mut self) {
        let mut moved = Vec::new();
        for (path, document) in &self.files {
            let open = self.catalogs.get(&document.root);
            let text = open.and_then(|open| open.loaded.workspace.text(&document.own)).unwrap_or_default().to_vec();
            moved.push((path.clone(), text));
        }
        for (path, text) in moved {
            let root = self.root_of(&path, &text);
            let Some(document) = self.files.get(&path).filter(|document| document.root != root) else { continue };
            let (uri, version, old, own) =
                (document.uri.clone(), document.version, document.root.clone(), document.own.clone());
            self.dirty.insert(old.clone());
            if let Some(open) = self.catalogs.get_mut(&old) {
                from_disk(&mut open.loaded.workspace, &own, &path, self.host.as_mut());
            }
            self.files.remove(&path);
            self.take_in(path, uri, version, text);
        }
        self.close_inner();
    }

    /// Closes catalogs without open documents that are inside another one, so that their findings are not reported
    /// twice.
    fn close_inner(&mut self) {
        let has_documents = |root: &str| self.files.values().any(|document| document.root == root);
        let is_inner = |root: &str| self.catalogs.keys().any(|outer| below(outer, root).is_some());
        let inner = self.catalogs.keys().filter(|root| is_inner(root) && !has_documents(root));
        let inner: Vec<String> = inner.cloned().collect();
        inner.iter().for_each(|root| self.close_catalog(root));
    }

    fn close_catalog(&mut self, root: &str) {
        let Some(open) = self.catalogs.remove(root) else { return };
        let published: Vec<Uri> = open.published.iter().filter_map(|path| self.uri(path)).collect();
        self.withdrawn.extend(published);
        self.dirty.remove(root);
    }

    /// The workspace of an open document, and its path there.
    pub(super) fn find(&mut self, path: &str) -> Option<(&mut Workspace, String)> {
        let document = self.files.get(path)?;
        Some((&mut self.catalogs.get_mut(&document.root)?.loaded.workspace, document.own.clone()))
    }

    /// The root of the catalog of an open document.
    pub(super) fn root(&self, path: &str) -> Option<String> {
        self.files.get(path).map(|document| document.root.clone())
    }

    /// The URI of a path. For an open document, as the client writes it.
    pub(super) fn uri(&self, path: &str) -> Option<Uri> {
        self.files.get(path).map(|document| document.uri.clone()).or_else(|| uri_of(path))
    }

    /// The open documents of a catalog, by path.
    pub(super) fn files_of(&self, root: &str) -> impl Iterator<Item = (&String, &Document)> {
        self.files.iter().filter(move |(_, document)| document.root == root)
    }

    /// The innermost open catalog that contains a path.
    fn root_above(&self, path: &str) -> Option<String> {
        self.catalogs.keys().filter(|root| below(root, path).is_some()).max_by_key(|root| root.len()).cloned()
    }

    /// The root of a file's catalog: the nearest folder, starting with the file's own, that contains a file with an
    /// `olm.package`; otherwise the file's own folder.
    fn root_of(&mut self, path: &str, text: &[u8]) -> String {
        let own = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if has_package(text) {
            return own.to_owned();
        }
        let mut folder = own;
        for _ in 0..ABOVE {
            if self.folder_has_package(folder) {
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

    /// Whether a file directly in a folder contains a package, in its open text if it is open, otherwise on disk.
    fn folder_has_package(&mut self, folder: &str) -> bool {
        let entries = self.host.list(folder).unwrap_or_default().into_iter();
        let paths: Vec<String> = entries.filter(is_catalog_file).map(|entry| join(folder, &entry.name)).collect();
        paths.iter().any(|path| {
            if let Some((workspace, own)) = self.find(path) {
                return workspace.text(&own).is_some_and(has_package);
            }
            read_found(path, self.host.as_mut()).is_ok_and(|text| has_package(&text))
        })
    }
}

fn folder_of(uri: &Uri) -> Option<String> {
    path_of(uri).map(|path| path.trim_end_matches('/').to_owned())
}

/// Whether no document of a text has a schema of OLM. The text may be unfinished.
fn is_plain(text: &str) -> bool {
    !names_olm_schema(text)
}

fn is_plain_bytes(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(is_plain)
}

/// Applies changes, each of which refers to the text after the one before. A change without a range replaces the text.
fn edit(text: &mut String, changes: &[TextDocumentContentChangeEvent]) {
    // The index is valid up to an offset.
    let mut index: Option<(LineIndex, usize)> = None;
    for TextDocumentContentChangeEvent { range, text: new, .. } in changes {
        let Some(range) = range else {
            new.clone_into(text);
            index = None;
            continue;
        };
        let offsets = |lines: &LineIndex| {
            let [from, to] = [range.start, range.end].map(|at| {
                let (line, column) = line_and_column(at);
                usize::from(lines.offset_in_line(text.as_bytes(), line, column))
            });
            from..to.max(from)
        };
        let known = index.take().map(|(lines, end)| (offsets(&lines), lines, end));
        let known = known.filter(|(place, _, end)| place.end < *end).map(|(place, lines, _)| (place, lines));
        let (place, lines) = known.unwrap_or_else(|| {
            let lines = LineIndex::new(text.as_bytes());
            (offsets(&lines), lines)
        });
        let start = place.start;
        text.replace_range(place, new);
        index = Some((lines, start));
    }
}

fn below<'p>(root: &str, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(root)?.strip_prefix('/')
}

/// The folders that contain files of a catalog, by path in the catalog.
fn folders_of(workspace: &Workspace) -> SortedSet<String> {
    let above = |path: &str| {
        path.match_indices('/').filter_map(|(at, _)| path.get(..at).map(str::to_owned)).collect::<Vec<_>>()
    };
    workspace.paths().flat_map(above).collect()
}

/// Applies changes to an open document. The text must not differ from the client's, so what the workspace does not
/// accept, such as changes of a file that it no longer has, is applied to the text.
fn change_text(workspace: &mut Workspace, own: &str, changes: &[TextDocumentContentChangeEvent]) {
    let made = change_places(workspace, own, changes);
    if let Some(rest) = changes.get(made..).filter(|rest| !rest.is_empty()) {
        let mut text = String::from_utf8_lossy(workspace.text(own).unwrap_or_default()).into_owned();
        edit(&mut text, rest);
        workspace.open(own, text.into_bytes());
    }
}

/// Applies changes as far as possible, and returns their number. Each refers to the text after the one before.
/// Consecutive changes that go upwards in the text, as an editor sends them when it replaces all occurrences, are applied
/// together.
fn change_places(workspace: &mut Workspace, own: &str, changes: &[TextDocumentContentChangeEvent]) -> usize {
    let mut made = 0;
    let mut waiting: Vec<Change> = Vec::new();
    let mut above = None;
    for (at, TextDocumentContentChangeEvent { range, text, .. }) in changes.iter().enumerate() {
        let Some(range) = range else {
            waiting.clear();
            workspace.open(own, text.clone().into_bytes());
            made = at.saturating_add(1);
            continue;
        };
        if above.is_some_and(|start| range.end.max(range.start) >= start) {
            if workspace.change(own, &std::mem::take(&mut waiting), Encoding::Utf8).is_err() {
                return made;
            }
            made = at;
        }
        above = Some(range.start);
        let offset = |at| {
            let (line, column) = line_and_column(at);
            Some(workspace.position_at(own, line, column)?.offset)
        };
        let Some((from, to)) = offset(range.start).zip(offset(range.end)) else { return made };
        waiting.push(Change { from, to: to.max(from), text: text.clone() });
    }
    if workspace.change(own, &waiting, Encoding::Utf8).is_ok() { changes.len() } else { made }
}

fn from_disk(workspace: &mut Workspace, own: &str, path: &str, host: &mut dyn Host) {
    match read_found(path, host) {
        Ok(text) => workspace.open(own, text),
        Err(_) => {
            workspace.close(own);
        }
    }
}

fn has_package(text: &[u8]) -> bool {
    let mentions = || String::from_utf8_lossy(text).contains(schemas::PACKAGE);
    mentions() && documents(text).iter().any(|document| matches!(document.facts.body, Body::Package(_)))
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[line, from, to_line, to]| Range {
            start: Position { line, character: from },
            end: Position { line: to_line, character: to },
        });
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn no_change_is_lost() {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        change_text(&mut workspace, "a.yaml", &[change(Some([0, 0, 0, 0]), "a: 1\n"), change(Some([0, 3, 0, 4]), "2")]);
        assert_eq!(workspace.text("a.yaml"), Some(&b"a: 2\n"[..]));
        change_text(&mut workspace, "a.yaml", &[change(Some([0, 3, 0, 4]), "3"), change(Some([0, 0, 0, 1]), "b")]);
        assert_eq!(workspace.text("a.yaml"), Some(&b"b: 3\n"[..]));
    }

    #[test]
    fn changes_apply_in_turn() {
        let mut text = "one\ntwo\nthree\n".to_owned();
        let up = [[2, 0, 2, 5], [1, 1, 1, 2], [1, 0, 1, 0], [0, 3, 1, 0]].map(|range| change(Some(range), "x"));
        edit(&mut text, &up);
        assert_eq!(text, "onexxtxo\nx\n");
        edit(
            &mut text,
            &[change(Some([0, 0, 0, 3]), ""), change(Some([0, 0, 0, 1]), "\n"), change(Some([1, 0, 1, 1]), "y")],
        );
        assert_eq!(text, "\nytxo\nx\n");
        edit(&mut text, &[change(None, "all\nnew"), change(Some([9, 9, 9, 9]), "!"), change(Some([0, 2, 1, 0]), "")]);
        assert_eq!(text, "alnew!");
        edit(&mut text, &[change(Some([9, 0, 9, 0]), "\na\nb\n"), change(Some([2, 0, 2, 1]), "c")]);
        assert_eq!(text, "alnew!\na\nc\n");
    }
}
