//! `olm.constraint` as operator-framework/api reads it (bundle specification 5.5).

use olmkit_k8s::{Constraint, ConstraintKind, MAX_SIZE, ProblemKind, strings};
use olmkit_yaml::{Format, read_document};

/// The first problem of reading or, if there is none, of conversion, as upstream's message.
fn verdict(yaml: &str) -> String {
    let document = read_document(yaml.as_bytes(), Format::Yaml);
    let (constraint, mut problems) = Constraint::read(document.root().unwrap());
    if problems.is_empty() {
        problems = constraint.conversion_problems();
        problems.extend(constraint.cel_problems(document.root().unwrap()));
    }
    problems.first().map(|problem| problem.upstream.clone()).unwrap_or_default()
}

#[test]
fn accepted() {
    let good = [
        "{gvk: {group: g, version: v1, kind: K}}",
        "{gvk: {}}",
        "{package: {packageName: p, versionRange: '>=1.0.0'}, failureMessage: m}",
        "{all: {constraints: []}}",
        "{any: {}}",
        "{not: {constraints: null}}",
        "{all: {constraints: [{gvk: {kind: K}}, {any: {constraints: [{cel: {rule: 'true'}}]}}]}}",
        "{cel: {rule: 'true'}}",
        "{ALL: {Constraints: []}, FailureMessage: m}",
        "{gvk: {}, all: {constraints: [{}]}}",
        "{gvk: {}, package: {packageName: p, versionRange: '^1'}}",
        "{gvk: null, all: {}}",
    ];
    for yaml in good {
        assert_eq!(verdict(yaml), "", "{yaml}");
    }
}

#[test]
fn refused() {
    let of_type = |kind: &str, field: &str, go: &str| {
        format!("json: cannot unmarshal {kind} into Go struct field {field} of type {go}")
    };
    let cases = [
        ("{}", "constraint is empty".to_owned()),
        ("null", "constraint is empty".to_owned()),
        ("{failureMessage: m}", "constraint is empty".to_owned()),
        ("{all: null}", "constraint is empty".to_owned()),
        ("{all: {constraints: [null]}}", "constraint is empty".to_owned()),
        ("{any: {constraints: [{not: {constraints: [{}]}}]}}", "constraint is empty".to_owned()),
        ("{none: {constraints: []}}", "json: unknown field \"none\"".to_owned()),
        ("{message: m, gvk: {}}", "json: unknown field \"message\"".to_owned()),
        ("{package: {packageName: p, version: 1.0.0}}", "json: unknown field \"version\"".to_owned()),
        ("{all: {constraints: [], x: 1}}", "json: unknown field \"x\"".to_owned()),
        ("{cel: {rule: 'true', extra: 1}}", "json: unknown field \"extra\"".to_owned()),
        ("{gvk: {resource: r}}", "json: unknown field \"resource\"".to_owned()),
        ("text", "json: cannot unmarshal string into Go value of type constraints.Constraint".to_owned()),
        ("[]", "json: cannot unmarshal array into Go value of type constraints.Constraint".to_owned()),
        ("{all: []}", of_type("array", "Constraint.all", "constraints.CompoundConstraint")),
        (
            "{all: {constraints: {}}}",
            of_type("object", "CompoundConstraint.all.constraints", "[]constraints.Constraint"),
        ),
        ("{gvk: {kind: 1}}", of_type("number", "GVKConstraint.gvk.kind", "string")),
        ("{failureMessage: true, gvk: {}}", of_type("bool", "Constraint.failureMessage", "string")),
        ("{cel: 'true'}", of_type("string", "Constraint.cel", "constraints.Cel")),
        ("{package: {packageName: p}}", "Last element in range is '||'".to_owned()),
        (
            "{package: {packageName: p, versionRange: ^1.0}}",
            "Could not parse Range \"^1.0\": Could not parse comparator \"^\" in \"^1.0\"".to_owned(),
        ),
        ("{cel: {rule: '1 + 1'}}", "cel expressions must have type Bool".to_owned()),
        // encoding/json decodes the keys in sorted order and reports the first problem.
        ("{zzz: 1, all: {constraints: [{aaa: 1}]}}", "json: unknown field \"aaa\"".to_owned()),
    ];
    for (yaml, expected) in cases {
        assert_eq!(verdict(yaml), expected, "{yaml}");
    }
}

#[test]
fn the_size_is_that_of_the_json() {
    let of_length = |length: usize| {
        let head = "{\"failureMessage\":\"\",\"gvk\":{}}".len();
        format!("{{\"gvk\":{{}},\"failureMessage\":\"{}\"}}", "m".repeat(length - head))
    };
    assert_eq!(verdict(&of_length(MAX_SIZE)), "");
    let expected = "olm.constraint value is greater than max constraint size 131072 bytes";
    assert_eq!(verdict(&of_length(MAX_SIZE + 1)), expected);
}

