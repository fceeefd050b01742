//! The JSON shapes of all hosts: what `--format json` prints and what the npm package returns.
//!
//! Field names are camelCase; a field that does not apply is absent or `null` as its type says.

#[cfg(feature = "bundle")]
mod addition;
#[cfg(feature = "bundle")]
pub mod bundle;
mod candidates;
#[cfg(feature = "bundle")]
mod catalogs;
mod counting;
mod diff;
#[cfg(feature = "bundle")]
mod documents;
mod edit;
#[cfg(feature = "resolver")]
pub mod extension;
mod find;
mod fix;
mod graph;
mod images;
mod intention;
mod language_server;
mod list;
mod matrix;
mod merging;
mod mirror;
mod named;
mod outline;
mod query;
mod rail;
mod range;
mod read_error;
mod release;
mod removal;
mod report;
#[cfg(feature = "resolver")]
pub mod resolver;
mod rules;
mod semantics;
mod stranded_cause;
mod upgrade;

/// Strings by key, as in a JSON object: labels, fields.
pub type TextMap = std::collections::BTreeMap<String, String>;

#[cfg(feature = "bundle")]
pub use addition::{BundleAddition, ChannelAddition};
pub use candidates::{Candidate, CandidateVerdict, CandidatesQuery, EdgeField};
#[cfg(feature = "bundle")]
pub use catalogs::{
    AppliedToOther, CatalogFolder, CatalogsCell, CatalogsComparison, CatalogsMatrix, CatalogsRow, ChangedPackage,
    FolderContents, MatrixCatalog, RemovedPlace,
};
pub use diff::{
    CatalogChange, ChangeKind, DiffReport, Impact, ImpactCluster, ImpactKind, ImpactPath, ImpactProblem, ImpactVerdict,
    LongestPath,
};
#[cfg(feature = "bundle")]
pub use documents::DocumentInfo;
pub use edit::{Change, Creation, Encoding, Plan, Refusal};
pub use find::{At, Completion, CompletionOption, Found, OlmSymbol};
pub use fix::{FixQuery, FixReport, StrandedFixQuery, StrandedFixes, SuppressQuery};
pub use graph::{ChannelGraph, Drawing, GraphBand, GraphEdge, GraphNode, GraphQuery, GraphReport, GraphRow};
pub use images::{CacheReport, CheckedImage, ImageList, ImageUse, ImageVerdict, ListedImage, UnfinishedDownloads};
pub use intention::{EntryPosition, Intention};
pub use language_server::{DocumentCatalog, DocumentChannel, DocumentGraph, DocumentNode};
pub use list::{CatalogList, ListedBundle, ListedChannel, ListedPackage, ListedRows};
pub use matrix::{MatrixCell, MatrixChannel, MatrixRow, PackageMatrix};
pub use mirror::{MirrorReport, MirroredChannel, MirroredPackage, StrandedByMirror};
pub use outline::{
    ChannelSummary, ChannelTable, ChannelUpdate, EntryChange, EntryRow, FileSummary, Outline, PackageInfo,
    PackageSummary, StrandedCounts, UnrelatedFiles,
};
pub use query::{BundleQuery, FoundBundle, FoundBundles, PackageStats, SchemaStats, Stats};
pub use rail::{Rail, RailBand, RailComb, RailLine, RailRow, RailStranded};
pub use range::{RangeQuery, RangeReport, RangeRow};
pub use read_error::ReadError;
pub use release::{NewEntry, ReleaseGroup, ReleaseQuery, ReleaseRange, ReleaseReason, ReleaseReport, ReleaseStep};
pub use removal::{Neighbors, Successors};
pub use report::{
    BundleVerdict, DependencySummary, Diagnostic, Edit, Fix, LoadProblem, NotChecked, OlmRange, Opm, Position, Related,
    Report, Safety, Severity, Summary, Tool,
};
pub use rules::{
    Category, Enforcement, RuleExample, RuleFile, RuleInfo, RuleList, RuleSeverities, RuleSeverity, Scope,
};
pub use semantics::Semantics;
pub use stranded_cause::StrandedCause;
pub use upgrade::{EdgeKind, PathQuery, PathReport, PathStep, Stranded, StrandedQuery, StrandedReport, Successor};

/// The Rust name of [`OlmRange`]. In JavaScript, `Range` is a type of the DOM.
pub type Range = OlmRange;

/// The Rust name of [`OlmSymbol`]. In JavaScript, `Symbol` is a built-in object.
pub type Symbol = OlmSymbol;

/// Version of the JSON shapes.
pub const VERSION: u32 = 1;

/// Keeps the TypeScript types in the wasm of the caller. A linker includes an object file of a library only if a
/// function in it is called, and shapes have no functions.
#[cfg(feature = "tsify")]
#[inline(never)]
pub fn link_types() {}
