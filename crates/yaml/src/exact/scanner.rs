//! Converts characters to tokens as libyaml and go-yaml v2 do: simple keys are found by lookahead, and indentation
//! becomes block start and end tokens.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions, lines, columns and counters are bounded by the chunk length, which Reader keeps below 4 GiB"
)]

use std::collections::VecDeque;

use super::error::{Mark, Result, failure};
use super::token::{Token, TokenKind};
use crate::chars::{
    break_width, byte, char_width, is_blank_or_break_or_end, is_break, is_break_or_end, is_document_indicator, is_end,
};
use crate::document::{SyntaxError, SyntaxRule};
use crate::json::TOO_DEEP;
use olmkit_text::{line_end, line_start, span};

/// The maximum nesting that go-yaml reads, in flow and in block style.
const MAX_DEPTH: usize = 10_000;
/// The maximum length of an implicit key, in characters.
const MAX_SIMPLE_KEY: usize = 1024;

#[derive(Debug, Clone, Copy, Default)]
struct SimpleKey {
    possible: bool,
    required: bool,
    token_number: usize,
    mark: Mark,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

pub(crate) struct Scanner<'s> {
    pub(super) text: &'s [u8],
    pub(super) mark: Mark,
    pub(super) indent: i64,
    indents: Vec<i64>,
    pub(super) flow_level: usize,
    pub(super) simple_key_allowed: bool,
    simple_keys: Vec<SimpleKey>,
    /// The token number and the index in `simple_keys`, by token: the numbers only increase.
    simple_keys_by_token: Vec<(usize, usize)>,
    tokens: VecDeque<Token>,
    tokens_parsed: usize,
    ended: bool,
    last_fetch: usize,
    /// go-yaml looks for a byte order mark at the start of its buffer instead of the start of a line. If a second mark
    /// follows that of the file, it skips, up to this position, the first character of every line on which it looks for
    /// a token.
    skips_until: usize,
}

impl<'s> Scanner<'s> {
    pub(crate) fn new(text: &'s [u8]) -> Self {
        // A byte order mark counts only at the very start. Elsewhere it is content.
        let pos = if text.starts_with(BYTE_ORDER_MARK) { 3 } else { 0 };
        let doubled = pos > 0 && text.get(pos..).is_some_and(|rest| rest.starts_with(BYTE_ORDER_MARK));
        Scanner {
            text,
            mark: Mark { pos, ..Mark::default() },
            indent: -1,
            indents: Vec::new(),
            flow_level: 0,
            simple_key_allowed: true,
            simple_keys: vec![SimpleKey::default()],
            simple_keys_by_token: Vec::new(),
            tokens: VecDeque::new(),
            // STREAM-START counts as parsed.
            tokens_parsed: 1,
            ended: false,
            last_fetch: pos,
            skips_until: if doubled { text.len().min(super::BLOCK) } else { 0 },
        }
    }

    /// How far the text has been read, in bytes.
    pub(crate) fn position(&self) -> usize {
        self.mark.pos
    }

    /// How far go-yaml has requested characters, in bytes: four from the start of a token, one ahead elsewhere.
    pub(crate) fn requested(&self) -> usize {
        let four = (0..4).fold(self.last_fetch, |at, _| at + char_width(byte(self.text, at)));
        four.max(self.mark.pos + 1)
    }

    /// The next token, without consuming it.
    pub(crate) fn peek(&mut self) -> Result<Token> {
        self.fetch_more_tokens()?;
        let end = Token { kind: TokenKind::StreamEnd, start: self.mark, end: self.mark.pos };
        Ok(self.tokens.front().copied().unwrap_or(end))
    }

    /// Consumes the token returned by [`Scanner::peek`].
    pub(crate) fn skip_token(&mut self) {
        if self.tokens.pop_front().is_some() {
            self.tokens_parsed += 1;
        }
    }

