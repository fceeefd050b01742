//! Resolves scalars to values: YAML 1.1 as go-yaml v2 does, and JSON's literals.

use std::borrow::Cow;

use olmkit_gostd::percent_decoded;

use super::cook::{cook, text_of};
use super::number::{self, Number};
use super::timestamp::is_timestamp;
use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::Style;

/// The value of a scalar. Integers are distinct from floats.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Resolved<'d> {
    /// `null`, `~`, empty.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer too large for `Int`.
    Uint(u64),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(Cow<'d, str>),
}

/// The reason why a tag cannot be applied to a scalar, for go-yaml's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TagError {
    /// The scalar has another type.
    #[error("cannot decode !!{found} `{text}` as a !!{tag}")]
    Type {
        /// The type of the scalar.
        found: &'static str,
        text: String,
        tag: String,
    },
    /// `!!binary` with invalid base64.
    #[error("!!binary value contains invalid base64 data")]
    Base64,
}

/// Whether a scalar resolves to a string, not to a number, a boolean or null.
#[must_use]
pub fn is_text(node: NodeRef<'_>) -> bool {
    matches!(resolve(node), Ok(Resolved::Str(_)))
}

/// Whether go-yaml reads a text written as a plain scalar as this string, not as a number, a boolean, null or a date.
#[must_use]
pub fn is_plain_text(text: &str) -> bool {
    !is_timestamp(text) && matches!(plain(Cow::Borrowed(text)).0, Resolved::Str(_))
}

/// Resolves a scalar.
pub(crate) fn resolve(node: NodeRef<'_>) -> Result<Resolved<'_>, TagError> {
    let text = cook(node);
    if node.format() == Format::Json {
        return Ok(json(node.style(), text));
    }
    match tag_name(node) {
        Some(tag) => tagged(&tag, text),
        None if node.style() == Style::Plain => Ok(plain(text).0),
        None => Ok(Resolved::Str(text)),
    }
}

fn json(style: Style, text: Cow<'_, str>) -> Resolved<'_> {
    if style == Style::Double {
        return Resolved::Str(text);
    }
    match text.as_ref() {
        "null" => Resolved::Null,
        "true" => Resolved::Bool(true),
        "false" => Resolved::Bool(false),
        number => Resolved::Float(olmkit_gostd::parse_float(number).unwrap_or(f64::NAN)),
    }
}

/// The tag of the node: `str` for `!!str` and `!<tag:yaml.org,2002:str>`, otherwise as written, with `%XX` decoded.
#[must_use]
pub fn tag_name(node: NodeRef<'_>) -> Option<Cow<'_, str>> {
    let range = node.properties()?.tag?;
    let text = node.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default();
    let text = std::str::from_utf8(text).unwrap_or("!");
    if let Some(name) = text.strip_prefix("!!") {
        return Some(unescape_uri(name));
    }
    let Some(uri) = text.strip_prefix("!<").and_then(|uri| uri.strip_suffix('>')) else {
        return Some(Cow::Borrowed(text));
    };
    let uri = unescape_uri(uri);
    Some(uri.strip_prefix("tag:yaml.org,2002:").map(|name| Cow::Owned(name.to_owned())).unwrap_or(uri))
}

/// Decodes `%XX`. The scanner has checked that the escapes are complete.
fn unescape_uri(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(String::from_utf8_lossy(&percent_decoded(text)).into_owned())
}

fn tagged<'d>(tag: &str, text: Cow<'d, str>) -> Result<Resolved<'d>, TagError> {
    match tag {
        "str" => return Ok(Resolved::Str(text)),
        "binary" => return binary(&text),
        "bool" | "int" | "float" | "null" | "timestamp" => {}
        _ => return Ok(Resolved::Str(text)),
    }
    if tag == "timestamp" && is_timestamp(&text) {
        return Ok(Resolved::Str(text));
    }
    let shown = text.clone();
    let (value, found) = plain(text);
    match (tag, value) {
        (tag, value) if tag == found => Ok(value),
        #[allow(clippy::cast_precision_loss, reason = "go-yaml promotes the same way")]
        ("float", Resolved::Int(int)) => Ok(Resolved::Float(int as f64)),
        _ => Err(TagError::Type { found, text: shown.into_owned(), tag: tag.to_owned() }),
    }
}

fn binary(text: &str) -> Result<Resolved<'static>, TagError> {
    let bytes = crate::base64::decode(text.as_bytes()).map_err(|_| TagError::Base64)?;
    Ok(Resolved::Str(Cow::Owned(text_of(&bytes).into_owned())))
}

/// The value of a plain scalar and the short name of its tag.
fn plain(text: Cow<'_, str>) -> (Resolved<'_>, &'static str) {
    let word = match text.as_ref() {
        "" | "~" | "null" | "Null" | "NULL" => Some((Resolved::Null, "null")),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Some((Resolved::Bool(true), "bool"))
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Some((Resolved::Bool(false), "bool"))
        }
        ".nan" | ".NaN" | ".NAN" => Some((Resolved::Float(f64::NAN), "float")),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some((Resolved::Float(f64::INFINITY), "float")),
        "-.inf" | "-.Inf" | "-.INF" => Some((Resolved::Float(f64::NEG_INFINITY), "float")),
        _ => None,
    };
    if let Some(word) = word {
        return word;
    }
    let number = match text.as_bytes().first() {
        Some(b'.') => number::parse_dotted(&text),
        Some(b'+' | b'-' | b'0'..=b'9') => number::parse(&text),
        _ => None,
    };
    match number {
        Some(Number::Int(int)) => (Resolved::Int(int), "int"),
        Some(Number::Uint(uint)) => (Resolved::Uint(uint), "int"),
        Some(Number::Float(float)) => (Resolved::Float(float), "float"),
        None => (Resolved::Str(text), "str"),
    }
}
