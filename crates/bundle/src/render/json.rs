//! JSON as Go writes it.

pub(crate) use olmkit_yaml::quote_json as quote;

/// An object of members whose values are JSON already.
pub(crate) fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{}:{value}", quote(key))).collect();
    format!("{{{}}}", members.join(","))
}

/// Compact or loose JSON, indented, with a line break at the end.
pub(crate) fn indented(text: &str) -> String {
    let mut out = olmkit_yaml::indent_json(text);
    out.push('\n');
    out
}
