//! `olmkit fix`: changes, messages and exit codes.

use crate::common::Memory;

/// A package with one channel and one bundle with the given properties.
fn catalog(entry: &str, properties: &str) -> String {
    format!(
        "---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
         entries:\n- name: foo.v1.0.0\n{entry}---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: quay.io/x/foo:v1\n\
         properties:\n- type: olm.package\n  value: {{packageName: foo, version: 1.0.0}}\n{properties}"
    )
}

fn metadata(members: &str) -> String {
    catalog("", &format!("- type: olm.csv.metadata\n  value:\n{members}"))
}

const MODES: &str = "    installModes:\n    - type: OwnNamespace\n      supported: on\n    - type: AllNamespaces\n      supported: No\n";

#[test]
fn a_word_for_a_boolean_becomes_a_boolean() {
    let mut machine = Memory::new(&[("c/catalog.yaml", &metadata(MODES))]);
    assert_eq!(machine.run("validate c --profile opm").0, 0);
    let (code, _, err) = machine.run("fix c");
    assert_eq!((code, err.as_str()), (0, "2 fixed, 0 more with --unsafe, 0 without a fix\n"));
    let fixed =
        metadata(&MODES.replace("supported: on", "supported: true").replace("supported: No", "supported: false"));
    assert_eq!(machine.text("c/catalog.yaml"), fixed);
    assert_eq!(machine.run("validate c --profile opm").0, 0);
    // A second run finds nothing more to fix.
    assert_eq!(machine.run("fix c").2, "0 fixed, 0 more with --unsafe, 0 without a fix\n");
    assert_eq!(machine.text("c/catalog.yaml"), fixed);
}

#[test]
fn a_misspelled_key_is_corrected_and_not_added_again() {
    let bundle = "---\nschema: olm.bundle\npackage: foo\nname: foo.v1.1.0\nimage: quay.io/x/foo:v2\nproperties:\n\
                  - type: olm.package\n  value: {packageName: foo, version: 1.1.0}\n";
    let bad = catalog(
        "- name: foo.v1.1.0 # second\n  replace: foo.v1.0.0 # edge\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n",
        "",
    ) + bundle
        + &bundle.replace("1.1.0", "1.2.0").replace(":v2", ":v3");
    let mut machine = Memory::new(&[("c/catalog.yaml", &bad)]);
    assert_eq!(machine.run("fix c --unsafe").2, "1 fixed, 0 without a fix\n");
    assert_eq!(machine.text("c/catalog.yaml"), bad.replace("replace: foo", "replaces: foo"));
}

#[test]
fn without_a_path_every_catalog_is_fixed() {
    let bad = metadata(MODES);
    let mut machine = Memory::new(&[("v1/catalog.yaml", &bad), ("v2/catalog.yaml", &bad)]);
    let (code, _, err) = machine.run("fix");
    let found = "v1: catalog of foo\nv2: catalog of foo\n";
    assert_eq!((code, err), (0, format!("{found}4 fixed, 0 more with --unsafe, 0 without a fix\n")));
    assert_ne!(machine.text("v1/catalog.yaml"), bad);
    assert_eq!(machine.text("v1/catalog.yaml"), machine.text("v2/catalog.yaml"));
    let (code, _, err) = Memory::new(&[("a.txt", "")]).run("fix");
    assert_eq!((code, err.as_str()), (2, "olmkit: no catalog was found in .\n"));
}

#[test]
fn what_an_editor_saved_during_the_check_is_kept() {
    let changing = vec![("c/catalog.yaml", 1, "# new\n")];
    let mut machine = Memory { changing, ..Memory::new(&[("c/catalog.yaml", &metadata(MODES))]) };
    let reason = "olmkit: c/catalog.yaml: changed in the meantime; nothing was written\n";
    assert_eq!(machine.run("fix c"), (2, String::new(), reason.to_owned()));
    assert_eq!(machine.text("c/catalog.yaml"), "# new\n");
}

#[test]
fn a_number_for_a_string_is_quoted_and_one_for_a_number_stays_a_number() {
    let members = "    minKubeVersion: 1.20\n    annotations:\n      a: on\n    apiServiceDefinitions:\n      owned:\n      - name: a\n        containerPort: 010\n";
    let mut machine = Memory::new(&[("c/catalog.yaml", &metadata(members))]);
    assert_eq!(machine.run("validate c --profile opm").0, 1);
    let (code, _, err) = machine.run("fix c");
    assert_eq!((code, err.as_str()), (0, "3 fixed, 0 more with --unsafe, 0 without a fix\n"));
    let expected = members.replace("1.20", "\"1.20.0\"").replace("a: on", "a: \"on\"").replace("010", "8");
    assert_eq!(machine.text("c/catalog.yaml"), metadata(&expected));
}

