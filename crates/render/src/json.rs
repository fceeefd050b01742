//! Compact JSON as opm indents it.

/// Writes a document and a line break: indented by four, `<`, `>` and `&` as they are.
pub(crate) fn write(compact: &str, out: &mut String) {
    write_with(compact, unescaped, out);
}

/// The same with `<`, `>` and `&` escaped.
pub(crate) fn write_escaped(compact: &str, out: &mut String) {
    write_with(compact, escaped, out);
}

fn write_with(compact: &str, text: fn(&str) -> std::borrow::Cow<'_, str>, out: &mut String) {
    let mut depth = 0_usize;
    let bytes = compact.as_bytes();
    let mut at = 0_usize;
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at.saturating_add(1));
        match byte {
            b'"' => {
                let end = end_of_string(bytes, at);
                out.push_str(&text(compact.get(at..end).unwrap_or_default()));
                at = end;
                continue;
            }
            b'{' | b'[' if matches!((byte, next), (b'{', Some(b'}')) | (b'[', Some(b']'))) => {
                out.push_str(if *byte == b'{' { "{}" } else { "[]" });
                at = at.saturating_add(1);
            }
            b'{' | b'[' => {
                out.push(char::from(*byte));
                depth = depth.saturating_add(1);
                line(depth, out);
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                line(depth, out);
                out.push(char::from(*byte));
            }
            b',' => {
                out.push(',');
                line(depth, out);
            }
            b':' => out.push_str(": "),
            other => out.push(char::from(*other)),
        }
        at = at.saturating_add(1);
    }
    out.push('\n');
}

fn line(depth: usize, out: &mut String) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("    ");
    }
}

/// Behind the closing quote.
pub(crate) fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start.saturating_add(1);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at = at.saturating_add(2),
            b'"' => return at.saturating_add(1),
            _ => at = at.saturating_add(1),
        }
    }
    at.min(bytes.len())
}

fn escaped(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(['<', '>', '&']) {
        return text.into();
    }
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").into()
}

/// What only HTML needs escaped stays as it is.
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

/// A text as JSON; markup characters stay as they are.
pub(crate) fn quote(text: &str) -> String {
    olmkit_yaml::quote_json(text, false)
}
