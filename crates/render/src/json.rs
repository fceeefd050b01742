//! Indents compact JSON as opm does.

pub(crate) use olmkit_yaml::quote_json as quote;

/// Writes a document and a line break, indented by four spaces. Strings are unchanged: opm escapes `<`, `>` and `&` only
/// in values that it has converted from YAML.
pub(crate) fn write(compact: &str, out: &mut String) {
    write_with(compact, |text| text.into(), out);
}

/// Like [`write()`], but escapes `<`, `>` and `&`.
pub(crate) fn write_escaped(compact: &str, out: &mut String) {
    write_with(compact, escaped, out);
}

fn write_with(compact: &str, text: fn(&str) -> std::borrow::Cow<'_, str>, out: &mut String) {
    olmkit_yaml::indent_json_with(compact, text, out);
    out.push('\n');
}

fn escaped(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(['<', '>', '&']) {
        return text.into();
    }
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").into()
}
