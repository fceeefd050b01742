//! Several catalogs side by side.
#![cfg(feature = "bundle")]

use olmkit_workspace::api::{CatalogsMatrix, ImpactKind, Plan};
use olmkit_workspace::catalogs::{across, apply_state_to_other, apply_to_other, compare, may_concern, side_by_side};
use olmkit_workspace::discover::{RepositoryFile, discover};
use olmkit_workspace::{Intention, Options, Workspace};

/// Returns a package with one channel. An entry is given as `version replaces skips...`.
fn catalog(entries: &[&str]) -> String {
    let name = |version: &str| format!("foo.v{version}");
    let mut text = "---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n".to_owned();
    for entry in entries {
        let mut words = entry.split(' ');
        text.push_str(&format!("- name: {}\n", name(words.next().unwrap())));
        if let Some(replaces) = words.next().filter(|word| *word != "-") {
            text.push_str(&format!("  replaces: {}\n", name(replaces)));
        }
        let skips: Vec<String> = words.map(|word| format!("  - {}\n", name(word))).collect();
        if !skips.is_empty() {
            text.push_str(&format!("  skips:\n{}", skips.concat()));
        }
    }
    for entry in entries {
        let version = entry.split(' ').next().unwrap();
        text.push_str(&format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: example.com/foo:{version}\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
        ));
    }
    text
}

fn workspace(entries: &[&str]) -> Workspace {
    let mut made = Workspace::new(&Options::default()).unwrap();
    made.open("foo/catalog.yaml", catalog(entries).into_bytes());
    made
}

fn folders(paths: &[&str]) -> Vec<String> {
    let text = catalog(&["1.0.0"]);
    let files: Vec<RepositoryFile> = paths.iter().map(|path| RepositoryFile::read(path, text.as_bytes())).collect();
    side_by_side(&discover(&files)).into_iter().map(|found| format!("{} {}", found.path, found.packages)).collect()
}

#[test]
fn folders_with_the_same_package_are_catalogs_side_by_side() {
    assert_eq!(folders(&["v4.14/foo/c.yaml", "v4.16/foo/c.yaml"]), ["v4.14 1", "v4.16 1"]);
    assert_eq!(folders(&["stage/foo.yaml", "prod/foo.yaml"]), ["prod 1", "stage 1"]);
    assert!(folders(&["v4.16/foo/c.yaml"]).is_empty());
    assert!(folders(&["foo/c.yaml"]).is_empty());
}

#[test]
fn folders_of_versions_are_apart_without_a_common_package() {
    let package = |name: &str| format!("schema: olm.package\nname: {name}\ndefaultChannel: a\n");
    let files = |paths: [&str; 2]| {
        let read = |(path, name): (&str, &str)| RepositoryFile::read(path, package(name).as_bytes());
        [read((paths[0], "foo")), read((paths[1], "bar"))]
    };
    assert_eq!(side_by_side(&discover(&files(["v4.14/c.yaml", "v4.16/c.yaml"]))).len(), 2);
    assert!(side_by_side(&discover(&files(["a/c.yaml", "b/c.yaml"]))).is_empty());
}

#[test]
fn a_file_without_the_name_cannot_concern_a_package() {
    assert!(may_concern("foo", "a.yaml", b"name: foo"));
    assert!(may_concern("foo", ".indexignore", b"*.md"));
    assert!(!may_concern("foo", "a.yaml", b"name: bar"));
}

/// Returns a line for each version: `-` missing, `.` present, `H` head, `x` stranded.
fn lines(found: &CatalogsMatrix) -> Vec<String> {
    let cell =
        |row: &olmkit_workspace::api::CatalogsRow, at: usize| match row.cells.iter().find(|cell| cell.catalog == at) {
            None => '-',
            Some(cell) if !cell.stranded.is_empty() => 'x',
            Some(cell) if !cell.heads.is_empty() => 'H',
            Some(_) => '.',
        };
    let line = |row| {
        let row: &olmkit_workspace::api::CatalogsRow = row;
        let cells: String = (0..found.catalogs.len()).map(|at| cell(row, at)).collect();
        format!("{cells} {}", row.name.strip_prefix(&found.prefix).unwrap())
    };
    found.rows.iter().map(line).collect()
}