#[test]
fn custom_properties_are_not_interpreted() {
    let text = catalog("", "- type: acme.io/mode\n  value: {enabled: on}\n");
    let mut machine = Memory::new(&[("c/catalog.yaml", &text)]);
    let (code, _, err) = machine.run("fix c");
    assert_eq!((code, err.as_str()), (0, "0 fixed, 1 more with --unsafe, 0 without a fix\n"));
    assert_eq!(machine.text("c/catalog.yaml"), text);
    let (code, _, err) = machine.run("fix c --unsafe");
    assert_eq!((code, err.as_str()), (0, "1 fixed, 0 without a fix\n"));
    assert!(machine.text("c/catalog.yaml").contains("{enabled: \"on\"}"));
}

#[test]
fn findings_that_are_left_fail_as_they_do_in_validate() {
    let text = catalog("  replaces: foo.v1.0.0\n", "- type: acme.io/mode\n  value: {enabled: on}\n");
    let mut machine = Memory::new(&[("c/catalog.yaml", &text)]);
    assert_eq!(machine.run("validate c").0, 1);
    let (code, _, err) = machine.run("fix c");
    assert_eq!(code, 1, "{err}");
    assert!(err.starts_with("0 fixed, 1 more with --unsafe, ") && err.ends_with(" without a fix\n"), "{err}");
    assert_eq!(machine.run("fix c --fail-on never").0, 0);
    assert_eq!(machine.run("fix c --exit-zero").0, 0);
    let warned = catalog("", "- type: acme.io/mode\n  value: {enabled: on}\n");
    let mut machine = Memory::new(&[("c/catalog.yaml", &warned)]);
    assert_eq!(machine.run("fix c").0, 0);
    assert_eq!(machine.run("fix c --fail-on warning").0, 1);
    assert_eq!(machine.run("fix c --fail-on warning --unsafe").0, 0);
}

#[test]
fn a_diff_fails_when_it_shows_something() {
    let text = metadata(MODES);
    let mut machine = Memory::new(&[("c/catalog.yaml", &text)]);
    let (code, out, err) = machine.run("fix c --diff");
    assert_eq!((code, err.as_str()), (1, "2 can be fixed, 0 more with --unsafe, 0 without a fix\n"));
    assert!(out.contains("-      supported: on\n+      supported: true\n"), "{out}");
    assert_eq!(machine.text("c/catalog.yaml"), text);
    assert_eq!(machine.run("fix c").0, 0);
    assert_eq!(machine.run("fix c --diff").0, 0);
}

/// A comment is unused only if its rule was checked.
#[test]
fn comments_for_rules_that_were_not_checked_stay() {
    let comment = "# olmkit-ignore stranded-v0: the end of 1.0\n# olmkit-ignore versions-removed: withdrawn\n";
    let text = catalog("", "").replace("- name: foo.v1.0.0\n", &format!("{comment}- name: foo.v1.0.0\n"));
    let removed = "# olmkit-ignore stranded-v0: the end of 1.0\n";
    for (other, expected) in [("x: [", text.clone()), ("", text.replace(removed, ""))] {
        let mut machine = Memory::new(&[("c/catalog.yaml", &text), ("c/other.yaml", other)]);
        let (_, out, err) = machine.run("fix c");
        assert_eq!(machine.text("c/catalog.yaml"), expected, "{out}{err}");
    }
    let mut machine = Memory::new(&[("c/catalog.yaml", &text), ("old/catalog.yaml", &text)]);
    let found = |out: &str| out.matches("ignore-unused").count();
    assert_eq!(found(&machine.run("validate c -f concise").1), 1);
    assert_eq!(found(&machine.run("validate c --base old -f concise").1), 2);
}

