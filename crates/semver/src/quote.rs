//! Texts as the messages of Go programs show them.

/// A text as Go's `%q` prints it: quotes, backslashes and control characters are escaped, everything else stays.
#[must_use]
pub fn go_quote(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1F' | '\x7F' => out.push_str(&format!("\\x{code:02x}")),
            '\u{80}'..='\u{9F}' => out.push_str(&format!("\\u{code:04x}")),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::go_quote;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(go_quote("a\"\\\n\u{1}\u{7f}\u{85}é'"), r#""a\"\\\n\x01\x7f\u0085é'""#);
    }
}
