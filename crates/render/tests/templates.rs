//! Templates: the steps of opm, and real templates whose catalogs are known.

use std::path::{Path, PathBuf};

use olmkit_catalog::{Catalog, Input, load};
use olmkit_render::{Bundles, Level, Output, RenderedBundle, Rendering, Template, TemplateKind, convert};
use olmkit_testing::{Least, files, sources};

fn bundle(image: &str, package: &str, version: &str) -> (String, RenderedBundle) {
    let json = format!(
        "{{\"schema\":\"olm.bundle\",\"name\":\"{package}.v{version}\",\"package\":\"{package}\",\"image\":\"{image}\",\
         \"properties\":[{{\"type\":\"olm.package\",\"value\":{{\"packageName\":\"{package}\",\"version\":\"{version}\"}}}}]}}"
    );
    (image.to_owned(), RenderedBundle { json, ..RenderedBundle::default() })
}

fn bundles(versions: &[&str]) -> Bundles {
    versions.iter().map(|version| bundle(&format!("q/foo:{version}"), "foo", version)).collect()
}

fn rendered(text: &str, kind: Option<TemplateKind>, bundles: &Bundles) -> Result<String, String> {
    let rendering = Template::read(text.as_bytes(), kind).and_then(|template| template.render(bundles));
    rendering.map(|rendering| rendering.write(Output::Yaml).unwrap()).map_err(|error| error.to_string())
}

/// The channels as `channel: entry>replaces~skips,skips; entry`.
fn channels(yaml: &str) -> Vec<String> {
    let files = load(&[Input { path: "c.yaml", content: Ok(yaml.as_bytes()) }]);
    let catalog = Catalog::new(&files);
    let mut found = Vec::new();
    for package in catalog.packages.values() {
        let default = package.decl.body.default_channel.as_ref().map_or("", |text| text.value.as_str());
        found.push(format!("default {default}"));
        for (name, channel) in &package.channels {
            let entries = channel.body.entries.iter().map(|entry| {
                let replaces = entry.replaces.as_ref().map(|text| format!(">{}", text.value)).unwrap_or_default();
                let skips: Vec<&str> = entry.skips.iter().map(|text| text.value.as_str()).collect();
                let skips = if skips.is_empty() { String::new() } else { format!("~{}", skips.join(",")) };
                format!("{}{replaces}{skips}", entry.own_name()).replace("foo.v", "")
            });
            found.push(format!("{name}: {}", entries.collect::<Vec<_>>().join("; ")));
        }
    }
    found
}

fn semver(options: &str, archetype: &str, versions: &[&str]) -> Result<Vec<String>, String> {
    let images: String = versions.iter().map(|version| format!("  - image: q/foo:{version}\n")).collect();
    let text = format!("schema: olm.semver\n{options}\n{archetype}:\n  bundles:\n{images}");
    rendered(&text, None, &bundles(versions)).map(|yaml| channels(&yaml))
}

#[test]
fn minor_channels() {
    let found = semver("", "candidate", &["1.0.0", "1.0.1", "1.1.0", "1.1.1", "2.0.0", "2.0.1", "2.1.0"]).unwrap();
    let expected = [
        "default candidate-v2.1",
        "candidate-v1.0: 1.0.0; 1.0.1~1.0.0",
        "candidate-v1.1: 1.1.0; 1.1.1>1.0.1~1.0.0,1.1.0",
        "candidate-v2.0: 2.0.0; 2.0.1~2.0.0",
        "candidate-v2.1: 2.1.0>2.0.1~2.0.0",
    ];
    assert_eq!(found, expected);
}

#[test]
fn major_channels() {
    let options = "generateMajorChannels: true";
    let found = semver(options, "stable", &["1.2.0", "1.0.0", "1.1.1", "1.1.0", "1.0.1"]).unwrap();
    let expected = [
        "default stable-v1",
        "stable-v1: 1.0.0; 1.0.1~1.0.0; 1.1.0; 1.1.1>1.0.1~1.0.0,1.1.0; 1.2.0>1.1.1~1.0.0,1.0.1,1.1.0",
    ];
    assert_eq!(found, expected);
}

