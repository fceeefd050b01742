//! Indented JSON, as Go's `json.Indent` writes it.

use std::borrow::Cow;

/// Formats compact or loose JSON with four spaces for each level.
#[must_use]
pub fn indent_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_mul(2));
    indent_json_with(text, |string| Cow::Borrowed(string), &mut out);
    out
}

/// Like [`indent_json`], but passes each string, with its quotes, through `string`.
pub fn indent_json_with(text: &str, string: fn(&str) -> Cow<'_, str>, out: &mut String) {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0_usize);
    // An opening bracket is followed by a line break only if the collection is not empty.
    let mut opened = false;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() {
            at = at.saturating_add(1);
            continue;
        }
        let closing = matches!(byte, b'}' | b']');
        if opened && !closing {
            depth = depth.saturating_add(1);
            break_line(out, depth);
        } else if closing && !opened {
            depth = depth.saturating_sub(1);
            break_line(out, depth);
        }
        opened = matches!(byte, b'{' | b'[');
        let end = if byte == b'"' { end_of_string(bytes, at) } else { at.saturating_add(width(text, at)) };
        let part = text.get(at..end).unwrap_or_default();
        match byte {
            b'"' => out.push_str(&string(part)),
            b':' => out.push_str(": "),
            b',' => {
                out.push(',');
                break_line(out, depth);
            }
            _ => out.push_str(part),
        }
        at = end;
    }
}

/// The width of the character at `at`.
fn width(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

/// The position after the closing quote of the string whose opening quote is at `start`.
#[must_use]
pub fn end_of_string(bytes: &[u8], start: usize) -> usize {
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

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("    ", depth));
}

#[cfg(test)]
mod tests {
    use super::indent_json;

    #[test]
    fn json_is_indented_as_go_does() {
        let text = r#"{"a":[],"b":{ },"c":[1,{"d":"x, {y}\""}]}"#;
        let wanted = "{\n    \"a\": [],\n    \"b\": {},\n    \"c\": [\n        1,\n        {\n            \"d\": \"x, {y}\\\"\"\n        }\n    ]\n}";
        assert_eq!(indent_json(text), wanted);
    }
}
