//! `versions-removed`: Released versions that can no longer upgrade.

use olmkit_diagnostics::{FileId, Place, TextRange};

use crate::diff::{Base, Change, ChangeKind, lost};
use crate::loaded::LoadedFile;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, package, rule};
use olmkit_text::listed_names;
use olmkit_upgrade::Semantics;

rule! {
    RULE, "versions-removed", "FBC112", "Released versions that can no longer upgrade",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "A package or channel of a base catalog that was removed, or versions of a channel that could upgrade to its \
        head in the base and no longer can, because they or their edges were removed or changed. The base is an older \
        state of the catalog that clusters have installed from (`olmkit validate --base PATH`, `base` in npm). A \
        removed entry that another entry still replaces, skips or matches with its `skipRange` is not reported. In the \
        editor the base is the catalog before the edits (`keepBase` in npm); there only removed versions are compared \
        with it.",
    why: "A cluster keeps running the version that it has installed. If no entry of the channel accepts that version \
        any more, the cluster gets no further upgrades and no warning.",
    fix: "Restore the entries and edges, or let a newer version skip the versions or match them with its `skipRange`. \
        Deprecate a channel before you remove it.",
    source: "The resolvers of OLM v0 (operator-lifecycle-manager) and OLM v1 (operator-controller), as in `olmkit \
        diff`; opm does not check it.",
    bad: [{
        "//base/catalog.yaml" => [foo!("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n"; "1.1.0", "1.0.0")],
        "catalog.yaml" => [foo!("- name: foo.v1.1.0\n"; "1.1.0")],
    } {
        "//base/catalog.yaml" => [
            package!(), channel!("stable", "- name: foo.v1.0.0\n"), channel!("fast", "- name: foo.v1.0.0\n"), bundle!("1.0.0")
        ],
        "catalog.yaml" => [foo!()],
    } {
        "//base/catalog.yaml" => [foo!("- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n"; "1.2.0", "1.1.0", "1.0.0")],
        "catalog.yaml" => [foo!("- name: foo.v1.2.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.1.0\n  skips: [foo.v1.0.0]\n- name: foo.v1.0.0\n"; "1.2.0", "1.1.0", "1.0.0")],
    }],
    good: [{
        "//base/catalog.yaml" => [foo!("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n"; "1.1.0", "1.0.0")],
        "catalog.yaml" => [foo!("- name: foo.v1.1.0\n  skipRange: '<1.1.0'\n"; "1.1.0")],
    } {
        "//base/catalog.yaml" => [foo!(), channel!("1.10", "- name: foo.v1.0.0\n")],
        "catalog.yaml" => [foo!(), channel!("'1.10'", "- name: foo.v1.0.0\n")],
    }],
}

pub(crate) fn check(base: Base<'_, '_>, catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut changes = lost(base, catalog);
    // Ignores errors in the base: no cluster can follow a channel or a package without a name.
    changes.retain(|change| !change.package.is_empty() && change.channel.as_deref() != Some(""));
    let about = |change: &Change| (change.package.clone(), change.channel.clone(), change.kind);
    for group in changes.chunk_by(|a, b| about(a) == about(b)) {
        report(base, catalog, group, out);
    }
}

fn report(base: Base<'_, '_>, catalog: &Catalog<'_>, group: &[Change], out: &mut Reporter) {
    let Some(first) = group.first() else { return };
    let channel = first.channel.as_deref().unwrap_or_default();
    let (message, help) = match first.kind {
        ChangeKind::PackageRemoved => (
            format!(
                "Package `{}` of the base catalog was removed. Clusters that run it get no further upgrades.",
                first.package
            ),
            "Restore the package, or deprecate it before you remove it.".to_owned(),
        ),
        ChangeKind::ChannelRemoved => (
            format!(
                "Channel `{channel}` of the base catalog was removed. Clusters that follow it get no further \
                upgrades."
            ),
            "Restore the channel, or deprecate it before you remove it.".to_owned(),
        ),
        _ => removed_message(channel, group),
    };
    let draft = out.report(&RULE, place(base, catalog, first), message, help).package(&first.package);
    if !channel.is_empty() {
        draft.channel(channel);
    }
}

/// Returns message and help for removed entries, with the resolvers under which they are stranded.
fn removed_message(channel: &str, group: &[Change]) -> (String, String) {
    const MAX: usize = 5;
    let of = |semantics| -> Vec<&str> {
        let own = group.iter().filter(|change| change.semantics == Some(semantics));
        own.filter_map(|change| change.entry.as_deref()).collect()
    };
    let list = |names: &[&str]| listed_names(names, MAX, "and");
    let (v0, v1) = (of(Semantics::V0), of(Semantics::V1));
    let stranded = match (v0.is_empty(), v1.is_empty()) {
        _ if v0 == v1 => format!("under OLM v0 and OLM v1: {}", list(&v0)),
        (_, true) => format!("under OLM v0: {}", list(&v0)),
        (true, _) => format!("under OLM v1: {}", list(&v1)),
        _ => format!("under OLM v0: {}; under OLM v1: {}", list(&v0), list(&v1)),
    };
    let message = format!(
        "Versions that channel `{channel}` had in the base catalog can no longer upgrade to its head {stranded}."
    );
    let help = "Restore their entries and edges, or let a newer version skip them or match them with its `skipRange`.";
    (message, help.to_owned())
}

/// Returns the place of the channel, or else of the package. A removed package has none: the place is the start of a
/// file, or the catalog as a whole.
fn place(base: Base<'_, '_>, catalog: &Catalog<'_>, change: &Change) -> Place {
    let package = catalog.packages.get(change.package.as_str());
    let channel = package.and_then(|package| package.channels.get(change.channel.as_deref()?));
    let named = channel.map(|of| of.doc.name_place()).or(package.map(|package| package.decl.doc.name_place()));
    named.unwrap_or_else(|| Place { file: former_file(base, catalog, &change.package), range: TextRange::default() })
}

/// Returns the file that defined a removed package, if the catalog still has it, or the only file of a catalog that is
/// one file. Other files can belong to other teams.
fn former_file(base: Base<'_, '_>, catalog: &Catalog<'_>, package: &str) -> FileId {
    let former = base.catalog.packages.get(package);
    let former = former.and_then(|package| base.catalog.files.get(package.decl.doc.file.index()));
    let is_one_file = base.catalog.files.len() == 1 && catalog.files.len() == 1;
    let is_it = |file: &LoadedFile| is_one_file || former.is_some_and(|former| former.path == file.path);
    let found = catalog.files.iter().position(|file| !file.ignored && is_it(file));
    found.map_or(FileId::NONE, FileId::new)
}
