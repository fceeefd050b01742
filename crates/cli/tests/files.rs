//! opm's verbs on files, run on files in memory.

use crate::common::{ANNOTATIONS, Memory, tar_of};

const CATALOG: &str = "\
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1
relatedImages:
- {name: b, image: quay.io/x/b}
- {name: '', image: quay.io/x/a}
properties:
# {\"kind\":\"ClusterServiceVersion\",\"metadata\":{\"name\":\"foo.v1.0.0\"},\"spec\":{\"displayName\":\"Foo <1>\"}}
- type: olm.bundle.object
  value: {data: eyJraW5kIjoiQ2x1c3RlclNlcnZpY2VWZXJzaW9uIiwibWV0YWRhdGEiOnsibmFtZSI6ImZvby52MS4wLjAifSwic3BlYyI6eyJkaXNwbGF5TmFtZSI6IkZvbyA8MT4ifX0=}
- {type: olm.package, value: {version: 1.0.0, packageName: foo}}
---
schema: olm.channel
package: foo
name: stable
entries: [{name: foo.v1.0.0, skips: [foo.v0.9.0, foo.v0.8.0], skipRange: '<1.0.0'}]
---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: custom
x: 1
";

const CSV: &str = "\
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: foo.v2.0.0}
spec: {version: 2.0.0, displayName: Foo, description: Does it., icon: [{base64data: aGk=, mediatype: image/png}]}
";

fn machine() -> Memory {
    Memory::new(&[
        ("cat/foo/catalog.yaml", CATALOG),
        ("cat/.indexignore", "README.md\n"),
        ("cat/README.md", "# not a catalog"),
        ("bundle/metadata/annotations.yaml", ANNOTATIONS),
        ("bundle/manifests/foo.clusterserviceversion.yaml", CSV),
        ("bad.yaml", "schema: olm.package\nname: foo\ndefaultChannel: [x]\n"),
        ("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg'></svg>"),
        ("text.md", "First line\nsecond <line>\n"),
    ])
}

#[test]
fn render_a_catalog() {
    let (code, out, err) = machine().run("render cat -o yaml --migrate");
    let expected = "\
---
defaultChannel: stable
name: foo
schema: olm.package
---
entries:
- name: foo.v1.0.0
  skipRange: <1.0.0
  skips:
  - foo.v0.9.0
  - foo.v0.8.0
name: stable
package: foo
schema: olm.channel
---
image: quay.io/x/foo:1
name: foo.v1.0.0
package: foo
properties:
- type: olm.package
  value:
    packageName: foo
    version: 1.0.0
- type: olm.csv.metadata
  value:
    apiServiceDefinitions: {}
    crdDescriptions: {}
    displayName: Foo <1>
    provider: {}
relatedImages:
- image: quay.io/x/a
  name: \"\"
- image: quay.io/x/b
  name: b
schema: olm.bundle
---
schema: custom
x: 1
";
    assert_eq!((code, out.as_str(), err.as_str()), (0, expected, ""));
}

#[test]
fn render_as_json() {
    let (code, out, _) = machine().run("render cat");
    assert_eq!(code, 0);
    let package =
        "{\n    \"schema\": \"olm.package\",\n    \"name\": \"foo\",\n    \"defaultChannel\": \"stable\"\n}\n";
    assert!(out.starts_with(package), "{out}");
    let (_, twice, _) = machine().run("render cat cat");
    assert_eq!(twice.matches("\"schema\": \"olm.bundle\"").count(), 2, "nothing is deduplicated");
    let mut machine = machine();
    machine.stdin = CATALOG.as_bytes().to_vec();
    assert_eq!(machine.run("render -").1, out);
}

#[test]
fn render_a_bundle() {
    let (code, out, _) =
        machine().run("render bundle --alpha-image-ref-template q/{{.Package}}:v{{.Version}} --migrate");
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, value["image"].as_str(), value["name"].as_str()), (0, Some("q/foo:v2.0.0"), Some("foo.v2.0.0")));
    assert_eq!(value["properties"][1]["type"], "olm.csv.metadata");
    let (_, plain, _) = machine().run("render bundle");
    let plain: serde_json::Value = serde_json::from_str(&plain).unwrap();
    assert_eq!(
        (plain["image"].as_str(), plain["properties"][1]["type"].as_str()),
        (Some(""), Some("olm.bundle.object"))
    );
}

