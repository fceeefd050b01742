//! All bundles and channels of one or more catalogs, as OLM lists them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use olmkit_api::TextMap;
use olmkit_catalog::{Catalog, CheckOptions, Doc, Package, check, schemas};
use olmkit_collections::{HashMap, SortedSet};
use olmkit_diagnostics::{FileId, Place, Profile};
use olmkit_k8s::Gvk;
use olmkit_semver::Range;
use olmkit_text::slice;
use olmkit_yaml::to_json;

use crate::bundle::{Bundle, properties};
use crate::ids::{BundleId, ChannelId, EntryId, Id as _, List, RequirementId, SourceId};
use crate::order::{Link, OrderError, order};
use crate::requirement::{Requirement, Test, is_requiring};

/// A catalog.
pub struct Source<'c> {
    /// The name of the catalog.
    pub name: String,
    /// `spec.priority` of the CatalogSource. Higher values are preferred.
    pub priority: i64,
    /// Labels of the ClusterCatalog, which OLM v1's selectors match. The name label exists implicitly.
    pub labels: TextMap,
    /// The catalog.
    pub catalog: &'c Catalog<'c>,
    /// The contents of the catalog's files, in their order.
    pub texts: Vec<&'c [u8]>,
}

/// A channel of a package.
#[derive(Debug)]
pub struct Channel {
    /// The catalog of the channel.
    pub source: SourceId,
    /// The package of the channel.
    pub package: String,
    /// The name of the channel.
    pub name: String,
    /// Whether this is the default channel of its package.
    pub is_default: bool,
    /// The entries that have a bundle.
    pub entries: Vec<EntryId>,
    /// The entries from the head to the tail, or why the channel cannot be sorted. In that case, OLM resolves nothing
    /// if it visits the channel.
    pub order: Result<Vec<EntryId>, OrderError>,
}

/// A bundle in a channel, or an installed bundle.
#[derive(Debug)]
pub struct Entry {
    /// The channel. `None` for an installed bundle.
    pub channel: Option<ChannelId>,
    /// The bundle.
    pub bundle: BundleId,
    /// The name of the replaced bundle. Empty if there is none.
    pub replaces: String,
    /// The names of the skipped bundles.
    pub skips: Vec<String>,
    /// The skip range, if OLM can parse it. OLM panics if it has an empty part.
    pub skip_range: Option<Range>,
}

/// The catalogs and the indexes over them.
pub struct Universe<'c> {
    /// The catalogs.
    catalogs: Vec<&'c Catalog<'c>>,
    /// Names and priorities of the catalogs.
    pub sources: List<SourceId, (String, i64)>,
    /// Labels of the catalogs.
    pub labels: List<SourceId, TextMap>,
    /// All bundles.
    pub bundles: List<BundleId, Bundle<'c>>,
    /// All channels, sorted by catalog, package and name.
    pub channels: List<ChannelId, Channel>,
    /// All entries, sorted by channel.
    pub entries: List<EntryId, Entry>,
    /// All distinct requirements.
    pub requirements: List<RequirementId, Requirement>,
    /// Path and content of every file, by catalog.
    pub(crate) files: List<SourceId, Vec<(String, &'c [u8])>>,
    /// The suppressions of comments with a reason, by catalog: rule name and place.
    pub(crate) silenced: List<SourceId, Vec<(String, Place)>>,
    /// Messages of deprecated packages, channels and bundles.
    pub(crate) deprecated: HashMap<(SourceId, String, Scope), String>,
    pub(crate) entries_of: List<BundleId, Vec<EntryId>>,
    pub(crate) by_gvk: HashMap<Gvk, Vec<BundleId>>,
    pub(crate) by_package: HashMap<String, Vec<BundleId>>,
    matches: RefCell<HashMap<RequirementId, Rc<Matches>>>,
    /// The steps that expressions may still use.
    left: Cell<usize>,
}

/// Maximum number of steps and bytes that the expressions of a universe use together. Real expressions use a few
/// hundred for each bundle.
const BUDGET: usize = 50_000_000;

