//! Test cases of operator-registry for bundles (`opm alpha bundle`, its parser, its ConfigMap) and of operator-sdk for
//! finding annotations, rewritten.

use crate::cases::{Files, assert_rules, changed, inputs};
use olmkit_bundle::{
    Bundle, ExtractOptions, GenerateOptions, Input, RenderOptions, annotations, check, config_map, detect, dockerfile,
    render, sample,
};
use olmkit_diagnostics::Suite;
use serde_json::{Value, json};

fn file(path: &str, text: &str) -> Files {
    changed(&[(path, "", text)])
}

fn without(start: &str) -> Files {
    sample::files().into_iter().filter(|(path, _)| !path.starts_with(start)).collect()
}

#[test]
fn the_format_of_a_bundle() {
    let lists = |items: &str| file(sample::DEPENDENCIES, &format!("dependencies: [{items}]\n"));
    let empty = vec![("manifests/".to_owned(), String::new()), ("metadata/".to_owned(), String::new())];
    let five = "ann-key-missing ann-key-missing ann-key-missing ann-key-missing ann-key-missing";
    assert_rules(
        Suite::OpmFormat,
        &[
            ("a good one", sample::files(), ""),
            (
                "nothing of a bundle",
                vec![("a.txt".to_owned(), String::new())],
                "layout-manifests-dir layout-metadata-dir",
            ),
            ("both directories empty", empty, "ann-file-missing layout-manifests-empty"),
            (
                "annotations of something else",
                file(sample::ANNOTATIONS, "annotations: {foo: bar}\n"),
                &format!("ann-channels-empty {five} ann-mediatype-mismatch"),
            ),
            (
                "another media type",
                changed(&[(sample::ANNOTATIONS, "registry+v1", "registry+v2")]),
                "ann-mediatype-mismatch",
            ),
            ("an API without its kind", lists("{type: olm.gvk, group: g, version: v1}"), "deps-unparsed"),
            ("no range", lists("{type: olm.package, value: {packageName: a, version: 1.0}}"), "deps-unparsed"),
            (
                "an invalid range",
                lists("{type: olm.package, value: {packageName: a, version: 1.0.x.0}}"),
                "deps-package",
            ),
            ("no package", lists("{type: olm.package, value: {packageName: '', version: 1.0.0}}"), "deps-package"),
            ("no version", lists("{type: olm.package, value: {packageName: a}}"), "deps-package"),
            ("an unknown type", lists("{type: olm.crd, value: {name: a}}"), "deps-unparsed"),
            ("no label", lists("{type: olm.label, value: {label: ''}}"), "deps-label"),
        ],
    );
}

/// The validator decodes all files of metadata into the same structs, and reads the file with the annotations only as
/// annotations.
#[test]
fn metadata_in_several_files() {
    const OTHER: &str = "metadata/zzz.yaml";
    let broken = |text: &str| (sample::ANNOTATIONS, "annotations:\n", format!("annotations:\n  foo: {text}\n"));
    let with = |(path, old, new): (&str, &str, String), more: &[(&str, &str)]| {
        let changes = more.iter().map(|(path, text)| (*path, "", *text));
        changed(&std::iter::once((path, old, new.as_str())).chain(changes).collect::<Vec<_>>())
    };
    let crd = "dependencies:\n- type: olm.crd\n";
    let beside = (sample::ANNOTATIONS, "annotations:\n", format!("{crd}annotations:\n"));
    assert_rules(
        Suite::OpmFormat,
        &[
            ("dependencies beside the annotations", with(beside.clone(), &[]), ""),
            ("and others in the next file", with(beside, &[(OTHER, crd)]), "deps-unparsed"),
            ("an annotation that is a list", with(broken("[a]"), &[]), "ann-file-missing"),
            ("the same, and a file that fits", with(broken("[a]"), &[(OTHER, "a: b\n")]), ""),
            ("annotations are merged", with(broken("[a]"), &[(OTHER, "annotations: {foo: b}\n")]), ""),
            ("null forgets them", with(broken("[a]"), &[(OTHER, "annotations: null\n")]), "ann-file-missing"),
            (
                "a list that does not fit, and a file that fits",
                changed(&[(sample::DEPENDENCIES, "", "dependencies: [a]\n"), (OTHER, "", "a: b\n")]),
                "deps-unparsed",
            ),
            ("a list that does not fit", changed(&[(sample::DEPENDENCIES, "", "dependencies: [a]\n")]), ""),
        ],
    );
}