#[test]
fn default_channels() {
    let both = "generateMajorChannels: true\ngenerateMinorChannels: true\ndefaultChannelTypePreference: major";
    let default =
        |options: &str, archetype: &str, versions: &[&str]| semver(options, archetype, versions).unwrap()[0].clone();
    assert_eq!(default(both, "fast", &["1.0.0"]), "default fast-v1");
    assert_eq!(default(both, "fast", &["1.0.0", "1.1.0"]), "default fast-v1.1");
    assert_eq!(default("", "candidate", &["0.0.0-alpha"]), "default ");
    let text =
        "schema: olm.semver\nCandidate: {bundles: [{image: q/foo:9.0.0}]}\nStable: {Bundles: [{Image: q/foo:1.0.0}]}";
    let yaml = rendered(text, None, &bundles(&["9.0.0", "1.0.0"])).unwrap();
    assert_eq!(channels(&yaml)[0], "default stable-v1.0");
}

#[test]
fn semver_refuses() {
    for (text, expected) in [
        ("generateMajorChannels: true\ndefaultChannelTypePreference: minor\n", "schema attribute mismatch"),
        ("defaultChannelTypePreference: patch\n", "unknown DefaultChannelTypePreference"),
        ("other: 1\n", "unknown field \"other\""),
        ("candidate: {bundles: []}\ncandidate: {bundles: []}\n", "already set"),
        ("candidate: {bundles: [{image: a, name: b}]}\n", "unknown field \"name\""),
        ("", "no bundles specified"),
        (
            "candidate: {bundles: [{image: q/foo:1.0.0}, {image: q/bar:1.0.0}]}\n",
            "bundle \"bar\" does not belong to this package: \"foo\"",
        ),
        (
            "candidate: {bundles: [{image: q/foo:1.0.0}, {image: q/foo:1.0.0}]}\n",
            "duplicate bundle name \"foo.v1.0.0\"",
        ),
        ("candidate: {bundles: [{image: q/foo:1.0.0}, {image: q/foo:1.0.0+2}]}\n", "differ only by build metadata"),
        ("candidate: {bundles: [{image: q/foo:7.0.0}]}\n", "no bundle was provided for the image \"q/foo:7.0.0\""),
    ] {
        let mut known = bundles(&["1.0.0", "1.0.0+2"]);
        known.extend([bundle("q/bar:1.0.0", "bar", "1.0.0")]);
        let error = rendered(&format!("schema: olm.semver\n{text}"), None, &known).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn repeated_keys_are_listed_as_go_yaml_finds_them() {
    let text = "schema: olm.semver\nfast: {bundles: [{image: a, image: b}], bundles: []}\nfast:\n  bundles:\n  - image: a\n    image: b\nschema: x\n";
    let error = rendered(text, Some(TemplateKind::Semver), &Bundles::new()).unwrap_err();
    let keys = [(2, "image"), (2, "bundles"), (6, "image"), (4, "fast"), (7, "schema")];
    let lines = keys.map(|(line, key)| format!("\n  line {line}: key \"{key}\" already set in map"));
    assert!(error.ends_with(&format!("yaml: unmarshal errors:{}", lines.concat())), "{error}");
}

#[test]
fn package_takes_its_description_from_the_highest_bundle() {
    let mut known = bundles(&["1.0.0", "1.0.1"]);
    let csv = r#"{"kind":"ClusterServiceVersion","spec":{"description":"All <of> it","icon":[{"base64data":"aGk=","mediatype":"image/png"}]}}"#;
    known.get_mut("q/foo:1.0.1").unwrap().csv = Some(csv.to_owned());
    let text = "schema: olm.semver\nstable: {bundles: [{image: q/foo:1.0.0}, {image: q/foo:1.0.1}]}";
    let yaml = rendered(text, None, &known).unwrap();
    let package = "---\ndefaultChannel: stable-v1.0\ndescription: All <of> it\nicon:\n  base64data: aGk=\n  mediatype: image/png\nname: foo\nschema: olm.package\n---\n";
    assert!(yaml.starts_with(package), "{yaml}");
}

const BASIC: &str = "\
schema: olm.template.basic
entries:
- {schema: olm.package, name: foo, defaultChannel: stable}
- {schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1.0.0}]}
- {schema: olm.bundle, image: 'q/foo:1.0.0'}
- {schema: custom, package: foo, x: 1}
";

