//! How upstream decodes values into its Go types, where there are no recorded answers: changes to the sample, and the
//! output of one tool.

use crate::common::changed::{Files, files, ids, messages, replaced, with};
use olmkit_bundle::sample;
use olmkit_diagnostics::Suite;

#[test]
fn releases_have_no_maximum_length_but_are_not_empty() {
    let release = |value: &str| {
        replaced(sample::CSV, "  displayName: Foo\n", &format!("  displayName: Foo\n  release: {value}\n"))
    };
    let decodes = |files: &Files, suite| !ids(files, suite).contains(&"csv-typed-decode");
    for (value, api, opm) in [
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.1", true, true),
        ("''", false, false),
        ("a..b", false, false),
        ("1+1", false, false),
        ("null", false, true),
    ] {
        let files = release(value);
        assert_eq!((decodes(&files, Suite::ApiLoad), decodes(&files, Suite::OpmContent)), (api, opm), "{value}");
    }
    let texts = messages(&release("'01'"), Suite::OpmContent).concat();
    assert!(texts.contains("leading zeroes \"01\"") && !texts.contains("segment"), "{texts}");
}

#[test]
fn values_at_the_limits_of_their_go_types() {
    let image = "                image: quay.io/ex/foo:v1.0.0\n";
    let decodes = |files: &Files, suite| !ids(files, suite).contains(&"csv-typed-decode");
    for (more, api, opm) in [
        ("livenessProbe: {terminationGracePeriodSeconds: 9223372036854775807}", true, true),
        ("livenessProbe: {terminationGracePeriodSeconds: -9223372036854775808}", true, true),
        ("livenessProbe: {terminationGracePeriodSeconds: 9223372036854775808}", false, true),
        ("livenessProbe: {terminationGracePeriodSeconds: 1e19}", false, true),
        ("livenessProbe: {terminationGracePeriodSeconds: 1e3}", true, true),
        ("livenessProbe: {terminationGracePeriodSeconds: 1.5}", false, false),
        ("livenessProbe: {grpc: 5}", false, false),
        ("livenessProbe: {sleep: 5}", true, true),
        ("lifecycle: {postStart: {grpc: 5}}", true, true),
        ("lifecycle: {postStart: {sleep: 5}}", false, false),
        ("resources: {limits: {cpu: m}}", true, true),
        ("resources: {limits: {cpu: \"1\\n\"}}", false, false),
    ] {
        let files = replaced(sample::CSV, image, &format!("{image}                {more}\n"));
        assert_eq!((decodes(&files, Suite::ApiLoad), decodes(&files, Suite::OpmContent)), (api, opm), "{more}");
    }
}

#[test]
fn times_may_have_one_digit_for_the_hour() {
    for (time, is_time) in [
        ("2020-01-01T05:04:05Z", true),
        ("2020-01-01T5:04:05Z", true),
        ("2020-01-01T5:4:05Z", false),
        ("2020-01-01T:04:05Z", false),
        ("2020-1-01T05:04:05Z", false),
    ] {
        let name = "  name: foo.v1.0.0\n";
        let files = replaced(sample::CSV, name, &format!("{name}  creationTimestamp: '{time}'\n"));
        let found = ids(&files, Suite::ApiLoad);
        assert_eq!(found.is_empty(), is_time, "{time} {found:?}");
    }
}

#[test]
fn a_generation_of_zero_is_absent() {
    for (metadata, is_absent) in
        [("{generation: 0}", true), ("{generation: 1}", false), ("{deletionGracePeriodSeconds: 0}", false)]
    {
        let text = files()[sample::CSV].clone();
        let (start, end) = (text.find("metadata:\n").unwrap(), text.find("\nspec:").unwrap());
        let text = format!("{}metadata: {metadata}{}", &text[..start], &text[end..]);
        let texts = messages(&with(sample::CSV, &text), Suite::ApiCsv).concat();
        assert_eq!(texts.contains("Field ObjectMeta,"), is_absent, "{metadata} {texts}");
    }
}

#[test]
fn finalizers_and_owners_that_exclude_each_other() {
    let text = |metadata: &str| {
        let object = format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a, {metadata}}}\n");
        let texts = messages(&with(sample::OBJECT, &object), Suite::OpmContent);
        texts.concat().replace("error validating object metadata: ", "")
    };
    let found = text("finalizers: [orphan, a.b/c, foregroundDeletion]");
    let detail = "finalizer orphan and foregroundDeletion cannot be both set";
    let value = r#"["orphan","a.b/c","foregroundDeletion"]"#;
    assert_eq!(found, format!("metadata.finalizers: Invalid value: {value}: {detail}. "));
    assert_eq!(text("finalizers: [orphan]"), "");
    let name = "  name: foos.ex.com\n";
    let crd = replaced(sample::CRD, name, &format!("{name}  finalizers: [foregroundDeletion, orphan]\n"));
    assert_eq!(ids(&crd, Suite::ApiCrd), ["crd-meta-name"]);
    let owner = |name: &str| format!("{{apiVersion: v1, kind: Pod, name: {name}, uid: b, controller: true}}");
    let owners = |names: &[&str]| {
        let owners: Vec<String> = names.iter().map(|name| owner(name)).collect();
        text(&format!("ownerReferences: [{}]", owners.join(", ")))
    };
    assert_eq!(owners(&["a"]), "");
    assert!(owners(&["a", "b"]).contains("in references for Pod/a and Pod/b"));
    let three = owners(&["a", "b", "c"]);
    assert!(three.contains("for Pod/a and Pod/b") && three.contains("for Pod/a and Pod/c"), "{three}");
}

