//! What olmkit says about templates and configurations of oc-mirror that upstream rejects, and where.

use olmkit_render::mirror::ImageSet;
use olmkit_render::{Bundles, Explanation, RenderedBundle, Template, TemplateKind};
use olmkit_text::LineIndex;

/// `LINE:COLUMN: MESSAGE HELP`.
fn shown(text: &str, explanation: &Explanation) -> String {
    let place = LineIndex::new(text.as_bytes()).position(text.as_bytes(), explanation.offset);
    format!("{}:{}: {explanation}", place.line, place.column)
}

fn template(text: &str, kind: Option<TemplateKind>) -> String {
    let error = Template::read(text.as_bytes(), kind).err().unwrap();
    shown(text, &error.explanation())
}

/// The error of rendering a template with bundles of the packages `foo` and `bar`. `q/foo:2` has the version 1.0.0+2.
fn unrendered(text: &str) -> String {
    let bundle = |(image, package, version): (&str, &str, &str)| {
        let json = format!(
            "{{\"schema\":\"olm.bundle\",\"name\":\"{package}.v{version}\",\"package\":\"{package}\",\"image\":\"{image}\",\
             \"properties\":[{{\"type\":\"olm.package\",\"value\":{{\"packageName\":\"{package}\",\"version\":\"{version}\"}}}}]}}"
        );
        (image.to_owned(), RenderedBundle { json, ..RenderedBundle::default() })
    };
    let known = [("q/foo:1", "foo", "1.0.0"), ("q/foo:2", "foo", "1.0.0+2"), ("q/bar:1", "bar", "1.0.0")];
    let bundles: Bundles = known.into_iter().map(bundle).collect();
    let error = Template::read(text.as_bytes(), None).unwrap().render(&bundles).err().unwrap();
    assert!(error.offset().is_some(), "{text}: {error}");
    shown(text, &error.explanation())
}

fn image_set(mirror: &str) -> Vec<String> {
    let text = format!("kind: ImageSetConfiguration\nmirror:\n{mirror}");
    let rejected = ImageSet::parse(text.as_bytes()).unwrap_err();
    rejected.explanations.iter().map(|explanation| shown(&text, explanation)).collect()
}

#[test]
fn templates_are_explained_at_the_place_of_the_error() {
    let unknown = "Correct or remove the field: unknown fields are errors.";
    for (text, expected) in [
        (
            "schema: olm.semver\nstable:\n  bundls: []\n",
            format!("3:3: Unknown field `bundls` in `stable`; did you mean `bundles`? {unknown}"),
        ),
        (
            "schema: olm.semver\nstabel:\n",
            format!("2:1: Unknown field `stabel`; did you mean `stable`? {unknown}"),
        ),
        (
            "schema: olm.semver\nstable: {bundles: x}\n",
            "2:19: `stable.bundles` must be a list: the value is a string. Start each item with `- `.".to_owned(),
        ),
        (
            "schema: olm.semver\nstable:\n  bundles:\n  - image: &a [x]\n  - image: *a\n",
            "4:15: `stable.bundles[0].image` must be a string: the value is a list.".to_owned(),
        ),
        (
            "schema: olm.semver\nstable:\n  bundles: []\n  bundles: []\n",
            "4:3: The key `bundles` occurs twice in the same mapping. Remove one of the two.".to_owned(),
        ),
        (
            "schema: olm.semver\ndefaultChannelTypePreference: patch\n",
            "2:31: `defaultChannelTypePreference` is `patch`, which is not a kind of channel. Write `major` or `minor`."
                .to_owned(),
        ),
        (
            "schema: olm.semver\ndefaultChannelTypePreference: major\n",
            "2:31: `defaultChannelTypePreference` is `major`, but the template does not generate major channels, so none \
             can be the default channel. Set `generateMajorChannels: true`, or change the preference."
                .to_owned(),
        ),
    ] {
        assert_eq!(template(text, None), expected, "{text}");
    }
}

