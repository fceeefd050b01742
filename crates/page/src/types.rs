//! What functions of the host take and return.

use olmkit_api as api;
use olmkit_collections::SortedMap;
use serde::{Deserialize, Serialize};

pub use crate::changed::{ChangedDocuments, NumberedDocument};
pub use crate::impact::{AfterChange, CatalogImpact, Impacts};

/// The state of what is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct PageState {
    pub title: String,
    pub changed: usize,
    /// Changes whenever a text or its state on disk changes.
    pub revision: usize,
    /// The label of the step that undo would undo. Empty if there is none.
    pub undo: String,
    pub redo: String,
    pub draft: DraftState,
    /// Whether changes can be written into a folder.
    pub folder: bool,
    /// Whether `olmkit open`, which reads and writes the files, has ended.
    pub ended: bool,
    /// The open catalogs. Empty if all files are one catalog.
    pub catalogs: Vec<CatalogTab>,
    /// The path prefix of the shown catalog.
    pub catalog: String,
    /// The label of the change that can be applied to the other open catalogs. Empty if there is none.
    pub applicable: String,
    /// The files with unsaved changes.
    #[serde(rename = "changedPaths")]
    pub changed_paths: Vec<String>,
}

impl PageState {
    /// The name of the shown catalog: its own if several are open, otherwise that of what was opened.
    pub fn name(&self) -> String {
        let shown = self.catalogs.iter().find(|tab| tab.root == self.catalog);
        shown.map_or(&self.title, |tab| &tab.name).clone()
    }
}

/// Whether the changes are stored as a draft in this browser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DraftState {
    Saved,
    /// The draft is being written.
    #[default]
    Pending,
    NotKept {
        reason: String,
    },
}

/// One of several open catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct CatalogTab {
    pub root: String,
    pub name: String,
    /// The number of its files with unsaved changes.
    pub changed: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Progress {
    pub done: f64,
    pub total: f64,
    pub label: String,
}

/// A path, and the document that is open there with its version.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Origin {
    path: String,
    document: u32,
    version: u32,
}

/// The documents that the fixes of a result were made for. A path without a document is a file to create.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[cfg_attr(test, tsify(type = "Origin[]"))]
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
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Edit {
    pub path: String,
    /// 0 creates the file.
    pub document: u32,
    pub version: u32,
    pub range: api::OlmRange,
    pub text: String,
}

/// A change that is previewed before it is applied.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct ProposedChange {
    pub title: String,
    pub safety: api::Safety,
    pub edits: Vec<Edit>,
    /// What the change does, step by step, if it consists of several changes.
    pub notes: Vec<String>,
}

/// All safe fixes that can be applied together.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct SafeFixes {
    pub fixed: usize,
    pub edits: Vec<Edit>,
}

/// Fixes of the stranded versions of a package, applied one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct FixSeries {
    pub title: String,
    pub steps: Vec<String>,
    /// The number of versions that stay stranded, in the queried channel and under the queried semantics.
    pub left: usize,
    pub edits: Vec<Edit>,
}

/// The plan of intentions that are applied together as one step.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Considered {
    /// Empty for several intentions.
    pub label: String,
    pub notes: Vec<String>,
    pub edits: Vec<Edit>,
    pub files: Vec<ChangedFile>,
}

/// A bundle in the output of `opm render`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct RenderedBundle {
    pub package: String,
    pub name: String,
    /// Empty if the bundle has no version.
    pub version: String,
    pub images: usize,
}

/// A bundle of a package in the open catalog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct ListedBundle {
    pub name: String,
    /// Empty if the bundle has no version. So is the image.
    pub version: String,
    pub image: String,
    /// The file of its document.
    pub path: String,
    /// The UTF-16 offsets of the start and the end of its document.
    pub range: (u32, u32),
}

/// What an intention would change, as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Planned {
    /// The path of the file. Empty if another intention has been requested meanwhile.
    pub path: String,
    /// The number of added lines.
    pub added: usize,
    /// The number of removed lines.
    pub removed: usize,
}

/// What an intention changed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Done {
    pub label: String,
    pub notes: Vec<String>,
    /// The number of edits.
    pub edits: usize,
}

/// Why an intention changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct NotDone {
    pub reason: String,
    /// The alias that prevents the change, if its value can be copied.
    pub alias: Option<Alias>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Alias {
    pub path: String,
    pub range: api::OlmRange,
    pub value: api::OlmRange,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct ChangedFile {
    pub path: String,
    pub before: String,
    pub after: String,
}

/// A changed file as the review lists it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct FileChange {
    pub path: String,
    /// Identifies the change.
    pub stamp: u32,
    /// In lines.
    pub added: usize,
    /// In lines.
    pub removed: usize,
    /// The number of changed places.
    pub runs: usize,
}

/// The undo and redo steps, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct StepList {
    pub steps: Vec<ListedStep>,
    /// The number of applied steps.
    pub position: usize,
    /// The number of steps that are on disk; -1 if not known.
    pub saved: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct ListedStep {
    pub label: String,
    /// The files that the step changed.
    pub paths: Vec<String>,
    /// How long ago the step was made. Empty if not known.
    pub since: String,
    /// Date and time.
    pub time: String,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Checked {
    #[cfg_attr(test, tsify(type = "OlmReport"))]
    pub report: api::Report,
    pub outline: api::Outline,
    pub origins: Origins,
    /// Files of the folder that are not part of the catalog.
    pub unrelated: Option<UnrelatedFiles>,
}

/// A notice about files that are not part of a catalog, with what excludes them or makes them a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct UnrelatedFiles {
    pub text: String,
    pub fix: Option<ProposedChange>,
    pub command: Option<String>,
}

