//! Index operations as text edits: what they do not change, where documents are placed, and what is refused.
#![cfg(feature = "bundle")]

use olmkit_render::index::AddOptions;
use olmkit_workspace::{IndexOperation, NewBundle, OnError, Options, Workspace};

const CATALOG: &str = "# ours
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: old   # frozen
entries:
- {name: foo.v1.0.0}
---
schema: olm.channel
package: foo
name: stable
entries:
# the first
- name: foo.v1.0.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/ex/foo:v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/ex/foo:v1.1.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.1.0}}
";

const OTHER: &str = "schema: olm.package
name: bar
defaultChannel: a
---
schema: olm.channel
package: bar
name: a
entries: [{name: bar.v1.0.0}]
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/ex/bar:v1
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
";

fn opened(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for (path, text) in files {
        workspace.open(path, text.as_bytes().to_vec());
    }
    assert!(workspace.report().opm.accepted);
    workspace
}

fn text(workspace: &Workspace, path: &str) -> String {
    String::from_utf8(workspace.text(path).unwrap().to_vec()).unwrap()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn bundle(package: &str, version: &str, replaces: Option<&str>) -> NewBundle {
    let replaces = replaces.map(|name| format!("  replaces: {name}\n")).unwrap_or_default();
    let csv = format!(
        "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata:\n  name: \
         {package}.v{version}\nspec:\n  version: {version}\n{replaces}"
    );
    let settings =
        ["mediatype.v1: registry+v1", "manifests.v1: manifests/", "metadata.v1: metadata/", "channels.v1: stable"];
    let settings: String =
        settings.iter().map(|setting| format!("  operators.operatorframework.io.bundle.{setting}\n")).collect();
    let annotations =
        format!("annotations:\n{settings}  operators.operatorframework.io.bundle.package.v1: {package}\n");
    let files = [("manifests/csv.yaml", csv), ("metadata/annotations.yaml", annotations)];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text.into_bytes())).collect();
    NewBundle { image: Some(format!("quay.io/ex/{package}:v{version}")), files }
}

fn add(bundles: Vec<NewBundle>) -> IndexOperation {
    IndexOperation::Add { bundles, options: AddOptions::default() }
}

#[test]
fn an_addition_touches_its_channel_only() {
    let mut workspace = opened(&[("catalog.yaml", CATALOG)]);
    workspace.operate(&add(vec![bundle("foo", "1.2.0", Some("foo.v1.1.0"))]), OnError::Refuse).unwrap();
    let after = text(&workspace, "catalog.yaml");
    let entries = "  replaces: foo.v1.0.0\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n---\n";
    let expected = CATALOG.replace("  replaces: foo.v1.0.0\n---\n", entries);
    assert!(after.starts_with(&expected), "{after}");
    assert!(after.ends_with('\n') && after.contains("name: foo.v1.2.0\npackage: foo\n"), "{after}");
}

#[test]
fn bundles_without_a_channel_are_removed() {
    let mut workspace = opened(&[("catalog.yaml", CATALOG)]);
    let notes = workspace.operate(&add(vec![bundle("foo", "2.0.0", None)]), OnError::Refuse).unwrap();
    let after = text(&workspace, "catalog.yaml");
    // A higher version without `replaces` removes the old entries. opm does so without a message.
    assert_eq!(notes, ["bundle foo.v1.1.0 of foo is removed: no channel contains it any more"]);
    assert!(after.contains("name: old   # frozen\nentries:\n- {name: foo.v1.0.0}\n---\n"), "{after}");
    assert!(after.contains("name: stable\nentries:\n- name: foo.v2.0.0\n---\n"), "{after}");
    assert!(!after.contains("foo.v1.1.0"), "{after}");
}

#[test]
fn a_new_package_gets_a_separate_file_where_others_have_one() {
    let mut workspace = opened(&[("foo/catalog.yaml", CATALOG), ("bar/catalog.yaml", OTHER)]);
    workspace.operate(&add(vec![bundle("baz", "1.0.0", None)]), OnError::Refuse).unwrap();
    assert!(text(&workspace, "baz/catalog.yaml").starts_with("---\ndefaultChannel: stable\nname: baz\n"));
    let mut workspace = opened(&[("catalog.yaml", OTHER)]);
    workspace.operate(&add(vec![bundle("baz", "1.0.0", None)]), OnError::Refuse).unwrap();
    assert!(text(&workspace, "catalog.yaml").starts_with(OTHER));
}

