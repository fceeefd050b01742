//! The common prefix of the names of a channel.

/// The longest common prefix that ends before the version. Empty if a name would become empty.
#[must_use]
pub fn common<'n>(mut names: impl Iterator<Item = &'n str>) -> &'n str {
    let Some(first) = names.next() else { return "" };
    let (mut end, mut shortest) = (first.len(), first.len());
    for name in names {
        let same = first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        (end, shortest) = (end.min(same), shortest.min(name.len()));
    }
    let shared = first.as_bytes().get(..end).unwrap_or_default();
    let version = shared.windows(2).rposition(|pair| pair == b".v").map(|at| at.saturating_add(2));
    let text = |byte: &u8| !byte.is_ascii_digit() && *byte != b'.';
    let end = version.or_else(|| Some(shared.iter().rposition(text)?.saturating_add(1))).unwrap_or_default();
    first.get(..end).filter(|prefix| prefix.len() < shortest).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn a_prefix_ends_before_the_version() {
        let cases: [(&[&str], &str); 9] = [
            (&[], ""),
            (&["foo.v1.0.0"], "foo.v"),
            (&["foo.v1.2.0", "foo.v1.10.0"], "foo.v"),
            (&["foo-1.2.0", "foo-1.10.0"], "foo-"),
            (&["3foo.v1.0.0-rc.1", "3foo.v1.0.0-rc.2"], "3foo.v"),
            (&["foo.v1", "bar.v1"], ""),
            (&["foo.v", "foo.v1"], ""),
            (&["ü.v1", "ö.v1"], ""),
            (&["a", "a"], ""),
        ];
        for (names, expected) in cases {
            assert_eq!(common(names.iter().copied()), expected, "{names:?}");
        }
    }
}
