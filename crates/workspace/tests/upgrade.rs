//! Queries about upgrades in a small handwritten catalog.

use olmkit_catalog::edits::NewEntry;
use olmkit_workspace::api::{
    Change, ChannelGraph, Drawing, EdgeKind, Edit, Encoding, Fix, GraphEdge, GraphQuery, PathQuery, Plan, ReleaseQuery,
    Semantics, StrandedCause, StrandedQuery,
};
use olmkit_workspace::{Intention, Options, Workspace};

/// 1.0.1 is stranded under OLM v0: its only successor, 1.1.0, is skipped.
const CHANNELS: &str = "\
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
  replaces: foo.v0.9.0
---
schema: olm.channel
package: foo
name: beta
entries:
- name: foo.v1.1.0
";

fn catalog() -> String {
    let bundle = |version: &str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: example.org/foo:v{version}\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
        )
    };
    let bundles: String = ["1.2.0", "1.1.0", "1.0.1", "1.0.0"].map(bundle).concat();
    format!("{CHANNELS}{bundles}")
}

fn open(text: &str) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("catalog.yaml", text.as_bytes().to_vec());
    workspace
}

/// Returns the text of the catalog after a fix.
fn fixed(workspace: &mut Workspace, fix: &Fix) -> String {
    let change =
        |edit: &Edit| Change { from: edit.range.start.offset, to: edit.range.end.offset, text: edit.text.clone() };
    let changes: Vec<Change> = fix.edits.iter().map(change).collect();
    workspace.change("catalog.yaml", &changes, Encoding::Utf8).unwrap();
    String::from_utf8(workspace.text("catalog.yaml").unwrap().to_vec()).unwrap()
}

fn ask(from: &str, channel: Option<&str>, semantics: Semantics) -> PathQuery {
    let channel = channel.map(str::to_owned);
    PathQuery { package: "foo".to_owned(), from: from.to_owned(), to: None, channel, semantics }
}

#[test]
fn the_stranded_version_is_found_explained_and_fixed() {
    let mut workspace = open(&catalog());
    let found = workspace.stranded(&StrandedQuery::default()).unwrap().stranded;
    assert_eq!(found.len(), 1);
    let one = &found[0];
    assert_eq!(
        (one.entry.as_str(), one.semantics, one.cause.name()),
        ("foo.v1.0.1", Semantics::V0, "successor-skipped")
    );
    assert_eq!((one.stops_at.as_str(), one.head.as_deref()), ("foo.v1.0.1", Some("foo.v1.2.0")));
    assert_eq!(one.culprits, ["foo.v1.1.0"]);
    assert_eq!(one.successors[0].skipped_by, ["foo.v1.2.0"]);
    assert_eq!((one.range.start.line, one.range.start.column), (14, 9));
    assert!(one.message.contains("`foo.v1.2.0` skips `foo.v1.1.0`"), "{}", one.message);

    let fix = &one.fixes[0];
    let text = fixed(&mut workspace, fix);
    assert_eq!(text, catalog().replace("[foo.v1.1.0] #", "[foo.v1.1.0, foo.v1.0.1] #"));
    assert!(workspace.stranded(&StrandedQuery::default()).unwrap().stranded.is_empty());
    assert!(workspace.report().opm.accepted);
}

/// Skipping 1.1.0 would fix the upgrade under OLM v1 and break it under OLM v0, where 1.0.0 upgrades through 1.1.0.
#[test]
fn the_reason_comes_before_the_versions_that_upgrade_up_to_it() {
    let lower = "entries:\n- name: foo.v1.0.1\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n";
    let (before, rest) = CHANNELS.split_once("entries:").unwrap();
    let beta = rest.split_once("---").unwrap().1;
    let bundles = &catalog()[CHANNELS.len()..];
    let mut workspace = open(&format!("{before}{lower}---{beta}{bundles}"));
    let report = workspace.report();
    let found = report.diagnostics.iter().find(|found| found.rule == "stranded-v1").unwrap();
    assert!(found.message.starts_with("`foo.v1.1.0` (1.1.0) is stranded under OLM v1: "), "{}", found.message);
    assert!(found.message.ends_with(" `foo.v1.0.0` upgrades only up to `foo.v1.1.0`."), "{}", found.message);
    let query = StrandedQuery { semantics: Some(Semantics::V1), ..StrandedQuery::default() };
    let alone = workspace.stranded(&query).unwrap().stranded.into_iter().find(|one| one.entry == "foo.v1.0.0").unwrap();
    assert!(alone.message.starts_with("`foo.v1.0.0` upgrades only up to `foo.v1.1.0`. "), "{}", alone.message);
}

