//! The name of a CSV, and the name that it replaces.

use crate::go_text::quote;
use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery::{label_value, subdomain};

rule! {
    NAME, "csv-name-format", "BDL020", "Invalid CSV name",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A `metadata.name` of the CSV that is not a valid DNS subdomain or is longer than 63 characters.",
    why: "OLM uses the name as an object name and as a label value, so the installation fails.",
    fix: "Use lower-case letters, digits, `-` and `.`: `memcached-operator.v1.0.0`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "name: foo.v1.0.0", "name: Foo.v1.0.0")],
    good: [(CSV, "name: foo.v1.0.0", "name: foo-operator.v1.0.0")],
}

rule! {
    REPLACES, "csv-replaces-format", "BDL021", "Invalid CSV name in `spec.replaces`",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A `spec.replaces` that is not a valid DNS subdomain or is longer than 63 characters.",
    why: "No CSV can have that name, so this version never replaces anything.",
    fix: "Write the full name of the replaced CSV: `memcached-operator.v0.9.0`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "  version: 1.0.0", "  version: 1.0.0\n  replaces: Bad_Name")],
    good: [(CSV, "  version: 1.0.0", "  version: 1.0.0\n  replaces: foo.v0.9.0")],
}

rule! {
    ITSELF, "csv-replaces-itself", "BDL331", "CSV that replaces itself",
    since: "0.1.0",
    bundle: [OlmV0 Warning],
    finds: "A `spec.replaces` that equals the name of the CSV.",
    why: "OLM v0 before August 2026 loops forever: it keeps one core busy, and the CSV stays in `Pending`. Newer \
versions ignore it. opm rejects a channel with such an entry.",
    fix: "Set it to the previous version, or remove `replaces`.",
    source: "OLM v0, phases of a CSV.",
    bad: [(CSV, "  version: 1.0.0", "  version: 1.0.0\n  replaces: foo.v1.0.0")],
    good: [(CSV, "  version: 1.0.0", "  version: 1.0.0\n  replaces: foo.v0.9.0")],
}

/// Checks how OLM v0 interprets the replaced name.
pub(crate) fn check_itself(csv: &Csv<'_>, to: &mut Target<'_>) {
    let Some(replaces) = csv.spec(&["replaces"]).filter(|name| name.string_of() == csv.name && !csv.name.is_empty())
    else {
        return;
    };
    let message = format!("`{}` replaces itself.", csv.name);
    let help = "Set `replaces` to the previous version, or remove it.";
    to.found(&ITSELF, replaces.place(), message, help, "");
}

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    if let Some(errors) = errors(&csv.name) {
        let name = &csv.name;
        let message = format!("`{name}` is not a valid CSV name: {}.", short(name));
        let upstream = csv.entry(format_args!("metadata.name {} is invalid: {errors}", quote(name)));
        to.found(&NAME, csv.name_place(), message, HELP, upstream);
    }
    let replaces = csv.text(&["replaces"]);
    if let Some(errors) = errors(&replaces).filter(|_| !replaces.is_empty()) {
        let message = format!("`{replaces}` in `spec.replaces` is not a valid CSV name: {}.", short(&replaces));
        let upstream = csv.entry(format_args!("spec.replaces {} is invalid: {errors}", quote(&replaces)));
        let place = csv.spec(&["replaces"]).map_or_else(|| csv.name_place(), crate::view::View::place);
        to.found(&REPLACES, place, message, HELP, upstream);
    }
}

const HELP: &str = "Use at most 63 lower-case letters, digits, `-` and `.`, as in `memcached-operator.v1.0.0`.";

fn errors(name: &str) -> Option<String> {
    let mut errors = subdomain(name);
    errors.extend(label_value(name));
    (!errors.is_empty()).then(|| errors.join(","))
}

fn short(name: &str) -> &'static str {
    if name.is_empty() {
        "it is empty"
    } else if name.len() > 63 {
        "it is longer than 63 characters"
    } else {
        "it is not a valid DNS subdomain"
    }
}
