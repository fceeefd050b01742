//! The catalog: packages, channels and bundles put together from the facts of all documents.

use olmkit_diagnostics::{FileId, HashMap, Place, TextRange};
use olmkit_semver::Version;
use olmkit_syntax::Format;

use crate::by_name::ByName;
use crate::facts::{
    AssertionsFacts, Body, BundleFacts, ChannelFacts, DeprecationsFacts, Facts, PackageFacts, PackageProperty,
};
use crate::loaded::LoadedFile;

/// A document and its place.
#[derive(Debug, Clone, Copy)]
pub struct Doc<'f> {
    /// The file.
    pub file: FileId,
    /// Where the document is in its file.
    pub range: TextRange,
    /// Number of the document in load order over the whole catalog.
    pub order: usize,
    /// How it is written.
    pub format: Format,
    /// What it says.
    pub facts: &'f Facts,
}

impl Doc<'_> {
    /// The place of a range of this document.
    #[must_use]
    pub fn place(&self, range: TextRange) -> Place {
        let range = range.checked_add(self.range.start()).unwrap_or(self.range);
        Place { file: self.file, range }
    }

    /// The place of the document's name, or of its root.
    #[must_use]
    pub fn name_place(&self) -> Place {
        self.place(self.facts.name.as_ref().map_or(self.facts.range, |name| name.range))
    }
}

/// A document of a certain schema.
#[derive(Debug)]
pub struct Of<'f, T> {
    /// The document.
    pub doc: Doc<'f>,
    /// Its typed content.
    pub body: &'f T,
}

impl<T> Clone for Of<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Of<'_, T> {}

/// A package with everything that belongs to it.
#[derive(Debug, Clone)]
pub struct Package<'f> {
    /// Its name.
    pub name: &'f str,
    /// The first `olm.package` of that name.
    pub decl: Of<'f, PackageFacts>,
    /// Channels by name; of duplicates the first.
    pub channels: ByName<'f, Of<'f, ChannelFacts>>,
    /// The channel that was loaded last.
    pub last_channel: Option<&'f str>,
    /// Bundles by name; of duplicates the first.
    pub bundles: ByName<'f, Bundle<'f>>,
    /// Deprecations in load order.
    pub deprecations: Vec<Of<'f, DeprecationsFacts>>,
    /// Whether a document that cannot be loaded may belong to the package: what is missing may be in it.
    pub is_incomplete: bool,
}

impl<'f> Package<'f> {
    /// The one of these entries with the highest version.
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
    /// Its version, where exactly one `olm.package` property has a valid one.
    pub version: Option<Version>,
}

impl<'f> Bundle<'f> {
    /// The bundle's only `olm.package` property.
    #[must_use]
    pub fn package_property(&self) -> Option<&'f PackageProperty> {
        match self.of.body.packages.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The release, or an empty text.
    #[must_use]
    pub fn release(&self) -> &'f str {
        let release = self.package_property().and_then(|property| property.release.as_ref());
        release.map_or("", |release| &release.value)
    }

    /// The version as opm tells versions apart: with the release where there is one.
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
    /// The files in walk order; a [`FileId`] is an index.
    pub files: &'f [LoadedFile],
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
    /// Whether some document cannot be loaded and does not say what it is.
    pub is_incomplete: bool,
}

impl<'f> Catalog<'f> {
    /// Puts a catalog together.
    #[must_use]
    pub fn new(files: &'f [LoadedFile]) -> Self {
        let mut catalog = Catalog {
            files,
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

    /// The path of a file.
    #[must_use]
    pub fn path(&self, file: FileId) -> &'f str {
        self.files.get(file.0 as usize).map_or("", |file| &file.path)
    }

    fn sort_documents(&mut self) {
        for (id, file) in (0_u32..).zip(self.files) {
            self.is_incomplete |= file.problem.is_some();
            for document in &file.documents {
                let facts = &*document.facts;
                let doc = Doc {
                    file: FileId(id),
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
                deprecations: Vec::new(),
                is_incomplete: false,
            };
            self.packages.push(name, package);
        }
        self.packages.settle();
    }

    fn fill_packages(&mut self) {
        let broken: Vec<&str> =
            self.docs.iter().filter(|doc| doc.facts.is_broken()).map(|doc| doc.facts.package_name()).collect();
        for name in broken {
            if let Some(package) = self.packages.get_mut(name) {
                package.is_incomplete = true;
            }
        }
        for channel in &self.channel_docs {
            let facts = channel.doc.facts;
            if let Some(package) = self.packages.get_mut(facts.package_name()) {
                package.channels.push(facts.own_name(), *channel);
                package.last_channel = Some(facts.own_name());
            }
        }
        for bundle in &self.bundle_docs {
            let facts = bundle.doc.facts;
            if let Some(package) = self.packages.get_mut(facts.package_name()) {
                package.bundles.push(facts.own_name(), Bundle { of: *bundle, version: version(bundle.body) });
            }
        }
        for package in self.packages.values_mut() {
            package.channels.settle();
            package.bundles.settle();
        }
        for deprecations in &self.deprecation_docs {
            if let Some(package) = self.packages.get_mut(deprecations.doc.facts.package_name()) {
                package.deprecations.push(*deprecations);
            }
        }
    }

    /// Whether something that is missing from the package may stand in a document that cannot be read.
    #[must_use]
    pub fn may_be_hidden(&self, package: &Package<'_>) -> bool {
        self.is_incomplete || package.is_incomplete
    }
}

fn version(bundle: &BundleFacts) -> Option<Version> {
    let [property] = bundle.packages.as_slice() else { return None };
    Version::parse(&property.version.as_ref()?.value).ok()
}

/// Entries of a channel by name; of duplicates the first.
#[must_use]
pub fn entries_by_name(channel: &ChannelFacts) -> HashMap<&str, usize> {
    let mut map = HashMap::with_capacity_and_hasher(channel.entries.len(), Default::default());
    for (at, entry) in channel.entries.iter().enumerate() {
        map.entry(entry.own_name()).or_insert(at);
    }
    map
}
