//! `reference-near-miss`: A misspelled bundle name in `replaces` or `skips`.

use crate::model::{Catalog, Entry, Package};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_entry;
use crate::rules::support::scalar;
use olmkit_api::EdgeField;
use olmkit_collections::HashSet;
use olmkit_collections::Table;
use olmkit_diagnostics::Safety;

rule! {
    RULE, "reference-near-miss", "FBC069", "A misspelled bundle name in `replaces` or `skips`",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "A `replaces` or `skips` that is not a bundle of the package, but differs from one only in case, whitespace \
        or the `v` before the version.",
    why: "The edge has no effect. Clusters that run the intended bundle get no upgrade.",
    fix: "Correct the name.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skips: [foo.1.0.0]
- name: foo.v1.1.0
  skips: [foo.v1.0.0]
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skips: [foo.v1.0.0]
- name: foo.v1.1.0
  skips: [foo.v1.0.0]
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut names: Table<&str, Table<String, &str>> = Table::default();
    let mut entries: Table<&str, HashSet<&str>> = Table::default();
    each_entry(catalog, &mut |Entry { package, channel, of, facts: entry, replaced, .. }| {
        let replaces = entry.replaces.iter().filter(|_| replaced.is_none()).map(|name| (EdgeField::Replaces, name));
        let skips = entry.skips.iter().map(|name| (EdgeField::Skips, name));
        for (field, reference) in replaces.chain(skips) {
            let name = reference.value.as_str();
            if name.is_empty() || package.bundles.contains_key(name) {
                continue;
            }
            let known = names
                .or_insert_with(package.name, || package.bundles.keys().map(|name| (plain(name), *name)).collect());
            let Some(near) = known.get(&plain(name)) else { continue };
            let entries = entries.or_insert_with(package.name, || entry_names(package));
            if entries.contains(name) {
                continue;
            }
            let message = format!("`{name}` is not a bundle of package `{}`. Did you mean `{near}`?", package.name);
            let place = of.doc.place(reference.range);
            out.report(&RULE, place, message, format!("Write `{near}`."))
                .package(package.name)
                .channel(channel)
                .entry(entry.own_name())
                .field(field)
                .fix(format!("Write {near}"), Safety::Unsafe, place, scalar(near, of.doc.format));
        }
    });
}

/// Returns the name in lower case, without whitespace and without the `v` before the version.
fn plain(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    name.replace(".v", ".")
}

/// Returns the names of all entries, even of those without a bundle, which `entry-without-bundle` reports.
fn entry_names<'f>(package: &Package<'f>) -> HashSet<&'f str> {
    package.channels.values().flat_map(|channel| &channel.body.entries).map(|entry| entry.own_name()).collect()
}
