//! Case folding as upstream compares keys.

/// Full Unicode case folding of a top-level key (`cases.Fold` of golang.org/x/text), good for comparing.
pub(crate) fn full(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let upper = text.chars().flat_map(|c| if c == 'ı' { vec![c] } else { c.to_uppercase().collect() });
    upper.flat_map(char::to_lowercase).collect()
}

/// Whether a key names a struct field (ASCII, as declared): equal under simple folding, as encoding/json matches.
pub(crate) fn names_field(key: &str, field: &str) -> bool {
    if key.len() == field.len() {
        return key.eq_ignore_ascii_case(field);
    }
    let fold = |c: char| match c {
        'ſ' => 's',
        '\u{212A}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    !key.is_ascii() && key.chars().map(fold).eq(field.chars().map(fold))
}