#[test]
fn a_fix_for_v1_keeps_the_upgrade_path_of_v0() {
    let entries = "entries:\n- name: foo.v1.2.0\n  replaces: foo.v1.0.1\n- name: foo.v1.0.1\n  replaces: foo.v1.1.0\n\
                   - name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n---\n";
    let text = catalog();
    let (from, to) =
        (text.find("entries:").unwrap(), text.find("schema: olm.channel\npackage: foo\nname: beta").unwrap());
    let text = format!("{}{entries}{}", &text[..from], &text[to..]);
    let mut workspace = open(&text);
    let found = workspace.stranded(&StrandedQuery::default()).unwrap().stranded;
    assert_eq!(found.iter().map(|one| one.entry.as_str()).collect::<Vec<_>>(), ["foo.v1.1.0", "foo.v1.0.0"]);
    let fix = &found[0].fixes[0];
    assert_eq!(fix.title, "Match foo.v1.1.0 with the skipRange of foo.v1.2.0");
    let after = fixed(&mut workspace, fix);
    assert!(after.contains("  replaces: foo.v1.0.1\n  skipRange: '=1.1.0'\n"), "{after}");
    assert_eq!(workspace.stranded(&StrandedQuery::default()).unwrap().stranded.len(), 0);
    assert!(workspace.report().opm.accepted);
}

#[test]
fn the_rule_offers_the_same_fix() {
    let report = open(&catalog()).report();
    let found: Vec<_> = report.diagnostics.iter().filter(|found| found.rule == "stranded-v0").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].stranded, Some(Semantics::V0));
    assert_eq!(found[0].fixes[0].title, "Add foo.v1.0.1 to the skips of foo.v1.2.0");
}

#[test]
fn removed_names_are_included_on_request() {
    let text =
        catalog().replace("  replaces: foo.v0.9.0\n", "").replace("skips: [foo.v1.0.1]", "skips: [foo.v1.0.1, old]");
    let mut workspace = open(&text);
    let names = |workspace: &mut Workspace, include_gone| {
        let query = StrandedQuery { include_gone, ..StrandedQuery::default() };
        workspace
            .stranded(&query)
            .unwrap()
            .stranded
            .into_iter()
            .map(|one| (one.entry, one.is_entry))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&mut workspace, false), [("foo.v1.0.1".to_owned(), true)]);
    assert_eq!(names(&mut workspace, true), [("foo.v1.0.1".to_owned(), true), ("old".to_owned(), false)]);
}

/// Under OLM v0, the bundle of the skipped entry would not help.
#[test]
fn findings_about_stranded_versions_have_the_cause() {
    let text = catalog().replace("schema: olm.bundle\npackage: foo\nname: foo.v1.1.0\n", "schema: custom\n");
    let report = open(&text).report();
    let stranded = report.diagnostics.iter().filter(|found| found.stranded.is_some());
    let causes: Vec<_> = stranded.map(|found| (found.rule.as_ref(), found.cause.map(StrandedCause::name))).collect();
    let expected = [("stranded-v0", "successor-skipped"), ("stranded-v1", "successor-without-bundle")];
    assert_eq!(causes, expected.map(|(rule, cause)| (rule, Some(cause))));
}

