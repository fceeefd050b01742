//! Numbers and lists in sentences.

/// A count with its noun: "1 entry", "2 entries".
#[must_use]
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Converts the first character to upper case, if it is an ASCII letter.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Ends a text with a period, unless it ends like a sentence: with a question such as "did you mean `x`?".
#[must_use]
pub fn sentence(mut text: String) -> String {
    if !text.ends_with(['.', '?', '!', '…']) {
        text.push('.');
    }
    text
}

/// Joins items: "a", "a and b", "a, b and c". If there are more than `most` items, the number of the others is last:
/// "a, b and 3 more". `joint` is the word before the last item.
#[must_use]
pub fn listed(mut items: Vec<String>, most: usize, joint: &str) -> String {
    let count = items.len();
    items.truncate(most);
    listed_of(items, count, joint)
}

/// Like [`listed`], for the first of `count` items.
#[must_use]
pub fn listed_of(first: Vec<String>, count: usize, joint: &str) -> String {
    let more = count.saturating_sub(first.len());
    joined(first, more, joint)
}

/// Like [`listed`], for names, which are put in backquotes.
#[must_use]
pub fn listed_names(names: &[&str], most: usize, joint: &str) -> String {
    let shown = names.get(..most).unwrap_or(names);
    let items = shown.iter().map(|name| format!("`{name}`")).collect();
    joined(items, names.len().saturating_sub(shown.len()), joint)
}

fn joined(mut items: Vec<String>, more: usize, joint: &str) -> String {
    let last = if more > 0 { Some(format!("{more} more")) } else { items.pop() };
    match last {
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} {joint} {last}", items.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_count_what_they_omit() {
        let of = |names: &[&str], most| listed(names.iter().map(|&name| name.to_owned()).collect(), most, "and");
        assert_eq!([of(&[], 2), of(&["a"], 2), of(&["a", "b"], 2)], ["", "a", "a and b"]);
        assert_eq!([of(&["a", "b", "c"], 3), of(&["a", "b", "c"], 2)], ["a, b and c", "a, b and 1 more"]);
        assert_eq!(listed_names(&["a", "b", "c"], 1, "or"), "`a` or 2 more");
        assert_eq!(listed_names(&["a", "b"], 2, "or"), "`a` or `b`");
    }

    #[test]
    fn a_sentence_has_one_end() {
        let of = |text: &str| sentence(text.to_owned());
        assert_eq!([capitalized("no"), capitalized("ä"), capitalized("")], ["No", "ä", ""]);
        assert_eq!([of("no `x`"), of("no `x`.")], ["no `x`.", "no `x`."]);
        assert_eq!([of("did you mean `x`?"), of("wait…")], ["did you mean `x`?", "wait…"]);
    }

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "entry", "entries")), ["0 entries", "1 entry", "2 entries"]);
    }
}
