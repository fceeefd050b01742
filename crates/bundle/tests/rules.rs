//! Checks that every rule is complete and that its examples show it.

use std::collections::BTreeSet;

use olmkit_bundle::{Bundle, BundleReport, CheckOptions, Input, check, rules, sample};
use olmkit_diagnostics::{BundleProfile, Change, Severity};

fn run(files: &[(String, String)]) -> BundleReport {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
    check(&Bundle::new(&inputs))
}

fn run_changed(change: &Change) -> BundleReport {
    let changed = sample::changed(change).unwrap_or_else(|| panic!("nothing to change: {change:?}"));
    check(&Bundle::new(&changed.inputs()))
}

fn found(change: &Change) -> BTreeSet<&'static str> {
    run_changed(change).findings.iter().map(|finding| finding.rule.id).collect()
}

#[test]
fn the_sample_is_clean() {
    let report = run(&sample::files());
    // Rules that are enabled only by name can report findings.
    let shown = report.findings.iter().filter(|finding| finding.severity_of_bundles(BundleProfile::Default).is_some());
    let found: Vec<_> = shown.map(|finding| (finding.rule.id, &finding.message)).collect();
    assert!(found.is_empty(), "{found:?}");
    assert_eq!((report.media_type, report.package.as_str(), report.csv.as_str()), ("registry+v1", "foo", "foo.v1.0.0"));
}

/// Rules that a change of one file cannot show. The tests below cover them.
const WITHOUT_EXAMPLE: [&str; 18] = [
    "layout-broken-link",
    "layout-manifests-dir",
    "layout-metadata-dir",
    "layout-manifests-empty",
    "bundle-size-max",
    "bundle-size-near",
    "plain-no-manifests",
    "plain-subdir",
    "plain-parse",
    "plain-empty",
    "pipe-name-unique",
    "pipe-dangling",
    "pipe-graph-loop",
    "pipe-pruned-graph",
    "pipe-marketplace",
    "pipe-release-config",
    "pipe-catalog-registry",
    "dep-k8s-option",
];

