//! Names of the operator, its version and its directory.

use olmkit_collections::{SortedMap, SortedSet};

use super::{Finding, Operator, Version, shown};
use crate::sample::{ANNOTATIONS, CSV, OBJECT};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    OPERATOR, "pipe-operator-name", "BDL300", "Inconsistent operator names",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A bundle without a package in its annotations, or whose CSV name contains no dot; an operator name that \
differs between the annotations, the CSV, the directory and the other bundles of the operator.",
    why: "The pipeline rejects the bundle. If other bundles already disagree, or the bundle is not the first one, it \
is a warning.",
    fix: "Use the same name everywhere: `foo` in the annotations, `foo.v1.0.0` in the CSV, `operators/foo` in the \
repository.",
    source: "operator-pipelines, common checks.",
    bad: [(ANNOTATIONS, "package.v1: foo", "package.v1: bar"), (CSV, "  name: foo.v1.0.0", "  name: foo")],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable,fast\n")],
}

rule! {
    UNIQUE, "pipe-name-unique", "BDL301", "Operator with several names",
    since: "0.1.0",
    bundle: [PipelineCommunity Error],
    finds: "Bundles of one operator in the repository whose CSV names start with different operator names. Operators \
with file-based catalogs are not checked.",
    why: "The pipeline rejects the operator.",
    fix: "Use the same name in all bundles.",
    source: "operator-pipelines, community checks of operators.",
    bad: [],
    good: [(ANNOTATIONS, "channels.v1: stable\n", "channels.v1: stable,fast\n")],
}

rule! {
    DIRECTORY, "pipe-version-dir", "BDL302", "Directory name that is not the version",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A bundle in the repository whose directory name differs from `spec.version` of its CSV.",
    why: "The pipeline rejects the bundle.",
    fix: "Rename the directory.",
    source: "operator-pipelines, common checks.",
    bad: [("operators/foo/v1.0.0/manifests/foo.clusterserviceversion.yaml", "", "metadata: {name: foo.v1.0.0}\nspec: {version: 1.0.0}\n")],
    good: [("operators/foo/1.0.0/manifests/foo.clusterserviceversion.yaml", "", "metadata: {name: foo.v1.0.0}\nspec: {version: 1.0.0}\n")],
}

