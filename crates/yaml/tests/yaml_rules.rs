//! Small cases for each row of the YAML rules: the JSON of a document, or the rule that rejects it with its message.

use olmkit_yaml::{Document, Format, TextSize, exact, to_json};

fn read(text: &[u8]) -> String {
    let read = exact::read(text);
    if let Some(error) = read.error {
        return format!("! {:?}: {}", error.rule, error.upstream);
    }
    let (tree, dropped) = (read.tree, read.dropped);
    let document = Document {
        offset: TextSize::new(0),
        text,
        format: Format::Yaml,
        tree,
        error: None,
        dropped,
        has_comments: true,
    };
    document.root().map_or_else(|| "null".to_owned(), to_json)
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(&read(text.as_bytes()), expected, "{text:?}");
    }
}

#[test]
fn booleans_and_nulls() {
    check(&[
        ("[y, Yes, on, TRUE, tRue]", "[true,true,true,true,\"tRue\"]"),
        ("[n, No, OFF, false, oFF]", "[false,false,false,false,\"oFF\"]"),
        ("[~, null, NULL, nUll, ]", "[null,null,null,\"nUll\"]"),
        ("{on: 1, off: 2}", "{\"false\":2,\"true\":1}"),
    ]);
}

#[test]
fn integers() {
    check(&[
        ("[010, 0o10, 0x1F, 0b11, 1_000, +1, -0x10]", "[8,8,31,3,1000,1,-16]"),
        ("[0b-11, 0b+1_0, 0b+, 0b-+1, -0b+1, 0B-1]", r#"[-3,2,"0b+","0b-+1","-0b+1","0B-1"]"#),
        (
            "[9223372036854775807, 9223372036854775808, 18446744073709551615, 18446744073709551616]",
            "[9223372036854775807,9223372036854775808,18446744073709551615,18446744073709552000]",
        ),
        ("[0_8, 08, 0x, 1__0, -_1]", "[8,8,\"0x\",10,-1]"),
    ]);
}

#[test]
fn floats() {
    check(&[
        ("[1., .5, .1_5, ._5, 12e03, 1e400, 4.12]", "[1,0.5,0.15,\"._5\",12000,\"1e400\",4.12]"),
        ("[1:30, 1.2.3, 1e, e1, +.5]", "[\"1:30\",\"1.2.3\",\"1e\",\"e1\",0.5]"),
        ("[1e21, 1e-7, 0.000001, -0.0]", "[1e+21,1e-7,0.000001,-0]"),
    ]);
}

#[test]
fn infinities() {
    check(&[
        ("a: .inf", "! Yaml11InfNan: json: unsupported value: +Inf"),
        ("a: [-.Inf]", "! Yaml11InfNan: json: unsupported value: -Inf"),
        ("a: .NaN", "! Yaml11InfNan: json: unsupported value: NaN"),
        ("a: [x, .inf]\na: 1", "{\"a\":1}"),
        ("'.inf'", "\".inf\""),
    ]);
}

#[test]
fn tags() {
    check(&[
        ("[!!str 1, !!int 7, !!float 1, !!null ~, !x y, ! 1]", "[\"1\",7,1,null,\"y\",\"1\"]"),
        ("!!int abc", "! Yaml11Tags: yaml: cannot decode !!str `abc` as a !!int"),
        ("!!float a", "! Yaml11Tags: yaml: cannot decode !!str `a` as a !!float"),
        ("!!binary aGk=", "\"hi\""),
        ("!!binary 4oJB", "\"\u{FFFD}\u{FFFD}A\""),
        ("!!binary '='", "! Yaml11Tags: yaml: !!binary value contains invalid base64 data"),
        ("!e!x a", "! Yaml11Tags: yaml: found undefined tag handle"),
        ("!!%69nt 1_0", "10"),
        ("!<tag:yaml.org,2002:int> 0x10", "16"),
        ("!!timestamp 2001-01-01", "\"2001-01-01\""),
        ("!!timestamp x", "! Yaml11Tags: yaml: cannot decode !!str `x` as a !!timestamp"),
    ]);
}

#[test]
fn keys() {
    check(&[
        ("{1: a, 1.10: b, 1e100: c, true: d}", "{\".inf\":\"c\",\"1\":\"a\",\"1.1\":\"b\",\"true\":\"d\"}"),
        ("~: a", "! YamlKeys: unsupported map key of type: %!s(<nil>), key: <nil>, value: \"a\""),
        (
            "{18446744073709551615: a}",
            "! YamlKeys: unsupported map key of type: uint64, key: 0xffffffffffffffff, value: \"a\"",
        ),
        ("{[a]: b}", "! YamlKeys: yaml: invalid map key: []interface {}{\"a\"}"),
        ("a: {{ x }}", "! YamlKeys: yaml: invalid map key: map[interface {}]interface {}{\"x\":interface {}(nil)}"),
        ("a: &a [x]\n? [*a]\n: b", "! YamlKeys: yaml: invalid map key"),
        (
            "~: [~, .inf, '<é']",
            "! YamlKeys: unsupported map key of type: %!s(<nil>), key: <nil>, value: []interface {}{interface {}(nil), \
             +Inf, \"<é\"}",
        ),
        ("a: .inf\nb: {~: 1}", "! YamlKeys: unsupported map key of type: %!s(<nil>), key: <nil>, value: 1"),
        (": a", "! YamlSyntax: yaml: did not find expected key"),
        ("{~: a, '': b}", "! YamlKeys: unsupported map key of type: %!s(<nil>), key: <nil>, value: \"a\""),
        ("{a: 1, a: 2}", "{\"a\":2}"),
    ]);
}

#[test]
fn the_first_error_is_that_of_decoding_order() {
    let itself = "! YamlAnchors: yaml: anchor 'a' value contains itself";
    check(&[
        ("&a {b: *a, [x]: 1}", itself),
        ("&a {b: *a, <<: 1}", itself),
        ("&a {<<: [1, *a]}", itself),
        ("&a {<<: 1, b: *a}", "! YamlMerge: yaml: map merge requires map or sequence of maps as the value"),
        ("{b: !!int x, [x]: 1}", "! Yaml11Tags: yaml: cannot decode !!str `x` as a !!int"),
        ("? {a}: 1", "! YamlKeys: yaml: invalid map key: map[interface {}]interface {}{\"a\":interface {}(nil)}"),
        // The token after a tag is scanned before the tag is checked.
        ("a: !e!x @", "! YamlIndicators: yaml: found character that cannot start any token"),
        ("a: !e!x b", "! Yaml11Tags: yaml: found undefined tag handle"),
    ]);
}

#[test]
fn a_second_byte_order_mark_costs_the_first_character_of_lines() {
    check(&[
        ("\u{feff}\u{feff}schema: x\n", "{\"schema\":\"x\"}"),
        (
            "\u{feff}\u{feff}schema: x\nname: foo\n\npackage: bar\n",
            "{\"ackage\":\"bar\",\"ame\":\"foo\",\"schema\":\"x\"}",
        ),
        ("\u{feff}\u{feff}a: >\n  b\n  c\n", "{\"a\":\"b c\\n\"}"),
        ("\u{feff}\u{feff}\n", "null"),
        ("a: b\n\u{feff}c: d\n", "{\"a\":\"b\",\"\u{feff}c\":\"d\"}"),
    ]);
    let far = format!("\u{feff}\u{feff}# {}\n b: c\n", "x".repeat(510));
    assert_eq!(read(far.as_bytes()), "{\"b\":\"c\"}");
}

#[test]
fn merges() {
    check(&[
        ("a: &a {x: 1, y: 2}\nb:\n  x: 0\n  <<: *a\n  y: 3", "{\"a\":{\"true\":2,\"x\":1},\"b\":{\"true\":3,\"x\":1}}"),
        ("{<<: [{x: 1}, {x: 2, z: 3}]}", "{\"x\":1,\"z\":3}"),
        ("<<: 1", "! YamlMerge: yaml: map merge requires map or sequence of maps as the value"),
        ("<<: [a]", "! YamlMerge: yaml: map merge requires map or sequence of maps as the value"),
        ("\"<<\": 1", "{\"\\u003c\\u003c\":1}"),
        ("! \"<<\": {a: 1}", "{\"a\":1}"),
    ]);
}

#[test]
fn anchors() {
    check(&[
        ("[&a x, *a, &a y, *a]", "[\"x\",\"x\",true,true]"),
        ("a: *b", "! YamlAnchors: yaml: unknown anchor 'b' referenced"),
        ("&a [*a]", "! YamlAnchors: yaml: anchor 'a' value contains itself"),
        ("a: &a: b", "! YamlSyntax: yaml: mapping values are not allowed in this context"),
    ]);
}

#[test]
fn tabs() {
    check(&[
        ("a:\n\tb: c", "! YamlTabs: yaml: line 2: found character that cannot start any token"),
        ("a:\tb", "{\"a\":\"b\"}"),
        ("[\ta,\n\tb]", "[\"a\",\"b\"]"),
        ("a: b\n\tc", "! YamlTabs: yaml: line 2: found a tab character that violates indentation"),
        ("a: |\n\tb", "! YamlTabs: yaml: line 2: found a tab character where an indentation space is expected"),
        ("-\ta", "! YamlTabs: yaml: found character that cannot start any token"),
    ]);
}

#[test]
fn indicators() {
    check(&[
        ("@a", "! YamlIndicators: yaml: found character that cannot start any token"),
        ("`a", "! YamlIndicators: yaml: found character that cannot start any token"),
        ("a: %b", "! YamlIndicators: yaml: found character that cannot start any token"),
        ("a: >=1.0.0", "! YamlIndicators: yaml: did not find expected comment or line break"),
        ("a: <2.0.0", "{\"a\":\"\\u003c2.0.0\"}"),
        ("a: b: c", "! YamlSyntax: yaml: mapping values are not allowed in this context"),
        ("a: - b", "! YamlSyntax: yaml: block sequence entries are not allowed in this context"),
    ]);
}

#[test]
fn escapes() {
    check(&[
        ("\"\\x41\\u00e9\\U0001F600\\t\\N\\_\"", "\"Aé😀\\t\u{85}\u{a0}\""),
        ("\"\\/\"", "! YamlEscapes: yaml: found unknown escape character"),
        ("\"\\ud83d\\ude00\"", "! YamlEscapes: yaml: found invalid Unicode character escape code"),
        ("\"\\q\"", "! YamlEscapes: yaml: found unknown escape character"),
        ("\"a\\\n  b\"", "\"ab\""),
        ("\"\\u12\"", "! YamlEscapes: yaml: did not find expected hexdecimal number"),
    ]);
}

#[test]
fn line_breaks() {
    check(&[
        ("a: b\u{2028}c", "! YamlSyntax: yaml: line 3: could not find expected ':'"),
        ("a: 'b\u{85}  c'", "{\"a\":\"b c\"}"),
        ("a: |\n b\u{2028} c\n", "{\"a\":\"b\\u2028c\\n\"}"),
        ("a: b\r\nc: d\r\n", "{\"a\":\"b\",\"c\":\"d\"}"),
        ("'a\r b'", "\"a b\""),
    ]);
}

#[test]
fn block_texts() {
    check(&[
        ("|+#-1\n a\n\n", "\"a\\n\\n\""),
        ("a: |-\n  b\n\n", "{\"a\":\"b\"}"),
        ("a: >\n b\n c\n\n d\n  e\n f\n", "{\"a\":\"b c\\nd\\n e\\nf\\n\"}"),
        ("a: |2\n   b\n  c\n", "{\"a\":\" b\\nc\\n\"}"),
        ("a: |+\n b\n\n\n", "{\"a\":\"b\\n\\n\\n\"}"),
        ("a: |0\n b", "! YamlSyntax: yaml: found an indentation indicator equal to 0"),
        ("a: |11\n b", "! YamlIndicators: yaml: did not find expected comment or line break"),
    ]);
}

#[test]
fn characters() {
    check(&[
        ("a\u{7f}", "! YamlControlChars: yaml: control characters are not allowed"),
        ("a\u{0}", "! YamlControlChars: yaml: control characters are not allowed"),
        ("a: \u{feff}b", "{\"a\":\"\u{feff}b\"}"),
        ("\u{feff}a: b", "{\"a\":\"b\"}"),
        ("😀: \u{a0}", "{\"😀\":\"\u{a0}\"}"),
    ]);
}

#[test]
fn directives() {
    check(&[
        ("%YAML 1.1\n---\na", "\"a\""),
        ("%YAML 1.2\n---\na", "! YamlDirectives: yaml: found incompatible YAML document"),
        ("%YAML 1.1\n%YAML 1.1\n---\na", "! YamlDirectives: yaml: line 1: found duplicate %YAML directive"),
        ("%TAG !e! tag:x,1:\n---\n!e!y z", "\"z\""),
        ("%FOO\n---\na", "! YamlDirectives: yaml: found unknown directive name"),
        ("%YAML 1.1\na", "! YamlDirectives: yaml: line 1: did not find expected <document start>"),
    ]);
}

#[test]
fn structure() {
    check(&[
        ("a: [b", "! YamlSyntax: yaml: line 1: did not find expected ',' or ']'"),
        ("a: {b: c", "! YamlSyntax: yaml: line 1: did not find expected ',' or '}'"),
        ("a: b\n c: d", "! YamlSyntax: yaml: line 2: mapping values are not allowed in this context"),
        ("a:\n  b\n c", "{\"a\":\"b c\"}"),
        ("- a\nb: c", "! YamlSyntax: yaml: line 1: did not find expected '-' indicator"),
        ("a: 'b", "! YamlSyntax: yaml: found unexpected end of stream"),
        ("[a, b]]", "[\"a\",\"b\"]"),
        ("a: ]", "! YamlSyntax: yaml: did not find expected node content"),
        ("[a b: c, ? d, {e}]", "[{\"a b\":\"c\"},{\"d\":null},{\"e\":null}]"),
        ("a:\n- b\n- c\nd:", "{\"a\":[\"b\",\"c\"],\"d\":null}"),
    ]);
}
