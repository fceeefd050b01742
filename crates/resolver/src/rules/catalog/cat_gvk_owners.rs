//! API that several packages provide.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_k8s::Gvk;

use crate::api::Owners;
use crate::ids::BundleId;
use crate::messages::list;
use crate::reporter::{Reporter, Subject};
use crate::rules::declare::{bundle, package, rule};

rule! {
    RULE, "cat-gvk-owners", "DEP011", "API that two packages provide",
    since: "0.1.0",
    dependencies: Warning,
    finds: "Two packages whose default channel heads provide the same API.",
    why: "They cannot be installed in the same namespace, and their CRDs usually conflict on the whole cluster.",
    fix: "Remove one of the packages, or use separate API groups.",
    source: "olmkit; OLM v0 allows one provider of an API in a namespace.",
    bad: [{ "Two packages with one API": package!("bar", "- name: bar.v1.0.0\n"),
        package!("baz", "- name: baz.v1.0.0\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("baz", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n") }],
    good: [{ "Two packages with an API each": package!("bar", "- name: bar.v1.0.0\n"),
        package!("baz", "- name: baz.v1.0.0\n"),
        bundle!("bar", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}\n"),
        bundle!("baz", "1.0.0", "- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Baz}}\n") }],
}

/// Compares the heads of the default channels of all catalogs.
pub(crate) fn check(reporter: &mut Reporter<'_>) -> Vec<Owners> {
    let universe = reporter.universe;
    let mut owners: SortedMap<&Gvk, SortedMap<&str, BundleId>> = SortedMap::new();
    for channel in universe.channels.iter().filter(|channel| channel.is_default) {
        let head = channel.order.as_ref().ok().and_then(|order| order.first());
        let Some(entry) = head.and_then(|head| universe.entries.get(*head)) else { continue };
        let Some(bundle) = universe.bundles.get(entry.bundle) else { continue };
        for api in &bundle.provides {
            owners.entry(api).or_default().entry(&channel.package).or_insert(entry.bundle);
        }
    }
    owners.retain(|_, packages| packages.len() > 1 && packages.keys().any(|package| reporter.is_selected(package)));
    let mut found = Vec::with_capacity(owners.len());
    let mut by_packages: SortedMap<Vec<&str>, (SortedSet<&Gvk>, Vec<BundleId>)> = SortedMap::new();
    for (api, packages) in &owners {
        let names: Vec<&str> = packages.keys().copied().collect();
        found.push(Owners {
            group: api.group.clone(),
            version: api.version.clone(),
            kind: api.kind.clone(),
            packages: names.iter().map(|name| (*name).to_owned()).collect(),
        });
        let entry =
            by_packages.entry(names).or_insert_with(|| (SortedSet::new(), packages.values().copied().collect()));
        entry.0.insert(api);
    }
    // The same packages often share several APIs. This is reported as one finding.
    for (names, (apis, bundles)) in by_packages {
        let Some(bundle) = bundles.first().and_then(|at| universe.bundles.get(*at)) else { continue };
        let apis: Vec<String> = apis.into_iter().map(ToString::to_string).collect();
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let message = format!(
            "The packages {} provide the same API: {}. They cannot be installed in the same namespace, and their \
            CustomResourceDefinitions usually conflict on the whole cluster.",
            list(&names, "and"),
            list(&apis, "and")
        );
        let subject = Subject { place: bundle.place, bundles };
        reporter.add(&RULE, &subject, message, "");
    }
    found
}
