//! Filters a catalog as oc-mirror v2 does.

mod channel;
mod config;
mod error;
mod reference;
mod version;

use olmkit_catalog::schemas;
use olmkit_collections::{SortedMap, SortedSet};

use olmkit_semver::Version;
use olmkit_yaml::{NodeRef, quote_json};

use crate::Rendering;
use crate::document::{Document, Place, raw};
use crate::typed::{field, text};
use channel::{Entry, Kept};
pub use config::{ChannelChoice, ImageSet, Operator, PackageChoice};
pub use error::{
    Aggregate, FilterError, HeadError, ImageSetError, ImageSetPart, InvalidBound, InvalidOperator, InvalidPackage,
    RejectedImageSet, SelectionError,
};
use version::Bounds;
pub use version::Versions;

/// The result of filtering a catalog.
#[derive(Debug, Default)]
pub struct Mirrored {
    /// The remaining documents.
    pub catalog: Rendering,
    /// Whether the catalog is mirrored unchanged.
    pub is_copy: bool,
    /// oc-mirror's warnings.
    pub warnings: Vec<String>,
}

/// The documents of a package.
#[derive(Default)]
struct Package<'c> {
    default_channel: String,
    channels: Vec<(&'c str, Vec<Entry>)>,
    bundles: Vec<(&'c str, Option<Version>)>,
}

/// The parts of a package that are kept.
#[derive(Default)]
struct Selection<'c> {
    default_channel: Option<&'c str>,
    /// The selected channels. Deprecations of other channels are removed.
    selected: SortedSet<&'c str>,
    channels: SortedMap<&'c str, SortedSet<String>>,
    bundles: SortedSet<String>,
}

impl Operator {
    /// Filters a catalog as oc-mirror does. The catalog is loaded, but not validated.
    ///
    /// # Errors
    /// Returns oc-mirror's error if it cannot filter the catalog.
    pub fn filter(&self, catalog: &Rendering) -> Result<Mirrored, FilterError> {
        self.check_names()?;
        if self.full && self.packages.is_empty() {
            let mut copy = Rendering::default();
            copy.documents.clone_from(&catalog.documents);
            return Ok(Mirrored { catalog: copy, is_copy: true, warnings: Vec::new() });
        }
        let mut warnings = Vec::new();
        let mut selections = SortedMap::new();
        for (name, package) in packages(&catalog.documents) {
            let choice = self.packages.iter().find(|choice| choice.name == name);
            if choice.is_none() && !self.packages.is_empty() {
                continue;
            }
            selections.insert(name, self.select(name, &package, choice, &mut warnings)?);
        }
        let documents = catalog.documents.iter().filter_map(|document| kept(document, &selections)).collect();
        Ok(Mirrored { catalog: Rendering { documents }, is_copy: false, warnings })
    }

    fn check_names(&self) -> Result<(), FilterError> {
        for (at, package) in self.packages.iter().enumerate() {
            if package.name.is_empty() {
                return Err(FilterError::UnnamedPackage { at });
            }
            if let Some(channel) = package.channels.iter().position(|channel| channel.name.is_empty()) {
                return Err(FilterError::UnnamedChannel { package: package.name.clone(), at, channel });
            }
        }
        Ok(())
    }

    fn select<'c>(
        &self,
        name: &'c str,
        package: &Package<'c>,
        choice: Option<&'c PackageChoice>,
        warnings: &mut Vec<String>,
    ) -> Result<Selection<'c>, SelectionError> {
        let mut versions = SortedMap::new();
        for (bundle, version) in &package.bundles {
            let missing = || SelectionError::NoVersion((*bundle).to_owned());
            versions.insert(*bundle, version.clone().ok_or_else(missing)?);
        }
        let chosen = |channel: &str| choice.and_then(|choice| choice.channels.iter().find(|own| own.name == channel));
        let is_selected =
            |channel: &str| choice.is_none_or(|choice| choice.channels.is_empty()) || chosen(channel).is_some();
        let mut selection = Selection::default();
        selection
            .selected
            .extend(package.channels.iter().map(|(channel, _)| *channel).filter(|name| is_selected(name)));
        if let Some(choice) = choice {
            selection.default_channel = default_channel(name, package, choice, &selection.selected)?;
        }
        for (channel, entries) in package.channels.iter().filter(|(channel, _)| is_selected(channel)) {
            let own = chosen(channel).map(|own| &own.versions).filter(|own| !own.is_empty());
            let bounds = own.or(choice.map(|choice| &choice.versions)).and_then(Bounds::new);
            let kept = self.entries(entries, &versions, bounds.as_ref(), (name, channel))?;
            if kept.names.is_empty()
                && let Some(bounds) = bounds
            {
                if *channel == package.default_channel {
                    let (package, channel) = (name.to_owned(), (*channel).to_owned());
                    return Err(SelectionError::EmptyDefaultChannel { package, channel, range: bounds.text });
                }
                continue;
            }
            warnings.extend(kept.warnings);
            selection.bundles.extend(kept.names.iter().cloned());
            selection.channels.insert(channel, kept.names);
        }
        Ok(selection)
    }

    fn entries(
        &self,
        entries: &[Entry],
        versions: &SortedMap<&str, Version>,
        bounds: Option<&Bounds>,
        (package, channel): (&str, &str),
    ) -> Result<Kept, SelectionError> {
        match bounds {
            Some(_) if self.full => Err(SelectionError::FullWithBounds),
            Some(bounds) => channel::in_range(entries, versions, bounds).map_err(SelectionError::Range),
            None if self.full => Ok(channel::all(entries)),
            None => channel::head_only(entries).map_err(|source| {
                let (package, channel) = (package.to_owned(), channel.to_owned());
                SelectionError::Head { package, channel, source }
            }),
        }
    }
}