#[test]
fn removed_packages_leave_the_others_as_they_are() {
    let both = format!("{CATALOG}---\n{OTHER}");
    for (operation, kept) in [
        (IndexOperation::Remove(names(&["bar"])), CATALOG),
        (IndexOperation::Remove(names(&["foo"])), OTHER),
        (IndexOperation::Prune(names(&["foo", "nothing"])), CATALOG),
        (IndexOperation::Prune(names(&["bar"])), OTHER),
    ] {
        let mut workspace = opened(&[("catalog.yaml", &both)]);
        workspace.operate(&operation, OnError::Refuse).unwrap();
        let after = text(&workspace, "catalog.yaml");
        assert_eq!(after.trim_start_matches("---\n"), kept, "{operation:?}");
    }
    let mut workspace = opened(&[("foo.yaml", CATALOG), ("bar.yaml", OTHER)]);
    workspace.operate(&IndexOperation::Remove(names(&["bar"])), OnError::Refuse).unwrap();
    assert_eq!((text(&workspace, "foo.yaml"), text(&workspace, "bar.yaml")), (CATALOG.to_owned(), String::new()));
}

#[test]
fn a_truncated_channel_keeps_the_edge_to_a_removed_version() {
    let mut workspace = opened(&[("catalog.yaml", CATALOG)]);
    let images = names(&["quay.io/ex/foo:v1.0.0"]);
    let operation = IndexOperation::DeprecateTruncate { images, allow_package_removal: false };
    let notes = workspace.operate(&operation, OnError::Refuse).unwrap();
    let after = text(&workspace, "catalog.yaml");
    assert!(after.contains("entries:\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n---\n"), "{after}");
    assert!(!after.contains("frozen") && !after.contains("name: foo.v1.0.0"), "{after}");
    assert_eq!(notes.first().unwrap(), "channel old of foo is removed");
}

#[test]
fn a_result_that_opm_rejects_is_refused() {
    let mut workspace = opened(&[("catalog.yaml", CATALOG)]);
    let mut new = bundle("foo", "1.2.0", Some("foo.v1.1.0"));
    for (path, bytes) in &mut new.files {
        if path.starts_with("manifests/") {
            bytes.extend_from_slice(b"  skips: [foo.v1.1.0]\n");
        }
    }
    let error = workspace.operate(&add(vec![new]), OnError::Refuse).unwrap_err();
    assert!(error.message.contains("opm would reject the result: invalid index:"), "{error}");
    assert!(error.message.contains("stranded bundles: foo.v1.0.0"), "{error}");
}

#[test]
fn what_is_refused_is_left_out_if_the_user_wants_it() {
    let files = [("catalog.yaml", CATALOG), ("other.yaml", OTHER)];
    let mut workspace = opened(&files);
    let new = vec![bundle("foo", "1.1.0", None), bundle("bar", "2.0.0", Some("bar.v1.0.0"))];
    assert!(opened(&files).operate(&add(new.clone()), OnError::Refuse).is_err(), "foo.v1.1.0 is there already");
    let notes = workspace.operate(&add(new), OnError::Skip).unwrap();
    assert!(notes[0].starts_with("skipped: [Bundle quay.io/ex/foo:v1.1.0 already exists, "), "{notes:?}");
    assert!(text(&workspace, "other.yaml").contains("name: bar.v2.0.0"));
    assert_eq!(text(&workspace, "catalog.yaml"), CATALOG);

    let notes = workspace.operate(&IndexOperation::Remove(names(&["zz", "bar"])), OnError::Skip).unwrap();
    assert_eq!(notes, ["skipped: the catalog has no package `zz`"]);
    assert_eq!(text(&workspace, "other.yaml"), "");

    let images = names(&["none", "quay.io/ex/foo:v1.0.0"]);
    let operation = IndexOperation::DeprecateTruncate { images, allow_package_removal: false };
    let notes = workspace.operate(&operation, OnError::Skip).unwrap();
    assert_eq!(notes[0], "skipped: the catalog has no bundle with the image or name `none`");
    assert!(!text(&workspace, "catalog.yaml").contains("name: foo.v1.0.0\n"));
}
