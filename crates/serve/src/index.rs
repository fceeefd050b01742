//! A catalog as it is served: the data that all responses need, and the positions of the rest in the texts.

use olmkit_catalog::schemas;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use olmkit_catalog::facts::{ChannelFacts, EntryFacts, Text};
use olmkit_catalog::{Catalog, Doc, LoadedFile};
use olmkit_yaml::{Document, Format, read_document};

use crate::api;
use crate::content::{Content, is_custom};

/// The index of a catalog that opm serves. Data that only some requests need is read from the texts on first use.
#[derive(Debug, Default)]
pub struct Index {
    texts: Vec<Vec<u8>>,
    /// Packages, sorted by name.
    pub(crate) packages: Vec<Package>,
    pub(crate) bundles: Vec<Bundle>,
    pub(crate) custom: Vec<Custom>,
    pub(crate) documents: Vec<Named>,
    providers: OnceLock<HashMap<Gvk, HashSet<usize>>>,
}

#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) default_channel: String,
    /// Channels, sorted by name.
    pub(crate) channels: Vec<Channel>,
    pub(crate) deprecation: Option<api::Deprecation>,
}

#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) name: String,
    pub(crate) entries: Vec<Entry>,
    /// The index of the head in `entries`.
    pub(crate) head: usize,
    pub(crate) deprecation: Option<api::Deprecation>,
}

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) replaces: String,
    pub(crate) skips: Vec<String>,
    pub(crate) skip_range: String,
    /// The index of the bundle in [`Index::bundles`].
    pub(crate) bundle: usize,
}

#[derive(Debug)]
pub(crate) struct Bundle {
    pub(crate) name: String,
    pub(crate) image: String,
    pub(crate) version: String,
    pub(crate) place: Place,
    pub(crate) deprecation: Option<api::Deprecation>,
    /// The message without manifests, which is the same for all channels. Created on first use.
    pub(crate) message: OnceLock<Arc<api::Bundle>>,
}

/// A document with a schema other than opm's.
#[derive(Debug)]
pub(crate) struct Custom {
    pub(crate) schema: String,
    pub(crate) package: String,
    pub(crate) place: Place,
}

/// Any document, with the fields by which catalogd finds it.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) schema: String,
    pub(crate) package: String,
    pub(crate) name: String,
    pub(crate) place: Place,
}

/// The position of a document.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    file: usize,
    range: Range<usize>,
    format: Format,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Gvk {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
}

/// A bundle in a channel.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member<'i> {
    pub(crate) package: &'i Package,
    pub(crate) channel: &'i Channel,
    pub(crate) entry: &'i Entry,
}

impl Index {
    /// Creates the index of a catalog that is not [refused](Content::refused).
    #[must_use]
    pub fn new(content: Content) -> Self {
        let mut index = Index::default();
        index.read(&content.files);
        index.texts = content.texts;
        index
    }

