//! Adding bundles to a catalog, and several intentions as one change.
#![cfg(feature = "bundle")]

use std::cell::RefCell;

use olmkit_bundle::sample;
use olmkit_testing::grows_linearly;
use olmkit_workspace::api::{Change, Encoding, NewEntry, Plan, Refusal};
use olmkit_workspace::{AdditionError, Intention, Options, Workspace};

fn package(entries: &str) -> String {
    format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
         entries:\n{entries}"
    )
}

fn bundle(version: &str) -> String {
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/ex/foo:v{version}\nproperties:\n\
         - {{type: olm.package, value: {{packageName: foo, version: {version}}}}}\n\
         - {{type: olm.csv.metadata, value: {{displayName: Foo}}}}\n"
    )
}

fn workspace(files: &[(&str, String)]) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for (path, text) in files {
        workspace.open(path, text.clone().into_bytes());
    }
    workspace
}

/// The files of bundle `foo.v1.0.0`, with annotations that name these channels.
fn files(channels: &str) -> Vec<(String, Vec<u8>)> {
    let annotations = "annotations:\n  operators.operatorframework.io.bundle.package.v1: foo\n";
    let annotations = format!("{annotations}  operators.operatorframework.io.bundle.channels.v1: {channels}\n");
    let mut files = sample::files();
    files.iter_mut().find(|(path, _)| path == sample::ANNOTATIONS).unwrap().1 = annotations;
    files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}

/// Applies a plan. Returns its label and notes.
fn make(workspace: &mut Workspace, plan: Plan) -> (String, Vec<String>) {
    let Plan::Edits { label, edits, creates, notes, .. } = plan else { panic!("{plan:?}") };
    let paths: Vec<String> = workspace.paths().map(str::to_owned).collect();
    for path in paths {
        let own = edits.iter().filter(|edit| edit.path == path);
        let change = |edit: &olmkit_workspace::api::Edit| Change {
            from: edit.range.start.offset,
            to: edit.range.end.offset,
            text: edit.text.clone(),
        };
        workspace.change(&path, &own.map(change).collect::<Vec<_>>(), Encoding::Utf8).unwrap();
    }
    for created in creates {
        assert!(workspace.text(&created.path).is_none(), "{}", created.path);
        workspace.open(&created.path, created.text.into_bytes());
    }
    (label, notes)
}

fn text(workspace: &Workspace, path: &str) -> String {
    String::from_utf8(workspace.text(path).unwrap().to_vec()).unwrap()
}

#[test]
fn a_bundle_goes_to_the_others_of_its_package_and_into_its_channels() {
    let original = package("- name: foo.v0.9.0\n") + &bundle("0.9.0");
    let mut workspace = workspace(&[("foo.yaml", original.clone())]);
    let mut wanted = workspace.propose_addition(&files("stable,fast")).unwrap();
    assert_eq!((wanted.is_new, wanted.has_bundle, wanted.migrate), (false, false, true));
    assert_eq!(wanted.image, "quay.io/ex/foo:v1.0.0");
    let [stable, fast] = wanted.channels.as_slice() else { panic!("{wanted:?}") };
    assert_eq!((stable.channel.as_str(), stable.entry.replaces.as_deref()), ("stable", Some("foo.v0.9.0")));
    assert!(stable.chosen && !stable.is_new && fast.chosen && fast.is_new);
    let plan = workspace.plan_addition(&wanted, &files("stable"));
    assert_eq!(text(&workspace, "foo.yaml"), original, "nothing is applied");
    let (label, _) = make(&mut workspace, plan);
    assert_eq!(label, "Add foo.v1.0.0 to stable, fast of foo");
    assert!(workspace.report().opm.accepted, "{:?}", workspace.report().opm);
    assert!(text(&workspace, "foo.yaml").contains("- name: foo.v1.0.0\n  replaces: foo.v0.9.0\n"));

    let again = workspace.propose_addition(&files("stable")).unwrap();
    assert!(again.has_bundle && again.channels.iter().all(|channel| channel.is_there && !channel.chosen));
    wanted.channels.clear();
    assert!(matches!(workspace.plan_addition(&wanted, &files("stable")), Plan::Refused(_)));
}