#[test]
fn paths_by_name_by_version_and_across_channels() {
    let mut workspace = open(&catalog());
    let path = workspace.path(&ask("1.0.0", None, Semantics::V0)).unwrap();
    assert!(path.reaches && path.stops_because.is_none());
    assert_eq!(
        (path.channel.as_str(), path.from.as_str(), path.to.as_deref()),
        ("stable", "foo.v1.0.0", Some("foo.v1.2.0"))
    );
    assert_eq!((path.steps[0].edge.name(), path.steps[0].entry_range.start.line), ("replaces", 9));

    let stranded = workspace.path(&ask("foo.v1.0.1", None, Semantics::V0)).unwrap();
    assert_eq!(
        (stranded.reaches, stranded.steps.len(), stranded.cause.map(StrandedCause::name)),
        (false, 0, Some("successor-skipped"))
    );
    let fine = workspace.path(&ask("foo.v1.0.1", None, Semantics::V1)).unwrap();
    assert_eq!(fine.steps.iter().map(|step| step.to.as_str()).collect::<Vec<_>>(), ["foo.v1.1.0", "foo.v1.2.0"]);

    let gone = workspace.path(&ask("foo.v0.9.0", None, Semantics::V0)).unwrap();
    assert_eq!((gone.reaches, gone.steps.len()), (true, 2));
    let switched = workspace.path(&ask("foo.v1.1.0", Some("stable"), Semantics::V0)).unwrap();
    assert_eq!(switched.steps[0].edge.name(), "skips");
    let elsewhere = workspace.path(&ask("foo.v1.2.0", Some("beta"), Semantics::V0)).unwrap();
    assert!(!elsewhere.reaches && elsewhere.stops_because.is_some());

    let to = PathQuery { to: Some("1.1.0".to_owned()), ..ask("foo.v1.0.1", None, Semantics::V1) };
    let to = workspace.path(&to).unwrap();
    assert_eq!((to.reaches, to.steps.len()), (true, 1));
    assert!(workspace.path(&ask("missing", None, Semantics::V0)).is_err());
    assert!(workspace.path(&ask("foo.v1.0.0", Some("nowhere"), Semantics::V0)).is_err());
}

/// The version exists; the upgrade path just does not lead there.
#[test]
fn a_target_in_another_channel_is_not_reached() {
    let mut workspace = open(&catalog());
    let query = PathQuery { to: Some("1.2.0".to_owned()), ..ask("1.1.0", Some("beta"), Semantics::V0) };
    let found = workspace.path(&query).unwrap();
    assert_eq!((found.channel.as_str(), found.to.as_deref(), found.reaches), ("beta", Some("foo.v1.2.0"), false));
    assert_eq!(found.stops_because.unwrap(), "Channel `beta` does not have `foo.v1.2.0`. It is in `stable`.");
    let unknown = workspace.path(&PathQuery { to: Some("9.9.9".to_owned()), ..query });
    assert_eq!(unknown.unwrap_err().to_string(), "the package has no entry `9.9.9`");
}

#[test]
fn the_version_of_a_removed_bundle_is_at_the_end_of_its_name() {
    let mut workspace = open(&catalog().replace("foo.v", "com.vmware.foo.v"));
    let path = workspace.path(&ask("com.vmware.foo.v0.8.0", None, Semantics::V0));
    assert_eq!(path.unwrap().from, "com.vmware.foo.v0.8.0");
}

#[test]
fn a_loop_is_reported() {
    let text =
        catalog().replace("- name: foo.v1.0.0\n  replaces", "- name: foo.v1.0.0\n  skipRange: '>=1.0.1'\n  replaces");
    let mut workspace = open(&text);
    let path = workspace.path(&ask("foo.v1.0.0", None, Semantics::V0)).unwrap();
    assert_eq!((path.reaches, path.cause.map(StrandedCause::name)), (true, Some("downgrade-loop")));
    assert!(path.stops_because.unwrap().contains("endless"));
    assert!(workspace.report().diagnostics.iter().any(|found| found.rule == "v0-downgrade-loop"));
}

