//! Indents compact JSON as opm does.

pub(crate) use olmkit_yaml::quote_json as quote;

/// Writes a document and a line break, indented by four spaces, without escaping `<`, `>` and `&`.
pub(crate) fn write(compact: &str, out: &mut String) {
    write_with(compact, unescaped, out);
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

/// Replaces the escapes of `<`, `>` and `&` with the characters.
fn unescaped(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("\\u00") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let here = rest.get(at..).unwrap_or_default();
        let (plain, length) = match here.get(..6) {
            Some("\\u003c") => ("<", 6),
            Some("\\u003e") => (">", 6),
            Some("\\u0026") => ("&", 6),
            _ => (here.get(..2).unwrap_or(here), 2),
        };
        out.push_str(plain);
        rest = here.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out.into()
}