#[test]
fn base64_may_be_a_list_of_bytes() {
    let fits = |value: &str| {
        let client = format!("{{caBundle: {value}, service: {{namespace: a, name: b, path: /c}}}}");
        let webhook = format!("{{conversionReviewVersions: [v1], clientConfig: {client}}}");
        let conversion = format!("  conversion: {{strategy: Webhook, webhook: {webhook}}}\n  scope:");
        !ids(&replaced(sample::CRD, "  scope:", &conversion), Suite::ApiLoad).contains(&"crd-decode")
    };
    for value in ["[104, 105]", "[null, 0, 255]", "aGk="] {
        assert!(fits(value), "{value}");
    }
    for value in ["[256]", "[-1]", "[1.5]", "[a]", "a"] {
        assert!(!fits(value), "{value}");
    }
}

#[test]
fn the_registry_reads_the_version_apart_from_the_csv() {
    let texts = |version: &str| {
        messages(&replaced(sample::CSV, "version: 1.0.0", &format!("version: {version}")), Suite::OpmContent)
    };
    let context = "error getting bundle CSV version";
    for (version, kind) in [("1.0", "number"), ("[]", "array"), ("{}", "object"), ("true", "bool")] {
        let text = format!("Value json: cannot unmarshal {kind} into Go value of type string: {context}");
        assert!(texts(version).contains(&text), "{version} {:?}", texts(version));
    }
    let invalid = texts("x");
    assert!(!invalid.is_empty() && invalid.iter().all(|text| !text.contains(context)), "{invalid:?}");
}

#[test]
fn json_is_detected_in_the_first_bytes_only() {
    let json = |path: &str, space: &str, from: &str| {
        let mut all = files();
        let text = all.remove(from).unwrap();
        let value: serde_json::Value = serde_json::from_str(&json_of(&text)).unwrap();
        all.insert(path.to_owned(), format!("{space}{value}\n"));
        all
    };
    // Tabs are whitespace in JSON, but YAML must not start with them.
    for (tabs, loads, is_registry) in [(0, true, true), (9, true, true), (12, true, false), (30, false, false)] {
        let files = json("manifests/csv.json", &"\t".repeat(tabs), sample::CSV);
        assert_eq!(ids(&files, Suite::ApiLoad).is_empty(), loads, "{tabs}");
        let mismatch = ids(&files, Suite::OpmFormat).contains(&"ann-mediatype-mismatch");
        assert_eq!(mismatch, !is_registry, "{tabs}");
        assert_eq!(ids(&files, Suite::OpmRender).is_empty(), loads, "{tabs}");
    }
    // Spaces are whitespace in both.
    let files = json("manifests/csv.json", &" ".repeat(100), sample::CSV);
    assert_eq!((ids(&files, Suite::ApiLoad), ids(&files, Suite::OpmFormat)), (vec![], vec![]));
}

fn json_of(yaml: &str) -> String {
    olmkit_yaml::to_json(olmkit_yaml::read_document(yaml.as_bytes(), olmkit_yaml::Format::Yaml).root().unwrap())
}

#[test]
fn keys_of_nested_schemas_match_exactly() {
    let decodes = |schema: &str| {
        let files = replaced(sample::CRD, "{spec: {type: object}}", &format!("{{spec: {schema}}}"));
        !ids(&files, Suite::ApiLoad).contains(&"crd-decode")
    };
    for schema in ["{type: array, items: {Type: 5}}", "{type: object, additionalProperties: {Type: 5}}"] {
        assert!(decodes(schema), "{schema}");
        assert!(!decodes(&schema.replace("Type", "type")), "{schema}");
    }
    assert!(!decodes("{Type: [5]}"));
}

#[test]
fn selectable_fields_need_a_structural_schema() {
    let texts = |more: &str| {
        let schema = format!("{{type: object, properties: {{a: {{type: string}}, b: {{type: object}}}}{more}}}");
        let new = format!("    schema: {{openAPIV3Schema: {schema}}}\n    selectableFields: [{{jsonPath: .a}}]\n");
        let old =
            "    schema:\n      openAPIV3Schema:\n        properties: {spec: {type: object}}\n        type: object\n";
        messages(&replaced(sample::CRD, old, &new), Suite::ApiCrd)
    };
    for more in ["", ", additionalItems: null", ", definitions: {}", ", id: ''", ", allOf: [{required: [a]}]"] {
        assert_eq!(texts(more), [""; 0], "{more}");
    }
    for more in [
        ", patternProperties: {a: {}}",
        ", definitions: {a: {}}",
        ", dependencies: {a: [b]}",
        ", additionalItems: true",
        ", id: a",
        ", $schema: a",
        ", $ref: a",
        ", items: [{}]",
        ", not: {id: a}",
        ", anyOf: [{id: a}]",
    ] {
        assert_eq!(texts(more).len(), 1, "{more}");
    }
}