#[test]
fn graphs_are_laid_out_by_version() {
    let mut workspace = open(&catalog());
    let query = GraphQuery { channel: Some("stable".to_owned()), ..GraphQuery::default() };
    let graph = &workspace.graph(&query).unwrap().channels[0];
    let places: Vec<(&str, i32, i32)> = graph.nodes.iter().map(|node| (node.label.as_str(), node.x, node.y)).collect();
    let expected =
        [("1.2.0", 118, 32), ("1.1.0", 118, 119), ("1.0.1", 218, 206), ("1.0.0", 118, 191), ("0.9.0", 118, 263)];
    assert_eq!((places.as_slice(), graph.prefix.as_str()), (expected.as_slice(), "foo.v"));
    assert_eq!(graph.rows.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(), ["1.2", "1.1", "1.0", "0.9"]);
    assert_eq!(graph.nodes[2].stranded.map(StrandedCause::name), Some("successor-skipped"));
    let cuts = |graph: &ChannelGraph, of: fn(&GraphEdge) -> bool| {
        let cut = graph.edges.iter().filter(|edge| of(edge));
        cut.map(|edge| [edge.from, edge.to].map(|at| graph.nodes[at].name.clone())).collect::<Vec<_>>()
    };
    let own = cuts(graph, |edge| edge.cut.is_some());
    assert!(!own.is_empty() && cuts(graph, |edge| edge.other_cut.is_some()).is_empty(), "{own:?}");
    let v1 = GraphQuery { semantics: Some(Semantics::V1), ..query.clone() };
    let other = &open(&catalog()).graph(&v1).unwrap().channels[0];
    assert_eq!(cuts(other, |edge| edge.other_cut.is_some()), own, "each says of the other");
    assert!(
        graph
            .edges
            .iter()
            .any(|edge| (edge.from, edge.to, edge.kind.name(), edge.is_taken) == (3, 0, "replaces", true))
    );
    let (svg, _) = workspace.draw(&query, Drawing::Svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("stranded: successor-skipped"));
    let (dot, _) = workspace.draw(&query, Drawing::Dot).unwrap();
    assert!(dot.starts_with("digraph") && dot.contains("style=\"dashed,bold\""));
}

/// The lines that opm writes, in its order: by descending version; within a version skips, skipRange, replaces.
#[test]
fn mermaid_is_opms() {
    let text = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skips: [foo.v1.0.5]
  skipRange: '>=1.0.0 <1.1.0'
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
properties: [{type: olm.package, value: {packageName: foo, version: 1.1.0}}]
---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.package}
  message: m
- reference: {schema: olm.channel, name: stable}
  message: m
- reference: {schema: olm.bundle, name: foo.v1.1.0}
  message: m
";
    let expected = r#"graph LR
  classDef deprecated fill:#E8960F
  classDef skipped stroke:#FF0000,stroke-width:4px
  classDef deprecatedskipped fill:#E8960F,stroke:#FF0000,stroke-width:4px
  %% package "foo"
  subgraph "foo"
    %% channel "stable"
    subgraph foo-stable["stable"]
      foo-stable-foo.v1.1.0["foo.v1.1.0"]
      foo-stable-foo.v1.0.5["foo.v1.0.5"]-- skip --> foo-stable-foo.v1.1.0["foo.v1.1.0"]
      foo-stable-foo.v1.0.0["foo.v1.0.0"]-- "skipRange(>=1.0.0 <1.1.0)" --> foo-stable-foo.v1.1.0["foo.v1.1.0"]
      foo-stable-foo.v1.0.0["foo.v1.0.0"]-- replace --> foo-stable-foo.v1.1.0["foo.v1.1.0"]
      foo-stable-foo.v1.0.0["foo.v1.0.0"]
    end
  end
