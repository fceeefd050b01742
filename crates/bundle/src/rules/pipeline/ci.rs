//! `ci.yaml`: the settings of an operator in the repository.

use olmkit_collections::SortedMap;

use olmkit_yaml::Value;

use super::schema::{Checked, Violation, is_bool, is_text, one_of, only, texts, typed};
use super::{CI, Finding, Operator};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::{Suite, rule};

rule! {
    SCHEMA, "pipe-ci-schema", "BDL306", "Invalid operator settings",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "A `ci.yaml` with an `updateGraph` other than `replaces-mode` and `semver-mode`, `reviewers` that are not a list \
of strings, a `merge` or `cert_project_id` of the wrong type, or an `fbc` with unknown keys, an unknown promotion \
strategy, or a mapping that is not complete. Other keys are allowed.",
    why: "The pipeline rejects the operator.",
    fix: "Correct the field.",
    source: "operator-pipelines, schema of ci.yaml.",
    bad: [(CI, "", "updateGraph: replaces\n"), (CI, "", "reviewers: []\n"), (CI, "", "fbc: {enabled: true, mode: x}\n"),
        (CI, "", "fbc: {enabled: true, catalog_mapping: [{template_name: a, type: olm.template.basic}]}\n"),
        (CI, "", "fbc: {enabled: true, version_promotion_strategy: sometimes}\n"), (CI, "", "cert_project_id: 5\n")],
    good: [(CI, "", "updateGraph: semver-mode\nreviewers: [a]\nmerge: false\nother: 5\nfbc: {enabled: true, version_promotion_strategy: never, catalog_mapping: [{template_name: a, type: olm.semver, catalog_names: [v4.16]}]}\n")],
}

rule! {
    DUPLICATE, "pipe-catalog-dup", "BDL307", "Catalog with two templates",
    since: "0.1.0",
    bundle: [PipelineCommon Error],
    finds: "Two templates of `ci.yaml` that name the same catalog.",
    why: "The pipeline rejects the operator, because the second template would overwrite the result of the first one.",
    fix: "Assign each catalog to one template.",
    source: "operator-pipelines, common checks of operators.",
    bad: [(CI, "", "fbc: {enabled: true, catalog_mapping: [{template_name: a, type: olm.semver, catalog_names: [v4.16]}, {template_name: b, type: olm.semver, catalog_names: [v4.16]}]}\n")],
    good: [(CI, "", "fbc: {enabled: true, catalog_mapping: [{template_name: a, type: olm.semver, catalog_names: [v4.16]}, {template_name: b, type: olm.semver, catalog_names: [v4.17]}]}\n")],
}

rule! {
    UPDATE, "pipe-update-graph", "BDL308", "Missing or invalid update graph",
    since: "0.1.0",
    bundle: [PipelineCommunity Error],
    finds: "An operator without `updateGraph` in `ci.yaml` (a warning), or with an invalid one.",
    why: "Without it, the pipeline uses `replaces-mode`, which may not be intended.",
    fix: "Set `updateGraph: replaces-mode` or `semver-mode`.",
    source: "operator-pipelines, community checks of operators.",
    bad: [(CI, "", "reviewers: [a]\n"), (CI, "", "updateGraph: semver-skippatch\n")],
    good: [(CI, "", "updateGraph: semver-mode\n"), (CI, "", "fbc: {enabled: true}\n")],
}

rule! {
    FBC, "pipe-not-fbc", "BDL309", "Operator without file-based catalogs",
    since: "0.1.0",
    bundle: [PipelineCommunity Warning],
    finds: "A bundle of an operator whose `ci.yaml` does not contain `fbc: {enabled: true}`.",
    why: "The pipeline recommends file-based catalogs, which are files in the repository that can be reviewed.",
    fix: "Enable them in `ci.yaml`, and add a template.",
    source: "operator-pipelines, community checks.",
    bad: [("operators/foo/1.0.0/metadata/annotations.yaml", "", "annotations: {operators.operatorframework.io.bundle.package.v1: foo}\n")],
    good: [(CI, "", "fbc: {enabled: true}\n")],
}

const MODES: [&str; 2] = ["replaces-mode", "semver-mode"];

/// The mode from which upstream's index computes the upgrade edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UpdateGraph {
    Replaces,
    Semver,
}

impl UpdateGraph {
    pub(super) fn named(text: &str) -> Option<UpdateGraph> {
        let at = MODES.iter().position(|mode| *mode == text)?;
        [UpdateGraph::Replaces, UpdateGraph::Semver].get(at).copied()
    }
}

