//! `spec.minKubeVersion`.

use std::borrow::Cow;

use olmkit_diagnostics::{Safety, rule};
use olmkit_semver::{Version, parse_tolerant};

use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;

rule! {
    MISSING, "csv-minkube-missing", "BDL028", "CSV without `minKubeVersion`",
    since: "0.1.0",
    bundle: [ApiCsv Warning, OperatorHub Warning, Sdk Warning],
    finds: "A CSV without `spec.minKubeVersion`.",
    why: "The operator is offered on every Kubernetes version, including those that it does not support.",
    fix: "Set it to the oldest supported Kubernetes version: `minKubeVersion: 1.25.0`.",
    source: "operator-framework/api, CSV and operatorhub validators.",
    bad: [(CSV, "  minKubeVersion: 1.20.0\n", "")],
    good: [(CSV, "1.20.0", "1.25.0")],
}

rule! {
    INVALID, "csv-minkube-invalid", "BDL029", "Invalid `minKubeVersion`",
    since: "0.1.0",
    bundle: [ApiCsv Error, OlmV0 Error, OperatorHub Error, OpmContent Error, Sdk Error],
    finds: "A `spec.minKubeVersion` that is not `MAJOR.MINOR.PATCH`. OLM v0 itself accepts a leading `v`.",
    why: "OLM cannot compare it with the version of the cluster, and the CSV never becomes ready.",
    fix: "Write three numbers without a `v`: `1.25.0`.",
    source: "operator-framework/api, CSV and operatorhub validators; OLM v0, requirements.",
    bad: [(CSV, "1.20.0", "v1.20.0"), (CSV, "1.20.0", "1.20")],
    good: [(CSV, "1.20.0", "1.25.0")],
}

const MISSING_TEXT: &str = "csv.Spec.minKubeVersion is not informed. It is recommended you provide this information. \
Otherwise, it would mean that your operator project can be distributed and installed in any cluster version available, \
which is not necessarily the case for all projects.";

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    let version = csv.text(&["minKubeVersion"]);
    if version.trim().is_empty() {
        to.found(
            &MISSING,
            csv.spec_place(&["minKubeVersion"]),
            "The CSV has no `minKubeVersion`, so the operator is offered on every Kubernetes version.",
            "Add `minKubeVersion`, for example `1.25.0`.",
            csv.entry(MISSING_TEXT),
        );
    } else if Version::parse(&version).is_err() {
        let upstream = csv.entry(format_args!("csv.Spec.MinKubeVersion has an invalid value: {version}"));
        invalid(csv, &version, to, upstream);
    }
}

/// Checks that OLM v0 can compare the version with that of the cluster.
pub(crate) fn check_installed(csv: &Csv<'_>, to: &mut Target<'_>) {
    let version = csv.text(&["minKubeVersion"]);
    if !version.is_empty() && !is_comparable(version.strip_prefix('v').unwrap_or(&version)) {
        invalid(csv, &version, to, "CSV version parsing error".to_owned());
    }
}

/// Whether go-semver can parse the version: three numbers with or without leading zeros, and an optional suffix.
fn is_comparable(version: &str) -> bool {
    let (version, _) = version.split_once('+').unwrap_or((version, ""));
    let (numbers, pre) = version.split_once('-').unwrap_or((version, ""));
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    numbers.splitn(3, '.').filter(|part| is_number(part)).count() == 3
        && pre.chars().all(|one| one.is_ascii_alphanumeric() || one == '-' || one == '.')
}

fn invalid(csv: &Csv<'_>, version: &str, to: &mut Target<'_>, upstream: String) {
    let found = csv.spec(&["minKubeVersion"]);
    let place = found.map_or_else(|| csv.name_place(), View::place);
    // Tools read an unquoted `1.20` as the number 1.2; its author meant 1.20.
    let written = found.map_or(Cow::Borrowed(version), |view| view.node.scalar_text());
    let full = parse_tolerant(&written).ok().map(|version| version.to_string());
    let help = match &full {
        Some(full) => format!("Write `{full}`."),
        None => "Write three numbers: `1.25.0`.".to_owned(),
    };
    let message = format!(
        "`minKubeVersion: {written}` is not a valid full version, so OLM cannot compare it with the version of the \
        cluster."
    );
    let finding = to.found(&INVALID, place, message, help, upstream);
    if let (Some(finding), Some(full), Some(view)) = (finding, full, found) {
        finding.fix(format!("Write {full}"), Safety::Safe, place, view.quoted(&full));
    }
}
