//! `metadata/properties.yaml`. Validators ignore it, but the resolver reads it.

use olmkit_k8s::{Constraint, Problem};
use olmkit_semver::Range;
use olmkit_yaml::Value;

use crate::go::{Mode, mismatch};
use crate::model::Bundle;
use crate::sample::{CSV, DEPENDENCIES};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

const PATH: &str = "metadata/properties.yaml";

rule! {
    GENERIC, "prop-generic", "BDL295", "Property without a type or value",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An item of `properties.yaml` without `type`, or without `value`.",
    why: "opm rejects a catalog with the bundle: `type must be set`, `value must be set`.",
    fix: "Complete the property.",
    source: "operator-registry, properties of catalogs.",
    bad: [(PATH, "", "properties:\n- type: my.type\n"), (PATH, "", "properties:\n- value: {a: b}\n")],
    good: [(PATH, "", "properties:\n- type: my.type\n  value: {a: b}\n")],
}

rule! {
    REQUIRED, "prop-required", "BDL296", "Requirement that OLM cannot read",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An `olm.package.required` without a name or with an invalid version range, an incomplete \
`olm.gvk.required`, or an `olm.label.required` without `label`, in `properties.yaml`.",
    why: "As soon as OLM v0 considers the bundle, it resolves nothing for the whole namespace.",
    fix: "Use `{packageName, versionRange}`, `{group, version, kind}` or `{label}`. Ranges are full versions with \
comparators.",
    source: "OLM v0, resolver.",
    bad: [(PATH, "", "properties:\n- type: olm.package.required\n  value: {packageName: a, versionRange: ^1.0.0}\n"),
        (PATH, "", "properties:\n- type: olm.gvk.required\n  value: {group: a, kind: A}\n")],
    good: [(PATH, "", "properties:\n- type: olm.package.required\n  value: {packageName: a, versionRange: '>=1.0.0'}\n")],
}

rule! {
    CONSTRAINT, "prop-constraint", "BDL297", "Constraint that OLM cannot read",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An `olm.constraint` in `properties.yaml` that is too large, has an unknown field or a field of the wrong \
type, is empty, or has a range or a CEL expression that cannot be parsed.",
    why: "As soon as OLM v0 considers the bundle, it resolves nothing for the whole namespace.",
    fix: "Use `all`, `any`, `not`, `package`, `gvk` or `cel`, with `failureMessage` next to it.",
    source: "operator-framework/api, constraints; OLM v0, resolver.",
    bad: [(PATH, "", "properties:\n- type: olm.constraint\n  value: {failureMessage: m, none: {constraints: []}}\n"),
        (PATH, "", "properties:\n- type: olm.constraint\n  value: {package: {packageName: a, versionRange: latest}}\n"),
        (PATH, "", "properties:\n- type: olm.constraint\n  value: {cel: {rule: 1 + 1}}\n")],
    good: [(PATH, "", "properties:\n- type: olm.constraint\n  value: {failureMessage: m, any: {constraints: [{package: {packageName: a, versionRange: '>=1.0.0'}}, {gvk: {group: g, version: v1, kind: K}}]}}\n")],
}

rule! {
    FILE, "deps-file-broken", "BDL298", "Dependencies or properties that tools ignore",
    since: "0.1.0",
    bundle: [Olmkit Warning, OlmV1 Error],
    finds: "A `dependencies.yaml` or `properties.yaml` that cannot be read, or whose list is not a list of objects \
with `type` and `value`.",
    why: "Other tools ignore the file silently, so the bundle enters the catalog without its dependencies. OLM v1 \
rejects a bundle with such a `properties.yaml`.",
    fix: "Correct the file.",
    source: "olmkit; opm ignores what does not decode; operator-controller, loader.",
    bad: [(DEPENDENCIES, "", "dependencies:\n- type: olm.package\n value: {packageName: a}\n"),
        (DEPENDENCIES, "", "dependencies:\n  type: olm.package\n")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    for property in bundle.metadata_list("properties", "PropertiesFile") {
        let kind = property.string("type").into_owned();
        let Some(value) = property.get("value").filter(|_| !kind.is_empty()) else {
            let missing = if kind.is_empty() { "type" } else { "value" };
            let message = format!("The property has no `{missing}`.");
            to.found(&GENERIC, property.start(), message, "Complete it.", format!("{missing} must be set"));
            continue;
        };
        one(&kind, value.with(Mode::Json), to);
    }
}

/// Reports files that opm ignores.
pub(crate) fn check_files(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    for file in bundle.files_in("metadata") {
        let known = ["dependencies", "properties"].into_iter().find(|name| {
            let (stem, end) = file.name().rsplit_once('.').unwrap_or((file.name(), ""));
            stem == *name && matches!(end, "yaml" | "yml" | "json")
        });
        let Some(key) = known else { continue };
        let shape = if key == "dependencies" { "DependenciesFile" } else { "PropertiesFile" };
        let (place, why) = match file.first() {
            Err(unreadable) => (unreadable.place, unreadable.message.trim_end_matches('.').to_owned()),
            Ok(root) => match mismatch(root.node, shape, Mode::Coerce) {
                Some(wrong) => (root.place_of(wrong.range), format!("`{}` is {}", wrong.path, wrong.message)),
                None => continue,
            },
        };
        // OLM v1 reads only the properties, and only from a file with this name.
        if to.suite == olmkit_diagnostics::Suite::OlmV1 && file.path != PATH {
            continue;
        }
        let message = format!("Tools ignore the {key} in `{}`, because the file cannot be read: {why}.", file.path);
        let upstream = if to.suite == olmkit_diagnostics::Suite::OlmV1 {
            format!("failed to unmarshal {PATH}")
        } else {
            String::new()
        };
        to.found(&FILE, place, message, "Correct the file.", upstream);
    }
}

fn one(kind: &str, value: View<'_>, to: &mut Target<'_>) {
    let text = |field: &str| value.string(field).into_owned();
    match kind {
        "olm.package.required" => {
            let (name, range) = (text("packageName"), text("versionRange"));
            let problem = match Range::parse(&range) {
                _ if name.is_empty() => Some("it has no package".to_owned()),
                Err(error) => Some(format!("`{range}` is not a valid range: {}", error.reason())),
                Ok(_) => None,
            };
            if let Some(problem) = problem {
                let message = format!("OLM cannot read the requirement: {problem}.");
                let help = "Write `packageName` and `versionRange`.";
                to.found(&REQUIRED, value.start(), message, help, problem.clone());
            }
        }
        "olm.gvk.required" | "olm.label.required" => {
            let fields: &[&str] = if kind == "olm.label.required" { &["label"] } else { &["version", "kind", "group"] };
            if let Some(missing) = fields.iter().find(|field| text(field).is_empty()) {
                let message = format!("OLM cannot satisfy the requirement: it has no `{missing}`.");
                to.found(&REQUIRED, value.start(), message, "Complete it.", "");
            }
        }
        "olm.constraint" if value.node.value() != Value::Null => {
            let (constraint, mut problems) = Constraint::read(value.node);
            if problems.is_empty() {
                problems = constraint.conversion_problems();
                problems.extend(constraint.cel_problems(value.node));
            }
            problems.iter().for_each(|problem| constraint_problem(problem, value, to));
        }
        _ => {}
    }
}

fn constraint_problem(problem: &Problem, value: View<'_>, to: &mut Target<'_>) {
    let message = format!("OLM cannot read the constraint: {}.", problem.message);
    let upstream = format!("parse olm.constraint: {}", problem.upstream);
    to.found(&CONSTRAINT, value.place_of(problem.range), message, "Correct it.", upstream);
}