    /// Returns the number of packages, and of bundles in them.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.packages.len(), self.bundles.len())
    }

    fn read(&mut self, files: &[LoadedFile]) {
        let catalog = Catalog::new(files);
        self.documents = catalog.docs.iter().map(named).collect();
        let custom = catalog.docs.iter().filter(|doc| is_custom(doc.facts));
        self.custom =
            custom.map(|doc| Custom { schema: schema(doc), package: package(doc), place: place(doc) }).collect();
        for package in catalog.packages.values() {
            let deprecated = Deprecated::of(package);
            let mut numbers: HashMap<&str, usize> = HashMap::new();
            for (name, bundle) in package.bundles.iter() {
                numbers.insert(name, self.bundles.len());
                self.bundles.push(Bundle {
                    name: (*name).to_owned(),
                    image: value(bundle.of.body.image.as_ref()),
                    version: value(bundle.written_version()),
                    place: place(&bundle.of.doc),
                    deprecation: deprecated.get(schemas::BUNDLE, name),
                    message: OnceLock::new(),
                });
            }
            let channels = package.channels.iter().map(|(name, channel)| {
                let entries: Vec<Entry> =
                    channel.body.entries.iter().filter_map(|entry| read_entry(entry, &numbers)).collect();
                let head = head(channel.body, &entries);
                Channel { name: (*name).to_owned(), entries, head, deprecation: deprecated.get(schemas::CHANNEL, name) }
            });
            self.packages.push(Package {
                name: package.name.to_owned(),
                place: place(&package.decl.doc),
                default_channel: value(package.decl.body.default_channel.as_ref()),
                channels: channels.collect(),
                deprecation: deprecated.get(schemas::PACKAGE, ""),
            });
        }
    }

    /// Parses a document again.
    pub(crate) fn document(&self, place: &Place) -> Document<'_> {
        let text = self.texts.get(place.file).and_then(|text| text.get(place.range.clone()));
        read_document(text.unwrap_or_default(), place.format)
    }

    pub(crate) fn package(&self, name: &str) -> Option<&Package> {
        let at = self.packages.binary_search_by(|package| package.name.as_str().cmp(name)).ok()?;
        self.packages.get(at)
    }

    /// Every bundle in every channel. Packages and channels are sorted by name, entries are in document order.
    pub(crate) fn members(&self) -> impl Iterator<Item = Member<'_>> {
        self.packages.iter().flat_map(|package| {
            package
                .channels
                .iter()
                .flat_map(move |channel| channel.entries.iter().map(move |entry| Member { package, channel, entry }))
        })
    }

    /// The indices of the bundles that provide an API.
    pub(crate) fn providers(&self, api: &Gvk) -> Option<&HashSet<usize>> {
        let all = self.providers.get_or_init(|| {
            let mut all: HashMap<Gvk, HashSet<usize>> = HashMap::new();
            for (number, bundle) in self.bundles.iter().enumerate() {
                for api::GroupVersionKind { group, version, kind, .. } in &self.message(bundle).provided_apis {
                    let api = Gvk { group: group.clone(), version: version.clone(), kind: kind.clone() };
                    all.entry(api).or_default().insert(number);
                }
            }
            all
        });
        all.get(api)
    }
}

impl Package {
    pub(crate) fn channel(&self, name: &str) -> Option<&Channel> {
        let at = self.channels.binary_search_by(|channel| channel.name.as_str().cmp(name)).ok()?;
        self.channels.get(at)
    }
}

/// Messages of `olm.deprecations`, by schema and name.
struct Deprecated<'f>(BTreeMap<(&'f str, &'f str), &'f str>);

impl<'f> Deprecated<'f> {
    fn of(package: &olmkit_catalog::Package<'f>) -> Self {
        let entries = package.deprecations.iter().flat_map(|of| &of.body.entries);
        let text = |text: &'f Option<Text>| text.as_ref().map_or("", |text| text.value.as_str());
        Deprecated(entries.map(|one| ((text(&one.schema), text(&one.name)), text(&one.message))).collect())
    }

    fn get(&self, schema: &str, name: &str) -> Option<api::Deprecation> {
        self.0.get(&(schema, name)).map(|message| api::Deprecation { message: (*message).to_owned() })
    }
}

fn value(text: Option<&Text>) -> String {
    text.map(|text| text.value.clone()).unwrap_or_default()
}

fn schema(doc: &Doc<'_>) -> String {
    value(doc.facts.schema.as_ref())
}

fn package(doc: &Doc<'_>) -> String {
    doc.facts.package_name().to_owned()
}

fn named(doc: &Doc<'_>) -> Named {
    Named { schema: schema(doc), package: package(doc), name: doc.facts.own_name().to_owned(), place: place(doc) }
}

fn place(doc: &Doc<'_>) -> Place {
    let range = usize::from(doc.range.start())..usize::from(doc.range.end());
    Place { file: doc.file.index(), range, format: doc.format }
}

fn read_entry(entry: &EntryFacts, numbers: &HashMap<&str, usize>) -> Option<Entry> {
    Some(Entry {
        name: entry.own_name().to_owned(),
        replaces: value(entry.replaces.as_ref()),
        skips: entry.skips.iter().map(|skip| skip.value.clone()).collect(),
        skip_range: value(entry.skip_range.as_ref()),
        bundle: *numbers.get(entry.own_name())?,
    })
}

/// The index of the entry that no other entry replaces or skips. A valid channel has exactly one.
fn head(channel: &ChannelFacts, entries: &[Entry]) -> usize {
    let heads = olmkit_catalog::channel_graph::heads(channel);
    entries.iter().position(|entry| heads.contains(&entry.name.as_str())).unwrap_or_default()
}