#[test]
fn examples_show_the_rule() {
    let mut wrong = Vec::new();
    let has_bad_example = |id: &str| rules::by_id(id).unwrap().examples.iter().any(|example| example.bad);
    assert!(!WITHOUT_EXAMPLE.into_iter().any(has_bad_example), "a rule of the list has an example");
    for rule in rules::all() {
        let id = rule.id;
        let bad = rule.examples.iter().any(|example| example.bad) || WITHOUT_EXAMPLE.contains(&id);
        assert!(bad && rule.examples.iter().any(|example| !example.bad), "{id}");
        for example in rule.examples {
            if found(&example.change().unwrap()).contains(id) != example.bad {
                wrong.push(format!("{id}: {example:?} gives {:?}", found(&example.change().unwrap())));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The good example of a rule has no error of another rule.
#[test]
fn good_examples_have_no_errors() {
    let mut noise = Vec::new();
    for rule in rules::all() {
        for example in rule.examples.iter().filter(|example| !example.bad) {
            let report = run_changed(&example.change().unwrap());
            let errors = report
                .findings
                .iter()
                .filter(|finding| finding.severity_of_bundles(BundleProfile::Default) == Some(Severity::Error));
            noise.extend(errors.map(|finding| format!("{}: {} {}", rule.id, finding.rule.id, finding.message)));
        }
    }
    assert!(noise.is_empty(), "{}", noise.join("\n"));
}

fn ids(files: &[(&str, &str)]) -> BTreeSet<&'static str> {
    let files: Vec<_> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    run(&files).findings.iter().map(|finding| finding.rule.id).collect()
}

#[test]
fn missing_directories_are_found() {
    let found = ids(&[("README.md", "x")]);
    assert!(found.contains("layout-manifests-dir") && found.contains("layout-metadata-dir"), "{found:?}");
    let found = ids(&[("manifests/", ""), ("metadata/annotations.yaml", "annotations: {}")]);
    assert!(found.contains("layout-manifests-empty") && !found.contains("layout-manifests-dir"), "{found:?}");
}

/// RukPak bundles of plain manifests.
#[test]
fn plain_bundles() {
    let object = "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n";
    let rukpak = |files: &[(&str, &str)]| -> Vec<&'static str> {
        ids(files).into_iter().filter(|id| id.starts_with("plain-")).collect()
    };
    let two = format!("{object}---\n{object}---\n");
    assert!(
        rukpak(&[
            ("manifests/a.txt", &two),
            ("manifests/b.json", "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}")
        ])
        .is_empty()
    );
    assert_eq!(rukpak(&[("manifests/a.yaml", object), ("manifests/crds/x.yaml", object)]), ["plain-subdir"]);
    assert_eq!(rukpak(&[("manifests/a.yaml", object), ("manifests/README.md", "# hi")]), Vec::<&str>::new());
    assert_eq!(rukpak(&[("manifests/a.yaml", object), ("manifests/b.yaml", "kind: A\n")]), ["plain-parse"]);
    assert_eq!(rukpak(&[("manifests/", "")]), ["plain-empty"]);
    let annotations = "annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: plain+v0\n";
    assert_eq!(rukpak(&[("metadata/annotations.yaml", annotations)]), ["plain-no-manifests"]);
}

/// Objects without a bundle are not checked as an incomplete bundle.
#[test]
fn objects_alone() {
    let catalog = "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: a}\n";
    let good = format!("{catalog}spec: {{source: {{type: Image, image: {{ref: 'q.io/x:1'}}}}}}\n");
    assert!(ids(&[("objects.yaml", &good)]).is_empty());
    assert_eq!(ids(&[("objects.yaml", catalog)]), ["cat-source"].into());
}

/// A package manifest with its versions. The chain is followed across directories.
#[test]
fn package_manifests() {
    let csv = |name: &str, replaces: &str| {
        format!(
            "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {{name: {name}}}\nspec: {{{replaces}}}\n"
        )
    };
    let package = "packageName: foo\nchannels: [{name: a, currentCSV: foo.v2}]\n";
    let found = |replaces: &str| -> Vec<&'static str> {
        let (one, two) = (csv("foo.v1", ""), csv("foo.v2", replaces));
        let files = [("foo.package.yaml", package), ("1/csv.yaml", one.as_str()), ("2/csv.yaml", two.as_str())];
        ids(&files).into_iter().filter(|id| id.starts_with("pkg-") || id.starts_with("layout-")).collect()
    };
    assert_eq!(found("replaces: foo.v1"), Vec::<&str>::new());
    assert_eq!(found("replaces: foo.v0"), ["pkg-currentcsv"]);
    assert_eq!(found("replaces: foo.v2"), ["pkg-currentcsv"]);
    assert_eq!(
        ids(&[("a.package.yaml", package), ("b.package.yaml", package)]).into_iter().next(),
        Some("pkg-currentcsv")
    );
}

/// A finding about a value in the JSON of an annotation points to that value.
#[test]
fn places_inside_json_are_exact() {
    let text = |files: &[(String, String)]| files.iter().find(|(path, _)| path == sample::CSV).unwrap().1.clone();
    let shown = |change: Change, id: &str| {
        let files = sample::changed(&change).unwrap().files;
        let report = run(&files);
        let finding = report.findings.iter().find(|finding| finding.rule.id == id).unwrap();
        text(&files)[usize::from(finding.place.range.start())..usize::from(finding.place.range.end())].to_owned()
    };
    let change = |old, new| Change::new((sample::CSV, old, new));
    assert_eq!(shown(change("\"Foo\", ", "\"Zed\", "), "ex-unprovided"), "\"Zed\"");
    let block = "|-\n      [{\n        \"apiVersion\": \"ex.com/v1\",\n        \"kind\": \"Zed\"}]";
    let whole = "'[{\"apiVersion\": \"ex.com/v1\", \"kind\": \"Foo\", \"metadata\": {\"name\": \"x\"}}]'";
    assert_eq!(shown(change(whole, block), "ex-unprovided"), "\"Zed\"");
    let double = "\"[{\\\"apiVersion\\\": \\\"ex.com/v1\\\",\\n \\\"kind\\\": \\\"Zed\\\"}]\"";
    assert_eq!(shown(change(whole, double), "ex-unprovided"), "\\\"Zed\\\"");
}

/// An error in an expression is reported at its character, in both files that contain expressions.
#[test]
fn places_inside_expressions_are_exact() {
    for (id, path, list) in [
        ("prop-constraint", "metadata/properties.yaml", "properties"),
        ("deps-constraint", "metadata/dependencies.yaml", "dependencies"),
    ] {
        for (rule, expected) in [
            ("true && oops", "o"),
            ("\"'a' ==\\n oops\"", "o"),
            (">-\n        true &&\n        oops", "o"),
            ("|\n        true &&\n          oops\n", "o"),
            ("1 + 1", "1 + 1"),
        ] {
            let item =
                format!("- type: olm.constraint\n  value:\n    failureMessage: m\n    cel:\n      rule: {rule}\n");
            let text = format!("{list}:\n{item}");
            let mut files: Vec<_> =
                sample::files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
            files.retain(|(name, _)| name != path);
            files.push((path.to_owned(), text.clone()));
            let report = run(&files);
            let finding = report.findings.iter().find(|finding| finding.rule.id == id);
            let place = finding.unwrap_or_else(|| panic!("{id}: {text}")).place;
            let range = usize::from(place.range.start())..usize::from(place.range.end());
            assert_eq!(&text[range.clone()], expected, "{id}: {text}");
            assert!(expected != "o" || text[range.start..].starts_with("oops"), "{id}: {text}");
        }
    }
}

/// Damaged input causes no panic: every prefix of the sample's files, and changed single bytes.
#[test]
fn damage_is_harmless() {
    let files = sample::files();
    for (at, (_, text)) in files.iter().enumerate() {
        for cut in (0..text.len()).step_by(7) {
            let mut cut_files = files.clone();
            cut_files[at].1.truncate(cut);
            run(&cut_files);
            for byte in ["\t", "{", "'", ":", "&a *a"] {
                let mut damaged = files.clone();
                damaged[at].1.replace_range(cut..=cut, byte);
                run(&damaged);
            }
        }
    }
}

/// A file that does not compress. Base64 turns 3 bytes into 4.
#[test]
fn sizes_are_measured_after_compression() {
    let with = |length: usize| {
        let digit = |byte: u8| char::from(b'0' + byte % 10);
        let noise: String = olmkit_testing::noise(1, length).into_iter().map(digit).collect();
        let mut files = sample::files();
        let text = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata: {{a: '{noise}'}}\n");
        files.push((sample::OBJECT.to_owned(), text));
        let report = run(&files);
        let ids = report.findings.iter().map(|finding| finding.rule.id);
        ids.filter(|id| id.starts_with("bundle-size")).collect::<Vec<_>>()
    };
    // Random digits have 3.3 bits each: 1.9 MB compress to about 0.8 MB, which is 1.07 MB in base64.
    assert!(with(800_000).is_empty());
    assert_eq!(with(1_600_000), ["bundle-size-near"]);
    assert_eq!(with(2_200_000), ["bundle-size-max"]);
}

/// A bundle of a repository: version, additional text of its CSV, channel.
fn in_repository(version: &str, more: &str, channel: &str) -> [(String, String); 2] {
    let root = format!("operators/foo/{version}");
    let csv = format!(
        "metadata: {{name: foo.v{version}, annotations: {{a: b{}}}}}\nspec: {{version: {version}{}}}\n",
        more.split_once('|').map_or("", |(annotations, _)| annotations),
        more.split_once('|').map_or(more, |(_, spec)| spec),
    );
    let annotations = format!(
        "annotations: {{operators.operatorframework.io.bundle.package.v1: foo, \
         operators.operatorframework.io.bundle.channels.v1: '{channel}'}}\n"
    );
    [
        (format!("{root}/manifests/foo.clusterserviceversion.yaml"), csv),
        (format!("{root}/metadata/annotations.yaml"), annotations),
    ]
}

/// Ids of the operator-pipelines rules that report something about a repository.
fn pipeline(bundles: &[[(String, String); 2]], more: &[(&str, &str)]) -> Vec<&'static str> {
    let mut files: Vec<(String, String)> = bundles.iter().flatten().cloned().collect();
    files.extend(more.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
    let found = run(&files).findings.into_iter().map(|finding| finding.rule.id);
    let ids: BTreeSet<_> = found.filter(|id| id.starts_with("pipe-") && *id != "pipe-required-fields").collect();
    ids.into_iter().collect()
}

#[test]
fn a_repository_of_operators() {
    let of = |version: &str, more: &str| in_repository(version, more, "stable");
    let ci = ("operators/foo/ci.yaml", "updateGraph: replaces-mode\n");
    let semver = ("operators/foo/ci.yaml", "updateGraph: semver-mode\n");
    let fbc = ("operators/foo/ci.yaml", "fbc: {enabled: true}\n");
    let chain = [of("1.0.0", ""), of("1.1.0", ", replaces: foo.v1.0.0")];
    assert_eq!(pipeline(&chain, &[ci]), ["pipe-not-fbc"]);
    assert_eq!(pipeline(&chain, &[fbc]), [""; 0]);
    let lost = [of("1.0.0", ""), of("1.1.0", "")];
    assert_eq!(pipeline(&lost, &[ci]), ["pipe-dangling", "pipe-not-fbc"]);
    assert_eq!(pipeline(&lost, &[semver]), ["pipe-not-fbc"]);
    let apart = [of("1.0.0", ""), in_repository("1.1.0", "", "fast")];
    assert_eq!(pipeline(&apart, &[ci]), ["pipe-not-fbc"]);
    let range = [of("1.0.0", ""), of("1.1.0", ", olm.skipRange: '<1.1.0'|")];
    assert_eq!(pipeline(&range, &[ci]), ["pipe-not-fbc", "pipe-pruned-graph"]);
    let circle = [of("1.0.0", ", replaces: foo.v1.1.0"), of("1.1.0", ", replaces: foo.v1.0.0")];
    assert_eq!(pipeline(&circle, &[ci]), ["pipe-graph-loop", "pipe-not-fbc"]);
    let nowhere = [of("1.0.0", ", replaces: foo.v0.9.0")];
    assert_eq!(pipeline(&nowhere, &[ci]), ["pipe-not-fbc", "pipe-replaces"]);
    assert_eq!(pipeline(&nowhere, &[fbc]), [""; 0]);
    let market = ("config.yaml", "organization: redhat-marketplace\n");
    assert_eq!(pipeline(&nowhere, &[fbc, market]), ["pipe-marketplace"]);
    let other = [
        of("1.0.0", ""),
        of("1.1.0", ", replaces: foo.v1.0.0")
            .map(|(path, text)| (path, text.replace("package.v1: foo", "package.v1: bar"))),
    ];
    assert_eq!(pipeline(&other, &[fbc]), ["pipe-operator-name"]);
    let other = other.map(|bundle| bundle.map(|(path, text)| (path, text.replace("foo.v1.1.0", "bar.v1.1.0"))));
    assert_eq!(pipeline(&other, &[ci]), ["pipe-name-unique", "pipe-not-fbc", "pipe-operator-name"]);
    let release =
        ("operators/foo/1.0.0/release-config.yaml", "catalog_templates:\n- {template_name: a, channels: [Slow]}\n");
    assert_eq!(pipeline(&chain, &[ci, release]), ["pipe-not-fbc", "pipe-release-config"]);
    assert_eq!(pipeline(&chain, &[fbc, release]), ["pipe-release-config"]);
    let mapping = (
        "operators/foo/ci.yaml",
        "fbc: {enabled: true, catalog_mapping: [{template_name: a, type: olm.semver, catalog_names: [v4.18]}]}\n",
    );
    assert_eq!(pipeline(&chain, &[mapping, release]), ["pipe-release-config"]);
    let allowed = ("config.yaml", "allowed_bundle_registries: [quay.io/]\n");
    let catalog = ("catalogs/v4.18/foo/catalog.yaml", "schema: olm.bundle\nname: a\nimage: docker.io/a:1\n");
    assert_eq!(pipeline(&[], &[allowed, catalog]), ["pipe-catalog-registry"]);
    assert_eq!(pipeline(&[], &[catalog]), [""; 0]);
}

#[test]
fn options_of_upstream() {
    let with = |change: &Change, options: CheckOptions| -> Vec<(&'static str, Severity, String)> {
        let files = sample::changed(change).unwrap().files;
        let inputs: Vec<Input<'_>> = files.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
        let report = check(&Bundle::new(&inputs).with_options(options));
        let found = report.findings.iter();
        found
            .map(|one| {
                (
                    one.rule.id,
                    one.tool_reports.iter().map(|tool| tool.severity).max().unwrap(),
                    one.tool_reports[0].text.clone(),
                )
            })
            .collect()
    };
    let beta = Change::new((sample::CRD, "apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n"));
    let severity = |options: CheckOptions, id: &str| {
        with(&beta, options).into_iter().find(|(found, _, _)| *found == id).map(|(_, severity, _)| severity)
    };
    let k8s = |text: &str| CheckOptions { k8s_version: Some(text.to_owned()), ..CheckOptions::default() };
    assert_eq!(severity(CheckOptions::default(), "dep-1.22"), Some(Severity::Warning));
    assert_eq!(severity(k8s("1.21"), "dep-1.22"), Some(Severity::Warning));
    assert_eq!(severity(k8s("1.22"), "dep-1.22"), Some(Severity::Error));
    assert_eq!(severity(k8s("latest"), "dep-k8s-option"), Some(Severity::Error));
    let custom = CheckOptions { categories: vec!["Mine".to_owned()], ..CheckOptions::default() };
    let none = Change::new((sample::CSV, "displayName: Foo", "displayName: Bar"));
    let found = with(&none, custom);
    assert!(
        found.iter().any(|(id, _, text)| *id == "cat-invalid"
            && text.ends_with("value \"Database\" is not in the set of custom categories")),
        "{found:?}"
    );
    // The labels of the image.
    for (label, is_fine) in [
        ("LABEL com.redhat.openshift.versions=v4.6-v4.8", true),
        ("LABEL com.redhat.openshift.versions=\"=v4.8\"", true),
        ("LABEL com.redhat.openshift.versions=v4.6", false),
        ("LABEL com.redhat.openshift.versions=v4.6-v4.9", false),
        ("LABEL com.redhat.openshift.versions", false),
        ("FROM scratch", false),
    ] {
        let mut files = sample::changed(&beta).unwrap().files;
        files.push(("bundle.Dockerfile".to_owned(), format!("{label}\n")));
        let inputs: Vec<Input<'_>> = files.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
        let options = CheckOptions { index: Some("bundle.Dockerfile".to_owned()), ..CheckOptions::default() };
        let report = check(&Bundle::new(&inputs).with_options(options));
        let found = report.findings.iter().any(|one| one.rule.id == "comm-index");
        assert_eq!(!found, is_fine, "{label}");
    }
}

#[test]
fn objects_of_an_unpack_job() {
    // The name is the SHA-256 digest of the image reference `abc`.
    let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a";
    let job = format!(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: {name}, namespace: b, labels: {{operatorframework.io/bundle-unpack-ref: {name}}}}}\nspec: {{template: {{spec: {{serviceAccountName: {name}, initContainers: [{{name: util}}, {{name: pull, image: abc}}], containers: [{{name: extract}}]}}}}}}\n"
    );
    let role = format!(
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {{name: {name}, namespace: b}}\nrules: [{{apiGroups: [''], resources: [configmaps], verbs: [create, get, update], resourceNames: [{name}]}}]\n"
    );
    let binding = format!(
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: {name}, namespace: b}}\nroleRef: {{kind: Role, name: {name}}}\nsubjects: [{{kind: ServiceAccount, name: {name}, namespace: b}}]\n"
    );
    let messages = |text: &str| -> Vec<String> {
        run(&[("objects.yaml".to_owned(), text.to_owned())]).findings.into_iter().map(|one| one.message).collect()
    };
    let all = format!("{job}{role}{binding}");
    assert_eq!(messages(&all), [""; 0]);
    let changes = [
        ("serviceAccountName: ba", "serviceAccountName: xa", "The unpack job runs as"),
        ("verbs: [create, get, update]", "verbs: [get]", "The Role does not allow"),
        ("roleRef: {kind: Role,", "roleRef: {kind: ClusterRole,", "The RoleBinding does not bind"),
        ("subjects: [{kind: ServiceAccount", "subjects: [{kind: User", "The RoleBinding does not list"),
    ];
    for (old, new, expected) in changes {
        let found = messages(&all.replace(old, new));
        assert!(found.len() == 1 && found[0].starts_with(expected), "{new}: {found:?}");
    }
}

