//! Queries about changes: their impact, comments that suppress findings, and fixing all stranded versions at once.

use olmkit_workspace::api::{
    Change, Edit, Encoding, FixQuery, ImpactKind, Plan, ReadError, Refusal, Semantics, Severity, StrandedFixQuery,
    StrandedFixes, SuppressQuery,
};
use olmkit_workspace::{Options, Workspace};

/// 1.0.1 is stranded under OLM v0: its only successor, 1.1.0, is skipped.
const CATALOG: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0] # withdrawn
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
- name: foo.v1.0.0
";

const BUNDLES: [&str; 4] = ["1.2.0", "1.1.0", "1.0.1", "1.0.0"];

fn text() -> String {
    let bundle = |version: &&str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: example.com/foo:v{version}\n\
             properties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
        )
    };
    CATALOG.to_owned() + &BUNDLES.iter().map(bundle).collect::<String>()
}

fn opened(text: &str) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("foo.yaml", text.as_bytes().to_vec());
    workspace
}

fn now(workspace: &Workspace) -> String {
    String::from_utf8(workspace.text("foo.yaml").unwrap().to_vec()).unwrap()
}

fn make(workspace: &mut Workspace, edits: &[Edit]) {
    let change =
        |edit: &Edit| Change { from: edit.range.start.offset, to: edit.range.end.offset, text: edit.text.clone() };
    workspace.change("foo.yaml", &edits.iter().map(change).collect::<Vec<_>>(), Encoding::Utf8).unwrap();
}

fn stranded(workspace: &mut Workspace) -> usize {
    workspace.stranded(&olmkit_workspace::api::StrandedQuery::default()).unwrap().stranded.len()
}

#[test]
fn a_version_that_is_no_longer_named_loses_its_upgrade_path() {
    let named = text().replace("skips: [foo.v1.1.0]", "skips: [foo.v1.1.0, foo.v1.0.9]");
    let (mut old, mut new) = (opened(&named), opened(&text()));
    let impact = new.impact(&mut old);
    let lost = impact.clusters.iter().find(|cluster| cluster.kind == ImpactKind::PathsLost).expect("a lost path");
    assert_eq!(lost.paths[0].entries, ["foo.v1.0.9"]);
}

#[test]
fn all_fixes_of_stranded_versions_are_one_change_of_the_text_as_it_is() {
    let mut workspace = opened(&text());
    let before = stranded(&mut workspace);
    assert!(before > 0);
    let query = StrandedFixQuery { package: "foo".into(), ..StrandedFixQuery::default() };
    let StrandedFixes::Edits { title, steps, left, edits, .. } = workspace.fix_all_stranded(&query).unwrap() else {
        panic!("there is a fix");
    };
    assert_eq!(now(&workspace), text(), "nothing is applied");
    assert!(!steps.is_empty());
    make(&mut workspace, &edits);
    assert_eq!(stranded(&mut workspace), left);
    let fixed = before - left;
    let versions = if fixed == 1 { "version" } else { "versions" };
    assert!(title.starts_with(&format!("Fix {fixed} stranded {versions} in ")), "{title}");
    assert!(workspace.report().opm.accepted);
    let StrandedFixes::Refused(Refusal { reason, .. }) = workspace.fix_all_stranded(&query).unwrap() else {
        panic!("nothing is left")
    };
    assert_eq!(reason, "no version is stranded");
}

/// Each of `count` versions is skipped only by a version that the head skips.
fn with_stranded(count: usize) -> String {
    let numbers = || 0..count;
    let skipped: Vec<String> = numbers().map(|at| format!("foo.v2.{at}.0")).collect();
    let head =
        format!("- name: foo.v3.0.0\n  replaces: foo.v0.1.0\n  skips: [{}]\n- name: foo.v0.1.0\n", skipped.join(", "));
    let rest = numbers().map(|at| format!("- name: foo.v2.{at}.0\n  skips: [foo.v1.{at}.0]\n- name: foo.v1.{at}.0\n"));
    let versions = numbers().flat_map(|at| [format!("2.{at}.0"), format!("1.{at}.0")]);
    let bundles = versions.chain(["3.0.0".into(), "0.1.0".into()]).map(|version| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/foo/foo:{version}\nproperties:\n\
             - type: olm.package\n  value:\n    packageName: foo\n    version: {version}\n"
        )
    });
    format!(
        "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\nentries:\n\
         {head}{}{}",
        rest.collect::<String>(),
        bundles.collect::<String>()
    )
}

