//! Strings in and out of JSON.

use olmkit_yaml::{Format, quote_json, read_document};

pub(crate) fn quote(text: &str) -> String {
    quote_json(text, false)
}

/// A string in a text of JSON, by its path.
pub(crate) fn text_at(text: &str, path: &[&str]) -> Option<String> {
    let document = read_document(text.as_bytes(), Format::Json);
    let mut node = document.root()?;
    for key in path {
        node = node.get(key)?;
    }
    node.as_str().map(String::from)
}

/// Why a text is not a JSON value, as Go says it.
pub(crate) fn syntax_error(text: &str) -> Option<String> {
    let document = read_document(text.as_bytes(), Format::Json);
    let Some(error) = &document.error else {
        return document.root().is_none().then(|| "unexpected end of JSON input".to_owned());
    };
    let text = error.upstream.as_str();
    let text = text.strip_prefix("json: offset ").and_then(|text| text.split_once(": ")).map_or(text, |(_, text)| text);
    Some(if text == "unexpected EOF" { "unexpected end of JSON input" } else { text }.to_owned())
}
