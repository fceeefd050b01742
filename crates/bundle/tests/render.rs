//! `opm render` of bundles: properties and images of the document, and bundles that are not rendered.

use crate::cases::{Files, changed, csv, inputs};
use olmkit_bundle::sample::{ANNOTATIONS, CRD, CSV, DEPENDENCIES, OBJECT};
use olmkit_bundle::{Bundle, RenderOptions, render};
use serde_json::{Value, json};

const PROPERTIES: &str = "metadata/properties.yaml";

fn with_image(files: &Files, image: &str) -> Value {
    let options = RenderOptions { image: image.to_owned(), migrate: true };
    serde_json::from_str(&render(&Bundle::new(&inputs(files)), &options).unwrap()).unwrap()
}

fn rendered(files: &Files) -> Value {
    with_image(files, "")
}

fn refused(files: &Files) -> String {
    render(&Bundle::new(&inputs(files)), &RenderOptions::default()).unwrap_err().to_string()
}

/// The values of the properties of one type.
fn values(document: &Value, kind: &str) -> Vec<Value> {
    let all = document["properties"].as_array().unwrap().iter();
    all.filter(|property| property["type"] == kind).map(|property| property["value"].clone()).collect()
}

fn gvks(document: &Value, kind: &str) -> Vec<String> {
    let text = |value: &Value, field: &str| value[field].as_str().unwrap().to_owned();
    let gvk = |v: &Value| format!("{}/{}/{}", text(v, "group"), text(v, "version"), text(v, "kind"));
    values(document, kind).iter().map(gvk).collect()
}

#[test]
fn every_version_of_every_crd_is_provided() {
    let versions = "  - {name: v1alpha1, served: false, storage: false}\n  - name: v1\n";
    let old = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: bars.ex.com}\n\
spec: {group: ex.com, version: v1beta1, versions: [{name: v2}], names: {kind: Bar, plural: bars}}\n";
    let service = "  apiservicedefinitions:\n    owned: [{name: as, group: g.ex.com, version: v1, kind: A}]\n    \
required: [{name: bs, group: g.ex.com, version: v1, kind: B}]\n  customresourcedefinitions:\n";
    let files = changed(&[
        (CRD, "  - name: v1\n", versions),
        ("manifests/bar.yaml", "", old),
        (CSV, "  customresourcedefinitions:\n", service),
    ]);
    let document = rendered(&files);
    let expected = ["ex.com/v1beta1/Bar", "ex.com/v2/Bar", "ex.com/v1/Foo", "ex.com/v1alpha1/Foo", "g.ex.com/v1/A"];
    assert_eq!(gvks(&document, "olm.gvk"), expected);
    assert_eq!(gvks(&document, "olm.gvk.required"), ["g.ex.com/v1/B"]);
    // The decoder of CRDs matches keys exactly.
    let files = changed(&[(CRD, "  versions:\n", "  Versions:\n"), (CSV, "    owned:\n", "    other:\n")]);
    assert_eq!(gvks(&rendered(&files), "olm.gvk"), [""; 0]);
}

