//! Assertions that do not apply to any version, and many assertions.

use crate::common::run;
use olmkit_catalog::CheckOptions;
use olmkit_testing::grows_linearly;

/// Returns message and help of each finding about the assertions of a package. The package has `entries` entries; each
/// replaces the previous version.
fn findings(entries: usize, assertions: &str) -> Vec<(String, String)> {
    let mut text = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\n\
                    name: stable\nentries:\n"
        .to_owned();
    for minor in (1..=entries).rev() {
        let replaces = if minor == 1 { String::new() } else { format!(", replaces: foo.v1.{}.0", minor - 1) };
        text.push_str(&format!("- {{name: foo.v1.{minor}.0{replaces}}}\n"));
    }
    for minor in 2..=entries {
        text.push_str(&format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v1.{minor}.0\nimage: a\nproperties:\n- {{type: \
             olm.package, value: {{packageName: foo, version: 1.{minor}.0}}}}\n"
        ));
    }
    text.push_str(&format!("---\nschema: olmkit.assertions\npackage: foo\nassertions:\n{assertions}"));
    let report = run(&[("c.yaml".to_owned(), Ok(text.into_bytes()))], &CheckOptions::default());
    let failed = report.diagnostics.into_iter().filter(|found| found.rule.id.starts_with("assertion"));
    failed.map(|found| (found.message, found.help)).collect()
}

fn messages(entries: usize, assertions: &str) -> Vec<String> {
    findings(entries, assertions).into_iter().map(|(message, _)| message).collect()
}

#[test]
fn help_is_for_what_is_wrong() {
    for (assertion, help) in [
        ("reaches: foo.v9.0.0", "Correct the name, or add the entry."),
        ("reaches: foo.v1.1.0, channel: beta", "Correct the name, or add the channel."),
        ("reaches: head, from: '>=9.0.0'", "Correct the name or the range in `from`."),
        ("neverSkipped: foo.v1.1.0", "Add the bundle."),
        ("head: foo.v1.1.0", "Restore the edges that made it true, or change the assertion."),
    ] {
        let found: Vec<String> =
            findings(3, &format!("- {{{assertion}}}\n")).into_iter().map(|(_, help)| help).collect();
        assert_eq!(found, [help], "{assertion}");
    }
}

/// Names are corrected, and a misspelled field does not change what an assertion means.
#[test]
fn misspelled_assertions_are_corrected() {
    for (assertion, message, help) in [
        ("reaches: head, channel: stabel", "Package `foo` has no channel `stabel`.", "Did you mean `stable`?"),
        ("head: fooo.v1.3.0", "No channel of package `foo` has an entry `fooo.v1.3.0`.", "Did you mean `foo.v1.3.0`?"),
        (
            "reaches: head, from: foe.v1.2.0",
            "No version of the checked channels matches `from: foe.v1.2.0`.",
            "Did you mean `foo.v1.2.0`?",
        ),
        (
            "head: foo.v9.0.0, semantic: v1",
            "Unknown field `semantic`. Did you mean `semantics`?",
            "`olmkit explain assertion-failed` shows the format.",
        ),
        ("reaches: head, x: 1", "Unknown field `x`.", "`olmkit explain assertion-failed` shows the format."),
    ] {
        assert_eq!(
            findings(3, &format!("- {{{assertion}}}\n")),
            [(message.to_owned(), help.to_owned())],
            "{assertion}"
        );
    }
}

#[test]
fn a_start_that_matches_nothing_fails() {
    assert_eq!(messages(3, "- {reaches: head, from: '>=1.2.0'}\n"), [""; 0]);
    assert_eq!(messages(3, "- {reaches: head, from: foo.v1.1.0, channel: stable}\n"), [""; 0]);
    for (from, rest) in [(">=9.0.0", ""), ("foo.v1.1.O", ""), ("foo.v2", ", channel: stable, semantics: v1")] {
        let expected = format!("No version of the checked channels matches `from: {from}`.");
        assert_eq!(messages(3, &format!("- {{reaches: head, from: '{from}'{rest}}}\n")), [expected]);
    }
}

#[test]
fn a_start_may_be_an_entry_that_begins_with_a_digit() {
    let expected = |from: &str| format!("No version of the checked channels matches `from: {from}`.");
    let of = |from: &str| messages(3, &format!("- {{reaches: head, from: '{from}'}}\n"));
    assert_eq!(of("3scale-operator.v0.10.0"), [expected("3scale-operator.v0.10.0")]);
    for from in ["1.2.0 <2.x.y", ">=1.v2"] {
        assert!(of(from).iter().any(|message| message.starts_with("`from` is not a valid version range")), "{from}");
    }
}

#[test]
fn an_entry_without_a_version_cannot_be_compared() {
    assert_eq!(
        messages(3, "- neverSkipped: foo.v1.1.0\n"),
        ["`foo.v1.1.0` has no version, so lower versions are unknown."]
    );
    assert_eq!(messages(3, "- neverSkipped: foo.v1.2.0\n"), [""; 0]);
}

/// All assertions use one graph of the channel.
#[test]
fn many_assertions_share_a_graph() {
    let both = |count: usize| (count, format!("- head: foo.v1.{count}.0\n").repeat(count));
    grows_linearly(250, both, |(count, assertions)| assert_eq!(messages(*count, assertions), [""; 0]));
}
