//! Characters that YAML does not allow anywhere.

use super::error::plain_failure;
use crate::document::{SyntaxError, SyntaxRule};
use olmkit_text::span;

/// A character that is not allowed.
pub(super) struct BadCharacter {
    pub(super) error: SyntaxError,
    /// Whether the text ends inside the character.
    pub(super) is_cut_off: bool,
}

/// The first character that is not allowed: invalid UTF-8 or a control character.
pub(super) fn first_bad(text: &[u8]) -> Option<BadCharacter> {
    let (valid, utf8) = match std::str::from_utf8(text) {
        Ok(valid) => (valid, None),
        Err(error) => {
            let valid = text.get(..error.valid_up_to()).unwrap_or_default();
            (std::str::from_utf8(valid).unwrap_or_default(), Some(error))
        }
    };
    if let Some(at) = first_control(valid) {
        let width = valid.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        let message = "YAML does not allow this character. Remove it, or write it as an escape in double quotes.";
        let range = span(at, at.saturating_add(width));
        let error = *plain_failure(SyntaxRule::YamlControlChars, range, "control characters are not allowed", message);
        return Some(BadCharacter { error, is_cut_off: false });
    }
    let error = utf8?;
    let at = error.valid_up_to();
    let problem = utf8_problem(text.get(at..).unwrap_or_default());
    let message = "These bytes are not valid UTF-8. Save the file as UTF-8.";
    let error = *plain_failure(SyntaxRule::YamlInvalidUtf8, span(at, at.saturating_add(1)), problem, message);
    Some(BadCharacter { error, is_cut_off: problem == CUT_OFF })
}

fn first_control(text: &str) -> Option<usize> {
    const STRIDE: usize = 64;
    let strides = text.as_bytes().chunks(STRIDE).enumerate();
    // First pass without a branch for each byte.
    let mut suspicious = strides.filter(|(_, stride)| stride.iter().fold(false, |any, &b| any | may_start_bad(b)));
    suspicious.find_map(|(number, stride)| {
        let from = number.saturating_mul(STRIDE);
        let leads = stride.iter().enumerate().filter(|&(_, &b)| may_start_bad(b));
        leads.map(|(at, _)| from.saturating_add(at)).find(|&at| !starts_allowed(text, at))
    })
}

/// Whether a character that is not allowed can start with this byte, in valid UTF-8.
fn may_start_bad(byte: u8) -> bool {
    let control = (byte < b' ') & (byte != b'\t') & (byte != b'\n') & (byte != b'\r');
    control | (byte == 0x7F) | (byte == 0xC2) | (byte == 0xEF)
}

fn starts_allowed(text: &str, at: usize) -> bool {
    text.get(at..).and_then(|rest| rest.chars().next()).is_none_or(is_allowed)
}

/// The characters of YAML 1.1's `c-printable`.
fn is_allowed(character: char) -> bool {
    matches!(character,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

const CUT_OFF: &str = "incomplete UTF-8 octet sequence";

fn utf8_problem(rest: &[u8]) -> &'static str {
    let lead = rest.first().copied().unwrap_or(0);
    let width = match lead {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => return "invalid leading UTF-8 octet",
    };
    let Some(sequence) = rest.get(1..width) else { return CUT_OFF };
    if sequence.iter().any(|b| b & 0xC0 != 0x80) {
        return "invalid trailing UTF-8 octet";
    }
    match (lead, sequence.first().copied().unwrap_or(0)) {
        (0xC0 | 0xC1, _) | (0xE0, 0x80..=0x9F) | (0xF0, 0x80..=0x8F) => "invalid length of a UTF-8 sequence",
        _ => "invalid Unicode character",
    }
}
