//! The catalog: packages, channels and bundles, built from the facts of all documents.

use olmkit_collections::{HashMap, order};
use olmkit_diagnostics::{FileId, Fix, Place, TextEdit, TextRange};
use olmkit_semver::Version;
use olmkit_yaml::Format;

use crate::by_name::ByName;
use crate::facts::{
    AssertionsFacts, Body, BundleFacts, ChannelFacts, DeprecationsFacts, EntryFacts, Facts, LocalFix, PackageFacts,
    Text,
};
use crate::loaded::LoadedFile;

/// A document with its position in the catalog.
#[derive(Debug, Clone, Copy)]
pub struct Doc<'f> {
    /// The file.
    pub file: FileId,
    /// The range of the document in its file.
    pub range: TextRange,
    /// The number of the document in load order, counted over the whole catalog.
    pub order: usize,
    /// The format of the document.
    pub format: Format,
    /// The facts of the document.
    pub facts: &'f Facts,
}

impl Doc<'_> {
    /// Returns the place of a range of this document.
    #[must_use]
    pub fn place(&self, range: TextRange) -> Place {
        let range = range.checked_add(self.range.start()).unwrap_or(self.range);
        Place { file: self.file, range }
    }

    /// Returns the fix with places instead of ranges of this document.
    #[must_use]
    pub fn fix(&self, fix: &LocalFix) -> Fix {
        let edits = fix.edits.iter().map(|(range, text)| TextEdit { place: self.place(*range), text: text.clone() });
        Fix { title: fix.title.clone(), safety: fix.safety, edits: edits.collect() }
    }

    /// Returns the place of the document's name; without a name, the place of its root.
    #[must_use]
    pub fn name_place(&self) -> Place {
        self.place(self.facts.name.as_ref().map_or(self.facts.range, |name| name.range))
    }
}

/// A document with its typed content.
#[derive(Debug)]
pub struct Of<'f, T> {
    /// The document.
    pub doc: Doc<'f>,
    /// The typed content.
    pub body: &'f T,
}

impl<T> Clone for Of<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Of<'_, T> {}

/// A package with its channels, bundles and deprecations.
#[derive(Debug, Clone)]
pub struct Package<'f> {
    /// The name.
    pub name: &'f str,
    /// The first `olm.package` document with this name.
    pub decl: Of<'f, PackageFacts>,
    /// Channels by name; of duplicates the first.
    pub channels: ByName<'f, Of<'f, ChannelFacts>>,
    /// The channel that was loaded last.
    pub last_channel: Option<&'f str>,
    /// Bundles by name; of duplicates the first.
    pub bundles: ByName<'f, Bundle<'f>>,
    /// The bundles of the entries, in the order of the channel names.
    members: Vec<Vec<Member>>,
    /// Deprecations in load order.
    pub deprecations: Vec<Of<'f, DeprecationsFacts>>,
    /// Whether a document that cannot be loaded may belong to the package, a channel is defined more than once, or a
    /// channel, entry or bundle has no name. What is missing may be in that document or in the later definition, or have
    /// no name.
    pub is_incomplete: bool,
}

/// The indices of the bundles that an entry refers to. They are looked up once, because many rules use them.
#[derive(Debug, Clone, Copy)]
struct Member {
    own: Option<usize>,
    replaced: Option<usize>,
}

/// An entry of a channel with the bundles that it refers to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'p, 'f> {
    pub(crate) package: &'p Package<'f>,
    pub(crate) channel: &'f str,
    pub(crate) of: &'p Of<'f, ChannelFacts>,
    pub(crate) facts: &'f EntryFacts,
    /// The bundle of the entry.
    pub(crate) bundle: Option<&'p Bundle<'f>>,
    /// The bundle that the entry replaces.
    pub(crate) replaced: Option<&'p Bundle<'f>>,
}

