//! A document is decoded alike after any other document, although what it repeats is not checked again.

use olmkit_catalog::facts::Facts;
use olmkit_catalog::{decode, documents};
use olmkit_yaml::{Format, read_document};

const BUNDLE: &str = "\
image: q.io/a:1
name: a.v1.0.0
package: a
properties:
- type: olm.package
  value:
    packageName: a
    version: 1.0.0
- type: olm.csv.metadata
  value:
    annotations:
      b: c
      d: e
    crdDescriptions:
      owned:
      - description: f
        kind: G
      - kind: H
    displayName: i
    keywords:
    - j
    - k
    minKubeVersion: l
  zeta: m
relatedImages:
- image: q.io/a:1
  name: w
schema: olm.bundle
";

/// Texts, each with what replaces it: values of the wrong type, keys that are there twice or in other spellings.
const EDITS: &[(&str, &str)] = &[
    ("1.0.0", "1.0.1"),
    ("b: c", "b: 1"),
    ("f\n", "[]\n"),
    ("kind: H", "kind: 2"),
    ("- j\n", "- true\n"),
    ("i\n", "{}\n"),
    ("displayName: i", "displayName: []\n    displayName: i"),
    ("- type: olm.csv.metadata", "- type: other"),
    ("- type: olm.csv.metadata", "- type: olm.csv.metadata\n  type: other"),
    ("- type: olm.csv.metadata", "- Type: other\n  type: olm.csv.metadata"),
    ("- type: olm.csv.metadata", "- Type: olm.csv.metadata\n  type: other"),
    ("- type: olm.csv.metadata", "- Type: olm.csv.metadata\n  type: null"),
    ("- type: olm.csv.metadata", "- Type: other\n  type: null"),
    ("- type: olm.csv.metadata\n", "- Value:\n    displayName: []\n    zeta: x\n  type: olm.csv.metadata\n  uvw: x\n"),
    ("- type: olm.csv.metadata\n  value:", "- type: olm.csv.metadata\n  value: {}\n  value:"),
    ("- type: olm.csv.metadata\n  value:", "- type: olm.csv.metadata\n  Value:"),
    ("  zeta: m", "  value: {}"),
    ("  zeta: m", "  type: olm.csv.metadata"),
    ("properties:\n", "Properties:\n"),
    ("relatedImages:\n- image: q.io/a:1\n  name: w\n", "properties: []\n"),
    ("schema: olm.bundle", "schema: olm.channel"),
];

/// The sample with each subset of at most two edits.
fn variants() -> Vec<String> {
    let edited = |text: &str, (old, new): &(&str, &str)| text.replace(old, new);
    let mut found = vec![BUNDLE.to_owned()];
    let mut later = EDITS.iter();
    while let Some(first) = later.next() {
        let once = edited(BUNDLE, first);
        found.extend(later.clone().map(|second| edited(&once, second)));
        found.push(once);
    }
    let other_value = found.iter().filter_map(|text| without_value(text)).collect::<Vec<_>>();
    found.extend(other_value);
    found
}

/// Removes `value` if there is another spelling of it.
fn without_value(text: &str) -> Option<String> {
    let (start, end) = (text.find("  value:\n    annotations")?, text.find("  zeta: m")?);
    text.contains("Value:").then(|| format!("{}{}", &text[..start], &text[end..]))
}

/// A bundle with its properties twice, in two spellings: only the second list is read.
#[test]
fn properties_that_were_not_read_are_checked() {
    let tail = "image: q.io/a:1\nname: a.v1.0.0\npackage: a\n";
    let properties = "Properties:\n- type: olm.csv.metadata\n  value:\n    displayName: []\n";
    let twice = format!("{properties}{tail}properties:\n- type: olm.package\n  value: {{}}\nschema: olm.bundle\n");
    let once = format!("{properties}{tail}schema: olm.bundle\n");
    let read = documents(format!("{twice}---\n{once}").as_bytes());
    assert_eq!(*read[1].facts, alone(&once));
}

fn alone(text: &str) -> Facts {
    decode(&read_document(text.as_bytes(), Format::Yaml))
}

#[test]
fn the_document_before_does_not_change_the_facts() {
    let variants: Vec<(Facts, String)> = variants().into_iter().map(|text| (alone(&text), text)).collect();
    let broken = variants.iter().filter(|(facts, _)| format!("{facts:?}").contains("bad_property: Some")).count();
    assert!(broken > 20 && broken < variants.len() - 20, "{broken} of {}", variants.len());
    for (_, before) in &variants {
        for (expected, text) in &variants {
            let read = documents(format!("{before}---\n{text}").as_bytes());
            assert_eq!(*read[1].facts, *expected, "{text}after\n{before}");
        }
    }
}
