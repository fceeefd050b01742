//! Descriptions of bundles, and edits of their metadata.

use olmkit_bundle::describe::describe;
use olmkit_bundle::edits::{BundleIntention, plan};
use olmkit_bundle::{Bundle, BundleList, Input, sample};

type Files = Vec<(String, String)>;

fn inputs(files: &Files) -> Vec<Input<'_>> {
    files.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect()
}

/// The files after applying an intention, or the refusal.
fn applied(files: &Files, intention: &BundleIntention) -> Result<Files, String> {
    let read = inputs(files);
    let bundle = Bundle::new(&read);
    let made = plan(&bundle, intention).map_err(|refused| refused.reason)?;
    let mut after = files.clone();
    for edit in made.edits.iter().rev() {
        let path = bundle.files[edit.place.file.index()].path;
        let text = &mut after.iter_mut().find(|(own, _)| own == path).unwrap().1;
        text.replace_range(usize::from(edit.place.range.start())..usize::from(edit.place.range.end()), &edit.text);
    }
    after.extend(made.creates);
    Ok(after)
}

fn text<'f>(files: &'f Files, path: &str) -> &'f str {
    &files.iter().find(|(own, _)| own == path).unwrap().1
}

fn with(path: &str, text: &str) -> Files {
    let mut files = sample::files();
    files.retain(|(own, _)| own != path);
    files.push((path.to_owned(), text.to_owned()));
    files
}

fn annotation(key: &str, to: Option<&str>) -> BundleIntention {
    BundleIntention::SetAnnotation { key: key.to_owned(), to: to.map(str::to_owned) }
}

#[test]
fn describes_the_sample() {
    let files = sample::files();
    let found = describe(&Bundle::new(&inputs(&files)));
    assert_eq!((found.name.as_str(), found.version.as_str(), found.package.as_str()), ("foo.v1.0.0", "1.0.0", "foo"));
    assert_eq!(
        (found.channels.as_slice(), found.default_channel.as_deref()),
        (&["stable".to_owned()][..], Some("stable"))
    );
    assert_eq!(found.icon.unwrap().media_type, "image/png");
    assert_eq!(found.install_modes.len(), 1);
    let api = &found.provided[0];
    assert_eq!((api.group.as_str(), api.version.as_str(), api.kind.as_str()), ("ex.com", "v1", "Foo"));
    assert_eq!(api.location.path, sample::CSV);
    let line = text(&files, sample::CSV).lines().nth(api.location.line as usize - 1).unwrap();
    assert!(line.contains("foos.ex.com"), "{line}");
    let image = &found.images[0];
    assert!(image.is_related && !image.is_pinned && image.used_by == ["foo/manager"]);
    assert_eq!(found.annotations.len(), 7);
    assert_eq!(found.annotations[0].value, "registry+v1");
    assert!(found.manifests.iter().any(|file| file.kind == "CustomResourceDefinition" && file.name == "foos.ex.com"));
}

#[test]
fn an_api_without_an_example_is_marked() {
    let lacks = |from: &str, to: &str| {
        let csv = text(&sample::files(), sample::CSV).replace(from, to);
        let files = with(sample::CSV, &csv);
        describe(&Bundle::new(&inputs(&files))).provided[0].lacks_example
    };
    assert!(!lacks("", ""));
    assert!(lacks("\"kind\": \"Foo\"", "\"kind\": \"Bar\""), "of another kind");
    assert!(lacks("\"apiVersion\": \"ex.com/v1\"", "\"apiVersion\": \"ex.com/v2\""), "of another version");
    assert!(lacks("alm-examples:", "examples:"), "no examples at all");
    assert!(!lacks("alm-examples:", "olm.examples:"));
}

#[test]
fn broken_bundles_have_a_description() {
    for files in
        [Files::new(), with(sample::CSV, "kind: ["), with(sample::CSV, "kind: ClusterServiceVersion\nspec: [1]\n")]
    {
        let found = describe(&Bundle::new(&inputs(&files)));
        assert_eq!(found.version, "");
    }
}