#[test]
fn many_stranded_versions_are_fixed_in_one_step() {
    let mut workspace = opened(&with_stranded(60));
    assert_eq!(stranded(&mut workspace), 60);
    let query = StrandedFixQuery { package: "foo".into(), ..StrandedFixQuery::default() };
    let StrandedFixes::Edits { steps, left, edits, .. } = workspace.fix_all_stranded(&query).unwrap() else {
        panic!("there is a fix");
    };
    assert_eq!((steps.len(), left), (1, 0), "{steps:?}");
    make(&mut workspace, &edits);
    assert_eq!(stranded(&mut workspace), 0);
    assert!(workspace.report().opm.accepted);
}

#[test]
fn a_single_stranded_version_is_fixed() {
    let mut workspace = opened(&with_stranded(3));
    let query = |entry: &str| StrandedFixQuery {
        package: "foo".into(),
        entry: Some(entry.into()),
        ..StrandedFixQuery::default()
    };
    let StrandedFixes::Edits { steps, edits, .. } = workspace.fix_all_stranded(&query("foo.v1.1.0")).unwrap() else {
        panic!("there is a fix");
    };
    assert!(steps.len() == 1 && steps[0].starts_with("a: ") && steps[0].contains("foo.v1.1.0"), "{steps:?}");
    make(&mut workspace, &edits);
    assert_eq!(stranded(&mut workspace), 2);
    let StrandedFixes::Refused(Refusal { reason, .. }) = workspace.fix_all_stranded(&query("foo.v1.1.0")).unwrap()
    else {
        panic!("it is fixed")
    };
    assert_eq!(reason, "`foo.v1.1.0` is not a stranded entry");
}

#[test]
fn a_series_of_fixes_may_be_about_one_channel_only() {
    let mut workspace = opened(&text());
    let query = StrandedFixQuery { package: "foo".into(), channel: Some("beta".into()), ..StrandedFixQuery::default() };
    let refused = workspace.fix_all_stranded(&query).unwrap_err();
    assert_eq!(refused.to_string(), "unknown channel `beta` (known: stable)");
}

fn query(workspace: &mut Workspace, rule: &str) -> SuppressQuery {
    let report = workspace.report();
    let found = report.diagnostics.iter().find(|found| found.rule == rule).unwrap();
    SuppressQuery {
        rule: rule.into(),
        path: found.path.clone(),
        line: found.range.start.line,
        reason: "withdrawn on\npurpose".into(),
    }
}

#[test]
fn a_comment_with_a_reason_suppresses_one_finding_and_nothing_else() {
    let mut workspace = opened(&text());
    let query = query(&mut workspace, "stranded-v0");
    let before = workspace.report().diagnostics.len();
    let Plan::Edits { label, edits, .. } = workspace.suppress(&query) else { panic!("it can be suppressed") };
    assert_eq!(label, "Suppress stranded-v0, with a reason");
    assert_eq!(now(&workspace), text(), "nothing is applied");
    make(&mut workspace, &edits);
    let after = &workspace.report().diagnostics;
    assert!(after.len() < before);
    assert!(after.iter().all(|found| found.rule != "stranded-v0" && found.rule != "ignore-unused"));
    assert!(now(&workspace).contains("# olmkit-ignore stranded-v0: withdrawn on purpose\n"));
}

