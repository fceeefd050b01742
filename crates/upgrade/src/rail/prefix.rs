//! The common prefix of the names of a channel.

/// The longest common prefix that ends before the version. Names that begin differently from most others are ignored.
/// Empty if a name would become empty.
#[must_use]
pub fn common<'n>(names: impl Iterator<Item = &'n str> + Clone) -> &'n str {
    let (mut most, mut votes) = ("", 0_usize);
    for stem in names.clone().map(stem) {
        match votes {
            0 => (most, votes) = (stem, 1),
            _ if stem == most => votes = votes.saturating_add(1),
            _ => votes = votes.saturating_sub(1),
        }
    }
    let number = |is_most: bool| names.clone().filter(|name| (stem(name) == most) == is_most).count();
    let is_majority = number(true) > number(false);
    shared(names.clone().filter(|name| !is_majority || stem(name) == most))
}

/// The part of a name before its version.
fn stem(name: &str) -> &str {
    name.get(..end(name.as_bytes())).unwrap_or_default()
}

fn end(name: &[u8]) -> usize {
    let version = name.windows(2).rposition(|pair| pair == b".v").map(|at| at.saturating_add(2));
    let text = |byte: &u8| !byte.is_ascii_digit() && *byte != b'.';
    version.or_else(|| bare(name)).or_else(|| after(name, text)).unwrap_or_default()
}

/// The start of the first number with a dot and another number: `1.0.0-rc1` in `foo-1.0.0-rc1`.
fn bare(name: &[u8]) -> Option<usize> {
    let dot = name.windows(3).position(|part| matches!(part, [b'0'..=b'9', b'.', b'0'..=b'9']))?;
    after(name.get(..=dot)?, |byte| !byte.is_ascii_digit())
}

/// The position after the last byte of this kind.
fn after(name: &[u8], is_meant: impl FnMut(&u8) -> bool) -> Option<usize> {
    Some(name.iter().rposition(is_meant)?.saturating_add(1))
}

fn shared<'n>(mut names: impl Iterator<Item = &'n str>) -> &'n str {
    let Some(first) = names.next() else { return "" };
    let (mut same, mut shortest) = (first.len(), first.len());
    for name in names {
        let own = first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        (same, shortest) = (same.min(own), shortest.min(name.len()));
    }
    let end = end(first.as_bytes().get(..same).unwrap_or_default());
    first.get(..end).filter(|prefix| prefix.len() < shortest).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn a_prefix_ends_before_the_version() {
        let cases: [(&[&str], &str); 14] = [
            (&[], ""),
            (&["foo.v1.0.0"], "foo.v"),
            (&["foo.v1.2.0", "foo.v1.10.0"], "foo.v"),
            (&["foo-1.2.0", "foo-1.10.0"], "foo-"),
            (&["foo-1.0.0-rc1", "foo-1.0.0-rc2"], "foo-"),
            (&["foo-v1.0.0-rc1", "foo-v1.0.0"], "foo-v"),
            (&["3foo.v1.0.0-rc.1", "3foo.v1.0.0-rc.2"], "3foo.v"),
            (&["foo.v1", "bar.v1"], ""),
            (&["foo.v", "foo.v1"], ""),
            (&["ü.v1", "ö.v1"], ""),
            (&["a", "a"], ""),
            (&["foo: bar #5", "foo-bar.v1.1.0", "foo-bar.v1.0.0"], "foo-bar.v"),
            (&["foo-bar.v1.1.0", "foo-bar.v1.0.0", "foo.v0.1.0"], "foo-bar.v"),
            (&["foo-bar.v1.0.0", "foo.v0.1.0"], "foo"),
        ];
        for (names, expected) in cases {
            assert_eq!(common(names.iter().copied()), expected, "{names:?}");
        }
    }
}
