//! The source range of a part of a string.

use olmkit_testing::grows_linearly;
use olmkit_yaml::{Format, Inside, inside, read_document};

/// The source of the first `part` of the value of `a`; `None` if it is unknown.
fn source<'t>(text: &'t str, format: Format, part: &str) -> Option<&'t str> {
    let document = read_document(text.as_bytes(), format);
    assert!(document.error.is_none(), "{text:?}");
    let node = document.root().unwrap().get("a").unwrap();
    let value = node.as_str().unwrap();
    let at = value.find(part).unwrap_or_else(|| panic!("{part:?} in {value:?}"));
    inside(node, &value, at..at + part.len()).map(|range| &text[range])
}

#[test]
fn every_style_of_yaml() {
    for (text, part, expected) in [
        ("a: one two three", "two", "two"),
        ("a: one\n  two\n\n  three", "three", "three"),
        ("a: one\n   two", "one two", "one\n   two"),
        ("a: 'it''s one\n\n\n   two'", "two", "two"),
        ("a: 'it''s one'", "s", "s"),
        ("a: 'it''s one'", "'", "''"),
        (r#"a: "one\ttwo\n three""#, "three", "three"),
        (r#"a: "one \n two""#, "two", "two"),
        (r#"a: "one\x20two\u00e9\U0001F600 three""#, "two", "two"),
        (r#"a: "one\x20two\u00e9\U0001F600 three""#, "é", r"\u00e9"),
        (r#"a: "one\x20two\u00e9\U0001F600 three""#, "three", "three"),
        (r#"a: "\_\N\L\"\\ one""#, "one", "one"),
        ("a: \"one \\\n   two \\\r\n  three\"", "two", "two"),
        ("a: \"one \\\n   two \\\r\n  three\"", "three", "three"),
        ("a: \"one\n   two\n\n  three\"", "two\nthree", "two\n\n  three"),
        ("a: |\n  one\n    two\n\n  three\n", "two", "two"),
        ("a: |\n  one\n    two\n\n  three\n", "three", "three"),
        ("a: |2-\n    one\n   two", "two", "two"),
        ("a: |+ # why\n\n\n  one\n", "one", "one"),
        ("a: >\n  one\n  two\n\n  three\n", "one two", "one\n  two"),
        ("a: >-\n  one\n  two\n\n\n    three\n  four\n", "four", "four"),
        ("a: !!str &x é one", "one", "one"),
        ("b: &x one two\na: *x", "two", "two"),
    ] {
        assert_eq!(source(text, Format::Yaml, part), Some(expected), "{text}");
    }
}

#[test]
fn json() {
    for (part, expected) in [
        ("one", "one"),
        ("two", "two"),
        ("\"", "\\\""),
        ("😀", "\\uD83D\\uDE00"),
        ("€", "\\u20ac"),
        ("/", "\\/"),
        ("three", "three"),
    ] {
        let text = r#"{"a": "one\n \" two 😀 \/ \uD83D\uDE00\u20ac three"}"#.replace(" 😀", "");
        assert_eq!(source(&text, Format::Json, part), Some(expected), "{part}");
    }
}

#[test]
fn an_end_is_a_position_too() {
    for (text, expected) in [("a: one", 6..6), ("a: 'one'\n", 7..7), ("a: |-\n  one\n", 11..11)] {
        let document = read_document(text.as_bytes(), Format::Yaml);
        let found = inside(document.root().unwrap().get("a").unwrap(), "one", 3..3).unwrap();
        assert_eq!(std::ops::Range::<usize>::from(found), expected, "{text}");
    }
}

#[test]
fn another_value_has_no_place() {
    let document = read_document(b"a: one", Format::Yaml);
    let node = document.root().unwrap().get("a").unwrap();
    for value in ["two", "one two", "one\n", "o ne"] {
        assert_eq!(inside(node, value, value.len() - 1..value.len()), None, "{value}");
    }
}

/// Parts in ascending order are found in one pass through the string.
#[test]
fn many_parts_of_a_long_string() {
    for (before, part, after) in [("\"", "a\\n é ", "\""), ("'", "it''s ", "'"), ("|\n", "  some text\n", "")] {
        let text = |count| format!("a: {before}{}{after}", part.repeat(count));
        grows_linearly(4_000, text, |text| parts_of(text));
    }
}

fn parts_of(text: &str) {
    let document = read_document(text.as_bytes(), Format::Yaml);
    let node = document.root().unwrap().get("a").unwrap();
    let value = node.as_str().unwrap();
    let words = value.char_indices().filter(|(_, character)| character.is_alphabetic());
    let words: Vec<usize> = words.map(|(at, _)| at).collect();
    let mut parts = Inside::new(node, &value).unwrap();
    for at in &words {
        // A part that contains others, and the next of them.
        parts.range(*at..(at + 20).min(value.len()));
        assert!(parts.range(*at..at + 1).is_some(), "{at}");
    }
    for at in words.iter().rev().step_by(words.len() / 2) {
        assert_eq!(parts.range(*at..at + 1), inside(node, &value, *at..at + 1), "{at}");
    }
}
