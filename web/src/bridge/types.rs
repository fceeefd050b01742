//! What only the page's JavaScript produces or takes. Shapes of the engine are in `olmkit_api`.

use olmkit_api as api;
use olmkit_collections::SortedMap;
use serde::{Deserialize, Serialize};

/// The state of what is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct PageState {
    pub title: String,
    pub changed: usize,
    /// Changes whenever a text or its state on disk changes.
    pub revision: usize,
    /// What undo would undo; empty when there is nothing.
    pub undo: String,
    pub redo: String,
    pub draft: DraftState,
    /// Whether what is changed can be written into a folder.
    pub folder: bool,
    /// The open catalogs; none where all files are one.
    pub catalogs: Vec<CatalogTab>,
    /// What the paths of the one that is shown begin with.
    pub catalog: String,
    /// What was changed in it and may be changed in the other open catalogs too; empty where nothing was.
    pub carry: String,
    /// The files that are not saved.
    #[serde(rename = "changedPaths")]
    pub changed_paths: Vec<String>,
}

impl PageState {
    /// The name of the catalog that is shown: its own where several are open, else that of what was opened.
    pub fn name(&self) -> String {
        let shown = self.catalogs.iter().find(|tab| tab.root == self.catalog);
        shown.map_or(&self.title, |tab| &tab.name).clone()
    }
}

/// Whether the changes are kept as a draft in this browser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DraftState {
    Saved,
    /// It is being written.
    #[default]
    Pending,
    NotKept {
        reason: String,
    },
}

/// One of several open catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct CatalogTab {
    pub root: String,
    pub name: String,
    /// Its files that are not saved.
    pub changed: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Progress {
    pub done: f64,
    pub total: f64,
    pub label: String,
}

/// A path and the document that is open there, with its version.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Origin {
    path: String,
    document: u32,
    version: u32,
}

/// The documents that the fixes of an answer were made for. A path without a document is a file to create.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Vec<Origin>")]
pub struct Origins(SortedMap<String, (u32, u32)>);

impl From<Vec<Origin>> for Origins {
    fn from(origins: Vec<Origin>) -> Self {
        Origins(origins.into_iter().map(|origin| (origin.path, (origin.document, origin.version))).collect())
    }
}

impl Origins {
    /// A fix as a change that can be previewed and applied.
    pub fn change(&self, fix: api::Fix) -> ProposedChange {
        let edits = fix.edits.into_iter().map(|edit| self.edit(edit)).collect();
        ProposedChange { title: fix.title, safety: fix.safety, edits, notes: Vec::new() }
    }

    fn edit(&self, edit: api::Edit) -> Edit {
        let (document, version) = self.0.get(&edit.path).copied().unwrap_or_default();
        Edit { path: edit.path, document, version, range: edit.range, text: edit.text }
    }

    pub fn extend(&mut self, other: &Origins) {
        self.0.extend(other.0.iter().map(|(path, origin)| (path.clone(), *origin)));
    }
}

/// An edit of an open document. The page's JavaScript refuses it for any other document or version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub path: String,
    /// 0: the file is created.
    pub document: u32,
    pub version: u32,
    pub range: api::Range,
    pub text: String,
}

/// A change that is previewed before it is applied.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProposedChange {
    pub title: String,
    pub safety: api::Safety,
    pub edits: Vec<Edit>,
    /// What it does, step by step, where it is several changes.
    pub notes: Vec<String>,
}

/// All safe fixes that can be applied together.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SafeFixes {
    pub fixed: usize,
    pub edits: Vec<Edit>,
}

/// Fixes of the stranded versions of a package, applied one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FixSeries {
    pub title: String,
    pub steps: Vec<String>,
    /// Versions that only a new release can help.
    pub left: usize,
    pub edits: Vec<Edit>,
}

/// What intentions would change, applied together as one step.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Considered {
    /// Empty for several intentions.
    pub label: String,
    pub notes: Vec<String>,
    pub edits: Vec<Edit>,
    pub files: Vec<ChangedFile>,
}

/// A bundle in what opm printed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RenderedBundle {
    pub package: String,
    pub name: String,
    /// Empty if it has none.
    pub version: String,
    pub images: usize,
}

/// What an intention would write, as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Planned {
    /// The file; empty when something else was asked for meanwhile.
    pub path: String,
    /// How many lines it gets; negative when it loses some.
    pub lines: i64,
}

/// What an intention changed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Done {
    pub label: String,
    pub notes: Vec<String>,
    /// The number of edits.
    pub edits: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    pub path: String,
    pub before: String,
    pub after: String,
}

/// A changed file as the review lists it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct FileChange {
    pub path: String,
    /// Identifies the change.
    pub stamp: u32,
    /// Lines.
    pub added: usize,
    /// Lines.
    pub removed: usize,
    /// Places that changed.
    pub runs: usize,
}