rule! {
    NETWORK, "pipe-network-policy", "BDL303", "Network policy in a bundle",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A NetworkPolicy of `networking.k8s.io` in `manifests`.",
    why: "The pipeline rejects it, although opm since 1.55 and current versions of OLM support it.",
    fix: "Let the operator create it until the pipeline supports it.",
    source: "operator-pipelines, common checks.",
    bad: [(OBJECT, "", "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\nspec: {podSelector: {}}\n")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
}

pub(crate) fn check(operator: &Operator<'_>, to: &mut Target<'_>) {
    let all = Names::of(operator);
    for version in &operator.bundles {
        names(operator, version, &all, to);
        directory(operator, version, to);
        for object in &version.manifests {
            network_policy(*object, to);
        }
    }
    unique(operator, &mut Target { suite: olmkit_diagnostics::Suite::PipelineCommunity, sink: to.sink });
}

const SAME_NAME: &str = "Use the same name everywhere.";

/// The names of the operator, with the number of bundles that use them.
struct Names {
    packages: SortedMap<String, usize>,
    csvs: SortedMap<String, usize>,
}

impl Names {
    fn of(operator: &Operator<'_>) -> Names {
        let packages = operator.bundles.iter().map(Version::package).filter(|name| !name.is_empty());
        let csvs = operator.bundles.iter().filter_map(|version| Some(version.name_parts()?.0));
        Names { packages: counts(packages), csvs: counts(csvs) }
    }
}

fn counts(names: impl Iterator<Item = String>) -> SortedMap<String, usize> {
    let mut found: SortedMap<String, usize> = SortedMap::new();
    for name in names {
        let count = found.entry(name).or_default();
        *count = count.saturating_add(1);
    }
    found
}

fn names(operator: &Operator<'_>, version: &Version<'_>, all: &Names, to: &mut Target<'_>) {
    let help = SAME_NAME;
    let package = version.package();
    if package.is_empty() {
        let message = "The annotations do not set the package.".to_owned();
        let upstream = "Bundle does not define the operator name in annotations.yaml".to_owned();
        return Finding { rule: &OPERATOR, place: version.package_place(), message, help, upstream }.error(to);
    }
    let Some((csv, _)) = version.name_parts() else {
        let message = format!("`{}` is not a valid CSV name (`<operator>.<version>`).", version.csv_name());
        let upstream = "Invalid operator name in CSV".to_owned();
        Finding { rule: &OPERATOR, place: version.csv_place(), message, help, upstream }.error(to);
        return;
    };
    check_other_bundles(version, all, (&package, &csv), to);
    let is_first = operator.bundles.len() == 1;
    let other_names = [("the CSV", Some(csv.as_str())), ("the directory", operator.name)];
    for (what, other) in other_names.into_iter().filter_map(|(what, other)| Some((what, other?))) {
        if other == package {
            continue;
        }
        let message = format!("The operator name is `{package}` in the annotations and `{other}` in {what}.");
        let upstream =
            format!("Operator name from annotations.yaml ({package}) does not match the name of {what} ({other})");
        let finding = Finding { rule: &OPERATOR, place: version.package_place(), message, help, upstream };
        if is_first { finding.error(to) } else { finding.warn(to) }
    }
}

/// Compares the names in the annotations and the CSV with those of the other bundles.
fn check_other_bundles(version: &Version<'_>, all: &Names, (package, csv): (&String, &String), to: &mut Target<'_>) {
    for (own, known, place, from) in [
        (package, &all.packages, version.package_place(), "annotations.yaml"),
        (csv, &all.csvs, version.csv_place(), "the CSV"),
    ] {
        let others = known.iter().filter(|(name, count)| *name != own || **count > 1).map(|(name, _)| name.clone());
        let list = shown(others, known.len().saturating_sub(usize::from(known.get(own) == Some(&1))));
        match list.as_slice() {
            [] => {}
            [other] if other == own => {}
            [other] => {
                let message = format!("The operator name is `{own}` here and `{other}` in its other bundles.");
                let upstream = format!(
                    "Operator name from {from} ({own}) does not match the name defined in other bundles ({other})"
                );
                Finding { rule: &OPERATOR, place, message, help: SAME_NAME, upstream }.error(to);
            }
            many => {
                let message = format!("The bundles of the operator use different names: {}.", many.join(", "));
                let upstream = format!("Operator name from {from} is not consistent across bundles: {many:?}");
                Finding { rule: &OPERATOR, place, message, help: SAME_NAME, upstream }.warn(to);
            }
        }
    }
}

fn unique(operator: &Operator<'_>, to: &mut Target<'_>) {
    if operator.is_fbc() == Some(true) {
        return;
    }
    let names: SortedSet<String> =
        operator.bundles.iter().filter_map(|version| Some(version.name_parts()?.0)).collect();
    if names.len() > 1 {
        let list: Vec<&str> = names.iter().map(String::as_str).collect();
        let place = operator.bundles.first().map(Version::csv_place);
        let Some(place) = place else { return };
        let message = format!("The operator has several names: {}.", list.join(", "));
        let upstream = format!("Bundles use multiple operator names: {}", list.join(", "));
        Finding { rule: &UNIQUE, place, message, help: "Use the same name in all bundles.", upstream }.error(to);
    }
}

fn directory(operator: &Operator<'_>, version: &Version<'_>, to: &mut Target<'_>) {
    let (Some(directory), Some(written)) = (version.directory, version.spec(&["version"])) else { return };
    let text = written.node.scalar_text();
    if text != directory {
        let message = format!("The directory name is `{directory}`, but the version is `{text}`.");
        let upstream = format!(
            "Bundle directory name '{}/{directory}' does not match the expected operator CSV version '{text}'",
            operator.name.unwrap_or_default()
        );
        Finding { rule: &DIRECTORY, place: written.place(), message, help: "Rename the directory.", upstream }
            .error(to);
    }
}

fn network_policy(object: View<'_>, to: &mut Target<'_>) {
    if object.string("kind") == "NetworkPolicy" && object.string("apiVersion").starts_with("networking.k8s.io/") {
        let message = "The pipeline rejects bundles with a NetworkPolicy.".to_owned();
        let help = "Let the operator create it.";
        let upstream = "Bundle contains a NetworkPolicy. Network policies are not a supported resource".to_owned();
        Finding { rule: &NETWORK, place: object.place_at("kind"), message, help, upstream }.error(to);
    }
}
