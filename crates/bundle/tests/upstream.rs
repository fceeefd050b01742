//! Upstream's behavior where there are no recorded answers: changes to the sample, and the output of one tool.

use crate::common::changed::{Files, files, ids, messages, replaced, with};
use crate::common::run;
use olmkit_bundle::sample;
use olmkit_diagnostics::{BundleProfile, Suite};

const SECRET: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: b}\n";

#[test]
fn the_first_of_several_icons_is_checked_too() {
    let files = replaced(sample::CSV, "  icon:\n", "  icon:\n  - mediatype: image/bmp\n");
    assert_eq!(ids(&files, Suite::OperatorHub), ["hub-icon-count", "hub-icon-fields", "hub-icon-mediatype"]);
}

#[test]
fn operator_sdk_stops_at_what_it_cannot_load() {
    // Without annotations, nothing else is reported. A bundle that cannot be loaded has no other findings.
    let files = replaced(sample::ANNOTATIONS, "annotations:", "annotation:");
    assert_eq!(messages(&files, Suite::Sdk), ["metadata not found in "]);
    let mut files = with("manifests/sub/a.yaml", SECRET);
    files.insert(sample::ANNOTATIONS.to_owned(), "annotations: {a: b}\n".to_owned());
    assert_eq!(ids(&files, Suite::Sdk), ["layout-nested-dir"]);
    assert!(ids(&files, Suite::OpmFormat).contains(&"ann-key-missing"));
}

#[test]
fn operator_sdk_looks_at_objects_of_known_kinds_only() {
    let files = with(sample::OBJECT, &SECRET.replace("Secret", "Deployment"));
    assert_eq!(ids(&files, Suite::Sdk), ["obj-kind-unsupported"]);
    let files = with(sample::OBJECT, SECRET);
    let forbidden = "metadata.namespace: Forbidden: not allowed on this type";
    assert_eq!(messages(&files, Suite::Sdk), [format!("Value a: error validating object: {forbidden}. ")]);
    assert_eq!(messages(&files, Suite::OpmContent), [format!("error validating object metadata: {forbidden}. ")]);
    // The media type is detected from the files, not from the annotations.
    let mut files = with(sample::OBJECT, &SECRET.replace("Secret", "Deployment").replace(", namespace: b", ""));
    let text = files[sample::ANNOTATIONS].replace("registry+v1", "plain");
    files.insert(sample::ANNOTATIONS.to_owned(), text);
    assert_eq!(ids(&files, Suite::Sdk), ["ann-mediatype-mismatch", "obj-kind-unsupported"]);
    let files =
        with("manifests/a.yaml", "apiVersion: monitoring.coreos.com/v1\nkind: PodMonitor\nmetadata: {name: a}\n");
    assert_eq!((ids(&files, Suite::Sdk), ids(&files, Suite::OpmContent)), (vec!["obj-kind-unsupported"], vec![]));
    for release in ["'1'", "'01'", "1"] {
        let files = replaced(sample::CSV, "  version: 1.0.0\n", &format!("  version: 1.0.0\n  release: {release}\n"));
        assert!(ids(&files, Suite::Sdk).is_empty(), "{release}");
    }
}

#[test]
fn only_opm_decodes_the_metadata_of_objects() {
    let object =
        |metadata: &str| with(sample::OBJECT, &format!("apiVersion: v1\nkind: Secret\nmetadata: {metadata}\n"));
    for metadata in [
        "{name: a, labels: x}",
        "{name: a, labels: {a: 1, '!': b}}",
        "{name: a, annotations: {a: true}}",
        "{name: a, finalizers: [1]}",
        "{name: a, finalizers: x}",
        "{name: a, ownerReferences: [x]}",
        "{name: a, generation: x, creationTimestamp: 5}",
    ] {
        let files = object(metadata);
        assert_eq!(messages(&files, Suite::Sdk), [""; 0], "{metadata}");
        assert_eq!(ids(&files, Suite::OpmContent), ["obj-metadata"], "{metadata}");
    }
    // Null is an empty string for both. For an untyped object, this is the case since Kubernetes 1.33, which
    // operator-sdk is built with.
    for (metadata, found) in [
        ("{name: a, labels: {'!': null}}", vec!["obj-metadata"]),
        ("{name: a, labels: {a: null}, annotations: {b: null}}", vec![]),
        ("{name: a, labels: null}", vec![]),
    ] {
        for suite in [Suite::Sdk, Suite::OpmContent] {
            assert_eq!(ids(&object(metadata), suite), found, "{metadata}");
        }
    }
    for metadata in ["{name: 5}", "x", "{name: a, labels: {'!': b}}", "{name: a, namespace: b, labels: 1}"] {
        assert_eq!(ids(&object(metadata), Suite::Sdk), ["obj-metadata"], "{metadata}");
    }
}

