//! Comparisons with incomplete versions, as users write them.

const NUMBERS: usize = 3;

/// Completes a comparison whose version has fewer than three numbers, so that a range can contain it. The missing
/// numbers can have any value: `2` becomes `2.x`, `<=1.2` becomes `<=1.2.x`, and `>=2`, of which the least version
/// counts, becomes `>=2.0.0`. `None` if the comparison is complete, or does not have a version.
#[must_use]
pub fn complete_comparison(comparison: &str) -> Option<String> {
    let at = comparison.find(|c: char| c.is_ascii_digit())?;
    let (operator, version) = comparison.split_at(at);
    let numbers: Vec<&str> = version.split('.').collect();
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if numbers.len() >= NUMBERS || !numbers.iter().all(is_number) {
        return None;
    }
    Some(match operator.trim_end_matches('v') {
        operator @ (">=" | "<" | "^" | "~") => {
            format!("{operator}{version}{}", ".0".repeat(NUMBERS.saturating_sub(numbers.len())))
        }
        "=" | "==" => format!("{version}.x"),
        operator => format!("{operator}{version}.x"),
    })
}
