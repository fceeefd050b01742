//! JSON in Go's format.

pub(crate) use olmkit_yaml::quote_json as quote;

/// Formats an object. The values of `members` are JSON.
pub(crate) fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{}:{value}", quote(key))).collect();
    format!("{{{}}}", members.join(","))
}

/// Indents JSON text, and adds a line break at the end.
pub(crate) fn indented(text: &str) -> String {
    let mut out = olmkit_yaml::indent_json(text);
    out.push('\n');
    out
}
