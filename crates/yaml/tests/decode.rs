//! Decoding into Go types: which values reach a field, and which mismatch is reported.

use olmkit_yaml::decode::{Mode, Object, Type, check, strings};
use olmkit_yaml::{Format, Kind, NodeRef, read_document};

const LINK: Type = Type::Struct("v1.Link", "Link", &[("name", Type::Text("string")), ("port", Type::Int32)]);
const PAGE: Type = Type::Struct(
    "v1.Page",
    "Page",
    &[
        ("title", Type::Text("v1.Title")),
        ("links", Type::List("v1.Link", &LINK)),
        ("labels", Type::TextMap),
        ("own", Type::Own(refuse_numbers)),
    ],
);

fn refuse_numbers(node: NodeRef<'_>) -> Option<String> {
    (node.scalar_text() == "1").then(|| "own: 1".to_owned())
}

fn checked(text: &str, format: Format, mode: Mode) -> Option<String> {
    let document = read_document(text.as_bytes(), format);
    check(document.root().unwrap(), &PAGE, mode).err().map(|mismatch| format!("{}: {}", mismatch.path, mismatch.text))
}

#[test]
fn the_first_mismatch_is_reported_and_an_own_decoder_ends_the_decoding() {
    let cases = [
        ("{title: a, links: [{name: b, port: 1}, null], labels: {x: z}, other: 1}", None),
        (
            "{TITLE: [], links: [{port: 1.5}]}",
            Some("title: json: cannot unmarshal array into Go struct field Page.title of type v1.Title"),
        ),
        (
            "{links: [{name: 1}]}",
            Some("links.name: json: cannot unmarshal number into Go struct field Link.links.name of type string"),
        ),
        (
            "{links: [{port: 3000000000}]}",
            Some(
                "links.port: json: cannot unmarshal number 3000000000 into Go struct field Link.links.port of type int32",
            ),
        ),
        (
            "{labels: {a: 1}}",
            Some("labels: json: cannot unmarshal number into Go struct field Page.labels of type string"),
        ),
        ("{labels: 1, own: 1}", Some("own: own: 1")),
        ("[]", Some(": json: cannot unmarshal array into Go value of type v1.Page")),
    ];
    for (text, expected) in cases {
        assert_eq!(checked(text, Format::Yaml, Mode::Marshalled).as_deref(), expected, "{text}");
    }
}

#[test]
fn strict_yaml_takes_scalars_for_strings_and_refuses_unknown_keys() {
    assert_eq!(checked("{title: 1}", Format::Yaml, Mode::StrictYaml), None);
    let unknown = checked("{title: 1, other: 2}", Format::Yaml, Mode::StrictYaml);
    assert_eq!(unknown.as_deref(), Some("other: json: unknown field \"other\""));
}

#[test]
fn keys_are_met_sorted_in_what_was_marshalled_and_as_written_in_json() {
    let text = r#"{"title": [], "links": 1}"#;
    assert!(checked(text, Format::Json, Mode::Json).unwrap().starts_with("title:"));
    assert!(checked(text, Format::Json, Mode::Marshalled).unwrap().starts_with("links:"));
}

#[test]
fn strings_fold_case_skip_null_and_name_the_field_of_another_type() {
    let read = |text: &str| {
        let document = read_document(text.as_bytes(), Format::Yaml);
        let found = strings(document.root().unwrap(), "p.", "Pair", ["a", "b"]);
        found.map(|texts| texts.map(|text| text.map(|(text, _)| text.into_owned()))).map_err(|mismatch| mismatch.text)
    };
    assert_eq!(read("{A: x, a: null, c: 1}"), Ok([Some("x".to_owned()), None]));
    assert_eq!(read("null"), Ok([None, None]));
    assert_eq!(
        read("{b: 1}"),
        Err("json: cannot unmarshal number into Go struct field Pair.b of type string".to_owned())
    );
    assert_eq!(read("x"), Err("json: cannot unmarshal string into Go value of type p.Pair".to_owned()));
}