/// The versions of bundles in ascending order, and the names of these bundles.
pub(crate) type Sorted<'f> = (Vec<Version>, Vec<&'f str>);

impl<'f> Package<'f> {
    /// Returns the bundles with a version, ordered by version.
    pub(crate) fn by_version(&self) -> Sorted<'f> {
        let bundles = self.bundles.iter();
        let mut found: Vec<(&Version, &'f str)> =
            bundles.filter_map(|(name, bundle)| Some((bundle.version.as_ref()?, *name))).collect();
        order::sort(&mut found);
        found.into_iter().map(|(version, name)| (version.clone(), name)).unzip()
    }

    /// Returns the names of the bundles whose version is not valid, or belongs to another bundle too; sorted.
    #[must_use]
    pub fn unclear_bundles(&self) -> Vec<&'f str> {
        let version = |bundle: &Bundle<'_>| bundle.version_string().unwrap_or_default();
        let versions = order::unique(self.bundles.iter().map(|(name, bundle)| (version(bundle), *name)));
        let groups = versions.chunk_by(|a, b| a.0 == b.0);
        let unclear = groups.filter(|group| group.len() > 1 || group.iter().any(|(version, _)| version.is_empty()));
        order::unique(unclear.flatten().map(|(_, name)| *name))
    }

    /// Iterates over the entries of all channels.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_, 'f>> {
        self.channels.iter().zip(&self.members).flat_map(|((name, of), members)| self.of_channel(name, of, members))
    }

    /// Iterates over the entries of a channel.
    pub(crate) fn entries_of(&self, channel: &str) -> impl Iterator<Item = Entry<'_, 'f>> {
        let place = self.channels.find(channel);
        let found = place.and_then(|place| Some((self.channels.entry_at(place)?, self.members.get(place)?)));
        found.into_iter().flat_map(|((name, of), members)| self.of_channel(name, of, members))
    }

    fn of_channel<'p>(
        &'p self,
        channel: &'f str,
        of: &'p Of<'f, ChannelFacts>,
        members: &'p [Member],
    ) -> impl Iterator<Item = Entry<'p, 'f>> {
        let bundle = |place: Option<usize>| self.bundles.at(place?);
        of.body.entries.iter().zip(members).map(move |(facts, member)| Entry {
            package: self,
            channel,
            of,
            facts,
            bundle: bundle(member.own),
            replaced: bundle(member.replaced),
        })
    }

    /// Returns for each bundle, ordered by name, whether it is an entry of any channel.
    pub(crate) fn used_bundles(&self) -> Vec<bool> {
        let mut used = vec![false; self.bundles.len()];
        for member in self.members.iter().flatten() {
            if let Some(used) = member.own.and_then(|own| used.get_mut(own)) {
                *used = true;
            }
        }
        used
    }

    /// Whether a channel is defined more than once.
    #[must_use]
    pub fn repeats_a_channel(&self) -> bool {
        self.channels.has_duplicates()
    }

    fn find_members(&mut self) {
        self.members = self.channels.values().map(|of| members(of.body, &self.bundles)).collect();
    }

    /// Whether the versions of both bundles are known and the first is higher.
    #[must_use]
    pub fn is_newer(&self, name: &str, than: &str) -> bool {
        let version = |name: &str| self.bundles.get(name)?.version.as_ref();
        version(than).is_some_and(|than| version(name) > Some(than))
    }

    /// Returns the entry with the highest version.
    #[must_use]
    pub fn newest(&self, names: &[&'f str]) -> Option<&'f str> {
        let versions = names.iter().filter_map(|name| Some((self.bundles.get(name)?.version.as_ref()?, *name)));
        versions.max().map(|(_, name)| name)
    }
}

/// A bundle with its version.
#[derive(Debug, Clone)]
pub struct Bundle<'f> {
    /// The document.
    pub of: Of<'f, BundleFacts>,
    /// The version, if the bundle has exactly one `olm.package` property and its version is valid.
    pub version: Option<Version>,
}

