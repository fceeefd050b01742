//! Formats a loaded catalog like `opm render -o json`, for comparison (specification, 2, 2.1 and 7.2).

use olmkit_catalog::{Input, documents, load};
use olmkit_yaml::to_json;
use serde_json::Value;

use super::Content;

/// The fields of a struct in the order in which they are written: name, type, and whether an empty value is omitted.
///
/// The tables are not those of `olmkit_catalog::document_fields` on purpose: they are from the specification, and a wrong
/// line there must not make this comparison with opm's output agree.
type Fields = &'static [(&'static str, Type, bool)];

#[derive(Clone, Copy)]
enum Type {
    Text,
    Raw,
    Bytes,
    List(&'static Type),
    Struct(Fields),
}
use Type::{Bytes, List, Raw, Struct, Text};

const PROPERTIES: Type = List(&Struct(&[("type", Text, false), ("value", Raw, false)]));
const PACKAGE: Fields = &[
    ("schema", Text, false),
    ("name", Text, false),
    ("defaultChannel", Text, false),
    ("icon", Struct(&[("base64data", Bytes, false), ("mediatype", Text, false)]), true),
    ("description", Text, true),
    ("properties", PROPERTIES, true),
];
const ENTRY: Type =
    Struct(&[("name", Text, false), ("replaces", Text, true), ("skips", List(&Text), true), ("skipRange", Text, true)]);
const CHANNEL: Fields = &[
    ("schema", Text, false),
    ("name", Text, false),
    ("package", Text, false),
    ("entries", List(&ENTRY), false),
    ("properties", PROPERTIES, true),
];
const BUNDLE: Fields = &[
    ("schema", Text, false),
    ("name", Text, true),
    ("package", Text, true),
    ("image", Text, false),
    ("properties", PROPERTIES, true),
    ("relatedImages", List(&Struct(&[("name", Text, false), ("image", Text, false)])), true),
];
const REFERENCE: Type = Struct(&[("schema", Text, true), ("name", Text, true)]);
const DEPRECATIONS: Fields = &[
    ("schema", Text, false),
    ("package", Text, false),
    ("entries", List(&Struct(&[("reference", REFERENCE, false), ("message", Text, false)])), false),
];

/// Documents by kind, as opm stores them.
#[derive(Default)]
pub(crate) struct Loaded {
    documents: Vec<(String, String, String, Value)>,
}

impl Loaded {
    /// Reads a tree of files, which must be valid for loading.
    pub(crate) fn new(files: &[(String, Content)]) -> Self {
        let inputs: Vec<Input<'_>> =
            files.iter().map(|(path, content)| Input { path, content: content.as_deref() }).collect();
        let mut loaded = Loaded::default();
        for file in load(&inputs).iter().filter(|file| !file.ignored) {
            let bytes = files.iter().find(|(path, _)| *path == file.path).unwrap().1.as_ref().unwrap();
            for document in documents(bytes) {
                let text = &bytes[usize::from(document.range.start())..usize::from(document.range.end())];
                let read = olmkit_yaml::read_document(text, document.format);
                let json = to_json(read.root().unwrap());
                let schema = document.facts.schema.as_ref().unwrap().value.clone();
                let (package, name) = (document.facts.package_name().to_owned(), document.facts.own_name().to_owned());
                // Deeper nesting than serde_json supports. Such documents are only counted.
                let value = serde_json::from_str(&json).unwrap_or_default();
                loaded.documents.push((schema, package, name, value));
            }
        }
        loaded
    }

    fn of<'l>(&'l self, schema: &'l str) -> impl Iterator<Item = &'l (String, String, String, Value)> {
        self.documents.iter().filter(move |document| document.0 == schema)
    }

    /// Returns the counts as `pkgs=1 ch=1 b=1 dep=0 other=0`.
    pub(crate) fn counts(&self) -> String {
        let known = ["olm.package", "olm.channel", "olm.bundle", "olm.deprecations"];
        let [packages, channels, bundles, deprecations] = known.map(|schema| self.of(schema).count());
        let other = self.documents.len() - packages - channels - bundles - deprecations;
        format!("pkgs={packages} ch={channels} b={bundles} dep={deprecations} other={other}")
    }