/// A comment suppresses a finding in the report. The tools' verdicts are unchanged, and errors of the tools stay.
#[test]
fn comments_suppress_findings_that_no_tool_enforces() {
    let checked = |old: &str, new: &str| {
        let change = Change::new((sample::CSV, leak(old), leak(new)));
        let report = run_changed(&change);
        let found =
            report.findings.iter().filter(|finding| finding.severity_of_bundles(BundleProfile::Default).is_some());
        found.map(|finding| (finding.rule.id, finding.suppressed)).collect::<Vec<_>>()
    };
    let spec = "spec: # olmkit-ignore BDL028: it runs everywhere\n";
    let missing = checked("  minKubeVersion: 1.20.0\n", "");
    assert_eq!(missing, [("csv-minkube-missing", false)]);
    let text = sample::files().into_iter().find(|(path, _)| path == sample::CSV).unwrap().1;
    let from = text.find("spec:\n").unwrap();
    let to = text.find("  provider:").unwrap();
    let old = &text[from..to];
    let silent = old.replace("spec:\n", spec).replace("  minKubeVersion: 1.20.0\n", "");
    assert_eq!(checked(old, &silent), [("csv-minkube-missing", true)]);
    let refused = checked("minKubeVersion: 1.20.0", "minKubeVersion: '1.20' # olmkit-ignore csv-minkube-invalid: why");
    assert_eq!(refused, [("csv-minkube-invalid", false), ("bundle-ignore-comment", false)]);
}

