//! What an unknown word may have been meant to be.

use crate::help::HELP;

/// Adds a hint to what is wrong with the arguments: the nearest option.
pub(super) fn with_hint(message: String) -> String {
    let unknown = message.strip_prefix("invalid option '").and_then(|rest| rest.strip_suffix('\''));
    match unknown.filter(|option| option.starts_with("--")).and_then(|option| nearest(option, options())) {
        Some(near) => format!("{message}; did you mean {near}?"),
        None if unknown.is_some() => format!("{message}; `olmkit help` lists the options"),
        None => message,
    }
}

/// Every long option that the help names.
pub(crate) fn options() -> impl Iterator<Item = &'static str> {
    HELP.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| word.starts_with("--") && word.len() > 2)
}

/// The candidate that is a slip of the pen away.
pub(crate) fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 64;
    let most = (word.len() / 3).clamp(1, 2);
    if word.len() > LONGEST {
        return None;
    }
    let near = candidates.map(|candidate| (strsim::osa_distance(word, candidate), candidate));
    near.filter(|(distance, _)| *distance <= most).min().map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        let hint = |option: &str| with_hint(format!("invalid option '{option}'"));
        assert_eq!(hint("--fromat"), "invalid option '--fromat'; did you mean --format?");
        assert_eq!(hint("--nothing-like-it"), "invalid option '--nothing-like-it'; `olmkit help` lists the options");
        assert_eq!(hint("-z"), "invalid option '-z'; `olmkit help` lists the options");
        assert_eq!(with_hint("a command is missing".to_owned()), "a command is missing");
        assert_eq!(nearest("valdate", ["validate", "fix"].into_iter()), Some("validate"));
    }
}