    /// Fetches tokens until the kind of the first one is certain: it may still turn out to be a simple key.
    fn fetch_more_tokens(&mut self) -> Result<()> {
        loop {
            if !self.tokens.is_empty() {
                let Some(key) = self.simple_key_of(self.tokens_parsed) else { return Ok(()) };
                if !self.simple_key_is_valid(key)? {
                    return Ok(());
                }
            }
            if self.ended {
                return Ok(());
            }
            self.fetch_next_token()?;
        }
    }

    fn fetch_next_token(&mut self) -> Result<()> {
        self.scan_to_next_token();
        self.unroll_indent(i64::try_from(self.mark.column).unwrap_or(i64::MAX));
        let (text, at) = (self.text, self.mark.pos);
        self.last_fetch = at;
        if self.requested() > self.skips_until {
            self.skips_until = 0;
        }
        if is_end(text, at) {
            return self.fetch_stream_end();
        }
        let next_ends = is_blank_or_break_or_end(text, at + 1);
        let flow = self.flow_level > 0;
        match byte(text, at) {
            b'%' if self.mark.column == 0 => self.fetch_directive(),
            b'-' if self.mark.column == 0 && is_document_indicator(text, at) => {
                self.fetch_document_indicator(TokenKind::DocumentStart)
            }
            b'.' if self.mark.column == 0 && is_document_indicator(text, at) => {
                self.fetch_document_indicator(TokenKind::DocumentEnd)
            }
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if next_ends => self.fetch_block_entry(),
            b'?' if flow || next_ends => self.fetch_key(),
            b':' if flow || next_ends => self.fetch_value(),
            b'*' => self.fetch_anchor(TokenKind::Alias),
            b'&' => self.fetch_anchor(TokenKind::Anchor),
            b'!' => self.fetch_tag(),
            b'|' if !flow => self.fetch_block_scalar(true),
            b'>' if !flow => self.fetch_block_scalar(false),
            b'\'' => self.fetch_quoted(true),
            b'"' => self.fetch_quoted(false),
            b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'\t' => Err(self.cannot_start()),
            b'?' | b':' | b'-' if next_ends => Err(self.cannot_start()),
            _ => self.fetch_plain(),
        }
    }

    #[inline(never)]
    fn cannot_start(&self) -> Box<SyntaxError> {
        let (rule, message) = match byte(self.text, self.mark.pos) {
            b'\t' => (SyntaxRule::YamlTabs, "A tab is used for indentation. YAML allows spaces only."),
            b'@' | b'`' | b'%' | b'|' | b'>' => {
                (SyntaxRule::YamlIndicators, "A plain value cannot start with this character. Quote the value.")
            }
            _ => (SyntaxRule::YamlSyntax, "No value can start with this character. Quote the value."),
        };
        failure(rule, self.mark, "found character that cannot start any token", message)
    }

    // --- simple keys ---

    fn simple_key_of(&self, token: usize) -> Option<usize> {
        let known = &self.simple_keys_by_token;
        known.binary_search_by_key(&token, |key| key.0).ok().and_then(|at| known.get(at)).map(|key| key.1)
    }

    fn forget_simple_key(&mut self, token: usize) {
        if let Ok(at) = self.simple_keys_by_token.binary_search_by_key(&token, |key| key.0) {
            self.simple_keys_by_token.remove(at);
        }
    }

    fn simple_key_is_valid(&mut self, at: usize) -> Result<bool> {
        let mark = self.mark;
        let Some(key) = self.simple_keys.get_mut(at) else { return Ok(false) };
        if !key.possible {
            return Ok(false);
        }
        if key.mark.line < mark.line || key.mark.index + MAX_SIMPLE_KEY < mark.index {
            if key.required {
                let (key, long) = (*key, key.mark.line == mark.line);
                return Err(self.missing_colon(key.mark, mark, long));
            }
            key.possible = false;
            return Ok(false);
        }
        Ok(true)
    }

