//! `duplicate-keys`: A duplicate key in a mapping.

use crate::facts::{Facts, LocalFix};
use crate::rules::declare::{bundle, foo, package, rule};
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
    bad: [{ foo!("\
- name: foo.v1.0.0
  skipRange: <0.9.0
  skipRange: <1.0.0
"; "1.0.0") } {
        package!(), "schema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1.0.0\n", bundle!("1.0.0")
    }],
    good: [{ foo!() }],
}

/// The size up to which the keys of a mapping are compared pairwise.
const SMALL: usize = 12;

/// Checks the mappings of a document whose keys are not already sorted. The time is linear in the number of nodes.
pub(crate) fn check(root: NodeRef<'_>, _: &Facts, sink: &mut Sink) {
    let mut keys: Vec<(&[u8], NodeRef<'_>)> = Vec::new();
    let is_suspect = |node: &Node| node.kind == Kind::Mapping && node.needs_cooking;
    for mapping in root.subtree_with(is_suspect) {
        keys.clear();
        keys.extend(mapping.pairs().map(|(key, _)| (bare(key), key)));
        let is_root = mapping.index() == root.index();
        let documents = keys.chunk_by(|(_, above), (_, key)| !is_root || !starts_document(root, *above, *key));
        for (at, document) in documents.enumerate() {
            if let (Some((_, key)), true) = (document.first(), at > 0) {
                report_start(root, *key, sink);
            }
            duplicates(document, sink);
        }
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

/// Whether a key of a block mapping probably starts a further document, because the `---` before it is missing: it is
/// `schema`, like the first key, and other keys are between them.
fn starts_document(root: NodeRef<'_>, above: NodeRef<'_>, key: NodeRef<'_>) -> bool {
    let is_schema = |key: NodeRef<'_>| bare(key) == b"schema";
    is_schema(key)
        && !is_schema(above)
        && root.style() == Style::Block
        && root.pairs().next().is_some_and(|(first, _)| is_schema(first))
}

/// Whether a `---` is probably missing inside a document, so that opm reads several documents as one.
pub(crate) fn is_merged(root: NodeRef<'_>) -> bool {
    let keys = || root.pairs().map(|(key, _)| key);
    keys().zip(keys().skip(1)).any(|(above, key)| starts_document(root, above, key))
}

/// Reports a missing `---` before a key.
fn report_start(root: NodeRef<'_>, key: NodeRef<'_>, sink: &mut Sink) {
    let message = "A line with `---` is probably missing before this `schema`: opm reads this document and the one above \
        it as one, and silently keeps the last value of each key.";
    sink.add(&RULE, key.range(), message.to_owned(), "Insert a line with `---`.".to_owned(), None);
    let length = key.range().start().checked_sub(root.range().start()).map_or(0, usize::from);
    let above = root.source().get(..length).unwrap_or_default();
    // The separator has to be at the start of a line. An indented mapping has no such place.
    if above.ends_with(b"\n") {
        let text = if above.ends_with(b"\r\n") { "---\r\n" } else { "---\n" };
        let edits = vec![(TextRange::empty(key.range().start()), text.to_owned())];
        sink.fix(LocalFix { title: "Insert ---".to_owned(), safety: Safety::Unsafe, edits });
    }
}

/// Returns the key without quotes.
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