/// Stranded versions share a finding, which is on the line of one of them.
#[test]
fn the_line_of_every_stranded_version_can_be_suppressed() {
    let versions: Vec<String> = (0..30).map(|at| format!("foo.v1.0.{}", at + 2)).collect();
    let entries: String = versions.iter().map(|name| format!("- name: {name}\n")).collect();
    let more = format!("[foo.v1.0.1, {}]\n{entries}", versions.join(", "));
    let mut workspace = opened(&text().replace("[foo.v1.0.1]\n", &more));
    let lines: Vec<u32> = workspace
        .stranded(&olmkit_workspace::api::StrandedQuery::default())
        .unwrap()
        .stranded
        .iter()
        .map(|found| found.range.start.line)
        .collect();
    let first = query(&mut workspace, "stranded-v0");
    let Plan::Edits { edits: expected, .. } = workspace.suppress(&first) else { panic!("it can be suppressed") };
    assert_eq!(lines.len(), 31);
    for line in lines {
        let Plan::Edits { edits, .. } = workspace.suppress(&SuppressQuery { line, ..first.clone() }) else {
            panic!("line {line}")
        };
        assert_eq!(edits, expected, "line {line}");
    }
    let other = SuppressQuery { line: 1, ..first };
    assert!(matches!(workspace.suppress(&other), Plan::Refused(_)));
}

#[test]
fn a_comment_keeps_the_line_ends_of_the_file() {
    let crlf = text().replace('\n', "\r\n");
    let mut workspace = opened(&crlf);
    let query = query(&mut workspace, "stranded-v0");
    let Plan::Edits { edits, .. } = workspace.suppress(&query) else { panic!("it can be suppressed") };
    make(&mut workspace, &edits);
    let after = now(&workspace);
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
}

#[test]
fn what_cannot_be_suppressed_is_refused_with_a_reason() {
    let reason_of = |plan: Plan| match plan {
        Plan::Refused(refusal) => refusal.reason,
        Plan::Edits { label, .. } => panic!("{label}"),
    };
    let two_heads = text().replace("  replaces: foo.v1.0.0\n  skips: [foo.v1.1.0] # withdrawn\n", "");
    let mut workspace = opened(&two_heads);
    let heads = query(&mut workspace, "channel-multiple-heads");
    assert!(reason_of(workspace.suppress(&heads)).contains("cannot be suppressed"));
    assert_eq!(now(&workspace), two_heads);
    let blank = SuppressQuery { reason: " ".into(), ..heads.clone() };
    assert_eq!(reason_of(workspace.suppress(&blank)), "a comment needs a reason");
    let elsewhere = SuppressQuery { line: 1, ..heads };
    assert_eq!(reason_of(workspace.suppress(&elsewhere)), "this line has no such finding");
    let json = r#"{"schema": "olm.chanel", "package": "foo", "name": "stable"}"#;
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("foo.json", json.into());
    let query = query(&mut workspace, "unknown-schema");
    assert!(reason_of(workspace.suppress(&query)).starts_with("JSON does not support comments"));
}

