//! From bytes to documents: each row of operator-registry's stream rules, JSON first, then YAML.

use olmkit_yaml::{Document, Format, Reader, SyntaxError, SyntaxRule, TextRange, to_json, unmarshal_error};

/// The documents of a file, one line each: `json {...}`, `yaml {...}`, or `! rule: upstream message`. Objects without a
/// string `schema` are rejected, as in the loader.
fn read(file: &[u8]) -> Vec<String> {
    let mut reader = Reader::new(file);
    let mut found = Vec::new();
    while let Some(document) = reader.next_document() {
        if document.format == Format::Json && document.error.is_none() && !has_schema(&document) {
            let error = SyntaxError {
                rule: SyntaxRule::OfCaller("meta-schema-required"),
                message: String::new(),
                upstream: "refused".to_owned(),
                range: TextRange::default(),
            };
            if reader.can_fall_back() {
                reader.fall_back(error);
                continue;
            }
            found.push("! meta-schema-required: refused".to_owned());
            continue;
        }
        let standing = reader.fallback_error().filter(|_| !has_schema(&document));
        found.push(match document.error.as_ref().or(standing) {
            Some(error) => format!("! {}: {}", shown_rule(error.rule), error.upstream),
            None => shown(&document),
        });
    }
    found
}

fn shown_rule(rule: SyntaxRule) -> String {
    match rule {
        SyntaxRule::OfCaller(id) => id.to_owned(),
        rule => format!("{rule:?}"),
    }
}

fn shown(document: &Document<'_>) -> String {
    let format = if document.format == Format::Json { "json" } else { "yaml" };
    let dropped = match document.dropped {
        Some(range) => {
            let text = &document.text[usize::from(range.start())..usize::from(range.end())];
            format!(" drops {:?}", String::from_utf8_lossy(text))
        }
        None => String::new(),
    };
    format!("{format} {}{dropped}", to_json(document.root().expect("a root when there is no error")))
}

fn has_schema(document: &Document<'_>) -> bool {
    document.root().and_then(|root| root.get("schema")).and_then(|schema| schema.as_str()).is_some()
}

#[track_caller]
fn check(file: &str, expected: &[&str]) {
    assert_eq!(read(file.as_bytes()), expected, "{file:?}");
}

const A: &str = r#"{"schema":"a"}"#;
const B: &str = r#"{"schema":"b"}"#;

#[test]
fn json_concat() {
    let [a, b] = ["json {\"schema\":\"a\"}", "json {\"schema\":\"b\"}"];
    check(&format!("{A}{B}"), &[a, b]);
    check(&format!("\r\n\t {A}\n\n{B} \n"), &[a, b]);
    check(&format!("{A} {B}{A}\n{B}"), &[a, b, a, b]);
}