#[test]
fn constraints_in_cel() {
    let cel = |value: &str| {
        file(sample::DEPENDENCIES, &format!("dependencies: [{{type: olm.constraint, value: {value}}}]\n"))
    };
    let rule = |rule: &str| cel(&format!("{{cel: {{rule: \"{rule}\"}}}}"));
    let of = |function: &str| {
        rule(&format!("properties.exists(p, p.type == 'olm.test' && ({function}(p.value, '1.0.0') == 0))"))
    };
    assert_rules(
        Suite::OpmFormat,
        &[
            ("a good one", of("semver_compare"), ""),
            ("no CEL", cel("{}"), "deps-constraint"),
            ("no rule", rule(""), "deps-constraint"),
            ("an unknown function", of("doesnt_exist"), "deps-constraint"),
            ("no truth", rule("1"), "deps-constraint"),
        ],
    );
}

#[test]
fn the_content_of_a_bundle() {
    let object = |api: &str, kind: &str| {
        file(sample::OBJECT, &format!("apiVersion: {api}\nkind: {kind}\nmetadata: {{name: a}}\n"))
    };
    let number = file(sample::OBJECT, "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a, namespace: 1}\n");
    let modes = "  installModes:\n  - type: AllNamespaces\n    supported: true\n";
    let twice =
        "  - name: v1\n    served: true\n    storage: false\n  - name: v1\n    served: true\n    storage: true\n";
    let versions = "  - name: v1\n    served: true\n    storage: true\n";
    let annotations = "    olm.skiprange: '<1.0.0'\n    olm.operatorgroup: a\n    olm.operatornamespace: a\n    capabilities: Basic Install\n";
    let messages = |finding: &Files| {
        let report = check(&Bundle::new(&inputs(finding)));
        let texts = report
            .findings
            .iter()
            .flat_map(|finding| &finding.tool_reports)
            .filter(|tool| tool.suite == Suite::OpmContent);
        texts.map(|tool| tool.text.clone()).collect::<Vec<_>>()
    };
    assert_rules(
        Suite::OpmContent,
        &[
            ("a good one", sample::files(), ""),
            ("no install modes", changed(&[(sample::CSV, modes, "")]), "csv-installmodes-empty"),
            ("a version of a CRD twice", changed(&[(sample::CRD, versions, twice)]), "crd-version-unique"),
            ("a kind that is not supported", object("v1", "ResourceQuota"), "obj-kind-unsupported"),
            ("a budget", object("policy/v1", "PodDisruptionBudget"), ""),
            ("an autoscaler", object("autoscaling.k8s.io/v1", "VerticalPodAutoscaler"), ""),
            ("a missing owned CRD", without(sample::CRD), "crd-owned-missing"),
            (
                "annotations in the wrong case",
                changed(&[(sample::CSV, "    capabilities: Basic Install\n", annotations)]),
                "csv-annotation-case csv-annotation-case csv-annotation-case",
            ),
        ],
    );
    assert_eq!(messages(&number).len(), 1, "{:?}", messages(&number));
}

fn rendered(files: &[(String, String)]) -> Option<Value> {
    render(&Bundle::new(&inputs(files)), &RenderOptions::default())
        .ok()
        .map(|text| serde_json::from_str(&text).unwrap())
}

/// The properties other than objects: type and value.
fn properties(files: &[(String, String)]) -> Vec<(String, Value)> {
    let document = rendered(files).unwrap();
    let all = document["properties"].as_array().unwrap().iter();
    let all = all.map(|one| (one["type"].as_str().unwrap().to_owned(), one["value"].clone()));
    all.filter(|(kind, _)| kind != "olm.bundle.object").collect()
}

