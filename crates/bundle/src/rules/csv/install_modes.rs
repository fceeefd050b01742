//! `spec.installModes`.

use olmkit_collections::SortedSet;

use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::{Suite, rule};

rule! {
    EMPTY, "csv-installmodes-empty", "BDL024", "CSV without install modes",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A CSV without `spec.installModes`.",
    why: "OLM cannot decide which namespaces the operator may watch, and does not install it.",
    fix: "List `OwnNamespace`, `SingleNamespace`, `MultiNamespace` and `AllNamespaces` with `supported`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "  installModes:\n  - type: AllNamespaces\n    supported: true\n", "")],
    good: [(CSV, "- type: AllNamespaces", "- type: OwnNamespace")],
}

rule! {
    NONE, "csv-installmodes-none", "BDL025", "CSV without a supported install mode",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A CSV in which no install mode has `supported: true`.",
    why: "OLM never installs the operator.",
    fix: "Support at least one mode.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "supported: true", "supported: false")],
    good: [(CSV, "- type: AllNamespaces", "- type: SingleNamespace")],
}

rule! {
    CONVERSION, "csv-conversion-allns", "BDL026", "Conversion webhook with other install modes",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A webhook with `conversionCRDs` in a CSV that does not support exactly `AllNamespaces`.",
    why: "A conversion webhook serves the whole cluster. OLM rejects it for an operator that can be installed more \
than once.",
    fix: "Support `AllNamespaces` only.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "    supported: true\n", "    supported: true\n  - type: OwnNamespace\n    supported: true\n  \
webhookdefinitions:\n  - type: ConversionWebhook\n    generateName: c.ex.com\n    deploymentName: foo\n    sideEffects: None\n    \
admissionReviewVersions: [v1]\n    conversionCRDs: [foos.ex.com]\n")],
    good: [(CSV, "    supported: true\n", "    supported: true\n  webhookdefinitions:\n  - type: ConversionWebhook\n    \
generateName: c.ex.com\n    deploymentName: foo\n    sideEffects: None\n    admissionReviewVersions: [v1]\n    \
conversionCRDs: [foos.ex.com]\n")],
}

rule! {
    DUPLICATE, "csv-installmodes-dup", "BDL027", "Duplicate install mode",
    since: "0.1.0",
    bundle: [OlmV0 Warning],
    finds: "Two entries of `spec.installModes` with the same type.",
    why: "All validators accept it, but OLM v0 fails the CSV on the cluster, because the install modes must be \
unique.",
    fix: "Remove one of them.",
    source: "OLM v0; upstream's own check of it never fires.",
    bad: [(CSV, "    supported: true\n", "    supported: true\n  - type: AllNamespaces\n    supported: true\n")],
    good: [(CSV, "    supported: true\n", "    supported: true\n  - type: OwnNamespace\n    supported: true\n")],
}

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    let modes = csv.list(&["installModes"]);
    conversion(csv, &modes, to);
    if modes.is_empty() {
        to.found(
            &EMPTY,
            csv.spec_place(&["installModes"]),
            "The CSV has no install modes.",
            "Add `spec.installModes` with at least one supported mode.",
            csv.entry("install modes not found"),
        );
    } else if !modes.iter().any(|mode| mode.flag("supported") == Some(true)) {
        to.found(
            &NONE,
            csv.spec_place(&["installModes"]),
            "The CSV supports none of its install modes.",
            "Set `supported: true` for at least one mode.",
            csv.entry("none of InstallModeTypes are supported"),
        );
    }
}

fn conversion(csv: &Csv<'_>, modes: &[View<'_>], to: &mut Target<'_>) {
    let wrong = modes.iter().any(|mode| {
        let (all, supported) = (mode.string("type") == "AllNamespaces", mode.flag("supported") == Some(true));
        all != supported
    });
    for webhook in csv.list(&["webhookdefinitions"]) {
        if wrong && !webhook.list("conversionCRDs").is_empty() {
            to.found(
                &CONVERSION,
                webhook.key_place("conversionCRDs"),
                "A conversion webhook requires that the operator supports `AllNamespaces` only.",
                "Set the other install modes to `supported: false`.",
                csv.entry("only AllNamespaces InstallModeType is supported when conversionCRDs is present"),
            );
        }
    }
}

/// Checks what OLM rejects and no validator reports.
pub(crate) fn check_runtime(csv: &Csv<'_>, to: &mut Target<'_>) {
    let mut seen = SortedSet::new();
    for mode in csv.list(&["installModes"]) {
        let kind = mode.string("type").into_owned();
        if !seen.insert(kind.clone()) {
            let finding = to.sink.report(
                &DUPLICATE,
                mode.place_at("type"),
                format!("Install mode `{kind}` is a duplicate. All validators accept it, but OLM v0 fails the CSV."),
                "Remove one of them.",
            );
            finding.reported_by(Suite::OlmV0, "InstallMode list contains duplicates, cannot make set");
        }
    }
}