#[test]
fn json_fallback() {
    check("{\"schema\":\"a\",}", &["yaml {\"schema\":\"a\"}"]);
    check("{\"schema\":\"a\", # why\n}\n", &["yaml {\"schema\":\"a\"}"]);
    check("{schema: 'a'}", &["yaml {\"schema\":\"a\"}"]);
    check(&format!("{A}{{\"schema\":\"b\",}}"), &["json {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
    check("{\"schema\":\"a\",\"x\":\"\t\"}", &["yaml {\"schema\":\"a\",\"x\":\"\\t\"}"]);
    // The JSON error is reported if YAML fails as well.
    check(
        "{schema: x} @x",
        &["! JsonSyntax: json: offset 2: invalid character 's' looking for beginning of object key string"],
    );
    check("{\"schema\":\"a\"", &["! JsonSyntax: unexpected EOF"]);
}

#[test]
fn json_fallback_of_refused_objects() {
    // Valid JSON with invalid content: the YAML document is rejected as well, and the JSON error is reported.
    check("{\"x\":1}\n", &["! meta-schema-required: refused"]);
    check(&format!("{A}\n{{\"x\":1}}\n"), &["json {\"schema\":\"a\"}", "! meta-schema-required: refused"]);
    // A root that is not an object is neither a JSON nor a YAML catalog.
    check(&format!("{A}\n[1]\n"), &["json {\"schema\":\"a\"}", "! meta-schema-required: refused"]);
}

#[test]
fn json_locked() {
    check(
        &format!("{A}{B}\n---\n{A}\n"),
        &[
            "json {\"schema\":\"a\"}",
            "json {\"schema\":\"b\"}",
            "! JsonLocked: invalid character '-' in numeric literal",
            "json {\"schema\":\"a\"}",
        ],
    );
    check(
        &format!("{A}\n---\n{A}\n---\n{B}\n"),
        &["json {\"schema\":\"a\"}", "yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"],
    );
    check(
        &format!("{A}{B}{{\"schema\":\"c\",}}"),
        &[
            "json {\"schema\":\"a\"}",
            "json {\"schema\":\"b\"}",
            "! JsonLocked: invalid character '}' looking for beginning of object key string",
        ],
    );
    // Objects after a broken one are still read.
    check(
        &format!("{A}{B}\n{{\"schema\":\n{A}\n{B}"),
        &[
            "json {\"schema\":\"a\"}",
            "json {\"schema\":\"b\"}",
            "! JsonLocked: invalid character '{' after object key:value pair",
            "json {\"schema\":\"b\"}",
        ],
    );
}

#[test]
fn json_fallback_drops_rest() {
    check(
        "{\"schema\":\"a\", #c\n}\n{\"schema\":\"b\"}\n{\"schema\":\"c\"}",
        &["yaml {\"schema\":\"a\"} drops \"{\\\"schema\\\":\\\"b\\\"}\\n{\\\"schema\\\":\\\"c\\\"}\""],
    );
    check("{\"schema\":\"a\", #c\n}\n---\n{\"schema\":\"b\"}", &["yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
}

#[test]
fn json_then_dashes() {
    let both: &[&str] = &["json {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"];
    check(&format!("{A}\n---\nschema: b\n"), both);
    check(&format!("{A}\r\n---\r\nschema: b\r\n"), both);
    check(&format!("{A}  \n--- # c\n{B}\n---\n"), both);
    check(&format!("{A}\u{a0}\u{2003}\nschema: b\n"), both);
    let refused = "! JsonTrailingGarbage: json: offset 17: invalid character '-' in numeric literal";
    check(&format!("{A}\n---\n"), &["json {\"schema\":\"a\"}", refused]);
    let refused = "! JsonTrailingGarbage: json: offset 18: invalid character '-' in numeric literal";
    check(&format!("{A}\n\n---\nschema: b\n"), &["json {\"schema\":\"a\"}", refused, "yaml {\"schema\":\"b\"}"]);
    let refused = "! JsonTrailingGarbage: json: offset 16: invalid character '#' looking for beginning of value";
    check(&format!("{A}\n# c\n---\nschema: b\n"), &["json {\"schema\":\"a\"}", refused, "yaml {\"schema\":\"b\"}"]);
}

#[test]
fn json_fallback_needs_4_bytes() {
    let refused = "! JsonTrailingGarbage: json: offset 16: invalid character '-' in numeric literal";
    check(&format!("{A}---"), &["json {\"schema\":\"a\"}", refused]);
    let mut reader = Reader::new(b"{}");
    assert!(reader.next_document().is_some() && !reader.can_fall_back());
}

/// What may follow a JSON object: opm looks four bytes ahead before every whitespace character and before the character
/// after them.
#[test]
fn json_fallback_looks_ahead() {
    let tokens = [" ", "\n", "\r", "\u{b}", "\u{a0}", "\u{2003}", "\u{fffd}", "a: b", "x", "---", "\u{feff}", "é"];
    let count = tokens.len();
    let (mut fell_back, mut stayed) = (0, 0);
    for seed in 0..count.pow(4) {
        let tail: String = (0..4_u32).map(|at| tokens[seed / count.pow(at) % count]).collect();
        let file = format!("{A}{tail}");
        let mut reader = Reader::new(file.as_bytes());
        assert!(reader.next_document().is_some());
        let second = reader.next_document();
        let expected = yaml_start(tail.as_bytes()).filter(|_| !tail.trim_start_matches([' ', '\n', '\r']).is_empty());
        if let Some(document) = &second {
            assert_eq!(document.format == Format::Yaml, expected.is_some(), "{file:?}");
        }
        match expected {
            Some(start) => {
                fell_back += 1;
                let offset = second.map(|document| usize::from(document.offset)).unwrap_or(file.len());
                assert_eq!(offset, A.len() + start, "{file:?}");
            }
            None => stayed += 1,
        }
    }
    assert!(fell_back > 1000 && stayed > 1000, "{fell_back} fell back, {stayed} did not");
}

/// Reference implementation that follows the description: byte by byte, with characters decoded by hand.
fn yaml_start(tail: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let four = tail.get(at..at + 4)?;
        let width = match four[0] {
            0..0x80 => 1,
            0xC2..0xE0 => 2,
            _ => 3,
        };
        match std::str::from_utf8(&four[..width]).expect("the tokens are UTF-8") {
            "\n" => return Some(at + 1),
            " " | "\r" | "\u{b}" | "\u{a0}" | "\u{2003}" => at += width,
            "\u{fffd}" => return None,
            _ => return Some(at),
        }
    }
}

#[test]
fn json_fallback_of_bytes_that_are_not_utf_8() {
    let mut reader = Reader::new(b"{\"schema\":\"a\"}\xFFabcd\nschema: b\n");
    assert!(reader.next_document().is_some());
    let document = reader.next_document().expect("a second document");
    let error = document.error.expect("an error");
    assert_eq!(error.upstream, "json: offset 15: invalid character 'ÿ' looking for beginning of value");
    assert_eq!(document.format, Format::Json);
}

#[test]
fn json_as_unmarshal_refuses_it() {
    let end = "unexpected end of JSON input";
    let cases = [
        ("{\"a\": 1}", None),
        ("", Some(end)),
        ("[1, ", Some(end)),
        ("{a: 1}", Some("invalid character 'a' looking for beginning of object key string")),
        ("1e999", Some("json: cannot unmarshal number 1e999 into Go value of type float64")),
    ];
    for (text, refused) in cases {
        assert_eq!(unmarshal_error(text.as_bytes()).as_deref(), refused, "{text}");
    }
}

#[test]
fn json_trailing_garbage() {
    let [a, refused] = ["json {\"schema\":\"a\"}", "! JsonTrailingGarbage: json: offset 16: invalid character"];
    check(&format!("{A} garbage"), &[a, &format!("{refused} 'g' looking for beginning of value")]);
    check(&format!("{A} ]"), &[a, &format!("{refused} ']' looking for beginning of value")]);
    check(&format!("{A}\n...\n"), &[a, &format!("{refused} '.' looking for beginning of value")]);
    check(
        &format!("{A}\0"),
        &[a, &refused.replace("16", "15").replace("character", "character '\\x00' looking for beginning of value")],
    );
    check(&format!("{A}\n\n \t\r\n"), &[a]);
}

#[test]
fn json_array_root() {
    check("[{\"schema\":\"x\"}]", &["yaml [{\"schema\":\"x\"}]"]);
}

#[test]
fn json_depth() {
    let deep = |levels: usize| format!("{{\"schema\":\"x\",\"v\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
    assert!(read(deep(9_999).as_bytes())[0].starts_with("json "));
    check(&deep(10_001), &["! JsonDepth: json: offset 10018: invalid character '[' exceeded max depth"]);
}

/// YAML that go-yaml reads may be nested too deeply for the JSON that it becomes.
#[test]
fn yaml_depth() {
    let lists = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let blocks = |levels: usize| "- ".repeat(levels);
    let [list, mapping] = ['[', '{'].map(|bracket| {
        let problem = format!("invalid character '{bracket}' exceeded max depth");
        vec![format!("! YamlDepthAsJson: error unmarshaling JSON: while decoding JSON: {problem}")]
    });
    let merged = |levels: usize| format!("schema: x\nk:\n  <<:\n    a: {}\n", lists(levels));
    let alias = |levels: usize| {
        format!("schema: x\na: &a {}\nk: {}*a{}\n", lists(9_000), "[".repeat(levels), "]".repeat(levels))
    };
    for (text, expected) in [
        (lists(10_000), None),
        (format!("schema: x\nk: {}\n", lists(9_999)), None),
        (format!("schema: x\nk: {}\n", lists(10_000)), Some(&list)),
        (format!("schema: x\nk:\n  {}{}\n", blocks(5_000), lists(4_999)), None),
        (format!("schema: x\nk:\n  {}{}\n", blocks(5_000), lists(5_000)), Some(&list)),
        (format!("schema: x\nk: {}{{a: b}}{}\n", "[".repeat(9_999), "]".repeat(9_999)), Some(&mapping)),
        // Merged content adds no level, and overridden content does not count.
        (merged(9_998), None),
        (merged(9_999), Some(&list)),
        (format!("schema: x\nk: {}\nk: y\n", lists(10_000)), None),
        // An alias has the depth of its target.
        (alias(999), None),
        (alias(1_000), Some(&list)),
    ] {
        let mut reader = Reader::new(text.as_bytes());
        let document = reader.next_document().expect("a document");
        let found = document.error.map(|error| vec![format!("! {}: {}", shown_rule(error.rule), error.upstream)]);
        assert_eq!(found.as_ref(), expected, "{}", &text[..60]);
        assert!(reader.next_document().is_none());
    }
}

/// A last line without a line break is read as if it had one.
#[test]
fn the_last_line_is_ended() {
    for (file, problem) in [
        (&b"schema: \"a"[..], "yaml: line 2: found unexpected end of stream"),
        (b"schema: \"a\n", "yaml: line 2: found unexpected end of stream"),
        (b"schema: \xC2", "yaml: invalid trailing UTF-8 octet"),
        (b"schema: \xE2\x80", "yaml: invalid trailing UTF-8 octet"),
        (b"schema: x\n...\n\xC2", "yaml: invalid trailing UTF-8 octet"),
    ] {
        let error = Reader::new(file).next_document().and_then(|document| document.error).expect("an error");
        assert_eq!(error.upstream, problem, "{}", String::from_utf8_lossy(file));
        assert!(usize::from(error.range.end()) <= file.len());
    }
}

#[test]
fn json_invalid_utf8() {
    assert_eq!(read(b"{\"schema\":\"\xFF\",\"s\":\"\\ud83d\"}"), ["json {\"s\":\"\u{fffd}\",\"schema\":\"\u{fffd}\"}"]);
    assert_eq!(read(b"schema: \xFF\n"), ["! YamlInvalidUtf8: yaml: invalid leading UTF-8 octet"]);
}

#[test]
fn json_number_overflow() {
    check("{\"schema\":\"a\",\"n\":1e400}", &["yaml {\"n\":\"1e400\",\"schema\":\"a\"}"]);
    let refused = "! JsonNumberOverflow: json: cannot unmarshal number 1e400 into Go value of type float64";
    check(
        &format!("{A}{B}{{\"schema\":\"c\",\"n\":1e400}}{B}"),
        &["json {\"schema\":\"a\"}", "json {\"schema\":\"b\"}", refused, "json {\"schema\":\"b\"}"],
    );
}

#[test]
fn yaml_separators() {
    check("schema: a\n---\nschema: b\n---\n", &["yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
    check("---\nschema: a\n---  # c\nschema: b", &["yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
    check("schema: a\n---\n---\nschema: b\n", &["yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
    check("schema: a\r\n---\r\nschema: b\r\n", &["yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
    check("a: |\n ---\n b\n", &["yaml {\"a\":\"---\\nb\\n\"}"]);
}

#[test]
fn yaml_separator_text() {
    check(
        "--- a: b\nschema: x\n",
        &["! YamlSeparatorText: invalid Yaml document separator: a: b", "yaml {\"schema\":\"x\"}"],
    );
    check(
        "schema: x\n----\nschema: z\n",
        &[
            "yaml {\"schema\":\"x\"}",
            "! YamlSeparatorText: invalid Yaml document separator: -",
            "yaml {\"schema\":\"z\"}",
        ],
    );
    check("--- |\n", &["! YamlSeparatorText: invalid Yaml document separator: |"]);
    // yaml-cr-only
    check("---\rschema: x\r", &["! YamlSeparatorText: invalid Yaml document separator: schema: x"]);
    // In the first document after a fallback, the JSON error is reported.
    check(
        &format!("{A}\n--- x\n"),
        &[
            "json {\"schema\":\"a\"}",
            "! JsonTrailingGarbage: json: offset 17: invalid character '-' in numeric literal",
        ],
    );
}

#[test]
fn yaml_empty_documents_are_null() {
    check("---\n---\nschema: x\n", &["yaml null", "yaml {\"schema\":\"x\"}"]);
    check("a: 1\n---\n---\n---\nb: 2\n", &["yaml {\"a\":1}", "yaml null", "yaml {\"b\":2}"]);
    check("# license\n---\nschema: x\n", &["yaml null", "yaml {\"schema\":\"x\"}"]);
    check("---\n# license\nschema: x\n", &["yaml {\"schema\":\"x\"}"]);
    for empty in ["\n", "   \n\n", "# c", "~", "null\n", "---", "---\n", "--- # c\n"] {
        check(empty, &["yaml null"]);
    }
    check("schema: a\n---\n\n", &["yaml {\"schema\":\"a\"}", "yaml null"]);
    check("", &[]);
}

#[test]
fn yaml_first_doc_only() {
    check("schema: a\n...\nschema: b\n", &["yaml {\"schema\":\"a\"} drops \"schema: b\""]);
    check(
        "\u{feff}{\"schema\":\"a\"}\n{\"schema\":\"b\"}\n",
        &["yaml {\"schema\":\"a\"} drops \"{\\\"schema\\\":\\\"b\\\"}\""],
    );
    check("  schema: x\nname: foo\n", &["yaml {\"schema\":\"x\"} drops \"name: foo\""]);
    // yaml-lookahead-token
    check("---\n{schema: x} garbage {\n", &["yaml {\"schema\":\"x\"} drops \"garbage {\""]);
    assert!(read(b"---\n{schema: x}\n@x\n")[0].starts_with("! YamlIndicators"));
}

#[test]
fn yaml_bom() {
    // After the byte order mark the dashes do not separate the stream, but YAML accepts them.
    check("\u{feff}---\nschema: a\n---\nschema: b\n", &["yaml {\"schema\":\"a\"}", "yaml {\"schema\":\"b\"}"]);
}

#[test]
fn a_final_line_break_is_implied() {
    check("a: |\n  b", &["yaml {\"a\":\"b\\n\"}"]);
    check("a: >+\n  b", &["yaml {\"a\":\"b\\n\"}"]);
    check("a: |-\n  b", &["yaml {\"a\":\"b\"}"]);
    check("a: &x |\n  b", &["yaml {\"a\":\"b\\n\"}"]);
    check("a: |\n  b\r", &["yaml {\"a\":\"b\\n\"}"]);
}

#[test]
fn ranges_are_relative_to_the_document() {
    let file = b"schema: a\n---\nschema: [b\n";
    let documents: Vec<_> = {
        let mut reader = Reader::new(file);
        std::iter::from_fn(move || reader.next_document()).collect()
    };
    assert_eq!(u32::from(documents[1].offset), 14);
    assert_eq!(documents[1].text, b"schema: [b\n");
    let error = documents[1].error.as_ref().unwrap();
    assert!(usize::from(error.range.end()) <= documents[1].text.len());
    let mut reader = Reader::new(b"{\"schema\":\"a\"}\n\n{\"schema\": b, ]");
    reader.next_document();
    let error = reader.next_document().unwrap();
    // The JSON error is reported, at its own position: the `b`.
    assert_eq!(error.error.unwrap().range, TextRange::at(12.into(), 1.into()));
}
