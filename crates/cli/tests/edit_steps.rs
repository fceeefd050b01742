//! `olmkit edit`: edits after which opm rejects the catalog, and what to do instead.

use crate::common::Memory;
use crate::edit::CATALOG;

fn edit(files: &[(&str, &str)], words: &str) -> (u8, String, Memory) {
    let mut machine = Memory::new(files);
    let (code, _, err) = machine.run(&format!("edit {words}"));
    (code, err, machine)
}

#[test]
fn an_entry_is_removed_with_its_bundle() {
    let channel = "---\nschema: olm.channel\npackage: foo\nname: alpha\nentries:\n- name: foo.v2.0.0\n- name: foo.v2.1.0\n  replaces: foo.v2.0.0\n";
    let bundle = |version: &str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/x/foo:{version}\nproperties:\n- {{type: \
             olm.package, value: {{packageName: foo, version: {version}}}}}\n"
        )
    };
    let text = format!("{CATALOG}{channel}{}{}", bundle("2.0.0"), bundle("2.1.0"));
    let files = [("c/foo.yaml", text.as_str())];
    let remove = "remove-entry c package=foo channel=alpha entry=foo.v2.0.0 reconnect=true";
    let (code, err, machine) = edit(&files, remove);
    assert_eq!((code, machine.text("c/foo.yaml") == text), (1, true), "{err}");
    assert!(err.contains("add bundle=true to remove its bundle too, or --force"), "{err}");
    let (code, err, mut machine) = edit(&files, &format!("{remove} bundle=true"));
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("Remove foo.v2.0.0 and its bundle\n") && !err.contains("opm rejects"), "{err}");
    assert!(!machine.text("c/foo.yaml").contains("2.0.0"));
    assert_eq!(machine.run("validate c --profile opm").0, 0);
    let (code, err, _) = edit(&files, &format!("{remove} bundle=yes"));
    assert_eq!((code, err.as_str()), (2, "olmkit: edit remove-entry: bundle must be true or false\n"));
}

#[test]
fn a_rejected_catalog_gets_no_further_errors() {
    let text = CATALOG.replacen("defaultChannel: stable", "defaultChannel: stabel", 1);
    let files = [("c/foo.yaml", text.as_str())];
    let of = "set-skip-range c package=foo channel=stable entry=foo.v1.1.0";
    let (code, err, machine) = edit(&files, &format!("{of} to=^1"));
    assert_eq!((code, machine.text("c/foo.yaml") == text), (1, true), "{err}");
    assert!(err.contains("(ch-skiprange-syntax); to write the change anyway, add --force"), "{err}");
    assert_eq!(edit(&files, &format!("{of} to=<1.1.0")).0, 0);
    let (code, err, _) = edit(&files, &format!("{of} to=^1 --force"));
    assert!(code == 0 && err.contains("(ch-skiprange-syntax)"), "{err}");
}

#[test]
fn a_new_package_may_only_be_empty() {
    let files = [("c/foo.yaml", CATALOG)];
    let (code, err, _) = edit(&files, "add-package c package=bar channel=a");
    assert!(code == 0 && err.contains("(ch-empty)"), "{err}");
    let (code, err, machine) = edit(&files, "add-package c package=Bar_1 channel=a");
    assert_eq!((code, machine.files.len()), (1, 1), "{err}");
    assert!(err.contains("(pkg-name-rfc1123)"), "{err}");
}

#[test]
fn only_stranded_versions_are_fixed() {
    let (code, err, machine) =
        edit(&[("c/foo.yaml", CATALOG)], "fix-stranded c package=foo channel=stable entry=foo.v1.0.0");
    assert_eq!((code, err.as_str()), (1, "olmkit: `foo.v1.0.0` is not a stranded entry\n"));
    assert_eq!(machine.text("c/foo.yaml"), CATALOG);
}

#[test]
fn skips_are_separated_by_commas_or_spaces() {
    let (code, err, machine) = {
        let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
        let words = [
            "edit",
            "set-skips",
            "c",
            "package=foo",
            "channel=stable",
            "entry=foo.v1.1.0",
            "to=foo.v1.0.1 foo.v1.0.2, foo.v1.0.3",
        ];
        let (code, _, err) = machine.args(&words);
        (code, err, machine)
    };
    assert!(code == 0 && err.contains("olmkit: warning: package `foo` has no entry or bundle `foo.v1.0.1`"), "{err}");
    assert!(machine.text("c/foo.yaml").contains("  skips:\n  - foo.v1.0.1\n  - foo.v1.0.2\n  - foo.v1.0.3\n"));
}

#[test]
fn a_renamed_entry_without_bundle_is_refused_with_the_rename_of_both() {
    for verb in ["rename", "rename-entry"] {
        let words = format!("{verb} c package=foo channel=fast entry=foo.v1.2.0 to=foo.v1.2.1");
        let (code, err, machine) = edit(&[("c/foo.yaml", CATALOG)], &words);
        assert_eq!((code, machine.text("c/foo.yaml") == CATALOG), (1, true), "{err}");
        assert!(err.contains("; use `edit rename` without channel= to rename the bundle too, or --force"), "{err}");
    }
}