#[test]
fn versions_are_rows_and_catalogs_are_columns() {
    let named = |name: &str, entries: &[&str]| (name.to_owned(), workspace(entries));
    let empty = ("v4.20".to_owned(), Workspace::new(&Options::default()).unwrap());
    let found = across(
        &mut [
            named("v4.14", &["1.10.0 1.9.0", "1.9.0"]),
            named("v4.16", &["2.0.0 1.10.0 1.9.1", "1.10.0 1.9.0", "1.9.1 1.0.0", "1.9.0", "1.0.0"]),
            empty,
        ],
        "foo",
    );
    assert_eq!(lines(&found), ["-H- 2.0.0", "H.- 1.10.0", "-.- 1.9.1", "..- 1.9.0", "-x- 1.0.0"]);
    assert_eq!(found.rows.iter().map(|row| row.begins_major).collect::<Vec<_>>(), [false, true, false, false, false]);
    assert_eq!(found.catalogs[0].default_channel.as_deref(), Some("stable"));
    assert_eq!(found.catalogs.iter().map(|catalog| catalog.versions).collect::<Vec<_>>(), [2, 5, 0]);
}

fn set_skips(to: &[&str]) -> [Intention; 1] {
    let to = to.iter().map(|version| format!("foo.v{version}")).collect();
    let text = |text: &str| text.to_owned();
    [Intention::SetSkips { package: text("foo"), channel: text("stable"), entry: text("foo.v1.2.0"), to }]
}

/// Returns the text of the other catalog after the change, and the impact there.
fn applied(intentions: &[Intention], source: &[&str], target: &[&str]) -> (Result<String, String>, Vec<String>) {
    let mut changed = workspace(target);
    let found = apply_to_other(intentions, &mut workspace(source), &mut workspace(target), &mut changed);
    let text = match found.plan {
        Plan::Edits { .. } => Ok(String::from_utf8(changed.text("foo/catalog.yaml").unwrap().to_vec()).unwrap()),
        Plan::Refused(refusal) => Err(refusal.reason),
    };
    (text, found.clusters.into_iter().flat_map(|cluster| cluster.consequences).collect())
}

#[test]
fn a_change_is_applied_to_another_catalog_with_its_impact() {
    let source = ["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0"];
    // Without the change, 1.0.1 cannot reach the head in this catalog.
    let target = ["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.1 1.0.0", "1.0.0"];
    let (text, means) = applied(&set_skips(&["1.0.1"]), &source, &target);
    assert_eq!(text.unwrap(), catalog(&["1.2.0 1.1.0 1.0.1", "1.1.0 1.0.0", "1.0.1 1.0.0", "1.0.0"]));
    assert!(means.iter().any(|line| line.contains("foo.v1.0.1 can now upgrade to the channel head")), "{means:?}");
}

#[test]
fn other_skips_of_another_catalog_are_kept() {
    let source = ["1.2.0 1.1.0 1.0.2 1.0.3", "1.1.0", "1.0.3", "1.0.2", "1.0.1"];
    let target = ["1.2.0 1.1.0 1.0.2 1.0.0", "1.1.0", "1.0.2", "1.0.1", "1.0.0"];
    // 1.0.1 was added, 1.0.2 was removed, and 1.0.3 was kept.
    let (text, _) = applied(&set_skips(&["1.0.3", "1.0.1"]), &source, &target);
    assert_eq!(text.unwrap(), catalog(&["1.2.0 1.1.0 1.0.0 1.0.1", "1.1.0", "1.0.2", "1.0.1", "1.0.0"]));
}

