//! The package of a catalog to which a bundle is added.

use olmkit_catalog::LoadedFile;
use olmkit_folders::TextKind;
use olmkit_render::Output;
use olmkit_text::versioned;
use olmkit_yaml::Format;

use crate::api::{ChannelTable, EntryRow};
use crate::workspace::Workspace;

/// A package of the catalog, with the tables of its channels.
pub(crate) struct KnownPackage {
    /// The file of its `olm.package` document.
    path: Option<String>,
    default_channel: Option<String>,
    tables: Vec<ChannelTable>,
}

/// A file and the format in which documents are written to it.
pub(crate) struct FilePlace {
    pub(crate) path: String,
    pub(crate) is_json: bool,
}

impl KnownPackage {
    /// Returns the package with this name; `None` if the catalog does not have it.
    pub(crate) fn find(workspace: &mut Workspace, name: &str) -> Option<Self> {
        let package = workspace.outline().packages.into_iter().find(|package| package.name == name)?;
        let tables = package.channels.iter().filter_map(|channel| workspace.channel(name, &channel.name)).collect();
        Some(KnownPackage { path: package.path, default_channel: package.default_channel, tables })
    }

    pub(crate) fn tables(&self) -> &[ChannelTable] {
        &self.tables
    }

    pub(crate) fn table(&self, channel: &str) -> Option<&ChannelTable> {
        self.tables.iter().find(|table| table.channel == channel)
    }

    /// Whether a channel has an entry with this name whose bundle document is in the catalog.
    pub(crate) fn has_bundle(&self, name: &str) -> bool {
        let mut entries = self.tables.iter().flat_map(|table| &table.entries);
        entries.any(|entry| entry.name == name && entry.bundle_path.is_some())
    }

    /// Returns the newest entry that has a bundle. A new bundle is placed next to it.
    pub(crate) fn newest(&self) -> Option<&EntryRow> {
        let default = self.default_channel.as_deref().and_then(|name| self.table(name)).or(self.tables.first());
        let tables = default.into_iter().chain(&self.tables);
        let mut entries = tables.flat_map(|table| &table.entries).filter(|entry| entry.bundle_path.is_some());
        let head = entries.clone().find(|entry| entry.is_head);
        head.or_else(|| entries.next())
    }

    /// Returns the file for the document of a new bundle: the file of the newest bundle, or a new file if the newest
    /// bundle has a file of its own.
    pub(crate) fn place_for(&self, name: &str, workspace: &Workspace) -> FilePlace {
        let near = self.newest();
        let first = || workspace.paths().next().map(str::to_owned);
        let path = near.and_then(|near| near.bundle_path.clone()).or_else(|| self.path.clone()).or_else(first);
        let path = path.unwrap_or_else(|| "catalog.yaml".to_owned());
        let file = workspace.find(&path).ok().and_then(|at| workspace.files.get(at));
        let documents = file.map_or(&[][..], |file| &file.documents);
        let is_json = documents
            .last()
            .map_or_else(|| TextKind::of(&path) == Some(TextKind::Json), |last| last.format == Format::Json);
        let Some(near) = near.filter(|_| documents.len() == 1) else { return FilePlace { path, is_json } };
        let (folder, file) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, file)| (folder, file));
        let in_folder = |file: &str| if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
        let name = &file_name(name);
        let named = file.replace(&near.name, name);
        let numbered = near
            .version
            .as_deref()
            .map(|version| file.replace(version, versioned(name).map_or(name.as_str(), |(_, version)| version)));
        let is_free = |other: &String| other != file && workspace.find(&in_folder(other)).is_err();
        let own = [Some(named), numbered].into_iter().flatten().find(is_free);
        let own = own.unwrap_or_else(|| format!("{name}.{}", if is_json { "json" } else { "yaml" }));
        FilePlace { path: in_folder(&own), is_json }
    }
}

impl FilePlace {
    /// Returns the text to append to `text` in order to add documents, which are given as JSON.
    pub(crate) fn addition(&self, text: &[u8], documents: &[String], workspace: &Workspace) -> String {
        let is_json = |file: &&LoadedFile| file.documents.first().is_some_and(|first| first.format == Format::Json);
        let like = workspace.files.iter().find(is_json).and_then(|file| workspace.text(&file.path));
        let output = if self.is_json { Output::Json } else { Output::Yaml };
        olmkit_render::append(text, documents, (output, like.unwrap_or_default()))
    }
}

/// Returns the file for a new package: a file with the same name in its own folder, next to the folders of the other
/// packages.
pub(crate) fn place_of_new(package: &str, workspace: &mut Workspace) -> FilePlace {
    let packages = workspace.outline().packages;
    let mut places = packages.iter().filter_map(|known| Some((known.name.as_str(), known.path.as_deref()?)));
    let beside = places.clone().find_map(|(name, path)| {
        let (folder, file) = path.rsplit_once('/')?;
        Some((folder.strip_suffix(name).filter(|above| above.is_empty() || above.ends_with('/'))?, file))
    });
    let mut first = || places.next().and_then(|(_, path)| path.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let (above, file) =
        beside.map_or_else(|| (with_slash(first()), "catalog.yaml"), |(above, file)| (above.to_owned(), file));
    let is_json = TextKind::of(file) == Some(TextKind::Json);
    FilePlace { path: free_path(&format!("{above}{}/{file}", file_name(package)), workspace), is_json }
}

/// Returns a file name for this package or bundle, which has only letters, digits, `-`, `_`, `.` and `+`. A bundle can have
/// any name, and the file must stay in the catalog.
pub(crate) fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    if plain.bytes().all(|byte| byte == b'.') { "-".repeat(plain.len().max(1)) } else { plain }
}

fn with_slash(folder: &str) -> String {
    if folder.is_empty() { String::new() } else { format!("{folder}/") }
}

/// Returns a path that no open file has: `a.yaml`, else `a-2.yaml`, `a-3.yaml` and so on.
pub(crate) fn free_path(path: &str, workspace: &Workspace) -> String {
    let (stem, ending) = path.rsplit_once('.').unwrap_or((path, ""));
    let numbered = (2..=u32::MAX).map(|number| format!("{stem}-{number}.{ending}"));
    let mut candidates = std::iter::once(path.to_owned()).chain(numbered);
    candidates.find(|path| workspace.find(path).is_err()).unwrap_or_else(|| path.to_owned())
}