#[test]
fn what_the_parser_makes_of_a_bundle() {
    for (case, files) in [
        ("no manifests", without("manifests/")),
        ("no metadata", without("metadata/")),
        ("no annotations", file(sample::ANNOTATIONS, "other: {}\n")),
    ] {
        assert!(rendered(&files).is_none(), "{case}");
    }
    let gvk = ("olm.gvk".to_owned(), json!({"group": "ex.com", "kind": "Foo", "version": "v1"}));
    let package = ("olm.package".to_owned(), json!({"packageName": "foo", "version": "1.0.0"}));
    let own = [gvk.clone(), package.clone()];
    assert_eq!(properties(&sample::files()), own);
    assert_eq!(rendered(&sample::files()).unwrap()["name"], "foo.v1.0.0");
    let needs =
        file(sample::DEPENDENCIES, "dependencies:\n- {type: olm.package, value: {packageName: bar, version: 2.0.0}}\n");
    let required = ("olm.package.required".to_owned(), json!({"packageName": "bar", "versionRange": "2.0.0"}));
    assert_eq!(properties(&needs), [gvk.clone(), package.clone(), required]);
    let annotation = |text: &str| {
        let new = format!("    olm.properties: '{text}'\n    capabilities: Basic Install\n");
        changed(&[(sample::CSV, "    capabilities: Basic Install\n", &new)])
    };
    let label = |name: &str| ("olm.label".to_owned(), json!({"label": name}));
    let baz = r#"{"type": "olm.label", "value": {"label": "baz"}}"#;
    assert_eq!(properties(&annotation(&format!("[{baz}]"))), [gvk.clone(), label("baz"), package.clone()]);
    assert_eq!(properties(&annotation(&format!("[{baz}, {baz}]"))), [gvk.clone(), label("baz"), package.clone()]);
    assert_eq!(properties(&annotation("bad")), own);
    let unknown = ("foo".to_owned(), json!({}));
    assert_eq!(properties(&annotation(r#"[{"type": "foo", "value": {}}]"#)), [unknown, gvk, package]);
    // The package in the annotations takes precedence over that in a file.
    let other = file(
        "metadata/properties.yaml",
        "properties:\n- {type: olm.package, value: {packageName: fizz, version: 1.1.0}}\n",
    );
    assert_eq!(properties(&other), own);
}

#[test]
fn images_of_a_bundle() {
    let images = |files: &Files, image: &str| {
        let options = RenderOptions { image: image.to_owned(), migrate: false };
        let text = render(&Bundle::new(&inputs(files)), &options).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let list = document["relatedImages"].as_array().into_iter().flatten();
        list.map(|one| one["image"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let container = "              - name: manager\n";
    let sidecar = format!("              - {{name: other, image: other}}\n{container}");
    let first = "              initContainers: [{name: first, image: first}]\n              containers:\n";
    let own = "quay.io/ex/foo:v1.0.0";
    let related = "  relatedImages:\n  - name: foo\n    image: quay.io/ex/foo:v1.0.0\n";
    for (case, changes, image, expected) in [
        ("related images", vec![], "", vec![own]),
        ("the bundle's own", vec![], "bundle", vec!["bundle", own]),
        ("a container's only", vec![(sample::CSV, related, "")], "", vec![own]),
        ("two containers", vec![(sample::CSV, container, sidecar.as_str())], "", vec!["other", own]),
        ("a container of the start", vec![(sample::CSV, "              containers:\n", first)], "", vec!["first", own]),
        (
            "another strategy",
            vec![(sample::CSV, related, ""), (sample::CSV, "strategy: deployment", "strategy: nope")],
            "",
            vec![],
        ),
    ] {
        assert_eq!(images(&changed(&changes), image), expected, "{case}");
    }
}

#[test]
fn what_generate_writes() {
    let kind = |name: &str, text: &str| detect(&[Input::new(name, text.as_bytes())]);
    assert_eq!(
        kind("a.yaml", "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: a}\n"),
        "registry+v1"
    );
    assert_eq!(kind("Chart.yaml", "name: a\nversion: 1.0.0\n"), "helm");
    assert_eq!(kind("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"), "plain");
    let options = |default: &str, base: &str| GenerateOptions {
        package: "test4".to_owned(),
        channels: "test5".to_owned(),
        default_channel: default.to_owned(),
        base_image: base.to_owned(),
        manifests: "a/b/c".to_owned(),
        metadata: "x/y/z".to_owned(),
    };
    for base in ["scratch", "registry/group/image@tag"] {
        let text = dockerfile("test1", &options("", base));
        assert!(
            text.starts_with(&format!(
                "FROM {base}\n\nLABEL operators.operatorframework.io.bundle.mediatype.v1=test1\n"
            )),
            "{text}"
        );
        assert!(text.ends_with("bundle.channels.v1=test5\nCOPY a/b/c /manifests/\nCOPY x/y/z /metadata/\n"), "{text}");
    }
    let written = annotations("test1", &options("test5", ""));
    let lines: Vec<&str> = written.lines().collect();
    let key = |name: &str, value: &str| format!("  operators.operatorframework.io.bundle.{name}.v1: {value}");
    assert_eq!(lines[0], "annotations:");
    let expected = [
        key("channel.default", "test5"),
        key("channels", "test5"),
        key("manifests", "manifests/"),
        key("mediatype", "test1"),
        key("metadata", "metadata/"),
        key("package", "test4"),
    ];
    assert_eq!(lines[1..], expected);
}

#[test]
fn the_configmap_of_a_bundle() {
    let options = |gzip: bool| ExtractOptions { name: "a".to_owned(), namespace: "b".to_owned(), gzip, limit: 1 << 20 };
    let made = |files: &Files, gzip: bool| -> Value {
        serde_json::from_str(&config_map(&inputs(files), &options(gzip)).unwrap()).unwrap()
    };
    let odd = changed(&[("manifests/foo:bar.yaml", "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")]);
    for gzip in [false, true] {
        let map = made(&odd, gzip);
        let held = if gzip { &map["binaryData"] } else { &map["data"] };
        let keys: Vec<&String> = held.as_object().unwrap().keys().collect();
        // Sorted by file name, with invalid characters of keys replaced. Annotations are not part of the data.
        assert_eq!(keys, ["foo-bar.yaml", "foo.clusterserviceversion.yaml", "foo.crd.yaml"], "{gzip}");
    }
    assert_eq!(made(&sample::files(), false)["data"]["foo.crd.yaml"], sample::files()[1].1);
}

/// operator-sdk searches the whole directory for annotations.
#[test]
fn where_operator_sdk_finds_annotations() {
    let text = sample::files().into_iter().find(|(path, _)| path == sample::ANNOTATIONS).unwrap().1;
    let at = |path: &str, text: &str| {
        let mut files = without("metadata/");
        files.push((path.to_owned(), text.to_owned()));
        files
    };
    let both = |first: &str, second: &str| {
        let mut files = at(first, &text);
        files.push((second.to_owned(), "annotations: {foo: bar}\n".to_owned()));
        files
    };
    let is_found = |files: &Files| {
        let report = check(&Bundle::new(&inputs(files)));
        let mut reports =
            report.findings.iter().flat_map(|finding| &finding.tool_reports).filter(|tool| tool.suite == Suite::Sdk);
        !reports.any(|tool| tool.text.starts_with("metadata not found"))
    };
    for (case, files, expected) in [
        ("where they belong", at(sample::ANNOTATIONS, &text), true),
        ("another name", at("metadata/my-metadata.yaml", &text), true),
        ("another directory", at("my-dir/my-metadata.yaml", &text), true),
        ("deeper", at("my-parent-dir/my-dir/annotations.yaml", &text), true),
        ("where they belong, and elsewhere", both(sample::ANNOTATIONS, "other-metadata/annotations.yaml"), true),
        ("twice elsewhere", both("custom1/annotations.yaml", "custom2/annotations.yaml"), true),
        ("of something else", at(sample::ANNOTATIONS, "annotations:\n  foo: bar\n  baz: buf\n"), true),
        ("no YAML", at(sample::ANNOTATIONS, "annotations:\n\tfoo: bar\n"), false),
        ("an empty file", at(sample::ANNOTATIONS, ""), false),
        ("another key", at(sample::ANNOTATIONS, &text.replace("annotations:", "not-annotations:")), false),
        ("no annotations", at(sample::ANNOTATIONS, "annotations:\n"), false),
    ] {
        assert_eq!(is_found(&files), expected, "{case}");
    }
}
