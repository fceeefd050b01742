//! `pkg-unique-versions`: Two bundles with the same version.

use crate::model::{Bundle, Catalog, Package};
use crate::reporter::Reporter;
use crate::rules::bundles::name_version_mismatch::version_in;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::scalar;
use crate::verdict::Leaf;
use olmkit_collections::{HashMap, order};
use olmkit_diagnostics::Safety;
use olmkit_text::{MAX_NAMES, listed_names};

rule! {
    RULE, "pkg-unique-versions", "FBC015", "Two bundles with the same version",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "Two bundles of a package that have the same version and release, in any channels.",
    why: "OLM cannot tell which one to install. opm rejects the catalog.",
    fix: "Give one of them another version, or use the same bundle in both channels.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "\
- name: a
- name: b
  replaces: a
"), "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
    good: [{ package!(), channel!("stable", "\
- name: a
- name: b
  replaces: a
"), "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+1}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+2}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        if !may_share(package) {
            continue;
        }
        let mut versions: Vec<(String, &str)> = Vec::new();
        for entry in package.entries() {
            let version = entry.bundle.map_or_else(|| Some("0.0.0".to_owned()), |bundle| bundle.version_string());
            if let Some(version) = version {
                versions.push((version, entry.facts.own_name()));
            }
        }
        let versions = order::unique(versions.into_iter());
        let groups = versions.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        let shared: Vec<(&str, Vec<&str>)> = groups
            .filter_map(|group| Some((group.first()?.0.as_str(), group.iter().map(|(_, name)| *name).collect())))
            .collect();
        if shared.is_empty() {
            continue;
        }
        let texts: Vec<_> =
            shared.iter().map(|(version, names)| format!("{{{version}: [{}]}}", names.join(", "))).collect();
        out.leaf(
            &RULE,
            Leaf::package(package.name, 3),
            format!("duplicate versions found in bundles: [{}]", texts.join(" ")),
        );
        for (version, names) in shared {
            report(package, version, &names, out);
        }
    }
}

/// A cheap filter: whether two bundles have the same major, minor and patch version.
fn may_share(package: &Package<'_>) -> bool {
    let mut seen: HashMap<[u64; 3], &str> = HashMap::default();
    package.entries().any(|entry| {
        let numbers = match entry.bundle {
            None => [0, 0, 0],
            Some(Bundle { version: Some(version), .. }) => [version.major, version.minor, version.patch],
            Some(_) => return false,
        };
        let name = entry.facts.own_name();
        *seen.entry(numbers).or_insert(name) != name
    })
}

fn report(package: &Package<'_>, version: &str, names: &[&str], out: &mut Reporter) {
    let bundles: Vec<&Bundle<'_>> = names.iter().filter_map(|name| package.bundles.get(name)).collect();
    let [first, second, ..] = bundles.as_slice() else { return };
    // The bundle whose name has another version probably has the wrong one.
    let named = |bundle: &Bundle<'_>| {
        let named = version_in(bundle.of.doc.facts.own_name());
        named.filter(|named| bundle.version.as_ref() != Some(named) && bundle.release().is_empty())
    };
    let wrong = bundles.iter().find_map(|bundle| Some((*bundle, named(bundle)?)));
    let (culprit, better) = wrong.map_or((*second, None), |(bundle, named)| (bundle, Some(named)));
    let other = if std::ptr::eq(culprit, *first) { second } else { first };
    let place = |bundle: &Bundle<'_>| {
        bundle
            .written_version()
            .map_or_else(|| bundle.of.doc.name_place(), |version| bundle.of.doc.place(version.range))
    };
    let all = listed_names(names, MAX_NAMES, "and");
    let message = format!("Several bundles of package `{}` have version {version}: {all}.", package.name);
    let draft = out
        .report(&RULE, place(culprit), message, "Give each bundle a version of its own.")
        .package(package.name)
        .entry(culprit.of.doc.facts.own_name())
        .related(place(other), "bundle with the same version");
    if let Some(better) = better {
        let text = scalar(&better.to_string(), culprit.of.doc.format);
        draft.fix(format!("Write {better}"), Safety::Unsafe, place(culprit), text);
    }
}
