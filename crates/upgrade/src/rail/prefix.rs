//! The common prefix of the names of a channel.

use olmkit_text::versioned;

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
    let end = match versioned(name) {
        Some((_, version)) => name.len().saturating_sub(version.len()),
        None => bare(name).unwrap_or_else(|| name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len()),
    };
    name.get(..end).unwrap_or_default()
}

/// The first number after `-` or `v`: the start of `1.0.0-rc1` in `foo-1.0.0-rc1`.
fn bare(name: &str) -> Option<usize> {
    let before = name.as_bytes().windows(2).position(|pair| matches!(pair, [b'-' | b'v', b'0'..=b'9']))?;
    Some(before.saturating_add(1))
}

fn shared<'n>(mut names: impl Iterator<Item = &'n str>) -> &'n str {
    let Some(first) = names.next() else { return "" };
    let (mut same, mut shortest) = (first.len(), first.len());
    for name in names {
        let own = first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        (same, shortest) = (same.min(own), shortest.min(name.len()));
    }
    let prefix = stem(first.get(..same).unwrap_or_default());
    if prefix.len() < shortest { prefix } else { "" }
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn a_prefix_ends_before_the_version() {
        let cases: [(&[&str], &str); 16] = [
            (&[], ""),
            (&["foo.v1.0.0"], "foo.v"),
            (&["foo.v1.2.0", "foo.v1.10.0"], "foo.v"),
            (&["foo-1.2.0", "foo-1.10.0"], "foo-"),
            (&["foo-1.0.0-rc1", "foo-1.0.0-rc2"], "foo-"),
            (&["ocp4.12-foo-1.0.0", "ocp4.12-foo-1.1.0"], "ocp4.12-foo-"),
            (&["foo-v1.0.0-rc1", "foo-v1.0.0"], "foo-v"),
            (&["3foo.v1.0.0-rc.1", "3foo.v1.0.0-rc.2"], "3foo.v"),
            (&["foo.v1", "bar.v1"], ""),
            (&["foo.v", "foo.v1"], ""),
            (&["ü.v1", "ö.v1"], ""),
            (&["a", "a"], ""),
            (&["foo: bar #5", "foo-bar.v1.1.0", "foo-bar.v1.0.0"], "foo-bar.v"),
            (&["foo-bar.v1.1.0", "foo-bar.v1.0.0", "foo.v0.1.0"], "foo-bar.v"),
            (&["foo-bar.v1.0.0", "foo.v0.1.0"], "foo"),
            (&["foo.vault-1.0.0", "foo.vault-1.1.0"], "foo.vault-"),
        ];
        for (names, expected) in cases {
            assert_eq!(common(names.iter().copied()), expected, "{names:?}");
        }
    }
}
