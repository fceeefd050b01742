//! The order of names.

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

#[cfg(test)]
mod tests {
    use super::natural;

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
