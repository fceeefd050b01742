//! Substring search with little code: the search of the standard library adds 5 kB to the engine's wasm. The cost is
//! the product of both lengths, so the pattern should be short.

/// The offset of the first `what`.
#[must_use]
pub fn find(text: &str, what: &str) -> Option<usize> {
    if what.is_empty() {
        return Some(0);
    }
    text.as_bytes().windows(what.len()).position(|part| part == what.as_bytes())
}

/// The text before and after the first `what`.
#[must_use]
pub fn split_once<'t>(text: &'t str, what: &str) -> Option<(&'t str, &'t str)> {
    let at = find(text, what)?;
    Some((text.get(..at)?, text.get(at.saturating_add(what.len())..)?))
}

/// Replaces every `what`, which must not be empty.
#[must_use]
pub fn replace(text: &str, what: &str, with: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = split_once(rest, what).filter(|_| !what.is_empty()) {
        out.push_str(before);
        out.push_str(with);
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{find, replace, split_once};

    #[test]
    fn finds_what_the_library_finds() {
        let texts = ["", "a", "||", "|||", "ab||cd|| ||", "ü||é", "aab", "a.v1.v2"];
        for (text, what) in texts.iter().flat_map(|text| ["||", "a", "ab", ".v", "ü", "é"].map(|what| (*text, what)))
        {
            assert_eq!(find(text, what), text.find(what), "{text} {what}");
            assert_eq!(split_once(text, what), text.split_once(what), "{text} {what}");
            assert_eq!(replace(text, what, "x|"), text.replace(what, "x|"), "{text} {what}");
        }
        assert_eq!((find("a", ""), replace("a", "", "b").as_str()), (Some(0), "a"));
    }
}
