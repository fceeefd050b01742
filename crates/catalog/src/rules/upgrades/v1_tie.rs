//! `v1-tie`: Versions that OLM v1 cannot order.

use crate::reporter::Reporter;
use crate::rules::declare::{channel, package, rule};
use crate::view::View;
use olmkit_text::{MAX_NAMES, listed_names};
use olmkit_upgrade::v1::nodes_by_version;

rule! {
    RULE, "v1-tie", "FBC096", "Versions that OLM v1 cannot order",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "Two entries of a channel whose versions are equal for OLM v1, where one accepts the other or both are the \
        newest. Their versions differ only in build metadata that is not a valid release.",
    why: "OLM v1 selects the one that it reads first. Two clusters with the same catalog can run different bundles, \
        and a cluster may never upgrade.",
    fix: "Give the newer one a higher version, or build metadata that is a valid release: at most 20 characters of \
        dot-separated letters, digits and `-`, numbers without leading zeros.",
    source: "The resolver of OLM v1 (operator-controller).",
    bad: [{ package!(), channel!("stable", "\
- name: foo.v1.0.0+02
  replaces: foo.v1.0.0+01
- name: foo.v1.0.0+01
"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0+02, image: quay.io/x/foo:v1.0.0-2, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+02}}]}
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0+01, image: quay.io/x/foo:v1.0.0-1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+01}}]}
" }],
    good: [{ package!(), channel!("stable", "\
- name: foo.v1.0.0+2
  replaces: foo.v1.0.0+1
- name: foo.v1.0.0+1
"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0+2, image: quay.io/x/foo:v1.0.0-2, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+2}}]}
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0+1, image: quay.io/x/foo:v1.0.0-1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+1}}]}
" }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    let by_version = nodes_by_version(view.graph);
    let ties = by_version.chunk_by(|a, b| a.0 == b.0).filter(|nodes| nodes.len() > 1);
    let mut is_certain = None;
    for nodes in ties {
        if !*is_certain.get_or_insert_with(|| view.is_certain()) {
            return;
        }
        let names: Vec<&str> = nodes.iter().map(|(_, node)| view.graph.name(*node)).collect();
        let name = names.first().copied().unwrap_or_default();
        let message = format!(
            "{} have the same version and release for OLM v1. Which one it installs depends on the order in which it \
                reads files.",
            listed_names(&names, MAX_NAMES, "and")
        );
        let help = "Give one of them a higher version, or build metadata that is a valid release (`+1`, `+2`).";
        out.report(&RULE, view.place(name), message, help).package(view.package.name).channel(view.name).entry(name);
    }
}