style foo fill:#989695
style foo-stable fill:#DCD0FF
class foo-stable-foo.v1.1.0 deprecated
"#;
    let (mermaid, warnings) = open(text).draw(&GraphQuery::default(), Drawing::Mermaid).unwrap();
    assert_eq!(mermaid, expected);
    assert!(warnings.is_empty());
    let empty = text.replace(
        "---\nschema: olm.bundle",
        "---\nschema: olm.channel\npackage: foo\nname: empty\n---\nschema: olm.bundle",
    );
    let (all, _) = open(&empty).draw(&GraphQuery::default(), Drawing::Mermaid).unwrap();
    assert!(all.contains("    subgraph foo-empty[\"empty\"]\n    end\n"), "{all}");
    let foo = GraphQuery { package: Some("foo".to_owned()), ..GraphQuery::default() };
    assert_eq!(open(&empty).draw(&foo, Drawing::Mermaid).unwrap().0, expected);
    let twice = text.replace("- name: foo.v1.0.0\n", "- name: foo.v1.1.0\n- name: foo.v1.0.0\n");
    let (twice, _) = open(&twice).draw(&foo, Drawing::Mermaid).unwrap();
    assert!(twice.contains("class foo-stable-foo.v1.1.0,foo-stable-foo.v1.1.0 deprecated\n"), "{twice}");
    let none = text.replace("version: 1.1.0", "version: one");
    assert!(open(&none).draw(&GraphQuery::default(), Drawing::Mermaid).is_err());
}

#[test]
fn a_diff_reports_its_impact() {
    let mut old = open(&catalog());
    let kinds = |new: &str, old: &mut Workspace| {
        let changes = open(new).diff(old).unwrap().changes;
        changes.into_iter().map(|change| change.kind.name()).collect::<Vec<_>>()
    };
    assert!(kinds(&catalog(), &mut old).is_empty());
    let quoted = catalog().replace("name: foo.v1.0.1\n", "name: 'foo.v1.0.1' # same\n");
    assert!(kinds(&quoted, &mut old).is_empty(), "a different spelling is not a change");
    let image = catalog().replace("example.org/foo:v1.0.0", "example.org/foo:v9");
    assert_eq!(kinds(&image, &mut old), ["bundle-changed"]);
    let default = catalog().replace("defaultChannel: stable", "defaultChannel: beta");
    assert_eq!(kinds(&default, &mut old), ["default-channel-changed"]);
    let fixed = catalog().replace("[foo.v1.1.0] #", "[foo.v1.1.0, foo.v1.0.1] #");
    assert_eq!(kinds(&fixed, &mut old), ["edges-changed", "path-gained"]);
    assert_eq!(kinds(&catalog(), &mut open(&fixed)), ["edges-changed", "path-lost"]);
    let removed = fixed.replace("- name: foo.v1.0.1\n", "");
    assert_eq!(kinds(&removed, &mut open(&fixed)), ["entry-removed"], "the head still takes its clusters over");
    let cut = removed.replace("[foo.v1.1.0, foo.v1.0.1] #", "[foo.v1.1.0] #");
    assert!(kinds(&cut, &mut open(&fixed)).contains(&"path-lost"), "clusters run what is gone");
}

/// Returns the kinds and messages of the changes between two catalogs, without those of upgrade paths.
fn changes(old: &str, new: &str) -> Vec<(&'static str, String)> {
    let found = open(new).diff(&mut open(old)).unwrap().changes.into_iter();
    let is_path = |kind: &str| kind.starts_with("path-");
    found.map(|change| (change.kind.name(), change.message)).filter(|(kind, _)| !is_path(kind)).collect()
}

#[test]
fn a_diff_names_a_renamed_bundle_if_nothing_else_of_it_changed() {
    let renamed = catalog().replace("name: foo.v1.0.0", "name: foo.v1.0.0-1");
    let found = changes(&catalog(), &renamed);
    let of = |kind: &str| found.iter().find(|(own, _)| *own == kind).map(|(_, message)| message.as_str());
    assert_eq!(of("entry-removed"), Some("entry `foo.v1.0.0` of `stable` renamed to `foo.v1.0.0-1`"));
    let removed = "bundle `foo.v1.0.0` renamed to `foo.v1.0.0-1`, no longer installable";
    assert_eq!(of("bundle-removed"), Some(removed));
    assert_eq!(of("bundle-added"), Some("bundle `foo.v1.0.0-1` added, renamed from `foo.v1.0.0`"));
    let other = changes(&catalog(), &renamed.replace("image: example.org/foo:v1.0.0\n", "image: example.org/foo:v1\n"));
    assert!(other.contains(&("bundle-removed", "bundle `foo.v1.0.0` removed, no longer installable".to_owned())));
}