#[test]
fn what_cannot_be_rendered() {
    let (code, out, err) = machine().run("render cat bad.yaml");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        err.starts_with("olmkit: bad.yaml:3:17: ") && err.contains("olmkit: render reference \"bad.yaml\": "),
        "{err}"
    );
    let (code, _, err) = machine().run("render quay.io/x/foo:1");
    assert_eq!(code, 2);
    assert!(
        err.contains("does not pull images. Use the native") && err.contains("skopeo copy docker://quay.io/x/foo:1"),
        "{err}"
    );
    let (code, _, err) = machine().run("render docker://quay.io/x/foo:1");
    assert!(code == 2 && err.contains("olmkit: quay.io/x/foo:1: this build of olmkit does not pull images"), "{err}");
    // Only the program that pulls images prints advice.
    let help = |text: &str| if cfg!(feature = "native") { format!("{text}\n") } else { String::new() };
    let canonical = "Write the host and the whole repository, as in docker.io/library/NAME:TAG.";
    for (word, reason, todo) in [
        ("foo:1", "the name lacks the registry, or a part of the repository", canonical),
        ("quay.io/x/foo", "the name has neither a tag nor a digest", "Add :TAG or @DIGEST."),
        (
            "quay.io/x/Foo:1",
            "invalid reference format: repository name must be lowercase",
            "Write HOST/REPOSITORY:TAG or HOST/REPOSITORY@DIGEST, in lower case.",
        ),
    ] {
        let (code, _, err) = machine().run(&format!("render {word}"));
        let text = format!("{word}: no such file or directory\nIf you mean an image: {reason}\n{}", help(todo));
        assert_eq!((code, err), (2, format!("olmkit: {text}")));
    }
    let (code, _, err) = machine().run("render ./foo");
    assert_eq!((code, err.as_str()), (2, "olmkit: ./foo: no such file or directory\n"));
    let (code, _, err) = machine().run("validate oci://foo:1");
    assert_eq!(
        (code, err),
        (
            2,
            format!(
                "olmkit: oci://foo:1: the name lacks the registry, or a part of the repository\n{}",
                help(canonical)
            )
        )
    );
    let (code, _, err) = machine().run("render cat --migrate-level x");
    assert_eq!(code, 2);
    assert!(err.contains("invalid value 'x' for '--migrate-level <LEVEL>'"), "{err}");
}

#[test]
fn lists() {
    let table = |words: &str| machine().run(words).1;
    assert_eq!(table("list packages cat"), "NAME  DISPLAY NAME  DEFAULT CHANNEL\nfoo   Foo <1>       stable\n");
    assert_eq!(table("list channels cat foo"), "PACKAGE  CHANNEL  HEAD\nfoo      stable   foo.v1.0.0\n");
    let bundles = "\
PACKAGE  CHANNEL  BUNDLE      REPLACES  SKIPS                  SKIP RANGE  IMAGE
foo      stable   foo.v1.0.0            foo.v0.9.0,foo.v0.8.0  <1.0.0      quay.io/x/foo:1
";
    assert_eq!(table("list bundles cat"), bundles);
    let json: serde_json::Value = serde_json::from_str(&table("list bundles cat -f json")).unwrap();
    assert_eq!(json["bundles"][0]["skips"], serde_json::json!(["foo.v0.9.0", "foo.v0.8.0"]));
    assert_eq!(json["bundles"][0]["skipRange"], "<1.0.0");
    let (code, _, err) = machine().run("list bundles cat bar");
    assert_eq!((code, err.as_str()), (2, "olmkit: unknown package `bar` (known: foo)\n"));
    let (code, out, err) = machine().run("list packages bad.yaml");
    assert_eq!((code, out.as_str(), err.is_empty()), (1, "", false));
}

#[test]
fn init_makes_a_package() {
    let (code, out, _) = machine().run("init foo -c stable -d text.md -i icon.svg -o yaml");
    let expected = "\
---
defaultChannel: stable
description: |
  First line
  second <line>
icon:
  base64data: PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnPjwvc3ZnPg==
  mediatype: image/svg+xml
name: foo
schema: olm.package
";
    assert_eq!((code, out.as_str()), (0, expected));
    let (code, _, err) = machine().run("init foo -i text.md");
    assert_eq!((code, err.as_str()), (1, "olmkit: detected invalid type \"\": not an image\n"));
    assert_eq!(machine().run("init foo -d none").0, 2);
}