impl<'f> Bundle<'f> {
    /// Returns the version as written. It may be invalid.
    #[must_use]
    pub fn written_version(&self) -> Option<&'f Text> {
        self.of.body.written_version()
    }

    /// Returns the release, or an empty string.
    #[must_use]
    pub fn release(&self) -> &'f str {
        let release = self.of.body.package_property().and_then(|property| property.release.as_ref());
        release.map_or("", |release| &release.value)
    }

    /// Returns the version in the form in which opm compares versions: with the release, if there is one.
    #[must_use]
    pub fn version_string(&self) -> Option<String> {
        let version = self.version.as_ref()?;
        let release = self.release();
        Some(if release.is_empty() { version.to_string() } else { format!("{version}-{release}") })
    }
}

/// The whole catalog.
#[derive(Debug, Clone)]
pub struct Catalog<'f> {
    /// The files in walk order. A [`FileId`] is an index into them.
    pub files: &'f [LoadedFile],
    /// The path that precedes the paths of the files. Rules can use its folder names; findings do not contain it.
    pub folder: &'f str,
    /// All documents that opm reads, in load order.
    pub docs: Vec<Doc<'f>>,
    /// `olm.package` documents in load order.
    pub package_docs: Vec<Of<'f, PackageFacts>>,
    /// `olm.channel` documents in load order.
    pub channel_docs: Vec<Of<'f, ChannelFacts>>,
    /// `olm.bundle` documents in load order.
    pub bundle_docs: Vec<Of<'f, BundleFacts>>,
    /// `olm.deprecations` documents in load order.
    pub deprecation_docs: Vec<Of<'f, DeprecationsFacts>>,
    /// `olmkit.assertions` documents in load order.
    pub assertion_docs: Vec<Of<'f, AssertionsFacts>>,
    /// Packages by name.
    pub packages: ByName<'f, Package<'f>>,
    /// Whether there is a document that cannot be loaded and whose schema or package is unknown, or a document without the
    /// name of its package.
    pub is_incomplete: bool,
}

impl<'f> Catalog<'f> {
    /// Builds a catalog from loaded files.
    #[must_use]
    pub fn new(files: &'f [LoadedFile]) -> Self {
        let mut catalog = Catalog {
            files,
            folder: "",
            docs: Vec::new(),
            package_docs: Vec::new(),
            channel_docs: Vec::new(),
            bundle_docs: Vec::new(),
            deprecation_docs: Vec::new(),
            assertion_docs: Vec::new(),
            packages: ByName::default(),
            is_incomplete: false,
        };
        catalog.sort_documents();
        catalog.add_packages();
        catalog.fill_packages();
        catalog
    }

    /// Returns the same catalog, located in a folder.
    #[must_use]
    pub fn within(self, folder: &'f str) -> Self {
        Catalog { folder, ..self }
    }