pub(crate) fn check(operator: &Operator<'_>, to: &mut Target<'_>) {
    if let Some(ci) = operator.ci {
        if let Err((at, why)) = schema(ci) {
            let message = format!("The settings are not valid: {why}.");
            let upstream =
                format!("Operator's 'ci.yaml' contains invalid data which does not comply with the schema: {why}");
            Finding { rule: &SCHEMA, place: at.start(), message, help: "Correct the field.", upstream }.error(to);
        }
        duplicates(operator, to);
    }
    if operator.name.is_some() {
        let mut community = Target { suite: Suite::PipelineCommunity, sink: to.sink };
        update_graph(operator, &mut community);
        not_fbc(operator, &mut community);
    }
}

fn schema(ci: View<'_>) -> Checked<'_> {
    if !ci.is_null() && ci.node.value() != Value::Mapping {
        return Err((ci, Violation::NotMapping));
    }
    one_of(ci, "updateGraph", false, &MODES)?;
    if let Some(reviewers) = ci.get("reviewers") {
        let items = reviewers.items();
        if items.is_empty() || items.iter().any(|item| !is_text(*item)) {
            let expected = "a list of at least one string";
            return Err((reviewers, Violation::Type { field: "reviewers", expected }));
        }
    }
    typed(ci, "merge", false, is_bool, "a boolean")?;
    typed(ci, "cert_project_id", false, is_text, "a string")?;
    let Some(fbc) = ci.get("fbc") else { return Ok(()) };
    only(fbc, &["enabled", "version_promotion_strategy", "catalog_mapping"])?;
    typed(fbc, "enabled", false, is_bool, "a boolean")?;
    one_of(fbc, "version_promotion_strategy", false, &["review-needed", "always", "never"])?;
    if let Some(mappings) = fbc.get("catalog_mapping").filter(|list| list.node.value() != Value::Sequence) {
        return Err((mappings, Violation::Type { field: "catalog_mapping", expected: "a list" }));
    }
    for mapping in fbc.list("catalog_mapping") {
        typed(mapping, "template_name", true, is_text, "a string")?;
        one_of(mapping, "type", true, &["olm.template.basic", "olm.semver"])?;
        texts(mapping, "catalog_names", true)?;
    }
    Ok(())
}

fn duplicates(operator: &Operator<'_>, to: &mut Target<'_>) {
    let mut known: SortedMap<String, String> = SortedMap::new();
    for template in operator.templates() {
        let name = template.string("template_name").into_owned();
        for catalog in template.list("catalog_names") {
            let text = catalog.string_of();
            let first = known.entry(text.clone()).or_insert_with(|| name.clone());
            if *first != name {
                let message = format!("Two templates, `{first}` and `{name}`, create the catalog `{text}`.");
                let upstream = format!("The following catalogs are used in multiple templates: {text}");
                let help = "Assign each catalog to one template.";
                Finding { rule: &DUPLICATE, place: catalog.place(), message, help, upstream }.error(to);
            }
        }
    }
}

fn update_graph(operator: &Operator<'_>, to: &mut Target<'_>) {
    if operator.is_fbc() == Some(true) {
        return;
    }
    let mode = operator.ci.and_then(|ci| ci.get("updateGraph"));
    let help = "Set `updateGraph: replaces-mode` or `semver-mode`.";
    match (mode, operator.ci) {
        (Some(mode), _) if UpdateGraph::named(&mode.string_of()).is_none() => {
            let text = mode.string_of();
            let message = format!("`{text}` is not a valid update graph mode.");
            let upstream = format!(
                "The 'updateGraph' option in ci.yaml is set to '{text}'. The only allowed values are {MODES:?}"
            );
            Finding { rule: &UPDATE, place: mode.place(), message, help, upstream }.error(to);
        }
        (None, Some(ci)) => {
            let message = "The update graph is not set. The pipeline uses `replaces-mode`.".to_owned();
            let upstream = "The 'updateGraph' option is missing in ci.yaml. The default upgrade graph 'replaces-mode' will be used";
            Finding { rule: &UPDATE, place: ci.start(), message, help, upstream: upstream.to_owned() }.warn(to);
        }
        _ => {}
    }
}

fn not_fbc(operator: &Operator<'_>, to: &mut Target<'_>) {
    if operator.is_fbc() == Some(true) {
        return;
    }
    for version in &operator.bundles {
        let message = "The operator is not released through file-based catalogs.".to_owned();
        let upstream = "Operator is not using File Based Catalog (FBC)".to_owned();
        let help = "Set `fbc.enabled: true` in `ci.yaml`, and add a template.";
        Finding { rule: &FBC, place: version.package_place(), message, help, upstream }.warn(to);
    }
}