#[test]
fn basic() {
    let yaml = rendered(BASIC, None, &bundles(&["1.0.0"])).unwrap();
    let schemas: Vec<&str> = yaml.lines().filter_map(|line| line.strip_prefix("schema: ")).collect();
    assert_eq!(schemas, ["olm.package", "olm.channel", "olm.bundle", "custom"]);
    assert!(yaml.contains("image: q/foo:1.0.0\nname: foo.v1.0.0\npackage: foo\n"), "{yaml}");
    for (bad, expected) in [
        (BASIC.replace("{schema: olm.bundle,", "{schema: olm.bundle, package: foo,"), "unexpected fields present"),
        (BASIC.replace("image: 'q/foo:1.0.0'", "name: x"), "unexpected fields present"),
        (BASIC.replace("schema: custom", "schema: ''"), "missing root schema field"),
        (BASIC.replace("template.basic", "template.x"), "unknown template schema: olm.template.x"),
        ("schema: olm.template.basic\nentries: [null]\n".to_owned(), "entries[0] is null"),
        ("entries: []\n".to_owned(), "missing required 'schema'"),
    ] {
        let error = rendered(&bad, None, &bundles(&["1.0.0"])).unwrap_err();
        assert!(error.contains(expected), "{bad}: {error}");
    }
    let error = rendered("schema: olm.semver", Some(TemplateKind::Basic), &Bundles::new()).unwrap_err();
    assert_eq!(error, "template has unknown schema (\"olm.semver\"), should be \"olm.template.basic\"");
}