#[test]
fn powerful_permissions() {
    let rules = "kind: ClusterServiceVersion
apiVersion: operators.coreos.com/v1alpha1
metadata: {name: a}
spec:
  install:
    spec:
      clusterPermissions:
      - serviceAccountName: a
        rules:
        - {apiGroups: ['*'], resources: ['*'], verbs: ['*']}
        - {apiGroups: [''], resources: [secrets], verbs: [get]}
        - {apiGroups: [''], resources: [secrets], resourceNames: [mine], verbs: [get]}
        - {apiGroups: [apps], resources: [deployments], verbs: [get]}
";
    let files = with(sample::CSV, rules);
    let found = describe(&Bundle::new(&inputs(&files)));
    let risks: Vec<bool> = found.permissions[0].rules.iter().map(|rule| rule.risk.is_some()).collect();
    assert_eq!(risks, [true, true, false, false]);
    assert!(found.permissions[0].is_cluster_wide);
}

#[test]
fn annotations_are_edited_in_place() {
    const KEY: &str = "operators.operatorframework.io.bundle.channels.v1";
    let before =
        "# ours\nannotations:\n  other: x # why\n  operators.operatorframework.io.bundle.channels.v1: stable # these\n";
    let files = with(sample::ANNOTATIONS, before);
    let after = applied(&files, &annotation(KEY, Some("stable,fast"))).unwrap();
    assert_eq!(text(&after, sample::ANNOTATIONS), before.replace(": stable", ": stable,fast"));
    let after = applied(&files, &annotation("other", None)).unwrap();
    assert_eq!(text(&after, sample::ANNOTATIONS), before.replace("  other: x # why\n", ""));
    let after = applied(&files, &annotation("com.redhat.openshift.versions", Some("v4.10"))).unwrap();
    assert!(text(&after, sample::ANNOTATIONS).contains("com.redhat.openshift.versions: v4.10\n"));
    assert!(applied(&files, &annotation("none", None)).is_err());
    assert!(applied(&files, &annotation(" ", Some("x"))).is_err());
}

#[test]
fn annotations_that_cannot_be_read_are_left_alone() {
    let broken = with(sample::ANNOTATIONS, "annotations: [\n");
    assert!(applied(&broken, &annotation("a", Some("b"))).unwrap_err().contains("correct the text"));
    let twice = with(sample::ANNOTATIONS, "annotations:\n  a: b\n  a: c\n");
    assert!(applied(&twice, &annotation("a", Some("d"))).unwrap_err().contains("more than once"));
    let mut none = sample::files();
    none.retain(|(path, _)| path != sample::ANNOTATIONS);
    let after = applied(&none, &annotation("a", Some("4.10"))).unwrap();
    let found = describe(&Bundle::new(&inputs(&after)));
    assert_eq!(found.annotations[0].value, "4.10", "{}", text(&after, sample::ANNOTATIONS));
}

#[test]
fn dependencies_are_added_changed_and_removed() {
    let fields = vec![("packageName".to_owned(), "bar".to_owned()), ("version".to_owned(), ">=1.0.0".to_owned())];
    let add =
        BundleIntention::AddItem { list: BundleList::Dependencies, kind: "olm.package".to_owned(), fields, text: None };
    let one = applied(&sample::files(), &add).unwrap();
    let two = applied(&one, &add).unwrap();
    let found = describe(&Bundle::new(&inputs(&two)));
    assert_eq!(found.dependencies.len(), 2);
    assert_eq!(found.dependencies[0].fields["version"], ">=1.0.0");
    assert!(text(&two, sample::DEPENDENCIES).starts_with(text(&one, sample::DEPENDENCIES)));
    let set = |at, field: &str, to: &str| BundleIntention::SetItem {
        list: BundleList::Dependencies,
        at,
        field: field.to_owned(),
        to: to.to_owned(),
    };
    let changed = applied(&two, &set(1, "version", ">=2.0.0 <3.0.0")).unwrap();
    let found = describe(&Bundle::new(&inputs(&changed)));
    assert_eq!(found.dependencies[1].fields["version"], ">=2.0.0 <3.0.0");
    assert_eq!(found.dependencies[0].fields["version"], ">=1.0.0");
    assert!(applied(&two, &set(2, "version", "x")).is_err());
    let remove = |at| BundleIntention::RemoveItem { list: BundleList::Dependencies, at };
    let left = applied(&two, &remove(1)).unwrap();
    assert_eq!(text(&left, sample::DEPENDENCIES), text(&one, sample::DEPENDENCIES));
    let none = applied(&left, &remove(0)).unwrap();
    assert_eq!(text(&none, sample::DEPENDENCIES), "dependencies: []\n");
    // The item is added to the empty list instead of a second file.
    let again = applied(&none, &add).unwrap();
    assert_eq!(again.len(), none.len());
    assert_eq!(describe(&Bundle::new(&inputs(&again))).dependencies.len(), 1);
}