#[test]
fn migrate_writes_a_file_for_each_package() {
    let mut machine = machine();
    let (code, out, err) = machine.run("migrate cat new --migrate-level all");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", "wrote new/foo/catalog.yaml\nwrote new/catalog.yaml\n"));
    assert!(machine.text("new/foo/catalog.yaml").contains("olm.csv.metadata"));
    assert_eq!(machine.text("new/catalog.yaml"), "---\nschema: custom\nx: 1\n");
    let (code, _, err) = machine.run("migrate cat new");
    assert_eq!((code, err.as_str()), (2, "olmkit: output dir \"new\" must be empty\n"));
    assert_eq!(machine.run("migrate cat json -o json").0, 0);
    assert!(machine.text("json/foo/catalog.json").starts_with("{\n    \"schema\": \"olm.package\""));
}

#[test]
fn dockerfile_is_beside_the_catalog() {
    let mut machine = machine();
    let (code, _, err) = machine.run("generate dockerfile ./cat/foo/ -i scratch -l b=2 --extra-labels a=1");
    assert_eq!((code, err.as_str()), (0, "wrote cat/foo.Dockerfile\n"));
    let text = machine.text("cat/foo.Dockerfile");
    assert!(text.contains("\nADD foo /configs\n") && text.contains("\nFROM scratch\n"), "{text}");
    assert!(text.ends_with("LABEL \"a\"=\"1\"\nLABEL \"b\"=\"2\"\n"), "{text}");
    assert_eq!(machine.run("generate dockerfile cat/foo").0, 2, "it exists already");
    assert_eq!(machine.run("generate dockerfile bad.yaml").0, 2, "no directory");
    assert_eq!(machine.run("generate dockerfile cat -b scratch").0, 2, "nothing to build with");
    assert_eq!(machine.run("generate dockerfile cat -l c=d,a=b -l c=e").0, 0);
    assert!(machine.text("cat.Dockerfile").ends_with("\n\nLABEL \"a\"=\"b\"\nLABEL \"c\"=\"e\"\n"));
    let (code, _, err) = machine.run("generate dockerfile bundle -l a=\"b\"");
    assert_eq!(code, 2);
    assert!(err.contains("parse error on line 1, column 3: bare \" in non-quoted-field"), "{err}");
}

const SEMVER: &str =
    "schema: olm.semver\nstable: {bundles: [{image: 'quay.io/x/foo:1'}, {image: 'quay.io/x/foo:2'}]}\n";

#[test]
fn template_takes_bundles_from_where_they_are() {
    let mut machine = machine();
    machine.stdin = SEMVER.as_bytes().to_vec();
    let (code, out, err) = machine.run("template -o yaml --migrate -c cat -b quay.io/x/foo:2=bundle");
    assert_eq!((code, err.as_str()), (0, ""));
    let start = "\
---
defaultChannel: stable-v2.0
description: Does it.
icon:
  base64data: aGk=
  mediatype: image/png
name: foo
schema: olm.package
---
entries:
- name: foo.v1.0.0
name: stable-v1.0
";
    assert!(out.starts_with(start), "{out}");
    assert!(out.contains("image: quay.io/x/foo:2\nname: foo.v2.0.0\n") && !out.contains("olm.bundle.object"), "{out}");
    let (_, drawing, _) = machine.run("template semver - -o mermaid -c cat -b quay.io/x/foo:2=bundle");
    assert!(drawing.starts_with("graph LR\n") && drawing.contains("stable-v2.0"), "{drawing}");
    let (code, out, err) = machine.run("template -c cat");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.starts_with("olmkit: quay.io/x/foo:2: this build of olmkit does not pull images")
            && err.contains("--bundle IMAGE=PATH"),
        "{err}"
    );
    let (code, _, err) = machine.run("template basic -c cat");
    let expected = "olmkit: -:1:9: A basic template needs the schema `olm.template.basic`; the schema is `olm.semver`. Render \
                    it as a semver template.\nopm reports: template has unknown schema (\"olm.semver\"), should be \
                    \"olm.template.basic\"\n";
    assert_eq!((code, err.as_str()), (1, expected));
}

#[test]
fn a_template_that_cannot_be_rendered_is_refused_at_its_place() {
    let mut machine = machine();
    machine.stdin =
        b"schema: olm.semver\nstable:\n  bundles:\n  - image: quay.io/x/foo:1\n  - image: quay.io/x/foo:1\n".to_vec();
    let (code, out, err) = machine.run("template - -c cat");
    let expected = "olmkit: -:5:12: The bundle `foo.v1.0.0` occurs twice in the same list of `bundles`. Remove one of the two \
                    images, or give their bundles different names.\nopm reports: render: unable to post-process bundle info: \
                    duplicate bundle name \"foo.v1.0.0\"\n";
    assert_eq!((code, out.as_str(), err.as_str()), (1, "", expected));
}

