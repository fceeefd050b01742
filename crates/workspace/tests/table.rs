//! The table of a channel, the matrix of a package, and the values offered for a cell.

use olmkit_workspace::api::{
    Candidate, CandidateVerdict, CandidatesQuery, EdgeField, EntryChange, RangeQuery, StrandedCounts,
};
use olmkit_workspace::{Options, Workspace};

/// 1.0.1 is stranded under OLM v0: its only successor, 1.1.0, is skipped.
const STABLE: &str = "\
- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0]
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
- name: foo.v1.0.0
";
/// Continues an entry that only the other channel has.
const FAST: &str = "\
- name: foo.v2.0.0
  replaces: foo.v1.2.0
";

fn catalog(stable: &str) -> String {
    let channel = |name: &str, entries: &str| {
        format!("---\nschema: olm.channel\npackage: foo\nname: {name}\nentries:\n{entries}")
    };
    let bundle = |version: &&str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: x/y:{version}\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
        )
    };
    let bundles: String = ["2.0.0", "1.2.0", "1.1.0", "1.0.1", "1.0.0"].iter().map(bundle).collect();
    let head = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
    format!("{head}{}{}{bundles}", channel("stable", stable), channel("fast", FAST))
}

fn open(stable: &str) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("catalog.yaml", catalog(stable).into_bytes());
    workspace
}

fn candidates(entry: &str, field: EdgeField, kept: &[&str], text: &str) -> Vec<Candidate> {
    candidates_in(STABLE, entry, field, kept, text)
}

fn candidates_in(stable: &str, entry: &str, field: EdgeField, kept: &[&str], text: &str) -> Vec<Candidate> {
    let query = CandidatesQuery {
        package: "foo".to_owned(),
        channel: "stable".to_owned(),
        entry: entry.to_owned(),
        field,
        kept: kept.iter().map(ToString::to_string).collect(),
        text: text.to_owned(),
    };
    open(stable).candidates(&query)
}

fn effect_of<'c>(found: &'c [Candidate], values: &[&str]) -> (&'c str, CandidateVerdict) {
    let one = found.iter().find(|one| one.values == values);
    let one = one.unwrap_or_else(|| panic!("{values:?} in {found:#?}"));
    (one.effect.as_str(), one.verdict)
}

#[test]
fn values_of_skips_list_the_stranded_versions() {
    let found = candidates("foo.v1.2.0", EdgeField::Skips, &["foo.v1.1.0"], "");
    assert_eq!(found[0].values, ["foo.v1.0.1"]);
    assert_eq!(effect_of(&found, &["foo.v1.0.1"]), ("no version is stranded", CandidateVerdict::Good));
    let stays = ("foo.v1.0.1 stays stranded under v0", CandidateVerdict::Neutral);
    assert_eq!(effect_of(&found, &["foo.v1.0.0"]), stays);
    assert!(found.iter().all(|one| one.values != ["foo.v1.1.0"]), "what is kept is not offered again");
    let typed = candidates("foo.v1.2.0", EdgeField::Skips, &["foo.v1.1.0"], "1.0.0");
    assert_eq!(typed.len(), 1);
}

#[test]
fn a_value_that_strands_a_version_names_it() {
    let chain =
        "- name: foo.v2.0.0\n  replaces: foo.v1.2.0\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n";
    let found = candidates_in(chain, "foo.v2.0.0", EdgeField::Skips, &[], "");
    let strands = ("strands foo.v1.1.0 under v0, opm rejects it", CandidateVerdict::Bad);
    assert_eq!(effect_of(&found, &["foo.v1.2.0"]), strands);
    assert_eq!(found[0].values, ["foo.v1.1.0"], "what strands no version is first");
}

#[test]
fn values_of_replaces_list_the_versions_that_they_strand() {
    let found = candidates("foo.v1.2.0", EdgeField::Replaces, &[], "");
    assert_eq!(effect_of(&found, &[]).1, CandidateVerdict::Bad);
    let lost = effect_of(&found, &["foo.v1.0.1"]);
    assert_eq!(lost, ("2 channel heads, opm rejects it", CandidateVerdict::Bad));
    assert_eq!(effect_of(&found, &["foo.v1.0.0"]).1, CandidateVerdict::Neutral);
    assert!(found.is_sorted_by_key(|one| match one.verdict {
        CandidateVerdict::Good => 0,
        CandidateVerdict::Neutral => 1,
        CandidateVerdict::Bad => 2,
    }));
    assert!(candidates("foo.v9", EdgeField::Replaces, &[], "").is_empty());
}