/// The steps of undo and redo, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct StepList {
    pub steps: Vec<ListedStep>,
    /// How many of them are in the texts.
    pub position: usize,
    /// How many of them are on disk; -1 if that is not known.
    pub saved: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct ListedStep {
    pub label: String,
    /// The files that it changed.
    pub paths: Vec<String>,
    /// How long ago it was made; empty if that is not known.
    pub since: String,
    /// Date and time.
    pub time: String,
}

/// What was checked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Checked {
    pub report: api::Report,
    pub outline: api::Outline,
    pub origins: Origins,
    /// Files of the folder that are not part of the catalog.
    pub unrelated: Option<UnrelatedFiles>,
}

/// What is to be known of files that are not part of a catalog, and what excludes them or makes a catalog of them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct UnrelatedFiles {
    pub text: String,
    pub fix: Option<ProposedChange>,
    pub command: Option<String>,
}

/// A channel as the page shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct ChannelView {
    /// Identifies the channel; empty where there is none.
    pub stamp: String,
    /// Nothing also where the stamp is the one that was known.
    pub table: Option<api::ChannelTable>,
    /// See `ChannelUpdate`.
    pub places: Vec<[u32; 4]>,
    pub stranded: Vec<api::Stranded>,
    pub graph: Option<api::ChannelGraph>,
    pub origins: Origins,
}

/// The bundle that is open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BundleView {
    /// The number of the opened bundle; each opened bundle gets a new one.
    pub id: u32,
    /// What was opened: a folder or an archive.
    pub name: String,
    /// What the paths of its files start with here.
    pub prefix: String,
    pub report: api::Report,
    pub origins: Origins,
    /// Without its icon.
    pub description: api::bundle::BundleDescription,
    pub icon: Option<Picture>,
    /// The bundle that it is compared with.
    pub previous: Option<PreviousBundle>,
}

/// The bundle that the open one is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PreviousBundle {
    pub name: String,
    pub package: String,
    pub version: String,
    /// What is found about the upgrade.
    pub findings: Vec<UpgradeFinding>,
}

/// A finding of the report of the open bundle that is about the upgrade.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct UpgradeFinding {
    /// Its number in that report.
    pub at: usize,
    /// Its place in the previous bundle.
    pub path: String,
    pub line: u32,
}

/// An icon as an address in this page's memory; the address is empty when the icon cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    pub media_type: String,
    pub bytes: u32,
    pub address: String,
}

/// What was opened and contains several bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SeveralBundles {
    pub name: String,
    /// Where each begins.
    pub roots: Vec<String>,
}

/// Description and icon of a package.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AboutPackage {
    pub description: String,
    pub icon: Option<Picture>,
}

/// A file that can be an icon: its data in base64.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChosenIcon {
    pub media_type: String,
    pub data: String,
    pub icon: Picture,
}

/// A changed file that also changed on disk.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Conflict {
    pub path: String,
    pub gone: bool,
    pub mergeable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FailedFile {
    pub path: String,
    pub message: String,
}

/// What saving did.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Saved {
    pub saved: Vec<String>,
    pub conflicts: Vec<Conflict>,
    pub failed: Vec<FailedFile>,
}

/// What undo or redo changed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    pub label: String,
    pub redo: bool,
    pub is_typing: bool,
    /// The first file that it changed.
    pub path: Option<String>,
}

/// What was dragged, and onto what.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dragged {
    pub entry: String,
    pub on_entry: String,
    pub on_channel: String,
    pub r#move: bool,
}

/// State related to the opened files: drafts, other tabs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Opened {
    pub restored: usize,
    pub merged: bool,
    pub tabs: usize,
    pub left: usize,
}

/// A folder that was opened before.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RecentFolder {
    pub key: String,
    pub name: String,
    /// Date and time.
    pub opened: String,
    /// Whether there is a draft of it.
    pub unsaved: bool,
}

/// Changes that are kept in this browser and not saved.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub key: String,
    pub title: String,
    /// How many files it changes.
    pub files: usize,
    /// Date and time.
    pub saved: String,
    /// Whether a tab has it open.
    pub is_open: bool,
    pub can_continue: bool,
}

/// The engine stopped.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Restart {
    /// Whether a new one was started.
    pub ok: bool,
    pub message: String,
    /// The file that the new one does without; empty when it has all.
    pub left: String,
}

/// How a package is shown in a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageView {
    /// Of the package.
    pub name: String,
    pub display_name: String,
    pub provider: String,
    pub summary: String,
    /// Address of the icon; empty where there is none.
    pub icon: String,
}

/// The configuration that applies to what is open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Config {
    /// Its files; empty when there is none.
    pub files: Vec<String>,
    pub profile: String,
    /// Whether it cannot be used.
    pub broken: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { files: Vec::new(), profile: "default".to_owned(), broken: false }
    }
}

/// An entry and its version.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct EntryVersion {
    pub package: String,
    pub channel: String,
    pub entry: String,
    pub version: String,
}

/// A link that contains the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Link {
    pub link: String,
    /// A note about it.
    pub note: String,
}

/// A message, and an action for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Message {
    pub message: String,
    /// `paste`: the text in the clipboard can be opened instead.
    pub offer: Option<String>,
}