#[test]
fn deep_nesting_is_safe() {
    let depth = 3_000;
    let text = format!("{}{{\"gvk\":{{}}}}{}", "{\"any\":{\"constraints\":[".repeat(depth), "]}}".repeat(depth));
    assert_eq!(verdict(&text), "");
    let broken = format!("{}{{\"x\":1}}{}", "{\"any\":{\"constraints\":[".repeat(depth), "]}}".repeat(depth));
    assert_eq!(verdict(&broken), "json: unknown field \"x\"");
}

#[test]
fn several_members_are_reported() {
    let document = read_document(b"{cel: {rule: x}, any: {constraints: [{}]}, gvk: {kind: K}}", Format::Yaml);
    let (constraint, problems) = Constraint::read(document.root().unwrap());
    assert!(problems.is_empty());
    assert_eq!(constraint.root().members(), ["gvk", "any", "cel"]);
    assert!(matches!(constraint.root().kind(), ConstraintKind::Gvk(gvk) if gvk.kind == "K"));
    assert_eq!(constraint.used().count(), 1);
}

#[test]
fn places_are_those_of_what_is_wrong() {
    let text = b"{package: {packageName: p, versionRange: ^1}}";
    let document = read_document(text, Format::Yaml);
    let (constraint, _) = Constraint::read(document.root().unwrap());
    let problem = constraint.conversion_problems().remove(0);
    assert_eq!(problem.kind, ProblemKind::Range);
    assert!(problem.message.contains("package `p`"));
    assert_eq!(&text[usize::from(problem.range.start())..usize::from(problem.range.end())], b"^1");
}

#[test]
fn cel_is_compiled() {
    assert!(verdict("{cel: {rule: 'foo'}}").starts_with("ERROR: <input>:1:1: undeclared reference to 'foo'"));
    assert!(verdict("{any: {constraints: [{cel: {}}]}}").contains("<EOF>"));
}

#[test]
fn flat_values() {
    let read = |yaml: &str| {
        let document = read_document(yaml.as_bytes(), Format::Yaml);
        strings(document.root().unwrap(), "property.PackageRequired", ["packageName", "versionRange"])
            .map_err(|problem| problem.upstream)
    };
    assert_eq!(read("{packagename: p, versionRange: '1', x: 2}"), Ok(["p".to_owned(), "1".to_owned()]));
    assert_eq!(read("null"), Ok([String::new(), String::new()]));
    assert!(read("{packageName: 1}").unwrap_err().contains("cannot unmarshal number"));
    assert!(read("p").unwrap_err().ends_with("Go value of type property.PackageRequired"));
}

#[test]
fn the_place_of_a_mistake_in_an_expression_is_in_its_text() {
    // `oops` is not declared. In some styles the rule spans two lines.
    for (text, format) in [
        ("cel: {rule: true && oops}", Format::Yaml),
        ("cel: {rule: 'true && ''a'' == oops'}", Format::Yaml),
        (r#"cel: {rule: "true &&\t\"\u00e9\" ==\n oops"}"#, Format::Yaml),
        ("cel:\n  rule: >-\n    true &&\n    'a' ==\n    oops\n", Format::Yaml),
        ("cel:\n  rule: |\n    true &&\n      'a' ==\n    oops\n", Format::Yaml),
        ("cel:\n  rule: true &&\n    oops\n", Format::Yaml),
        ("any: {constraints: [{cel: {rule: 'true'}}, {cel: {rule: true && oops}}]}", Format::Yaml),
        ("any: {constraints: [{failureMessage: &r true && oops, gvk: {}}, {cel: {rule: *r}}]}", Format::Yaml),
        (r#"{"cel": {"rule": "true \u0026\u0026\n\"\ud83d\ude00\" == oops"}}"#, Format::Json),
    ] {
        let document = read_document(text.as_bytes(), format);
        let (constraint, problems) = Constraint::read(document.root().unwrap());
        assert!(problems.is_empty(), "{text}: {problems:?}");
        let problems = constraint.cel_problems(document.root().unwrap());
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        assert!(problems[0].message.contains("'oops'"), "{problems:?}");
        let at = text.find("oops").unwrap();
        assert_eq!(std::ops::Range::<usize>::from(problems[0].range), at..at + 1, "{text}");
    }
}

#[test]
fn an_error_without_a_position_covers_the_whole_text() {
    for (text, expected) in [("cel: {rule: 1 + 1}", "1 + 1"), ("cel: {rule: ''}", "''"), ("cel: {}", "{cel: {}}")] {
        let text = format!("{{{text}}}");
        let document = read_document(text.as_bytes(), Format::Yaml);
        let (constraint, _) = Constraint::read(document.root().unwrap());
        let problems = constraint.cel_problems(document.root().unwrap());
        assert_eq!(&text[problems.last().unwrap().range], expected, "{text}");
    }
}
