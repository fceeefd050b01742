//! `metadata/dependencies.yaml` as opm's format validator reads it.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use olmkit_diagnostics::{Place, Safety, rule};
use olmkit_k8s::cel;
use olmkit_semver::Range;
use olmkit_yaml::Value;

use crate::embedded::{Embedded, range};
use crate::go::{Mode, mismatch};
use crate::model::Bundle;
use crate::sample::DEPENDENCIES;
use crate::target::Target;
use crate::view::View;

rule! {
    UNPARSED, "deps-unparsed", "BDL270", "Dependency that cannot be read",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "A dependency whose type is not `olm.package`, `olm.gvk`, `olm.label` or `olm.constraint`, or whose \
`value` has the wrong shape. An example is the flat form of early documentation.",
    why: "opm and operator-sdk reject the bundle.",
    fix: "Write `type`, and the fields below `value`.",
    source: "opm, format validator.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n  packageName: a\n  version: 1.0.0\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n  value: {packageName: a, version: 1.0.0}\n")],
}

rule! {
    GVK, "deps-gvk", "BDL271", "Incomplete API dependency",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "An `olm.gvk` dependency without a group, version or kind.",
    why: "opm and operator-sdk reject the bundle.",
    fix: "Set all three fields.",
    source: "opm, format validator.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.gvk\n  value: {group: a, version: v1}\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.gvk\n  value: {group: a, version: v1, kind: A}\n")],
}

rule! {
    PACKAGE, "deps-package", "BDL272", "Package dependency without a name or range",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "An `olm.package` dependency without `packageName` or `version`, or with a `version` that is not a valid \
version range.",
    why: "opm and operator-sdk reject the bundle.",
    fix: "Write full versions with comparators: `>=1.0.0 <2.0.0`. The key is `version`, not `versionRange`.",
    source: "opm, format validator.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n  value: {packageName: a, version: ^1.0.0}\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n  value: {packageName: a, version: '>=1.0.0 <2.0.0'}\n")],
}

rule! {
    LABEL, "deps-label", "BDL273", "Dependency without a label",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "An `olm.label` dependency without `label`.",
    why: "opm and operator-sdk reject the bundle.",
    fix: "Set `label`.",
    source: "opm, format validator.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.label\n  value: {}\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.label\n  value: {label: a}\n")],
}

rule! {
    CONSTRAINT, "deps-constraint", "BDL274", "Constraint that opm rejects as a dependency",
    since: "0.1.0",
    bundle: [OpmFormat Error, Sdk Error],
    finds: "An `olm.constraint` dependency without `cel.rule`, or with an expression that does not compile to a \
boolean.",
    why: "opm and operator-sdk reject the bundle, although OLM also resolves `all`, `any`, `not`, `package` and \
`gvk`.",
    fix: "Move constraints without CEL to `metadata/properties.yaml`, and correct the expression.",
    source: "opm, format validator.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.constraint\n  value: {failureMessage: m, all: {constraints: []}}\n"),
        (DEPENDENCIES, "", "dependencies:\n- type: olm.constraint\n  value: {cel: {rule: 1 + 1}}\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.constraint\n  value: {cel: {rule: 'properties.exists(p, p.type == \"a\")'}}\n")],
}

rule! {
    LEGACY_LABEL, "deps-label-legacy", "BDL275", "Label dependency that becomes a label of the bundle",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An `olm.label` dependency in `dependencies.yaml`.",
    why: "opm renders it as the property `olm.label`, with which the bundle *provides* the label. Only catalogs in \
the older database format treat it as a requirement.",
    fix: "Require the label with `olm.label.required` in `metadata/properties.yaml`.",
    source: "olmkit; opm render, OLM v0 resolver.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.label\n  value: {label: a}\n")],
    good: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n  value: {packageName: a, version: '>=1.0.0'}\n")],
}

/// Reports dependencies with an unexpected meaning.
pub(crate) fn check_meaning(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    for dependency in find(bundle).into_iter().filter(|dependency| dependency.string("type") == "olm.label") {
        let message = "In a file-based catalog the bundle itself provides this label, and nothing is required.";
        let help = "Require it as `olm.label.required` in `metadata/properties.yaml`.";
        to.found(&LEGACY_LABEL, dependency.start(), message, help, "");
    }
}

/// The dependencies in the first file of `metadata` that has any, as `opm render` finds them.
fn find<'b>(bundle: &'b Bundle<'_>) -> Vec<View<'b>> {
    bundle.metadata_list("dependencies", "DependenciesFile")
}

