//! Required fields of a CSV.

use crate::go::is_zero;
use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    RULE, "csv-required", "BDL023", "CSV without a required field",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A CSV without `spec`, `spec.displayName`, `spec.install`, `spec.install.strategy` or \
`spec.install.spec.deployments`.",
    why: "The schema of CSVs on the cluster requires the field, so the operator cannot be installed.",
    fix: "Add the field.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "  displayName: Foo\n", ""), (CSV, "    strategy: deployment\n", "")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    let (view, mode) = (csv.view, csv.view.mode);
    if view.string("apiVersion").is_empty() && view.string("kind").is_empty() {
        missing(csv, to, "TypeMeta", true, &[]);
    }
    if view.get("metadata").is_none_or(|metadata| is_zero(metadata.node, "ObjectMeta", mode)) {
        missing(csv, to, "ObjectMeta", true, &[]);
    }
    let Some(spec) = view.get("spec").filter(|spec| !is_zero(spec.node, "CsvSpec", mode)) else {
        return missing(csv, to, "Spec", true, &[]);
    };
    install(csv, to);
    if spec.string("displayName").is_empty() {
        missing(csv, to, "Spec.DisplayName", false, &["displayName"]);
    }
}

fn install(csv: &Csv<'_>, to: &mut Target<'_>) {
    let mode = csv.view.mode;
    let install = csv.spec(&["install"]).filter(|install| !is_zero(install.node, "NamedInstallStrategy", mode));
    let Some(install) = install else { return missing(csv, to, "Spec.InstallStrategy", true, &["install"]) };
    if install.string("strategy").is_empty() {
        missing(csv, to, "Spec.InstallStrategy.StrategyName", false, &["install", "strategy"]);
    }
    let details = install.get("spec").filter(|details| !is_zero(details.node, "StrategyDetails", mode));
    if details.is_some_and(|details| details.get("deployments").is_none()) {
        let field = "Spec.InstallStrategy.StrategySpec.DeploymentSpecs";
        missing(csv, to, field, false, &["install", "spec", "deployments"]);
    }
}

fn missing(csv: &Csv<'_>, to: &mut Target<'_>, field: &str, is_struct: bool, path: &[&str]) {
    let own = match field {
        "TypeMeta" => "apiVersion and kind".to_owned(),
        "ObjectMeta" => "metadata".to_owned(),
        _ => std::iter::once("spec").chain(path.iter().copied()).collect::<Vec<_>>().join("."),
    };
    let place = if field.starts_with("Spec") { csv.spec_place(path) } else { csv.view.start() };
    let value = if is_struct { "struct" } else { "field" };
    to.found(
        &RULE,
        place,
        format!("The CSV has no `{own}`."),
        format!("Add `{own}`."),
        format!("Field {field}, Value {value}: required field missing"),
    );
}
