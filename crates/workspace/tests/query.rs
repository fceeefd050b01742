//! Statistics of a catalog, and searches for bundles.
#![cfg(feature = "bundle")]

use olmkit_workspace::api::BundleQuery;
use olmkit_workspace::{BundleQueryError, Options, Workspace};

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

fn names(query: BundleQuery) -> Vec<String> {
    let found = workspace().find_bundles(&query).unwrap();
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
    let query = BundleQuery::default;
    let cases = [
        (query(), both),
        (BundleQuery { package: given("can"), ..query() }, both),
        (BundleQuery { package: given("ca"), ..query() }, none),
        (BundleQuery { channel: given("fast"), ..query() }, two),
        (BundleQuery { name: given("v1.0"), ..query() }, one),
        (BundleQuery { image: given("helper@"), ..query() }, two),
        (BundleQuery { image: given("can:v1.0"), ..query() }, one),
        (BundleQuery { version_range: given(">=1.0.1"), ..query() }, two),
        (BundleQuery { provides: given("cans.example.com/v1/Can"), ..query() }, one),
        (BundleQuery { provides: given("*/*/Well"), ..query() }, none),
        (BundleQuery { requires: given("*/*/Well"), ..query() }, two),
        (BundleQuery { requires: given("disks.example.com/v1/Disk"), ..query() }, two),
        (BundleQuery { requires: given("*/*/Queue"), ..query() }, two),
        (BundleQuery { requires: given("*/*/Old"), ..query() }, none),
        (BundleQuery { property: given("olm.maxOpenShiftVersion"), ..query() }, two),
        (BundleQuery { property: given("olm.maxOpenShiftVersion"), value: given("4.19"), ..query() }, none),
        (BundleQuery { property: given("olm.package"), value: given("1.0.0"), ..query() }, one),
        (BundleQuery { channel: given("fast"), name: given("v1.0.0"), ..query() }, none),
    ];
    for (query, expected) in cases {
        assert_eq!(names(query.clone()), expected, "{query:?}");
    }
}

#[test]
fn what_is_found_has_its_place_and_its_channels() {
    let query = BundleQuery { version_range: given("1.1.0"), ..BundleQuery::default() };
    let found = workspace().find_bundles(&query).unwrap();
    let [bundle] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(bundle.version.as_deref(), Some("1.1.0"));
    assert_eq!(bundle.channels, ["fast", "stable"]);
    assert_eq!((bundle.path.as_str(), bundle.range.start.line, bundle.range.start.column), ("catalog.yaml", 30, 7));
}

#[test]
fn invalid_queries_are_errors() {
    let range = BundleQuery { version_range: given("x"), ..BundleQuery::default() };
    let api = BundleQuery { provides: given("Can"), ..BundleQuery::default() };
    assert!(matches!(workspace().find_bundles(&range), Err(BundleQueryError::Range(..))));
    assert_eq!(workspace().find_bundles(&api), Err(BundleQueryError::Api("Can".to_owned())));
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
    let query = BundleQuery { image: Some("helper".to_owned()), ..BundleQuery::default() };
    let by_property = BundleQuery { property: Some("olm.gvk".to_owned()), ..BundleQuery::default() };
    for query in [BundleQuery::default(), query, by_property] {
        let found = folded.find_bundles(&query).unwrap();
        assert!(!found.is_empty(), "{query:?}");
        assert_eq!(found, plain.find_bundles(&query).unwrap());
    }
    assert_eq!(folded.images(), plain.images());
    assert_eq!((folded.stats().images, folded.images().len()), (plain.stats().images, 4));
}
