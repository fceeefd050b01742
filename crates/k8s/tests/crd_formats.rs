//! The formats of strings: values that the tests of kube-openapi accept or reject, and values of our own.

use olmkit_k8s::crd::{Steps, violations};
use olmkit_yaml::{Format, read_document};

/// The messages for a value under a schema.
fn messages(schema: &str, value: &str) -> Vec<String> {
    let schema = read_document(schema.as_bytes(), Format::Yaml);
    let object = read_document(value.as_bytes(), Format::Yaml);
    let found = violations(schema.root().unwrap(), None, object.root().unwrap(), &mut Steps::default());
    found.into_iter().map(|violation| violation.upstream).collect()
}

fn fits(format: &str, text: &str) -> bool {
    let schema = format!("{{type: object, properties: {{a: {{type: string, format: {format}}}}}}}");
    messages(&schema, &format!("{{\"a\": {}}}", serde_free_quote(text))).is_empty()
}

/// A string as JSON.
fn serde_free_quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of formats")]
fn texts_of_known_formats() {
    let long = "a".repeat(64);
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("uri", &["http://there.example", "/path"], &["there.example", ""]),
        ("email", &["a+b@mail.example", "root@localhost", "\"a b\"@mail.example", "$A1@mail.example"], &["a@b@c", "a"]),
        (
            "hostname",
            &[
                "there.example",
                "888.example",
                "1.2.3.ex",
                "ôlà.ôlà",
                "x",
                "x-y",
                "localhost",
                "ex$ample",
                "a-b.example",
            ],
            &[
                "1.1.1.1",
                "there.example!",
                "a@b.c",
                "w-.example",
                "-w.example",
                "www-",
                "a..bc",
                "x.",
                "a_b.example",
                "a.b.c.d-",
                "a b.cd",
                &long,
            ],
        ),
        ("ipv4", &["127.0.0.1", "192.168.1.01"], &["198.168.254.2.2", "::1"]),
        ("ipv6", &["::1", "2001:db8::1"], &["127.0.0.1", "host"]),
        ("cidr", &["192.0.2.1/24", "2001:db8::1/32"], &["192.0.2.1", "::1"]),
        ("mac", &["01:02:03:04:05:06"], &["01:02:03:04:05"]),
        ("uuid", &["a8098c1a-f86e-11da-bd1a-00112444be1e", "A8098C1AF86E11DABD1A00112444BE1E"], &["not-a-uuid", ""]),
        ("uuid3", &["bcd02e22-68f0-3046-a512-327cca9def8f"], &["bcd02e22-68f0-4046-a512-327cca9def8f"]),
        ("uuid4", &["025b0d74-00a2-4048-bf57-227c5111bb34"], &["025b0d74-00a2-4048-cf57-227c5111bb34"]),
        ("uuid5", &["886313e1-3b8a-5372-9b90-0c9aee199e5d"], &["886313e1-3b8a-4372-9b90-0c9aee199e5d"]),
        ("isbn", &["0321751043", "978-0321751041", "080442957X"], &["836217463", "978-0321751042"]),
        ("isbn10", &["0-321-75104-3"], &["0321751044", "978-0321751041"]),
        ("isbn13", &["978 0321751041"], &["0321751043"]),
        ("creditcard", &["4111-1111-1111-1111", "378282246310005"], &["9999-9999-9999-999", "4111-1111-1111-1112"]),
        ("ssn", &["111-11-1111", "999 99 9999", "999999999"], &["999 99 999", "a"]),
        ("hexcolor", &["#FFFFFF", "abc"], &["#fffffffz", "#ffff"]),
        ("rgbcolor", &["rgb(255, 255,255)", "rgb(0,0,0)"], &["rgb(300,0,0)", "rgb(0,0)", "rgb(01,0,0)"]),
        ("byte", &["aGk=", "aGlp"], &["", "aGk", "a-_=", "ZWxpemFiZXRocG9zZXk"]),
        ("password", &["", "anything"], &[]),
        ("date", &["2024-02-29", "0000-01-01"], &["2023-02-29", "2024-1-1", "2024-13-01", "2024-01-00", "today"]),
        (
            "date-time",
            &[
                "2014-12-15T08:00:00.000Z",
                "2014-12-15t08:00:00z",
                "2014-12-15T08:00:00+02:00",
                "2014-12-15T23:59:59.1-00:30",
            ],
            &[
                "2014-12-15",
                "2014-12-15 08:00:00Z",
                "2014-12-15T24:00:00Z",
                "2014-12-15T08:00:00",
                "2014-12-15T08:00Z",
                "yes",
            ],
        ),
        ("datetime", &["2014-12-15T08:00:00Z"], &["2014-12-15"]),
        (
            "duration",
            &["1h30m", "0", "22 ns", "1wk", "45 weekz", "1 d 3 hours", "12 minutes", "2µs"],
            &["", "three weeks", "45 wekk", "12 parsecs", "12 phours", "1s invalid", "9999999999999999999999 weeks"],
        ),
        ("bsonobjectid", &["507f1f77bcf86cd799439011"], &["507f1f77bcf86cd79943901"]),
        ("int-or-string", &["anything that is not known"], &[]),
        ("k8s-short-name", &["Not Checked Everywhere"], &[]),
    ];
    for (format, good, bad) in rows {
        for text in *good {
            assert!(fits(format, text), "{format} {text:?}");
        }
        for text in *bad {
            assert!(!fits(format, text), "{format} {text:?}");
        }
    }
}

#[test]
fn formats_are_for_texts() {
    let schema = "{type: object, properties: {n: {type: integer, format: int32}, f: {type: number, format: float}, o: {type: object, format: date}, any: {format: date}}}";
    // The API server accepts every integer, whatever its format.
    assert_eq!(messages(schema, "{n: 3000000000, f: 1.0e300, o: {}, any: 5}"), Vec::<String>::new());
    assert_eq!(
        messages(schema, "{any: soon}"),
        ["[].any: Invalid value: \"soon\": any in body must be of type date: \"soon\""]
    );
}

#[test]
fn patterns_have_a_budget() {
    let schema = "{type: array, items: {type: string, pattern: '^[a-z]$'}}";
    assert_eq!(messages(schema, "[a, B]").len(), 1);
    let large = "{type: array, items: {type: string, pattern: '(a?){1000}c'}}";
    let value = format!("[{}]", vec![format!("\"{}\"", "a".repeat(20_000)); 20].join(", "));
    assert!(messages(large, &value).is_empty(), "too much work, so not known");
}
