//! Escapes text that comes from a catalog.

use std::borrow::Cow;

/// Replaces control characters and bidirectional control characters by U+FFFD, and line breaks and tabs by spaces.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |c| matches!(c, '\n' | '\t'))
}

/// Like [`visible`], but keeps line breaks.
pub(crate) fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false)
}

fn replaced(text: &str, blank: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(|c| is_unsafe(c) || blank(c)) {
        return Cow::Borrowed(text);
    }
    let safe = |c: char| match c {
        c if blank(c) => ' ',
        c if is_unsafe(c) => '\u{FFFD}',
        c => c,
    };
    Cow::Owned(text.chars().map(safe).collect())
}

fn is_unsafe(c: char) -> bool {
    let direction =
        matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{061C}');
    direction || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Escapes text for XML and replaces control characters.
pub(crate) fn xml(text: &str) -> String {
    olmkit_text::xml(&visible_lines(text))
}

/// Escapes the message of a GitHub workflow command.
pub(crate) fn github_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a GitHub workflow command.
pub(crate) fn github_property(text: &str) -> String {
    github_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Escapes a cell of a Markdown table. Only backticks around names remain markup.
pub(crate) fn markdown(text: &str) -> String {
    with_code(text, "\\|")
}

/// Escapes a line of Markdown outside tables in the same way.
pub(crate) fn markdown_line(text: &str) -> String {
    with_code(text, "|")
}

/// Converts names between backticks to code. If the backticks are not clearly pairs, they are escaped. `bar`: the
/// replacement of `|` in code, which requires an escape only in tables.
fn with_code(text: &str, bar: &str) -> String {
    let text = visible(text);
    let parts: Vec<&str> = text.split('`').collect();
    let inner = parts.get(1..parts.len().saturating_sub(1)).unwrap_or_default();
    if parts.len().is_multiple_of(2) || inner.iter().any(|part| part.trim().is_empty()) {
        return escaped(&text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, part) in parts.iter().enumerate() {
        if at.is_multiple_of(2) {
            out.push_str(&escaped(part));
        } else {
            out.extend(["`", &part.replace('|', bar), "`"]);
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '!' | '|' | '~' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// Escapes a URI reference: percent-encodes everything but unreserved characters and `/`.
pub(crate) fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// A hash that is stable across releases and machines (FNV-1a).
pub(crate) fn fingerprint(parts: &[&str]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_and_logs_are_safe() {
        assert_eq!(visible("a\u{1b}[31mb\u{202e}c\nd\u{9b}"), "a\u{fffd}[31mb\u{fffd}c d\u{fffd}");
        assert_eq!(visible_lines("a\nb\r"), "a\nb\u{fffd}");
        assert_eq!(github_data("50%\r\n::error::x"), "50%25%0D%0A::error::x");
        assert_eq!(github_property("a:b,c"), "a%3Ab%2Cc");
        assert_eq!(xml("<a b=\"'\">&\u{0}\n"), "&lt;a b=&quot;&apos;&quot;&gt;&amp;\u{fffd}&#10;");
        assert_eq!(markdown("a|b <img> @x [y](z)"), "a\\|b &lt;img&gt; &#64;x \\[y\\]\\(z\\)");
        assert_eq!(markdown("`a_b` <b> `>=1 || <2`."), "`a_b` &lt;b&gt; `>=1 \\|\\| <2`.");
        assert_eq!(markdown_line("`>=1 || <2`"), "`>=1 || <2`");
        for odd in ["`a", "`a``<b>`", "`` <b>", "`a` ` ` `b`"] {
            assert!(!markdown(odd).replace("\\`", "").contains('`'), "{odd}");
        }
        assert_eq!(uri("a b/ä#.yaml"), "a%20b/%C3%A4%23.yaml");
    }

    #[test]
    fn fingerprints_of_parts_differ() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_eq!(fingerprint(&["a"]), "089be207b544f1e4");
    }
}
