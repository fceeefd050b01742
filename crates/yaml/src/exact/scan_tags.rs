//! Scanning of anchors, aliases, tags and directives.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions are bounded by the chunk length, which Reader keeps below 4 GiB"
)]

use super::error::{Mark, Result, failure};
use super::scanner::Scanner;
use super::token::TokenKind;
use crate::chars::{byte, is_blank, is_blank_or_break_or_end, is_break_or_end, is_name_char};
use crate::document::SyntaxRule;

impl Scanner<'_> {
    fn ahead(&self, by: usize) -> u8 {
        byte(self.text, self.mark.pos + by)
    }

    pub(super) fn scan_anchor(&mut self, kind: TokenKind) -> Result<()> {
        self.skip();
        let name = self.mark.pos;
        while is_name_char(self.ahead(0)) {
            self.skip();
        }
        let ends = is_blank_or_break_or_end(self.text, self.mark.pos)
            || matches!(self.ahead(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if self.mark.pos > name && ends {
            return Ok(());
        }
        let message = if kind == TokenKind::Alias {
            "YAML reads a value that starts with `*` as an alias, and this alias is not valid. Quote the value."
        } else {
            "YAML reads a value that starts with `&` as an anchor, and this anchor is not valid. Quote the value."
        };
        let problem = "did not find expected alphabetic or numeric character";
        Err(failure(SyntaxRule::YamlAnchors, self.mark, problem, message))
    }

    pub(super) fn scan_tag(&mut self) -> Result<()> {
        if self.ahead(1) == b'<' {
            self.skip();
            self.skip();
            self.scan_uri(false)?;
            if self.ahead(0) != b'>' {
                return Err(tag_error(self.mark, "did not find the expected '>'"));
            }
            self.skip();
        } else {
            self.skip();
            let name = self.mark.pos;
            while is_name_char(self.ahead(0)) {
                self.skip();
            }
            let handle = self.ahead(0) == b'!';
            if handle {
                self.skip();
            }
            // `!` alone is a tag; `!!` or `!x!` needs a suffix.
            self.scan_uri(!handle || self.mark.pos == name)?;
        }
        if is_blank_or_break_or_end(self.text, self.mark.pos) {
            return Ok(());
        }
        Err(tag_error(self.mark, "did not find expected whitespace or line break"))
    }

    fn scan_uri(&mut self, may_be_empty: bool) -> Result<()> {
        let from = self.mark.pos;
        while is_uri(self.ahead(0)) {
            if self.ahead(0) == b'%' {
                self.scan_uri_escape()?;
            } else {
                self.skip();
            }
        }
        if self.mark.pos == from && !may_be_empty {
            return Err(tag_error(self.mark, "did not find expected tag URI"));
        }
        Ok(())
    }

    /// Scans a character written as `%XX`. A character beyond ASCII has several octets.
    fn scan_uri_escape(&mut self) -> Result<()> {
        let mut left: Option<usize> = None;
        while left != Some(0) {
            let digit = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
            let octet = match (self.ahead(0), digit(self.ahead(1)), digit(self.ahead(2))) {
                (b'%', Some(high), Some(low)) => high << 4 | low,
                _ => return Err(tag_error(self.mark, "did not find URI escaped octet")),
            };
            left = Some(match left {
                None => match octet {
                    0x00..=0x7F => 0,
                    0xC0..=0xDF => 1,
                    0xE0..=0xEF => 2,
                    0xF0..=0xF7 => 3,
                    _ => return Err(tag_error(self.mark, "found an incorrect leading UTF-8 octet")),
                },
                Some(_) if octet & 0xC0 != 0x80 => {
                    return Err(tag_error(self.mark, "found an incorrect trailing UTF-8 octet"));
                }
                Some(left) => left.saturating_sub(1),
            });
            self.skip();
            self.skip();
            self.skip();
        }
        Ok(())
    }

    pub(super) fn scan_directive(&mut self) -> Result<TokenKind> {
        self.skip();
        let name = self.mark.pos;
        while is_name_char(self.ahead(0)) {
            self.skip();
        }
        let name = self.text.get(name..self.mark.pos).unwrap_or_default();
        if name.is_empty() {
            return Err(directive_error(self.mark, "could not find expected directive name"));
        }
        if !is_blank_or_break_or_end(self.text, self.mark.pos) {
            return Err(directive_error(self.mark, "found unexpected non-alphabetical character"));
        }
        let kind = match name {
            b"YAML" => TokenKind::VersionDirective { supported: self.scan_version()? },
            b"TAG" => self.scan_tag_directive()?,
            _ => return Err(directive_error(self.mark, "found unknown directive name")),
        };
        self.skip_whitespace();
        if self.ahead(0) == b'#' {
            while !is_break_or_end(self.text, self.mark.pos) {
                self.skip();
            }
        }
        if !is_break_or_end(self.text, self.mark.pos) {
            return Err(directive_error(self.mark, "did not find expected comment or line break"));
        }
        self.skip_line();
        Ok(kind)
    }

    #[inline(never)]
    fn skip_whitespace(&mut self) {
        while is_blank(self.ahead(0)) {
            self.skip();
        }
    }

    fn scan_version(&mut self) -> Result<bool> {
        self.skip_whitespace();
        let major = self.scan_version_number()?;
        if self.ahead(0) != b'.' {
            return Err(directive_error(self.mark, "did not find expected digit or '.' character"));
        }
        self.skip();
        let minor = self.scan_version_number()?;
        Ok((major, minor) == (1, 1))
    }

    fn scan_version_number(&mut self) -> Result<u32> {
        let mut value = None;
        let mut length = 0;
        while let Some(digit) = char::from(self.ahead(0)).to_digit(10) {
            length += 1;
            if length > 2 {
                return Err(directive_error(self.mark, "found extremely long version number"));
            }
            value = Some(value.unwrap_or(0) * 10 + digit);
            self.skip();
        }
        value.ok_or_else(|| directive_error(self.mark, "did not find expected version number"))
    }

    fn scan_tag_directive(&mut self) -> Result<TokenKind> {
        self.skip_whitespace();
        if self.ahead(0) != b'!' {
            return Err(directive_error(self.mark, "did not find expected '!'"));
        }
        let handle = self.mark.pos;
        self.skip();
        while is_name_char(self.ahead(0)) {
            self.skip();
        }
        if self.ahead(0) == b'!' {
            self.skip();
        } else if self.mark.pos > handle + 1 {
            return Err(directive_error(self.mark, "did not find expected '!'"));
        }
        if !is_blank(self.ahead(0)) {
            return Err(directive_error(self.mark, "did not find expected whitespace"));
        }
        self.skip_whitespace();
        self.scan_uri(false)?;
        if !is_blank_or_break_or_end(self.text, self.mark.pos) {
            return Err(directive_error(self.mark, "did not find expected whitespace or line break"));
        }
        Ok(TokenKind::TagDirective)
    }
}

fn is_uri(byte: u8) -> bool {
    is_name_char(byte)
        || matches!(
            byte,
            b';' | b'/'
                | b'?'
                | b':'
                | b'@'
                | b'&'
                | b'='
                | b'+'
                | b'$'
                | b','
                | b'.'
                | b'!'
                | b'~'
                | b'*'
                | b'\''
                | b'('
                | b')'
                | b'['
                | b']'
                | b'%'
        )
}

#[inline(never)]
fn tag_error(at: Mark, problem: &str) -> Box<crate::document::SyntaxError> {
    let message = "YAML reads a value that starts with `!` as a tag, and this tag is not valid. Quote the value.";
    failure(SyntaxRule::Yaml11Tags, at, problem, message)
}

#[inline(never)]
fn directive_error(at: Mark, problem: &str) -> Box<crate::document::SyntaxError> {
    let message =
        "A line that starts with `%` is a YAML directive. opm cannot read catalogs with directives. Remove the line.";
    failure(SyntaxRule::YamlDirectives, at, problem, message)
}