#[test]
fn a_diff_reports_the_properties_that_changed_and_a_moved_csv_once() {
    let with = |csv: &str| catalog().replace("properties:\n", &format!("properties:\n{csv}"));
    let (objects, metadata) =
        ("- {type: olm.bundle.object, value: {data: e30=}}\n", "- {type: olm.csv.metadata, value: {}}\n");
    let moved = |from: &str, to: &str| ("csv-moved", format!("CSV of 4 bundles: `{from}` → `{to}`"));
    let names = ("olm.bundle.object", "olm.csv.metadata");
    assert_eq!(changes(&with(objects), &with(metadata)), [moved(names.0, names.1)]);
    assert_eq!(changes(&with(metadata), &with(objects)), [moved(names.1, names.0)]);
    let changed = |what: &str| {
        let message = format!("bundle `foo.v1.0.0` changed ({what}), although released bundles are immutable");
        ("bundle-changed", message)
    };
    let own = "version: 1.0.0}\n";
    let more = with(metadata).replace(own, &format!("{own}- {{type: olm.gvk, value: {{kind: Foo}}}}\n"));
    assert_eq!(changes(&with(objects), &more), [changed("property olm.gvk"), moved(names.0, names.1)]);
    let added = catalog().replace(own, &format!("{own}{metadata}"));
    assert_eq!(changes(&catalog(), &added), [changed("olm.csv.metadata")], "a CSV that is new did not move");
}

#[test]
fn a_diff_reports_a_shared_reason_once() {
    let channel = |edge: &str| {
        format!(
            "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\n\
             name: stable\nentries:\n- name: foo.v1.0.0\n- name: foo.v1.1.0\n  \
             replaces: foo.v1.0.0\n- name: foo.v1.2.0\n{edge}"
        )
    };
    let changes = open(&channel("")).diff(&mut open(&channel("  replaces: foo.v1.1.0\n"))).unwrap().changes;
    let v0 = changes.iter().filter(|change| change.message.contains("under OLM v0: "));
    let reasons: Vec<&str> =
        v0.filter_map(|change| change.message.split_once("under OLM v0: ")).map(|it| it.1).collect();
    let [first, others @ ..] = reasons.as_slice() else { panic!("{changes:#?}") };
    assert!(first.starts_with("OLM v0 cannot sort channel `stable`"), "{first}");
    assert_eq!(others, ["for the same reason as `foo.v1.0.0`."; 2]);
}

