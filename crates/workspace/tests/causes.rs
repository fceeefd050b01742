//! An error and what follows from it are one problem: its fix is offered where the error is, and a consequence has
//! neither a finding nor a fix of its own.

use olmkit_workspace::api::{FixQuery, Plan, Refusal, Report, StrandedQuery, SuppressQuery};
use olmkit_workspace::{Options, Workspace};

/// A package with one channel. Bundles are named after the versions of their names, or have the version after `=`.
fn catalog(entries: &str, bundles: &[&str]) -> String {
    let head = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: \
                stable\nentries:\n";
    let bundle = |bundle: &&str| {
        let (name, version) = bundle.split_once('=').unwrap_or((bundle, bundle));
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{name}\nimage: quay.io/x/foo:v1\nproperties:\n- type: \
             olm.package\n  value:\n    packageName: foo\n    version: {version}\n"
        )
    };
    format!("{head}{entries}{}", bundles.iter().map(bundle).collect::<String>())
}

fn opened(text: &str) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("c.yaml", text.as_bytes().to_vec());
    workspace
}

fn rules(report: &Report) -> Vec<&str> {
    report.diagnostics.iter().map(|found| &*found.rule).collect()
}

/// Applies all fixes. Returns the text, if opm accepts it.
fn fixed(text: &str) -> Option<String> {
    let mut workspace = opened(text);
    workspace.fix(&FixQuery { with_unsafe: true, rule: None }).unwrap();
    workspace.report().opm.accepted.then(|| String::from_utf8(workspace.text("c.yaml").unwrap().to_vec()).unwrap())
}

const CHAIN: &str = "- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: \
                     foo.v1.0.0\n";
const VERSIONS: [&str; 3] = ["1.2.0", "1.1.0", "1.0.0"];

#[test]
fn an_entry_that_occurs_twice_is_removed() {
    let sound = catalog(CHAIN, &VERSIONS);
    for entry in ["- name: foo.v1.0.0\n", "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n"] {
        let text = catalog(&CHAIN.replace(entry, &entry.repeat(2)), &VERSIONS);
        let report = opened(&text).report();
        assert_eq!(rules(&report), ["ch-duplicate-entry"]);
        assert_eq!(fixed(&text).as_deref(), Some(sound.as_str()));
    }
    let entry = "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n";
    for times in [1, 2] {
        let different = entry.repeat(times) + "- name: foo.v1.1.0\n";
        let text = catalog(&CHAIN.replace(entry, &different), &VERSIONS);
        let report = opened(&text).report();
        assert!(!report.diagnostics.is_empty(), "{text}");
        assert!(report.diagnostics.iter().all(|found| found.fixes.is_empty()), "{:?}", report.diagnostics);
    }
}

/// The values of such a document may be read in part only.
#[test]
fn a_document_with_a_syntax_error_has_no_other_finding() {
    let sound = catalog(CHAIN, &VERSIONS);
    for (old, new) in [
        ("package: foo\nname: foo.v1.1.0\n", "package: foo\nname: foo.v1.\n1.0\n"),
        ("- name: foo.v1.1.0\n", "- name: foo.v1.1\n.0\n"),
        ("    packageName: foo\n", "    packageName\n"),
        ("    version: 1.1.0\n", "    version: '1.1\n"),
    ] {
        assert!(sound.contains(old), "{old}");
        let report = opened(&sound.replacen(old, new, 1)).report();
        assert_eq!(rules(&report), ["yaml-syntax"], "{new}");
    }
}

/// It may be what others refer to. While its name is typed, nothing else is reported.
#[test]
fn what_has_no_name_is_the_only_finding() {
    let sound = catalog(CHAIN, &VERSIONS);
    for (old, new, rule) in [
        ("schema: olm.package\nname: foo\n", "schema: olm.package\n", "pkg-name-required"),
        ("name: stable\nentries", "entries", "ch-name-required"),
        ("package: foo\nname: stable\n", "name: stable\n", "ch-unknown-package"),
        ("package: foo\nname: foo.v1.1.0\n", "package: foo\n", "bundle-name-required"),
        ("package: foo\nname: foo.v1.1.0\n", "name: foo.v1.1.0\n", "bundle-package-required"),
    ] {
        assert!(sound.contains(old), "{old}");
        let report = opened(&sound.replacen(old, new, 1)).report();
        assert_eq!(rules(&report), [rule], "{new}");
        assert!(!report.opm.accepted && report.not_checked.len() == 1, "{new}");
    }
}

