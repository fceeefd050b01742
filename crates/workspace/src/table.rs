//! The table of one channel.

use olmkit_catalog::schemas;
use std::hash::{DefaultHasher, Hash, Hasher};

use olmkit_catalog::channel_graph::{channel_of, links, rejected};
use olmkit_catalog::facts::{BundleFacts, ChannelFacts, EntryFacts, Text};
use olmkit_catalog::{Catalog, Of};
use olmkit_collections::Id as _;
use olmkit_collections::Table;
use olmkit_upgrade::chain::Link;
use olmkit_upgrade::stranded::find;
use olmkit_upgrade::{Channel, Graph, Node, Semantics};

use crate::api::{ChannelTable, ChannelUpdate, EntryChange, EntryRow, Rail, Range, Report, VERSION};
use crate::convert::Converter;
use crate::counts::Counts;
use crate::file::Source;
use crate::outline::{Deprecated, deprecated, head_names};
use crate::workspace::Workspace;

impl Workspace {
    /// Returns a channel with its entries; `None` if the channel does not exist.
    pub fn channel(&mut self, package: &str, channel: &str) -> Option<ChannelTable> {
        let report = self.report();
        let catalog = Catalog::new(&self.files);
        let base = self.base.as_mut().map(|base| Catalog::new(base.loaded().0));
        table(&catalog, &self.sources, &report, base.as_ref(), package, channel)
    }

    /// Like [`Workspace::channel`], for a caller that has the table with the stamp `known`: returns only the places of
    /// entries if nothing else changed.
    pub fn channel_since(&mut self, package: &str, channel: &str, known: &str) -> Option<ChannelUpdate> {
        self.channel(package, channel).map(|table| update(table, known))
    }
}

/// Omits the table if its stamp is the one that the caller knows.
fn update(table: ChannelTable, known: &str) -> ChannelUpdate {
    let places = table.entries.iter().map(places).collect();
    let stamp = stamp(table.clone());
    let is_known = !stamp.is_empty() && stamp == known;
    ChannelUpdate { stamp, table: (!is_known).then_some(table), places }
}

fn places(row: &EntryRow) -> [u32; 4] {
    let bundle = row.bundle_range.unwrap_or_default();
    [row.range.start.utf16, row.range.end.utf16, bundle.start.utf16, bundle.end.utf16]
}

/// The stamp of a table. Tables that differ in anything but places have different stamps. It depends only on the table,
/// so it stays valid when the engine is restarted.
fn stamp(mut table: ChannelTable) -> String {
    table.range = Range::default();
    for row in &mut table.entries {
        row.range = Range::default();
        row.bundle_range = None; // `has_bundle` says whether there is a bundle
    }
    let mut hasher = DefaultHasher::new();
    match serde_json::to_string(&table) {
        Ok(text) => text.hash(&mut hasher),
        Err(_) => return String::new(),
    }
    format!("{:016x}", hasher.finish())
}

/// Returns the table of the channel with this name; of duplicates the first.
fn table(
    catalog: &Catalog<'_>,
    sources: &[Source],
    report: &Report,
    base: Option<&Catalog<'_>>,
    package: &str,
    channel: &str,
) -> Option<ChannelTable> {
    let of_package = |facts: &olmkit_catalog::facts::Facts| facts.package_name() == package;
    let is_it = |c: &&Of<'_, ChannelFacts>| of_package(c.doc.facts) && c.doc.facts.own_name() == channel;
    let found = catalog.channel_docs.iter().find(is_it)?;
    let declared = catalog.package_docs.iter().find(|declared| declared.doc.facts.own_name() == package);
    let default = declared.and_then(|declared| declared.body.default_channel.as_ref());
    let deprecations = deprecated(catalog);
    let mut converter = Converter::new(catalog.files, sources);
    let before = base.and_then(|base| base.channel_docs.iter().find(is_it));
    let mut rows = Rows {
        package,
        before: before.map(|before| before.body.entries.iter().map(|entry| (entry.own_name(), entry)).collect()),
        bundles: bundles(catalog, package),
        heads: head_names(found),
        counts: Counts::by(&report.diagnostics, |d| {
            let here = d.package.as_deref() == Some(package) && d.channel.as_deref().is_none_or(|name| name == channel);
            d.entry.as_deref().filter(|_| here)
        }),
        deprecations: &deprecations,
    };
    let entries: Vec<EntryRow> =
        found.body.entries.iter().map(|entry| rows.row(entry, found, &mut converter)).collect();
    let rail = rail(catalog, package, found.body, channel, &entries);
    Some(ChannelTable {
        version: VERSION,
        package: package.to_owned(),
        channel: channel.to_owned(),
        is_default: default.is_some_and(|default| default.value == channel),
        path: converter.path(found.doc.file),
        range: converter.range(found.doc.name_place()),
        deprecation: deprecations.get(&(package, schemas::CHANNEL, channel)).map(|&message| message.to_owned()),
        is_cut: found.doc.facts.has_syntax_error(),
        entries,
        rail,
    })
}

