//! The outline of a catalog.

use olmkit_catalog::schemas;

use olmkit_collections::HashMap;

use olmkit_catalog::channel_graph::{channel_of, heads};
use olmkit_catalog::facts::ChannelFacts;
use olmkit_catalog::{Catalog, Of};
use olmkit_collections::{Table, order};
use olmkit_upgrade::{Graph, Semantics, stranded};

use crate::api::{ChannelSummary, FileSummary, Outline, PackageSummary, Report, StrandedCounts, VERSION};
use crate::convert::Converter;
use crate::counts::Counts;
use crate::file::Source;
use crate::newest;

/// Returns the outline. It includes channels and bundles of packages without an `olm.package` document.
pub(crate) fn outline(catalog: &Catalog<'_>, sources: &[Source], report: &Report) -> Outline {
    let mut converter = Converter::new(catalog.files, sources);
    let mut packages = declared(catalog, &mut converter);
    let by_channel = Counts::by(&report.diagnostics, |d| Some((d.package.as_deref()?, d.channel.as_deref()?)));
    let deprecated = deprecated(catalog);
    let mut stranded: Table<&str, StrandedNames> = Table::default();
    for channel in &catalog.channel_docs {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        // Of a document with a syntax error, only a part of the edges is known.
        let is_cut = channel.doc.facts.has_syntax_error();
        let names = if is_cut { StrandedNames::default() } else { stranded_names(catalog, package, name) };
        let own = names.counts();
        stranded.or_insert_with(package, StrandedNames::default).add(names);
        let counts = by_channel.get(&(package, name)).copied().unwrap_or_default();
        let summary = ChannelSummary {
            name: name.to_owned(),
            path: converter.path(channel.doc.file),
            range: converter.range(channel.doc.name_place()),
            entries: channel.body.entries.len(),
            heads: head_names(channel),
            stranded: own,
            deprecated: deprecated.contains_key(&(package, schemas::CHANNEL, name)),
            errors: counts.errors,
            warnings: counts.warnings,
            infos: counts.infos,
        };
        packages.of(package).channels.push(summary);
    }
    for bundle in &catalog.bundle_docs {
        let package = packages.of(bundle.doc.facts.package_name());
        package.bundles = package.bundles.saturating_add(1);
    }
    let mut packages = packages.list;
    for package in &mut packages {
        package.stranded = stranded.get(package.name.as_str()).map(StrandedNames::counts).unwrap_or_default();
    }
    finish(&mut packages, report, &deprecated);
    let places = newest::places(catalog);
    for package in &mut packages {
        let place = |channel: &ChannelSummary| places.get(&(package.name.as_str(), channel.name.as_str())).copied();
        order::sort_by(&mut package.channels, |a, b| place(a).cmp(&place(b)).then_with(|| a.name.cmp(&b.name)));
    }
    order::sort_by(&mut packages, |a, b| a.name.cmp(&b.name));
    let stranded = packages.iter().map(|package| package.stranded).sum();
    Outline { version: VERSION, files: files(catalog, sources, report), packages, stranded }
}

/// Packages in the order of their first occurrence.
#[derive(Default)]
struct Packages<'f> {
    at: HashMap<&'f str, usize>,
    list: Vec<PackageSummary>,
}

impl<'f> Packages<'f> {
    fn of(&mut self, name: &'f str) -> &mut PackageSummary {
        let at = *self.at.entry(name).or_insert(self.list.len());
        if at == self.list.len() {
            self.list.push(empty(name));
        }
        #[allow(clippy::indexing_slicing, reason = "the map has no number that is not in the list")]
        &mut self.list[at]
    }
}

fn declared<'f>(catalog: &Catalog<'f>, converter: &mut Converter<'_>) -> Packages<'f> {
    let mut packages = Packages::default();
    for package in &catalog.package_docs {
        let name = package.doc.facts.own_name();
        let summary = packages.of(name);
        if summary.path.is_some() {
            continue; // The first of several duplicates is used.
        }
        summary.path = Some(converter.path(package.doc.file));
        summary.range = Some(converter.range(package.doc.name_place()));
        summary.default_channel = package.body.default_channel.as_ref().map(|text| text.value.clone());
    }
    packages
}