#[test]
fn a_wrong_order_of_the_words_of_template_is_explained() {
    let mut machine = machine();
    for (words, expected) in [
        ("render t.yaml", "`olmkit template` renders without the word `render`: run `olmkit template t.yaml`"),
        ("t.yaml semver", "the type of the template comes before the file: run `olmkit template semver t.yaml`"),
        ("semvr t.yaml", "unknown template type `semvr`; did you mean `semver`?"),
    ] {
        let (code, _, err) = machine.run(&format!("template {words}"));
        assert_eq!((code, err.trim_end()), (2, format!("olmkit: {expected}").as_str()));
    }
}

#[test]
fn a_catalog_becomes_a_template_and_a_catalog_again() {
    let mut machine = machine();
    let (code, template, _) = machine.run("template convert basic cat -o yaml");
    assert_eq!(code, 0);
    assert!(template.contains("- image: quay.io/x/foo:1\n  schema: olm.bundle\n"), "{template}");
    machine.stdin = template.into_bytes();
    let again = machine.run("template -c cat -o yaml").1;
    assert_eq!(again, machine.run("render cat -o yaml").1);
}

/// A tar that contains one layer of an image.
#[test]
fn images_are_rendered_from_their_archives() {
    let mut machine = machine();
    let (code, out, _) = machine.run("bundle build bundle --tag q/foo:2 --output image.tar --no-validate");
    assert!(code == 0 && out.starts_with("q/foo@sha256:") && out.len() == "q/foo@sha256:".len() + 65, "{out}");
    let (code, _, err) = machine.args(&["bundle", "build", "bundle", "--tag", "a b", "--output", "other.tar"]);
    assert_eq!((code, err.as_str()), (2, "olmkit: --tag a b: invalid reference format\n"));
    assert!(!machine.files.contains_key("other.tar"));
    let (code, out, err) = machine.run("render image.tar --image q/foo:2");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, machine.run("render bundle --image q/foo:2").1);
}

const BUNDLE_OBJECT: &str = "\
apiVersion: core.rukpak.io/v1alpha1
kind: Bundle
metadata: {name: a}
spec: {provisionerClassName: p, source: {type: image, image: {ref: 'q/x:1'}}}
";

#[test]
fn objects_are_compared_with_what_they_were() {
    let mut machine = machine();
    machine.files.insert("old/objects.yaml".to_owned(), BUNDLE_OBJECT.as_bytes().to_vec());
    machine.files.insert("new/objects.yaml".to_owned(), BUNDLE_OBJECT.replace("x:1", "x:2").into_bytes());
    assert_eq!(machine.run("bundle validate new/objects.yaml").0, 0);
    let (code, out, _) = machine.run("bundle validate new/objects.yaml --before old/objects.yaml -f json");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let finding = &report["diagnostics"][0];
    assert_eq!((code, finding["rule"].as_str()), (1, Some("rukpak-bundle-immutable")));
    assert_eq!(
        (finding["path"].as_str(), finding["range"]["start"]["line"].as_u64()),
        (Some("new/objects.yaml"), Some(4))
    );
    assert_eq!(finding["related"][0]["path"], "old/objects.yaml");
    assert_eq!(machine.run("bundle validate old/objects.yaml --before old/objects.yaml").0, 0);
}