#[test]
fn the_last_value_that_is_not_null_fills_a_field() {
    let document = read_document(b"{name: x, NAME: y, Name: null}", Format::Yaml);
    let object = Object::new(document.root().unwrap());
    assert_eq!(object.field("name").count(), 3);
    assert_eq!(object.last("name").unwrap().as_str().as_deref(), Some("x"));
}

/// The keys of an object, the values of a field, and its last value.
fn asked(text: &str) -> (Vec<String>, Vec<String>, Option<String>) {
    let document = read_document(text.as_bytes(), Format::Yaml);
    let object = Object::new(document.root().unwrap());
    let text = |node: NodeRef<'_>| node.scalar_text().into_owned();
    let all = object.iter().map(|member| format!("{}={}", member.key, text(member.value))).collect();
    (all, object.field("name").map(text).collect(), object.last("name").map(text))
}

#[test]
fn an_object_in_order_answers_as_one_that_is_sorted_first() {
    for sorted in
        ["NAME: a\nName: ~\nb: 1", "name: a\n\u{212a}: b", "a: b\n\"name\": c\nname2: d", "a: &a b\nname: *a", "{}"]
    {
        let lines: Vec<&str> = sorted.lines().rev().collect();
        let moved = if sorted.contains('&') { format!("x: 1\n{sorted}\na: b") } else { lines.join("\n") };
        let (all, named, last) = asked(sorted);
        let (moved_all, moved_named, moved_last) = asked(&moved);
        assert_eq!((named, last), (moved_named, moved_last), "{sorted}");
        assert!(sorted.contains('&') || all == moved_all, "{sorted}");
    }
}

#[test]
fn a_mapping_knows_whether_its_members_equal_its_pairs() {
    let cases = [
        ("a: 1\nb: 2\nc: 3\n", true),
        ("a: 1\n\"b\": 2\n'c': 3\n", true),
        ("name: 1\ntype: 2\n", true),
        ("b: 1\na: 2\n", false),
        ("a: 1\na: 2\n", false),
        ("a: 1\ny: 2\n", false),
        ("a: 1\n\"b\\n\": 2\n", false),
        ("1: 1\na: 2\n", false),
        ("\"\": 1\na: 2\n", true),
        ("a: 1\n? b\n: 2\n", true),
        ("a: 1\n!!str b: 2\n", false),
        ("{a: 1, b: 2}\n", true),
        ("{b: 1, a: 2}\n", false),
    ];
    for (text, in_order) in cases {
        let document = read_document(text.as_bytes(), Format::Yaml);
        assert_eq!(document.root().unwrap().is_in_order(), in_order, "{text}");
        assert_eq!(document.tree.nodes[0].kind, Kind::Mapping);
    }
    let json = |text: &str| read_document(text.as_bytes(), Format::Json).root().unwrap().is_in_order();
    assert!(json(r#"{"a": {"z": 1}, "b": 2}"#) && !json(r#"{"b": 1, "a": 2}"#) && !json(r#"{"a\u0062": 1}"#));
    let merged = read_document(b"a: &a {x: 1}\nb:\n  <<: *a\n  c: 1\n", Format::Yaml);
    assert!(!merged.root().unwrap().is_in_order());
}

#[test]
fn plain_scalars_are_strings_unless_they_resolve_to_another_type() {
    for word in ["name", "type", "owned", "no-op", "one", "Nope", "1.2.3", "1\n  2", "true\n  x", "x - 1"] {
        let text = format!("a: {word}\n");
        let document = read_document(text.as_bytes(), Format::Yaml);
        assert!(document.root().unwrap().get("a").unwrap().is_string(), "{word}");
    }
    for word in ["n", "Y", "on", "OFF", "null", "~", "true", "FALSE", "1.5", "-1", ".inf"] {
        let text = format!("a: {word}\n");
        let document = read_document(text.as_bytes(), Format::Yaml);
        assert!(document.root().is_none_or(|root| !root.get("a").unwrap().is_string()), "{word}");
    }
}