    #[inline(never)]
    pub(super) fn save_simple_key(&mut self) -> Result<()> {
        let required = self.flow_level == 0 && self.indent == i64::try_from(self.mark.column).unwrap_or(i64::MAX);
        if !self.simple_key_allowed {
            return Ok(());
        }
        self.remove_simple_key()?;
        let token_number = self.tokens_parsed + self.tokens.len();
        let last = self.simple_keys.len().saturating_sub(1);
        if let Some(key) = self.simple_keys.last_mut() {
            *key = SimpleKey { possible: true, required, token_number, mark: self.mark };
            self.forget_simple_key(token_number);
            self.simple_keys_by_token.push((token_number, last));
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn remove_simple_key(&mut self) -> Result<()> {
        let mark = self.mark;
        let Some(key) = self.simple_keys.last_mut() else { return Ok(()) };
        if !key.possible {
            return Ok(());
        }
        if key.required {
            let start = key.mark;
            return Err(self.missing_colon(start, mark, false));
        }
        key.possible = false;
        let token = key.token_number;
        self.forget_simple_key(token);
        Ok(())
    }

    // --- indentation ---

    #[inline(never)]
    fn roll_indent(&mut self, column: usize, before: Option<usize>, kind: TokenKind, mark: Mark) -> Result<()> {
        let column = i64::try_from(column).unwrap_or(i64::MAX);
        if self.flow_level > 0 || self.indent >= column {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column;
        if self.indents.len() > MAX_DEPTH {
            return Err(too_deep(self.mark));
        }
        let token = Token { kind, start: mark, end: mark.pos };
        match before {
            Some(number) => self.insert(number, token),
            None => self.tokens.push_back(token),
        }
        Ok(())
    }

    #[inline(never)]
    fn insert(&mut self, number: usize, token: Token) {
        let at = number.saturating_sub(self.tokens_parsed).min(self.tokens.len());
        self.tokens.insert(at, token);
    }

    #[inline(never)]
    fn unroll_indent(&mut self, column: i64) {
        if self.flow_level > 0 {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.mark);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    // --- fetching ---

    #[inline(never)]
    fn push(&mut self, kind: TokenKind, start: Mark) {
        self.tokens.push_back(Token { kind, start, end: self.mark.pos });
    }

    fn fetch_stream_end(&mut self) -> Result<()> {
        if self.mark.column != 0 {
            self.mark.column = 0;
            self.mark.line += 1;
        }
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        self.push(TokenKind::StreamEnd, self.mark);
        self.ended = true;
        Ok(())
    }

    fn fetch_directive(&mut self) -> Result<()> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.mark;
        let kind = self.scan_directive()?;
        self.push(kind, start);
        Ok(())
    }

    fn fetch_document_indicator(&mut self, kind: TokenKind) -> Result<()> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        self.fetch_characters(3, kind)
    }

    fn fetch_characters(&mut self, count: usize, kind: TokenKind) -> Result<()> {
        let start = self.mark;
        for _ in 0..count {
            self.skip();
        }
        self.push(kind, start);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind) -> Result<()> {
        self.save_simple_key()?;
        let token_number = self.tokens_parsed + self.tokens.len();
        self.simple_keys.push(SimpleKey { token_number, mark: self.mark, ..SimpleKey::default() });
        self.flow_level += 1;
        if self.flow_level > MAX_DEPTH {
            return Err(too_deep(self.mark));
        }
        self.simple_key_allowed = true;
        self.fetch_characters(1, kind)
    }

    fn fetch_flow_end(&mut self, kind: TokenKind) -> Result<()> {
        self.remove_simple_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            if let Some(key) = self.simple_keys.pop() {
                self.forget_simple_key(key.token_number);
            }
        }
        self.simple_key_allowed = false;
        self.fetch_characters(1, kind)
    }

    fn fetch_flow_entry(&mut self) -> Result<()> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_characters(1, TokenKind::FlowEntry)
    }

