//! Output made from bundles: catalog documents, metadata files, ConfigMaps, images.

use olmkit_bundle::{
    Bundle, ExtractError, ExtractOptions, GenerateOptions, Input, RenderOptions, annotations, bundle_image, config_map,
    detect, dockerfile, lacking, membership, render, sample,
};
use olmkit_k8s::platform::Platform;
use serde_json::{Value, json};

fn with(more: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut files = sample::files();
    files.extend(more.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
    files
}

fn inputs(files: &[(String, String)]) -> Vec<Input<'_>> {
    files.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect()
}

fn rendered(files: &[(String, String)], options: &RenderOptions) -> Value {
    serde_json::from_str(&render(&Bundle::new(&inputs(files)), options).unwrap()).unwrap()
}

fn types(value: &Value) -> Vec<&str> {
    value["properties"].as_array().unwrap().iter().map(|property| property["type"].as_str().unwrap()).collect()
}

#[test]
fn properties_come_from_everywhere() {
    let dependencies = "dependencies:\n- {type: olm.package, value: {packageName: b, version: '>1.0.0'}}\n\
        - {type: olm.gvk, value: {group: g, kind: K, version: v1}}\n- {type: olm.label, value: {label: l}}\n";
    let properties = "properties:\n- {type: olm.maxOpenShiftVersion, value: '4.18'}\n- {type: olm.label, value: {label: l}}\n\
        - {type: olm.package, value: {packageName: other, version: 9.9.9}}\n";
    let files = with(&[("metadata/dependencies.yaml", dependencies), ("metadata/properties.yaml", properties)]);
    let value = rendered(&files, &RenderOptions::default());
    let object = "olm.bundle.object";
    let wanted = [
        "olm.gvk",
        "olm.gvk.required",
        "olm.label",
        "olm.label",
        "olm.maxOpenShiftVersion",
        "olm.package",
        "olm.package.required",
        object,
        object,
    ];
    assert_eq!(types(&value), wanted);
    assert_eq!(value["properties"][5]["value"], json!({"packageName": "foo", "version": "1.0.0"}));
    assert_eq!(value["properties"][6]["value"], json!({"packageName": "b", "versionRange": ">1.0.0"}));
    let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 6);
    assert_eq!(value["relatedImages"], json!([{"name": "foo", "image": "quay.io/ex/foo:v1.0.0"}]));
}