    /// Returns the whole catalog, package by package.
    pub(crate) fn json(&self) -> String {
        let known = ["olm.package", "olm.channel", "olm.bundle", "olm.deprecations"];
        let mut names: Vec<&str> =
            self.documents.iter().map(|d| if d.0 == "olm.package" { d.2.as_str() } else { d.1.as_str() }).collect();
        names.sort_unstable();
        names.dedup();
        let mut out = String::new();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            self.of("olm.package").filter(|d| d.2 == name).for_each(|d| write(&typed(&d.3, PACKAGE), &mut out));
            for (schema, fields) in [("olm.channel", CHANNEL), ("olm.bundle", BUNDLE)] {
                let mut all: Vec<_> = self.of(schema).filter(|d| d.1 == name).collect();
                all.sort_by(|a, b| a.2.cmp(&b.2));
                all.iter().for_each(|d| write(&typed(&d.3, fields), &mut out));
            }
            let mut others: Vec<_> =
                self.documents.iter().filter(|d| d.1 == name && !known.contains(&d.0.as_str())).collect();
            others.sort_by(|a, b| a.0.cmp(&b.0));
            others.iter().for_each(|d| write(&Tree::raw(&d.3), &mut out));
            self.of("olm.deprecations")
                .filter(|d| d.1 == name)
                .for_each(|d| write(&typed(&d.3, DEPRECATIONS), &mut out));
        }
        let loose = self.documents.iter().filter(|d| d.1.is_empty() && !known.contains(&d.0.as_str()));
        loose.for_each(|d| write(&Tree::raw(&d.3), &mut out));
        out
    }
}

/// A value with ordered keys.
enum Tree {
    Scalar(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    fn raw(value: &Value) -> Tree {
        match value {
            Value::Array(items) => Tree::List(items.iter().map(Tree::raw).collect()),
            Value::Object(map) => {
                let mut fields: Vec<_> = map.iter().map(|(key, value)| (key.clone(), Tree::raw(value))).collect();
                fields.sort_by(|a, b| a.0.cmp(&b.0));
                Tree::Object(fields)
            }
            Value::Number(number) => Tree::Scalar(float(number.as_f64().unwrap())),
            Value::String(text) => Tree::Scalar(quote(text)),
            other => Tree::Scalar(other.to_string()),
        }
    }
}

/// Formats a number like encoding/json: as short as possible, with an exponent outside of 1e-6..1e21.
fn float(value: f64) -> String {
    if value == 0.0 {
        return if value.is_sign_negative() { "-0".to_owned() } else { "0".to_owned() };
    }
    if (1e-6..1e21).contains(&value.abs()) {
        return value.to_string();
    }
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap();
    match exponent.strip_prefix('-') {
        Some(exponent) => format!("{digits}e-{exponent}"),
        None => format!("{digits}e+{exponent}"),
    }
}

fn quote(text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    text.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn folds_to(key: &str, name: &str) -> bool {
    let simple = |c: char| match c {
        'ſ' => 's',
        '\u{212A}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    key.chars().map(simple).eq(name.chars().map(simple))
}

fn matching<'v>(value: &'v Value, name: &'v str) -> Vec<&'v Value> {
    let Some(map) = value.as_object() else { return Vec::new() };
    let mut found: Vec<_> = map.iter().filter(|(key, _)| folds_to(key, name)).collect();
    found.sort_by(|a, b| a.0.cmp(b.0));
    found.into_iter().map(|(_, value)| value).collect()
}

fn field<'v>(value: &'v Value, name: &'v str) -> &'v Value {
    matching(value, name).into_iter().rfind(|value| !value.is_null()).unwrap_or(&Value::Null)
}

fn typed(value: &Value, fields: Fields) -> Tree {
    let mut found = Vec::new();
    for (name, kind, omit) in fields {
        // Null is a value for a raw field. In other fields it is the same as a missing value.
        let value = match kind {
            Raw => matching(value, name).pop().unwrap_or(&Value::Null),
            _ => field(value, name),
        };
        let empty = match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        if *omit && empty {
            continue;
        }
        found.push(((*name).to_owned(), tree(value, *kind)));
    }
    Tree::Object(found)
}

fn tree(value: &Value, kind: Type) -> Tree {
    match (kind, value) {
        (Text | Bytes, Value::Null) if matches!(kind, Text) => Tree::Scalar("\"\"".to_owned()),
        (List(item), Value::Array(items)) => Tree::List(items.iter().map(|value| tree(value, *item)).collect()),
        (Struct(fields), _) => typed(value, fields),
        _ => Tree::raw(value),
    }
}

fn write(tree: &Tree, out: &mut String) {
    indented(tree, 0, out);
    out.push('\n');
}

fn indented(tree: &Tree, depth: usize, out: &mut String) {
    let line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.push_str(&"    ".repeat(depth));
    };
    match tree {
        Tree::Scalar(text) => out.push_str(text),
        Tree::List(items) if items.is_empty() => out.push_str("[]"),
        Tree::Object(fields) if fields.is_empty() => out.push_str("{}"),
        Tree::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                line(depth + 1, out);
                indented(item, depth + 1, out);
            }
            line(depth, out);
            out.push(']');
        }
        Tree::Object(fields) => {
            out.push('{');
            for (at, (key, value)) in fields.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                line(depth + 1, out);
                out.push_str(&quote(key));
                out.push_str(": ");
                indented(value, depth + 1, out);
            }
            line(depth, out);
            out.push('}');
        }
    }
}