#[test]
fn unused_names_are_removed_from_comments() {
    let never = "  skipRange: '>=2.0.0 <1.0.0'\n";
    let fixed = |comment: &str| {
        let text = catalog(never, "").replace("- name: foo.v1.0.0\n", &format!("{comment}- name: foo.v1.0.0\n"));
        let mut machine = Memory::new(&[("c/catalog.yaml", &text)]);
        let (_, _, err) = machine.run("fix c");
        assert!(machine.run("validate c --select ignore-unused -f concise").1.is_empty(), "{comment}");
        let all = machine.text("c/catalog.yaml");
        let comments: String = all.split_inclusive('\n').filter(|line| line.starts_with('#')).collect();
        assert_eq!(all.replace(&comments, ""), catalog(never, ""));
        (comments, err.split(',').next().unwrap().to_owned())
    };
    for (comment, left, count) in [
        ("# olmkit-ignore stranded-v0, stranded-v1: why\n", "", "1 fixed"),
        ("# olmkit-ignore stranded-v0, skiprange-never: why\n", "# olmkit-ignore skiprange-never: why\n", "1 fixed"),
        ("# olmkit-ignore skiprange-never, stranded-v1: why\n", "# olmkit-ignore skiprange-never: why\n", "1 fixed"),
        (
            "# olmkit-ignore stranded-v0, skiprange-never,stranded-v1, replaces-newer: a, b\n",
            "# olmkit-ignore skiprange-never: a, b\n",
            "3 fixed",
        ),
    ] {
        assert_eq!(fixed(comment), (left.to_owned(), count.to_owned()), "{comment}");
    }
}

/// The fix of an unknown name must not replace it by a name that causes errors.
#[test]
fn a_fix_that_brings_errors_is_not_offered() {
    let text = "---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
                entries:\n- name: foo.v1.0.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n---\nschema: olm.channel\npackage: foo\n\
                name: beta\nentries:\n- name: foo.v1.1.0x\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n---\nschema: olm.bundle\n\
                package: foo\nname: foo.v1.0.0\nimage: quay.io/x/foo:v1\nproperties:\n- type: olm.package\n  \
                value: {packageName: foo, version: 1.0.0}\n";
    let mut machine = Memory::new(&[("c/catalog.yaml", text)]);
    let report = machine.run("validate c -f json").1;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let found =
        report["diagnostics"].as_array().unwrap().iter().filter(|found| found["rule"] == "entry-without-bundle");
    let fixes: Vec<_> = found.flat_map(|found| found["fixes"].as_array().unwrap()).collect();
    assert!(fixes.is_empty(), "{fixes:?}");
}

/// `fix --unsafe` excludes a file that is not part of the catalog. It does not edit it, and creates `.indexignore`.
#[test]
fn a_file_that_is_not_part_of_the_catalog_is_excluded() {
    let (good, values) = (catalog("", ""), "x: y\nschemas: foo\n");
    let files = [("c/catalog.yaml", good.as_str()), ("c/values.yaml", values)];
    let mut machine = Memory::new(&files);
    assert_eq!(machine.run("fix c").2, "0 fixed, 1 more with --unsafe, 1 without a fix\n");
    let (_, out, _) = machine.run("validate c -f json");
    assert!(out.contains("\"title\": \"Exclude values.yaml\""), "{out}");
    let (code, out, err) = machine.run("fix c --unsafe --diff");
    assert_eq!((code, err.as_str()), (1, "1 can be fixed, 0 without a fix\n"));
    assert!(out.contains("c/.indexignore") && out.contains("+values.yaml") && !out.contains("x: y"), "{out}");
    let (code, _, err) = machine.run("fix c --unsafe");
    assert_eq!((code, err.as_str()), (0, "1 fixed, 0 without a fix\n"));
    assert_eq!(
        (machine.text("c/.indexignore").as_str(), machine.text("c/values.yaml").as_str()),
        ("values.yaml\n", values)
    );
    assert_eq!(machine.run("validate c --profile opm").0, 0);
}

/// A bundle gets the fixes that `bundle validate` reports.
#[test]
fn the_fixes_of_a_bundle() {
    let mut machine = Memory::new(&[]);
    for (path, text) in olmkit_bundle::sample::files() {
        let text = text.replace("minKubeVersion: 1.20.0", "minKubeVersion: \"1.20\" # at least");
        machine.files.insert(format!("b/{path}"), text.into_bytes());
    }
    let csv = format!("b/{}", olmkit_bundle::sample::CSV);
    let before = machine.text(&csv);
    let (code, out, err) = machine.run("fix b --diff");
    assert!(code == 1 && out.contains("+  minKubeVersion: '1.20.0' # at least\n"), "{out}{err}");
    assert_eq!(machine.text(&csv), before);
    let (code, _, err) = machine.run("fix b");
    assert!(code == 0 && err.starts_with("1 fixed, "), "{err}");
    assert_eq!(machine.text(&csv), before.replace("\"1.20\" #", "'1.20.0' #"));
    let fixed = machine.files.clone();
    assert!(machine.run("fix b --unsafe").2.starts_with("0 fixed, "));
    assert_eq!(machine.files, fixed);
}