/// Numbers in objects are those of Kubernetes: 64-bit integers, otherwise floats.
#[test]
fn numbers_are_printed_as_go_prints_them() {
    let json = r#"{"kind": "Number", "apiVersion": "v1", "list": [-0, -0.0, 1.0, 1E2, 9007199254740993, 9223372036854775808, 1e21, 1e-7, 0.000001]}"#;
    let yaml = "kind: Number\napiVersion: v1\nlist: [-0, -0.0, 1.0, 1E2, 9007199254740993, 9223372036854775808, 1e21, 1e-7, 0.000001]\n";
    for (text, zero) in [(json, "-0"), (yaml, "0")] {
        let document = rendered(&changed(&[("manifests/number.yaml", "", text)]));
        let objects = values(&document, "olm.bundle.object");
        let data = |value: &Value| olmkit_yaml::base64::decode(value["data"].as_str().unwrap().as_bytes()).unwrap();
        let objects: Vec<String> = objects.iter().map(|value| String::from_utf8(data(value)).unwrap()).collect();
        let found = objects.iter().find(|text| text.contains("Number")).unwrap();
        let numbers = format!("[0,{zero},1,100,9007199254740993,9223372036854776000,1e+21,1e-7,0.000001]");
        assert_eq!(found.trim_end(), format!(r#"{{"apiVersion":"v1","kind":"Number","list":{numbers}}}"#));
    }
}

/// Orders recorded from `sort.Slice` of Go 1.27.
#[test]
fn related_images_have_the_order_of_go() {
    for (count, expected) in [
        (12, "00 03 06 09 01 04 07 10 02 05 08 11"),
        (13, "06 03 00 09 12 01 04 07 10 02 05 08 11"),
        (20, "09 18 15 03 12 00 06 10 07 04 13 16 01 19 08 05 11 14 02 17"),
    ] {
        let image = |at: usize| format!("  - {{name: n{at:02}, image: 'x:{}'}}\n", at % 3);
        let list = format!("  relatedImages:\n{}", (0..count).map(image).collect::<String>());
        let old = "  relatedImages:\n  - name: foo\n    image: quay.io/ex/foo:v1.0.0\n";
        let strategy = ("    strategy: deployment\n", "    strategy: other\n");
        let files = changed(&[(CSV, old, &list), (CSV, strategy.0, strategy.1)]);
        let document = rendered(&files);
        let images = document["relatedImages"].as_array().unwrap().iter();
        let names: Vec<&str> = images.map(|image| &image["name"].as_str().unwrap()[1..]).collect();
        assert_eq!(names.join(" "), expected);
    }
}

#[test]
fn files_without_an_object_and_second_csvs_are_left_out() {
    let objects = |files: &Files| values(&rendered(files), "olm.bundle.object").len();
    assert_eq!(objects(&changed(&[])), 2);
    for text in ["# Nothing.\n", "null\n", "---\n", "# License\n---\nkind: ConfigMap\n", "a: b\n", ""] {
        assert_eq!(objects(&changed(&[(OBJECT, "", text)])), 2, "{text:?}");
    }
    let second = "apiVersion: a/v1\nkind: ClusterServiceVersion\nmetadata: {name: other}\nspec: {}\n";
    let files = changed(&[("manifests/z.yaml", "", second)]);
    assert_eq!((objects(&files), rendered(&files)["name"].as_str()), (2, Some("foo.v1.0.0")));
    let files = changed(&[("manifests/a.yaml", "", second)]);
    assert_eq!((objects(&files), rendered(&files)["name"].as_str()), (2, Some("other")));
    let files = csv("apiVersion: operators", "# License\n---\napiVersion: operators");
    assert_eq!(refused(&files), "no csv in bundle");
    let files: Files = files.into_iter().filter(|(path, _)| path != CRD).collect();
    assert_eq!(refused(&files), "no bundle objects found");
}

#[test]
fn release_is_kept_as_text() {
    for release in ["'1'", "1", "'01'", "alpha.1"] {
        let files = csv("  version: 1.0.0\n", &format!("  version: 1.0.0\n  release: {release}\n"));
        let expected = json!([{"packageName": "foo", "version": "1.0.0", "release": release.trim_matches('\'')}]);
        assert_eq!(values(&rendered(&files), "olm.package"), *expected.as_array().unwrap(), "{release}");
    }
    let files = csv("  version: 1.0.0\n", "  version: 1.0.0\n  release: null\n");
    assert_eq!(values(&rendered(&files), "olm.package"), [json!({"packageName": "foo", "version": "1.0.0"})]);
}

#[test]
fn specs_of_a_wrong_shape_are_refused() {
    let spec = |text: &str| {
        changed(&[(CSV, "", &format!("apiVersion: a/v1\nkind: ClusterServiceVersion\nmetadata: {{name: p}}\n{text}"))])
    };
    let services = "error checking provided apis in bundle p: error getting apiservice definitions: ";
    let object_map = format!("{services}error unmarshaling into object map: ");
    let keys = "json: cannot unmarshal string into Go value of type struct { Owned []*registry.DefinitionKey \
\"json:\\\"owned\\\"\"; Required []*registry.DefinitionKey \"json:\\\"required\\\"\" }";
    for (text, expected) in [
        ("", format!("{object_map}unexpected end of JSON input")),
        ("spec: x\n", format!("{object_map}json: cannot unmarshal string into Go value of type map[string]*json.RawMessage")),
        ("spec: {apiservicedefinitions: x}\n", format!("{services}{keys}")),
        (
            "spec: {apiservicedefinitions: {owned: 1}}\n",
            format!("{services}json: cannot unmarshal number into Go struct field .owned of type []*registry.DefinitionKey"),
        ),
        (
            "spec: {apiservicedefinitions: {required: [x]}}\n",
            format!("{services}json: cannot unmarshal string into Go struct field .required of type registry.DefinitionKey"),
        ),
        (
            "spec: {apiservicedefinitions: {Owned: [{kind: true}]}}\n",
            format!("{services}json: cannot unmarshal bool into Go struct field DefinitionKey.owned.kind of type string"),
        ),
        ("spec: {customresourcedefinitions: x}\n", format!("error checking provided apis in bundle p: {keys}")),
        (
            "spec: {customresourcedefinitions: {required: [{name: a}]}}\n",
            "get properties for bundle \"p\": get required apis: couldn't parse plural.group from crd name: a".to_owned(),
        ),
        (
            "spec: {customresourcedefinitions: {owned: [{name: a.b, version: v1, kind: A}]}}\n",
            "error checking provided apis in bundle p: couldn't find b/v1/A (a) in bundle. \
found: map[ex.com/v1/Foo (foos):{}]"
                .to_owned(),
        ),
        (
            "spec: {customresourcedefinitions: {owned: [null]}}\n",
            "error checking provided apis in bundle p: runtime error: invalid memory address or nil pointer dereference"
                .to_owned(),
        ),
        (
            "spec: {version: 1}\n",
            "failed to derive properties: json: cannot unmarshal number into Go value of type string".to_owned(),
        ),
    ] {
        assert_eq!(refused(&spec(text)), expected, "{text}");
    }
    assert_eq!(rendered(&spec("spec:\n"))["name"], "p");
    assert_eq!(rendered(&spec("spec: {APIServiceDefinitions: x}\n"))["name"], "p");
}

#[test]
fn crds_of_another_group_are_refused() {
    let group = |version: &str| {
        let text = format!("apiVersion: {version}\nkind: CustomResourceDefinition\nmetadata: {{name: a.b}}\n");
        changed(&[(OBJECT, "", &text)])
    };
    let text = refused(&group("ex.com/v1"));
    assert!(text.starts_with("error decoding v1 CRD: no kind \"CustomResourceDefinition\" is registered"), "{text}");
    assert_eq!(rendered(&group("ex.com/v2"))["name"], "foo.v1.0.0");
}

#[test]
fn properties_are_merged_as_the_registry_merges_them() {
    let label = "{type: olm.label, value: {label: l}}";
    let package = "{type: olm.package, value: {packageName: b, version: '>1.0.0'}}";
    let files = changed(&[
        (DEPENDENCIES, "", &format!("dependencies:\n- {label}\n- {label}\n- {package}\n- {package}\n")),
        (
            PROPERTIES,
            "",
            &format!("properties:\n- {label}\n- {label}\n- {{type: a}}\n- {{type: olm.gvk, value: null}}\n"),
        ),
    ]);
    let document = rendered(&files);
    // Duplicate properties are removed, duplicate dependencies are kept.
    assert_eq!(values(&document, "olm.label").len(), 3);
    assert_eq!(values(&document, "olm.package.required").len(), 2);
    assert_eq!(values(&document, "a"), [Value::Null]);
    assert_eq!(gvks(&document, "olm.gvk"), ["//", "ex.com/v1/Foo"]);
    // The last package counts. The one in the annotation follows the derived one.
    let annotation = "    olm.properties: '[{\"type\":\"olm.package\",\"value\":{\"packageName\":\"x\",\"version\":\"2.0.0\"}},\
{\"type\":5,\"value\":1}]'\n    support: acme\n";
    let document = rendered(&csv("    support: acme\n", annotation));
    assert_eq!(values(&document, "olm.package"), [json!({"packageName": "x", "version": "2.0.0"})]);
    assert_eq!(values(&document, ""), [json!(1)]);
    // The index in an error is separate for properties and dependencies.
    let files = changed(&[
        (DEPENDENCIES, "", &format!("dependencies:\n- {label}\n")),
        (PROPERTIES, "", "properties:\n- {type: a}\n- {type: olm.gvk, value: {kind: 1}}\n"),
    ]);
    let expected = "get properties for bundle \"foo.v1.0.0\": parse property[1] of type \"olm.gvk\": \
json: cannot unmarshal number into Go struct field GVK.kind of type string";
    assert_eq!(refused(&files), expected);
}

#[test]
fn json_files_of_metadata_become_strings_as_yaml_does() {
    let key = "operators.operatorframework.io.bundle.package.v1";
    let annotations = |text: &str| changed(&[(ANNOTATIONS, "", text)]);
    assert_eq!(rendered(&annotations(&format!("annotations: {{{key}: 5}}\n")))["package"], "5");
    assert_eq!(rendered(&annotations(&format!("{{\"annotations\": {{\"{key}\": \"5\"}}}}\n")))["package"], "5");
    // encoding/json rejects the number, so the file is decoded as YAML.
    assert_eq!(rendered(&annotations(&format!("{{\"annotations\": {{\"{key}\": 5}}}}\n")))["package"], "5");
}

#[test]
fn existing_metadata_is_not_generated_again() {
    let files = changed(&[(PROPERTIES, "", "properties:\n- {type: olm.csv.metadata, value: {displayName: a}}\n")]);
    let document = with_image(&files, "quay.io/x/foo:v{{.Version}}");
    assert_eq!(values(&document, "olm.csv.metadata"), [json!({"displayName": "a"})]);
    assert_eq!(values(&document, "olm.bundle.object").len(), 2);
    // The template uses the first version.
    let files =
        changed(&[(PROPERTIES, "", "properties:\n- {type: olm.package, value: {packageName: a, version: 7.0.0}}\n")]);
    assert_eq!(with_image(&files, "quay.io/x/foo:v{{.Version}}")["image"], "quay.io/x/foo:v7.0.0");
}

/// The text between the first property and the objects.
fn text(files: &Files) -> String {
    render(&Bundle::new(&inputs(files)), &RenderOptions::default()).unwrap()
}

#[test]
fn values_of_json_files_stay_as_they_are_written() {
    let item = |value: &str| format!("[{{\"type\": \"my\", \"value\": {value}}}]");
    let value = r#"{"b": "<\u00e9", "a": [1.0, 1e3, 12345678901234567890123]}"#;
    let expected = "\"b\": \"<\\u00e9\",\n                \"a\": [\n                    1.0,\n                    1e3,\n                    12345678901234567890123\n";
    for (path, list) in [(PROPERTIES, "properties"), (DEPENDENCIES, "dependencies")] {
        let json = format!("{{\"{list}\": {}}}", item(value));
        assert!(text(&changed(&[(path, "", &json)])).contains(expected), "{list}");
        // YAML values are decoded and encoded again.
        let yaml = format!("{list}: {}\n", item(value));
        let normal =
            "\"a\": [\n                    1,\n                    1000,\n                    1.2345678901234568e+22\n";
        assert!(text(&changed(&[(path, "", &yaml)])).contains(normal), "{list}");
        // JSON that does not fit at first is also decoded and encoded again.
        let coerced = json.replace("\"my\"", "5");
        assert!(text(&changed(&[(path, "", &coerced)])).contains(normal), "{list}");
    }
}

#[test]
fn nothing_follows_the_properties_of_the_csv() {
    let with = |more: &str| {
        let annotation = format!("    olm.properties: '[{{\"type\": \"a\", \"value\": 1}}]{more}'\n    alm-examples");
        values(&rendered(&changed(&[(CSV, "    alm-examples", &annotation)])), "a")
    };
    assert_eq!(with(" "), [json!(1)]);
    for more in [" x", "]", "[]", ","] {
        assert_eq!(with(more), [Value::Null; 0], "{more}");
    }
}