#[test]
fn a_property_that_is_a_string() {
    let add = BundleIntention::AddItem {
        list: BundleList::Properties,
        kind: "olm.maxOpenShiftVersion".to_owned(),
        fields: Vec::new(),
        text: Some("4.10".to_owned()),
    };
    let files = applied(&sample::files(), &add).unwrap();
    let found = describe(&Bundle::new(&inputs(&files)));
    assert_eq!(found.properties[0].text.as_deref(), Some("4.10"));
    assert_eq!(found.properties[0].value, "\"4.10\"");
    let set =
        BundleIntention::SetItem { list: BundleList::Properties, at: 0, field: String::new(), to: "4.20".to_owned() };
    let files = applied(&files, &set).unwrap();
    assert_eq!(describe(&Bundle::new(&inputs(&files))).properties[0].value, "\"4.20\"");
}

#[test]
fn constraints_are_edited_inside() {
    let pair = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let add = BundleIntention::AddItem {
        list: BundleList::Properties,
        kind: "olm.constraint".to_owned(),
        fields: vec![
            pair("failureMessage", "needs bar"),
            pair("all.constraints.0.package.packageName", "bar"),
            pair("all.constraints.0.package.versionRange", ">=1.0.0"),
        ],
        text: None,
    };
    let files = applied(&sample::files(), &add).unwrap();
    let path = "metadata/properties.yaml";
    let made = "properties:\n- type: olm.constraint\n  value:\n    failureMessage: needs bar\n    all:\n      constraints:\n      - package:\n          packageName: bar\n          versionRange: \">=1.0.0\"\n";
    let without = |text: &str| text.replace(' ', "").replace('\'', "\"");
    assert_eq!(without(text(&files, path)), without(made), "{}", text(&files, path));
    let found = describe(&Bundle::new(&inputs(&files)));
    assert_eq!(found.properties[0].fields["all.constraints.0.package.packageName"], "bar");
    let set = |field: &str, to: &str| BundleIntention::SetItem {
        list: BundleList::Properties,
        at: 0,
        field: field.to_owned(),
        to: to.to_owned(),
    };
    let changed = applied(&files, &set("all.constraints.0.package.packageName", "baz")).unwrap();
    assert_eq!(text(&changed, path), text(&files, path).replace(": bar", ": baz"));
    assert!(applied(&files, &set("all.constraints.1.package.packageName", "baz")).is_err());
    assert!(applied(&files, &set("any.constraints.0.package.packageName", "baz")).is_err());
    let part = BundleIntention::AddPart {
        list: BundleList::Properties,
        at: 0,
        part: "all.constraints".to_owned(),
        fields: vec![pair("gvk.group", "g"), pair("gvk.version", "v1"), pair("gvk.kind", "K")],
    };
    let two = applied(&files, &part).unwrap();
    assert!(text(&two, path).starts_with(text(&files, path)), "{}", text(&two, path));
    assert_eq!(describe(&Bundle::new(&inputs(&two))).properties[0].fields["all.constraints.1.gvk.kind"], "K");
    let remove =
        |part: &str| BundleIntention::RemovePart { list: BundleList::Properties, at: 0, part: part.to_owned() };
    assert_eq!(text(&applied(&two, &remove("all.constraints.1")).unwrap(), path), text(&files, path));
    assert!(applied(&two, &remove("all.constraints")).is_err());
    assert!(applied(&two, &remove("all.constraints.7")).is_err());
}

#[test]
fn an_annotation_of_a_merged_mapping_is_not_set() {
    let set = BundleIntention::SetAnnotation { key: "b".to_owned(), to: Some("new".to_owned()) };
    let merged = "x: &x\n  b: old\nannotations:\n  <<: *x\n  a: c\n";
    let files = vec![("metadata/annotations.yaml".to_owned(), merged.to_owned())];
    let refused = applied(&files, &set).unwrap_err();
    assert!(refused.contains("comes from a merge key"), "{refused}");
}
