//! `apiVersion` and `kind` of a CSV.

use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    API_VERSION, "csv-apiversion-missing", "BDL022", "CSV without `apiVersion`",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "A CSV without `apiVersion`.",
    why: "The cluster cannot tell which API the object belongs to.",
    fix: "Add `apiVersion: operators.coreos.com/v1alpha1`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "apiVersion: operators.coreos.com/v1alpha1\n", "")],
    good: [(CSV, "v1alpha1", "v1alpha2")],
}

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    if csv.view.string("apiVersion").is_empty() {
        to.found(
            &API_VERSION,
            csv.view.start(),
            "The CSV has no `apiVersion`.",
            "Add `apiVersion: operators.coreos.com/v1alpha1`.",
            csv.entry("'apiVersion' is missing"),
        );
    }
}