#[test]
fn changes_that_another_catalog_cannot_take_have_a_reason() {
    let (text, means) = applied(&set_skips(&["1.0.1"]), &["1.2.0 1.1.0", "1.1.0"], &["1.1.0"]);
    assert_eq!(text.unwrap_err(), "channel `stable` has no entry `foo.v1.2.0`; did you mean `foo.v1.1.0`?");
    assert!(means.is_empty());
}

#[test]
fn changes_that_another_catalog_already_has_are_ignored() {
    let entries = ["1.2.0 1.1.0 1.0.1", "1.1.0", "1.0.1"];
    let (text, means) = applied(&set_skips(&["1.0.1"]), &["1.2.0 1.1.0", "1.1.0"], &entries);
    assert_eq!(text.unwrap(), catalog(&entries));
    assert!(means.is_empty());
}

/// Returns the text of the other catalog after repeating the change from `source` to `now` in it.
fn applied_state(source: &str, now: &str, target: &str) -> Result<String, String> {
    let opened = |text: &str| {
        let mut made = Workspace::new(&Options::default()).unwrap();
        made.open("foo/catalog.yaml", text.as_bytes().to_vec());
        made
    };
    let mut changed = opened(target);
    let found = apply_state_to_other(&mut opened(source), &mut opened(now), &mut opened(target), &mut changed);
    match found.plan {
        Plan::Edits { .. } => Ok(String::from_utf8(changed.text("foo/catalog.yaml").unwrap().to_vec()).unwrap()),
        Plan::Refused(refusal) => Err(refusal.reason),
    }
}

#[test]
fn typed_changes_are_applied_to_another_catalog() {
    let source = catalog(&["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0"]);
    let now = catalog(&["1.2.0 1.1.0 1.0.1", "1.1.0", "1.0.0"]);
    let target = catalog(&["1.2.0 1.1.0 0.9.0", "1.1.0 1.0.0", "1.0.1 1.0.0", "1.0.0"]);
    let expected = catalog(&["1.2.0 1.1.0 0.9.0 1.0.1", "1.1.0", "1.0.1 1.0.0", "1.0.0"]);
    assert_eq!(applied_state(&source, &now, &target).unwrap(), expected);
}

#[test]
fn a_new_release_takes_its_bundle_along() {
    let source = catalog(&["1.1.0 1.0.0", "1.0.0"]);
    let now = catalog(&["1.2.0 1.1.0", "1.1.0 1.0.0", "1.0.0"]);
    let made = applied_state(&source, &now, &catalog(&["1.1.0 1.0.1", "1.0.1"])).unwrap();
    assert!(made.contains("entries:\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n"), "{made}");
    assert_eq!(made.matches("schema: olm.bundle").count(), 3, "{made}");
    assert!(made.contains("example.com/foo:1.2.0"), "{made}");
    // A change that the catalog already contains is refused.
    assert!(applied_state(&source, &now, &now).unwrap_err().contains("foo.v1.2.0"));
}

#[test]
fn a_change_with_a_bundle_reports_its_consequences() {
    let beta = "---\nschema: olm.channel\npackage: foo\nname: beta\nentries:\n- name: foo.v1.0.0\n";
    let source = catalog(&["1.0.0"]) + beta;
    let now = catalog(&["1.1.0 1.0.0", "1.0.0"]);
    let target = source.replace("defaultChannel: stable", "defaultChannel: beta");
    let [mut source, mut now, mut before, mut target] = [source, now, target.clone(), target].map(|text| {
        let mut made = Workspace::new(&Options::default()).unwrap();
        made.open("foo/catalog.yaml", text.into_bytes());
        made
    });
    let Plan::Edits { notes, .. } = apply_state_to_other(&mut source, &mut now, &mut before, &mut target).plan else {
        panic!("it is refused")
    };
    let default = "`beta` is the default channel; set another one, or opm rejects the catalog";
    assert_eq!(notes, ["The document of `foo.v1.1.0` is added to the bundles of `foo`.", default]);
}

