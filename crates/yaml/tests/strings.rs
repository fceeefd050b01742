//! The quick check whether a text is a string agrees with its value.

use olmkit_yaml::{Format, Value, read_document};

#[test]
fn a_string_is_seen_without_reading_it() {
    let yaml = [
        "a",
        "false",
        "False",
        "yes",
        "+.inf",
        ".inf",
        "null",
        "~",
        "",
        "a longer text",
        "1",
        "12345678",
        "1_000_000",
        "0x1234567",
        "-123456.5",
        "+1234567",
        ".1234567",
        "1.2.3.4.5",
        "-a long one",
        "'12'",
        "'1234567'",
        "\"null\"",
        "|\n  12",
        ">\n  a\n  b",
        "12\n  34",
        "a\n  b",
        "!!str 1234567",
        "!!binary aGVsbG8=",
        "!!int 1234567",
        "&x 1234567",
        "&x 'a'",
        "nullnull",
        "falsey",
        "{}",
        "[1]",
        "ä",
        "1e1000000",
        "9999999999999999999999999999999999",
    ];
    let yaml = yaml.map(|value| (Format::Yaml, format!("a: {value}\n")));
    let json = ["\"a\"", "\"1234567\"", "1234567", "false", "null", "{}", "[]"]
        .map(|value| (Format::Json, format!("{{\"a\": {value}}}")));
    for (format, text) in yaml.into_iter().chain(json) {
        let document = read_document(text.as_bytes(), format);
        let node = document.root().and_then(|root| root.get("a"));
        let found = node.map(|node| (node.is_string(), matches!(node.value(), Value::String(_))));
        assert!(found.is_some_and(|(seen, is)| seen == is), "{text:?}: {found:?}");
    }
}
