//! The text of a scalar: quotes removed, escapes replaced, lines folded. The source must be well-formed.
#![allow(clippy::arithmetic_side_effects, reason = "positions and columns are bounded by the scalar's length")]

use std::borrow::Cow;

use crate::chars::{break_text, break_width, byte, char_width, is_blank};
use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::Style;

/// The text of the scalar. It is borrowed from the source if nothing changes.
pub(crate) fn cook(node: NodeRef<'_>) -> Cow<'_, str> {
    let raw = node.node();
    let source = node.source();
    let inner = match raw.style {
        Style::Single | Style::Double => source.get(1..source.len().saturating_sub(1)).unwrap_or_default(),
        _ => source,
    };
    if !raw.needs_cooking {
        return text_of(inner);
    }
    let cooked = match (node.format(), raw.style) {
        (Format::Json, _) => json_string(inner),
        (_, Style::Single) => flow(inner, Escapes::Single),
        (_, Style::Double) => flow(inner, Escapes::Double),
        (_, Style::Literal) => block(source, raw.extra as usize, true, node.tree.final_break),
        (_, Style::Folded) => block(source, raw.extra as usize, false, node.tree.final_break),
        _ => flow(inner, Escapes::None),
    };
    Cow::Owned(String::from_utf8(cooked).unwrap_or_else(|e| replaced(e.as_bytes())))
}

/// Converts bytes to a string. As in Go, each byte that is not part of a character becomes U+FFFD.
pub(crate) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    // Nearly all bytes are valid UTF-8, and this check is faster than searching for invalid bytes.
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(replaced(bytes)), Cow::Borrowed)
}

#[cold]
#[inline(never)]
fn replaced(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    None,
    Single,
    Double,
}

/// Plain and quoted scalars: whitespace around line breaks is removed; a single line break becomes a space, n breaks
/// become n - 1.
fn flow(text: &[u8], escapes: Escapes) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let here = byte(text, at);
        if is_blank(here) || break_width(text, at) > 0 {
            at = fold(text, at, false, &mut out);
        } else if escapes == Escapes::Single && here == b'\'' {
            out.push(b'\'');
            at += 2;
        } else if escapes == Escapes::Double && here == b'\\' {
            let width = break_width(text, at + 1);
            at = if width > 0 { fold(text, at + 1 + width, true, &mut out) } else { escape(text, at, &mut out) };
        } else {
            let width = char_width(here).min(text.len() - at);
            out.extend_from_slice(text.get(at..at + width).unwrap_or_default());
            at += width;
        }
    }
    out
}

/// Folds whitespace and line breaks from `at` on. With `escaped`, a line break was just escaped and produces no space.
fn fold(text: &[u8], mut at: usize, escaped: bool, out: &mut Vec<u8>) -> usize {
    let start = at;
    let mut leading: Option<&'static [u8]> = None;
    let mut trailing = Vec::new();
    let mut broken = escaped;
    loop {
        let width = break_width(text, at);
        if width > 0 {
            if broken {
                trailing.extend_from_slice(break_text(text, at));
            } else {
                leading = Some(break_text(text, at));
                broken = true;
            }
            at += width;
        } else if is_blank(byte(text, at)) {
            at += 1;
        } else {
            break;
        }
    }
    if !broken {
        out.extend_from_slice(text.get(start..at).unwrap_or_default());
        return at;
    }
    match leading {
        Some(b"\n") if trailing.is_empty() => out.push(b' '),
        Some(b"\n") | None => {}
        Some(kept) => out.extend_from_slice(kept),
    }
    out.extend_from_slice(&trailing);
    at
}

fn escape(text: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let digits = match byte(text, at + 1) {
        b'x' => 2,
        b'u' => 4,
        b'U' => 8,
        simple => {
            let character = match simple {
                b'0' => '\0',
                b'a' => '\x07',
                b'b' => '\x08',
                b'n' => '\n',
                b'v' => '\x0B',
                b'f' => '\x0C',
                b'r' => '\r',
                b'e' => '\x1B',
                b't' => '\t',
                b'N' => '\u{85}',
                b'_' => '\u{A0}',
                b'L' => '\u{2028}',
                b'P' => '\u{2029}',
                other => char::from(other),
            };
            push_char(character, out);
            return at + 2;
        }
    };
    let code = hex(text, at + 2, digits);
    push_char(code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER), out);
    at + 2 + digits
}