/// Errors that are found only when the bundles are known.
#[test]
fn templates_that_cannot_be_rendered_are_explained_at_the_place_of_the_error() {
    let semver = |images: &str| format!("# semver\nschema: olm.semver\nstable:\n  bundles:\n{images}");
    for (images, expected) in [
        (
            "  - image: q/foo:1\n  - image: q/bar:1\n",
            "6:12: The bundle `bar.v1.0.0` is in the package `bar`, but the bundles before it are in `foo`. Write a template \
             for each package.",
        ),
        (
            "  - image: q/foo:1\n  - {image: q/foo:1}\n",
            "6:13: The bundle `foo.v1.0.0` occurs twice in the same list of `bundles`. Remove one of the two images, or \
             give their bundles different names.",
        ),
        (
            "  - image: q/foo:2\n  - image: q/foo:1\n",
            "6:12: The versions of `foo.v1.0.0` and `foo.v1.0.0+2` differ only in their build metadata, so neither is \
             newer. Remove one of the two images.",
        ),
        ("  - image: q/foo:1\n  - image: q/foo:9\n", "6:12: no bundle was provided for the image \"q/foo:9\""),
    ] {
        assert_eq!(unrendered(&semver(images)), expected, "{images}");
    }
    let basic = "---\nschema: olm.template.basic\nentries:\n- schema: olm.package\n  name: foo\n- schema: olm.bundle\n  image: q/foo:9\n";
    assert_eq!(unrendered(basic), "7:10: no bundle was provided for the image \"q/foo:9\"");
    for (end, expected) in [
        ("- {name: q/foo:9, base: foo.v0.9.0}\n", "8:10: no bundle was provided for the image \"q/foo:9\""),
        ("- {name: q/foo:1, base: foo.v2.0.0}\n", "8:25: base bundle \"foo.v2.0.0\" does not exist in catalog"),
        ("- {name: q/foo:1, base: ''}\n", "8:25: substitution base cannot be empty"),
    ] {
        let text = format!("# substitutes\nschema: olm.template.substitutes\nentries: []\n\n\n\nsubstitutions:\n{end}");
        assert_eq!(unrendered(&text), expected, "{end}");
    }
}

#[test]
fn entries_of_templates_are_explained_at_the_place_of_the_error() {
    let schemas = "`schema: olm.semver`, `schema: olm.template.basic` or `schema: olm.template.substitutes`";
    for (text, expected) in [
        (
            "# basic\n---\nschema: olm.template.basic\nentries:\n- schema: olm.package\n  name: 1\n",
            format!("1:1: The first document of the template is empty. Write a document with {schemas}. opm reads only the \
                     first one."),
        ),
        (
            "schema: olm.template.basic\nentries:\n- schema: olm.package\n  name: 1\n",
            "4:9: `name` must be a string, but YAML reads `1` as a number.".to_owned(),
        ),
        (
            "schema: olm.template.basic\nentries:\n- schema: olm.package\n  name: foo\n  icon: {mediatype: 1}\n",
            "5:21: `mediatype` must be a string, but YAML reads `1` as a number. opm cannot load the catalog. Quote \
             it: \"1\"."
                .to_owned(),
        ),
        (
            "schema: olm.template.basic\nentries:\n- {schema: olm.bundle, image: a}\n- schema: olm.bundle\n  image: b\n  \
             package: foo\n",
            "6:12: A bundle of a basic template cannot have `package`. Write only `schema` and `image`: opm takes the rest \
             from the image."
                .to_owned(),
        ),
        (
            "schema: olm.template.basic\nentries:\n- {schema: olm.bundle, name: a}\n",
            "3:3: The bundle has no `image`. Write only `schema` and `image`: opm takes the rest from the image.".to_owned(),
        ),
        ("entries: []\n", format!("1:1: The template has no `schema`, which tells its kind. Add {schemas}.")),
        ("", format!("1:1: The template is empty. Write a document with {schemas}.")),
        (
            "schema: olm.composite\n",
            format!(
                "1:9: opm does not render templates of the schema `olm.composite`. Write the composite template as {schemas}."
            ),
        ),
        ("schema: [a]\n", "1:9: `schema` must be a string: the value is a list.".to_owned()),
        ("\tschema: a\n", "1:1: A tab is used for indentation. YAML allows spaces only.".to_owned()),
    ] {
        assert_eq!(template(text, None), expected, "{text}");
    }
}