#[test]
fn values_converted_from_yaml_have_escapes() {
    let properties = |text: &str| {
        let files = with(&[("metadata/properties.yaml", text)]);
        render(&Bundle::new(&inputs(&files)), &RenderOptions::default()).unwrap()
    };
    assert!(properties("properties:\n- {type: a, value: <x>}\n").contains(r#""value": "\u003cx\u003e""#));
    assert!(properties(r#"{"properties": [{"type": "a", "value": "<x>"}]}"#).contains(r#""value": "<x>""#));
}

#[test]
fn migration_needs_an_image() {
    let migrate = |image: &str| {
        let options = RenderOptions { image: image.to_owned(), migrate: true };
        rendered(&sample::files(), &options)
    };
    assert!(types(&migrate("")).contains(&"olm.bundle.object"));
    let value = migrate("quay.io/ex/{{.Package}}-bundle:v{{.Version}}");
    assert_eq!(value["image"], "quay.io/ex/foo-bundle:v1.0.0");
    assert_eq!(types(&value), ["olm.gvk", "olm.package", "olm.csv.metadata"]);
    let metadata = value["properties"][2]["value"].as_object().unwrap();
    let wanted = [
        "annotations",
        "apiServiceDefinitions",
        "crdDescriptions",
        "description",
        "displayName",
        "installModes",
        "keywords",
        "links",
        "maintainers",
        "minKubeVersion",
        "provider",
    ];
    assert_eq!(metadata.keys().collect::<Vec<_>>(), wanted);
    assert_eq!(metadata["crdDescriptions"]["owned"][0]["kind"], "Foo");
}

#[test]
fn generated_metadata_is_accepted() {
    let options = GenerateOptions {
        package: "foo".to_owned(),
        channels: "4.10,stable".to_owned(),
        manifests: "bundle/manifests".to_owned(),
        metadata: "bundle/metadata".to_owned(),
        ..GenerateOptions::default()
    };
    let files = sample::files();
    let manifests: Vec<Input<'_>> = files
        .iter()
        .filter_map(|(path, text)| Some(Input::new(path.strip_prefix("manifests/")?, text.as_bytes())))
        .collect();
    assert_eq!(detect(&manifests), "registry+v1");
    let text = annotations("registry+v1", &options);
    assert!(text.contains("channels.v1: 4.10,stable\n"), "{text}");
    for (channels, written) in [
        ("stable, alpha", "stable, alpha"),
        ("it's", "it's"),
        ("v1:x", "v1:x"),
        ("a#b", "a#b"),
        ("1.2.3", "1.2.3"),
        ("1.2", "\"1.2\""),
        ("yes", "\"yes\""),
        ("1:30", "\"1:30\""),
        ("", "\"\""),
        ("2020-01-01", "\"2020-01-01\""),
        ("a: b", "'a: b'"),
        ("a #b", "'a #b'"),
        ("@it's", "'@it''s'"),
        ("- a", "'- a'"),
        ("a\tb", "\"a\\tb\""),
    ] {
        let text = annotations("registry+v1", &GenerateOptions { channels: channels.to_owned(), ..options.clone() });
        assert!(text.contains(&format!("channels.v1: {written}\n")), "{channels}: {text}");
    }
    let docker = dockerfile("registry+v1", &options);
    assert!(
        docker.starts_with("FROM scratch\n\nLABEL ")
            && docker.ends_with("stable\nCOPY bundle/manifests /manifests/\nCOPY bundle/metadata /metadata/\n"),
        "{docker}"
    );
}

#[test]
fn the_config_map_has_a_limit() {
    let mut options = ExtractOptions { name: "n".to_owned(), namespace: "ns".to_owned(), gzip: false, limit: 1 << 20 };
    let files = sample::files();
    let map: Value = serde_json::from_str(&config_map(&inputs(&files), &options).unwrap()).unwrap();
    assert_eq!(map["data"]["foo.crd.yaml"], files[1].1);
    assert_eq!(map["metadata"]["annotations"]["operators.operatorframework.io.bundle.package.v1"], "foo");
    assert!(map["data"].get("annotations.yaml").is_none());
    options.limit = 100;
    assert_eq!(config_map(&inputs(&files), &options), Err(ExtractError::Limit(100)));
    options = ExtractOptions { gzip: true, limit: 1 << 20, ..options };
    let map: Value = serde_json::from_str(&config_map(&inputs(&files), &options).unwrap()).unwrap();
    assert!(map["binaryData"]["foo.crd.yaml"].as_str().unwrap().len() > 100);
}

#[test]
fn the_config_map_needs_both_directories_and_annotations_that_fit() {
    let options = ExtractOptions { name: "n".to_owned(), namespace: "ns".to_owned(), gzip: false, limit: 1 << 20 };
    let csv = ("manifests/csv.yaml".to_owned(), "kind: ClusterServiceVersion\n".to_owned());
    let made = |more: &[(&str, &str)]| {
        let more = more.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        let files: Vec<(String, String)> = std::iter::once(csv.clone()).chain(more).collect();
        config_map(&inputs(&files), &options).map_err(|error| error.to_string())
    };
    assert_eq!(made(&[]).unwrap_err(), "open metadata: no such file or directory");
    assert!(made(&[("metadata/", "")]).is_ok(), "an empty directory");
    let annotations = |text: &str| made(&[("metadata/annotations.yaml", text)]);
    let key = "operators.operatorframework.io.bundle.channels.v1";
    for text in [format!("annotations: {{{key}: [a]}}"), "annotations: [a]".to_owned(), "- a".to_owned()] {
        assert!(annotations(&text).is_err(), "{text}");
    }
    for text in [format!("annotations: {{{key}: 4.10, other: [a]}}"), String::new(), "annotations:\n".to_owned()] {
        assert!(annotations(&text).unwrap().contains(key), "{text}");
    }
}

#[test]
fn images_are_the_same_every_time() {
    let files = with(&[("notes.txt", "not part of it")]);
    let image = bundle_image(&inputs(&files), "quay.io/ex/foo:v1", &Platform::default()).unwrap();
    assert_eq!(image, bundle_image(&inputs(&files), "quay.io/ex/foo:v1", &Platform::default()).unwrap());
    let text = String::from_utf8_lossy(&image.archive);
    let named = format!(
        "\"manifests\":[{{\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"digest\":\"{}\"",
        image.digest
    );
    assert!(text.contains(&named), "{}", image.digest);
    assert!(text.contains("kind: ClusterServiceVersion") && !text.contains("not part of it"));
    assert!(text.contains("\"operators.operatorframework.io.bundle.package.v1\":\"foo\""));
    assert!(text.contains("\"architecture\":\"amd64\",\"os\":\"linux\",\"config\""));
    let other = bundle_image(&inputs(&files), "quay.io/ex/foo:v1", &"linux/arm/v7".parse().unwrap()).unwrap();
    let text = String::from_utf8_lossy(&other.archive);
    assert!(text.contains("\"architecture\":\"arm\",\"os\":\"linux\",\"variant\":\"v7\",\"config\""));
}

/// A CSV of a package `foo`.
fn version(number: &str, more: &str) -> String {
    format!(
        "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata:\n  name: foo.v{number}\n{more}  version: \
         {number}\n"
    )
}

#[test]
fn a_package_directory_names_the_channels_of_a_bundle() {
    let (one, two) = (version("1.0.0", "spec:\n"), version("1.1.0", "spec:\n  replaces: foo.v1.0.0\n"));
    let three = version("2.0.0", "  annotations: {olm.skipRange: '>=1.1.0 <2.0.0'}\nspec:\n  skips: [foo.v1.9.0]\n");
    let manifest = "packageName: foo\nchannels:\n- {name: old, currentCSV: foo.v1.0.0}\n- {name: one, currentCSV: \
                    foo.v1.1.0}\n- {name: all, currentCSV: foo.v2.0.0}\n- {name: gone, currentCSV: foo.v3.0.0}\n";
    let files = [
        ("README.md", "- not a package\n"),
        ("foo.package.yaml", manifest),
        ("1.0.0/crd.yaml", "kind: CustomResourceDefinition\n"),
        ("1.0.0/csv.yaml", &one),
        ("1.1.0/csv.yaml", &two),
        ("2.0.0/csv.yaml", &three),
    ];
    let inputs = |files: &[(&'static str, &str)]| -> Vec<(String, String)> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    };
    let files = inputs(&files);
    let channels = |directory: &str| membership(&self::inputs(&files), directory, "p").map(|found| found.channels);
    assert_eq!(channels("1.0.0").unwrap(), ["all", "old", "one"]);
    assert_eq!(channels("1.1.0").unwrap(), ["all", "one"]);
    assert_eq!(channels("2.0.0").unwrap(), ["all"]);
    let found = membership(&self::inputs(&files), "1.0.0", "p").unwrap();
    assert_eq!((found.package.as_str(), found.default_channel.as_str()), ("foo", ""), "there are several channels");
    assert!(channels("3.0.0").unwrap_err().to_string().ends_with("no ClusterServiceVersion object found in p/3.0.0"));
    // A file that does not fit the type is not a package manifest. YAML scalars become strings.
    for wrong in
        ["packageName: foo\nchannels: {a: b}\n", "packageName: [foo]\n", "packageName: foo\nchannels: [{name: [x]}]\n"]
    {
        let mut files = files.clone();
        files.push(("a.yaml".to_owned(), wrong.to_owned()));
        let found = membership(&self::inputs(&files), "1.0.0", "p").unwrap();
        assert_eq!(found.channels, ["all", "old", "one"], "{wrong}");
    }
    let mut number = files.clone();
    number.push(("a.yaml".to_owned(), "PackageName: 1\nchannels: [{name: 2, currentCSV: foo.v1.0.0}]\n".to_owned()));
    let found = membership(&self::inputs(&number), "1.0.0", "p").unwrap();
    assert_eq!((found.package.as_str(), found.channels.as_slice()), ("1", ["2".to_owned()].as_slice()));
    let without: Vec<_> = files.iter().filter(|(path, _)| !path.contains("package")).cloned().collect();
    let error = membership(&self::inputs(&without), "1.0.0", "p").unwrap_err();
    assert!(error.to_string().ends_with("valid PackageManifest YAML file not found in p"), "{error}");
}

#[test]
fn annotations_that_exist_are_compared() {
    let options = GenerateOptions {
        package: "foo".to_owned(),
        channels: "a,b".to_owned(),
        default_channel: "a".to_owned(),
        ..GenerateOptions::default()
    };
    let own = annotations("registry+v1", &options);
    assert!(lacking(own.as_bytes(), "registry+v1", &options).is_empty());
    assert!(lacking(format!("{own}  other: x\n").as_bytes(), "registry+v1", &options).is_empty());
    let key = "operators.operatorframework.io.bundle";
    let changed = own.replace("mediatype.v1: registry+v1", "mediatype.v1: plain").replace("default.v1", "default.v2");
    assert_eq!(
        lacking(changed.as_bytes(), "registry+v1", &options),
        [
            format!("Expect field \"{key}.mediatype.v1\" to have value \"registry+v1\" instead of \"plain\""),
            format!("Missing field: {key}.channel.default.v1"),
        ]
    );
    assert_eq!(lacking(b"- a", "plain", &options), ["Unable to parse existing annotations.yaml"]);
}
