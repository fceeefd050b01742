//! The extent of scalars.

use super::{Fast, MAX_KEY, Quoted};
use crate::tree::{Kind, Style};

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

/// Whether a text starts with `content` spaces that are not followed by a line break. The spaces are compared eight at
/// a time.
fn is_indented(text: &[u8], content: usize) -> bool {
    let Some((indent, rest)) = text.split_at_checked(content) else { return false };
    let (words, last) = indent.as_chunks::<8>();
    let is_blank = words.iter().all(|word| *word == [b' '; 8]) && last.iter().all(|byte| *byte == b' ');
    is_blank && rest.first().is_some_and(|byte| !matches!(byte, b'\n' | b' '))
}

/// The number of spaces at the start of the text.
pub(super) fn spaces(text: &[u8]) -> usize {
    let mut count = 0;
    while let Some(word) = word(text, count) {
        let differs = word ^ repeat(b' ');
        if differs != 0 {
            return count + (differs.trailing_zeros() / 8) as usize;
        }
        count += 8;
    }
    let rest = text.get(count..).unwrap_or_default();
    count + rest.iter().take_while(|&&b| b == b' ').count()
}

/// Most matches are near: within this distance, steps of eight bytes are faster than a call of a vectorized search.
const NEAR: usize = 96;

/// The first line break, colon or `#`. An asterisk before it may be returned instead.
fn stop_byte(text: &[u8]) -> Option<usize> {
    // Line breaks, colons and asterisks differ only in these bits.
    const BREAKS_AND_COLONS: u64 = repeat(!(b'\n' ^ b':'));
    let marks = |word: u64| zeros((word & BREAKS_AND_COLONS) ^ repeat(b'\n')) | zeros(word ^ repeat(b'#'));
    let at = match near(text, marks) {
        Ok(found) => return Some(found),
        Err(at) => at,
    };
    memchr::memchr3(b'\n', b':', b'#', text.get(at..)?).map(|found| at + found)
}

/// The first line break.
fn line_break(text: &[u8]) -> Option<usize> {
    let at = match near(text, |word| zeros(word ^ repeat(b'\n'))) {
        Ok(found) => return Some(found),
        Err(at) => at,
    };
    memchr::memchr(b'\n', text.get(at..)?).map(|found| at + found)
}

/// The first marked byte, if it is near. Otherwise the distance that was searched.
fn near(text: &[u8], marks: impl Fn(u64) -> u64) -> Result<usize, usize> {
    let mut at = 0;
    for word in text.get(..NEAR).unwrap_or(text).as_chunks::<8>().0 {
        let found = marks(u64::from_le_bytes(*word));
        if found != 0 {
            return Ok(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    Err(at)
}

/// Eight bytes as a little-endian integer.
fn word(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Sets the highest bit of each zero byte of a word. Marks above the lowest one may be wrong.
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(repeat(0x01)) & !word & repeat(0x80)
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
