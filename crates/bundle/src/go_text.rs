//! Text as Go formats it.

pub(crate) use olmkit_gostd::go_quote as quote;

/// Formats like `%+q`: like [`quote`], but in ASCII.
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

/// Formats a list like `%+q`: `["a" "b"]`.
pub(crate) fn quote_list<'t>(items: impl IntoIterator<Item = &'t str>) -> String {
    let items: Vec<String> = items.into_iter().map(quote_ascii).collect();
    format!("[{}]", items.join(" "))
}