#[test]
fn ranges_count_the_entries_they_match() {
    let found = candidates("foo.v1.2.0", EdgeField::SkipRange, &[], "");
    let all = effect_of(&found, &[">=1.0.0 <1.2.0"]);
    assert_eq!(all, ("matches 3 entries, no version is stranded", CandidateVerdict::Good));
    assert!(found.iter().all(|one| one.values != [">=1.2.0 <1.2.0"]), "an empty range is not offered");
    let written = candidates("foo.v1.2.0", EdgeField::SkipRange, &[], ">=1 and more");
    assert_eq!(effect_of(&written, &[">=1 and more"]), ("is not a valid version range", CandidateVerdict::Bad));
}

/// With `replaces` there is another version that can be installed first.
#[test]
fn a_range_over_everything_is_warned_about_without_replaces_only() {
    let mut workspace = open("- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n- name: foo.v1.0.0\n");
    let mut warnings = |entry: &str, text: &str| {
        let of = |value: &str| value.to_owned();
        let query = RangeQuery { package: of("foo"), channel: of("stable"), entry: of(entry), text: of(text) };
        workspace.range(&query).warnings
    };
    assert!(warnings("foo.v1.2.0", "<1.2.0").is_empty());
    let all = "It matches every other entry. Without `replaces`, `startingCSV` can install this entry only.";
    assert!(warnings("foo.v1.1.0", ">=1.0.0").iter().any(|warning| warning == all));
    assert_eq!(warnings("foo.v1.3.0", "<1.3.0"), [all]);
}

#[test]
fn the_matrix_has_a_row_for_each_version_and_a_column_for_each_channel() {
    let matrix = open(STABLE).matrix("foo").unwrap();
    assert_eq!(matrix.prefix, "foo.v");
    let columns: Vec<_> =
        matrix.channels.iter().map(|one| (one.name.as_str(), one.is_default, one.continues)).collect();
    assert_eq!(columns, [("fast", false, true), ("stable", true, false)]);
    assert_eq!(matrix.channels[1].longest, [1, 2]);
    let rows: Vec<_> = matrix.rows.iter().map(|row| (row.name.as_str(), row.begins_major)).collect();
    let expected = [
        ("foo.v2.0.0", false),
        ("foo.v1.2.0", true),
        ("foo.v1.1.0", false),
        ("foo.v1.0.1", false),
        ("foo.v1.0.0", false),
    ];
    assert_eq!(rows, expected);
    let of = |row: usize| matrix.rows[row].cells.iter().map(|cell| cell.channel).collect::<Vec<_>>();
    assert_eq!((of(0), of(1)), (vec![0], vec![1]));
    assert!(
        matrix.rows[1].cells[0].is_head
            && matrix.rows[2].cells[0].is_skipped
            && matrix.rows[3].cells[0].stranded.is_some()
    );
    assert!(open(STABLE).matrix("bar").is_none());
}

#[test]
fn the_longest_path_of_the_matrix_is_that_of_the_table() {
    // The oldest version is named only by its successor.
    let text = STABLE.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  replaces: foo.v0.9.0\n");
    let mut workspace = open(&text);
    let table = workspace.channel("foo", "stable").unwrap();
    let longest = |at: usize| table.rail.rows.iter().filter_map(|row| row.steps[at]).max().unwrap();
    let matrix = workspace.matrix("foo").unwrap();
    assert_eq!(matrix.channels[1].longest, [longest(0), longest(1)]);
    assert_eq!(matrix.channels[1].longest, [2, 2]);
    assert_eq!(matrix.removed, ["foo.v0.9.0"]);
}

#[test]
fn the_outline_counts_a_version_once_in_all_channels_that_strand_it() {
    let own = StrandedCounts { v0: 1, v1: 0, total: 1 };
    let mut workspace = open(STABLE);
    assert_eq!(workspace.outline().stranded, own);
    workspace.open("catalog.yaml", catalog(STABLE).replace(FAST, STABLE).into_bytes());
    let outline = workspace.outline();
    let channels: Vec<_> = outline.packages[0].channels.iter().map(|channel| channel.stranded).collect();
    assert_eq!((channels, outline.packages[0].stranded, outline.stranded), (vec![own, own], own, own));
}

