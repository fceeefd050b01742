//! JSON as Go writes it.

/// A string, quoted; markup characters stay as they are.
pub(crate) fn quote(text: &str) -> String {
    olmkit_yaml::quote_json(text, false)
}

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
