//! The order of messages in opm's verdict.

use crate::common::run_file;

#[test]
fn messages_are_in_the_order_of_opms_checks() {
    let text = "schema: olm.package
name: foo
defaultChannel: a
---
schema: olm.channel
package: foo
name: a
entries:
  - name: foo.v1.0.0
    skips: [x, '']
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
properties:
  - type: olm.package
    value: {packageName: foo, version: 1.0.0}
---
schema: olm.deprecations
package: foo
entries:
  - reference: {schema: olm.channel, name: a}
    message: ''
";
    let expected = "invalid index:
└── invalid package \"foo\":
    └── invalid channel \"a\":
        ├── invalid bundle \"foo.v1.0.0\":
        │   ├── skip[1] is empty
        │   └── bundle image must be set
        └── invalid deprecation: message must be set";
    assert_eq!(run_file(text.as_bytes()).verdict.message, expected);
}

/// The findings of a catalog with one file: rule and message.
fn findings(text: &str) -> Vec<String> {
    let diagnostics = run_file(text.as_bytes()).diagnostics;
    diagnostics.iter().map(|found| format!("{}: {}", found.rule.id, found.message)).collect()
}

#[test]
fn a_value_of_the_wrong_type_is_one_finding() {
    let text = "schema: olm.package
name: foo
defaultChannel: a
---
schema: olm.channel
package: foo
name: a
entries:
- name: foo.v1.0.0
  skips: [1, foo.v0.9.0]
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: 1
relatedImages: [x, {name: a, image: [b]}]
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
---
schema: olm.deprecations
package: foo
entries: [{reference: x, message: 1}]
";
    let found = findings(text);
    assert!(found.iter().all(|found| found.starts_with("json-type-mismatch: ")), "{found:#?}");
    assert_eq!(found.len(), 6, "{found:#?}");
    assert!(
        found[0].ends_with(
            "An item of `skips` must be a string, but YAML reads `1` as a number. opm cannot load the catalog."
        ),
        "{found:#?}"
    );
    assert!(found.iter().any(|found| found.contains("An item of `relatedImages` must be a mapping, not a string.")));
    assert!(found.iter().any(|found| found.contains("`image` must be a string, not a list.")));
}

#[test]
fn what_a_half_read_document_may_contain_is_not_reported_as_missing() {
    let package = "schema: olm.package\nname: foo\ndefaultChannel: a\n---\n";
    let bundle = "---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: x/y\nproperties:\n- type: \
                  olm.package\n  value: {packageName: foo, version: 1.0.0}\n";
    // YAML reads the package as `foo name`.
    let channel = "schema: olm.channel\npackage: foo\n name: a\nentries:\n- name: foo.v1.0.0\n";
    let found = findings(&format!("{package}{channel}{bundle}"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].ends_with(
            "This line continues the value above it. Check the indentation, and the space after `-` or `:`."
        )
    );
    let second = findings("schema: olm.package\nname: a: b\n");
    assert!(second[0].contains("There is a second `: ` on this line."), "{second:#?}");
    let cut = findings("{\"schema\": \"olm.package\", \"name\": \"a\", \"defaultChannel\": \"b\"");
    assert_eq!(cut.len(), 1, "{cut:#?}");
    let dashes = findings("schema: olm.package\n----\nname: foo\n");
    assert!(dashes.iter().any(|found| found.ends_with("not `-`. Write three dashes.")), "{dashes:#?}");
}

