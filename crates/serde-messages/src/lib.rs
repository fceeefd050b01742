//! Converts serde's errors about values that do not match their type to plain English.
//!
//! serde's error messages contain the names of Rust types. All code that reads typed values of users takes its messages
//! from here.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

use olmkit_text::{did_you_mean, known_names, near_miss};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;

/// The notation of the values, which determines the names of lists and objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// A list, a mapping.
    Yaml,
    /// An array, an object.
    Json,
}

/// The maximum number of names that a message lists.
const MAX_NAMES: usize = 16;

/// How a value does not match its type. serde's errors have no kinds, so the kind is read from their messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The type does not have the field. `hint`: the name that was probably meant, or the known names.
    #[error("unknown field `{name}`{hint}")]
    UnknownField {
        /// The name of the field.
        name: String,
        /// The rest of the message.
        hint: String,
    },
    /// Any other mismatch: its message.
    #[error("{0}")]
    Other(String),
}

impl Mismatch {
    /// The mismatch of an error, without line and column, which refer to an intermediate text.
    #[must_use]
    pub fn of(error: &serde_json::Error, notation: Notation) -> Self {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        sentence(text.strip_suffix(&place).unwrap_or(&text), notation)
    }

    /// The path to put before the message. The message about an unknown field contains its name, so the path is that of
    /// the enclosing value; empty for the whole value.
    #[must_use]
    pub fn part<'p>(&self, path: &'p str) -> &'p str {
        let Mismatch::UnknownField { name, .. } = self else { return path };
        match path.strip_suffix(name.as_str()) {
            Some(around) => around.strip_suffix('.').unwrap_or(around),
            None => path,
        }
    }
}

/// A value does not match its type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{mismatch}", prefix(.part))]
pub struct ValueError {
    /// The part that does not match; empty for a whole value without a name.
    part: String,
    mismatch: Mismatch,
}

fn prefix(part: &str) -> String {
    if part.is_empty() { String::new() } else { format!("{part}: ") }
}

impl ValueError {
    /// The error of a value with this name, without the part that does not match.
    #[must_use]
    pub fn whole(name: &str, error: &serde_json::Error) -> Self {
        ValueError { part: name.to_owned(), mismatch: Mismatch::of(error, Notation::Json) }
    }
}

/// Reads a value.
///
/// # Errors
/// When a part does not match. `whole` is the name of the whole value, if it has one.
pub fn from_value<T: DeserializeOwned>(value: Value, whole: &str) -> Result<T, ValueError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let mismatch = sentence(&error.inner().to_string(), Notation::Json);
        let path = error.path().to_string();
        let part = if path == "." { "" } else { mismatch.part(&path) };
        let part = if part.is_empty() { whole } else { part };
        ValueError { part: part.to_owned(), mismatch }
    })
}

/// The reason why the content of a JSON file is not as expected, for use after the file name and a colon.
#[must_use]
pub fn in_json_file(error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    if matches!(error.classify(), Category::Data) {
        return format!("{} ({place})", Mismatch::of(error, Notation::Json));
    }
    let text = error.to_string();
    let known = SYNTAX.iter().find(|(start, _)| text.starts_with(start));
    match known {
        Some((_, plain)) => format!("not valid JSON ({place}): {plain}"),
        None => format!("not valid JSON ({place})"),
    }
}

/// The prefixes of `serde_json`'s messages about invalid JSON, with their plain English.
const SYNTAX: [(&str, &str); 14] = [
    ("EOF while", "the text ends too early"),
    ("expected value", "a value is expected"),
    ("expected ident", "a value is expected"),
    ("expected `:`", "a colon is expected"),
    ("expected `,` or `]`", "a comma or the end of the array is expected"),
    ("expected `,` or `}`", "a comma or the end of the object is expected"),
    ("key must be a string", "a key in quotation marks is expected"),
    ("trailing comma", "a value is expected after the comma"),
    ("trailing characters", "something follows the value"),
    ("control character", "a string contains a line break or another control character"),
    ("invalid escape", "a string contains an escape sequence that does not exist"),
    ("invalid unicode", "a string is not valid Unicode"),
    ("invalid number", "a number is not valid"),
    ("recursion limit", "the values are nested too deeply"),
];