#[test]
fn empty_documents_among_the_metadata_crash_opm_and_operator_sdk() {
    let crash = ["panic: runtime error: invalid memory address or nil pointer dereference"];
    let dependencies = "dependencies:\n- type: olm.package\n  value: {packageName: a, version: 1.0.0}\n";
    for name in [sample::DEPENDENCIES, "metadata/properties.yaml", "metadata/aaa.txt", "metadata/zzz.yaml"] {
        for text in ["# Nothing yet.\n", "null\n", "---\n", "\n---\na: b\n", "# License\n---\ndependencies: []\n"] {
            let files = with(name, text);
            assert_eq!(messages(&files, Suite::OpmFormat), crash, "{name} {text:?}");
            assert!(messages(&files, Suite::Sdk).iter().any(|text| *text == crash[0]), "{name} {text:?}");
            let report = run(&files);
            assert!(!report.accepted(BundleProfile::Opm) && !report.accepted(BundleProfile::Sdk));
            assert!(ids(&files, Suite::Olmkit).iter().all(|id| *id != "empty-first-doc"), "{name} {text:?}");
        }
        for text in ["", "{}\n", "---\n# Nothing yet.\ndependencies: []\n", "dependencies:\n", "a: [\n", "text\n"] {
            assert_eq!(messages(&with(name, text), Suite::OpmFormat), [""; 0], "{name} {text:?}");
        }
        // No more files are read after annotations and dependencies have been found.
        let mut files = with(name, "null\n");
        files.insert("metadata/b.yaml".to_owned(), dependencies.to_owned());
        let crashes = name == "metadata/aaa.txt";
        assert_eq!(messages(&files, Suite::OpmFormat).is_empty(), !crashes, "{name}");
    }
    // If the file with the annotations is empty, operator-sdk does not find them and opm crashes.
    let files = with(sample::ANNOTATIONS, "# Nothing yet.\n");
    assert_eq!(
        (messages(&files, Suite::OpmFormat), messages(&files, Suite::Sdk).len()),
        (crash.map(str::to_owned).to_vec(), 1)
    );
    // An empty file has no document.
    let files = with(sample::ANNOTATIONS, "");
    assert_eq!(ids(&files, Suite::OpmFormat), ["ann-file-missing"]);
    assert!(run(&files).accepted(BundleProfile::Api));
}

#[test]
fn a_csv_without_spec_is_unreadable_for_the_registry() {
    let files = with(sample::CSV, "apiVersion: a/v1\nkind: ClusterServiceVersion\nmetadata: {name: a}\n");
    let texts = messages(&files, Suite::OpmContent);
    for text in ["error getting CSV CRDs", "error getting bundle CSV version"] {
        assert!(texts.contains(&format!("Value unexpected end of JSON input: {text}")), "{texts:?}");
    }
}

#[test]
fn opm_knows_the_bundle_by_a_csv_that_it_could_convert() {
    let mut files = replaced(sample::CSV, "- name: foos.ex.com", "- name: bars.ex.com");
    let named = |files: &Files| messages(files, Suite::OpmContent).into_iter().find(|text| text.contains("not found"));
    assert!(named(&files).unwrap().ends_with("bars.ex.com/v1 not found in bundle \"foo.v1.0.0\""));
    let text = files[sample::CSV].replace("displayName: Foo", "displayName: 1");
    files.insert(sample::CSV.to_owned(), text);
    assert!(named(&files).unwrap().ends_with("bars.ex.com/v1 not found in bundle \"\""));
}