/// Returns the drawing of the rows. A channel without a package has edges, but no versions.
fn rail(catalog: &Catalog<'_>, package: &str, facts: &ChannelFacts, name: &str, entries: &[EntryRow]) -> Rail {
    let known = catalog.packages.get(package).and_then(|package| channel_of(package, name));
    let channel =
        known.unwrap_or_else(|| Channel { nodes: links(facts).into_iter().map(bare).collect(), ..Channel::default() });
    let graph = Graph::new(&channel);
    let [v0, v1] = Semantics::ALL.map(|semantics| find(&graph, semantics));
    let has_problem = |row: &EntryRow| row.errors > 0 || row.warnings > 0;
    olmkit_upgrade::rail::rail(&graph, [&v0, &v1], &rejected(facts), &|node| {
        entries.get(node.index()).is_some_and(has_problem)
    })
}

fn bare(link: Link<'_>) -> Node<'_> {
    let replaces = Some(link.replaces).filter(|name| !name.is_empty());
    Node { name: link.name, replaces, skips: link.skips, ..Node::default() }
}

struct Rows<'r> {
    package: &'r str,
    /// The entries of the base by name; `None` if the base does not have the channel.
    before: Option<Table<&'r str, &'r EntryFacts>>,
    bundles: Table<&'r str, &'r Of<'r, BundleFacts>>,
    heads: Vec<String>,
    counts: Table<&'r str, Counts>,
    deprecations: &'r Deprecated<'r>,
}

impl Rows<'_> {
    fn row<T>(&mut self, entry: &EntryFacts, channel: &Of<'_, T>, converter: &mut Converter<'_>) -> EntryRow {
        let name = entry.own_name();
        let bundle = self.bundles.get(name);
        let counts = self.counts.get(name).copied().unwrap_or_default();
        EntryRow {
            name: name.to_owned(),
            version: bundle.and_then(|bundle| value(bundle.body.written_version())),
            replaces: value(entry.replaces.as_ref()),
            skips: entry.skips.iter().map(|text| text.value.clone()).collect(),
            skip_range: value(entry.skip_range.as_ref()),
            is_head: self.heads.binary_search_by(|head| head.as_str().cmp(name)).is_ok(),
            deprecation: self
                .deprecations
                .get(&(self.package, schemas::BUNDLE, name))
                .map(|&message| message.to_owned()),
            has_bundle: bundle.is_some(),
            image: bundle.and_then(|bundle| value(bundle.body.image.as_ref())),
            change: self.before.as_ref().and_then(|before| change(before.get(name).copied(), entry)),
            path: converter.path(channel.doc.file),
            range: converter.range(channel.doc.place(entry.range)),
            bundle_path: bundle.map(|bundle| converter.path(bundle.doc.file)),
            bundle_range: bundle.map(|bundle| converter.range(bundle.doc.name_place())),
            errors: counts.errors,
            warnings: counts.warnings,
            infos: counts.infos,
        }
    }
}

fn change(before: Option<&EntryFacts>, entry: &EntryFacts) -> Option<EntryChange> {
    let Some(before) = before else { return Some(EntryChange::New) };
    let is_same = value(before.replaces.as_ref()) == value(entry.replaces.as_ref())
        && value(before.skip_range.as_ref()) == value(entry.skip_range.as_ref())
        && before.skips.iter().map(|text| &text.value).eq(entry.skips.iter().map(|text| &text.value));
    (!is_same).then_some(EntryChange::Changed)
}

fn value(text: Option<&Text>) -> Option<String> {
    text.map(|text| text.value.clone())
}

/// Returns the bundles of a package by name; of duplicates the first.
fn bundles<'c>(catalog: &'c Catalog<'_>, package: &str) -> Table<&'c str, &'c Of<'c, BundleFacts>> {
    let mut found = Table::default();
    for bundle in &catalog.bundle_docs {
        if bundle.doc.facts.package_name() == package {
            found.or_insert(bundle.doc.facts.own_name(), bundle);
        }
    }
    found
}
