//! Statistics of a catalog, and searches for bundles.
#![cfg(feature = "bundle")]

use olmkit_workspace::api::BundleQuestion;
use olmkit_workspace::{Options, QueryError, Workspace};

const CATALOG: &str = "\
schema: olm.package
name: can
defaultChannel: stable
---
schema: olm.channel
package: can
name: stable
entries:
- name: can.v1.0.0
- name: can.v1.1.0
---
schema: olm.channel
package: can
name: fast
entries:
- name: can.v1.1.0
---
schema: olm.bundle
package: can
name: can.v1.0.0
image: quay.io/cans/can:v1.0.0
properties:
- type: olm.package
  value: {packageName: can, version: 1.0.0}
- type: olm.gvk
  value: {group: cans.example.com, version: v1, kind: Can}
---
schema: olm.bundle
package: can
name: can.v1.1.0
image: quay.io/cans/can:v1.1.0
relatedImages:
- name: helper
  image: quay.io/cans/helper@sha256:aa
- name: same
  image: quay.io/cans/can:v1.1.0
properties:
- type: olm.package
  value: {packageName: can, version: 1.1.0}
- type: olm.gvk.required
  value: {group: water.example.com, version: v1beta1, kind: Well}
- type: olm.constraint
  value:
    failureMessage: storage or a queue
    any:
      constraints:
      - gvk: {group: disks.example.com, version: v1, kind: Disk}
      - all:
          constraints:
          - gvk: {group: queues.example.com, version: v1, kind: Queue}
          - not:
              constraints:
              - all: {constraints: [{gvk: {group: old.example.com, version: v1, kind: Old}}]}
- type: olm.maxOpenShiftVersion
  value: \"4.18\"
";

fn workspace() -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("catalog.yaml", CATALOG.as_bytes().to_vec());
    workspace
}

fn names(question: BundleQuestion) -> Vec<String> {
    let found = workspace().find_bundles(&question).unwrap();
    found.into_iter().map(|bundle| bundle.name).collect()
}

fn given(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn bundles_are_found_by_each_of_their_parts() {
    let (one, two): (&[&str], &[&str]) = (&["can.v1.0.0"], &["can.v1.1.0"]);
    let none: &[&str] = &[];
    let both: &[&str] = &["can.v1.0.0", "can.v1.1.0"];
    let question = BundleQuestion::default;
    let cases = [
        (question(), both),
        (BundleQuestion { package: given("can"), ..question() }, both),
        (BundleQuestion { package: given("ca"), ..question() }, none),
        (BundleQuestion { channel: given("fast"), ..question() }, two),
        (BundleQuestion { name: given("v1.0"), ..question() }, one),
        (BundleQuestion { image: given("helper@"), ..question() }, two),
        (BundleQuestion { image: given("can:v1.0"), ..question() }, one),
        (BundleQuestion { version_range: given(">=1.0.1"), ..question() }, two),
        (BundleQuestion { provides: given("cans.example.com/v1/Can"), ..question() }, one),
        (BundleQuestion { provides: given("*/*/Well"), ..question() }, none),
        (BundleQuestion { requires: given("*/*/Well"), ..question() }, two),
        (BundleQuestion { requires: given("disks.example.com/v1/Disk"), ..question() }, two),
        (BundleQuestion { requires: given("*/*/Queue"), ..question() }, two),
        (BundleQuestion { requires: given("*/*/Old"), ..question() }, none),
        (BundleQuestion { property: given("olm.maxOpenShiftVersion"), ..question() }, two),
        (BundleQuestion { property: given("olm.maxOpenShiftVersion"), value: given("4.19"), ..question() }, none),
        (BundleQuestion { property: given("olm.package"), value: given("1.0.0"), ..question() }, one),
        (BundleQuestion { channel: given("fast"), name: given("v1.0.0"), ..question() }, none),
    ];
    for (question, expected) in cases {
        assert_eq!(names(question.clone()), expected, "{question:?}");
    }
}

#[test]
fn what_is_found_has_its_place_and_its_channels() {
    let question = BundleQuestion { version_range: given("1.1.0"), ..BundleQuestion::default() };
    let found = workspace().find_bundles(&question).unwrap();
    let [bundle] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(bundle.version.as_deref(), Some("1.1.0"));
    assert_eq!(bundle.channels, ["fast", "stable"]);
    assert_eq!((bundle.path.as_str(), bundle.range.start.line, bundle.range.start.column), ("catalog.yaml", 30, 7));
}

#[test]
fn questions_that_are_not_valid_are_errors() {
    let range = BundleQuestion { version_range: given("x"), ..BundleQuestion::default() };
    let api = BundleQuestion { provides: given("Can"), ..BundleQuestion::default() };
    assert!(matches!(workspace().find_bundles(&range), Err(QueryError::Range(..))));
    assert_eq!(workspace().find_bundles(&api), Err(QueryError::Api("Can".to_owned())));
}

#[test]
fn stats_count_everything_once() {
    let mut workspace = workspace();
    workspace.open("other.json", br#"{"schema":"x","package":"can"}"#.to_vec());
    let stats = workspace.stats();
    assert_eq!((stats.files, stats.images), (2, 3));
    assert_eq!(stats.bytes, CATALOG.len().saturating_add(30));
    let schemas: Vec<(&str, usize)> = stats.documents.iter().map(|of| (of.schema.as_str(), of.count)).collect();
    assert_eq!(schemas, [("olm.bundle", 2), ("olm.channel", 2), ("olm.package", 1), ("x", 1)]);
    let [package] = stats.packages.as_slice() else { panic!("{stats:?}") };
    assert_eq!((package.channels, package.entries, package.bundles), (2, 3, 2));
    assert_eq!(package.bytes, stats.documents.iter().map(|of| of.bytes).sum::<usize>());
    assert_eq!((package.stranded.v0, package.stranded.total), (2, 2), "of two heads neither is the one");
}

/// Keys match as in Go's encoding/json: without regard to case.
#[test]
fn keys_match_without_regard_to_case() {
    let keys = ["image", "relatedImages", "name", "package", "properties", "entries", "type", "value", "version"];
    let mut text = CATALOG.to_owned();
    for key in keys {
        let (first, rest) = key.split_at(1);
        text = text.replace(&format!("{key}:"), &format!("{}{rest}:", first.to_uppercase()));
    }
    let mut folded = Workspace::new(&Options::default()).unwrap();
    folded.open("catalog.yaml", text.into_bytes());
    let mut plain = workspace();
    let question = BundleQuestion { image: Some("helper".to_owned()), ..BundleQuestion::default() };
    let by_property = BundleQuestion { property: Some("olm.gvk".to_owned()), ..BundleQuestion::default() };
    for question in [BundleQuestion::default(), question, by_property] {
        let found = folded.find_bundles(&question).unwrap();
        assert!(!found.is_empty(), "{question:?}");
        assert_eq!(found, plain.find_bundles(&question).unwrap());
    }
    assert_eq!(folded.images(), plain.images());
    assert_eq!((folded.stats().images, folded.images().len()), (plain.stats().images, 4));
}