#[test]
fn an_entry_without_a_name_is_the_only_finding() {
    for entry in ["- replaces: foo.v1.0.0\n", "- name:\n", "- name: ''\n  replaces: foo.v1.0.0\n"] {
        let entries = CHAIN.replace("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n", entry);
        let report = opened(&catalog(&entries, &VERSIONS)).report();
        assert_eq!(rules(&report), ["ch-entry-name"], "{entry}");
        assert!(!report.opm.accepted);
        let not_checked: Vec<&str> = report.not_checked.iter().map(|not| &*not.what).collect();
        let expected = "upgrades, missing channels and missing bundles of `foo`, until all packages, channels, entries and bundles have a name";
        assert_eq!(not_checked, [expected]);
    }
}

#[test]
fn the_second_of_equal_entries_is_removed() {
    let entries = CHAIN.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0 # first\n- name: foo.v1.0.0 # second\n");
    let text = fixed(&catalog(&entries, &VERSIONS)).unwrap();
    assert!(text.contains("# first") && !text.contains("# second"), "{text}");
}

#[test]
fn versions_that_opm_rejects_strand_nothing() {
    let sound = catalog(CHAIN, &VERSIONS);
    let cases =
        [("1.1.", "bundle-version-semver"), ("1 .1.0", "bundle-version-semver"), ("1.0.0", "pkg-unique-versions")];
    for (version, rule) in cases {
        let text = catalog(CHAIN, &["1.2.0", &format!("1.1.0={version}"), "1.0.0"]);
        let report = opened(&text).report();
        let others: Vec<&str> = rules(&report).into_iter().filter(|found| *found != rule).collect();
        assert!(others.iter().all(|other| *other == "name-version-mismatch"), "{version}: {others:?}");
        let found = report.diagnostics.iter().find(|found| found.rule == rule).unwrap();
        assert_eq!(found.entry.as_deref(), Some("foo.v1.1.0"), "{version}");
        assert_eq!(fixed(&text).map(|text| text.replace('\'', "")).as_deref(), Some(sound.as_str()), "{version}");
        let stranded = opened(&text).stranded(&StrandedQuery::default()).unwrap().stranded;
        assert!(!stranded.is_empty() && stranded.iter().all(|found| found.fixes.is_empty()), "{version}: {stranded:?}");
    }
}

#[test]
fn stranded_versions_beside_an_error_are_fixed_after_it() {
    // 1.0.1 is stranded, which opm accepts. The misspelled edge hides it.
    let entries = "- name: foo.v1.2.0\n  replaces: foo.v1.1. 0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n  skips: \
                   [foo.v1.0.2]\n- name: foo.v1.0.2\n  skips: [foo.v1.0.1]\n- name: foo.v1.0.1\n- name: foo.v1.0.0\n";
    let text = catalog(entries, &["1.2.0", "1.1.0", "1.0.2", "1.0.1", "1.0.0"]);
    let report = opened(&text).report();
    assert!(!report.opm.accepted && !report.diagnostics.iter().all(|found| found.fixes.is_empty()));
    let after = fixed(&text).unwrap();
    assert!(opened(&after).report().diagnostics.is_empty(), "{after}");
}

