//! Writes a tree as text: the JSON that upstream converts it to, and the notations of Go's `fmt`.

use crate::format::Format;
use crate::node::{NodeRef, Value};
use crate::scalar::{Resolved, resolve};
use crate::tree::Kind;
use crate::value::Member;
use olmkit_gostd::{go_float64, go_float64_g, go_quote};

/// The notation of a tree.
struct Notation {
    /// The tokens that open a collection, separate its items, and close it.
    sequence: [&'static str; 3],
    mapping: [&'static str; 3],
    key: fn(&Member<'_>, &mut String),
    scalar: fn(NodeRef<'_>, &mut String),
}

const JSON: Notation =
    Notation { sequence: ["[", ",", "]"], mapping: ["{", ",", "}"], key: json_key, scalar: json_scalar };
const BLOB: Notation = Notation { key: blob_key, scalar: blob_scalar, ..JSON };
const OBJECT: Notation = Notation { scalar: object_scalar, ..JSON };
const GO_VALUE: Notation =
    Notation { sequence: ["[", " ", "]"], mapping: ["map[", " ", "]"], key: go_key, scalar: go_scalar };
const GO_BOOL: Notation = Notation { key: go_bool_key, scalar: go_bool_scalar, ..GO_VALUE };
const GO_SYNTAX: Notation = Notation {
    sequence: ["[]interface {}{", ", ", "}"],
    mapping: ["map[interface {}]interface {}{", ", ", "}"],
    key: go_syntax_key,
    scalar: go_syntax_scalar,
};

/// The JSON that sigs.k8s.io/yaml converts a node to: compact, keys sorted, HTML characters escaped, numbers as Go
/// writes them. Aliases are expanded, so it must only be called for documents without an error.
#[must_use]
pub fn to_json(root: NodeRef<'_>) -> String {
    write(root, &JSON)
}

/// The JSON of a node as operator-registry keeps it: every number is converted to float64, and HTML characters are not
/// escaped.
#[must_use]
pub fn blob_json(root: NodeRef<'_>) -> String {
    write(root, &BLOB)
}

/// The JSON of a node as Kubernetes' `unstructured.Unstructured` writes it: a number written as an integer that fits
/// into 64 bits is kept, every other number is converted to float64.
#[must_use]
pub fn object_json(root: NodeRef<'_>) -> String {
    write(root, &OBJECT)
}

/// A JSON value as Go's `%v` formats it.
#[must_use]
pub fn go_value(root: NodeRef<'_>) -> String {
    write(root, &GO_VALUE)
}

/// A JSON value as Go's `%t` formats it, which is intended only for booleans.
#[must_use]
pub fn go_bool(root: NodeRef<'_>) -> String {
    match root.value() {
        Value::Null => "%!t(<nil>)".to_owned(),
        _ => write(root, &GO_BOOL),
    }
}

/// A value of go-yaml as Go's `%#v` formats it.
#[must_use]
pub fn go_syntax(root: NodeRef<'_>) -> String {
    write(root, &GO_SYNTAX)
}

enum Task<'d> {
    Node(NodeRef<'d>),
    Key(Member<'d>),
    Text(&'static str),
}

fn write(root: NodeRef<'_>, notation: &Notation) -> String {
    let mut out = String::new();
    let mut tasks = vec![Task::Node(root)];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Text(text) => {
                out.push_str(text);
                continue;
            }
            Task::Key(member) => {
                (notation.key)(&member, &mut out);
                out.push(':');
                continue;
            }
            Task::Node(node) => node.resolved(),
        };
        match node.kind() {
            Kind::Sequence => push_items(node, notation.sequence, &mut tasks),
            Kind::Mapping => push_members(node, notation.mapping, &mut tasks),
            Kind::Scalar | Kind::Alias => (notation.scalar)(node, &mut out),
        }
    }
    out
}

fn push_items<'d>(node: NodeRef<'d>, [open, between, close]: [&'static str; 3], tasks: &mut Vec<Task<'d>>) {
    let items: Vec<_> = node.items().collect();
    tasks.push(Task::Text(close));
    for (at, item) in items.into_iter().enumerate().rev() {
        tasks.push(Task::Node(item));
        if at > 0 {
            tasks.push(Task::Text(between));
        }
    }
    tasks.push(Task::Text(open));
}

fn push_members<'d>(node: NodeRef<'d>, [open, between, close]: [&'static str; 3], tasks: &mut Vec<Task<'d>>) {
    tasks.push(Task::Text(close));
    for (at, member) in node.sorted_members().into_iter().enumerate().rev() {
        tasks.push(Task::Node(member.value));
        tasks.push(Task::Key(member));
        if at > 0 {
            tasks.push(Task::Text(between));
        }
    }
    tasks.push(Task::Text(open));
}

fn json_key(member: &Member<'_>, out: &mut String) {
    quote(&member.key, true, out);
}

fn json_scalar(node: NodeRef<'_>, out: &mut String) {
    match resolve(node) {
        Ok(Resolved::Null) | Err(_) => out.push_str("null"),
        Ok(Resolved::Bool(value)) => out.push_str(bool_text(value)),
        Ok(Resolved::Int(value)) => out.push_str(&value.to_string()),
        Ok(Resolved::Uint(value)) => out.push_str(&value.to_string()),
        Ok(Resolved::Float(value)) => out.push_str(&go_float64(value)),
        Ok(Resolved::Str(text)) => quote(&text, true, out),
    }
}

fn object_scalar(node: NodeRef<'_>, out: &mut String) {
    #[allow(clippy::cast_precision_loss, reason = "what does not fit into 64 bits with a sign becomes a float")]
    let (value, text) = match resolve(node) {
        Ok(Resolved::Float(value)) if node.format() == Format::Json => (value, node.scalar_text().into_owned()),
        Ok(Resolved::Float(value)) => (value, go_float64(value)),
        Ok(Resolved::Uint(value)) => (value as f64, String::new()),
        _ => return json_scalar(node, out),
    };
    // Integers have neither a point nor an exponent, so the text is not `-0.0`.
    match text.parse::<i64>() {
        Ok(whole) => out.push_str(&whole.to_string()),
        Err(_) => out.push_str(&go_float64(value)),
    }
}

fn blob_key(member: &Member<'_>, out: &mut String) {
    quote(&member.key, false, out);
}

fn blob_scalar(node: NodeRef<'_>, out: &mut String) {
    match node.value() {
        Value::Bool(value) => out.push_str(bool_text(value)),
        Value::Number(number) => out.push_str(&go_float64(number)),
        Value::String(text) => quote(&text, false, out),
        Value::Null | Value::Mapping | Value::Sequence => out.push_str("null"),
    }
}

fn go_key(member: &Member<'_>, out: &mut String) {
    out.push_str(&member.key);
}

fn go_scalar(node: NodeRef<'_>, out: &mut String) {
    match node.value() {
        Value::Bool(value) => out.push_str(bool_text(value)),
        Value::Number(number) => out.push_str(&go_float64_g(number)),
        Value::String(text) => out.push_str(&text),
        Value::Null | Value::Mapping | Value::Sequence => out.push_str("<nil>"),
    }
}

fn go_bool_key(member: &Member<'_>, out: &mut String) {
    out.push_str(&format!("%!t(string={})", member.key));
}

fn go_bool_scalar(node: NodeRef<'_>, out: &mut String) {
    let go_type = match node.value() {
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        _ => return go_scalar(node, out),
    };
    out.push_str(&format!("%!t({go_type}="));
    go_scalar(node, out);
    out.push(')');
}

fn go_syntax_key(member: &Member<'_>, out: &mut String) {
    go_syntax_scalar(member.key_node.resolved(), out);
}

fn go_syntax_scalar(node: NodeRef<'_>, out: &mut String) {
    match resolve(node) {
        Ok(Resolved::Null) | Err(_) => out.push_str("interface {}(nil)"),
        Ok(Resolved::Bool(value)) => out.push_str(bool_text(value)),
        Ok(Resolved::Int(value)) => out.push_str(&value.to_string()),
        Ok(Resolved::Uint(value)) => out.push_str(&format!("{value:#x}")),
        Ok(Resolved::Float(value)) if value.is_infinite() => out.push_str(if value > 0.0 { "+Inf" } else { "-Inf" }),
        Ok(Resolved::Float(value)) => out.push_str(&go_float64_g(value)),
        Ok(Resolved::Str(text)) => out.push_str(&go_quote(&text)),
    }
}

fn bool_text(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Quotes a string as encoding/json does without HTML escaping.
#[must_use]
pub fn quote_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    quote(text, false, &mut out);
    out
}

/// Quotes a string as encoding/json does by default: `<`, `>` and `&` are escaped too.
#[must_use]
pub fn quote_json_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    quote(text, true, &mut out);
    out
}

fn quote(text: &str, markup: bool, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0C' => out.push_str("\\f"),
            '\0'..='\x1F' | '\u{2028}' | '\u{2029}' => escape(character, out),
            '<' | '>' | '&' if markup => escape(character, out),
            _ => out.push(character),
        }
    }
    out.push('"');
}

fn escape(character: char, out: &mut String) {
    out.push_str(&format!("\\u{:04x}", u32::from(character)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;

    fn write_each(text: &str) -> [String; 5] {
        let document = crate::read_document(text.as_bytes(), Format::Yaml);
        assert!(document.error.is_none(), "{text}");
        [to_json, blob_json, go_value, go_bool, go_syntax].map(|write| document.root().map(write).unwrap_or_default())
    }

    #[test]
    fn values_as_upstream_prints_them() {
        let [json, blob, value, bool, syntax] =
            write_each("{b: [x, 1, 1.5, true, ~], a: {<: '&'}, o: 12345678901234567890, e: []}");
        assert_eq!(json, r#"{"a":{"\u003c":"\u0026"},"b":["x",1,1.5,true,null],"e":[],"o":12345678901234567890}"#);
        assert_eq!(blob, r#"{"a":{"<":"&"},"b":["x",1,1.5,true,null],"e":[],"o":12345678901234567000}"#);
        assert_eq!(value, "map[a:map[<:&] b:[x 1 1.5 true <nil>] e:[] o:1.2345678901234567e+19]");
        assert_eq!(
            bool,
            "map[%!t(string=a):map[%!t(string=<):%!t(string=&)] %!t(string=b):[%!t(string=x) %!t(float64=1) \
             %!t(float64=1.5) true <nil>] %!t(string=e):[] %!t(string=o):%!t(float64=1.2345678901234567e+19)]"
        );
        assert_eq!(
            syntax,
            "map[interface {}]interface {}{\"a\":map[interface {}]interface {}{\"<\":\"&\"}, \"b\":[]interface {}{\"x\", 1, \
             1.5, true, interface {}(nil)}, \"e\":[]interface {}{}, \"o\":0xab54a98ceb1f0ad2}"
        );
        assert_eq!(write_each("1e-7"), ["1e-7", "1e-7", "1e-07", "%!t(float64=1e-07)", "1e-07"]);
        assert_eq!(write_each("~"), ["null", "null", "<nil>", "%!t(<nil>)", "interface {}(nil)"]);
        assert_eq!(write_each("yes"), ["true"; 5]);
    }
}