pub(crate) fn check(dependencies: &[View<'_>], to: &mut Target<'_>) {
    for dependency in dependencies {
        one(*dependency, to);
    }
}

fn one(dependency: View<'_>, to: &mut Target<'_>) {
    let kind = dependency.string("type").into_owned();
    // The value has its own decoder, so its contents are not coerced.
    let value = dependency.member("value").map(|value| value.with(Mode::Json));
    let shape = match kind.as_str() {
        "olm.gvk" => Some("GvkDependency"),
        PACKAGE_PROPERTY => Some("PackageDependency"),
        "olm.label" => Some("LabelDependency"),
        "olm.constraint" => Some("CelDependency"),
        _ => None,
    };
    let fits = |value: &View<'_>| {
        shape.is_some_and(|shape| {
            // Decoding null leaves the struct unchanged.
            value.is_null() || value.node.value() == Value::Mapping && mismatch(value.node, shape, Mode::Json).is_none()
        })
    };
    let Some(value) = value.filter(fits) else { return unparsed(dependency, &kind, shape.is_some(), to) };
    match kind.as_str() {
        "olm.gvk" => gvk(value, to),
        PACKAGE_PROPERTY => package(value, to),
        "olm.label" if value.string("label").is_empty() => {
            to.found(
                &LABEL,
                value.start(),
                "The dependency has no `label`.",
                "Add `label`.",
                "Label information is missing",
            );
        }
        "olm.constraint" => constraint(value, to),
        _ => {}
    }
}

fn unparsed(dependency: View<'_>, kind: &str, known: bool, to: &mut Target<'_>) {
    let place = if known { dependency.start() } else { dependency.place_at("type") };
    let flat = ["packageName", "packgeName", "group", "kind", "label"].iter().any(|key| dependency.get(key).is_some());
    let (message, help) = if flat {
        (
            format!("The fields of this `{kind}` are next to `type`. They belong below `value`."),
            "Move them below `value:`.",
        )
    } else if known {
        (format!("The `value` of this `{kind}` has the wrong shape."), "Write a mapping with string values.")
    } else {
        (format!("Unknown dependency type `{kind}`."), "Use `olm.package`, `olm.gvk`, `olm.label` or `olm.constraint`.")
    };
    to.found(&UNPARSED, place, message, help, format!("couldn't parse dependency of type {kind}"));
}

fn gvk(value: View<'_>, to: &mut Target<'_>) {
    for (field, name) in [("group", "API Group"), ("version", "API Version"), ("kind", "API Kind")] {
        if value.string(field).is_empty() {
            let place = value.get(field).map_or_else(|| value.start(), View::place);
            let message = format!("The API dependency has no {field}.");
            to.found(&GVK, place, message, format!("Add `{field}`."), format!("{name} is empty"));
        }
    }
}

fn package(value: View<'_>, to: &mut Target<'_>) {
    let place = |field: &str| value.get(field).map_or_else(|| value.start(), View::place);
    if value.string("packageName").is_empty() {
        let message = "The dependency has no `packageName`.";
        to.found(&PACKAGE, place("packageName"), message, "Add `packageName`.", "Package name is empty");
    }
    let version = value.string("version");
    if version.is_empty() {
        let (message, help) = match value.get("versionRange") {
            Some(_) => ("The key of the range is `version` here, not `versionRange`.", "Rename it to `version`."),
            None => ("The dependency has no version range.", "Add `version`, for example `>=1.0.0`."),
        };
        let found = to.found(&PACKAGE, place("versionRange"), message, help, "Package version is empty");
        let named = value.get("versionRange").is_some() && value.get("version").is_none();
        if let Some(finding) = found.filter(|_| named) {
            finding.fix("Rename the key to version", Safety::Unsafe, value.key_place("versionRange"), "version");
        }
    } else if let Err(error) = Range::parse(&version) {
        let message = format!("`{version}` is not a valid version range: {}.", error.reason());
        let help = "Write full versions with comparators: `>=1.0.0 <2.0.0`.";
        to.found(&PACKAGE, place("version"), message, help, "Invalid semver format version");
    }
}

fn constraint(value: View<'_>, to: &mut Target<'_>) {
    let Some(cel) = value.get("cel") else {
        let message =
            "opm accepts only constraints with `cel` in dependencies.yaml, although OLM also resolves others.";
        let help = "Move it to `metadata/properties.yaml`.";
        to.found(&CONSTRAINT, value.start(), message, help, "The CEL field is missing");
        return;
    };
    let rule = cel.string("rule");
    if rule.is_empty() {
        let place: Place = cel.get("rule").map_or_else(|| value.key_place("cel"), View::place);
        to.found(
            &CONSTRAINT,
            place,
            "The constraint has no expression.",
            "Add `rule`.",
            "The CEL expression is missing",
        );
    } else if let Err(error) = cel::compile(&rule)
        && let Some(view) = cel.get("rule")
    {
        let part = error.range(&rule);
        let at = Embedded::new(view, &rule).place(range(part.start, part.end));
        let message = format!("The expression cannot be used: {}.", error.message().trim_end_matches('.'));
        let help = "Correct it; it must be a CEL expression of type bool.";
        let upstream = match &error {
            cel::Error::NotBool => format!("Invalid CEL expression: {error}"),
            cel::Error::At(_) => format!("Invalid CEL expression: ERROR: {}", error.message()),
        };
        to.found(&CONSTRAINT, at, message, help, upstream);
    }
}