/// The first of duplicate entries counts, as in the list of changes.
#[test]
fn duplicate_entries_that_stay_are_not_changed() {
    let source = catalog(&["1.2.0 1.1.0", "1.1.0 1.0.0", "1.1.0", "1.0.0"]);
    let now = source.replace("  replaces: foo.v1.1.0\n", "  replaces: foo.v1.0.0\n");
    let target = catalog(&["1.2.0 1.1.0", "1.1.0", "1.0.0"]);
    let expected = target.replace("  replaces: foo.v1.1.0\n", "  replaces: foo.v1.0.0\n");
    assert_eq!(applied_state(&source, &now, &target).unwrap(), expected);
}

#[test]
fn default_channels_channels_and_deprecations_are_made_in_another_catalog() {
    let source = catalog(&["1.1.0 1.0.0", "1.0.0"]);
    let more = "---\nschema: olm.channel\npackage: foo\nname: fast\nentries:\n- name: foo.v1.1.0\n---\nschema: olm.deprecations\npackage: foo\nentries:\n- reference: {schema: olm.bundle, name: foo.v1.0.0}\n  message: Use 1.1.0.\n";
    let now = format!("{}{more}", source.replace("defaultChannel: stable", "defaultChannel: fast"));
    let made = applied_state(&source, &now, &source).unwrap();
    for part in ["defaultChannel: fast", "name: fast\nentries:\n- name: foo.v1.1.0\n", "message: Use 1.1.0."] {
        assert!(made.contains(part), "{part}: {made}");
    }
    let back = applied_state(&now, &source, &made).unwrap();
    for part in ["name: fast", "message:", "defaultChannel: fast"] {
        assert!(!back.contains(part), "{part}: {back}");
    }
}

#[test]
fn a_deprecation_of_a_bundle_is_removed_although_a_channel_of_that_name_is() {
    let bundle = "reference: {schema: olm.bundle, name: foo.v1.0.0}\n  message: Use 1.1.0.";
    let channel = "reference: {schema: olm.channel, name: fast}\n  message: Use stable.";
    let more = "---\nschema: olm.channel\npackage: foo\nname: foo.v1.0.0\nentries:\n- name: foo.v1.1.0\n";
    let deprecations = |entries: &str| format!("---\nschema: olm.deprecations\npackage: foo\nentries:\n- {entries}\n");
    let base = catalog(&["1.1.0 1.0.0", "1.0.0"]);
    let source = format!("{base}{more}{}", deprecations(&format!("{bundle}\n- {channel}")));
    let now = format!("{base}{}", deprecations(channel));
    let made = applied_state(&source, &now, &source).unwrap();
    assert!(!made.contains("Use 1.1.0.") && made.contains("Use stable."), "{made}");
}

#[test]
fn unsupported_changes_are_refused_by_name() {
    let source = catalog(&["1.0.0"]);
    let refused = |now: String| applied_state(&source, &now, &source).unwrap_err();
    assert!(refused(source.replace("foo:1.0.0", "foo:1.0.1")).starts_with("`olm.bundle` `foo.v1.0.0` was changed"));
    assert_eq!(refused(format!("{source}---\nschema: olm.package\nname: bar\n")), "`olm.package` `bar` was added");
    assert_eq!(refused(source.replace("entries:\n", "entries: [")), "a document cannot be read as it is now");
    assert!(refused(source.replace("defaultChannel: stable\n", "")).starts_with("`olm.package` `foo` was changed"));
    // Comments and spaces do not matter.
    assert_eq!(applied_state(&source, &source.replace("entries:", "# more\nentries:"), &source).unwrap(), source);
}

/// Returns a catalog of packages by name, each with entries as in `catalog`.
fn packages(all: &[(&str, &[&str])]) -> Workspace {
    let mut made = Workspace::new(&Options::default()).unwrap();
    for (name, entries) in all {
        made.open(&format!("{name}/catalog.yaml"), catalog(entries).replace("foo", name).into_bytes());
    }
    made
}

