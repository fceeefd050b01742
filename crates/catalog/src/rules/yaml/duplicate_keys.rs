//! `duplicate-keys`: A duplicate key in a mapping.

use crate::facts::{Facts, LocalFix};
use crate::rules::declare::rule;
use crate::sink::Sink;
use olmkit_collections::HashSet;
use olmkit_diagnostics::{Safety, TextRange};
use olmkit_yaml::{Kind, Node, NodeRef, Style};

rule! {
    RULE, "duplicate-keys", "FBC057", "A duplicate key in a mapping",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "A key that occurs more than once in the same mapping, at any depth. Often the `---` between two documents is \
        missing.",
    why: "opm silently keeps the last value, so the first one never reaches a cluster. Editors and other tools may \
        keep the first.",
    fix: "Remove the duplicate, or insert the `---`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ "\
---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
  skipRange: <0.9.0
  skipRange: <1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
" } { "\
---
schema: olm.package
name: foo
defaultChannel: stable
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
" }],
    good: [{ "\
---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
" }],
}

/// The size up to which the keys of a mapping are compared pairwise.
const SMALL: usize = 12;

/// Checks the mappings of a document whose keys are not already sorted. The time is linear in the number of nodes.
pub(crate) fn check(root: NodeRef<'_>, _: &Facts, sink: &mut Sink) {
    let mut keys: Vec<(&[u8], NodeRef<'_>)> = Vec::new();
    let is_suspect = |node: &Node| node.kind == Kind::Mapping && node.needs_cooking;
    for mapping in root.subtree_with(is_suspect) {
        if mapping.index() == root.index() && report_merged(root, sink) {
            continue;
        }
        keys.clear();
        keys.extend(mapping.pairs().map(|(key, _)| (bare(key), key)));
        duplicates(&keys, sink);
    }
}

fn duplicates(keys: &[(&[u8], NodeRef<'_>)], sink: &mut Sink) {
    if keys.len() <= SMALL {
        for (at, (text, key)) in keys.iter().enumerate() {
            if keys.iter().take(at).any(|(other, _)| other == text) {
                report(*key, sink);
            }
        }
        return;
    }
    let mut seen = HashSet::with_capacity_and_hasher(keys.len(), Default::default());
    for (text, key) in keys {
        if !seen.insert(*text) {
            report(*key, sink);
        }
    }
}

/// The keys `schema` that start further documents, because the `---` before them is missing, and the line break before
/// each. The first key of the document is `schema`, too.
fn merged(root: NodeRef<'_>) -> impl Iterator<Item = (NodeRef<'_>, &'static str)> {
    let mut keys = root.pairs().map(|(key, _)| key);
    let is_schema = |key: &NodeRef<'_>| bare(*key) == b"schema";
    let has_start = root.style() == Style::Block && keys.next().as_ref().is_some_and(is_schema);
    keys.filter(move |key| has_start && is_schema(key)).filter_map(move |key| {
        let length = key.range().start().checked_sub(root.range().start())?;
        let above = root.source().get(..usize::from(length))?;
        let line_break = if above.ends_with(b"\r\n") { "\r\n" } else { "\n" };
        above.ends_with(b"\n").then_some((key, line_break))
    })
}

/// Whether a `---` is missing inside a document, so that opm reads several documents as one.
pub(crate) fn is_merged(root: NodeRef<'_>) -> bool {
    merged(root).next().is_some()
}

/// Reports missing separators instead of the keys that they duplicate. Returns whether there are any.
fn report_merged(root: NodeRef<'_>, sink: &mut Sink) -> bool {
    for (key, line_break) in merged(root) {
        let message = "A line with `---` is missing before this `schema`: opm reads this document and the one above it \
            as one, and silently keeps the last value of each key.";
        sink.add(&RULE, key.range(), message.to_owned(), "Insert a line with `---`.".to_owned(), None);
        let edits = vec![(TextRange::empty(key.range().start()), format!("---{line_break}"))];
        sink.fix(LocalFix { title: "Insert ---".to_owned(), safety: Safety::Unsafe, edits });
    }
    is_merged(root)
}

/// Returns the key without quotes. `None` for merge keys, which can occur several times.
fn bare(key: NodeRef<'_>) -> &[u8] {
    let source = key.source();
    match key.style() {
        Style::Single | Style::Double => source.get(1..source.len().saturating_sub(1)).unwrap_or(source),
        _ => source,
    }
}

fn report(key: NodeRef<'_>, sink: &mut Sink) {
    if key.is_merge_key() {
        return;
    }
    let name = key.scalar_text();
    let message = format!("The key `{name}` occurs more than once in this mapping. opm silently keeps the last value.");
    sink.add(&RULE, key.range(), message, "Remove the duplicate.".to_owned(), None);
}
