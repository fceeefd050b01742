//! Properties as OLM reads them on the cluster: requirements that OLM v1 does not support, the maximum OpenShift
//! version, and constraints with an unexpected meaning.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use olmkit_k8s::{Constraint, ConstraintKind};
use olmkit_semver::{VersionError, parse_tolerant};
use olmkit_yaml::{Value, blob_json};

use crate::embedded::json;
use crate::go::Mode;
use crate::model::Bundle;
use crate::sample::{CSV, DEPENDENCIES};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

const PATH: &str = "metadata/properties.yaml";

rule! {
    V1, "oc-dependency", "BDL288", "Dependency that OLM v1 does not support",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "A bundle that requires a package, an API or a constraint in `dependencies.yaml`, in `properties.yaml` or \
in `customresourcedefinitions.required`.",
    why: "OLM v1 does not resolve dependencies, and does not install the bundle: `has a dependency declared via \
property`.",
    fix: "Install the requirements separately, and document them. No change is necessary if the operator is for OLM \
v0 only.",
    source: "operator-controller, resolution of bundles.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n  value: {packageName: bar, version: '>=1.0.0'}\n"),
        (PATH, "", "properties:\n- type: olm.constraint\n  value: {failureMessage: m, cel: {rule: 'true'}}\n"),
        (CSV, "    owned:\n", "    required:\n    - {name: bars.ex.com, version: v1, kind: Bar, description: A bar}\n    owned:\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.label\n  value: {label: a}\n")],
}

rule! {
    MAX, "prop-max-openshift", "BDL299", "Invalid `olm.maxOpenShiftVersion` that blocks cluster upgrades",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "More than one `olm.maxOpenShiftVersion` property in the bundle, or one that is empty, not a string or \
number, or not a version. The unquoted `4.10` is the number 4.1. Patch and pre-release have no effect (info).",
    why: "OLM blocks upgrades of the cluster to another minor version while the operator is installed.",
    fix: "Write one property with the major and minor version: `\"4.14\"`.",
    source: "OLM v0 on OpenShift, cluster operator.",
    bad: [(PATH, "", "properties:\n- {type: olm.maxOpenShiftVersion, value: ''}\n"), (PATH, "", "properties:\n- {type: olm.maxOpenShiftVersion, value: latest}\n"),
        (PATH, "", "properties:\n- {type: olm.maxOpenShiftVersion, value: 4.10}\n"),
        (PATH, "", "properties:\n- {type: olm.maxOpenShiftVersion, value: '4.8'}\n- {type: olm.maxOpenShiftVersion, value: '4.9'}\n"),
        (CSV, "    capabilities: Basic Install\n", "    capabilities: Basic Install\n    olm.properties: '[{\"type\": \"olm.maxOpenShiftVersion\", \"value\": [\"4.8\"]}]'\n")],
    good: [(PATH, "", "properties:\n- {type: olm.maxOpenShiftVersion, value: '4.14'}\n"), (PATH, "", "properties:\n- {type: olm.maxOpenShiftVersion, value: 4.14}\n")],
}

rule! {
    MULTIPLE, "constraint-multiple", "BDL276", "Constraint with several members",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An `olm.constraint`, or a part of one, with more than one of `gvk`, `package`, `all`, `any`, `not` and `cel`.",
    why: "OLM uses the first of them in this order and silently ignores the others.",
    fix: "Combine them below `all`.",
    source: "olmkit; OLM v0, resolver.",
    bad: [(PATH, "", "properties:\n- type: olm.constraint\n  value: {package: {packageName: a, versionRange: '>=1.0.0'}, gvk: {group: g, version: v1, kind: K}}\n")],
    good: [(PATH, "", "properties:\n- type: olm.constraint\n  value: {failureMessage: m, all: {constraints: [{package: {packageName: a, versionRange: '>=1.0.0'}}, {gvk: {group: g, version: v1, kind: K}}]}}\n")],
}

rule! {
    NOT_ALONE, "constraint-not-alone", "BDL277", "Constraint with `not` only",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An `olm.constraint` that contains only `not`.",
    why: "Nearly every bundle satisfies it, so OLM installs an unrelated operator.",
    fix: "Put the `not` below `all`, next to the required constraint.",
    source: "olmkit; OLM v0, resolver.",
    bad: [(PATH, "", "properties:\n- type: olm.constraint\n  value: {failureMessage: m, not: {constraints: [{package: {packageName: a, versionRange: '<1.0.0'}}]}}\n")],
    good: [(PATH, "", "properties:\n- type: olm.constraint\n  value: {failureMessage: m, all: {constraints: [{package: {packageName: a, versionRange: '>=1.0.0'}}, {not: {constraints: [{package: {packageName: a, versionRange: '1.5.0'}}]}}]}}\n")],
}

/// Reports requirements that OLM v1 rejects.
pub(crate) fn check_v1(bundle: &Bundle<'_>, csv: Option<View<'_>>, to: &mut Target<'_>) {
    let mut report = |place, kind: &str| {
        let message = format!("OLM v1 does not install a bundle with a dependency (`{kind}`).");
        let upstream =
            format!("bundle has a dependency declared via property \"{kind}\" which is currently not supported");
        to.found(&V1, place, message, V1.fix, upstream);
    };
    for item in bundle.metadata_list("dependencies", "DependenciesFile") {
        match &*item.string("type") {
            PACKAGE_PROPERTY => report(item.place_at("type"), "olm.package.required"),
            "olm.gvk" => report(item.place_at("type"), "olm.gvk.required"),
            "olm.constraint" => report(item.place_at("type"), "olm.constraint"),
            _ => {}
        }
    }
    for item in bundle.metadata_list("properties", "PropertiesFile") {
        let kind = item.string("type");
        if matches!(&*kind, "olm.package.required" | "olm.gvk.required" | "olm.constraint") {
            report(item.place_at("type"), &kind);
        }
    }
    let spec = csv.and_then(|csv| csv.get("spec"));
    for api in ["customresourcedefinitions", "apiservicedefinitions"] {
        let required = spec.and_then(|spec| spec.path(&[api, "required"])).map(View::items).unwrap_or_default();
        required.first().into_iter().for_each(|first| report(first.start(), "olm.gvk.required"));
    }
}

