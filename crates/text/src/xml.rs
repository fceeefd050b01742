//! XML and HTML.

/// Escapes text for XML, also inside of attributes. Line breaks and tabs become references. Other control characters,
/// which XML does not allow, become U+FFFD.
#[must_use]
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            character if character.is_control() => out.push('\u{FFFD}'),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::xml;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(
            xml("<a b=\"'\">&\u{0}\n\t\u{FFFF}"),
            "&lt;a b=&quot;&apos;&quot;&gt;&amp;\u{fffd}&#10;&#9;\u{fffd}"
        );
    }
}