fn empty(name: &str) -> PackageSummary {
    PackageSummary {
        name: name.to_owned(),
        path: None,
        range: None,
        default_channel: None,
        errors: 0,
        warnings: 0,
        infos: 0,
        channels: Vec::new(),
        stranded: StrandedCounts::default(),
        bundles: 0,
        deprecated: false,
        deprecation: None,
    }
}

fn finish(packages: &mut [PackageSummary], report: &Report, deprecated: &Deprecated<'_>) {
    let counts: Table<&str, Counts> = Counts::by(&report.diagnostics, |d| d.package.as_deref());
    for package in packages {
        let counts = counts.get(package.name.as_str()).copied().unwrap_or_default();
        (package.errors, package.warnings, package.infos) = (counts.errors, counts.warnings, counts.infos);
        package.deprecation =
            deprecated.get(&(package.name.as_str(), schemas::PACKAGE, "")).map(|&message| message.to_owned());
        package.deprecated = package.deprecation.is_some();
    }
}

/// Deprecation messages by package, schema and name; the name is empty for a package.
pub(crate) type Deprecated<'f> = Table<(&'f str, &'f str, &'f str), &'f str>;

pub(crate) fn deprecated<'f>(catalog: &Catalog<'f>) -> Deprecated<'f> {
    let mut found = Table::default();
    for deprecations in &catalog.deprecation_docs {
        for entry in &deprecations.body.entries {
            let text = |text: &'f Option<olmkit_catalog::facts::Text>| text.as_ref().map_or("", |text| &text.value);
            let key = (deprecations.doc.facts.package_name(), text(&entry.schema), text(&entry.name));
            found.or_insert(key, text(&entry.message));
        }
    }
    found
}

/// Returns the entries that no other entry replaces or skips, sorted.
pub(crate) fn head_names(channel: &Of<'_, ChannelFacts>) -> Vec<String> {
    heads(channel.body).into_iter().map(str::to_owned).collect()
}

/// The names of entries that cannot reach the channel head, under OLM v0 and under OLM v1; sorted.
#[derive(Default)]
pub(crate) struct StrandedNames([Vec<String>; 2]);

impl StrandedNames {
    fn add(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own = order::unique(std::mem::take(own).into_iter().chain(other));
        }
    }

    /// Whether an entry cannot reach the channel head.
    pub(crate) fn has(&self, semantics: Semantics, entry: &str) -> bool {
        self.0
            .get(semantics as usize)
            .is_some_and(|names| names.binary_search_by(|name| name.as_str().cmp(entry)).is_ok())
    }

    fn counts(&self) -> StrandedCounts {
        let [v0, v1] = &self.0;
        StrandedCounts { v0: v0.len(), v1: v1.len(), total: order::unique(v0.iter().chain(v1)).len() }
    }
}

/// Returns the stranded entries of a channel; none if the channel does not load.
pub(crate) fn stranded_names(catalog: &Catalog<'_>, package: &str, channel: &str) -> StrandedNames {
    let Some(channel) = catalog.packages.get(package).and_then(|package| channel_of(package, channel)) else {
        return StrandedNames::default();
    };
    let graph = Graph::new(&channel);
    StrandedNames(Semantics::ALL.map(|semantics| {
        let found = stranded::find(&graph, semantics).stranded.into_iter().filter(|one| graph.is_entry(one.id));
        order::unique(found.map(|one| graph.name(one.id).to_owned()))
    }))
}

/// The number of entries of a channel that cannot reach its head; 0 if the channel does not load.
pub(crate) fn stranded_counts(catalog: &Catalog<'_>, package: &str, channel: &str) -> StrandedCounts {
    stranded_names(catalog, package, channel).counts()
}

fn files(catalog: &Catalog<'_>, sources: &[Source], report: &Report) -> Vec<FileSummary> {
    let counts = Counts::by(&report.diagnostics, |d| Some(d.path.as_str()));
    let file = |(file, source): (&olmkit_catalog::LoadedFile, &Source)| {
        let counts = counts.get(file.path.as_str()).copied().unwrap_or_default();
        FileSummary {
            path: file.path.clone(),
            bytes: source.text().len(),
            documents: file.documents.len(),
            broken: file.documents.iter().filter(|document| document.facts.is_broken()).count(),
            errors: counts.errors,
            warnings: counts.warnings,
            infos: counts.infos,
            ignored: file.ignored,
        }
    };
    catalog.files.iter().zip(sources).map(file).collect()
}
