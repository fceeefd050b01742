//! The pattern that OLM v1's API requires for a version range, before a library parses it.

use crate::constraint::is_whitespace;

/// The maximum length in bytes.
const MAX_LENGTH: usize = 64;

/// Whether the API server accepts a text as `spec.source.catalog.version` of OLM v1's ClusterExtension.
///
/// Its pattern has oddities: a stray `]` or `|` counts as a wildcard. Hyphen ranges do not match.
#[must_use]
pub fn is_version_expression(text: &str) -> bool {
    const FIRST: [&[&str]; 3] = [&["x", "|", "X", "*"], &["x", "X", "*]"], &["x", "X", "*"]];
    const REST: [&[&str]; 3] = [&["x", "X", "*]"], &["x", "X", "*"], &["x", "X", "*]"]];
    if text.len() > MAX_LENGTH {
        return false;
    }
    let mut rest = text.trim_start_matches(is_whitespace);
    let mut wildcards = &FIRST;
    loop {
        let Some(after) = term(rest, wildcards) else { return false };
        wildcards = &REST;
        let trimmed = after.trim_start_matches(is_whitespace);
        if trimmed.is_empty() {
            return true;
        }
        let separator = [",", "||"].into_iter().find_map(|separator| trimmed.strip_prefix(separator));
        rest = match separator {
            Some(next) => next.trim_start_matches(is_whitespace),
            None if trimmed.len() < after.len() => trimmed,
            None => return false,
        };
    }
}

/// Parses a comparison; returns the rest.
fn term<'t>(text: &'t str, wildcards: &[&[&str]; 3]) -> Option<&'t str> {
    const OPERATORS: [&str; 10] = ["!=", ">=", "=>", "<=", "=<", "~>", "=", ">", "<", "~"];
    let operators = OPERATORS.iter().chain(&["^"]);
    let rest = operators.into_iter().find_map(|operator| text.strip_prefix(operator)).unwrap_or(text);
    let rest = rest.trim_start_matches(is_whitespace);
    let mut rest = rest.strip_prefix('v').unwrap_or(rest);
    for (at, wildcards) in wildcards.iter().enumerate() {
        let part = if at == 0 { Some(rest) } else { rest.strip_prefix('.') };
        match part.and_then(|part| number(part, wildcards)) {
            Some(after) => rest = after,
            None if at == 0 => return None,
            None => {}
        }
    }
    for sign in ['-', '+'] {
        if let Some(after) = rest.strip_prefix(sign).and_then(identifiers) {
            rest = after;
        }
    }
    Some(rest)
}

/// Parses a number without leading zeros, or a wildcard.
fn number<'t>(text: &'t str, wildcards: &[&str]) -> Option<&'t str> {
    if let Some(after) = wildcards.iter().find_map(|wildcard| text.strip_prefix(wildcard)) {
        return Some(after);
    }
    if let Some(after) = text.strip_prefix('0') {
        return Some(after);
    }
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (after.len() < text.len()).then_some(after)
}

/// Parses identifiers separated by dots.
fn identifiers(text: &str) -> Option<&str> {
    let skip = |text: &'_ str| text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-').len();
    let mut left = skip(text);
    if left == text.len() {
        return None;
    }
    loop {
        let rest = text.get(text.len().saturating_sub(left)..)?;
        let Some(next) = rest.strip_prefix('.') else { return Some(rest) };
        let after = skip(next);
        if after == next.len() {
            return Some(rest);
        }
        left = after;
    }
}

#[cfg(test)]
mod tests {
    use super::is_version_expression;

    #[test]
    fn ranges_of_olm_v1() {
        for good in [
            "1",
            "v1.2",
            "=1.2.3",
            "1.2.3-rc.1+b",
            "1.2.3-rc-1+b-2",
            ">=1.2 <2",
            ">=1.2,<2",
            "1.x||~2.0.X",
            "*",
            "1.2.*",
            "1.*",
            "~> 1.0",
            "0.0.0",
            " 1 ",
        ] {
            assert!(is_version_expression(good), "{good}");
        }
        assert!(is_version_expression(&"1 ".repeat(32)) && !is_version_expression(&"1 ".repeat(33)));
        for bad in [
            "",
            " ",
            "1.0 - 2.0",
            "01.0.0",
            "1.2.3.4",
            "latest",
            ">=",
            "1,",
            "1 ||",
            ">1<2",
            "1.2.3-",
            "1.2.3-a_b",
            "==1",
            "V1",
        ] {
            assert!(!is_version_expression(bad), "{bad}");
        }
    }
}