#[test]
fn the_registry_folds_keys_of_owned_apis() {
    let files = replaced(sample::CSV, "- name: foos.ex.com", "- Name: foos.ex.com");
    // The converter matches keys exactly, so the CSV alone has no name for the API.
    assert_eq!(ids(&files, Suite::OpmContent), ["ex-owned-name", "ex-unprovided"]);
    assert!(ids(&files, Suite::ApiBundle).is_empty());
    // The Kelvin sign and the long s fold to letters.
    let files = replaced(sample::CSV, "      kind: Foo\n", "      \u{212A}ind: Foo\n");
    assert!(ids(&files, Suite::ApiBundle).is_empty());
    let files = replaced(sample::CSV, "      version: v1\n", "      ver\u{17F}ion: v1\n");
    assert!(ids(&files, Suite::ApiBundle).is_empty());
}

#[test]
fn names_are_quoted_as_go_does() {
    let files = replaced(sample::CSV, "name: foo.v1.0.0", "name: \"a\\tb\"");
    assert!(messages(&files, Suite::ApiCsv).iter().any(|text| text.contains("metadata.name \"a\\tb\" is invalid: ")));
}

#[test]
fn annotations_are_read_as_yaml_and_over_each_other() {
    // A comment before the separator is not a document for the YAML parser of the loader, but it is one for opm's
    // reader.
    let commented =
        format!("# a comment\n---\n{}", files()[sample::ANNOTATIONS].replace("v1: stable\n", "v1: alpha\n"));
    let files = with(sample::ANNOTATIONS, &commented);
    assert_eq!(ids(&files, Suite::GoodPractices), ["gp-channels"]);
    assert_eq!(ids(&files, Suite::OpmFormat), ["metadata-empty-document"]);
    // A second file adds its keys, and keeps those that it does not have.
    let key = "operators.operatorframework.io.bundle.channels.v1";
    let files = with("metadata/annotations2.yaml", &format!("annotations: {{{key}: beta}}\n"));
    let texts = messages(&files, Suite::GoodPractices);
    assert!(texts.len() == 1 && texts[0].contains("[\"beta\"]"), "{texts:?}");
    let files = with("metadata/annotations2.yaml", "annotations: {a: b}\n");
    assert!(messages(&files, Suite::GoodPractices).is_empty());
}

#[test]
fn a_service_account_without_a_name_is_that_of_a_deployment_without_one() {
    let mut files = replaced(sample::CSV, "              serviceAccountName: foo\n", "");
    files.insert(sample::OBJECT.to_owned(), "apiVersion: v1\nkind: ServiceAccount\n".to_owned());
    assert_eq!(ids(&files, Suite::ApiBundle), ["bundle-sa-clash"]);
}

#[test]
fn a_crd_of_the_old_api_without_versions_is_provided() {
    let old = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: bars.ex.com}\n\
spec: {group: ex.com, scope: Namespaced, preserveUnknownFields: false, names: {kind: Bar, plural: bars}}\n";
    let files = with("manifests/bar.yaml", old);
    assert_eq!(ids(&files, Suite::ApiBundle), ["crd-unowned"]);
    let twice = old.replace("names:", "version: v1, versions: [{name: v1, storage: true}, {name: v1}], names:");
    assert_eq!(ids(&with("manifests/bar.yaml", &twice), Suite::ApiBundle), ["bundle-crd-dup", "crd-unowned"]);
}

#[test]
fn defaults_need_pruned_objects() {
    let mut files = replaced(sample::CRD, "{spec: {type: object}}", "{a: {type: string, default: b}}");
    assert!(ids(&files, Suite::ApiCrd).is_empty());
    let text = files[sample::CRD].replace("  scope:", "  preserveUnknownFields: true\n  scope:");
    files.insert(sample::CRD.to_owned(), text);
    let texts = messages(&files, Suite::ApiCrd);
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts.iter().any(|text| text.ends_with("must be false in order to use defaults in the schema")));
}