#[test]
fn an_addition_reports_what_it_changes_in_other_entries() {
    let original = package("- name: foo.v1.1.0\n  replaces: foo.v0.9.0\n- name: foo.v0.9.0\n") + &bundle("1.1.0");
    let mut workspace = workspace(&[("foo.yaml", original + &bundle("0.9.0"))]);
    let mut wanted = workspace.propose_addition(&files("stable")).unwrap();
    let stable = wanted.channels.first_mut().unwrap();
    stable.successor = Some("foo.v1.1.0".to_owned());
    stable.entry.replaces = Some("foo.v0.9.0".to_owned());
    let plan = workspace.plan_addition(&wanted, &files("stable"));
    let (_, notes) = make(&mut workspace, plan);
    assert_eq!(notes, ["`foo.v1.1.0` now replaces `foo.v1.0.0`"]);
}

#[test]
fn an_image_is_only_proposed_where_the_tag_of_another_bundle_has_its_version() {
    for (image, proposed) in [
        ("quay.io/ex/foo:v0.9.0", "quay.io/ex/foo:v1.0.0"),
        ("v0.9.0.ex.com/foo-0.9.0/foo:0.9.0-1", "v0.9.0.ex.com/foo-0.9.0/foo:1.0.0-1"),
        ("quay.io/ex/foo:latest", ""),
        ("quay.io/ex/foo-0.9.0", ""),
        ("quay.io/ex/foo@sha256:09000000000000000000000000000000000000000000000000000000000000e3", ""),
        ("quay.io/ex/foo:0.9.0@sha256:09000000000000000000000000000000000000000000000000000000000000e3", ""),
        ("", ""),
    ] {
        let other = bundle("0.9.0").replace("image: quay.io/ex/foo:v0.9.0", &format!("image: '{image}'"));
        let other = other + "relatedImages:\n- {name: proxy, image: 'quay.io/ex/proxy:0.9.0'}\n";
        let mut workspace = workspace(&[("foo.yaml", package("- name: foo.v0.9.0\n") + &other)]);
        let wanted = workspace.propose_addition(&files("stable")).unwrap();
        assert_eq!(wanted.image, proposed, "{image}");
        let is_refused = matches!(workspace.plan_addition(&wanted, &files("stable")), Plan::Refused(_));
        assert_eq!(is_refused, proposed.is_empty(), "{image}");
    }
}

#[test]
fn a_new_package_gets_a_file_of_its_own() {
    let mut workspace = workspace(&[("foo/catalog.yaml", "schema: other\n".to_owned())]);
    let mut wanted = workspace.propose_addition(&files("alpha,beta")).unwrap();
    assert!(wanted.is_new && wanted.migrate);
    wanted.image = "quay.io/ex/foo:v1.0.0".to_owned();
    wanted.default_channel = "beta".to_owned();
    let plan = workspace.plan_addition(&wanted, &files("alpha,beta"));
    make(&mut workspace, plan);
    let made = text(&workspace, "foo/catalog-2.yaml");
    assert!(made.contains("defaultChannel: beta\n") && made.contains("name: alpha\n"), "{made}");
    assert!(workspace.report().opm.accepted, "{:?}", workspace.report().opm);

    let unnamed = [("manifests/a.yaml".to_owned(), b"kind: A\n".to_vec())];
    assert_eq!(workspace.propose_addition(&unnamed), Err(AdditionError::Unnamed));
}