#[test]
fn of_two_catalogs_what_stops_upgrades_comes_first_and_additions_are_reported_once() {
    let chain = ["1.0.0", "1.1.0 1.0.0"];
    let mut from = packages(&[("foo", &chain), ("gone", &chain), ("same", &chain)]);
    let longer = ["1.1.0", "1.2.0 1.1.0", "1.3.0 1.2.0", "1.10.0 1.3.0"];
    let mut to = packages(&[("foo", &longer), ("new", &chain), ("same", &chain)]);
    let found = compare(&mut from, &mut to);
    let removed: Vec<_> = found.removed.iter().map(|one| (one.package.as_str(), &one.channel, one.versions)).collect();
    assert_eq!(removed, [("gone", &None, 2)]);
    assert_eq!(found.added, ["new"]);
    let [changed] = found.changed.as_slice() else { panic!("{:#?}", found.changed) };
    assert_eq!(changed.package, "foo");
    assert_eq!(
        changed.changes,
        [
            "1 entry removed from `stable`: `foo.v1.0.0`.",
            "1 bundle removed, no longer installable: `foo.v1.0.0`.",
            "`foo.v1.1.0` replaces: `foo.v1.0.0` → none.",
            "Head of `stable`: `foo.v1.1.0` → `foo.v1.10.0`.",
            "3 entries added to `stable`: `foo.v1.10.0`, `foo.v1.3.0` and `foo.v1.2.0`.",
        ]
    );
    let kinds: Vec<ImpactKind> = found.clusters.iter().map(|cluster| cluster.kind).collect();
    assert_eq!(kinds, [ImpactKind::PathsLost], "a package that is only in one of them is neither a problem nor fixed");
    assert_eq!(found.clusters[0].paths[0].entries, ["foo.v1.0.0"]);
}

#[test]
fn what_cannot_be_read_is_not_removed() {
    let chain = catalog(&["1.0.0", "1.1.0 1.0.0"]);
    let opened = |foo: &str, other: &str| {
        let mut made = Workspace::new(&Options::default()).unwrap();
        made.open("foo/catalog.yaml", foo.as_bytes().to_vec());
        made.open("other/catalog.yaml", other.replace("foo", "other").into_bytes());
        made
    };
    let fewer = catalog(&["1.1.0"]);
    let whole = "package: foo\nname: stable";
    for (broken, others) in
        [("package: foo\nname: [stable]", 1), ("package: foo\nname: [s", 1), ("package: [foo]\nname: stable", 0)]
    {
        let broken = chain.replace(whole, broken);
        let found = compare(&mut opened(&chain, &chain), &mut opened(&broken, &fewer));
        assert!(found.removed.is_empty() && found.added.is_empty(), "{found:#?}");
        let packages: Vec<&str> = found.changed.iter().map(|changed| changed.package.as_str()).collect();
        assert_eq!(packages, ["other"][..others], "{found:#?}");
        assert!(found.clusters.iter().any(|cluster| cluster.kind == ImpactKind::Verdict), "{found:#?}");
    }
}

#[test]
fn a_removed_channel_is_reported_with_its_versions_and_a_catalog_is_the_same_as_itself() {
    let two = catalog(&["1.0.0"]).replace(
        "---\nschema: olm.bundle",
        "---\nschema: olm.channel\npackage: foo\nname: beta\nentries:\n- name: foo.v1.0.0\n---\nschema: olm.bundle",
    );
    let opened = |text: &str| {
        let mut made = Workspace::new(&Options::default()).unwrap();
        made.open("foo/catalog.yaml", text.as_bytes().to_vec());
        made
    };
    let found = compare(&mut opened(&two), &mut workspace(&["1.0.0"]));
    let [beta] = found.removed.as_slice() else { panic!("{:#?}", found.removed) };
    assert_eq!((beta.package.as_str(), beta.channel.as_deref(), beta.versions), ("foo", Some("beta"), 1));
    assert!(found.changed.is_empty() && found.added.is_empty() && found.clusters.is_empty(), "{found:#?}");
    let same = compare(&mut opened(&two), &mut opened(&two));
    assert!(same.removed.is_empty() && same.changed.is_empty() && same.clusters.is_empty(), "{same:#?}");
}