/// The findings of a rule that opm's verdict does not need can be suppressed, whatever their severity is.
#[test]
fn a_finding_says_whether_upstream_rejects() {
    let two_heads = text().replace("  replaces: foo.v1.0.0\n  skips: [foo.v1.1.0] # withdrawn\n", "");
    let options: Options = serde_json::from_str(r#"{"severity": {"stranded-v0": "error"}}"#).unwrap();
    for (rule, text, rejects) in [("stranded-v0", text(), false), ("channel-multiple-heads", two_heads, true)] {
        let mut workspace = Workspace::new(&options).unwrap();
        workspace.open("foo.yaml", text.into_bytes());
        let report = workspace.report();
        let found = report.diagnostics.iter().find(|found| found.rule == rule).unwrap();
        assert_eq!((found.severity, found.rejects), (Severity::Error, rejects), "{rule}");
        let json = serde_json::to_value(found).unwrap();
        assert_eq!(json.get("rejects").is_some(), rejects, "{rule}");
        let query = query(&mut workspace, rule);
        assert_eq!(matches!(workspace.suppress(&query), Plan::Edits { .. }), !rejects, "{rule}");
    }
}

fn impact(before: &str, after: &str) -> Vec<String> {
    opened(after).impact(&mut opened(before)).consequences
}

#[test]
fn impact_lists_gained_and_lost_upgrades_and_new_and_fixed_problems() {
    let fixed = text().replace("skips: [foo.v1.1.0] # withdrawn", "skips: [foo.v1.1.0, foo.v1.0.1] # withdrawn");
    assert_eq!(impact(&text(), &text()), Vec::<String>::new());
    let consequences = impact(&text(), &fixed);
    assert!(
        consequences.contains(&"foo/stable under OLM v0: foo.v1.0.1 can now upgrade to the channel head.".to_owned()),
        "{consequences:#?}"
    );
    assert!(consequences.contains(&"stable: `foo.v1.2.0` also skips `foo.v1.0.1`.".to_owned()), "{consequences:#?}");
    assert!(consequences.iter().any(|line| line.starts_with("1 problem fixed: ")), "{consequences:#?}");
    let clusters = opened(&fixed).impact(&mut opened(&text())).clusters;
    let rules: Vec<_> = clusters.iter().flat_map(|cluster| &cluster.problems).map(|one| one.rule.as_str()).collect();
    assert_eq!(rules, ["stranded-v0"]);
    let consequences = impact(&fixed, &text());
    assert!(consequences[0].contains("can no longer upgrade to the channel head."), "{consequences:#?}");
    assert!(consequences.iter().any(|line| line.starts_with("1 new problem: ")), "{consequences:#?}");
    let clusters = opened(&text()).impact(&mut opened(&fixed)).clusters;
    let problems: Vec<_> = clusters.iter().flat_map(|cluster| &cluster.problems).collect();
    let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
    assert_eq!((problem.rule.as_str(), problem.entry.as_deref()), ("stranded-v0", Some("foo.v1.0.1")));
    assert_eq!(problem.channel.as_deref(), Some("stable"));
    let paths: Vec<_> = clusters.iter().flat_map(|cluster| &cluster.paths).collect();
    let [path] = paths.as_slice() else { panic!("{paths:#?}") };
    assert_eq!((path.package.as_str(), path.channel.as_str(), path.count), ("foo", "stable", 1));
    assert_eq!(
        (path.semantics.as_slice(), path.entries.as_slice()),
        (&[Semantics::V0][..], &["foo.v1.0.1".to_owned()][..])
    );
    assert_eq!(path.problems.iter().collect::<Vec<_>>(), problems, "the problem is the reason");
}

#[test]
fn a_problem_that_a_comment_suppresses_is_suppressed_and_not_fixed() {
    let commented =
        text().replace("- name: foo.v1.0.1\n", "- name: foo.v1.0.1 # olmkit-ignore stranded-v0: withdrawn\n");
    assert_ne!(commented, text());
    let impact = opened(&commented).impact(&mut opened(&text()));
    let kinds: Vec<_> = impact.clusters.iter().map(|one| (one.kind, one.count)).collect();
    assert_eq!(kinds, [(ImpactKind::Suppressed, 1)]);
    assert!(impact.consequences[0].starts_with("1 problem suppressed: "), "{impact:#?}");
    assert_eq!(impact.clusters[0].problems[0].entry.as_deref(), Some("foo.v1.0.1"));
    let fixed = commented.replace("skips: [foo.v1.1.0] # withdrawn", "skips: [foo.v1.1.0, foo.v1.0.1] # withdrawn");
    let clusters = opened(&fixed).impact(&mut opened(&text())).clusters;
    let kinds: Vec<_> = clusters.iter().map(|one| one.kind).collect();
    assert!(kinds.contains(&ImpactKind::Fixed) && !kinds.contains(&ImpactKind::Suppressed), "{clusters:#?}");
    let clusters = opened(&text()).impact(&mut opened(&commented)).clusters;
    assert_eq!(clusters.iter().map(|one| one.kind).collect::<Vec<_>>(), [ImpactKind::NewProblems]);
}

#[test]
fn the_longest_path_is_reported_where_it_changed() {
    let entries = "- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.1\n- name: foo.v1.0.1\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n";
    let start = text().find("- name: foo.v1.2.0").unwrap();
    let end = text().find("---\nschema: olm.bundle").unwrap();
    let chain = [&text()[..start], entries, &text()[end..]].concat();
    let shorter = chain.replace("  replaces: foo.v1.1.0\n", "  replaces: foo.v1.1.0\n  skipRange: '<1.2.0'\n");
    let longest = |before: &str, after: &str| {
        let clusters = opened(after).impact(&mut opened(before)).clusters;
        clusters.into_iter().find_map(|cluster| cluster.longest).map(|path| (path.channel, path.before, path.after))
    };
    assert_eq!(longest(&chain, &shorter), Some(("stable".to_owned(), 3, 1)));
    let other = chain.replace("defaultChannel: stable", "defaultChannel: stable # note");
    assert_eq!(longest(&chain, &other), None);
    let longer = chain.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  replaces: foo.v0.9.0\n");
    assert_ne!(longer, chain);
    assert_eq!(longest(&chain, &longer), None, "the channel cannot install 0.9.0");
}

#[test]
fn the_impact_of_a_change_is_grouped_with_counts() {
    let fixed = text().replace("skips: [foo.v1.1.0] # withdrawn", "skips: [foo.v1.1.0, foo.v1.0.1] # withdrawn");
    let clusters = |before: &str, after: &str| {
        let impact = opened(after).impact(&mut opened(before));
        let all: Vec<String> = impact.clusters.iter().flat_map(|one| one.consequences.clone()).collect();
        assert_eq!(all, impact.consequences);
        impact.clusters.iter().map(|one| (one.kind, one.count)).collect::<Vec<_>>()
    };
    assert_eq!(
        clusters(&text(), &fixed),
        [(ImpactKind::PathsGained, 1), (ImpactKind::Changes, 1), (ImpactKind::Fixed, 1)]
    );
    assert_eq!(clusters(&fixed, &text())[0], (ImpactKind::PathsLost, 1));
    assert_eq!(clusters(&text(), &text()), []);
}

#[test]
fn a_version_that_stays_stranded_for_another_reason_is_not_a_new_problem() {
    let head = "- name: foo.v1.3.0\n  replaces: foo.v1.2.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.2.0";
    let bundle = text().split("---\n").last().unwrap().replace("1.0.0", "1.3.0");
    let after = text().replacen("- name: foo.v1.2.0", head, 1) + "---\n" + &bundle;
    let stranded = |text: &str| {
        let report = opened(text).report();
        report.diagnostics.iter().find(|one| one.rule == "stranded-v0").unwrap().message.clone()
    };
    assert_ne!(stranded(&text()), stranded(&after));
    let clusters = opened(&after).impact(&mut opened(&text())).clusters;
    let kinds: Vec<_> = clusters.iter().map(|cluster| cluster.kind).collect();
    assert!(!kinds.contains(&ImpactKind::Fixed) && !kinds.contains(&ImpactKind::NewProblems), "{clusters:#?}");
}

#[test]
fn a_problem_that_another_problem_hides_is_not_fixed() {
    let is_reported_as_fixed = |after: &str| {
        let clusters = opened(after).impact(&mut opened(&text())).clusters;
        clusters.iter().any(|cluster| cluster.kind == ImpactKind::Fixed)
    };
    let two_heads = text().replace("  skips: [foo.v1.1.0] # withdrawn\n", "");
    let rules =
        |text: &str| opened(text).report().diagnostics.iter().map(|one| one.rule.to_string()).collect::<Vec<_>>();
    assert!(rules(&text()).contains(&"stranded-v0".to_owned()));
    let hidden = rules(&two_heads);
    assert!(
        hidden.contains(&"channel-multiple-heads".to_owned()) && !hidden.contains(&"stranded-v0".to_owned()),
        "{hidden:?}"
    );
    assert!(!is_reported_as_fixed(&two_heads));
    assert!(!is_reported_as_fixed(&text().replace("entries:", "entries: [")), "a document that no longer loads");
}

#[test]
fn the_verdict_of_opm_comes_first() {
    let broken = text().replace("defaultChannel: stable", "defaultChannel: beta");
    let consequences = impact(&text(), &broken);
    assert!(consequences[0].starts_with("opm rejects the catalog, which it accepted before: "), "{consequences:#?}");
    assert_eq!(impact(&broken, &text())[0], "opm accepts the catalog, which it rejected before.");
    let clusters = opened(&text()).impact(&mut opened(&broken)).clusters;
    let verdicts: Vec<_> = clusters.iter().flat_map(|cluster| &cluster.verdicts).collect();
    let [verdict] = verdicts.as_slice() else { panic!("{verdicts:#?}") };
    assert_eq!((&verdict.catalog, verdict.message == clusters[0].consequences[0]), (&None, true));
}

/// A state that cannot be read has no packages, but they were not added since.
#[test]
fn an_old_state_that_cannot_be_read_is_reported_instead_of_additions() {
    for broken in [text().replace("entries:", "entries: ["), "schema: [\n".to_owned()] {
        let found = impact(&broken, &text());
        assert_eq!(found[0], "opm accepts the catalog, which it rejected before.");
        let start =
            "Additions may be missing from this list, because opm cannot load part of the old catalog: foo.yaml:";
        assert!(found[1].starts_with(start), "{found:#?}");
        assert!(!found.iter().any(|line| line.contains("added.") || line.contains("can now")), "{found:#?}");
    }
    let mut unreadable = Workspace::new(&Options::default()).unwrap();
    unreadable.open_unreadable("foo.yaml", ReadError("open foo.yaml: permission denied".to_owned()));
    let found = opened(&text()).impact(&mut unreadable).consequences;
    assert!(found[1].contains("permission denied") && !found.iter().any(|line| line.contains("added.")), "{found:#?}");
    // A document that is broken in both states contains nothing that could be added.
    let both = format!("{}---\nschema: olm.channel\npackage: foo\nname: beta\nentries: [\n", text());
    let more = both.replacen(
        "---\n",
        "---\nschema: olm.channel\npackage: foo\nname: fast\nentries: [{name: foo.v1.0.0}]\n---\n",
        1,
    );
    let found = impact(&both, &more);
    assert!(found.iter().any(|line| line.contains("`fast`")), "{found:#?}");
    // A file that is not there yet is an addition.
    let mut nothing = Workspace::new(&Options::default()).unwrap();
    let found = opened(&text()).impact(&mut nothing).consequences;
    assert!(found.iter().any(|line| line.contains("added")), "{found:#?}");
}

#[test]
fn the_base_stays_where_it_is_and_long_answers_are_cut() {
    let entries: String = (0..60).map(|at| format!("- name: foo.v0.{at}.0\n")).collect();
    let mut after = opened(&text().replace("- name: foo.v1.0.0\n", &format!("- name: foo.v1.0.0\n{entries}")));
    after.set_base(opened(&text()));
    let base = after.report();
    let consequences = after.impact(&mut opened(&text())).consequences;
    assert_eq!(consequences.len(), 41);
    assert!(consequences[40].starts_with("and "), "{}", consequences[40]);
    assert_eq!(after.report(), base);
}

/// Some rules compare with the base, so a report depends on it.
#[test]
fn the_older_state_is_compared_with_the_base_of_the_newer_one() {
    let without = text().replace("- name: foo.v1.0.0\n", "");
    let mut after = opened(&without);
    after.set_base(opened(&text()));
    let expected = after.impact(&mut opened(&without));
    assert!(!opened(&without).report().diagnostics.is_empty());
    let mut before = opened(&without);
    let own = before.report();
    assert_eq!(after.impact(&mut before), expected, "a report without a base is not used");
    assert_eq!(before.report(), own, "the report with the other base is not kept");
}

#[test]
fn findings_of_other_rules_are_not_counted_as_remaining() {
    let mut workspace = opened(&text().replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n- name: foo.v3.0.0\n"));
    let report = workspace.report();
    let rule = "stranded-v0";
    let own = report.diagnostics.iter().filter(|found| found.rule == rule).count();
    assert!(own < report.diagnostics.len());
    let plan = workspace.plan_fixes(&FixQuery { with_unsafe: false, rule: Some(rule.into()) });
    assert!(plan.with_unsafe + plan.without_fix <= own, "{plan:?}");
    let plan = workspace.plan_fixes(&FixQuery { with_unsafe: false, rule: Some("no-rule".into()) });
    assert_eq!((plan.with_unsafe, plan.without_fix), (0, 0));
}