/// The new default channel, if the configuration sets one.
fn default_channel<'c>(
    name: &str,
    package: &Package<'_>,
    choice: &'c PackageChoice,
    selected: &SortedSet<&str>,
) -> Result<Option<&'c str>, SelectionError> {
    let (own, other) = (choice.default_channel.as_str(), package.default_channel.as_str());
    let package = name.to_owned();
    if own.is_empty() && !other.is_empty() && !selected.contains(other) {
        return Err(SelectionError::DefaultChannelGone { package, channel: other.to_owned() });
    }
    if own.is_empty() {
        return Ok(None);
    }
    if selected.contains(own) {
        return Ok(Some(own));
    }
    Err(SelectionError::UnknownDefaultChannel { package, channel: own.to_owned() })
}

/// The packages in document order.
fn packages(documents: &[Document]) -> Vec<(&str, Package<'_>)> {
    let mut found: Vec<(&str, Package<'_>)> = Vec::new();
    let mut places: SortedMap<&str, usize> = SortedMap::new();
    for document in documents.iter().filter(|document| document.place == Place::Package) {
        if places.contains_key(document.package.as_str()) {
            continue;
        }
        places.insert(&document.package, found.len());
        let default_channel =
            document.with(|root| text(root, "defaultChannel").unwrap_or_default()).unwrap_or_default();
        found.push((&document.package, Package { default_channel, ..Package::default() }));
    }
    for document in documents {
        let place = places.get(document.package.as_str()).copied();
        let Some((_, package)) = place.and_then(|place| found.get_mut(place)) else { continue };
        match &document.place {
            Place::Channel(name) => package.channels.push((name, document.with(entries).unwrap_or_default())),
            Place::Bundle(name) => package.bundles.push((name, document.with(version).flatten())),
            _ => {}
        }
    }
    found
}

fn items<'d>(root: NodeRef<'d>, name: &str) -> impl Iterator<Item = NodeRef<'d>> {
    field(root, name).into_iter().flat_map(NodeRef::items)
}

fn entries(root: NodeRef<'_>) -> Vec<Entry> {
    let own = |entry, name| text(entry, name).unwrap_or_default();
    items(root, "entries")
        .map(|entry| Entry {
            name: own(entry, "name"),
            replaces: own(entry, "replaces"),
            skips: items(entry, "skips").filter_map(|skip| skip.as_str().map(String::from)).collect(),
        })
        .collect()
}

fn version(root: NodeRef<'_>) -> Option<Version> {
    let mut properties =
        items(root, "properties").filter(|one| text(*one, "type").as_deref() == Some(schemas::PACKAGE_PROPERTY));
    let value = field(properties.next()?, "value")?;
    Version::parse(&text(value, "version")?).ok()
}

/// The filtered document. `None` if it is removed.
fn kept(document: &Document, selections: &SortedMap<&str, Selection<'_>>) -> Option<Document> {
    let of = selections.get(document.package.as_str());
    if document.package.is_empty() && matches!(document.place, Place::Other(_)) {
        return Some(document.clone());
    }
    let of = of?;
    match &document.place {
        Place::Package => match of.default_channel {
            Some(name) => with(document, "defaultChannel", |_| quote_json(name)),
            None => Some(document.clone()),
        },
        Place::Channel(name) => {
            let names = of.channels.get(name.as_str())?;
            let is_kept = |entry: NodeRef<'_>| text(entry, "name").is_some_and(|name| names.contains(&name));
            with(document, "entries", |entries| filtered(entries, is_kept))
        }
        Place::Bundle(name) => of.bundles.contains(name).then(|| document.clone()),
        Place::Deprecations => with(document, "entries", |entries| filtered(entries, |entry| refers(entry, of))),
        Place::Other(_) => Some(document.clone()),
    }
}

/// Whether the target of a deprecation is kept.
fn refers(entry: NodeRef<'_>, of: &Selection<'_>) -> bool {
    let Some(reference) = field(entry, "reference") else { return true };
    let name = text(reference, "name").unwrap_or_default();
    match text(reference, "schema").as_deref() {
        Some(schemas::CHANNEL) => of.selected.contains(name.as_str()),
        Some(schemas::BUNDLE) => of.bundles.contains(&name),
        _ => true,
    }
}

fn filtered(list: NodeRef<'_>, is_kept: impl Fn(NodeRef<'_>) -> bool) -> String {
    let items: Vec<&str> = list.items().filter(|item| is_kept(*item)).map(raw).collect();
    format!("[{}]", items.join(","))
}

/// Replaces the value of a field in a document.
fn with(document: &Document, name: &str, change: impl Fn(NodeRef<'_>) -> String) -> Option<Document> {
    let json = document.with(|root| {
        let members: Vec<String> = root
            .members()
            .map(|member| {
                let value = if member.key == name { change(member.value) } else { raw(member.value).to_owned() };
                format!("{}:{value}", raw(member.key_node))
            })
            .collect();
        format!("{{{}}}", members.join(","))
    })?;
    Some(Document { json, ..document.clone() })
}