const SUBSTITUTES: &str = "\
schema: olm.template.substitutes
entries:
- {schema: olm.package, name: foo, defaultChannel: stable}
- {schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v3.0.0, skips: [foo.v1.0.0], replaces: foo.v2.0.0}, {name: foo.v2.0.0, replaces: foo.v1.0.0, skipRange: '<2.0.0'}, {name: foo.v1.0.0}]}
- {schema: olm.bundle, package: foo, name: foo.v1.0.0, image: q/foo:1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
- {schema: olm.bundle, package: foo, name: foo.v2.0.0, image: q/foo:2, properties: [{type: olm.package, value: {packageName: foo, version: 2.0.0}}]}
- {schema: olm.bundle, package: foo, name: foo.v3.0.0, image: q/foo:3, properties: [{type: olm.package, value: {packageName: foo, version: 3.0.0}}]}
substitutions:
- {name: 'q/foo:2.0.1', base: foo.v2.0.0}
";

#[test]
fn substitutes() {
    let known = bundles(&["2.0.1", "1.9.0"]);
    let yaml = rendered(SUBSTITUTES, None, &known).unwrap();
    let expected = ["default stable", "stable: 3.0.0>2.0.1~1.0.0,2.0.0; 2.0.0; 1.0.0; 2.0.1>1.0.0~2.0.0"];
    assert_eq!(channels(&yaml), expected);
    assert!(yaml.contains("skipRange: <2.0.0\n"), "{yaml}");
    let with = |name: &str, base: &str| {
        SUBSTITUTES.replace("q/foo:2.0.1", name).replace("base: foo.v2.0.0", &format!("base: {base}"))
    };
    for (bad, expected) in [
        (with("q/foo:1.9.0", "foo.v2.0.0"), "is not less than substitute bundle"),
        (with("q/foo:2.0.1", "foo.v9"), "base bundle \"foo.v9\" does not exist"),
        (with("q/foo:2.0.1", "''"), "substitution base cannot be empty"),
        (format!("{SUBSTITUTES}- {{name: 'q/foo:2.0.1', base: foo.v1.0.0}}\n"), "cannot reuse"),
        (SUBSTITUTES.replace("defaultChannel: stable", "defaultChannel: x"), "entries are not valid FBC"),
    ] {
        let error = rendered(&bad, None, &known).unwrap_err();
        assert!(error.contains(expected), "{bad}: {error}");
    }
}

#[test]
fn conversion() {
    let catalog = "schema: olm.package\nname: <foo>\ndefaultChannel: a\n---\nschema: olm.bundle\nname: b\npackage: foo\nimage: q/foo:1\n";
    let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
    let texts = [catalog.as_bytes()];
    let basic = convert(&files, &texts, TemplateKind::Basic, Output::Yaml).unwrap();
    let expected = "---\nentries:\n- defaultChannel: a\n  name: <foo>\n  schema: olm.package\n- image: q/foo:1\n  schema: olm.bundle\nschema: olm.template.basic\n\n";
    assert_eq!(basic, expected);
    let json = convert(&files, &texts, TemplateKind::Substitutes, Output::Json).unwrap();
    assert!(json.contains("\"name\": \"\\u003cfoo\\u003e\"") && json.ends_with("\"substitutions\": []\n}\n"), "{json}");
}

fn converted(catalog: &str, kind: TemplateKind) -> Result<String, String> {
    let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
    convert(&files, &[catalog.as_bytes()], kind, Output::JsonLines).map_err(|error| error.message)
}

/// opm converts any document that it can read as an object, but decodes the bundles of a basic template.
#[test]
fn conversion_of_odd_documents() {
    use TemplateKind::{Basic, Substitutes};
    let basic = |entries: &str| Ok(format!("{{\"schema\":\"olm.template.basic\",\"entries\":{entries}}}\n"));
    assert_eq!(converted("", Basic), basic("null"));
    let empty = "{\"schema\":\"olm.template.substitutes\",\"entries\":null,\"substitutions\":[]}\n";
    assert_eq!(converted("", Substitutes), Ok(empty.to_owned()));
    assert_eq!(converted("x: 1\n---\n{}\n", Basic), basic(r#"[{"x":1},{}]"#));
    let odd = "schema: olm.package\nname: lamp\ndefaultChannel: 1\n";
    assert_eq!(converted(odd, Basic), basic(r#"[{"defaultChannel":1,"name":"lamp","schema":"olm.package"}]"#));
    assert_eq!(converted("{\"schema\":\"a\"}null", Basic), basic(r#"[{"schema":"a"},null]"#));
    let bundle = "schema: olm.bundle\nimage: 1\n";
    let refused = "parse bundle: json: cannot unmarshal number into Go struct field Bundle.image of type string";
    assert_eq!(converted(bundle, Basic), Err(refused.to_owned()));
    assert!(converted(bundle, Substitutes).unwrap().contains(r#"[{"image":1,"schema":"olm.bundle"}]"#));
    for (catalog, expected) in [
        ("schema: 1\n", "expected value for key"),
        ("a: b: c\n", "error converting YAML to JSON: yaml:"),
        ("# nothing\n", "json: error calling MarshalJSON for type *declcfg.Meta: unexpected end of JSON input"),
    ] {
        let error = converted(catalog, Substitutes).unwrap_err();
        assert!(error.contains(expected), "{catalog}: {error}");
    }
}

/// Line breaks and unused bits of base64 are not preserved.
#[test]
fn icons_are_encoded_again() {
    let catalog = "schema: olm.package\nname: lamp\nicon: {base64data: \"YX\\r\\nJ=\", mediatype: image/png}\n";
    let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
    let mut rendering = Rendering::default();
    rendering.add(&files, &[catalog.as_bytes()]).unwrap();
    assert!(rendering.write(Output::Json).unwrap().contains("\"base64data\": \"YXI=\""));
}

/// Objects are replaced with metadata if there is an image and a CSV, and no metadata yet.
#[test]
fn migration() {
    let csv = olmkit_yaml::base64::decode(b"").unwrap();
    assert!(csv.is_empty());
    // Base64 of {"kind":"ClusterServiceVersion","spec":{"displayName":"Foo"}}.
    let data = "eyJraW5kIjoiQ2x1c3RlclNlcnZpY2VWZXJzaW9uIiwic3BlYyI6eyJkaXNwbGF5TmFtZSI6IkZvbyJ9fQ==";
    let bundle = |image: &str, more: &str| {
        format!(
            "{{\"schema\":\"olm.bundle\",\"name\":\"b\",\"package\":\"foo\",\"image\":\"{image}\",\"properties\":[\
             {{\"type\":\"olm.bundle.object\",\"value\":{{\"data\":\"{data}\"}}}},{{\"type\":\"x\",\"value\":1}}{more}]}}"
        )
    };
    let migrated = |json: &str| {
        let mut rendering = Rendering::default();
        rendering.add_document(json);
        rendering.migrate(Level::ALL).unwrap();
        rendering.write(Output::Json).unwrap()
    };
    let value: serde_json::Value = serde_json::from_str(&migrated(&bundle("q/foo", ""))).unwrap();
    let expected = serde_json::json!([
        {"type": "x", "value": 1},
        {"type": "olm.csv.metadata", "value": {"apiServiceDefinitions": {}, "crdDescriptions": {}, "displayName": "Foo", "provider": {}}},
    ]);
    assert_eq!(value["properties"], expected);
    for same in [bundle("", ""), bundle("q/foo", ",{\"type\":\"olm.csv.metadata\",\"value\":{}}")] {
        assert!(migrated(&same).contains("olm.bundle.object"));
    }
    assert_eq!(Level::from_name("x").unwrap_err().to_string(), "unknown migration level \"x\"");
}

/// opm keeps the text of the values of properties.
#[test]
fn escapes_in_rendered_bundles_are_kept() {
    let mut rendering = Rendering::default();
    let property = r#"{"type":"x","value":{"a":"\u003cx\u003e","b":"<y>"}}"#;
    rendering.add_document(&format!(
        "{{\"schema\":\"olm.bundle\",\"name\":\"b\",\"package\":\"foo\",\"image\":\"q/foo\",\"properties\":[{property}]}}"
    ));
    let json = rendering.write(Output::Json).unwrap();
    assert!(json.contains(r#""a": "\u003cx\u003e""#) && json.contains(r#""b": "<y>""#), "{json}");
    let yaml = rendering.write(Output::Yaml).unwrap();
    assert!(yaml.contains("a: <x>\n") && yaml.contains("b: <y>\n"), "{yaml}");
}

/// The bundles of a catalog by image, and its content.
fn bundles_of(catalog: &Path) -> Option<(Bundles, Vec<u8>)> {
    let yaml = std::fs::read(catalog.join("catalog.yaml")).ok()?;
    let files = load(&[Input { path: "c.yaml", content: Ok(&yaml) }]);
    let mut rendering = Rendering::default();
    rendering.add(&files, &[&yaml]).unwrap();
    Some((rendering.into_bundles(Level::None).unwrap(), yaml))
}

/// Whether a template renders to the catalog of its package, byte for byte. `None` if no catalog contains its bundles.
fn gives_its_catalog(path: &Path, catalogs: &[PathBuf]) -> Option<bool> {
    let package = path.parent().and_then(Path::parent).unwrap().file_name().unwrap();
    let template = Template::read(&std::fs::read(path).unwrap(), None).unwrap();
    let known: Vec<(Bundles, Vec<u8>)> =
        catalogs.iter().filter_map(|catalog| bundles_of(&catalog.join(package))).collect();
    let fitting: Vec<_> =
        known.iter().filter(|(known, _)| template.images().iter().all(|image| known.contains_key(image))).collect();
    let is_catalog = |(known, yaml): &&(Bundles, Vec<u8>)| {
        template.render(known).unwrap().write(Output::Yaml).unwrap().as_bytes() == yaml.as_slice()
    };
    (!fitting.is_empty()).then(|| fitting.iter().any(is_catalog))
}

/// Real templates whose catalogs are available render to the catalog, byte for byte. A template is for one version of
/// OpenShift, so some match none of the catalogs. clusterpulse was created by an opm that skips other entries.
#[test]
fn real_templates() {
    for source in sources() {
        let catalogs = source.catalogs();
        let paths = files(&source.path("corpus/templates"));
        let answers = paths.iter().filter_map(|path| Some((path, gives_its_catalog(path, &catalogs)?)));
        let (same, other): (Vec<_>, Vec<_>) = answers.partition(|(_, is_same)| *is_same);
        println!("{} templates give their catalog, {} another: {other:?}", same.len(), other.len());
        source.require("templates that give their catalog", same.len(), Least { own: 2, shared: 52 });
        assert!(other.len() <= 4, "{other:?}");
        for semver in ["konflux", "kubevirt-wol", "kairos-operator", "dotvirt-operator"] {
            assert!(!other.iter().any(|(path, _)| path.to_str().unwrap().contains(semver)), "{other:?}");
        }
    }
}