/// The bundles that satisfy a requirement.
#[derive(Default)]
struct Matches {
    met_by: Rc<[BundleId]>,
    /// A bundle for which an expression exceeds a limit, so that the result is not known.
    unknown: Option<BundleId>,
}

/// The scope of a deprecation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    Package,
    Channel(String),
    Bundle(String),
}

impl<'c> Universe<'c> {
    /// Creates a universe of catalogs. It contains the packages, channels and bundles that opm would serve.
    #[must_use]
    pub fn new(sources: &[Source<'c>]) -> Universe<'c> {
        let mut universe = Universe {
            catalogs: sources.iter().map(|source| source.catalog).collect(),
            sources: sources.iter().map(|source| (source.name.clone(), source.priority)).collect(),
            labels: sources.iter().map(|source| source.labels.clone()).collect(),
            bundles: List::default(),
            channels: List::default(),
            entries: List::default(),
            requirements: List::default(),
            files: sources.iter().map(files).collect(),
            silenced: sources.iter().map(silenced).collect(),
            deprecated: HashMap::default(),
            entries_of: List::default(),
            by_gvk: HashMap::default(),
            by_package: HashMap::default(),
            matches: RefCell::default(),
            left: Cell::new(BUDGET),
        };
        let mut known = HashMap::default();
        for (id, source) in universe.sources.ids().zip(sources) {
            for package in source.catalog.packages.values() {
                universe.package(id, source, package, &mut known);
            }
        }
        universe.index();
        universe
    }

    /// Whether opm rejects a catalog.
    pub(crate) fn has_rejected(&self) -> bool {
        // Only the rules of opm are checked.
        let options = CheckOptions { profile: Profile::Opm, findings_only: true, ..CheckOptions::default() };
        self.catalogs.iter().any(|catalog| !check(catalog, &options).verdict.accepted)
    }

    fn package(
        &mut self,
        source: SourceId,
        from: &Source<'c>,
        package: &Package<'_>,
        known: &mut HashMap<(String, String), RequirementId>,
    ) {
        let mut by_name: HashMap<&str, BundleId> = HashMap::default();
        for (name, bundle) in &package.bundles {
            let Some(text) = text_of(from, &bundle.of.doc) else { continue };
            let read = self.bundle(source, &bundle.of.doc, text, known);
            by_name.insert(name, self.bundles.push(read));
        }
        let default = package.decl.body.default_channel.as_ref().map_or("", |text| text.value.as_str());
        for (name, channel) in &package.channels {
            let (at, first) = (self.channels.next_id(), self.entries.len());
            for entry in &channel.body.entries {
                let Some(bundle) = by_name.get(entry.own_name()) else { continue };
                let skip_range = entry.skip_range.as_ref().and_then(|range| Range::parse(&range.value).ok());
                self.entries.push(Entry {
                    channel: Some(at),
                    bundle: *bundle,
                    replaces: entry.replaces.as_ref().map(|text| text.value.clone()).unwrap_or_default(),
                    skips: entry.skips.iter().map(|text| text.value.clone()).collect(),
                    skip_range,
                });
            }
            let entries: Vec<EntryId> = self.entries.ids().skip(first).collect();
            let links = self.entries.with_ids().skip(first).map(|(id, entry)| (id, self.link(entry)));
            let order = order(&links.collect::<Vec<_>>(), name, package.name);
            self.channels.push(Channel {
                source,
                package: package.name.to_owned(),
                name: (*name).to_owned(),
                is_default: *name == default,
                entries,
                order,
            });
        }
        self.deprecations(source, package);
    }

    pub(crate) fn link<'e>(&'e self, entry: &'e Entry) -> Link<'e> {
        let name = self.bundles.get(entry.bundle).map_or("", |bundle| bundle.name.as_str());
        Link { name, replaces: &entry.replaces, skips: &entry.skips }
    }

    fn bundle(
        &mut self,
        source: SourceId,
        doc: &Doc<'_>,
        text: &'c [u8],
        known: &mut HashMap<(String, String), RequirementId>,
    ) -> Bundle<'c> {
        let mut bundle = Bundle::new(source, doc, text);
        let document = bundle.document();
        for property in document.root().map(properties).unwrap_or_default() {
            bundle.take(&property);
            if !is_requiring(&property.kind) {
                continue;
            }
            let key = (property.kind.clone(), to_json(property.value));
            let next = self.requirements.next_id();
            let index = *known.entry(key).or_insert(next);
            let read = || Requirement::read(&property.kind, property.value);
            if index == next {
                read().map(|of| self.requirements.push(of));
            }
            // Each bundle reports the problem at its own position.
            let is_broken = self.requirements.get(index).is_some_and(|of| of.predicate.is_err());
            let problem = if is_broken { read().and_then(|of| of.predicate.err()) } else { None };
            let (whole, part) = (property.value.range(), problem.map(|problem| problem.range));
            let place = doc.place(part.filter(|part| whole.contains_range(*part)).unwrap_or(whole));
            if bundle.requires.iter().all(|(other, _)| *other != index) {
                bundle.requires.push((index, place));
            }
        }
        bundle.finish();
        bundle
    }

    fn deprecations(&mut self, source: SourceId, package: &Package<'_>) {
        for entry in package.deprecations.iter().flat_map(|of| &of.body.entries) {
            let text = |text: &Option<olmkit_catalog::facts::Text>| text.as_ref().map(|text| text.value.clone());
            let name = text(&entry.name).unwrap_or_default();
            let scope = match text(&entry.schema).unwrap_or_default().as_str() {
                schemas::PACKAGE => Scope::Package,
                schemas::CHANNEL => Scope::Channel(name),
                schemas::BUNDLE => Scope::Bundle(name),
                _ => continue,
            };
            let message = text(&entry.message).unwrap_or_default();
            self.deprecated.insert((source, package.name.to_owned(), scope), message);
        }
    }

    fn index(&mut self) {
        self.entries_of = self.bundles.iter().map(|_| Vec::new()).collect();
        for (at, entry) in self.entries.with_ids() {
            if let Some(of) = self.entries_of.get_mut(entry.bundle) {
                of.push(at);
            }
        }
        for (at, bundle) in self.bundles.with_ids() {
            for gvk in &bundle.provides {
                let of = self.by_gvk.entry(gvk.clone()).or_default();
                if of.last() != Some(&at) {
                    of.push(at);
                }
            }
            let names: SortedSet<&str> =
                bundle.packages.iter().map(|(name, _)| name.as_str()).chain([bundle.package.as_str()]).collect();
            for name in names {
                self.by_package.entry(name.to_owned()).or_default().push(at);
            }
        }
    }

    /// Returns the bundles that satisfy a requirement. Empty if the requirement is broken.
    #[must_use]
    pub fn matching(&self, requirement: RequirementId) -> Rc<[BundleId]> {
        Rc::clone(&self.matches(requirement).met_by)
    }

    /// Why it is not known which bundles satisfy a requirement. `None` if it is known.
    pub(crate) fn unknown(&self, requirement: RequirementId) -> Option<OverLimit> {
        let bundle = self.bundles.get(self.matches(requirement).unknown?)?;
        Some(OverLimit { bundle: bundle.name.clone() })
    }

    fn matches(&self, requirement: RequirementId) -> Rc<Matches> {
        if let Some(found) = self.matches.borrow().get(&requirement) {
            return Rc::clone(found);
        }
        let found = Rc::new(self.find(requirement));
        self.matches.borrow_mut().insert(requirement, Rc::clone(&found));
        found
    }

    fn find(&self, requirement: RequirementId) -> Matches {
        let Some(Requirement { predicate: Ok(predicate), .. }) = self.requirements.get(requirement) else {
            return Matches::default();
        };
        let mut unknown = None;
        let is_met = |at: &BundleId| {
            let Some(bundle) = self.bundles.get(*at) else { return false };
            let is_met = predicate.is_met_by(bundle, &self.left);
            if is_met.is_none() {
                unknown = unknown.or(Some(*at));
            }
            is_met.unwrap_or_default()
        };
        let met_by: Vec<BundleId> = match predicate.root() {
            Test::Gvk(gvk) => self.by_gvk.get(gvk).cloned().unwrap_or_default(),
            Test::Package { name, .. } => {
                self.by_package.get(name).into_iter().flatten().copied().filter(is_met).collect()
            }
            _ => self.bundles.ids().filter(is_met).collect(),
        };
        Matches { met_by: met_by.into(), unknown }
    }

    /// Whether a bundle that no catalog contains satisfies a requirement.
    ///
    /// # Errors
    /// When this is not known.
    pub(crate) fn is_met_by(&self, requirement: RequirementId, bundle: &Bundle<'_>) -> Result<bool, OverLimit> {
        let predicate = self.requirements.get(requirement).and_then(|of| of.predicate.as_ref().ok());
        let Some(predicate) = predicate else { return Ok(false) };
        predicate.is_met_by(bundle, &self.left).ok_or_else(|| OverLimit { bundle: bundle.name.clone() })
    }

    /// The package that has an entry which replaces or skips a bundle of that name.
    pub(crate) fn package_that_names(&self, name: &str) -> Option<&str> {
        let names = |entry: &&Entry| entry.replaces == name || entry.skips.iter().any(|skip| skip == name);
        let entry = self.entries.iter().find(names)?;
        self.bundles.get(entry.bundle).map(|bundle| bundle.package.as_str())
    }

    /// Returns the bundle of an entry.
    #[must_use]
    pub fn bundle_of(&self, entry: EntryId) -> Option<&Bundle<'c>> {
        self.bundles.get(self.entries.get(entry)?.bundle)
    }

