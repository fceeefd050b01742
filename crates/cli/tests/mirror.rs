//! `olmkit mirror`, run on files in memory.

use crate::common::Memory;
use serde_json::Value;

const ENTRIES: &str = "entries:\n- name: foo.v1.0.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.2.0\n  \
                       replaces: foo.v1.1.0\n";

fn bundle(version: &str) -> String {
    let image = format!("quay.io/x/foo:v{version}");
    let listed = if version == "1.2.0" { "quay.io/x/operand:2" } else { &image };
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: {image}\nproperties:\n\
         - type: olm.package\n  value: {{packageName: foo, version: {version}}}\n\
         relatedImages:\n- name: ''\n  image: {listed}\n"
    )
}

fn machine(packages: &str) -> Memory {
    let catalog = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
         {ENTRIES}---\nschema: olm.channel\npackage: foo\nname: fast\n{ENTRIES}{}{}{}---\nschema: olm.package\nname: bar\n",
        bundle("1.0.0"),
        bundle("1.1.0"),
        bundle("1.2.0"),
    );
    let plan = format!("kind: ImageSetConfiguration\nmirror:\n  operators:\n  - catalog: quay.io/x/cat:1\n{packages}");
    Memory::new(&[("c/catalog.yaml", &catalog), ("plan.yaml", &plan)])
}

const HEAD: &str = "    packages:\n    - name: foo\n      channels:\n      - name: stable\n";

#[test]
fn kept_content_and_stranded_versions_are_reported() {
    let (code, out, err) = machine(HEAD).run("mirror plan.yaml c");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let expected = "\
quay.io/x/cat:1: packages: 1 of 2, bundles: 1 of 3, images: 1 of 3

package  channel  entries  of  head        was
foo      stable         1   3  foo.v1.2.0
foo: omitted channels: fast
warning: quay.io/x/foo:v1.2.0 is not mirrored, because it is not a related image of its bundle

Installed versions that can no longer upgrade to the channel head: 1
  foo/stable: foo.v1.0.0 under OLM v0 and v1
";
    assert_eq!(out, expected);
}

#[test]
fn a_range_gives_another_head_and_the_catalog_is_written() {
    let plan = HEAD.replace("- name: stable", "- name: fast\n        maxVersion: '1.1'");
    let plan = plan.replace("- name: foo", "- name: foo\n      defaultChannel: fast");
    let mut machine = machine(&plan);
    let (code, out, err) = machine.run("mirror plan.yaml c --output out -f json");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let package = report.pointer("/packages/0").unwrap();
    let at = |pointer: &str| package.pointer(pointer).cloned().unwrap();
    assert_eq!(at("/defaultChannel"), "fast");
    assert_eq!(at("/defaultChannelBefore"), "stable");
    assert_eq!(at("/channels/0/heads"), serde_json::json!(["foo.v1.1.0"]));
    assert_eq!(at("/channels/0/headsBefore"), serde_json::json!(["foo.v1.2.0"]));
    assert_eq!(at("/removedChannels"), serde_json::json!(["stable"]));
    assert_eq!(report.get("images"), Some(&Value::from(2)));
    let (code, _, err) = machine.run("mirror plan.yaml c --output out");
    assert_eq!((code, err.as_str()), (2, "olmkit: output dir \"out\" must be empty\n"));
    let (code, out, _) = machine.run("validate out --profile opm");
    assert_eq!(code, 0, "{out}");
    let (_, out, _) = machine.run("query out -f concise");
    assert!(out.contains("out/foo/catalog.json") && !out.contains("foo.v1.2.0"), "{out}");
}

#[test]
fn what_cannot_be_mirrored_is_refused() {
    let run = |packages: &str, arguments: &str| {
        let (code, out, err) = machine(packages).run(arguments);
        assert_eq!(out, "");
        (code, err)
    };
    let (code, err) = run("    full: maybe\n", "mirror plan.yaml c");
    assert_eq!(code, 2);
    let text = "olmkit: plan.yaml:5:11: `mirror.operators[0].full` must be true or false: the value is a string.\n\
                oc-mirror reports: decode ImageSetConfiguration: json: cannot unmarshal string into Go struct field \
                Operator.ImageSetConfigurationSpec.mirror.operators.full of type bool\n";
    assert_eq!(err, text);
    let (code, err) = run("", "mirror c plan.yaml");
    let text = "olmkit: c: this is a directory. The first argument is the ImageSetConfiguration of oc-mirror, the second the \
                catalog.\n";
    assert_eq!((code, err.as_str()), (2, text));
    let (code, err) = run(&HEAD.replace("stable", "fast"), "mirror plan.yaml c");
    assert_eq!(code, 1);
    assert!(err.starts_with("olmkit: c: oc-mirror: failed to filter catalog: invalid default channel"), "{err}");
    let two = "  - catalog: quay.io/x/other:1\n";
    let (code, err) = run(two, "mirror plan.yaml c");
    assert_eq!(code, 2);
    let text =
        "olmkit: plan.yaml has several catalogs; select one with --operator: quay.io/x/cat:1, quay.io/x/other:1\n";
    assert_eq!(err, text);
    let (code, err) = run(two, "mirror plan.yaml c --operator quay.io/x/none");
    assert_eq!((code, err.contains("has no catalog quay.io/x/none")), (2, true), "{err}");
}

#[test]
fn unknown_names_are_reported_at_their_position() {
    let (code, out, err) =
        machine(&HEAD.replace("- name: foo", "- name: bar\n    - name: fooo")).run("mirror plan.yaml c");
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.contains("\nerror: plan.yaml:7:13: unknown package `fooo`; did you mean `foo`?\n"), "{out}");
    let plan = format!("{HEAD}      - name: beta\n");
    let (code, out, _) = machine(&plan).run("mirror plan.yaml c -f json");
    let report: Value = serde_json::from_str(&out).unwrap();
    let message = "unknown channel `beta` (known: fast and stable)";
    let expected = serde_json::json!([{ "path": "plan.yaml", "line": 9, "column": 15, "message": message }]);
    assert_eq!((code, report.get("unknown")), (1, Some(&expected)));
    let plan = HEAD.replace("stable", "stabel").replace("- name: foo", "- name: foo\n      defaultChannel: fsat");
    let (code, out, err) = machine(&plan).run("mirror plan.yaml c");
    assert_eq!((code, out.as_str()), (1, ""));
    let lines: Vec<&str> = err.lines().skip(1).collect();
    let expected = [
        "olmkit: plan.yaml:7:23: unknown channel `fsat`; did you mean `fast`?",
        "olmkit: plan.yaml:9:15: unknown channel `stabel`; did you mean `stable`?",
    ];
    assert_eq!(lines, expected, "{err}");
}