#[test]
fn the_end_of_the_chain_is_the_cause_of_a_second_head() {
    let sound = catalog(CHAIN, &VERSIONS);
    let cases = [
        ("", "`foo.v1.1.0` has no `replaces`; `foo.v1.0.0` is the other head."),
        ("  replaces: foo.v1.1.0\n", "`foo.v1.1.0` replaces itself;"),
        ("  replaces: foo.v1.0.9\n", "`foo.v1.1.0` replaces `foo.v1.0.9`, which is not an entry of the channel;"),
    ];
    for (replaces, help) in cases {
        let text = catalog(&CHAIN.replace("  replaces: foo.v1.0.0\n", replaces), &VERSIONS);
        let report = opened(&text).report();
        let found = report.diagnostics.iter().find(|found| found.rule == "channel-multiple-heads").unwrap();
        assert!(found.help.starts_with(help), "{}", found.help);
        assert_eq!(found.entry.as_deref(), Some("foo.v1.1.0"));
        assert_eq!(fixed(&text).as_deref(), Some(sound.as_str()));
    }
}

#[test]
fn advice_about_several_heads_does_not_strand_versions() {
    let help = |entries: &str, bundles: &[&str]| {
        let report = opened(&catalog(entries, bundles)).report();
        report.diagnostics.iter().find(|found| found.rule == "channel-multiple-heads").unwrap().help.clone()
    };
    // Skipping 1.1.5 strands 1.1.4.
    let entries = format!("{CHAIN}- name: foo.v1.1.5\n  replaces: foo.v1.1.4\n- name: foo.v1.1.4\n");
    let bundles = ["1.2.0", "1.1.0", "1.0.0", "1.1.5", "1.1.4"];
    assert_eq!(help(&entries, &bundles), "Connect `foo.v1.1.5` to the `replaces` chain of `foo.v1.2.0`.");
    let entries = format!("{CHAIN}- name: foo.v1.1.5\n");
    let expected = "Add `foo.v1.1.5` to the `skips` of `foo.v1.2.0`, or remove it from this channel.";
    assert_eq!(help(&entries, &bundles), expected);
}

#[test]
fn a_comment_suppresses_one_finding() {
    let channel = "schema: olm.channel\npackage: foo\nname: stable\nentries: [{name: foo.v1.3.0, replaces: foo.v1.0.0, \
                   skips: [foo.v1.1.0, foo.v1.2.0]}, {name: foo.v1.2.0, skips: [foo.v1.0.2]}, {name: foo.v1.1.0, \
                   skips: [foo.v1.0.1]}, {name: foo.v1.0.2}, {name: foo.v1.0.1}, {name: foo.v1.0.0}]\n";
    let bundles = catalog("", &["1.3.0", "1.2.0", "1.1.0", "1.0.2", "1.0.1", "1.0.0"]);
    let (package, bundles) = bundles.split_once("schema: olm.channel\n").unwrap();
    let bundles = bundles.split_once("---\n").unwrap().1;
    let mut workspace = opened(&format!("{package}{channel}---\n{bundles}"));
    let report = workspace.report();
    let found: Vec<_> = report.diagnostics.iter().filter(|found| found.rule == "stranded-v0").collect();
    assert_eq!(found.len(), 2, "{found:?}");
    let line = found.first().unwrap().range.start.line;
    let plan = |workspace: &mut Workspace, rule: &str, line| {
        let (rule, path, reason) = (rule.into(), "c.yaml".to_owned(), "x".to_owned());
        workspace.suppress(&SuppressQuery { rule, path, line, reason })
    };
    let Plan::Refused(Refusal { reason, .. }) = plan(&mut workspace, "stranded-v0", line) else { panic!("hides both") };
    assert_eq!(reason, "a comment on this line also suppresses other findings of the rule");
    let mut json = opened("{\"schema\": \"olm.package\", \"name\": \"foo\"}");
    let report = json.report();
    let rule = report.diagnostics.iter().find(|found| found.rule.starts_with("pkg-")).unwrap().rule.to_string();
    let Plan::Refused(Refusal { reason, .. }) = plan(&mut json, &rule, 1) else { panic!("suppressed") };
    assert_eq!(reason, "findings that make opm reject the catalog cannot be suppressed");
}