#[test]
fn a_release_is_proposed_previewed_and_added() {
    let mut workspace = open(&catalog());
    let query = |version: &str| ReleaseQuery {
        package: "foo".to_owned(),
        channel: "stable".to_owned(),
        version: Some(version.to_owned()),
        ..ReleaseQuery::default()
    };
    let proposed = workspace.release(&query("v1.3.0")).unwrap();
    assert_eq!((proposed.entry.name.as_str(), proposed.has_bundle, proposed.is_sound), ("foo.v1.3.0", false, true));
    assert_eq!(proposed.heads, ["foo.v1.3.0"]);
    // The release can include versions that are stranded before it.
    assert!(proposed.gains.iter().any(|step| step.entry == "foo.v1.0.1" && step.semantics == Semantics::V0));
    assert!(proposed.loses.is_empty(), "{proposed:?}");
    // All of 1.2.0, 1.1.0, 1.0.1, 1.0.0, and 0.9.0, which is not an entry of any channel.
    assert_eq!((proposed.versions, proposed.reaching), (5, [5, 5]), "{proposed:?}");
    let group = |semantics: Option<Semantics>, name: &str| {
        let has = |run: &[String; 2]| run.iter().any(|other| other == name);
        proposed.groups.iter().find(|group| group.semantics == semantics && group.installed.iter().any(has))
    };
    let stranded = group(Some(Semantics::V0), "foo.v1.0.1").unwrap();
    assert_eq!((stranded.before, stranded.after, stranded.versions), (None, Some([1, 1]), 1));
    assert_eq!(stranded.edges, [EdgeKind::Skips]);
    for semantics in [Semantics::V0, Semantics::V1] {
        let own = proposed.groups.iter().filter(|group| group.semantics.is_none_or(|other| other == semantics));
        assert_eq!(own.map(|group| group.versions).sum::<usize>(), proposed.versions, "{semantics:?}");
    }
    assert_eq!(proposed.range, None);
    assert_eq!(proposed.rail.rows[0].name, "foo.v1.3.0");
    assert_eq!(proposed.rail.rows[0].entry, Some(4), "the last entry");

    let entry =
        NewEntry { name: "foo.v1.3.0".to_owned(), replaces: Some("foo.v1.1.0".to_owned()), ..proposed.entry.clone() };
    for (text, matched, matches_itself) in [("<1.2.0", 3, false), (">=1.2.0 <=1.3.0", 1, true), ("nonsense", 0, false)]
    {
        let entry = NewEntry { skip_range: Some(text.to_owned()), ..entry.clone() };
        let asked = ReleaseQuery { entry: Some(entry), ..query("1.3.0") };
        let range = workspace.release(&asked).unwrap().range.unwrap();
        assert_eq!((range.matched, range.matches_itself), (matched, matches_itself), "{text}");
        assert_eq!(range.problem.is_some(), text == "nonsense");
    }
    let other = ReleaseQuery { entry: Some(NewEntry { skips: Vec::new(), ..entry }), ..query("1.3.0") };
    let other = workspace.release(&other).unwrap();
    assert!(!other.is_sound && other.heads.len() == 2 && other.reasons.is_empty());

    let (package, channel) = ("foo".to_owned(), "stable".to_owned());
    let add = Intention::AddEntry {
        package,
        channel,
        entry: proposed.entry,
        position: Default::default(),
        successor: proposed.successor,
    };
    assert!(matches!(workspace.apply(&add), Plan::Edits { .. }));
    let names: Vec<String> = workspace.channel("foo", "stable").unwrap().entries.into_iter().map(|e| e.name).collect();
    assert!(names.contains(&"foo.v1.3.0".to_owned()), "{names:?}");
    assert!(workspace.release(&query("1.3.0")).is_err());
    assert!(workspace.release(&query("one")).is_err());
}

#[test]
fn a_release_of_an_older_minor_version_is_inserted_in_one_step() {
    let mut workspace = open(&catalog());
    let asked = ReleaseQuery {
        package: "foo".to_owned(),
        channel: "stable".to_owned(),
        version: Some("1.0.2".to_owned()),
        ..ReleaseQuery::default()
    };
    let found = workspace.release(&asked).unwrap();
    assert_eq!((found.successor.as_deref(), found.is_sound), (Some("foo.v1.2.0"), true));
    let (package, channel) = ("foo".to_owned(), "stable".to_owned());
    let add = Intention::AddEntry {
        package,
        channel,
        entry: found.entry,
        position: Default::default(),
        successor: found.successor,
    };
    assert!(matches!(workspace.apply(&add), Plan::Edits { .. }));
    let text = String::from_utf8(workspace.text("catalog.yaml").unwrap().to_vec()).unwrap();
    let start = text.find("entries:").unwrap();
    let end = text.find("- name: foo.v1.1.0").unwrap();
    assert_eq!(
        &text[start..end],
        "entries:\n- name: foo.v1.2.0\n  replaces: foo.v1.0.2\n  skips: [foo.v1.1.0] # withdrawn\n- name: foo.v1.0.2\n  replaces: foo.v1.0.0\n"
    );
    assert_eq!(workspace.channel("foo", "stable").unwrap().entries.iter().filter(|entry| entry.is_head).count(), 1);
}