#[test]
fn a_package_is_added_with_its_channel_and_its_first_bundles() {
    let old = package("- name: foo.v0.9.0\n").replace("foo", "old");
    let mut workspace = workspace(&[("v4.20/old/index.yaml", old)]);
    let printed = bundle("1.1.0") + &bundle("1.0.0");
    let plan = workspace.plan_package(" foo ", "stable", Some(&printed));
    let (label, notes) = make(&mut workspace, plan);
    assert_eq!((label.as_str(), notes.len()), ("Add package foo", 0));
    let made = text(&workspace, "v4.20/foo/index.yaml");
    assert!(made.starts_with("---\ndefaultChannel: stable\nname: foo\nschema: olm.package\n"), "{made}");
    assert!(made.contains("entries:\n- name: foo.v1.0.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n"), "{made}");
    let report = workspace.report();
    let found = report.diagnostics.iter().filter(|one| one.package.as_deref() == Some("foo"));
    assert_eq!(found.map(|one| one.message.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());

    let plan = workspace.plan_package("bar", "alpha", None);
    let (_, notes) = make(&mut workspace, plan);
    assert_eq!(notes, ["the channel is empty; opm rejects it until it has an entry"]);
    assert!(text(&workspace, "v4.20/bar/index.yaml").contains("name: alpha\n"));
    for (name, channel, rendered, reason) in [
        ("", "stable", "", "a package needs a name"),
        ("new", " ", "", "a channel needs a name"),
        ("foo", "stable", "", "the catalog already has a package `foo`"),
        ("new", "stable", printed.as_str(), "`foo.v1.0.0` is a bundle of package `foo`, not of `new`"),
        ("new", "stable", "schema: other", "it contains no olm.bundle document"),
    ] {
        let Plan::Refused(Refusal { reason: refusal, .. }) = workspace.plan_package(name, channel, Some(rendered))
        else {
            panic!("{reason}")
        };
        assert_eq!(refusal, reason);
    }
}

#[test]
fn a_package_that_only_its_channel_names_gets_its_document() {
    let channel = package("- name: foo.v0.9.0\n").split_once("---\n").unwrap().1.to_owned();
    let mut workspace = workspace(&[("foo.yaml", channel + &bundle("0.9.0"))]);
    let plan = workspace.plan_package("foo", "stable", None);
    let (_, notes) = make(&mut workspace, plan);
    assert!(notes.is_empty(), "{notes:?}");
    assert!(workspace.report().opm.accepted, "{:?}", workspace.report().opm);
}

#[test]
fn a_new_package_goes_beside_the_others() {
    for (path, own) in [
        ("foo.yaml", "new/catalog.yaml"),
        ("foo/catalog.json", "new/catalog.json"),
        ("configs/foo.yaml", "configs/new/catalog.yaml"),
        ("a/foo/b.yaml", "a/new/b.yaml"),
        ("a-foo/b.yaml", "a-foo/new/catalog.yaml"),
    ] {
        let mut workspace = workspace(&[(path, package("- name: foo.v0.9.0\n"))]);
        let Plan::Edits { creates, .. } = workspace.plan_package("new", "stable", None) else { panic!("{path}") };
        let made: Vec<&str> = creates.iter().map(|created| created.path.as_str()).collect();
        assert_eq!(made, [own], "{path}");
    }
}

#[test]
fn bundles_with_separate_files_get_another_file() {
    let files_of = |name: &str| {
        workspace(&[
            ("foo/package.yaml", package("- name: foo.v0.9.0\n")),
            (name, bundle("0.9.0").trim_start_matches("---\n").to_owned()),
        ])
    };
    for (beside, own) in [
        ("foo/foo.v0.9.0.yaml", "foo/foo.v1.0.0.yaml"),
        ("foo/b-0.9.0.yaml", "foo/b-1.0.0.yaml"),
        ("b.yaml", "foo.v1.0.0.yaml"),
    ] {
        let mut workspace = files_of(beside);
        let plan = workspace.plan_rendered(&bundle("1.0.0"), None);
        let (_, notes) = make(&mut workspace, plan);
        assert_eq!(notes, ["The document of `foo.v1.0.0` is added to the bundles of `foo`."]);
        assert!(workspace.text(own).is_some(), "{beside}: {:?}", workspace.paths().collect::<Vec<_>>());
    }
}

#[test]
fn the_version_of_a_file_is_the_one_at_the_end_of_the_name() {
    let named = |text: String| text.replace("name: foo.v", "name: com.vmware.foo.v");
    let mut workspace = workspace(&[
        ("foo/package.yaml", named(package("- name: foo.v0.9.0\n"))),
        ("foo/v0.9.0.yaml", named(bundle("0.9.0")).trim_start_matches("---\n").to_owned()),
    ]);
    let plan = workspace.plan_rendered(&named(bundle("1.0.0")), None);
    make(&mut workspace, plan);
    assert!(workspace.text("foo/v1.0.0.yaml").is_some(), "{:?}", workspace.paths().collect::<Vec<_>>());
}

/// The catalog is examined once for all bundles of a package.
#[test]
fn many_rendered_bundles_are_added_in_linear_time() {
    let prepare = |count: usize| {
        let entries: String = (0..count).map(|minor| format!("- name: foo.v0.{minor}.0\n")).collect();
        let bundles = |major: usize| (0..count).map(|minor| bundle(&format!("{major}.{minor}.0"))).collect::<String>();
        (RefCell::new(workspace(&[("foo.yaml", package(&entries) + &bundles(0))])), bundles(1), count)
    };
    grows_linearly(60, prepare, |(workspace, printed, count)| {
        let plan = workspace.borrow_mut().plan_rendered(printed, None);
        let Plan::Edits { notes, .. } = plan else { panic!("{plan:?}") };
        assert_eq!(notes.len(), *count);
    });
}

#[test]
fn rendered_bundles_follow_the_convention_of_the_channel() {
    let mut workspace = workspace(&[("foo.yaml", package("- name: foo.v0.9.0\n") + &bundle("0.9.0"))]);
    let printed = bundle("1.1.0") + &bundle("1.0.0") + &bundle("0.9.0") + "---\nschema: olm.package\nname: foo\n";
    let plan = workspace.plan_rendered(&printed, Some("stable"));
    let (label, notes) = make(&mut workspace, plan);
    assert_eq!(label, "Add foo.v0.9.0, foo.v1.0.0, foo.v1.1.0");
    assert!(
        notes.contains(&"`foo.v0.9.0` is already in the catalog. Its document is not changed.".to_owned()),
        "{notes:?}"
    );
    assert!(
        notes.iter().any(|note| note.starts_with("`foo.v1.1.0` becomes an entry of `stable` (replaces foo.v1.0.0).")),
        "{notes:?}"
    );
    assert!(notes.iter().any(|note| note.starts_with("No entry was added to stable: ")), "{notes:?}");
    assert_eq!(notes.last().unwrap(), "1 other document is left out.");
    assert!(workspace.report().opm.accepted, "{:?}", workspace.report().opm);

    for (printed, reason) in [
        ("schema: olm.package\nname: foo\n".to_owned(), "it contains no olm.bundle document"),
        (bundle("1.0.0").replace("foo", "bar"), "the catalog has no package `bar`"),
        ("a: [".to_owned(), "opm cannot read it: "),
    ] {
        let Plan::Refused(Refusal { reason: refusal, .. }) = workspace.plan_rendered(&printed, None) else {
            panic!("{printed}")
        };
        assert!(refusal.starts_with(reason), "{refusal}");
    }
}

#[test]
fn intentions_build_on_each_other_and_one_that_is_refused_refuses_all() {
    let original = package("- name: foo.v0.9.0\n") + &bundle("0.9.0");
    let mut workspace = workspace(&[("foo.yaml", original.clone())]);
    let add = |name: &str, replaces: &str| Intention::AddEntry {
        package: "foo".to_owned(),
        channel: "stable".to_owned(),
        entry: NewEntry { name: name.to_owned(), replaces: Some(replaces.to_owned()), ..NewEntry::default() },
        position: olmkit_workspace::api::EntryPosition::default(),
        successor: None,
    };
    let both = [add("foo.v1.0.0", "foo.v0.9.0"), add("foo.v1.1.0", "foo.v1.0.0")];
    let plan = workspace.plan_all(&both, false);
    make(&mut workspace, plan);
    let made = text(&workspace, "foo.yaml");
    assert!(made.contains("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n"), "{made}");
    let plan = workspace.plan_all(&[add("foo.v1.2.0", "foo.v1.1.0"), add("foo.v1.2.0", "foo.v1.1.0")], false);
    assert!(matches!(plan, Plan::Refused(_)), "{plan:?}");
    assert_eq!(text(&workspace, "foo.yaml"), made);
}

/// An intention that an alias prevents names the anchored value. With copies, it changes only its target.
#[test]
fn aliases_are_refused_or_replaced_by_copies() {
    let channel = |entries: &str| {
        format!(
            "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: \
             stable\nentries:\n{entries}"
        )
    };
    let to = |text: &str| Some(text.to_owned());
    let of = |entry: &str| ("foo".to_owned(), "stable".to_owned(), entry.to_owned());
    let replaces = |entry: &str| {
        let (package, channel, entry) = of(entry);
        Intention::SetReplaces { package, channel, entry, to: to("foo.v0.8.0") }
    };
    let skips = |entry: &str| {
        let (package, channel, entry) = of(entry);
        Intention::SetSkips { package, channel, entry, to: vec!["a".to_owned(), "b".to_owned()] }
    };
    for (before, intention, after) in [
        // The value is an alias.
        (
            "- name: b # 1\n  replaces: &r foo.v0.9.0\n- name: c\n  replaces: *r # 2\n",
            replaces("c"),
            "- name: b # 1\n  replaces: &r foo.v0.9.0\n- name: c\n  replaces: foo.v0.8.0 # 2\n",
        ),
        // The value is anchored, and two aliases repeat it.
        (
            "- name: b\n  replaces: &r foo.v0.9.0\n- name: c\n  replaces: *r\n- name: d\n  replaces: *r\n",
            replaces("b"),
            "- name: b\n  replaces: &r foo.v0.8.0\n- name: c\n  replaces: foo.v0.9.0\n- name: d\n  replaces: foo.v0.9.0\n",
        ),
        // The list is an alias.
        (
            "- name: b\n  skips: &s\n  - a\n- name: c\n  skips: *s\n",
            skips("c"),
            "- name: b\n  skips: &s\n  - a\n- name: c\n  skips:\n    - a\n    - b\n",
        ),
        // The entry is merged into another one.
        (
            "- &e\n  name: b\n- <<: *e\n  name: c\n",
            replaces("b"),
            "- &e\n  name: b\n  replaces: foo.v0.8.0\n- <<:\n    name: b\n  name: c\n",
        ),
    ] {
        let mut workspace = workspace(&[("foo.yaml", channel(before))]);
        let Plan::Refused(Refusal { anchored: Some(anchored), copy: Some(_), .. }) = workspace.plan(&intention) else {
            panic!("{before}")
        };
        assert!(anchored.start.line > 9, "{anchored:?}");
        assert!(matches!(workspace.plan_all(std::slice::from_ref(&intention), false), Plan::Refused(_)));
        let plan = workspace.plan_all(&[intention], true);
        make(&mut workspace, plan);
        assert_eq!(text(&workspace, "foo.yaml"), channel(after));
    }
}

/// Returns the notes of several intentions as one change.
fn notes_of(workspace: &mut Workspace, intentions: &[Intention]) -> Vec<String> {
    let Plan::Edits { notes, .. } = workspace.plan_all(intentions, false) else { panic!("{intentions:?} is refused") };
    notes
}

#[test]
fn a_note_that_a_later_intention_makes_untrue_is_left_out() {
    let original = package("- name: foo.v1.0.0\n- name: foo.v0.9.0\n") + &bundle("1.0.0") + &bundle("0.9.0");
    let mut workspace = workspace(&[("foo.yaml", original)]);
    let (package, channel) = ("foo".to_owned(), "fast".to_owned());
    let add = Intention::AddChannel { package: package.clone(), channel: channel.clone(), entries: Vec::new() };
    let entry = NewEntry { name: "foo.v0.9.0".to_owned(), ..NewEntry::default() };
    let fill = Intention::AddEntry {
        package: package.clone(),
        channel: channel.clone(),
        entry,
        position: olmkit_workspace::api::EntryPosition::default(),
        successor: None,
    };
    let remove = Intention::RemoveChannel { package: package.clone(), channel: "stable".to_owned() };
    let follow = Intention::SetDefaultChannel { package: package.clone(), to: channel };
    let bundle = Intention::RemoveBundle { package, name: "foo.v1.0.0".to_owned() };

    let empty = ["the channel is empty; opm rejects it until it has an entry"];
    assert_eq!(notes_of(&mut workspace, std::slice::from_ref(&add)), empty);
    assert_eq!(notes_of(&mut workspace, &[add.clone(), fill.clone()]), [""; 0]);

    let default = "`stable` is the default channel; set another one, or opm rejects the catalog";
    let unlisted = "no other channel contains `foo.v1.0.0`; opm rejects bundles that are not in any channel";
    let made = [add, fill, remove];
    assert_eq!(notes_of(&mut workspace, &made), [default, unlisted]);
    assert_eq!(notes_of(&mut workspace, &[&made[..], std::slice::from_ref(&follow)].concat()), [unlisted]);
    assert_eq!(notes_of(&mut workspace, &[&made[..], &[follow, bundle]].concat()), [""; 0]);
}
