//! What the tests share that hold cases of upstream's own tests against the rules: changes of the sample bundle, and
//! the rules with which one tool finds something.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]
#![allow(clippy::panic, reason = "tests")]

use olmkit_bundle::{Bundle, Input, Part, check, sample};
use olmkit_diagnostics::Suite;

/// Paths and texts.
pub type Files = Vec<(String, String)>;

/// Files as the checks take them: those of the previous version below `EARLIER`, those of a cluster below `CLUSTER`.
pub fn inputs(files: &[(String, String)]) -> Vec<Input<'_>> {
    files.iter().map(|(path, text)| of_part(path, text)).collect()
}

pub const EARLIER: &str = "earlier/";
pub const CLUSTER: &str = "cluster/";

fn of_part<'t>(path: &'t str, text: &'t str) -> Input<'t> {
    let bytes = text.as_bytes();
    let part = |root: &'t str, part: Part| Some(Input { part, root, path: path.strip_prefix(root)?, bytes });
    let other = part(EARLIER, Part::Before).or_else(|| part(CLUSTER, Part::Cluster));
    other.unwrap_or_else(|| Input::new(path, bytes))
}

/// Rules with which one tool finds something, each as often as it does.
pub fn said(files: &[(String, String)], suite: Suite) -> String {
    let report = check(&Bundle::new(&inputs(files)));
    let findings = report.findings.iter().filter(|finding| finding.said.iter().any(|said| said.suite == suite));
    let mut rules: Vec<&str> = findings.map(|finding| finding.rule.id).collect();
    rules.sort_unstable();
    rules.join(" ")
}

/// Holds cases against what one tool finds: a name, files, rules.
pub fn hold(suite: Suite, rows: &[(&str, Files, &str)]) {
    let found = rows.iter().map(|(case, files, expected)| (case, said(files, suite), *expected));
    let wrong: Vec<_> = found.filter(|(_, found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The sample with changes: a path with the old text and the new one; without an old text the whole file.
pub fn changed(changes: &[(&str, &str, &str)]) -> Files {
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

/// The sample with a change of its CSV.
pub fn csv(old: &str, new: &str) -> Files {
    changed(&[(sample::CSV, old, new)])
}
