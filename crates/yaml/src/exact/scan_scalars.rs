//! Scanning of plain, quoted and block scalars. Only their ranges are found here; values are computed on demand.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions, columns and indents are bounded by the chunk length, which Reader keeps below 4 GiB"
)]

use super::error::{Mark, Result, failure};
use super::scanner::Scanner;
use super::token::{Token, TokenKind};
use crate::chars::{
    byte, is_blank, is_blank_or_break_or_end, is_break, is_break_or_end, is_document_indicator, is_end,
};
use crate::document::SyntaxRule;
use crate::tree::Style;

impl Scanner<'_> {
    fn here(&self) -> u8 {
        byte(self.text, self.mark.pos)
    }

    fn scalar(&self, style: Style, start: Mark, end: usize, needs_cooking: bool, indent: i64) -> Token {
        let indent = u32::try_from(indent).unwrap_or(0);
        Token { kind: TokenKind::Scalar { style, needs_cooking, indent }, start, end }
    }

    pub(super) fn scan_plain(&mut self) -> Result<Token> {
        let indent = self.indent + 1;
        let start = self.mark;
        let mut end = start.pos;
        let mut leading_blanks = false;
        let mut folded = false;
        loop {
            if self.mark.column == 0 && is_document_indicator(self.text, self.mark.pos) || self.here() == b'#' {
                break;
            }
            while !is_blank_or_break_or_end(self.text, self.mark.pos) {
                if self.plain_ends_here() {
                    break;
                }
                folded |= leading_blanks;
                leading_blanks = false;
                if !self.skip_run(|b| is_graphic(b) & !may_end_plain(b)) {
                    self.skip();
                }
                end = self.mark.pos;
            }
            if !(is_blank(self.here()) || is_break(self.text, self.mark.pos)) {
                break;
            }
            while is_blank(self.here()) || is_break(self.text, self.mark.pos) {
                if is_blank(self.here()) {
                    if leading_blanks && column(self.mark) < indent && self.here() == b'\t' {
                        let message = "A tab is used for indentation. YAML allows spaces only.";
                        let problem = "found a tab character that violates indentation";
                        return Err(failure(SyntaxRule::YamlTabs, self.mark, problem, message));
                    }
                    self.skip();
                } else {
                    self.skip_line();
                    leading_blanks = true;
                }
            }
            if self.flow_level == 0 && column(self.mark) < indent {
                break;
            }
        }
        if leading_blanks {
            self.simple_key_allowed = true;
        }
        Ok(self.scalar(Style::Plain, start, end, folded, 0))
    }

    fn plain_ends_here(&self) -> bool {
        match self.here() {
            b':' => is_blank_or_break_or_end(self.text, self.mark.pos + 1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => self.flow_level > 0,
            _ => false,
        }
    }

    /// Scans a quoted string up to whitespace, a line break or the closing quote. Returns whether it has escapes.
    fn scan_quoted_part(&mut self, quote: u8) -> Result<bool> {
        let mut needs_cooking = false;
        while !is_blank_or_break_or_end(self.text, self.mark.pos) {
            if self.skip_run(|b| is_graphic(b) & (b != quote) & (b != b'\\')) {
                continue;
            }
            let here = self.here();
            if quote == b'\'' && here == quote && byte(self.text, self.mark.pos + 1) == quote {
                needs_cooking = true;
                self.skip();
                self.skip();
            } else if here == quote {
                break;
            } else if quote == b'"' && here == b'\\' {
                needs_cooking = true;
                if is_break(self.text, self.mark.pos + 1) {
                    self.skip();
                    self.skip_line();
                    break;
                }
                self.scan_escape()?;
            } else {
                self.skip();
            }
        }
        Ok(needs_cooking)
    }

    pub(super) fn scan_quoted(&mut self, single: bool) -> Result<Token> {
        let start = self.mark;
        let quote = if single { b'\'' } else { b'"' };
        let mut needs_cooking = false;
        self.skip();
        loop {
            if self.mark.column == 0 && is_document_indicator(self.text, self.mark.pos) {
                let message = "The document ends inside a quoted string. Close the quote.";
                return Err(failure(SyntaxRule::YamlSyntax, self.mark, "found unexpected document indicator", message));
            }
            if is_end(self.text, self.mark.pos) {
                let message = "A quoted string is not closed. Add the closing quote.";
                let mut error = failure(SyntaxRule::YamlSyntax, self.mark, "found unexpected end of stream", message);
                error.range = olmkit_text::span(start.pos, start.pos + 1);
                return Err(error);
            }
            needs_cooking |= self.scan_quoted_part(quote)?;
            if self.here() == quote && !is_end(self.text, self.mark.pos) {
                break;
            }
            while is_blank(self.here()) || is_break(self.text, self.mark.pos) {
                if is_blank(self.here()) {
                    self.skip();
                } else {
                    needs_cooking = true;
                    self.skip_line();
                }
            }
        }
        self.skip();
        let style = if single { Style::Single } else { Style::Double };
        Ok(self.scalar(style, start, self.mark.pos, needs_cooking, 0))
    }

    fn scan_escape(&mut self) -> Result<()> {
        let at = self.mark;
        let digits = match byte(self.text, self.mark.pos + 1) {
            b'0' | b'a' | b'b' | b't' | b'\t' | b'n' | b'v' | b'f' | b'r' | b'e' | b' ' | b'"' | b'\'' | b'\\'
            | b'N' | b'_' | b'L' | b'P' => 0,
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => {
                let message = "YAML does not support this escape sequence. In double quotes write a backslash as \
                    `\\\\`, or use single quotes.";
                return Err(failure(SyntaxRule::YamlEscapes, at, "found unknown escape character", message));
            }
        };
        self.skip();
        self.skip();
        let mut value: u32 = 0;
        for _ in 0..digits {
            let Some(digit) = char::from(self.here()).to_digit(16) else {
                let message = "This escape sequence needs hexadecimal digits.";
                return Err(failure(SyntaxRule::YamlEscapes, at, "did not find expected hexdecimal number", message));
            };
            value = value.wrapping_shl(4) | digit;
            self.skip();
        }
        if char::from_u32(value).is_none() {
            let message = "This escape sequence is not a Unicode character. YAML does not support surrogate pairs: \
                write the character itself.";
            return Err(failure(SyntaxRule::YamlEscapes, at, "found invalid Unicode character escape code", message));
        }
        Ok(())
    }

    pub(super) fn scan_block_scalar(&mut self, literal: bool) -> Result<Token> {
        let start = self.mark;
        self.skip();
        let increment = self.scan_block_header(start)?;
        let mut indent = match increment {
            0 => 0,
            _ if self.indent >= 0 => self.indent + increment,
            _ => increment,
        };
        let mut end = self.scan_block_breaks(&mut indent)?;
        while column(self.mark) == indent && !is_end(self.text, self.mark.pos) {
            self.skip_to_break();
            self.skip_line();
            end = self.scan_block_breaks(&mut indent)?;
        }
        let style = if literal { Style::Literal } else { Style::Folded };
        Ok(self.scalar(style, start, end, true, indent))
    }

    /// Scans the chomping and indentation indicators, and the rest of the header line.
    fn scan_block_header(&mut self, start: Mark) -> Result<i64> {
        let mut increment = 0;
        let mut chomped = false;
        for _ in 0..2 {
            match self.here() {
                b'+' | b'-' if !chomped => {
                    chomped = true;
                    self.skip();
                }
                b'0' if increment == 0 => {
                    let message = "The indentation indicator of a block scalar must be 1 to 9.";
                    let problem = "found an indentation indicator equal to 0";
                    return Err(failure(SyntaxRule::YamlSyntax, self.mark, problem, message));
                }
                digit @ b'1'..=b'9' if increment == 0 => {
                    increment = i64::from(digit - b'0');
                    self.skip();
                }
                _ => break,
            }
        }
        while is_blank(self.here()) {
            self.skip();
        }
        if self.here() == b'#' {
            self.skip_to_break();
        }
        if !is_break_or_end(self.text, self.mark.pos) {
            let message =
                "YAML reads a value that starts with `>` or `|` as a block scalar. Quote a range such as `>=1.0.0`.";
            let problem = "did not find expected comment or line break";
            let mut error = failure(SyntaxRule::YamlIndicators, self.mark, problem, message);
            error.range = olmkit_text::span(start.pos, self.mark.pos);
            return Err(error);
        }
        self.skip_line();
        Ok(increment)
    }

    /// Scans indentation and empty lines, and detects the indentation if it is not known yet. Returns the end of the
    /// scalar so far.
    fn scan_block_breaks(&mut self, indent: &mut i64) -> Result<usize> {
        let mut end = self.mark.pos;
        let mut widest = 0;
        loop {
            while (*indent == 0 || column(self.mark) < *indent) && self.here() == b' ' {
                self.skip();
            }
            widest = widest.max(column(self.mark));
            if (*indent == 0 || column(self.mark) < *indent) && self.here() == b'\t' {
                let message = "A tab is used for the indentation of a block scalar.";
                let problem = "found a tab character where an indentation space is expected";
                return Err(failure(SyntaxRule::YamlTabs, self.mark, problem, message));
            }
            if !is_break(self.text, self.mark.pos) {
                break;
            }
            self.skip_line();
            end = self.mark.pos;
        }
        if *indent == 0 {
            *indent = widest.max(self.indent + 1).max(1);
        }
        Ok(end)
    }
}

// No short-circuit operators, so that the compiler vectorizes the loop.

fn is_graphic(byte: u8) -> bool {
    (byte > b' ') & (byte < 0x7F)
}

fn may_end_plain(byte: u8) -> bool {
    let bracket = (byte == b'[') | (byte == b']') | (byte == b'{') | (byte == b'}');
    bracket | (byte == b':') | (byte == b',') | (byte == b'?')
}

fn column(mark: Mark) -> i64 {
    i64::try_from(mark.column).unwrap_or(i64::MAX)
}
