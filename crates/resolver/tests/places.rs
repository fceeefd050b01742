//! Positions of findings about requirements that OLM cannot read.

use olmkit_diagnostics::Diagnostic;
use olmkit_resolver::{CatalogFiles, DependencyOptions, dependencies, with_files};

/// The findings about requirements that cannot be read.
fn broken(path: &str, text: &str) -> Vec<Diagnostic> {
    let files = vec![(path.to_owned(), text.as_bytes().to_vec())];
    let catalog =
        CatalogFiles { name: "cat".to_owned(), priority: 0, labels: std::collections::BTreeMap::new(), files };
    let found = with_files(&[catalog], |universe| dependencies(universe, &DependencyOptions::default()).findings);
    found.into_iter().filter(|found| found.rule.id == "dep-range-invalid").collect()
}

/// A catalog with a bundle for each list of properties.
fn catalog(bundles: &[&str]) -> String {
    let mut out =
        "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n\
                   entries:\n"
            .to_owned();
    for at in 0..bundles.len() {
        out += &format!("- {{name: foo.v{at}.0.0, skipRange: '<{at}.0.0'}}\n");
    }
    for (at, properties) in bundles.iter().enumerate() {
        out += &format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{at}.0.0\nimage: quay.io/x/foo:{at}\nproperties:\n\
             - {{type: olm.package, value: {{packageName: foo, version: {at}.0.0}}}}\n{properties}"
        );
    }
    out
}

#[test]
fn in_the_text_of_the_expression() {
    for (rule, expected) in [
        ("true && oops", "oops"),
        ("'''a'' == oops'", "oops"),
        (r#""'\u00e9' ==\n oops""#, "oops"),
        ("|-\n        true &&\n          oops", "oops"),
        (">\n        true &&\n        oops", "oops"),
        ("1 + 1", "1 + 1"),
        ("\"\"", "\"\""),
    ] {
        let property = format!(
            "- type: olm.constraint\n  value:\n    failureMessage: m\n    cel:\n      rule: {rule}\n- {{type: a, value: b}}\n"
        );
        let text = catalog(&[&property]);
        let found = broken("catalog.yaml", &text);
        assert_eq!(found.len(), 1, "{text}");
        let range = found[0].place.range;
        let at = usize::from(range.start());
        assert_eq!(&text[at..at + expected.len()], expected, "{text}");
        let length = if expected == "oops" { 1 } else { expected.len() };
        assert_eq!(usize::from(range.end()), at + length, "{text}");
    }
}

#[test]
fn in_catalogs_of_json() {
    let text = r#"{"schema": "olm.package", "name": "foo", "defaultChannel": "a"}
{"schema": "olm.channel", "package": "foo", "name": "a", "entries": [{"name": "foo.v0.0.0"}]}
{"schema": "olm.bundle", "package": "foo", "name": "foo.v0.0.0", "image": "quay.io/x/foo:0", "properties": [
  {"type": "olm.package", "value": {"packageName": "foo", "version": "0.0.0"}},
  {"type": "olm.constraint", "value": {"failureMessage": "m", "cel": {"rule": "true \u0026\u0026\n\t\"\ud83d\ude00\" == oops"}}}]}
"#;
    let found = broken("catalog.json", text);
    assert_eq!(usize::from(found[0].place.range.start()), text.find("oops").unwrap());
    assert_eq!(found.len(), 1);
}

#[test]
fn in_the_first_bundle_that_has_it_however_it_is_written_there() {
    // Both are the same requirement. Another package writes it differently.
    let one = "- {type: olm.constraint, value: {failureMessage: m, cel: {rule: oops}}}\n";
    let two = "- type: olm.constraint\n  value: {cel: {rule: \"oops\"}, failureMessage: m}\n";
    let text = catalog(&[one, two]);
    let other = catalog(&[two]).replace("foo", "bar");
    let both = format!("{text}---\n{other}");
    let found = broken("catalog.yaml", &both);
    assert_eq!(found.len(), 2, "{found:?}");
    let mut places: Vec<usize> = found.iter().map(|found| usize::from(found.place.range.start())).collect();
    places.sort_unstable();
    assert_eq!(places, [both.find("oops").unwrap(), both.rfind("oops").unwrap()]);
}

#[test]
fn at_the_range_of_a_required_package() {
    let text = catalog(&["- {type: olm.package.required, value: {versionRange: '^1.0.0', packageName: bar}}\n"]);
    let range = broken("catalog.yaml", &text)[0].place.range;
    assert_eq!(&text[usize::from(range.start())..usize::from(range.end())], "'^1.0.0'");
}

#[test]
fn comments_at_the_property_still_suppress_it() {
    let rule = "- type: olm.constraint\n  value:\n    failureMessage: m\n    cel:\n      rule: |\n        true &&\n        oops\n";
    let with = |comment: &str| broken("catalog.yaml", &catalog(&[&format!("{comment}{rule}")])).len();
    assert_eq!(with("# olmkit-ignore dep-range-invalid: known\n"), 0);
    assert_eq!(with(""), 1);
    let elsewhere = "- {type: x, value: &r oops}\n# olmkit-ignore dep-range-invalid: known\n- {type: olm.constraint, value: {cel: {rule: *r}}}\n";
    assert_eq!(broken("catalog.yaml", &catalog(&[elsewhere])).len(), 0);
}
