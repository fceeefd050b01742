//! Strings as the messages of Go programs show them.

/// Formats a string as Go's `%q` does: quotes, backslashes and all characters that are not printable are escaped.
#[must_use]
pub fn go_quote(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            _ => escape(character, &mut out),
        }
    }
    out.push('"');
    out
}

/// Appends a character as it appears between Go's quotes. Quotes are not escaped.
pub fn escape(character: char, out: &mut String) {
    let code = u32::from(character);
    match character {
        '\\' => out.push_str("\\\\"),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\t' => out.push_str("\\t"),
        '\n' => out.push_str("\\n"),
        '\x0B' => out.push_str("\\v"),
        '\x0C' => out.push_str("\\f"),
        '\r' => out.push_str("\\r"),
        '\0'..='\x1F' | '\x7F' => out.push_str(&format!("\\x{code:02x}")),
        _ if is_print(character) => out.push(character),
        ..='\u{FFFF}' => out.push_str(&format!("\\u{code:04x}")),
        _ => out.push_str(&format!("\\U{code:08x}")),
    }
}

/// Go's `strconv.IsPrint`: letters, marks, numbers, punctuation, symbols, and the ASCII space as the only space.
#[must_use]
pub fn is_print(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    // The standard library escapes the same characters. At the start of a string it also escapes characters that extend
    // the previous one, so the check uses a string whose second character is tested.
    let mut buffer = [b'a'; 5];
    let length = buffer.last_chunk_mut::<4>().map_or(0, |rest| character.encode_utf8(rest).len());
    let text = buffer.get(..length.saturating_add(1)).and_then(|bytes| std::str::from_utf8(bytes).ok());
    text.is_some_and(|text| text.escape_debug().nth(1) == Some(character))
}

#[cfg(test)]
mod tests {
    use super::go_quote;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(go_quote("a\"\\\n\u{1}\u{7f}\u{85}é'"), r#""a\"\\\n\x01\x7f\u0085é'""#);
        assert_eq!(go_quote("\u{7}\u{8}\t\n\u{b}\u{c}\r\0\u{1b}"), r#""\a\b\t\n\v\f\r\x00\x1b""#);
    }

    #[test]
    fn characters_that_show_nothing_are_escaped() {
        assert_eq!(
            go_quote("\u{a0}\u{ad}\u{feff}\u{2003}\u{2028}\u{3000}"),
            r#""\u00a0\u00ad\ufeff\u2003\u2028\u3000""#
        );
        assert_eq!(
            go_quote("\u{e000}\u{200b}\u{fffe}\u{e0001}\u{10ffff}"),
            r#""\ue000\u200b\ufffe\U000e0001\U0010ffff""#
        );
        // Marks, letters, symbols and the replacement character are not escaped at any position.
        assert_eq!(go_quote("\u{301}e\u{301}日😀\u{fffd}¡ÿ"), "\"\u{301}e\u{301}日😀\u{fffd}¡ÿ\"");
    }
}
