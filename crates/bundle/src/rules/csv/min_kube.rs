//! `spec.minKubeVersion`.

use olmkit_diagnostics::Safety;
use olmkit_semver::Version;

use crate::model::Csv;
use crate::rule::rule;
use crate::sample::CSV;
use crate::target::Target;

rule! {
    MISSING, "csv-minkube-missing", "BDL028", "CSV without `minKubeVersion`",
    says: [ApiCsv Warning, OperatorHub Warning, Sdk Warning],
    finds: "A CSV with no `spec.minKubeVersion`.",
    why: "Without it the operator is offered on every Kubernetes version, also on those it cannot run on.",
    fix: "Name the oldest Kubernetes version that works: `minKubeVersion: 1.25.0`.",
    source: "operator-framework/api, CSV and operatorhub validators.",
    bad: [(CSV, "  minKubeVersion: 1.20.0\n", "")],
    good: [(CSV, "1.20.0", "1.25.0")],
}

rule! {
    INVALID, "csv-minkube-invalid", "BDL029", "`minKubeVersion` that is no version",
    says: [ApiCsv Error, OperatorHub Error, OpmContent Error, Sdk Error],
    finds: "A `spec.minKubeVersion` that is not `MAJOR.MINOR.PATCH`.",
    why: "OLM cannot compare it with the cluster's version, and the CSV never becomes ready.",
    fix: "Write three numbers without `v`: `1.25.0`.",
    source: "operator-framework/api, CSV and operatorhub validators.",
    bad: [(CSV, "1.20.0", "v1.20.0"), (CSV, "1.20.0", "'1.20'")],
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
            "The CSV does not say which Kubernetes version it needs at least; it is offered on all of them.",
            "Add `minKubeVersion`, for example `1.25.0`.",
            csv.entry(MISSING_TEXT),
        );
    } else if Version::parse(&version).is_err() {
        let place = csv.spec(&["minKubeVersion"]).map_or_else(|| csv.name_place(), crate::view::View::place);
        let full = olmkit_semver::parse_tolerant(&version).ok().map(|found| found.to_string());
        let help = match &full {
            Some(full) => format!("Write `{full}`."),
            None => "Write three numbers: `1.25.0`.".to_owned(),
        };
        let found = to.found(
            &INVALID,
            place,
            format!("`minKubeVersion: {version}` is no full version, so OLM cannot compare it with the cluster's."),
            help,
            csv.entry(format_args!("csv.Spec.MinKubeVersion has an invalid value: {version}")),
        );
        if let (Some(finding), Some(full)) = (found, full) {
            finding.fix(format!("Write {full}"), Safety::Safe, place, format!("'{full}'"));
        }
    }
}
