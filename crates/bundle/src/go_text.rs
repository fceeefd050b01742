//! Texts as Go prints them.

/// `%q`, for the texts that occur in manifests.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() && u32::from(c) < 0x80 => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `%+q`: as [`quote`], in ASCII.
pub(crate) fn quote_ascii(text: &str) -> String {
    let mut out = String::new();
    for c in quote(text).chars() {
        match u32::from(c) {
            0..0x80 => out.push(c),
            code @ 0x80..=0xFFFF => out.push_str(&format!("\\u{code:04x}")),
            code => out.push_str(&format!("\\U{code:08x}")),
        }
    }
    out
}

/// `["a" "b"]`: a list with `%+q`.
pub(crate) fn quote_list<'t>(items: impl IntoIterator<Item = &'t str>) -> String {
    let items: Vec<String> = items.into_iter().map(quote_ascii).collect();
    format!("[{}]", items.join(" "))
}
