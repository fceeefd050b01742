//! The source range of a part of a string's value: values may be folded, indented and escaped.

use std::ops::Range;

use crate::chars::char_width;
use crate::node::NodeRef;
use crate::tree::Style;
use olmkit_text::{TextRange, TextSize};

/// The source range of a part of a string's value, in the document. `None` if it is unknown.
#[must_use]
pub fn inside(node: NodeRef<'_>, value: &str, part: Range<usize>) -> Option<TextRange> {
    Inside::new(node, value)?.range(part)
}

/// The value and the source of a string, to find the source ranges of many parts.
#[derive(Debug)]
pub struct Inside<'d> {
    base: TextSize,
    start: Walk<'d>,
    /// The start of the last part.
    last: Walk<'d>,
}

impl<'d> Inside<'d> {
    /// Returns `None` if the source has no value.
    #[must_use]
    pub fn new(node: NodeRef<'d>, value: &'d str) -> Option<Self> {
        let node = node.resolved();
        let start = Walk::new(node, value.as_bytes())?;
        Some(Inside { base: node.range().start(), start, last: start })
    }

    /// The source range of a part. `None` if it is unknown. Parts in ascending order are found in one pass.
    pub fn range(&mut self, part: Range<usize>) -> Option<TextRange> {
        let base = self.base;
        let place = |at: usize| base.checked_add(TextSize::try_from(at).ok()?);
        if part.start < self.last.done {
            self.last = self.start;
        }
        self.last.to(part.start)?;
        self.last.skip_line_breaks();
        let start = place(self.last.at)?;
        let mut end = self.last;
        end.to(part.end)?;
        Some(TextRange::new(start, place(end.at)?.max(start)))
    }
}

/// A parallel walk through source and value: equal bytes correspond to each other.
#[derive(Debug, Clone, Copy)]
struct Walk<'d> {
    style: Style,
    source: &'d [u8],
    value: &'d [u8],
    at: usize,
    done: usize,
}

impl<'d> Walk<'d> {
    fn new(node: NodeRef<'d>, value: &'d [u8]) -> Option<Self> {
        let (style, source) = (node.style(), node.source());
        let at = match style {
            Style::Single | Style::Double => 1,
            Style::Literal | Style::Folded => source.iter().position(|&byte| byte == b'\n')?.saturating_add(1),
            _ => 0,
        };
        Some(Walk { style, source, value, at, done: 0 })
    }

    /// Advances until `wanted` bytes of the value are done, or slightly more where whitespace was folded.
    fn to(&mut self, wanted: usize) -> Option<()> {
        while self.done < wanted.min(self.value.len()) {
            self.step()?;
        }
        Some(())
    }

    fn step(&mut self) -> Option<()> {
        let next = *self.source.get(self.at)?;
        let is_block = matches!(self.style, Style::Literal | Style::Folded);
        if self.continues_line() {
            self.skip_line_breaks();
        } else if self.style == Style::Double && next == b'\\' {
            self.escape()?;
        } else if self.style == Style::Single && next == b'\'' {
            self.take(2, 1);
        } else if is_whitespace(&next) {
            let rest = self.source.get(self.at..)?;
            let length = rest.iter().take_while(|byte| is_whitespace(byte)).count();
            let breaks = rest.iter().take(length).filter(|&&byte| byte == b'\n').count();
            let whitespace = self.value.get(self.done..)?.iter().take_while(|byte| is_whitespace(byte)).count();
            match breaks {
                // In block scalars, indentation and leading spaces of the content are one run of whitespace. They have
                // no escapes.
                _ if is_block => self.take(length, whitespace),
                0 if whitespace == 0 => return None,
                0 => self.take(1, 1),
                1 => self.take(length, 1),
                _ => self.take(length, breaks.saturating_sub(1)),
            }
        } else if self.value.get(self.done) == Some(&next) {
            self.take(1, 1);
        } else {
            return None;
        }
        Some(())
    }

    fn take(&mut self, source: usize, value: usize) {
        self.at = self.at.saturating_add(source);
        self.done = self.done.saturating_add(value);
    }

    /// Whether a line of a double-quoted string continues on the next line, because a backslash ends it.
    fn continues_line(&self) -> bool {
        let rest = self.source.get(self.at..).unwrap_or_default();
        self.style == Style::Double && (rest.starts_with(b"\\\n") || rest.starts_with(b"\\\r"))
    }

    /// Skips an escape, which is one character; JSON writes characters beyond U+FFFF as two escapes.
    fn escape(&mut self) -> Option<()> {
        let value = char_width(*self.value.get(self.done)?);
        let source = match self.source.get(self.at.saturating_add(1))? {
            b'x' => 4,
            b'u' if value == 4 => 12,
            b'u' => 6,
            b'U' => 10,
            _ => 2,
        };
        self.take(source, value);
        Some(())
    }

    /// Skips indentation and escaped line breaks before a byte that is not whitespace.
    fn skip_line_breaks(&mut self) {
        while self.continues_line() {
            self.at = self.at.saturating_add(1);
            self.skip_whitespace();
        }
        if self.value.get(self.done).is_some_and(|byte| !is_whitespace(byte)) {
            self.skip_whitespace();
        }
    }

    fn skip_whitespace(&mut self) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        self.at = self.at.saturating_add(rest.iter().take_while(|byte| is_whitespace(byte)).count());
    }
}

fn is_whitespace(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}
