//! Helpers for the parity tests: recorded answers, and normalization of texts for comparison.

pub(crate) mod changed;
pub(crate) mod sdk;

use std::collections::BTreeMap;

use olmkit_bundle::{Bundle, BundleReport, Input, check};
use olmkit_diagnostics::{Severity, Suite};

/// Checks files.
pub(crate) fn run<B: AsRef<[u8]>>(files: &BTreeMap<String, B>) -> BundleReport {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, bytes)| Input::new(path, bytes.as_ref())).collect();
    check(&Bundle::new(&inputs))
}

/// Names of the validators in the recorded answers.
pub(crate) const VALIDATORS: [(&str, Suite); 11] = [
    ("load", Suite::ApiLoad),
    ("csv", Suite::ApiCsv),
    ("crd", Suite::ApiCrd),
    ("bundle", Suite::ApiBundle),
    ("operatorhubv2", Suite::OperatorHub),
    ("capabilities", Suite::Capabilities),
    ("categories", Suite::Categories),
    ("good-practices", Suite::GoodPractices),
    ("alpha-deprecated-apis", Suite::DeprecatedApis),
    ("community", Suite::Community),
    ("object", Suite::Object),
];

/// The comparable part of a text: without pointers, dumps of Go values and the order of Go maps, at most `most`
/// characters long.
pub(crate) fn normal(text: &str, most: usize) -> String {
    let text = text.strip_prefix("Error: ").or_else(|| text.strip_prefix("Warning: ")).unwrap_or(text);
    let text = text.split("\n").next().unwrap();
    let text = text.split(". &{{").next().unwrap().trim_end_matches(". ");
    if let Some((head, _)) = text.split_once("Invalid CEL expression: ERROR") {
        return format!("{head}Invalid CEL expression");
    }
    // Dumps of versions, and pointers. Upstream prints the value twice.
    for field in ["spec.versions", "spec.preserveUnknownFields", "deprecationWarning"] {
        if let Some((head, rest)) = text.split_once(", Value ")
            && head.ends_with(field)
        {
            let detail = [": must ", ": can ", ": cannot ", ": per-version "].iter().find_map(|mark| rest.rfind(mark));
            return format!("{head}{}", &rest[detail.unwrap_or(0)..]);
        }
    }
    if text.ends_with("could impact cluster stability") || text.contains("field cannot be set to") {
        return text.rsplit(": ").next().unwrap().to_owned();
    }
    // A truncated list in random order cannot be compared.
    let list = "igrate the API(s) for ";
    let text = if most < usize::MAX { text.split(list).next().unwrap() } else { text };
    let cut: String = text.chars().take(most).collect();
    unordered(&cut)
}

/// Sorts lists that upstream prints in random order.
fn unordered(text: &str) -> String {
    for (start, end, by) in [("Migrate the API(s) for ", "]),", "),"), ("channel(s) [", "]", "\" ")] {
        let Some((head, rest)) = text.split_once(start) else { continue };
        let end = rest.rfind(end).map_or(rest.len(), |at| at + end.len());
        let (list, tail) = rest.split_at(end);
        let mut items: Vec<&str> = list.trim_end_matches(']').split(by).map(|item| item.trim_matches('"')).collect();
        items.sort_unstable();
        return format!("{head}{start}{}{tail}", items.join("|"));
    }
    text.to_owned()
}

/// The comparable messages of one suite, sorted.
pub(crate) fn messages(report: &BundleReport, suite: Suite, most: usize) -> Vec<(Severity, String)> {
    let mut found = Vec::new();
    for finding in &report.findings {
        let id = finding.rule.id;
        for tool in finding.tool_reports.iter().filter(|tool| tool.suite == suite) {
            let decode = matches!(id, "csv-typed-decode" | "crd-decode" | "layout-decode-api" | "layout-manifests-dir");
            let text = match suite {
                Suite::ApiLoad => fatal(&tool.text).to_owned(),
                Suite::OpmContent if tool.text.ends_with(": error getting CSV CRDs") => normal(&tool.text, most),
                Suite::OpmContent if decode || tool.text.starts_with("json: cannot unmarshal: ") => "decode".to_owned(),
                _ => normal(&tool.text, most),
            };
            found.push((tool.severity, text));
        }
    }
    found.sort();
    found
}

/// The reason of a load error.
pub(crate) fn fatal(text: &str) -> &'static str {
    const KNOWN: [(&str, &str); 9] = [
        ("contains directory", "directory"),
        ("has hidden file", "hidden"),
        ("unable to decode object", "object"),
        ("unable to parse CSV", "csv"),
        ("unable to parse CRD", "crd"),
        ("unsupported CRD version", "crd version"),
        ("contains multiple CSVs", "several"),
        ("unable to find a csv", "no csv"),
        ("unable to load the annotations file", "annotations"),
    ];
    KNOWN.iter().find(|(mark, _)| text.contains(mark)).map_or_else(|| panic!("{text}"), |(_, name)| name)
}

/// The comparable part of a line of opm's content validator.
pub(crate) fn opm_content(text: &str) -> String {
    let decode = text.contains("error getting bundle CSV") || text.contains("(indicated by <==)");
    let known = ["Error: ", "Unable to read", "error validating object", "Unsupported api version", "bundle \""];
    let plain = text.contains(" is not supported type for registryV1");
    if decode || !(plain || known.iter().any(|mark| text.starts_with(mark))) {
        return "decode".to_owned();
    }
    normal(text, usize::MAX)
}

/// Sorts a list and removes duplicates.
pub(crate) fn set<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list.dedup();
    list
}
