//! The order of names, and the versions in them.

use std::cmp::Ordering;

/// Compares names with their numbers as numbers: `v25.3` is before `v25.10`.
#[must_use]
pub fn natural(a: &str, b: &str) -> Ordering {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let from = a.get(..same).map_or(0, |shared| shared.trim_end_matches(is_digit).len());
    let number = |name: &str| {
        let rest = name.get(from..).unwrap_or_default();
        let zeros = rest.len().saturating_sub(rest.trim_start_matches('0').len());
        rest.trim_start_matches(is_digit).len().abs_diff(rest.len()).saturating_sub(zeros)
    };
    number(a).cmp(&number(b)).then_with(|| a.cmp(b))
}

/// The operator and the version in the name of a bundle: `foo` and `1.2.0` for `foo.v1.2.0`. `None` if the name does not
/// contain a version.
#[must_use]
pub fn versioned(name: &str) -> Option<(&str, &str)> {
    let at = name.as_bytes().windows(3).rposition(|part| matches!(part, [b'.', b'v', b'0'..=b'9']))?;
    let (operator, version) = name.split_at_checked(at)?;
    Some((operator, version.get(2..)?))
}

#[cfg(test)]
mod tests {
    use super::{natural, versioned};

    #[test]
    fn the_version_is_the_last_part_that_starts_with_a_digit() {
        assert_eq!(versioned("foo.v1.2.0-rc.1"), Some(("foo", "1.2.0-rc.1")));
        assert_eq!(versioned("com.vmware.x.v1.2.0"), Some(("com.vmware.x", "1.2.0")));
        assert_eq!(versioned("foo.v2-operator.v1.0.0"), Some(("foo.v2-operator", "1.0.0")));
        for name in ["com.vmware.x", "foo.v", "v1.0.0", "1.0.0", ""] {
            assert_eq!(versioned(name), None, "{name}");
        }
    }

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let mut names = ["v25.10", "v1.10", "stable", "v25.3", "v1.9-rc", "fast", "v1.9", "v1.09", "1", "10", "2", ""];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            ["", "fast", "stable", "v1.09", "v1.9", "v1.9-rc", "v1.10", "v25.3", "v25.10", "1", "2", "10"]
        );
    }
}