/// Names without effect are removed one by one, or with the whole comment.
#[test]
fn unused_names_are_removed_from_comments() {
    let api = "    - name: foos.ex.com\n      version: v1\n      kind: Foo\n";
    let fixes = |names: &str| {
        let new = leak(&format!("    # olmkit-ignore {names}: it speaks for itself\n{api}"));
        let change = Change::new((sample::CSV, leak(&format!("{api}      description: A foo\n")), new));
        let found = run_changed(&change).findings.into_iter().filter(|one| one.rule.id == "bundle-ignore-comment");
        found.flat_map(|one| one.fixes).map(|fix| fix.title).collect::<Vec<_>>()
    };
    assert_eq!(fixes("gp-crd-description"), [""; 0]);
    assert_eq!(fixes("hub-icon-missing, gp-crd-description"), ["Remove `hub-icon-missing` from the comment"]);
    assert_eq!(fixes("hub-icon-missing, no-such-rule"), ["Remove the comment"; 2]);
}

/// YAML reads an unquoted `1.20` as the number 1.2.
#[test]
fn unquoted_versions_are_completed_as_they_are_written() {
    let found = |rule: &str, old: &str, new: &str| {
        let found = run_changed(&Change::new((sample::CSV, leak(old), leak(new)))).findings;
        // The registry's own error is about the whole `spec`.
        found
            .into_iter()
            .filter(|finding| finding.rule.id == rule)
            .max_by_key(|finding| finding.place.range.start())
            .unwrap()
    };
    for (written, full) in [("1.20", "1.20.0"), ("'1.20'", "1.20.0"), ("1", "1.0.0"), ("1.20 # minor", "1.20.0")] {
        let finding = found("csv-minkube-invalid", "minKubeVersion: 1.20.0", &format!("minKubeVersion: {written}"));
        assert_eq!(finding.help, format!("Write `{full}`."), "{written}");
        assert_eq!(finding.fixes[0].edits[0].text, format!("'{full}'"), "{written}");
    }
    for (written, full) in [("1.10", "1.10.0"), ("0.3", "0.3.0")] {
        let finding =
            found("csv-typed-decode", "version: 1.0.0\n  displayName", &format!("version: {written}\n  displayName"));
        assert_eq!(finding.help, format!("Write a full version: `{full}`."), "{written}");
    }
    assert_eq!(found("csv-typed-decode", "displayName: Foo", "displayName: 1.10").help, "Quote it.");
}

fn leak(text: &str) -> &'static str {
    text.to_owned().leak()
}
