//! The extent of scalars.

use super::{Fast, MAX_KEY, Quoted};
use crate::tree::{Kind, Style};
use olmkit_scan::words::{is_indented, line_break, spaces, stop_byte};

/// The reason why a plain scalar ends on its line.
pub(super) enum Stop {
    LineEnd,
    /// A colon after a key.
    Colon,
    /// A comment, after the scalar and whitespace.
    Comment,
}

impl Fast<'_> {
    /// The position at which a plain scalar from `from` stops, and the reason.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn plain_stop(&self, from: usize) -> (usize, Stop) {
        let mut at = from;
        while let Some(found) = stop_byte(self.rest(at)) {
            at += found;
            match self.byte(at) {
                b'\n' => return (at, Stop::LineEnd),
                b':' if matches!(self.byte(at + 1), b' ' | b'\n') => return (at, Stop::Colon),
                b'#' if at > from && self.byte(at - 1) == b' ' => return (at, Stop::Comment),
                _ => at += 1,
            }
        }
        (self.text.len(), Stop::LineEnd)
    }

    /// The end of a text without the spaces before `end`.
    pub(super) fn trimmed(&self, from: usize, end: usize) -> usize {
        let text = self.text.get(from..end).unwrap_or_default();
        from + text.iter().rposition(|&b| b != b' ').map_or(0, |last| last + 1)
    }

    /// The quoted scalar that starts at `from`.
    pub(super) fn quoted(&self, from: usize) -> Option<Quoted> {
        let quote = self.byte(from);
        let other = if quote == b'"' { b'\\' } else { quote };
        let (mut at, mut needs_cooking, mut lines) = (from + 1, false, false);
        loop {
            at += memchr::memchr3(quote, other, b'\n', self.rest(at))?;
            match self.byte(at) {
                b'\n' => {
                    (needs_cooking, lines) = (true, true);
                    at += 1;
                    // This may be the end of the document.
                    if matches!(self.rest(at), [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..]) {
                        return None;
                    }
                }
                b'\\' if quote == b'"' => {
                    needs_cooking = true;
                    at += 1;
                    at += self.escape(at)?;
                }
                _ if quote == b'\'' && self.byte(at + 1) == b'\'' => {
                    needs_cooking = true;
                    at += 2;
                }
                _ => break,
            }
        }
        let end = at + 1;
        if self.tabs && lines && memchr::memchr(b'\t', self.text.get(from..end)?).is_some() {
            return None;
        }
        Some(Quoted { end, needs_cooking, lines })
    }

    /// The width of the escape whose letter is at `at`; 0 for an escaped line break, which is not consumed.
    fn escape(&self, at: usize) -> Option<usize> {
        let digits = match self.text.get(at)? {
            b'\n' => return Some(0),
            b'0' | b'a' | b'b' | b't' | b'n' | b'v' | b'f' | b'r' | b'e' | b' ' | b'"' | b'\'' | b'\\' | b'N'
            | b'_' | b'L' | b'P' => return Some(1),
            b'x' => 2,
            b'u' => 4,
            _ => return None,
        };
        let mut code = 0;
        for &digit in self.text.get(at + 1..at + 1 + digits)? {
            code = code * 16 + char::from(digit).to_digit(16)?;
        }
        char::from_u32(code)?;
        Some(1 + digits)
    }

    /// The position after the line that contains `from`, including its line break.
    fn behind_line(&self, from: usize) -> usize {
        line_break(self.rest(from)).map_or(self.text.len(), |length| from + length + 1)
    }

    /// Reads a literal or folded block scalar; `indent` is the indentation of the parent collection.
    pub(super) fn block_scalar(&mut self, indent: usize) -> Option<()> {
        let start = self.at;
        let style = if self.byte(start) == b'|' { Style::Literal } else { Style::Folded };
        let (mut at, mut increment, mut chomped) = (start + 1, 0, false);
        loop {
            match self.byte(at) {
                b'+' | b'-' if !chomped => chomped = true,
                digit @ b'1'..=b'9' if increment == 0 => increment = usize::from(digit - b'0'),
                _ => break,
            }
            at += 1;
        }
        self.end_line(at)?;
        let content = match increment {
            0 => self.block_indent(indent + 1)?,
            _ => indent + increment,
        };
        let end = self.block_lines(content)?;
        self.push(self.node(Kind::Scalar, style, start, end, true, content));
        Some(())
    }

    /// The indentation of the first line with content; `None` if it is less than `least`.
    fn block_indent(&self, least: usize) -> Option<usize> {
        let (mut at, mut widest) = (self.at, 0);
        loop {
            let column = spaces(self.rest(at));
            match self.text.get(at + column)? {
                b'\n' => {
                    widest = widest.max(column);
                    at += column + 1;
                }
                b'\t' => return None,
                _ => return (column >= least && column >= widest).then_some(column),
            }
        }
    }

    /// Skips the lines that are indented by `content`; returns the end of the last one.
    fn block_lines(&mut self, content: usize) -> Option<usize> {
        let (mut at, mut end) = (self.at, self.at);
        loop {
            if is_indented(self.rest(at), content) {
                at = self.behind_line(at + content);
                end = at;
                continue;
            }
            let column = spaces(self.rest(at));
            match self.text.get(at + column) {
                // Only some of the spaces at the end of the text belong to the scalar.
                None if column > 0 => return None,
                None => break,
                Some(b'\n') => at += column + 1,
                Some(_) if column >= content => {
                    at = self.behind_line(at + column);
                }
                Some(b'\t') => return None,
                Some(_) => break,
            }
            end = at;
        }
        self.at = at;
        Some(end)
    }
}

/// Whether a plain scalar may start with this byte in any context.
pub(super) fn starts_plain(byte: u8) -> bool {
    !matches!(
        byte,
        b' ' | b'\n'
            | b'\t'
            | b'-'
            | b'?'
            | b':'
            | b','
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'#'
            | b'&'
            | b'*'
            | b'!'
            | b'|'
            | b'>'
            | b'\''
            | b'"'
            | b'%'
            | b'@'
            | b'`'
    )
}

/// Whether a plain scalar is certainly not an infinity or NaN, which JSON does not have.
pub(super) fn is_finite(text: &[u8]) -> bool {
    !matches!(text, [b'.', ..] | [b'+' | b'-', b'.', ..])
}

/// Whether a plain key can certainly become a JSON key: not null, not a merge key, not an integer beyond 64 bits.
pub(super) fn is_key(text: &[u8]) -> bool {
    match text {
        b"~" | b"null" | b"Null" | b"NULL" | b"<<" => false,
        [b'0'..=b'9', ..] => text.len() <= 15,
        [b'+' | b'-' | b'.', ..] => false,
        _ => text.len() <= MAX_KEY,
    }
}
