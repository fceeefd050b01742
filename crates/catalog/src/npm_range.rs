//! Version ranges as npm writes them.

use olmkit_semver::{Range, Version};

/// Converts npm range syntax to blang/semver's. `None` if the meaning is ambiguous.
#[must_use]
pub fn npm_to_blang(text: &str) -> Option<String> {
    let text = text.trim();
    let full = |text: &str| Version::parse(text.trim().trim_start_matches('v')).ok();
    if let Some(version) = text.strip_prefix('^').and_then(full) {
        let next = match (version.major, version.minor) {
            (0, 0) => Version::new(0, 0, version.patch.checked_add(1)?),
            (0, minor) => Version::new(0, minor.checked_add(1)?, 0),
            (major, _) => Version::new(major.checked_add(1)?, 0, 0),
        };
        return Some(format!(">={version} <{next}"));
    }
    if let Some(version) = text.strip_prefix("~>").or(text.strip_prefix('~')).and_then(full) {
        return Some(format!(">={version} <{}", Version::new(version.major, version.minor.checked_add(1)?, 0)));
    }
    let spaced = text.replace(',', " ").replace('<', " <").replace('>', " >");
    let spaced = spaced.replace("||", " || ");
    let bare: Vec<String> = spaced
        .split_whitespace()
        .map(|token| {
            let at = token.find(|c: char| c != '<' && c != '>' && c != '=' && c != '!').unwrap_or(0);
            let (op, version) = token.split_at(at);
            format!("{op}{}", version.trim_start_matches('v'))
        })
        .collect();
    let joined = bare.join(" ");
    (joined != text && Range::parse(&joined).is_ok()).then_some(joined)
}