#[test]
fn the_outline_lists_the_definitions_of_a_channel_in_the_order_in_which_they_are_loaded() {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    let channel = |name: &str, count: usize| {
        let entries: String = (0..count).map(|patch| format!("- name: foo.v1.0.{patch}\n")).collect();
        format!("---\nschema: olm.channel\npackage: foo\nname: {name}\nentries:\n{entries}")
    };
    let package = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
    // `-` is before `/` in the order of letters, but folders are loaded by their names.
    workspace.open("foo-v2/catalog.yaml", format!("{package}{}", channel("stable", 3)).into_bytes());
    workspace.open("foo/catalog.yaml", format!("{}{}", channel("stable", 2), channel("fast", 1)).into_bytes());
    let outline = workspace.outline();
    let listed = outline.packages[0].channels.iter().map(|one| (one.name.as_str(), one.path.as_str(), one.entries));
    let used = workspace.channel("foo", "stable").unwrap().entries.len();
    let expected =
        [("stable", "foo/catalog.yaml", used), ("stable", "foo-v2/catalog.yaml", 3), ("fast", "foo/catalog.yaml", 1)];
    assert_eq!(listed.collect::<Vec<_>>(), expected);
    assert_eq!(used, 2, "the first one");
}

#[test]
fn rows_show_their_difference_from_the_base() {
    let mut workspace = open(STABLE);
    let changes = |workspace: &mut Workspace| {
        let table = workspace.channel("foo", "stable").unwrap();
        table.entries.into_iter().map(|row| row.change).collect::<Vec<_>>()
    };
    assert_eq!(changes(&mut workspace), [None; 4], "without a base");
    workspace.keep_base();
    assert_eq!(changes(&mut workspace), [None; 4]);
    let text = catalog(&format!(
        "- name: foo.v2.0.0\n  replaces: foo.v1.2.0\n{}",
        STABLE.replace("skips: [foo.v1.0.1]", "skips: []")
    ));
    workspace.open("catalog.yaml", text.into_bytes());
    assert_eq!(changes(&mut workspace), [Some(EntryChange::New), None, Some(EntryChange::Changed), None, None]);
    workspace.keep_base();
    assert_eq!(changes(&mut workspace), [None; 5]);
    let without = catalog(STABLE).into_bytes();
    workspace.open("catalog.yaml", without);
    assert_eq!(changes(&mut workspace), [None, Some(EntryChange::Changed), None, None]);
}

/// Returns whether the table is sent to a caller that knows a stamp, its stamp, and the offset of the first entry.
fn since(workspace: &mut Workspace, known: &str) -> (bool, String, u32) {
    let update = workspace.channel_since("foo", "stable", known).unwrap();
    let table = workspace.channel("foo", "stable").unwrap();
    let at = |range: olmkit_workspace::api::Range| [range.start.utf16, range.end.utf16];
    let places = table.entries.iter().map(|row| {
        let ([from, to], [bundle_from, bundle_to]) = (at(row.range), row.bundle_range.map_or([0, 0], at));
        [from, to, bundle_from, bundle_to]
    });
    let places: Vec<[u32; 4]> = places.collect();
    assert_eq!(update.places, places);
    (update.table.is_some_and(|sent| sent == table), update.stamp, places[0][0])
}

#[test]
fn a_table_is_sent_only_if_more_than_positions_changed() {
    let mut workspace = open(STABLE);
    let (is_sent, first, at) = since(&mut workspace, "");
    assert!(is_sent);
    let change = |workspace: &mut Workspace, text: String| workspace.open("catalog.yaml", text.into_bytes());

    change(&mut workspace, format!("# a comment\n{}", catalog(STABLE)));
    assert_eq!(since(&mut workspace, &first), (false, first.clone(), at + 12), "only places changed");
    assert!(since(&mut workspace, "another").0);

    change(&mut workspace, catalog(&STABLE.replace("  skips: [foo.v1.0.1]\n", "")));
    let (is_sent, without, _) = since(&mut workspace, &first);
    assert!(is_sent && without != first, "an edge");
    change(&mut workspace, catalog(STABLE));
    assert_eq!(since(&mut workspace, &first), (false, first.clone(), at), "the edge is back");

    // These change the stamp: the image of a bundle, a finding, the saved state, another channel.
    change(&mut workspace, catalog(STABLE).replace("x/y:1.0.1", "x/y:1.0.2"));
    assert!(since(&mut workspace, &first).0);
    change(&mut workspace, catalog(STABLE).replace("version: 1.0.1}", "version: nonsense}"));
    assert!(since(&mut workspace, &first).0);
    change(&mut workspace, catalog(STABLE).replace("defaultChannel: stable", "defaultChannel: fast"));
    assert!(since(&mut workspace, &first).0);
    let mut other = open(STABLE);
    assert!(!since(&mut other, &first).0, "an engine that is started anew");
    assert!(other.channel_since("foo", "fast", &first).unwrap().table.is_some());
    assert!(other.channel_since("foo", "gone", &first).is_none());
}