    fn fetch_block_entry(&mut self) -> Result<()> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                let message = "A list item cannot start here. Start it on a line of its own.";
                return Err(not_allowed(self.mark, "block sequence entries are not allowed in this context", message));
            }
            self.roll_indent(self.mark.column, None, TokenKind::BlockSequenceStart, self.mark)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_characters(1, TokenKind::BlockEntry)
    }

    fn fetch_key(&mut self) -> Result<()> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                let message = "A key cannot start here. Start it on a line of its own.";
                return Err(not_allowed(self.mark, "mapping keys are not allowed in this context", message));
            }
            self.roll_indent(self.mark.column, None, TokenKind::BlockMappingStart, self.mark)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = self.flow_level == 0;
        self.fetch_characters(1, TokenKind::Key)
    }

    fn fetch_value(&mut self) -> Result<()> {
        let last = self.simple_keys.len().saturating_sub(1);
        if self.simple_key_is_valid(last)? {
            let key = self.simple_keys.get(last).copied().unwrap_or_default();
            self.insert(key.token_number, Token { kind: TokenKind::Key, start: key.mark, end: key.mark.pos });
            let number = Some(key.token_number);
            self.roll_indent(key.mark.column, number, TokenKind::BlockMappingStart, key.mark)?;
            if let Some(key) = self.simple_keys.get_mut(last) {
                key.possible = false;
            }
            self.forget_simple_key(key.token_number);
            self.simple_key_allowed = false;
        } else {
            if self.flow_level == 0 {
                if !self.simple_key_allowed {
                    let before = self.text.get(line_start(self.text, self.mark.pos)..self.mark.pos).unwrap_or_default();
                    let message = if before.windows(2).any(|pair| pair == b": ") {
                        "There is a second `: ` on this line. If the colon belongs to the value, quote the value."
                    } else {
                        "This line continues the value above it. Check the indentation, and the space after `-` or `:`."
                    };
                    let error = not_allowed(self.mark, "mapping values are not allowed in this context", message);
                    let from = self.simple_keys.last().map_or(self.mark, |key| key.mark);
                    return Err(self.naming_blank(from, error));
                }
                self.roll_indent(self.mark.column, None, TokenKind::BlockMappingStart, self.mark)?;
            }
            self.simple_key_allowed = self.flow_level == 0;
        }
        self.fetch_characters(1, TokenKind::Value)
    }

    fn fetch_anchor(&mut self, kind: TokenKind) -> Result<()> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.mark;
        self.scan_anchor(kind)?;
        self.push(kind, start);
        Ok(())
    }

    fn fetch_tag(&mut self) -> Result<()> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.mark;
        self.scan_tag()?;
        self.push(TokenKind::Tag, start);
        Ok(())
    }

    fn fetch_block_scalar(&mut self, literal: bool) -> Result<()> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        let token = self.scan_block_scalar(literal)?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_quoted(&mut self, single: bool) -> Result<()> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let token = self.scan_quoted(single)?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_plain(&mut self) -> Result<()> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let token = self.scan_plain()?;
        self.tokens.push_back(token);
        Ok(())
    }

    // --- moving ---

    /// Moves forward by one character, which must not be a line break.
    pub(super) fn skip(&mut self) {
        self.mark.pos = (self.mark.pos + char_width(byte(self.text, self.mark.pos))).min(self.text.len());
        self.mark.column += 1;
        self.mark.index += 1;
    }

    /// Skips all following ASCII characters for which `inert` returns true; it must return false for line breaks.
    /// Returns whether there were any.
    pub(super) fn skip_run(&mut self, inert: impl Fn(u8) -> bool) -> bool {
        const STRIDE: usize = 32;
        let rest = self.text.get(self.mark.pos..).unwrap_or_default();
        let is_inert = |b: u8| b.is_ascii() & inert(b);
        let mut run = rest.iter().take(STRIDE).take_while(|&&b| is_inert(b)).count();
        if run == STRIDE {
            // A long run, such as base64: whole strides, without a branch for each byte.
            let strides = rest.as_chunks::<STRIDE>().0.iter();
            run = STRIDE * strides.take_while(|stride| stride.iter().fold(true, |all, &b| all & is_inert(b))).count();
            let rest = rest.get(run..).unwrap_or_default();
            run += rest.iter().take_while(|&&b| is_inert(b)).count();
        }
        self.mark.pos += run;
        self.mark.column += run;
        self.mark.index += run;
        run > 0
    }

    /// Skips the rest of the line, without its line break.
    #[inline(never)]
    pub(super) fn skip_to_break(&mut self) {
        while !is_break_or_end(self.text, self.mark.pos) {
            if !self.skip_run(|b| (b != b'\n') & (b != b'\r')) {
                self.skip();
            }
        }
    }

    /// Skips the line break here, if there is one.
    #[inline(never)]
    pub(super) fn skip_line(&mut self) {
        let width = break_width(self.text, self.mark.pos);
        if width > 0 {
            self.mark.pos += width;
            self.mark.index += 1;
            self.mark.column = 0;
            self.mark.line += 1;
        }
    }

    fn scan_to_next_token(&mut self) {
        loop {
            if self.mark.column == 0 && self.mark.pos < self.skips_until {
                self.skip();
            }
            loop {
                match byte(self.text, self.mark.pos) {
                    b' ' => self.skip(),
                    b'\t' if self.flow_level > 0 || !self.simple_key_allowed => self.skip(),
                    _ => break,
                }
            }
            if byte(self.text, self.mark.pos) == b'#' {
                self.skip_to_break();
            }
            if !is_break(self.text, self.mark.pos) {
                return;
            }
            self.skip_line();
            if self.flow_level == 0 {
                self.simple_key_allowed = true;
            }
        }
    }

    /// The error about a key without its `:`.
    #[inline(never)]
    fn missing_colon(&self, key: Mark, at: Mark, long: bool) -> Box<SyntaxError> {
        let (rule, message) = if long {
            (
                SyntaxRule::YamlSimpleKey1024,
                "This key is longer than 1024 characters. YAML requires its `:` within 1024 characters.",
            )
        } else {
            (
                SyntaxRule::YamlSyntax,
                "A key is expected here, but no `:` follows on this line. Add `: value`, or check the indentation.",
            )
        };
        let mut error = failure(rule, at, "could not find expected ':'", message);
        error.range = span(key.pos, key.pos.saturating_add(1));
        if long { error } else { self.naming_blank(key, error) }
    }

    /// Names the first character after a `:` that looks like a space and is not one, on the line of the plain text at
    /// `from`. It is the cause of the error.
    fn naming_blank(&self, from: Mark, mut error: Box<SyntaxError>) -> Box<SyntaxError> {
        let text = self.text.get(from.pos..line_end(self.text, from.pos)).unwrap_or_default();
        let text = std::str::from_utf8(text).unwrap_or_default();
        let text = if text.starts_with(['\'', '"']) { "" } else { text };
        let blanks = text.match_indices(':').filter_map(|(at, _)| Some((at + 1, text.get(at + 1..)?.chars().next()?)));
        if let Some((at, blank)) = blanks.into_iter().find(|(_, next)| looks_blank(*next)) {
            error.message = format!(
                "The character after this `:` is U+{:04X}, which YAML does not read as a space. Replace it with a space.",
                u32::from(blank)
            );
            error.range = span(from.pos + at, from.pos + at + blank.len_utf8());
        }
        error
    }
}

/// Whether it looks like a space, or like nothing, and is not one to YAML.
fn looks_blank(character: char) -> bool {
    !character.is_ascii()
        && (character.is_whitespace() || matches!(character, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'))
}

#[inline(never)]
fn too_deep(at: Mark) -> Box<SyntaxError> {
    failure(SyntaxRule::YamlDepth, at, "exceeded max depth of 10000", TOO_DEEP)
}

#[inline(never)]
fn not_allowed(at: Mark, problem: &str, message: &str) -> Box<SyntaxError> {
    failure(SyntaxRule::YamlSyntax, at, problem, message)
}