/// A channel as the page shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct ChannelView {
    /// Identifies the state of the channel. Empty if there is no such channel.
    pub stamp: String,
    /// Absent also if the stamp is the known one.
    pub table: Option<api::ChannelTable>,
    /// See `ChannelUpdate`.
    pub places: Vec<[u32; 4]>,
    pub stranded: Vec<api::Stranded>,
    pub graph: Option<api::ChannelGraph>,
    pub origins: Origins,
}

/// The open bundle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct BundleView {
    /// A number that is unique for each opened bundle.
    pub id: u32,
    /// What was opened: a folder or an archive.
    pub name: String,
    /// The prefix of the paths of its files in the page.
    pub prefix: String,
    #[cfg_attr(test, tsify(type = "OlmReport"))]
    pub report: api::Report,
    pub origins: Origins,
    /// Without the icon.
    pub description: api::bundle::BundleDescription,
    pub icon: Option<ShownIcon>,
    /// The bundle that it is compared with.
    pub previous: Option<PreviousBundle>,
}

/// The bundle that the open one is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct PreviousBundle {
    pub name: String,
    pub package: String,
    pub version: String,
    /// The findings about the upgrade.
    pub findings: Vec<UpgradeFinding>,
}

/// A finding about the upgrade, in the report of the open bundle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct UpgradeFinding {
    /// The index of the finding in that report.
    pub at: usize,
    /// Its location in the previous bundle.
    pub path: String,
    pub line: u32,
}

/// An icon as an object URL. The address is empty if the icon cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ShownIcon {
    pub media_type: String,
    pub bytes: u32,
    pub address: String,
}

/// Opened files that contain several bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct SeveralBundles {
    pub name: String,
    /// The root folder of each bundle.
    pub roots: Vec<String>,
}

/// The description and icon of a package.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct AboutPackage {
    pub description: String,
    pub icon: Option<ShownIcon>,
}

/// A file that can be an icon, with its data in base64.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChosenIcon {
    pub media_type: String,
    pub data: String,
    pub icon: ShownIcon,
}

/// A file that was changed both here and on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Conflict {
    pub path: String,
    /// The time stamp of the version on disk, in milliseconds since 1970. `None` if the file was deleted.
    pub stamp: Option<i64>,
    pub kind: ConflictKind,
}

/// How the version on disk and the unsaved changes relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ConflictKind {
    /// The file was deleted.
    Gone,
    /// The file is no longer text.
    NotText,
    /// Both sides fit together.
    Mergeable,
    /// Both sides changed the same lines.
    SameLines,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct FailedFile {
    pub path: String,
    pub message: String,
}

/// The result of saving.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Saved {
    pub saved: Vec<String>,
    pub conflicts: Vec<Conflict>,
    pub failed: Vec<FailedFile>,
}

/// The result of undo or redo.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    pub label: String,
    pub redo: bool,
    pub is_typing: bool,
    /// The first file that was changed.
    pub path: Option<String>,
}

/// The dragged entry, and where it was dropped.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Dragged {
    pub entry: String,
    pub on_entry: String,
    pub on_channel: String,
    pub r#move: bool,
}

/// State related to the opened files: drafts and other tabs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Opened {
    pub restored: usize,
    pub merged: bool,
    /// The number of restored files that were changed on disk in the same lines.
    pub conflicts: usize,
    pub tabs: usize,
    pub left: usize,
}

/// A folder that was opened before.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct RecentFolder {
    pub key: String,
    pub name: String,
    /// Date and time.
    pub opened: String,
    /// Whether there is a draft of the folder.
    pub unsaved: bool,
}

/// Unsaved changes that this browser stores.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub key: String,
    pub title: String,
    /// The number of changed files.
    pub files: usize,
    /// Date and time.
    pub saved: String,
    /// Whether a tab has the draft open.
    pub is_open: bool,
    pub can_continue: bool,
}

/// The engine has stopped.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Restart {
    /// Whether a new engine was started.
    pub ok: bool,
    pub message: String,
    /// The file that the new engine does not have. Empty if it has all files.
    pub left: String,
}

/// A package as a list shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PackageView {
    /// The name of the package.
    pub name: String,
    pub display_name: String,
    pub provider: String,
    pub summary: String,
    /// The address of the icon. Empty if there is none.
    pub icon: String,
}

/// The configuration that applies to what is open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Config {
    /// The files of the configuration. Empty if there is none.
    pub files: Vec<String>,
    pub profile: String,
    /// Whether the configuration cannot be used.
    pub broken: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { files: Vec::new(), profile: "default".to_owned(), broken: false }
    }
}

/// A link that contains the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Link {
    pub link: String,
    /// A note about it.
    pub note: String,
}

/// A message with an optional action.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    pub message: String,
    /// Whether to offer to open the text in the clipboard instead.
    #[serde(default)]
    pub offers_clipboard: bool,
}

/// A change applied to another catalog: its edits and impact there, or why it cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct OtherCatalogChange {
    /// The name of the catalog.
    pub name: String,
    /// Why the change cannot be made there. Empty if it can.
    pub reason: String,
    pub edits: Vec<Edit>,
    pub files: Vec<ChangedFile>,
    pub clusters: Vec<api::ImpactCluster>,
}

/// A state that can be compared: a catalog as it is or was.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct CatalogState {
    pub id: String,
    pub name: String,
    /// Whether it is the catalog that is shown, as it is now.
    #[serde(rename = "isShown")]
    pub is_shown: bool,
}

/// The comparison of two states.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Comparison {
    pub found: api::CatalogsComparison,
    pub files: Vec<ChangedFile>,
}