#[test]
fn selectable_fields_need_a_schema_of_their_own() {
    let fields = |path: &str, schema: &str| {
        let new = format!("    selectableFields: [{{jsonPath: '{path}'}}]\n{schema}");
        let files = replaced(
            sample::CRD,
            "    schema:\n      openAPIV3Schema:\n        properties: {spec: {type: object}}\n        type: object\n",
            &new,
        );
        messages(&files, Suite::ApiCrd)
            .into_iter()
            .map(|text| text.rsplit(": ").next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(".a", ""), ["selectableFields may only be set when validations.schema is included"]);
    let schema = "    schema: {openAPIV3Schema: {type: object, properties: {a: {type: string}}}}\n";
    assert!(fields(".a", schema).is_empty());
    for (path, why) in [
        (".b", "does not refer to a valid field"),
        (".a.b", "does not refer to a valid field"),
        ("a", "a"),
        (".a[0]", "array notation is not allowed"),
        (".", "unexpected end of JSON path"),
    ] {
        assert_eq!(fields(path, schema), [why], "{path}");
    }
}

#[test]
fn a_deprecation_warning_has_one_reason_when_nothing_is_deprecated() {
    let text = |lines: &str| messages(&replaced(sample::CRD, "    served: true\n", lines), Suite::ApiCrd);
    assert_eq!(text("    served: true\n    deprecationWarning: ''\n").len(), 1);
    let found = text("    served: true\n    deprecated: true\n    deprecationWarning: ''\n");
    assert!(found[0].ends_with("must not be an empty string"), "{found:?}");
}

#[test]
fn permissions_are_checked_when_the_csv_converts() {
    let rules = "      permissions:\n      - serviceAccountName: foo\n        rules:\n        - {apiGroups: [policy], \
resources: [podsecuritypolicies], verbs: [use]}\n      deployments:\n";
    let files = replaced(sample::CSV, "      deployments:\n", rules);
    assert_eq!(ids(&files, Suite::DeprecatedApis), ["dep-1.25-rbac"]);
    // The real plural of the kind differs, so the kind exempts nothing.
    let mut exempt = files.clone();
    let text = exempt[sample::CSV]
        .replace("      kind: Foo\n", "      kind: Foo\n      resources: [{kind: PodSecurityPolicy, version: v1}]\n");
    exempt.insert(sample::CSV.to_owned(), text);
    assert_eq!(ids(&exempt, Suite::DeprecatedApis), ["dep-1.25-rbac"]);
    let mut broken = files.clone();
    let text = broken[sample::CSV].replace("    support: acme\n", "    support: true\n");
    broken.insert(sample::CSV.to_owned(), text);
    assert!(ids(&broken, Suite::DeprecatedApis).is_empty());
    let mut other = files;
    let text = other[sample::CSV].replace("operators.coreos.com/v1alpha1", "operators.coreos.com/v1alpha2");
    other.insert(sample::CSV.to_owned(), text);
    assert!(ids(&other, Suite::DeprecatedApis).is_empty());
}

#[test]
fn annotations_have_a_limit() {
    let text = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, annotations: {{a: {}}}}}\n",
        "x".repeat(262_144)
    );
    let texts = messages(&with(sample::OBJECT, &text), Suite::OpmContent);
    assert_eq!(
        texts,
        ["error validating object metadata: metadata.annotations: Too long: may not be more than 262144 bytes. "]
    );
}

#[test]
fn opm_render_reports_the_error_it_stops_at() {
    let ids = |files: &Files| ids(files, Suite::OpmRender);
    assert_eq!(ids(&files()), [""; 0]);
    assert_eq!(ids(&replaced(sample::CSV, "kind: ClusterServiceVersion", "kind: ConfigMap")), ["layout-no-csv"]);
    assert_eq!(ids(&replaced(sample::ANNOTATIONS, "annotations:", "annotation:")), ["ann-file-missing"]);
    assert_eq!(ids(&replaced(sample::CSV, "version: 1.0.0", "version: 1.0")), ["layout-not-rendered"]);
    // What only other tools reject is rendered.
    assert_eq!(ids(&replaced(sample::CSV, "version: 1.0.0", "version: abc")), [""; 0]);
}

#[test]
fn the_reason_why_a_csv_is_not_read_is_named() {
    // A directory with several bundles, for example.
    let nested: Files = files().into_iter().map(|(path, text)| (format!("foo/{path}"), text)).collect();
    let mut hidden = files();
    let text = hidden.remove(sample::CSV).unwrap();
    hidden.insert("manifests/.csv.yaml".to_owned(), text);
    for (files, path, reason) in [
        (nested, format!("foo/{}", sample::CSV), "it is not in the `manifests` directory of the bundle"),
        (hidden, "manifests/.csv.yaml".to_owned(), "it is a hidden file"),
    ] {
        let report = run(&files);
        let found = report.findings.iter().find(|finding| finding.rule.id == "layout-no-csv").unwrap();
        let expected = format!("The bundle has no CSV. `{path}` is not read as a CSV, because {reason}.");
        assert_eq!(found.message, expected);
    }
}