#[test]
fn a_template_of_another_kind_is_named() {
    let (semver, basic) = ("schema: olm.semver\n", "schema: olm.template.basic\nentries: []\n");
    assert_eq!(
        template(semver, Some(TemplateKind::Basic)),
        "1:9: A basic template needs the schema `olm.template.basic`; the schema is `olm.semver`. Render it as a semver \
         template."
    );
    assert_eq!(
        template(basic, Some(TemplateKind::Semver)),
        "1:9: A semver template needs the schema `olm.semver`; the schema is `olm.template.basic`. Render it as a basic \
         template."
    );
    assert_eq!(
        template("a: 1\n", Some(TemplateKind::Semver)),
        "1:1: A semver template needs the schema `olm.semver`; the schema is none. Set `schema` to olm.semver."
    );
}

#[test]
fn configurations_of_oc_mirror_are_explained_at_the_place_of_the_error() {
    let text = "kind: Foo\n";
    let rejected = ImageSet::parse(text.as_bytes()).unwrap_err();
    assert_eq!(shown(text, &rejected.explanations[0]), "1:7: `kind` must be ImageSetConfiguration; it is `Foo`.");
    let unknown = "Correct or remove the field: unknown fields are errors.";
    for (mirror, expected) in [
        ("  operatrs: []\n", format!("3:3: Unknown field `operatrs` in `mirror`; did you mean `operators`? {unknown}")),
        (
            "  operators:\n  - catalog: q.io/a:v1\n    packages:\n    - name: 1\n",
            "6:13: `mirror.operators[0].packages[0].name` must be a string: the value is `1`, a number. Quote it: \"1\"."
                .to_owned(),
        ),
        (
            "  operators:\n  - catalog: q.io/a\n",
            "4:14: The catalog `q.io/a` has neither a tag nor a digest. Add a tag, as in `q.io/a:v4.20`.".to_owned(),
        ),
        ("  {}\ndelete: {}\n", "4:9: `delete` is not allowed in an ImageSetConfiguration. Move it to a file of the kind \
          DeleteImageSetConfiguration.".to_owned()),
        ("  {}\narchiveSize: 4G\n", "4:14: `archiveSize` must be a whole number: the value is a string.".to_owned()),
        ("  {}\nmirror: {}\n", "4:1: The key `mirror` occurs twice in the same mapping. Remove one of the two.".to_owned()),
    ] {
        assert_eq!(image_set(mirror), [expected], "{mirror}");
    }
}

#[test]
fn every_wrong_part_of_a_configuration_is_explained() {
    let found = image_set(
        "  operators:\n  - catalog: q.io/a:v1\n    packages:\n    - name: p\n      minVersion: x\n    - name: p\n      \
         minVersion: '1'\n      channels:\n      - {name: s, maxVersion: '2'}\n      - {name: s}\n  - catalog: q.io/a:v1\n  \
         platform: {channels: [{name: a}, {name: a}]}\n",
    );
    assert_eq!(
        found,
        [
            "7:19: `minVersion` is `x`, which is not a version. Write a version such as \"1.2.0\".",
            "8:13: The package `p` is selected twice. Merge the two.",
            "11:31: Both the package `p` and this channel have `minVersion` or `maxVersion`. Keep those of the package or \
             those of the channels.",
            "12:16: The channel `s` of the package `p` is selected twice. Merge the two.",
            "13:14: The catalog `q.io/a:v1` occurs twice. Merge the two, or give one of them another `targetCatalog` or \
             `targetTag`.",
            "14:43: The release channel `a` is selected twice. Merge the two.",
        ]
    );
    // Without a reference, the two catalogs are not called equal.
    assert_eq!(image_set("  operators: [{catalog: a/b}, {catalog: a/c}]\n").len(), 2);
}