/// Why a maximum OpenShift version is not valid.
#[derive(Debug, Clone, thiserror::Error)]
enum CeilingError {
    #[error("it is empty")]
    Empty,
    #[error("it is neither a string nor a number")]
    NotScalar,
    #[error("the unquoted `{written}` is the number {number}")]
    Number { written: String, number: String },
    #[error("`{text}` is not a valid version: {error}")]
    NotVersion { text: String, error: VersionError },
}

/// Checks the maximum OpenShift version in properties.yaml and in the CSV's annotation.
pub(crate) fn check_ceiling(bundle: &Bundle<'_>, csv: Option<View<'_>>, to: &mut Target<'_>) {
    const TYPE: &str = "olm.maxOpenShiftVersion";
    let mut found: Vec<(olmkit_diagnostics::Place, Result<String, CeilingError>)> = Vec::new();
    for item in bundle.metadata_list("properties", "PropertiesFile") {
        if item.string("type") == TYPE {
            let value = item.get("value").map(|value| value.with(Mode::Json));
            let text = value.map(|value| converted(value.node)).unwrap_or(Ok(String::new()));
            found.push((value.map_or_else(|| item.start(), View::place), text));
        }
    }
    let annotation =
        csv.and_then(|csv| csv.path(&["metadata", "annotations"])).and_then(|map| map.get("olm.properties"));
    if let Some(annotation) = annotation {
        let text = annotation.text().unwrap_or_default();
        let document = json(&text);
        let root = document.as_ref().and_then(|document| document.root());
        for item in root.into_iter().flat_map(|root| root.items()) {
            if item.get("type").and_then(|kind| kind.as_str()).as_deref() == Some(TYPE) {
                let text = item.get("value").map(scalar).unwrap_or(Ok(String::new()));
                found.push((annotation.place(), text));
            }
        }
    }
    let help = "Write one property with the major and minor version: `\"4.14\"`.";
    if let [_, (place, _), ..] = found.as_slice() {
        let message = "The bundle has more than one maximum OpenShift version.";
        to.found(&MAX, *place, message, "Keep one.", "defining more than one olm.maxOpenShiftVersion is not allowed");
        return;
    }
    let Some((place, text)) = found.first() else { return };
    if let Err(problem) = text.as_deref().map_err(CeilingError::clone).and_then(version) {
        let message =
            format!("The maximum OpenShift version is not valid ({problem}). OLM blocks every cluster upgrade.");
        to.found(&MAX, *place, message, help, format!("invalid \"{TYPE}\" property: {problem}"));
    }
}

/// Checks that a maximum OpenShift version is a version.
fn version(text: &str) -> Result<(), CeilingError> {
    if text.is_empty() {
        return Err(CeilingError::Empty);
    }
    let invalid = |error| CeilingError::NotVersion { text: text.to_owned(), error };
    parse_tolerant(text).map(drop).map_err(invalid)
}

/// The text of a value in `properties.yaml`. Numbers are converted through float64. It is an error if that changes the
/// version.
fn converted(node: olmkit_yaml::NodeRef<'_>) -> Result<String, CeilingError> {
    let written = scalar(node)?;
    if !matches!(node.value(), Value::Number(_)) {
        return Ok(written);
    }
    let number = blob_json(node);
    if parse_tolerant(&number).ok() == parse_tolerant(&written).ok() {
        return Ok(number);
    }
    Err(CeilingError::Number { written, number })
}

fn scalar(node: olmkit_yaml::NodeRef<'_>) -> Result<String, CeilingError> {
    match node.value() {
        Value::String(text) => Ok(text.into_owned()),
        Value::Number(_) => Ok(node.scalar_text().into_owned()),
        Value::Null => Ok(String::new()),
        _ => Err(CeilingError::NotScalar),
    }
}

/// Reports constraints that are valid but have an unexpected meaning.
pub(crate) fn check_meaning(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    for item in bundle.metadata_list("properties", "PropertiesFile") {
        let Some(value) = item.get("value").filter(|_| item.string("type") == "olm.constraint") else { continue };
        let (constraint, problems) = Constraint::read(value.node);
        if !problems.is_empty() {
            continue;
        }
        for node in constraint.used() {
            if let [counts, ignored @ ..] = node.members().as_slice()
                && !ignored.is_empty()
            {
                let message =
                    format!("OLM evaluates only `{counts}` of this constraint and ignores {}.", ignored.join(", "));
                to.found(&MULTIPLE, value.place_of(node.range), message, "Combine them below `all`.", "");
            }
        }
        if matches!(constraint.root().kind(), ConstraintKind::Not(_)) {
            let message = "Nearly every bundle satisfies a constraint with `not` only.";
            let help = "Put the `not` below `all`, next to the required constraint.";
            to.found(&NOT_ALONE, value.start(), message, help, "");
        }
    }
}
