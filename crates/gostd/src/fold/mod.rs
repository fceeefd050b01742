//! Lower case and case folding.

mod table;

use table::{FOLDED, LONGER, LOWER, Run};

fn moved(c: char, runs: &[Run]) -> Option<char> {
    let code = u32::from(c);
    let (first, last, step, distance) = *runs.get(runs.partition_point(|run| run.1 < code))?;
    let inside = code.checked_sub(first)?.checked_rem(step)? == 0 && code <= last;
    char::from_u32(code.checked_add_signed(distance)?).filter(|_| inside)
}

/// The lower case of a character. If it has several characters (`İ`), the first one.
#[must_use]
pub fn lower_char(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { moved(c, LOWER).unwrap_or(c) }
}

/// The lower case of a text, for comparisons: each character is converted independently.
#[must_use]
pub fn lower(text: &str) -> String {
    text.chars().map(lower_char).collect()
}

/// The full Unicode case folding of a top-level key (`cases.Fold` of golang.org/x/text), for comparisons.
pub fn full(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        let longer = LONGER.split(' ').find_map(|pair| pair.strip_prefix(c)).filter(|_| !c.is_ascii());
        match longer {
            Some(longer) => folded.push_str(longer),
            None => folded.push(moved(c, FOLDED).unwrap_or_else(|| lower_char(c))),
        }
    }
    folded
}

/// Whether the case folding of a top-level key is a word in lower-case ASCII.
pub fn folds_to(key: &str, word: &str) -> bool {
    key.eq_ignore_ascii_case(word) || !key.is_ascii() && full(key) == word
}

/// Whether a key names a struct field (ASCII, as declared): equal under simple folding, which encoding/json uses.
pub fn names_field(key: &str, field: &str) -> bool {
    bytes_name_field(key.as_bytes(), field)
}

/// Like [`names_field`], for the bytes of a key. Bytes that are not UTF-8 do not match a field.
#[cfg_attr(not(target_arch = "wasm32"), inline)]
pub fn bytes_name_field(key: &[u8], field: &str) -> bool {
    /// The bit in which the cases of a letter differ.
    const CASE: u8 = 0x20;
    // Most keys differ in their first byte.
    match (key.first(), field.as_bytes().first()) {
        (Some(own), Some(first)) => ((own ^ first) & !CASE == 0 || !own.is_ascii()) && folds_to_field(key, field),
        (own, first) => own.is_none() && first.is_none(),
    }
}

/// Like [`bytes_name_field`], for any first byte.
fn folds_to_field(key: &[u8], field: &str) -> bool {
    if key.len() == field.len() {
        return key == field.as_bytes() || key.eq_ignore_ascii_case(field.as_bytes());
    }
    // Characters beyond ASCII that fold to ASCII have more bytes.
    if key.len() < field.len() || key.is_ascii() {
        return false;
    }
    let Ok(key) = std::str::from_utf8(key) else { return false };
    let fold = |c: char| match c {
        'ſ' => 's',
        '\u{212A}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    key.chars().map(fold).eq(field.chars().map(fold))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails because the standard library has a newer version of Unicode, regenerate the tables.
    #[test]
    fn case_is_that_of_the_standard_library() {
        for c in '\0'..=char::MAX {
            let upper = |c: char| if c == 'ı' { vec![c] } else { c.to_uppercase().collect() };
            let folded: String = upper(c).into_iter().flat_map(char::to_lowercase).collect();
            // A capital sharp s is its own upper case, but folds like the small one.
            let folded = if c == 'ẞ' { "ss".to_owned() } else { folded };
            // Cherokee folds to upper case, because its lower case was added to Unicode later.
            let is_cherokee = matches!(c, '\u{13A0}'..='\u{13FD}' | '\u{AB70}'..='\u{ABBF}');
            let folded = if is_cherokee { c.to_uppercase().collect() } else { folded };
            assert_eq!(full(&c.to_string()), folded, "{c:?}");
            assert_eq!(Some(lower_char(c)), c.to_lowercase().next(), "{c:?}");
        }
    }

    #[test]
    fn keys_name_fields_under_simple_folding() {
        for (key, field, names) in [
            ("Name", "name", true),
            ("name", "named", false),
            ("\u{212a}ind", "kind", true),
            ("kinds", "kindſ", false),
            ("kindſ", "kinds", true),
            ("", "", true),
            ("", "a", false),
            ("é", "e", false),
        ] {
            assert_eq!(names_field(key, field), names, "{key} {field}");
        }
        assert!(!bytes_name_field(b"\xFFind", "kind") && !bytes_name_field(b"kind\xC5", "kind"));
    }

    #[test]
    fn texts_are_folded_character_by_character() {
        assert_eq!(full("Straße ΣΊΣΥΦΟΣ ﬁ"), "strasse σίσυφοσ fi");
        assert_eq!(full("ẞ"), "ss");
        assert_eq!(lower("Foo ÜÑ Σ"), "foo üñ σ");
    }
}