#[test]
fn a_merge_conflict_is_reported_at_its_first_marker() {
    let entry = "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n";
    let conflict = format!("<<<<<<< HEAD\r\n{entry}=======\n{entry}>>>>>>> branch\n");
    let text = catalog(&CHAIN.replace(entry, &conflict), &VERSIONS);
    let report = opened(&text).report();
    let found = report.diagnostics.first().unwrap();
    assert_eq!(rules(&report), ["yaml-syntax"]);
    assert_eq!(found.message, "This line is a merge-conflict marker.");
    assert_eq!((found.range.start.line, found.range.end.column), (11, 13));
    // A heading in a text is not a marker.
    let text = catalog(CHAIN, &VERSIONS).replacen("name: foo", "name: foo\ndescription: |\n  a\n  =======", 1);
    assert!(opened(&text).report().opm.accepted);
    let broken = text.replace("defaultChannel:", "defaultChannel");
    assert!(!opened(&broken).report().diagnostics.first().unwrap().message.contains("conflict"));
}

#[test]
fn messages_do_not_name_go() {
    let bundle = |property: &str| {
        catalog("- name: foo.v1.0.0\n", &["1.0.0"])
            .replace("- type: olm.package\n  value:\n    packageName: foo\n    version: 1.0.0\n", property)
    };
    let package = "- {type: olm.package, value: {packageName: foo, version: 1.0.0}}\n";
    let cases = [
        (
            "- {type: olm.package, value: {packageName: foo, version: 1.2}}\n".to_owned(),
            "`version` of this `olm.package` property must be a string, but YAML reads `1.2` as a number.",
        ),
        (
            "- {type: olm.package, value: [1]}\n".to_owned(),
            "The value of this `olm.package` property must be a mapping, not a list.",
        ),
        (
            "- {type: olm.package, value: {packageName: foo, version: 1.2.}}\n".to_owned(),
            "Version `1.2.` of bundle `foo.v1.0.0` is not a valid semantic version: a number is missing.",
        ),
        (
            format!("{package}- {{type: olm.csv.metadata, value: {{installModes: [{{supported: 'x'}}]}}}}\n"),
            "`installModes[0].supported` of this `olm.csv.metadata` property must be a boolean, not a string.",
        ),
    ];
    for (property, message) in cases {
        let report = opened(&bundle(&property)).report();
        assert_eq!(report.diagnostics.first().unwrap().message, message);
        assert!(!report.opm.accepted);
    }
}

#[test]
fn a_misspelled_type_of_the_version_is_named() {
    let sound = catalog(CHAIN, &VERSIONS);
    for wrong in ["olm.paCkage", "'olm.package,'"] {
        let text = sound.replacen("type: olm.package", &format!("type: {wrong}"), 1);
        let report = opened(&text).report();
        assert_eq!(rules(&report), ["bundle-package-property-count"]);
        let found = report.diagnostics.first().unwrap();
        assert_eq!(found.help, "Did you mean `olm.package`?");
        let line = text.lines().position(|line| line.contains(wrong)).unwrap() + 1;
        assert_eq!(found.range.start.line as usize, line);
        assert_eq!(fixed(&text).as_deref(), Some(sound.as_str()));
    }
}

#[test]
fn a_finding_about_stranded_versions_is_at_the_version_where_upgrades_stop() {
    // The successor of 0.1.2 is lower. 0.0.1, which is first in the file, upgrades only up to 0.1.2.
    let entries = "- name: foo.v0.0.1\n- name: foo.v0.1.2\n  replaces: foo.v0.0.1\n- name: foo.v0.0.5\n  replaces: \
                   foo.v0.1.2\n- name: foo.v1.0.0\n  replaces: foo.v0.0.5\n";
    let report = opened(&catalog(entries, &["0.0.1", "0.1.2", "0.0.5", "1.0.0"])).report();
    let found = report.diagnostics.iter().find(|found| found.rule == "stranded-v1").unwrap();
    assert!(found.message.starts_with("`foo.v0.1.2`"), "{}", found.message);
    assert_eq!(found.entry.as_deref(), Some("foo.v0.1.2"));
    assert_eq!(found.bundles.len(), 2);
    assert_eq!(found.related.len(), 1);
}