#[test]
fn paths_of_columns_and_scales_are_not_parsed() {
    let version = |more: &str| replaced(sample::CRD, "    served: true\n", &format!("    served: true\n    {more}\n"));
    for path in [".spec[", ".spec.a]", ".a{b}", ".'", ".", "..a"] {
        let column = format!("additionalPrinterColumns: [{{name: a, type: string, jsonPath: \"{path}\"}}]");
        assert_eq!(messages(&version(&column), Suite::ApiCrd), [""; 0], "{path}");
    }
    let scale = "subresources: {scale: {specReplicasPath: '.spec.a[', statusReplicasPath: .status.a, labelSelectorPath: '.status.{'}}";
    assert_eq!(messages(&version(scale), Suite::ApiCrd), [""; 0]);
    let column = "additionalPrinterColumns: [{name: a, type: string, jsonPath: '{.a}'}]";
    let texts = messages(&version(column), Suite::ApiCrd);
    assert!(texts[0].ends_with("must be a simple json path starting with ."), "{texts:?}");
}

#[test]
fn managed_fields_are_part_of_the_metadata() {
    let text = |metadata: &str| {
        let object = format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a, {metadata}}}\n");
        let texts = messages(&with(sample::OBJECT, &object), Suite::OpmContent);
        texts.concat().replace("error validating object metadata: ", "")
    };
    assert_eq!(text("managedFields: [{operation: Apply, fieldsType: FieldsV1, fieldsV1: {}, manager: 'a b'}]"), "");
    let at = "metadata.managedFields[0]";
    let operation = format!("{at}.operation: Invalid value: \"\": must be `Apply` or `Update`");
    assert_eq!(text("managedFields: [{}]"), format!("{operation}. "));
    let kind = format!("{at}.fieldsType: Invalid value: \"x\": must be `FieldsV1`");
    assert_eq!(text("managedFields: [{operation: Update, fieldsType: x}]"), format!("{kind}. "));
    let control =
        format!("{at}.manager: Invalid value: \"ü\\t\": should only contain printable characters (at position 2)");
    assert_eq!(text("managedFields: [{operation: Update, manager: \"ü\\t\"}]"), format!("{control}. "));
    for (field, most) in [("manager", 128), ("subresource", 256)] {
        let of =
            |length: usize| text(&format!("managedFields: [{{operation: Update, {field}: {}}}]", "x".repeat(length)));
        assert_eq!(of(most), "");
        assert_eq!(of(most + 1), format!("{at}.{field}: Too long: may not be more than {most} bytes. "));
    }
    let crd = replaced(sample::CRD, "  name: foos.ex.com\n", "  name: foos.ex.com\n  managedFields: [{}]\n");
    assert_eq!(ids(&crd, Suite::ApiCrd), ["crd-meta-name"]);
}

#[test]
fn only_events_of_the_core_own_nothing() {
    let object = |version: &str| {
        let owner = format!("{{apiVersion: {version}, kind: Event, name: a, uid: b}}");
        let text = format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a, ownerReferences: [{owner}]}}\n");
        ids(&with(sample::OBJECT, &text), Suite::OpmContent)
    };
    assert_eq!(object("v1"), ["obj-metadata"]);
    assert_eq!(object("events.k8s.io/v1"), [""; 0]);
}

#[test]
fn a_deprecation_warning_is_printable() {
    let text = |warning: &str| {
        let lines = format!("    served: true\n    deprecated: true\n    deprecationWarning: \"{warning}\"\n");
        messages(&replaced(sample::CRD, "    served: true\n", &lines), Suite::ApiCrd)
    };
    assert_eq!(text("a ü"), [""; 0]);
    for character in ["\\u00ad", "\\u200b", "\\u2028", "\\ue000", "\\t"] {
        let texts = text(character);
        assert!(texts[0].ends_with("non-printable character found at index 0"), "{character}: {texts:?}");
    }
}

