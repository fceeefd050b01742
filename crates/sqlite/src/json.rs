//! Reads and writes strings in JSON.

pub(crate) use olmkit_yaml::quote_json as quote;
use olmkit_yaml::{Format, read_document};

/// The string at a path in JSON text.
pub(crate) fn text_at(text: &str, path: &[&str]) -> Option<String> {
    let document = read_document(text.as_bytes(), Format::Json);
    let mut node = document.root()?;
    for key in path {
        node = node.get(key)?;
    }
    node.as_str().map(String::from)
}