/// opm reports only the first wrong value. All are reported at their place, each with its fix.
#[test]
fn every_wrong_value_of_the_properties_is_reported() {
    let text = "schema: olm.package
name: foo
defaultChannel: a
---
schema: olm.channel
package: foo
name: a
entries:
- name: foo.v1.10.0
---
schema: olm.bundle
package: foo
name: foo.v1.10.0
image: x/y
properties:
- type: olm.channel
  value: {channelName: 1}
- type: olm.package
  value: {packageName: foo, version: 1.10}
- type: olm.csv.metadata
  value:
    annotations: {a: b, certified: false, createdAt: 2020}
    maintainers: [{name: a}, {email: 1}]
    minKubeVersion: 1.20
- type: x
";
    let report = run_file(text.as_bytes());
    let found: Vec<String> = report
        .diagnostics
        .iter()
        .map(|found| {
            let (range, fix) = (found.place.range, found.fixes.first());
            let source = &text[usize::from(range.start())..usize::from(range.end())];
            let message = found.message.split(", but").next().unwrap();
            let fix = fix.map_or("", |fix| fix.title.as_str());
            format!("{}: {message} | {} | {fix}", found.rule.id, source.lines().next().unwrap())
        })
        .collect();
    let metadata = "of this `olm.csv.metadata` property must be a string";
    let expected = [
        "bundle-properties-parse: `channelName` of this `olm.channel` property must be a string | 1 | Quote 1"
            .to_owned(),
        "bundle-properties-parse: `version` of this `olm.package` property must be a string | 1.10 | Write 1.10.0"
            .to_owned(),
        format!("csv-metadata-types: `annotations.certified` {metadata} | false | Quote false"),
        format!("csv-metadata-types: `annotations.createdAt` {metadata} | 2020 | Quote 2020"),
        format!("csv-metadata-types: `maintainers[1].email` {metadata} | 1 | Quote 1"),
        format!("csv-metadata-types: `minKubeVersion` {metadata} | 1.20 | Write 1.20.0"),
        "prop-value-required: This property has no `value`. opm rejects the catalog. | type: x | ".to_owned(),
    ];
    assert_eq!(found, expected);
    let first = "parse property[0] of type \"olm.channel\": json: cannot unmarshal number into Go struct field \
                 Channel.channelName of type string";
    assert!(report.verdict.message.contains(first) && !report.verdict.message.contains("csv.metadata"), "{report:#?}");
}

#[test]
fn an_empty_package_property_is_named() {
    let text = |property: &str| {
        format!(
            "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\nentries:\n\
             - name: foo.v1.0.0\n---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: x/y\nproperties:\n- type: \
             olm.package\n  {property}\n"
        )
    };
    let empty = "The `value` of the `olm.package` property of bundle `foo.v1.0.0` is empty: no";
    let found = findings(&text("value:\n  packageName: foo\n  version: 1.0.0"));
    assert!(found.contains(&format!("bundle-package-property-match: {empty} `packageName`.")), "{found:#?}");
    assert!(found.contains(&format!("bundle-version-semver: {empty} `version`.")), "{found:#?}");
    let found = findings(&text("value: {packageName: foo}"));
    let version = "bundle-version-semver: The `olm.package` property of bundle `foo.v1.0.0` has no `version`.";
    assert_eq!(found, [version]);
}

#[test]
fn blanks_that_are_not_spaces_are_named() {
    for blank in ['\u{a0}', '\u{1680}', '\u{2003}', '\u{202f}', '\u{3000}', '\u{200b}', '\u{feff}'] {
        let entry = format!("- name: a.v2\n  replaces:{blank}a.v1\n- name: a.v1\n");
        let first = format!("- name:{blank}a.v2\n  replaces: a.v1\n");
        for entries in [entry, first] {
            let text = format!("schema: olm.channel\npackage: a\nname: b\nentries:\n{entries}");
            let report = run_file(text.as_bytes());
            let found = &report.diagnostics[0];
            let message = format!(
                "The character after this `:` is U+{:04X}, which YAML does not read as a space. Replace it with a space.",
                u32::from(blank)
            );
            assert_eq!((found.rule.id, &found.message), ("yaml-syntax", &message));
            let range = found.place.range;
            assert_eq!(text[usize::from(range.start())..usize::from(range.end())], *blank.to_string());
        }
    }
    for line in ["name\ndescription: a:\u{a0}b", "'name:\u{a0}b'\ndescription: a"] {
        let found = findings(&format!("schema: olm.package\n{line}\n"));
        assert!(found[0].contains("no `:` follows on this line"), "{found:#?}");
    }
}

#[test]
fn a_file_with_only_a_comment_can_be_removed() {
    let help = &run_file(b"# nothing\n").diagnostics[0].help;
    assert!(help.ends_with("or the file if it has no other document."), "{help}");
}