/// Reads the kind of a message of serde.
fn sentence(text: &str, notation: Notation) -> Mismatch {
    match text.strip_prefix("unknown field `").and_then(unknown) {
        Some((name, known)) => Mismatch::UnknownField { name: name.to_owned(), hint: hint(name, known) },
        None => Mismatch::Other(plain(text, notation)),
    }
}

/// Converts a message of serde to plain English. Messages of our own types are returned unchanged.
fn plain(text: &str, notation: Notation) -> String {
    let quoted = |start: &str| text.strip_prefix(start);
    let invalid = quoted("invalid type: ").or_else(|| quoted("invalid value: "));
    if let Some((found, expected)) = invalid.and_then(|rest| rest.rsplit_once(", expected ")) {
        return format!("must be {}, not {}", wanted(expected, notation), given(found, notation));
    }
    if let Some((name, known)) = quoted("unknown variant `").and_then(unknown) {
        return format!("unknown value `{name}`{}", hint(name, known));
    }
    if let Some(name) = quoted("missing field ") {
        return format!("lacks the field {name}");
    }
    if let Some(name) = quoted("duplicate field ") {
        return format!("has the field {name} twice");
    }
    if text.starts_with("data did not match any variant of untagged enum ") {
        return "does not have one of the expected forms".to_owned();
    }
    // A value that is not a name where a name is expected.
    if text == "expected value" {
        return format!("must be {}", wanted("a string", notation));
    }
    text.to_owned()
}

/// The unknown name and the known names of a message: "x`, expected one of `a`, `b`".
fn unknown(rest: &str) -> Option<(&str, Vec<&str>)> {
    let (name, known) = rest.split_once('`')?;
    Some((name, known.split('`').skip(1).step_by(2).collect()))
}

fn hint(name: &str, known: Vec<&str>) -> String {
    // Names of two letters are too short to be compared.
    let near = near_miss(name, &mut known.iter().copied());
    let near = near.or_else(|| known.iter().copied().find(|known| known.starts_with(name)));
    match near.filter(|_| name.len() > 2) {
        Some(near) => did_you_mean(near),
        None if known.is_empty() || known.len() > MAX_NAMES => String::new(),
        None => known_names(&known, MAX_NAMES),
    }
}

fn wanted(expected: &str, notation: Notation) -> String {
    let (list, object) = collections(notation);
    let is_object = ["struct ", "internally tagged enum ", "adjacently tagged enum "]
        .iter()
        .any(|start| expected.starts_with(start));
    match expected {
        _ if is_object => object,
        "a map" | "map" => object,
        "a sequence" | "sequence" => list,
        "a boolean" => "true or false",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "string or map" | "variant identifier" | "identifier" => "a string",
        other => other,
    }
    .to_owned()
}

fn given(found: &str, notation: Notation) -> String {
    let (list, object) = collections(notation);
    let number = ["integer `", "floating point `"].iter().find_map(|start| found.strip_prefix(start));
    if let Some(number) = number {
        return format!("the number {}", number.trim_end_matches('`'));
    }
    if let Some(text) = found.strip_prefix("string ") {
        return format!("the string {text}");
    }
    match found {
        "sequence" => list.to_owned(),
        "map" => object.to_owned(),
        "unit value" => "null".to_owned(),
        other => other.trim_start_matches("boolean ").trim_matches('`').to_owned(),
    }
}

