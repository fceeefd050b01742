//! The order of keys: by character, but numbers by value, and letters after all other characters.

use olmkit_gostd::{is_digit, is_letter};

/// Whether a key precedes another in go-yaml v2. The relation is not transitive: `1` < `01` < `0a` < `1`.
pub(super) fn is_before(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let Some((at, (left, right))) = a.iter().zip(&b).enumerate().find(|(_, (left, right))| left != right) else {
        return a.len() < b.len();
    };
    match (is_letter(*left), is_letter(*right)) {
        (true, true) => return left < right,
        (false, false) => {}
        (_, right_is_letter) => return right_is_letter,
    }
    // A zero after digits that are not all zero continues the number.
    let continues = (*left == '0' || *right == '0') && {
        let before = a.get(..at).unwrap_or_default().iter().rev().take_while(|c| is_digit(**c));
        before.into_iter().any(|c| *c != '0')
    };
    let number = |text: &[char]| {
        let digits: Vec<char> =
            text.get(at..).unwrap_or_default().iter().copied().take_while(|c| is_digit(*c)).collect();
        let start = i64::from(continues);
        let value = digits.iter().fold(start, |sum, digit| {
            let digit = i64::from(u32::from(*digit)).wrapping_sub(i64::from(u32::from('0')));
            sum.wrapping_mul(10).wrapping_add(digit)
        });
        (value, digits.len())
    };
    let ((left_value, left_length), (right_value, right_length)) = (number(&a), number(&b));
    if left_value != right_value {
        return left_value < right_value;
    }
    if left_length != right_length {
        return left_length < right_length;
    }
    left < right
}

#[cfg(test)]
mod tests {
    use super::is_before;

    #[test]
    fn keys_are_in_natural_order() {
        let mut keys = ["b", "a10", "a9", "B", "_x", "1", "10", "2", "a", "a-b", "a1", "name", "Name", "a01"];
        olmkit_gostd::sort_slice(&mut keys, |a, b| is_before(a, b));
        assert_eq!(keys, ["_x", "1", "2", "10", "B", "Name", "a", "a-b", "a1", "a01", "a9", "a10", "b", "name"]);
    }
}
