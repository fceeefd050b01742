//! Helpers for tests that compare the rules with cases of upstream's own tests: changes to the sample bundle, and the
//! rules that one tool reports.

use olmkit_bundle::{Bundle, Input, Part, check, sample};
use olmkit_diagnostics::Suite;

/// Paths and contents.
pub(crate) type Files = Vec<(String, String)>;

/// Converts files to the input of the checks. Files below `EARLIER` belong to the previous version, those below
/// `CLUSTER` to a cluster.
pub(crate) fn inputs(files: &[(String, String)]) -> Vec<Input<'_>> {
    files.iter().map(|(path, text)| of_part(path, text)).collect()
}

pub(crate) const EARLIER: &str = "earlier/";
pub(crate) const CLUSTER: &str = "cluster/";

fn of_part<'t>(path: &'t str, text: &'t str) -> Input<'t> {
    let bytes = text.as_bytes();
    let part = |root: &'t str, part: Part| Some(Input { part, root, path: path.strip_prefix(root)?, bytes });
    let other = part(EARLIER, Part::Before).or_else(|| part(CLUSTER, Part::Cluster));
    other.unwrap_or_else(|| Input::new(path, bytes))
}

/// The rules that one tool reports, including repetitions.
pub(crate) fn messages(files: &[(String, String)], suite: Suite) -> String {
    let report = check(&Bundle::new(&inputs(files)));
    let findings = report.findings.iter().filter(|finding| finding.tool_reports.iter().any(|tool| tool.suite == suite));
    let mut rules: Vec<&str> = findings.map(|finding| finding.rule.id).collect();
    rules.sort_unstable();
    rules.join(" ")
}

/// Asserts the rules that one tool reports. A row has a name, files, and the expected rules.
pub(crate) fn assert_rules(suite: Suite, rows: &[(&str, Files, &str)]) {
    let found = rows.iter().map(|(case, files, expected)| (case, messages(files, suite), *expected));
    let wrong: Vec<_> = found.filter(|(_, found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The sample with changes. A change has a path, the old text and the new text. If the old text is empty, the new text
/// is the whole file.
pub(crate) fn changed(changes: &[(&str, &str, &str)]) -> Files {
    let mut files = sample::files();
    for (path, old, new) in changes {
        match files.iter_mut().find(|(known, _)| known == path) {
            Some((_, text)) if old.is_empty() => (*new).clone_into(text),
            Some((_, text)) => {
                assert!(text.contains(old), "{old}");
                *text = text.replacen(old, new, 1);
            }
            None => files.push(((*path).to_owned(), (*new).to_owned())),
        }
    }
    files
}

/// The sample with a change to its CSV.
pub(crate) fn csv(old: &str, new: &str) -> Files {
    changed(&[(sample::CSV, old, new)])
}