#[test]
fn the_outline_counts_the_stranded_entries_that_the_query_finds() {
    let mut workspace = open(&catalog());
    let found = workspace.stranded(&StrandedQuery::default()).unwrap().stranded;
    let number = |channel: &str, semantics: Semantics| {
        found.iter().filter(|one| one.channel == channel && one.semantics == semantics).count()
    };
    let outline = workspace.outline();
    let counts = |channel: &str| outline.packages[0].channels.iter().find(|one| one.name == channel).unwrap().stranded;
    assert_eq!((counts("stable").v0, counts("stable").v1, counts("stable").total), (1, 0, 1));
    assert_eq!(counts("beta").total, 0);
    for channel in ["stable", "beta"] {
        assert_eq!(counts(channel).v0, number(channel, Semantics::V0), "{channel}");
        assert_eq!(counts(channel).v1, number(channel, Semantics::V1), "{channel}");
    }
}

/// All of them have the same cause: their successor is skipped.
#[test]
fn many_versions_share_one_fix_with_a_short_title() {
    let names: Vec<String> = (0..7).map(|patch| format!("foo.v1.0.{patch}")).collect();
    let entries: String = names.iter().map(|name| format!("- name: {name}\n")).collect();
    let text = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
         entries:\n- name: foo.v1.2.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.1.0\n  skips: [{}]\n{entries}",
        names.join(", ")
    );
    let query = StrandedQuery { semantics: Some(Semantics::V0), ..StrandedQuery::default() };
    let stranded = open(&text).stranded(&query).unwrap().stranded;
    assert_eq!(stranded.len(), 7);
    let fixes: Vec<_> = stranded.iter().flat_map(|one| &one.fixes).collect();
    assert_eq!(fixes.len(), 7);
    assert!(fixes.iter().all(|fix| std::sync::Arc::ptr_eq(fix, fixes[0])));
    let title = "Add foo.v1.0.0, foo.v1.0.1, foo.v1.0.2, foo.v1.0.3 and 3 more to the skips of foo.v1.2.0";
    assert_eq!(fixes[0].title, title);
}

#[test]
fn names_that_do_not_exist_are_refused_with_a_suggestion() {
    let mut workspace = open(&catalog());
    let name = |text: &str| Some(text.to_owned());
    for (package, channel, message) in [
        (name("fo"), None, "unknown package `fo`; did you mean `foo`?"),
        (name("bar"), name("stable"), "unknown package `bar` (known: foo)"),
        (name("foo"), name("stabel"), "unknown channel `stabel`; did you mean `stable`?"),
        (None, name("none"), "unknown channel `none` (known: beta and stable)"),
    ] {
        let graph = GraphQuery { package: package.clone(), channel: channel.clone(), ..GraphQuery::default() };
        let mut messages = vec![
            workspace.graph(&graph).unwrap_err().to_string(),
            workspace.draw(&graph, Drawing::Mermaid).unwrap_err().to_string(),
        ];
        let path = PathQuery {
            package: package.clone().unwrap_or_default(),
            ..ask("1.0.0", channel.as_deref(), Semantics::V0)
        };
        messages.extend(package.is_some().then(|| workspace.path(&path).unwrap_err().to_string()));
        if let (Some(package), Some(channel)) = (&package, &channel) {
            let query = ReleaseQuery {
                package: package.clone(),
                channel: channel.clone(),
                version: Some("1.3.0".to_owned()),
                ..ReleaseQuery::default()
            };
            messages.push(workspace.release(&query).unwrap_err().to_string());
        }
        let stranded = StrandedQuery { package, channel, ..StrandedQuery::default() };
        messages.push(workspace.stranded(&stranded).unwrap_err().to_string());
        assert!(messages.iter().all(|one| one == message), "{messages:?}");
    }
}

#[test]
fn states_that_do_not_load_are_not_compared() {
    let broken = || open("schema: [");
    assert!(
        open(&catalog())
            .diff(&mut broken())
            .unwrap_err()
            .to_string()
            .starts_with("`old` does not load: catalog.yaml:1:")
    );
    let error = broken().diff(&mut open(&catalog())).unwrap_err().to_string();
    assert!(error.starts_with("The catalog does not load: catalog.yaml:1:"), "{error}");
}