/// A comparison with nothing would find nothing.
#[test]
fn a_bundle_is_compared_only_with_an_earlier_one_of_its_package() {
    let mut machine = machine();
    let annotations = machine.files.iter().find(|(path, _)| path.ends_with("metadata/annotations.yaml"));
    let annotations = String::from_utf8(annotations.unwrap().1.clone()).unwrap();
    machine.files.insert("old/manifests/a.yaml".into(), BUNDLE_CRD.into());
    machine.files.insert("old/metadata/annotations.yaml".into(), annotations.clone().into());
    machine.files.insert("other/manifests/a.yaml".into(), BUNDLE_CRD.into());
    machine
        .files
        .insert("other/metadata/a.yaml".into(), annotations.replace("package.v1: foo", "package.v1: bar").into());
    machine.files.insert("cat/c.yaml".into(), "schema: olm.package\nname: foo\n".into());
    machine.files.insert("none/README.md".into(), "".into());
    machine.files.insert("objects/o.yaml".into(), BUNDLE_OBJECT.into());
    machine.files.insert("broken/o.yaml".into(), "a: [".into());
    let not = "this is not a bundle: it has no objects in `manifests`. Name the directory, archive or image of the \
               previous version.";
    let package = "this bundle belongs to package `bar`, but the checked bundle belongs to package `foo`. Name the \
                   directory, archive or image of the previous version.";
    let nothing = "no objects were found. Name the directory, archive or image of the previous version.";
    for (words, expected) in [
        ("bundle --before cat", format!("--before cat: {not}")),
        ("bundle --before none", format!("--before none: {not}")),
        ("bundle --before bundle/metadata", format!("--before bundle/metadata: {not}")),
        ("bundle --before objects", format!("--before objects: {not}")),
        ("bundle --before other", format!("--before other: {package}")),
        ("objects/o.yaml --before none", format!("--before none: {nothing}")),
        ("bundle --objects none", "--objects none: no objects were found".to_owned()),
        ("bundle --objects cat", "--objects cat: no objects were found".to_owned()),
    ] {
        let (code, out, err) = machine.run(&format!("bundle validate {words}"));
        assert_eq!((code, out, err), (2, String::new(), format!("olmkit: {expected}\n")), "{words}");
    }
    for words in ["--before old", "--before bundle", "--objects objects", "--objects broken"] {
        let (code, _, err) = machine.run(&format!("bundle validate bundle {words}"));
        assert!(code < 2, "{words}: {err}");
    }
}

#[test]
fn a_path_inside_a_bundle_means_the_bundle() {
    let mut machine = machine();
    let whole = machine.run("bundle validate bundle -f json").1;
    let files: Vec<String> = machine.files.keys().filter(|path| path.starts_with("bundle/m")).cloned().collect();
    assert!(files.len() > 1);
    assert_eq!(machine.run(&format!("bundle validate {} -f json", files.join(" "))).1, whole);
    assert_eq!(machine.run(&format!("bundle validate {} -f json", files[0])).1, whole);
    // A folder named `manifests` alone is not a bundle.
    machine.files.insert("git/manifests/objects.yaml".to_owned(), BUNDLE_OBJECT.as_bytes().to_vec());
    let (code, _, err) = machine.run("bundle validate git/manifests/objects.yaml");
    assert_eq!((code, err.as_str()), (0, "0 errors, 0 warnings in 1 file\n"));
}

#[test]
fn only_selected_tools_have_a_verdict() {
    let mut machine = machine();
    machine.files.insert("objects.yaml".to_owned(), BUNDLE_OBJECT.as_bytes().to_vec());
    let (code, out, err) = machine.run("bundle validate objects.yaml");
    assert_eq!((code, err.as_str()), (0, "0 errors, 0 warnings in 1 file\n"), "{out}");
    let (_, out, _) = machine.run("bundle validate objects.yaml -f json --profile sdk");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let bundle = &report["bundle"];
    assert!(["api", "opm", "sdk"].iter().all(|tool| bundle.get(tool).is_none()), "{out}");
    // Only operator-framework/api checks a package manifest.
    let manifest = "packageName: foo\nchannels: [{name: a, currentCSV: foo.v1.0.0}]\n";
    machine.files.insert("package/package.yaml".to_owned(), manifest.as_bytes().to_vec());
    let (code, _, err) = machine.run("bundle validate package");
    assert_eq!((code, err.as_str()), (1, "1 error, 0 warnings in 1 file; api rejects it\n"));
    machine.files.insert("package/z.package.yaml".to_owned(), b"a: [".to_vec());
    let (_, out, _) = machine.run("bundle validate package -f concise");
    assert!(out.contains("`z.package.yaml` is not a package manifest"), "{out}");
}

const BUNDLE_CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.ex.com}
spec:
  group: ex.com
  scope: Namespaced
  names: {kind: Foo, plural: foos}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, required: [size]}}}}
";