fn push_char(character: char, out: &mut Vec<u8>) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn hex(text: &[u8], at: usize, digits: usize) -> Option<u32> {
    let mut value = 0_u32;
    for &digit in text.get(at..at + digits)? {
        value = value.checked_mul(16)?.checked_add(char::from(digit).to_digit(16)?)?;
    }
    Some(value)
}

/// Literal and folded block scalars, with their header and content at column `indent`. With `final_break`, a last line
/// without a line break is treated as if it had one.
fn block(text: &[u8], indent: usize, literal: bool, final_break: bool) -> Vec<u8> {
    let (mut at, chomping) = block_header(text);
    let mut out = Vec::with_capacity(text.len());
    let mut leading_break: &[u8] = b"";
    let mut trailing = Vec::new();
    let mut leading_blank = false;
    at = block_breaks(text, at, indent, &mut trailing);
    while at < text.len() {
        let trailing_blank = is_blank(byte(text, at));
        if !literal && leading_break == b"\n" && !leading_blank && !trailing_blank {
            if trailing.is_empty() {
                out.push(b' ');
            }
        } else {
            out.extend_from_slice(leading_break);
        }
        out.append(&mut trailing);
        leading_blank = trailing_blank;
        let line = at;
        while at < text.len() && break_width(text, at) == 0 {
            at += 1;
        }
        out.extend_from_slice(text.get(line..at).unwrap_or_default());
        let width = break_width(text, at);
        leading_break = match width {
            0 if final_break => b"\n",
            0 => b"",
            _ => break_text(text, at),
        };
        at = block_breaks(text, at + width, indent, &mut trailing);
    }
    if chomping != -1 {
        out.extend_from_slice(leading_break);
    }
    if chomping == 1 {
        out.append(&mut trailing);
    }
    out
}

/// The offset after the header, and the chomping indicator: 1 for `+`, -1 for `-`.
fn block_header(text: &[u8]) -> (usize, i32) {
    let mut at = 0;
    let mut chomping = 0;
    while at < text.len() && break_width(text, at) == 0 {
        match byte(text, at) {
            b'+' => chomping = 1,
            b'-' => chomping = -1,
            b'|' | b'>' | b'1'..=b'9' => {}
            _ => break,
        }
        at += 1;
    }
    while at < text.len() && break_width(text, at) == 0 {
        at += 1;
    }
    (at + break_width(text, at), chomping)
}

/// Skips indentation and empty lines up to the content of a line or the end.
fn block_breaks(text: &[u8], mut at: usize, indent: usize, breaks: &mut Vec<u8>) -> usize {
    loop {
        let mut column = 0;
        while column < indent && byte(text, at) == b' ' {
            at += 1;
            column += 1;
        }
        let width = break_width(text, at);
        if width == 0 {
            return at;
        }
        breaks.extend_from_slice(break_text(text, at));
        at += width;
    }
}

/// A JSON string as encoding/json reads it: unpaired surrogates become U+FFFD.
fn json_string(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let plain = memchr::memchr(b'\\', text.get(at..).unwrap_or_default()).unwrap_or(text.len() - at);
        out.extend_from_slice(text.get(at..at + plain).unwrap_or_default());
        at += plain;
        if at >= text.len() {
            break;
        }
        let character = match byte(text, at + 1) {
            b'b' => '\x08',
            b'f' => '\x0C',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let (character, width) = json_escape(text, at);
                push_char(character, &mut out);
                at += width;
                continue;
            }
            other => char::from(other),
        };
        push_char(character, &mut out);
        at += 2;
    }
    out
}

fn json_escape(text: &[u8], at: usize) -> (char, usize) {
    let first = hex(text, at + 2, 4).unwrap_or(0xFFFD);
    if let Some(character) = char::from_u32(first) {
        return (character, 6);
    }
    let second = if text.get(at + 6..at + 8) == Some(b"\\u") { hex(text, at + 8, 4) } else { None };
    match (first, second) {
        (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) => {
            let code = 0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
        }
        _ => (char::REPLACEMENT_CHARACTER, 6),
    }
}
