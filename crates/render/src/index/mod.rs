//! The operations of `opm index` on file-based catalogs instead of databases: add, remove, prune, deprecate, export.
//!
//! The operations work on an [`Index`]: the packages of a catalog with the upgrade edges of their channels. They return
//! the state after the operation. `olmkit-workspace` converts the difference to text edits.

mod add;
mod addition;
mod age;
mod check;
mod deprecate;
mod export;
mod nodes;
mod remove;
mod replaces;
mod semver;
mod substitutes;

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_catalog::Catalog;
use olmkit_catalog::edits::NewEntry;

pub use add::add;
pub use addition::{AddOptions, Addition, Mode, substitutes_for};
pub use deprecate::{HeadlessPackage, deprecate_truncate};
pub use export::{objects_of, package_manifest};
pub use remove::{prune, prune_stranded, remove};

/// Packages by name.
pub type Index = SortedMap<String, IndexPackage>;

/// A package as index operations see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IndexPackage {
    /// The default channel.
    pub default_channel: String,
    /// The entries of the channels, by channel name.
    pub channels: SortedMap<String, Vec<NewEntry>>,
    /// The bundles by name.
    pub bundles: SortedMap<String, IndexBundle>,
}

/// A bundle as index operations see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IndexBundle {
    /// The image. Empty if the bundle has none.
    pub image: String,
    /// The version. Empty if the bundle has none.
    pub version: String,
    /// The bundle that it substitutes for, if known.
    pub substitutes_for: Option<String>,
}

/// Why an operation is rejected. Displays opm's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct IndexError {
    /// opm's message.
    pub message: String,
    /// The message in plain English, where opm's is about something else.
    plain: Option<String>,
    /// opm's exit code.
    pub code: u8,
}

impl IndexError {
    /// An error with this message of opm, and its usual exit code.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        IndexError { message: message.into(), plain: None, code: 1 }
    }

    fn explained(self, plain: String) -> Self {
        IndexError { plain: Some(plain), ..self }
    }

    /// Returns the message for the user.
    #[must_use]
    pub fn plain(&self) -> &str {
        self.plain.as_deref().unwrap_or(&self.message)
    }

    /// Combines errors into one, in opm's format of an error list. The exit code is that of the first error.
    fn all(errors: Vec<IndexError>) -> Result<(), IndexError> {
        let Some(first) = errors.first() else { return Ok(()) };
        if errors.len() == 1 {
            return Err(first.clone());
        }
        let texts: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        Err(IndexError { code: first.code, ..IndexError::new(format!("[{}]", texts.join(", "))) })
    }
}

/// Returns the packages of a catalog.
#[must_use]
pub fn index_of(catalog: &Catalog<'_>) -> Index {
    let text = |text: &Option<olmkit_catalog::facts::Text>| text.as_ref().map(|text| text.value.clone());
    let mut index = Index::new();
    for (name, package) in catalog.packages.iter() {
        let default_channel = text(&package.decl.body.default_channel).unwrap_or_default();
        let mut of = IndexPackage { default_channel, ..IndexPackage::default() };
        for (channel, found) in package.channels.iter() {
            let entry = |entry: &olmkit_catalog::facts::EntryFacts| NewEntry {
                name: entry.own_name().to_owned(),
                replaces: text(&entry.replaces),
                skips: entry.skips.iter().map(|skip| skip.value.clone()).collect(),
                skip_range: text(&entry.skip_range),
            };
            of.channels.insert((*channel).to_owned(), found.body.entries.iter().map(entry).collect());
        }
        for (bundle, found) in package.bundles.iter() {
            let version = found.written_version().map(|version| version.value.clone());
            let image = text(&found.of.body.image).unwrap_or_default();
            let version = version.unwrap_or_default();
            of.bundles.insert((*bundle).to_owned(), IndexBundle { image, version, substitutes_for: None });
        }
        index.insert((*name).to_owned(), of);
    }
    index
}

impl IndexPackage {
    /// The channels that have an entry for a bundle.
    fn channels_of<'p>(&'p self, bundle: &'p str) -> impl Iterator<Item = (&'p str, &'p NewEntry)> {
        let entry = move |entries: &'p Vec<NewEntry>| entries.iter().find(|entry| entry.name == bundle);
        self.channels.iter().filter_map(move |(name, entries)| Some((name.as_str(), entry(entries)?)))
    }

    /// Removes the bundles that no channel contains.
    fn drop_unused_bundles(&mut self) {
        let used: SortedSet<&str> = self.channels.values().flatten().map(|entry| entry.name.as_str()).collect();
        self.bundles.retain(|name, _| used.contains(name.as_str()));
    }
}

/// The entry that no other entry replaces or skips. A channel that opm accepts has exactly one.
fn head_of(entries: &[NewEntry]) -> Option<&str> {
    let below: SortedSet<&str> =
        entries.iter().flat_map(|entry| entry.replaces.iter().chain(&entry.skips).map(String::as_str)).collect();
    entries.iter().map(|entry| entry.name.as_str()).find(|name| !below.contains(name))
}

/// Formats a list of names as Go does.
fn go_list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    format!("[{}]", names.collect::<Vec<_>>().join(" "))
}
