//! `versions-removed`: Versions removed since a base catalog that clusters may run.

use olmkit_diagnostics::Place;

use crate::diff::{Change, Kind, lost};
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, package, rule};
use olmkit_upgrade::Semantics;

rule! {
    RULE, "versions-removed", "FBC112", "Versions removed since a base catalog that clusters may run",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "With a base (`olmkit validate --base PATH`, `base` in npm), an older state of the catalog that clusters have \
        installed from: a package or channel of the base that is gone, and entries that are gone from a channel and \
        from which its head can no longer be reached. An entry that is gone and that some entry still replaces, skips \
        or admits by its `skipRange` is not a finding.",
    why: "A cluster keeps running what it has installed, whatever the catalog says later. Where nothing in the channel \
        accepts the version any more, the cluster gets no further upgrade, and nobody is told.",
    fix: "Name the removed versions in the `skips` of the head, or give the head a `skipRange` that contains them; or \
        bring the entries back. A channel that should end is deprecated first.",
    source: "The resolvers of OLM v0 (operator-lifecycle-manager) and OLM v1 (operator-controller), as `olmkit diff` \
        asks them; opm does not look at it.",
    bad: [{
        "//base/catalog.yaml" => [foo!("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n"; "1.1.0", "1.0.0")],
        "catalog.yaml" => [foo!("- name: foo.v1.1.0\n"; "1.1.0")],
    } {
        "//base/catalog.yaml" => [
            package!(), channel!("stable", "- name: foo.v1.0.0\n"), channel!("fast", "- name: foo.v1.0.0\n"), bundle!("1.0.0")
        ],
        "catalog.yaml" => [foo!()],
    }],
    good: [{
        "//base/catalog.yaml" => [foo!("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n"; "1.1.0", "1.0.0")],
        "catalog.yaml" => [foo!("- name: foo.v1.1.0\n  skipRange: '<1.1.0'\n"; "1.1.0")],
    }],
}

pub(crate) fn check(base: &Catalog<'_>, catalog: &Catalog<'_>, out: &mut Reporter) {
    let changes = lost(base, catalog);
    let about = |change: &Change| (change.package.clone(), change.channel.clone(), change.kind);
    for group in changes.chunk_by(|a, b| about(a) == about(b)) {
        report(catalog, group, out);
    }
}

fn report(catalog: &Catalog<'_>, group: &[Change], out: &mut Reporter) {
    let Some((first, place)) = group.first().and_then(|first| Some((first, place(catalog, first)?))) else { return };
    let channel = first.channel.as_deref().unwrap_or_default();
    let (message, help) = match first.kind {
        Kind::PackageRemoved => (
            format!("Package `{}` of the base catalog is gone.", first.package),
            "Clusters that run it get no further upgrade. Bring it back, or tell its users before.".to_owned(),
        ),
        Kind::ChannelRemoved => (
            format!("Channel `{channel}` of the base catalog is gone: clusters that follow it get no further upgrade."),
            "Bring it back; a channel that should end is deprecated first.".to_owned(),
        ),
        _ => gone(channel, group),
    };
    let draft = out.report(&RULE, place, message, help).package(&first.package);
    if !channel.is_empty() {
        draft.channel(channel);
    }
}

/// What is said of entries that are gone: by whose upgrades they are stuck.
fn gone(channel: &str, group: &[Change]) -> (String, String) {
    const MOST: usize = 5;
    let of = |semantics| -> Vec<&str> {
        let own = group.iter().filter(|change| change.semantics == Some(semantics));
        own.filter_map(|change| change.entry.as_deref()).collect()
    };
    let list = |names: &[&str]| {
        let more = names.len().saturating_sub(MOST);
        let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
        if more == 0 { shown.join(", ") } else { format!("{} and {more} more", shown.join(", ")) }
    };
    let (v0, v1) = (of(Semantics::V0), of(Semantics::V1));
    let stuck = match (v0.is_empty(), v1.is_empty()) {
        _ if v0 == v1 => format!("under OLM v0 and OLM v1: {}", list(&v0)),
        (_, true) => format!("under OLM v0: {}", list(&v0)),
        (true, _) => format!("under OLM v1: {}", list(&v1)),
        _ => format!("under OLM v0: {}; under OLM v1: {}", list(&v0), list(&v1)),
    };
    let message =
        format!("Channel `{channel}` had versions in the base catalog that can no longer reach its head {stuck}.");
    (message, "Name them in the `skips` of the head, or give it a `skipRange` that contains them.".to_owned())
}

/// The channel, else the package, else the first file.
fn place(catalog: &Catalog<'_>, change: &Change) -> Option<Place> {
    let package = catalog.packages.get(change.package.as_str());
    let channel = package.and_then(|package| package.channels.get(change.channel.as_deref()?));
    let named = channel.map(|of| of.doc.name_place()).or(package.map(|package| package.decl.doc.name_place()));
    named.or_else(|| catalog.package_docs.first().map(|of| of.doc.name_place()))
}