#[test]
fn json_that_does_not_fit_is_decoded_again_as_yaml() {
    let channels = r#""operators.operatorframework.io.bundle.channels.v1": 1"#;
    let text = files()[sample::ANNOTATIONS].replace("annotations:\n", "");
    let members: Vec<String> = text
        .lines()
        .filter_map(|line| line.trim().split_once(": "))
        .filter(|(key, _)| !key.contains("channel"))
        .map(|(key, value)| format!("\"{key}\": \"{value}\""))
        .collect();
    let json = format!("{{\"annotations\": {{{}, {channels}}}}}", members.join(", "));
    let files = with(sample::ANNOTATIONS, &json);
    assert_eq!(messages(&files, Suite::OpmFormat), [""; 0]);
    assert_eq!(ids(&files, Suite::OpmRender), [""; 0]);
}

#[test]
fn opm_reads_other_objects_as_yaml_also_if_they_are_json() {
    let texts = |data: &str| {
        let object =
            format!(r#"{{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {{"name": "a"}}, "data": {data}"#);
        messages(&with("manifests/a.json", &object), Suite::OpmContent)
    };
    assert_eq!(texts(r#"{"a": "b"}}"#), [""; 0]);
    assert!(texts(r#"{"a": "b\/c"}}"#)[0].ends_with("found unknown escape character"));
    assert!(texts(r#"{"a": "\ud83d\ude00"}}"#)[0].ends_with("found invalid Unicode character escape code"));
    assert!(texts(r#"{"a": "b"}} @x"#)[0].ends_with("found character that cannot start any token"));
}

#[test]
fn the_value_of_a_dependency_may_be_null() {
    let texts = |value: &str| {
        messages(&with(sample::DEPENDENCIES, &format!("dependencies:\n- {{type: {value}}}\n")), Suite::OpmFormat)
    };
    assert_eq!(texts("olm.label, value: null"), ["Label information is missing"]);
    assert_eq!(texts("olm.package, value: null"), ["Package name is empty", "Package version is empty"]);
    assert_eq!(texts("olm.constraint, value: null"), ["The CEL field is missing"]);
    assert_eq!(texts("olm.gvk, value: null").len(), 3);
    // An expression of whitespace is present, but does not compile.
    assert!(texts("olm.constraint, value: {cel: {rule: ' '}}")[0].starts_with("Invalid CEL expression: "));
    assert_eq!(texts("olm.gvk"), ["couldn't parse dependency of type olm.gvk"]);
    assert_eq!(texts("olm.crd, value: null"), ["couldn't parse dependency of type olm.crd"]);
}

#[test]
fn versions_are_compared_as_types() {
    let paths = |first: &str, second: &str| {
        let schema = "    schema: {openAPIV3Schema: {type: object}}\n";
        let versions = format!(
            "  versions:\n  - name: v2\n    served: true\n    storage: false\n{schema}    {first}\n  - name: v1\n    {second}\n"
        );
        let texts = messages(&replaced(sample::CRD, "  versions:\n  - name: v1\n", &versions), Suite::ApiCrd);
        let path = |text: String| text.split(',').next().unwrap().trim_start_matches("Field spec.").to_owned();
        texts.into_iter().map(path).collect::<Vec<_>>()
    };
    let column = |more: &str| format!("additionalPrinterColumns: [{{name: a, type: foo, jsonPath: .a{more}}}]");
    let hoisted = ["additionalPrinterColumns[0].type"];
    for more in ["", ", priority: 0", ", description: ''", ", format: null", ", unknown: 1"] {
        assert_eq!(paths(&column(""), &column(more)), hoisted, "{more}");
    }
    for more in [", priority: 1", ", description: x"] {
        assert_eq!(paths(&column(""), &column(more)).len(), 2, "{more}");
    }
    let scale =
        |more: &str| format!("subresources: {{scale: {{specReplicasPath: x, statusReplicasPath: .status.n{more}}}}}");
    assert_eq!(paths(&scale(""), &scale(", labelSelectorPath: null")), ["subresources.scale.specReplicasPath"]);
    assert_eq!(paths(&scale(""), &scale(", labelSelectorPath: ''")).len(), 2);
}

#[test]
fn numbers_too_large_for_a_float_are_json() {
    let files = replaced(sample::CSV, "\"kind\": \"Foo\"", "\"kind\": \"Foo\",\"a\":1e999");
    assert_eq!(ids(&files, Suite::ApiCsv), [""; 0]);
    let files = replaced(sample::CSV, "\"kind\": \"Foo\"", "\"kind\": \"Foo\",\"a\":1e");
    assert_eq!(ids(&files, Suite::ApiCsv), ["ex-bad-json"]);
}
