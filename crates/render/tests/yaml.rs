//! YAML as sigs.k8s.io/yaml writes it: cases that are rare in real catalogs.

use olmkit_render::{Output, append};
use olmkit_testing::{Choices, property};
use olmkit_yaml::{Format, read_document, to_json};
use serde_json::Value;

fn yaml_of(json: &str) -> String {
    olmkit_render::yaml_of(json).unwrap()
}

#[test]
fn keys_whose_order_is_not_transitive_are_written() {
    // `1` precedes `01`, which precedes `0a`, which precedes `1`.
    for length in [3, 12, 13, 30, 60, 200] {
        let mut state = 7_u32;
        let mut keys: Vec<String> = Vec::new();
        for _ in 0..length {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            keys.push(format!("{:08x}", state));
        }
        let members: Vec<String> = keys.iter().map(|key| format!("\"{key}\": 1")).collect();
        let yaml = yaml_of(&format!("{{{}}}", members.join(", ")));
        assert!(keys.iter().all(|key| yaml.contains(key.as_str())), "{yaml}");
    }
}

#[test]
fn a_date_before_a_non_ascii_character_is_a_string() {
    assert_eq!(yaml_of("{\"a\": \"2024-05-01é\"}"), "a: 2024-05-01é\n");
    assert_eq!(yaml_of("{\"a\": \"2024-05-01\"}"), "a: \"2024-05-01\"\n");
}

#[test]
fn a_negative_zero_is_an_integer() {
    assert_eq!(yaml_of("{\"a\": -0}"), "a: 0\n");
}

#[test]
fn keys_of_several_lines_are_marked() {
    assert_eq!(yaml_of("{\"a\\rb\": 2}"), "? \"a\\rb\"\n: 2\n");
}

/// Asserts how go-yaml v2.4 writes JSON strings.
fn assert_written(cases: &[(&str, &str)]) {
    for (json, yaml) in cases {
        assert_eq!(yaml_of(&format!("{{\"a\":{json}}}")), format!("a: {yaml}\n"), "{json}");
    }
}

#[test]
fn dates_are_quoted_only_if_go_reads_them() {
    assert_written(&[
        ("\"2001-02-28\"", "\"2001-02-28\""),
        ("\"2001-02-30\"", "2001-02-30"),
        ("\"2001-4-31\"", "2001-4-31"),
        ("\"2001-1-1 1:2:3,5\"", "\"2001-1-1 1:2:3,5\""),
        ("\"2001-1-1  1:2:3\"", "\"2001-1-1  1:2:3\""),
        ("\"2001-1-1T1:2:3+25:00\"", "2001-1-1T1:2:3+25:00"),
    ]);
}

#[test]
fn long_numbers_are_quoted() {
    let long = "1".repeat(500);
    assert_written(&[
        (&format!("\"0.{long}\""), &format!("\"0.{long}\"")),
        (&format!("\"{long}\""), &long),
        (&format!("\"{}\"", "0".repeat(500)), &format!("\"{}\"", "0".repeat(500))),
    ]);
}

#[test]
fn numbers_beyond_floats_are_strings() {
    assert_written(&[("1E400", "1E400"), ("-1e400", "-1e400"), ("1e-400", "0")]);
}

#[test]
fn line_separators_are_followed_by_the_indent() {
    assert_written(&[
        ("\"x\\u2028y\\u2029\\u2028z\"", "'x\u{2028}  y\u{2029}\u{2028}  z'"),
        ("\"\\u2028\"", "'\u{2028}'"),
        ("\"x \\u2028y\"", "\"x \\Ly\""),
    ]);
    assert_eq!(yaml_of("{\"a\\u0085b\":[1]}"), "? \"a\\Nb\"\n: - 1\n");
}

#[test]
fn a_next_line_character_is_folded_as_yaml_reads_it() {
    assert_written(&[("\"x\u{85}y\"", "x y"), ("\"x\u{85}\u{85}y\"", "|-\n  x\n  y")]);
}