    /// Returns the channel of an entry.
    #[must_use]
    pub fn channel_of(&self, entry: EntryId) -> Option<&Channel> {
        self.channels.get(self.entries.get(entry)?.channel?)
    }

    /// Returns the message of the deprecation of an entry. A deprecation of the bundle takes precedence over that of
    /// the channel, and that over the one of the package.
    #[must_use]
    pub fn deprecation(&self, entry: EntryId) -> Option<&str> {
        let (bundle, channel) = (self.bundle_of(entry)?, self.channel_of(entry)?);
        let scopes = [Scope::Bundle(bundle.name.clone()), Scope::Channel(channel.name.clone()), Scope::Package];
        let found =
            scopes.into_iter().find_map(|scope| self.deprecated.get(&(bundle.source, bundle.package.clone(), scope)));
        found.map(String::as_str)
    }
}

impl<'c> Universe<'c> {
    /// Returns the path and content of every file, ordered by catalog. Findings number files in this order.
    pub fn files(&self) -> impl Iterator<Item = (&str, &'c [u8])> {
        self.files.iter().flatten().map(|(path, text)| (path.as_str(), *text))
    }

    /// Converts a place in a file of one catalog to a place in [`Universe::files`].
    pub(crate) fn numbered(&self, source: SourceId, place: Place) -> Place {
        let before: usize = self.files.iter().take(source.index()).map(Vec::len).sum();
        let number = before.saturating_add(place.file.index());
        Place { file: FileId::new(number), range: place.range }
    }
}

/// Why it is not known whether a bundle satisfies a requirement.
#[derive(Debug, thiserror::Error)]
#[error("an expression exceeds a limit of olmkit for {bundle}; OLM does not have this limit")]
pub(crate) struct OverLimit {
    bundle: String,
}

fn text_of<'c>(source: &Source<'c>, doc: &Doc<'_>) -> Option<&'c [u8]> {
    let text = source.texts.get(doc.file.index())?;
    slice(text, doc.range)
}

fn files<'c>(source: &Source<'c>) -> Vec<(String, &'c [u8])> {
    source.catalog.files.iter().map(|file| file.path.clone()).zip(source.texts.iter().copied()).collect()
}

/// The suppressions of a catalog's comments that give a reason.
fn silenced(source: &Source<'_>) -> Vec<(String, Place)> {
    let comments = source.catalog.docs.iter().flat_map(|doc| doc.facts.suppressions.iter().map(move |of| (doc, of)));
    let with_reason = comments.filter(|(_, of)| of.has_reason);
    with_reason.map(|(doc, of)| (of.rule.clone(), doc.place(of.covers))).collect()
}