#[test]
fn objects_of_a_cluster_are_checked_against_the_new_crds() {
    let mut machine = machine();
    machine.files.insert("bundle/manifests/foo.crd.yaml".to_owned(), BUNDLE_CRD.as_bytes().to_vec());
    let object = "apiVersion: ex.com/v1\nkind: Foo\nmetadata: {name: mine}\nspec: {}\n";
    machine.files.insert("cluster/foo.yaml".to_owned(), object.as_bytes().to_vec());
    let check = "bundle validate bundle --select crd-stored-object -f json";
    let (code, out, _) = machine.run(&format!("{check} --objects cluster"));
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let finding = &report["diagnostics"][0];
    assert_eq!((code, finding["rule"].as_str()), (1, Some("crd-stored-object")), "{out}");
    let line = finding["range"]["start"]["line"].as_u64();
    assert_eq!((finding["path"].as_str(), line), (Some("cluster/foo.yaml"), Some(4)));
    assert_eq!(finding["related"][0]["path"], "bundle/manifests/foo.crd.yaml");
    assert_eq!(machine.run(check).0, 0);
    // The previous version requires nothing: the schema in its CRD is not the one that applies.
    machine
        .files
        .insert("old/manifests/foo.crd.yaml".to_owned(), BUNDLE_CRD.replace(", required: [size]", "").into_bytes());
    let (code, out, _) = machine.run(&format!("{check} --before old --objects cluster/foo.yaml"));
    assert!(code == 1 && out.contains("\"cluster/foo.yaml\""), "{out}");
    assert_eq!(machine.run("validate bundle --objects cluster").0, 2);
}

/// A file that is not part of the catalog is explained once, and the finding tells how to exclude it.
#[test]
fn unrelated_files_are_named() {
    let mut machine =
        Memory::new(&[("c/catalog.yaml", "schema: olm.package\nname: foo\n"), ("c/README.md", "# Foo\n[a](b)\n")]);
    let (code, out, _) =
        machine.run("validate c --format pretty --select yaml-syntax,meta-root-object,meta-schema-required");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("This file is not part of the catalog.") && out.contains("`.indexignore`"), "{out}");
}

/// `diff --impact` prints the impact of the changes.
#[test]
fn changes_have_a_meaning() {
    let catalog = |entries: &str| {
        let bundle = |version: &str| {
            format!(
                "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: a/b:{version}\nproperties:\n- {{type: olm.package, value: {{packageName: foo, version: {version}}}}}\n"
            )
        };
        let channel = "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\nentries:\n";
        format!("{channel}{entries}{}{}", bundle("1.0.0"), bundle("1.1.0"))
    };
    let old = catalog("- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n");
    let new = catalog("- name: foo.v1.1.0\n- name: foo.v1.0.0\n");
    let mut machine = Memory::new(&[("old.yaml", &old), ("new.yaml", &new)]);
    let (code, out, err) = machine.run("diff old.yaml new.yaml --impact");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1, "{out}{err}");
    assert_eq!(lines[0], "opm rejects the catalog, which it accepted before: channel-multiple-heads.");
    assert!(lines.contains(&"foo/a under OLM v1: foo.v1.0.0 can no longer upgrade to the channel head."), "{out}");
    let (_, json, _) = machine.run("diff old.yaml new.yaml --impact -f json");
    assert!(json.starts_with("{\n  \"version\": 1,\n  \"consequences\": ["), "{json}");
    let (_, markdown, _) = machine.run("diff old.yaml new.yaml --impact -f markdown");
    assert!(markdown.starts_with("- opm rejects the catalog"), "{markdown}");
    let (_, markdown, _) = machine.run("diff old.yaml new.yaml -f markdown");
    assert!(markdown.contains("| error | path-lost | foo | a | `foo.v1.0.0` can no longer upgrade"), "{markdown}");
}

/// An archive of a bundle's directory, not of its content.
#[test]
fn a_bundle_in_a_folder_of_an_archive_is_rendered_like_its_directory() {
    let mut machine = machine();
    let below =
        |(path, content): (&String, &Vec<u8>)| Some((path.strip_prefix("bundle/")?.to_owned(), content.clone()));
    let files: Vec<_> = machine.files.iter().filter_map(below).collect();
    let rendered = machine.run("render bundle").1;
    assert!(rendered.contains("olm.bundle"), "{rendered}");
    let mut in_folder: Vec<_> =
        files.iter().map(|(path, content)| (format!("foo/1.0.0/{path}"), content.clone())).collect();
    machine.files.insert("root.tar".to_owned(), tar_of(&files));
    machine.files.insert("folder.tar".to_owned(), tar_of(&in_folder));
    assert_eq!(machine.run("render root.tar").1, rendered);
    assert_eq!(machine.run("render folder.tar").1, rendered);
    // Beside other files, it is one of the files of a catalog.
    in_folder.push(("catalog.yaml".to_owned(), b"schema: olm.package\nname: foo\n".to_vec()));
    machine.files.insert("both.tar".to_owned(), tar_of(&in_folder));
    let (code, _, err) = machine.run("render both.tar");
    assert!(code != 0 && err.contains("manifests/"), "{err}");
}