fn collections(notation: Notation) -> (&'static str, &'static str) {
    match notation {
        Notation::Yaml => ("a list", "a mapping"),
        Notation::Json => ("an array", "an object"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Outer {
        #[serde(default)]
        count: usize,
        #[serde(default)]
        step: i32,
        #[serde(default)]
        inner: Option<Inner>,
        #[serde(default)]
        names: Vec<String>,
        #[serde(default)]
        is_on: bool,
        #[serde(default)]
        level: Option<Level>,
        #[serde(default)]
        tagged: Option<Tagged>,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Inner {
        name: String,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Error,
        Warning,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Tagged {
        One,
    }

    fn refused(value: Value) -> String {
        from_value::<Outer>(value, "params").unwrap_err().to_string()
    }

    #[test]
    fn texts_name_the_field_and_what_is_expected() {
        for (value, expected) in [
            (Value::Null, "params: must be an object, not null"),
            (json!("x, expected y"), "params: must be an object, not the string \"x, expected y\""),
            (json!({ "count": "x" }), "count: must be a whole number from 0, not the string \"x\""),
            (json!({ "count": -1 }), "count: must be a whole number from 0, not the number -1"),
            (json!({ "step": 1.5 }), "step: must be a whole number, not the number 1.5"),
            (json!({ "inner": [1] }), "inner[0]: must be a string, not the number 1"),
            (json!({ "inner": true }), "inner: must be an object, not true"),
            (json!({ "inner": {} }), "inner: lacks the field `name`"),
            (json!({ "names": ["a", 2] }), "names[1]: must be a string, not the number 2"),
            (json!({ "names": {} }), "names: must be an array, not an object"),
            (json!({ "is_on": "yes" }), "is_on: must be true or false, not the string \"yes\""),
            (json!({ "level": "eror" }), "level: unknown value `eror`; did you mean `error`?"),
            (json!({ "level": "warn" }), "level: unknown value `warn`; did you mean `warning`?"),
            (json!({ "level": "loud" }), "level: unknown value `loud` (known: error and warning)"),
            (json!({ "level": 3 }), "level: must be a string, not the number 3"),
            (json!({ "tagged": 3 }), "tagged: must be an object, not the number 3"),
            (json!({ "tagged": { "kind": "two" } }), "tagged.kind: unknown value `two` (known: one)"),
            (json!({ "tagged": {} }), "tagged: lacks the field `kind`"),
            (json!({ "coumt": 3 }), "params: unknown field `coumt`; did you mean `count`?"),
        ] {
            assert_eq!(refused(value.clone()), expected, "{value}");
        }
        let unknown = Mismatch::UnknownField { name: "nmae".to_owned(), hint: String::new() };
        assert_eq!(unknown.part("a[0].nmae"), "a[0]");
        assert_eq!(Mismatch::Other("must be a string".to_owned()).part("a[0].name"), "a[0].name");
    }

    #[test]
    fn files_that_are_not_valid_json_are_described_with_their_place() {
        for (text, expected) in [
            ("", "not valid JSON (line 1, column 0): the text ends too early"),
            ("{\"count\":\n1,}", "not valid JSON (line 2, column 3): a value is expected after the comma"),
            ("<html>", "not valid JSON (line 1, column 1): a value is expected"),
            ("{} {}", "not valid JSON (line 1, column 4): something follows the value"),
            ("{\"count\":\"x\"}", "must be a whole number from 0, not the string \"x\" (line 1, column 12)"),
        ] {
            let error = serde_json::from_str::<Outer>(text).unwrap_err();
            assert_eq!(in_json_file(&error), expected, "{error}");
        }
    }

    #[test]
    fn places_in_intermediate_texts_are_left_out() {
        let read = |text: &str| serde_json::from_str::<Outer>(text).unwrap_err();
        let message = |error: &serde_json::Error| Mismatch::of(error, Notation::Yaml).to_string();
        assert_eq!(message(&read("{\"level\": 3}")), "must be a string");
        assert_eq!(message(&read("{\"inner\": 3}")), "must be a mapping, not the number 3");
        let named = read("{\"level\": \"at line 3 column 4\"}");
        assert_eq!(message(&named), "unknown value `at line 3 column 4` (known: error and warning)", "{named}");
    }
}