#[test]
fn behind_a_byte_order_mark_all_is_escaped() {
    assert_written(&[("\"\u{FEFF}a b\"", r#""\uFEFF\x61\x20\x62""#), ("\"a\u{FEFF}b\"", r#""a\uFEFFb""#)]);
}

#[test]
fn what_go_yaml_does_not_read_is_not_written() {
    let error = |json: &str| olmkit_render::yaml_of(json).map_err(|error| error.to_string());
    let control = Err("yaml: control characters are not allowed".to_owned());
    for character in ['\u{7F}', '\u{80}', '\u{84}', '\u{86}', '\u{9F}', '\u{FFFE}', '\u{FFFF}'] {
        assert_eq!(error(&format!("{{\"a\":\"x{character}\"}}")), control, "{character:?}");
        assert_eq!(error(&format!("{{\"x{character}\":1}}")), control, "{character:?}");
    }
    assert_eq!(error("{\"a\":\"\\u007f\\u009f\\uffff\"}"), Ok("a: \"\\x7F\\x9F\\uFFFF\"\n".to_owned()));
    let key = |length: usize| error(&format!("{{\"{}\":1}}", "é".repeat(length)));
    assert!(key(1022).is_ok_and(|yaml| yaml.starts_with("? é")));
    assert!(key(1023).is_err_and(|error| error.contains("did not find expected")), "{:?}", key(1023));
    assert!(error("{\"a\":\"\\/\"}").is_err());
}

#[test]
fn letters_and_digits_of_keys_are_those_of_go() {
    // A letter number, a circled letter and a mark are not letters. A superscript is not a digit.
    assert_eq!(yaml_of("{\"b\":1,\"ⓐ\":1,\"〇\":1,\"Ⅷ\":1}"), "Ⅷ: 1\nⓐ: 1\n〇: 1\nb: 1\n");
    assert_eq!(yaml_of("{\"é\":1,\"\u{345}\":1}"), "\u{345}: 1\né: 1\n");
    assert_eq!(yaml_of("{\"12\":1,\"1²\":1}"), "1²: 1\n\"12\": 1\n");
}

const PIECES: &[&str] = &[
    "a",
    "b",
    " ",
    "  ",
    "\n",
    "\t",
    "\r",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{7f}",
    "\u{ffff}",
    "é",
    "😀",
    "\"",
    "'",
    "\\",
    "#",
    ": ",
    ":",
    "- ",
    "?",
    "---",
    "...",
    "<<",
    "~",
    "yes",
    "null",
    "1",
    "0x",
    ".",
    "e",
    "+",
    "_",
    "2001-01-01",
    "1:30",
    "a word of some length ",
    "{",
    "]",
    ",",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "=",
];

fn text(choices: &mut Choices<'_>) -> String {
    (0..choices.below(12)).map(|_| choices.of(PIECES)).collect()
}

fn value(choices: &mut Choices<'_>, depth: usize) -> Value {
    match choices.below(if depth < 5 { 8 } else { 6 }) {
        0 => Value::Null,
        1 => Value::from(choices.chance(50)),
        2 => Value::from(choices.below(100_000)),
        3 => Value::from(choices.below(1000) as f64 / 7.0),
        4 | 5 => Value::from(text(choices)),
        6 => (0..choices.below(4)).map(|_| value(choices, depth + 1)).collect(),
        _ => (0..choices.below(4)).map(|_| (text(choices), value(choices, depth + 1))).collect(),
    }
}

/// Whether a key is written unquoted although it is then read as a merge key, as in go-yaml.
fn merges(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(merges),
        Value::Object(members) => members.iter().any(|(key, value)| key == "<<" || merges(value)),
        _ => false,
    }
}

#[test]
fn what_is_written_is_read_with_the_same_value() {
    let read = |text: &str, format| {
        let document = read_document(text.as_bytes(), format);
        document.error.is_none().then(|| document.root().map(to_json)).flatten()
    };
    property(2000, 400, |bytes| {
        let value = value(&mut Choices::new(bytes), 0);
        let json = value.to_string();
        let opms = olmkit_render::yaml_of(&json);
        if merges(&value) {
            return;
        }
        let written = append(b"", std::slice::from_ref(&json), (Output::Yaml, b""));
        assert_eq!(read(&written, Format::Yaml), read(&json, Format::Json), "{json}\n{written}");
        if let Ok(opms) = opms {
            assert_eq!(read(&opms, Format::Yaml), read(&json, Format::Yaml), "{json}\n{opms}");
        }
    });
}