    /// Returns the path of a file.
    #[must_use]
    pub fn path(&self, file: FileId) -> &'f str {
        self.files.get(file.index()).map_or("", |file| &file.path)
    }

    fn sort_documents(&mut self) {
        for (id, file) in self.files.iter().enumerate() {
            self.is_incomplete |= file.problem.is_some();
            for document in &file.documents {
                let facts = &*document.facts;
                let doc = Doc {
                    file: FileId::new(id),
                    range: document.range,
                    order: self.docs.len(),
                    format: document.format,
                    facts,
                };
                self.docs.push(doc);
                match &facts.body {
                    Body::Package(body) => self.package_docs.push(Of { doc, body }),
                    Body::Channel(body) => self.channel_docs.push(Of { doc, body }),
                    Body::Bundle(body) => self.bundle_docs.push(Of { doc, body }),
                    Body::Deprecations(body) => self.deprecation_docs.push(Of { doc, body }),
                    Body::Unreadable => self.is_incomplete |= facts.is_broken(),
                    Body::Assertions(body) => self.assertion_docs.push(Of { doc, body }),
                    Body::Other => {}
                }
                self.is_incomplete |= facts.is_unplaced();
            }
        }
    }

    fn add_packages(&mut self) {
        for decl in &self.package_docs {
            let name = decl.doc.facts.own_name();
            let package = Package {
                name,
                decl: *decl,
                channels: ByName::default(),
                last_channel: None,
                bundles: ByName::default(),
                members: Vec::new(),
                deprecations: Vec::new(),
                is_incomplete: false,
            };
            self.packages.push(name, package);
        }
        self.packages.index();
    }

    fn fill_packages(&mut self) {
        for facts in self.docs.iter().map(|doc| doc.facts).filter(|facts| facts.is_broken()) {
            let is_half_read = facts.has_syntax_error();
            let name = if is_half_read { facts.declared_package() } else { facts.package_name() };
            match self.packages.get_mut(name) {
                Some(package) => package.is_incomplete = true,
                None => self.is_incomplete |= is_half_read,
            }
        }
        for channel in &self.channel_docs {
            let facts = channel.doc.facts;
            if let Some(package) = self.packages.get_mut(facts.package_name()) {
                let is_nameless = |entry: &EntryFacts| entry.own_name().is_empty();
                package.is_incomplete |= facts.own_name().is_empty() || channel.body.entries.iter().any(is_nameless);
                package.channels.push(facts.own_name(), *channel);
                package.last_channel = Some(facts.own_name());
            }
        }
        for bundle in &self.bundle_docs {
            let facts = bundle.doc.facts;
            if let Some(package) = self.packages.get_mut(facts.package_name()) {
                package.is_incomplete |= facts.own_name().is_empty();
                package.bundles.push(facts.own_name(), Bundle { of: *bundle, version: version(bundle.body) });
            }
        }
        for package in self.packages.values_mut() {
            package.channels.index();
            package.is_incomplete |= package.repeats_a_channel();
            package.bundles.index();
            package.find_members();
        }
        for deprecations in &self.deprecation_docs {
            if let Some(package) = self.packages.get_mut(deprecations.doc.facts.package_name()) {
                package.deprecations.push(*deprecations);
            }
        }
    }

    /// Whether opm can load all files and documents.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        !self.files.iter().any(|file| file.problem.is_some()) && !self.docs.iter().any(|doc| doc.facts.is_broken())
    }

    /// Whether an object that is missing from the package may be in a document that cannot be read or in a later
    /// definition of a channel, or have no name.
    #[must_use]
    pub fn may_be_hidden(&self, package: &Package<'_>) -> bool {
        self.is_incomplete || package.is_incomplete
    }
}

fn members<'f>(channel: &'f ChannelFacts, bundles: &ByName<'f, Bundle<'f>>) -> Vec<Member> {
    let mut before: Option<(&str, Option<usize>)> = None;
    let mut members = Vec::with_capacity(channel.entries.len());
    for entry in &channel.entries {
        let own = bundles.find(entry.own_name());
        let replaced = entry.replaces.as_ref().and_then(|replaces| match before {
            // This usually is the bundle of the previous entry.
            Some((name, place)) if name == replaces.value => place,
            _ => bundles.find(&replaces.value),
        });
        before = Some((entry.own_name(), own));
        members.push(Member { own, replaced });
    }
    members
}

fn version(bundle: &BundleFacts) -> Option<Version> {
    Version::parse(&bundle.written_version()?.value).ok()
}

/// Returns the indices of a channel's entries by name; of duplicates the first.
#[must_use]
pub(crate) fn entries_by_name(channel: &ChannelFacts) -> HashMap<&str, usize> {
    let mut map = HashMap::with_capacity_and_hasher(channel.entries.len(), Default::default());
    for (at, entry) in channel.entries.iter().enumerate() {
        map.entry(entry.own_name()).or_insert(at);
    }
    map
}
