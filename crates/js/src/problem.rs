//! The reason why an argument does not match its shape.

use std::fmt;

use js_sys::{Number, Reflect};
use serde::de::{self, Expected, Unexpected};
use wasm_bindgen::prelude::*;

use crate::error::type_error;
use crate::safe::is_array;

/// The maximum length of strings in messages; longer strings are truncated.
const LONGEST: usize = 40;

/// The reason why a value does not match, and its position in the argument. Boxed, so that results stay small.
#[derive(Debug)]
pub(crate) struct Problem(Box<Parts>);

#[derive(Debug)]
struct Parts {
    /// The position, from the outside: `[0].path`.
    place: String,
    what: What,
    /// Whether serde compared a buffered value, whose position is no longer known.
    is_displaced: bool,
}

#[derive(Debug)]
enum What {
    /// The value has the wrong type.
    Type { expected: String, found: String },
    /// A required key is missing.
    Missing(&'static str),
    /// An unknown key, and the known keys.
    Unknown(String, Vec<&'static str>),
    /// Any other reason, as the end of a sentence that starts with the position.
    Other(String),
}

impl Problem {
    fn new(what: What) -> Self {
        Problem(Box::new(Parts { place: String::new(), what, is_displaced: false }))
    }

    /// A value whose getter or trap throws.
    pub(crate) fn throws() -> Self {
        de::Error::custom("cannot be read: a getter or a trap throws")
    }

    /// A problem of serde's, which does not know the position.
    fn displaced(expected: String, found: String) -> Self {
        let mut problem = Problem::new(What::Type { expected, found });
        problem.0.is_displaced = true;
        problem
    }

    pub(crate) fn unexpected(found: &JsValue, expected: &str) -> Self {
        Problem::new(What::Type { expected: expected.to_owned(), found: described(found) })
    }

    /// Sets the found value, for a problem that serde reports about a value that was just read.
    pub(crate) fn of(mut self, value: &JsValue) -> Self {
        if let What::Type { found, .. } = &mut self.0.what
            && self.0.is_displaced
        {
            *found = described(value);
            self.0.is_displaced = false;
        }
        self
    }

    /// Prepends the key under which an object contains the value to the position.
    pub(crate) fn in_key(mut self, key: &str) -> Self {
        let is_plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
        let step = if is_plain && !key.is_empty() { format!(".{key}") } else { format!("[{key:?}]") };
        self.0.place.insert_str(0, &step);
        self.0.is_displaced = false;
        self
    }

    /// Prepends the index at which an array contains the value to the position.
    pub(crate) fn at_index(mut self, index: u32) -> Self {
        self.0.place.insert_str(0, &format!("[{index}]"));
        self.0.is_displaced = false;
        self
    }

    /// Adds a known key, which was read before.
    pub(crate) fn beside(mut self, key: &'static str) -> Self {
        if let What::Unknown(_, known) = &mut self.0.what
            && self.0.place.is_empty()
        {
            known.push(key);
        }
        self
    }

    /// Converts the problem to the error that is thrown.
    pub(crate) fn thrown(self, name: &str) -> JsValue {
        let mut place = format!("{name}{}", self.0.place);
        let (message, expected) = match self.0.what {
            What::Type { expected, found } if self.0.is_displaced => {
                (format!("A value in `{place}` must be {expected}, not {found}."), expected)
            }
            What::Type { expected, found } => (format!("`{place}` must be {expected}, not {found}."), expected),
            What::Missing(key) => {
                let message = format!("`{place}` has no `{key}`.");
                place = format!("{place}.{key}");
                (message, "a value".to_owned())
            }
            What::Unknown(key, known) => {
                let expected = alternatives(known.iter().map(|key| format!("`{key}`")));
                let message = format!("`{place}` has the unknown key `{key}`. Known keys: {}.", known_keys(&known));
                place = format!("{place}.{key}");
                (message, expected)
            }
            What::Other(text) => (format!("`{place}` {text}."), "a valid value".to_owned()),
        };
        type_error(&message, &place, &expected)
    }
}

fn known_keys(known: &[&str]) -> String {
    known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

/// Joins alternatives: `a`, `a or b`, `a, b or c`.
pub(crate) fn alternatives(of: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = of.collect();
    if all.is_empty() { "nothing".to_owned() } else { olmkit_text::listed(all, usize::MAX, "or") }
}

/// Formats a number as JavaScript does.
pub(crate) fn number_text(number: f64) -> String {
    Number::from(number).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

/// The name of objects without a class.
const PLAIN: &str = "object";

/// Describes a value in a sentence: "the number 1", "an array", "a Buffer".
fn described(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        let cut: String = text.chars().take(LONGEST).collect();
        let dots = if cut.len() < text.len() { "…" } else { "" };
        return format!("the string {cut:?}{dots}");
    }
    if let Some(number) = value.as_f64() {
        return format!("the number {}", number_text(number));
    }
    if let Some(is) = value.as_bool() {
        return is.to_string();
    }
    match () {
        () if value.is_undefined() => "undefined".to_owned(),
        () if value.is_null() => "null".to_owned(),
        () if value.is_function() => "a function".to_owned(),
        () if value.is_symbol() => "a symbol".to_owned(),
        () if value.is_bigint() => "a bigint".to_owned(),
        () if is_array(value) => "an array".to_owned(),
        () => with_article(&class(value)),
    }
}

/// Whether an object is an instance of a class.
pub(crate) fn is_of_class(value: &JsValue) -> bool {
    class(value) != PLAIN
}

/// The name of the class of an object.
fn class(value: &JsValue) -> String {
    let constructor = Reflect::get(value, &"constructor".into()).ok().filter(JsValue::is_function);
    let name = constructor.and_then(|of| Reflect::get(&of, &"name".into()).ok()?.as_string());
    let name = name.filter(|name| !name.is_empty() && name != "Object");
    name.unwrap_or_else(|| PLAIN.to_owned())
}

fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Problem {}

impl de::Error for Problem {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Problem::new(What::Other(text.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(is) => is.to_string(),
            Unexpected::Unsigned(number) => format!("the number {number}"),
            Unexpected::Signed(number) => format!("the number {number}"),
            Unexpected::Float(number) => format!("the number {}", number_text(number)),
            Unexpected::Str(text) => format!("the string {text:?}"),
            Unexpected::Bytes(_) => "bytes".to_owned(),
            Unexpected::Unit | Unexpected::Option => "null".to_owned(),
            Unexpected::Seq => "an array".to_owned(),
            _ => "an object".to_owned(),
        };
        // serde passes the name of the Rust type, which users do not know. The crate serde-messages says the same; it would
        // enlarge the engine.
        let is_type = |text: &String| text.starts_with("struct ") || text.starts_with("internally tagged enum ");
        let expected = Some(expected.to_string()).filter(|text| !is_type(text));
        Problem::displaced(expected.unwrap_or_else(|| "an object".to_owned()), found)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        de::Error::custom("has too few items")
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        let expected = alternatives(known.iter().map(|name| format!("{name:?}")));
        Problem::displaced(expected, format!("the string {variant:?}"))
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Problem::new(What::Unknown(key.to_owned(), known.to_vec()))
    }

    fn missing_field(key: &'static str) -> Self {
        Problem::new(What::Missing(key))
    }
}
