//! Channels that are changed to given entries, step by step.

use crate::edits::{Files, applied, files};
use olmkit_catalog::edits::{EntryStep, NewEntry, remove_documents, set_entries};
use olmkit_catalog::{Catalog, Input, load};

/// The entries after all steps. `wanted` is ordered oldest first.
fn changed(entries: &str, wanted: &[NewEntry]) -> Result<String, String> {
    let head = "schema: olm.package\nname: foo\n---\nschema: olm.channel\npackage: foo\nname: a\n";
    let mut all = files(&[("c.yaml", &format!("{head}{entries}"))]);
    for step in EntryStep::ALL {
        all = on_text(&all, step, wanted)?;
    }
    Ok(all[0].1.strip_prefix(head).unwrap().to_owned())
}

fn on_text(all: &Files, step: EntryStep, wanted: &[NewEntry]) -> Result<Files, String> {
    let inputs: Vec<Input<'_>> = all.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) }).collect();
    let loaded = load(&inputs);
    let text_of = |file: olmkit_diagnostics::FileId| all[file.index()].1.as_bytes();
    let plan = set_entries(&Catalog::new(&loaded), &text_of, ("foo", "a"), wanted, step);
    plan.map(|plan| applied(all, &plan)).map_err(|refused| refused.reason)
}

fn entry(name: &str, replaces: Option<&str>, skips: &[&str], skip_range: Option<&str>) -> NewEntry {
    NewEntry {
        name: name.to_owned(),
        replaces: replaces.map(str::to_owned),
        skips: skips.iter().map(ToString::to_string).collect(),
        skip_range: skip_range.map(str::to_owned),
    }
}

#[test]
fn each_entry_gets_its_edges() {
    let wanted =
        [entry("a", None, &[], None), entry("b", Some("a"), &["x"], Some("<2.0.0")), entry("c", Some("b"), &[], None)];
    for (before, after) in [
        // Newest first, oldest first, empty.
        (
            "- name: b\n  replaces: old # why\n- name: old\n- name: a\n  replaces: z\n",
            "- name: c\n  replaces: b\n- name: b\n  replaces: a # why\n  skips:\n  - x\n  skipRange: <2.0.0\n- name: a\n",
        ),
        (
            "- name: a\n  skips: [y]\n  skipRange: <1.0.0\n- name: old\n  replaces: a\n",
            "- name: a\n- name: b\n  replaces: a\n  skips: [x]\n  skipRange: <2.0.0\n- name: c\n  replaces: b\n",
        ),
    ] {
        assert_eq!(changed(&format!("entries:\n{before}"), &wanted), Ok(format!("entries:\n{after}")));
    }
    let same = "entries: [{name: a}] # same\n";
    assert_eq!(changed(same, &wanted[..1]), Ok(same.to_owned()));
    assert_eq!(changed("entries: []\n", &[]), Ok("entries: []\n".to_owned()));
    assert_eq!(changed("", &[]), Ok(String::new()));
    let new = "entries:\n- name: a\n";
    assert_eq!(changed("", &wanted[..1]), Ok(new.to_owned()));
    assert_eq!(changed("entries:\n", &wanted[..1]), Ok(new.to_owned()));
    assert!(changed("entries: x\n", &wanted).unwrap_err().contains("`entries` is not a list"));
}

#[test]
fn documents_are_removed_with_their_separators() {
    let all =
        files(&[("a.yaml", "schema: x\n---\nschema: gone\n---\nschema: z\n"), ("b.yaml", "# why\nschema: gone\n")]);
    let inputs: Vec<Input<'_>> = all.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) }).collect();
    let loaded = load(&inputs);
    let text_of = |file: olmkit_diagnostics::FileId| all[file.index()].1.as_bytes();
    let plan = remove_documents(&Catalog::new(&loaded), &text_of, &|facts| {
        facts.schema.as_ref().is_some_and(|schema| schema.value == "gone")
    });
    assert_eq!(applied(&all, &plan), files(&[("a.yaml", "schema: x\n---\nschema: z\n"), ("b.yaml", "")]));
}
