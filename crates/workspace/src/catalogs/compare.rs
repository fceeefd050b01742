//! Compares two catalogs: first the effects on clusters, then the changes that matter to readers only.

use olmkit_catalog::Catalog;
use olmkit_catalog::diff::ChangeKind;
use olmkit_collections::{HashSet, Table, order};
use olmkit_text::{capitalized, counted, listed_names, natural};

use crate::api::{CatalogChange, CatalogsComparison, ChangedPackage, ImpactKind, RemovedPlace, Severity, VERSION};
use crate::diff::OfKind;
use crate::workspace::Workspace;

/// The maximum number of names in a sentence, and of sentences about a package.
const NAMES: usize = 6;
const SENTENCES: usize = 30;

/// Compares two catalogs; changes that stop upgrades come first. An object that exists in only one of them is named
/// once, not once for each of its channels and bundles. For a package with documents in the newer catalog that cannot
/// be read, only changes that stop upgrades are reported, because what is in those documents is not removed.
pub fn compare(from: &mut Workspace, to: &mut Workspace) -> CatalogsComparison {
    let (mut impact, mut changes) = to.impact_and_changes(from);
    impact.clusters.retain(|cluster| cluster.kind != ImpactKind::Changes);
    if to.files.iter().any(|file| file.problem.is_some()) {
        changes.clear();
    } else {
        let unread: HashSet<&str> = to.broken().map(|(_, package, _)| package).collect();
        changes.retain(|(_, change)| !unread.contains("") && !unread.contains(change.package.as_str()));
    }
    let before = Catalog::new(&from.files);
    let removed =
        changes.iter().filter(|(kind, _)| matches!(kind, ChangeKind::PackageRemoved | ChangeKind::ChannelRemoved));
    let removed = removed.map(|(_, change)| place(change, &before)).collect();
    let added = changes.iter().filter(|(kind, _)| *kind == ChangeKind::PackageAdded);
    let added = added.map(|(_, change)| change.package.clone()).collect();
    CatalogsComparison { version: VERSION, removed, clusters: impact.clusters, changed: changed(&changes), added }
}

fn place(change: &CatalogChange, before: &Catalog<'_>) -> RemovedPlace {
    let package = before.packages.get(change.package.as_str());
    let versions = package.map_or(0, |package| match &change.channel {
        Some(name) => package.channels.get(name.as_str()).map_or(0, |channel| channel.body.entries.len()),
        None => package.bundles.len(),
    });
    RemovedPlace { package: change.package.clone(), channel: change.channel.clone(), versions }
}

/// Kinds of changes that other parts of the comparison report.
const APART: [ChangeKind; 5] = [
    ChangeKind::PackageAdded,
    ChangeKind::PackageRemoved,
    ChangeKind::ChannelRemoved,
    ChangeKind::PathLost,
    ChangeKind::PathGained,
];

/// Returns the packages that exist in both catalogs, with the changes of each; the most severe first.
fn changed(changes: &[OfKind]) -> Vec<ChangedPackage> {
    let mut packages: Table<&str, (&str, Vec<&OfKind>)> = Table::default();
    for change in changes.iter().filter(|(kind, _)| !APART.contains(kind)) {
        let package = change.1.package.as_str();
        packages.or_insert_with(package, || (package, Vec::new())).1.push(change);
    }
    let package = |(package, changes): &(&str, Vec<&OfKind>)| {
        let mut changes = sentences(changes);
        let more = changes.len().saturating_sub(SENTENCES);
        changes.truncate(SENTENCES);
        changes.extend((more > 0).then(|| format!("and {more} more")));
        ChangedPackage { package: (*package).to_owned(), changes }
    };
    packages.values().map(package).collect()
}

/// Kinds that share one sentence for each channel, or for the package: in singular and plural.
const TOGETHER: [(ChangeKind, &str, &str); 4] = [
    (ChangeKind::EntryAdded, "entry added to", "entries added to"),
    (ChangeKind::EntryRemoved, "entry removed from", "entries removed from"),
    (ChangeKind::BundleAdded, "bundle added", "bundles added"),
    (ChangeKind::BundleRemoved, "bundle removed, no longer installable", "bundles removed, no longer installable"),
];

/// The names in the changes of one kind in one channel, with the severity of these changes.
type Names<'c> = (Option<&'c str>, Severity, Vec<&'c str>);

/// Returns the sentences about a package. Changes of some kinds share a sentence for each channel, or for the package.
fn sentences(changes: &[&OfKind]) -> Vec<String> {
    let is_alone = |(kind, _): &&&OfKind| TOGETHER.iter().all(|(together, ..)| together != kind);
    let mut found: Vec<(Severity, String)> = changes
        .iter()
        .filter(is_alone)
        .map(|(_, change)| (change.severity, format!("{}.", capitalized(change.message.trim_end_matches('.')))))
        .collect();
    let entries: HashSet<&str> =
        of(changes, ChangeKind::EntryAdded).filter_map(|change| change.entry.as_deref()).collect();
    for (kind, one, many) in TOGETHER {
        let mut channels: Table<Option<&str>, Names<'_>> = Table::default();
        for change in of(changes, kind) {
            let Some(name) = change.entry.as_deref() else { continue };
            // The sentence about the entry already names it.
            if kind == ChangeKind::BundleAdded && entries.contains(name) {
                continue;
            }
            let channel = change.channel.as_deref();
            channels.or_insert_with(channel, || (channel, change.severity, Vec::new())).2.push(name);
        }
        found.extend(channels.values().map(|(channel, severity, names)| {
            let place = channel.map_or_else(String::new, |name| format!(" `{name}`"));
            (*severity, format!("{}{place}: {}.", counted(names.len(), one, many), newest(names)))
        }));
    }
    order::sort_by(&mut found, |a, b| b.0.cmp(&a.0));
    found.into_iter().map(|(_, sentence)| sentence).collect()
}

fn of<'c>(changes: &[&'c OfKind], wanted: ChangeKind) -> impl Iterator<Item = &'c CatalogChange> {
    changes.iter().copied().filter(move |(kind, _)| *kind == wanted).map(|(_, change)| change)
}

/// Formats names as code, the newest first.
fn newest(names: &[&str]) -> String {
    let mut names = names.to_vec();
    order::sort_by(&mut names, |a, b| natural(b, a));
    listed_names(&names, NAMES, "and")
}
