//! The lexer.

use super::Error;
use super::text::{Unrecognized, bytes, string};

/// The kind of a token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Ident(String),
    In,
    True,
    False,
    Null,
    /// The digits of an integer in base 10 or 16, without its sign.
    Int {
        digits: String,
        radix: u32,
        unsigned: bool,
    },
    Float(String),
    String(String),
    Bytes(Vec<u8>),
    /// An operator or a bracket.
    Sign(&'static str),
    End,
}

/// A token with its byte offset.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) offset: usize,
}

/// Operators and brackets, longest first.
const SIGNS: [&str; 24] = [
    "==", "!=", "<=", ">=", "&&", "||", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%",
    "<", ">",
];

pub(super) fn tokens(text: &str) -> Result<Vec<Lexeme>, Error> {
    let mut found = Vec::new();
    let mut offset = skip(text, 0);
    while offset < text.len() {
        let rest = text.get(offset..).unwrap_or_default();
        let (token, length) = token(rest).map_err(|error| Error::new(error.to_string(), offset, text))?;
        found.push(Lexeme { token, offset });
        offset = skip(text, offset.saturating_add(length.max(1)));
    }
    found.push(Lexeme { token: Token::End, offset: text.len() });
    Ok(found)
}

/// Skips whitespace and comments.
fn skip(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let whitespace = rest.len().saturating_sub(rest.trim_start_matches([' ', '\t', '\r', '\n', '\x0C']).len());
        let comment = match rest.get(whitespace..).filter(|rest| rest.starts_with("//")) {
            Some(rest) => rest.find('\n').unwrap_or(rest.len()),
            None if whitespace == 0 => return at,
            None => 0,
        };
        at = at.saturating_add(whitespace).saturating_add(comment);
    }
}

fn token(rest: &str) -> Result<(Token, usize), Unrecognized> {
    if let Some(found) = quoted(rest)? {
        return Ok(found);
    }
    let first = rest.chars().next().unwrap_or_default();
    if first.is_ascii_alphabetic() || first == '_' {
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        return Ok((word(rest.get(..length).unwrap_or_default()), length));
    }
    let second_is_digit = rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if first.is_ascii_digit() || first == '.' && second_is_digit {
        return Ok(number(rest));
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    sign.map(|sign| (Token::Sign(sign), sign.len())).ok_or_else(|| Unrecognized(first.to_string()))
}

fn word(text: &str) -> Token {
    match text {
        "in" => Token::In,
        "true" => Token::True,
        "false" => Token::False,
        "null" => Token::Null,
        _ => Token::Ident(text.to_owned()),
    }
}

/// Reads a string or bytes literal with its prefix.
fn quoted(rest: &str) -> Result<Option<(Token, usize)>, Unrecognized> {
    let prefix = rest.bytes().take(2).take_while(|b| matches!(b.to_ascii_lowercase(), b'b' | b'r')).count();
    let marks = rest.get(..prefix).unwrap_or_default().to_ascii_lowercase();
    let body = rest.get(prefix..).unwrap_or_default();
    if !matches!(marks.as_str(), "" | "b" | "r" | "br") || !body.starts_with(['"', '\'']) {
        return Ok(None);
    }
    let raw = marks.ends_with('r');
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| body.starts_with(*quote)).unwrap_or("\"");
    let inner = body.get(quote.len()..).unwrap_or_default();
    let Some(length) = end_of(inner, quote, raw) else {
        return Err(Unrecognized(rest.lines().next().unwrap_or_default().to_owned()));
    };
    let inner = inner.get(..length).unwrap_or_default();
    let total = prefix.saturating_add(length).saturating_add(quote.len().saturating_mul(2));
    let token =
        if marks.starts_with('b') { Token::Bytes(bytes(inner, raw)?) } else { Token::String(string(inner, raw)?) };
    Ok(Some((token, total)))
}

/// The offset of the closing quote.
fn end_of(inner: &str, quote: &str, raw: bool) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in inner.bytes().enumerate() {
        if escaped {
            escaped = false;
            continue;
        }
        if inner.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(quote.as_bytes())) {
            return Some(at);
        }
        match byte {
            b'\\' if !raw => escaped = true,
            b'\n' | b'\r' if quote.len() == 1 => return None,
            _ => {}
        }
    }
    None
}

fn number(rest: &str) -> (Token, usize) {
    let bytes = rest.as_bytes();
    let run =
        |from: usize, is: fn(&u8) -> bool| bytes.get(from..).unwrap_or_default().iter().take_while(|b| is(b)).count();
    let unsigned = |at: usize| bytes.get(at).is_some_and(|b| matches!(b, b'u' | b'U'));
    if rest.starts_with("0x") && run(2, u8::is_ascii_hexdigit) > 0 {
        let end = run(2, u8::is_ascii_hexdigit).saturating_add(2);
        let digits = rest.get(2..end).unwrap_or_default().to_owned();
        let token = Token::Int { digits, radix: 16, unsigned: unsigned(end) };
        return (token, end.saturating_add(usize::from(unsigned(end))));
    }
    let whole = run(0, u8::is_ascii_digit);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = run(end.saturating_add(1), u8::is_ascii_digit);
        if fraction > 0 {
            end = end.saturating_add(1).saturating_add(fraction);
        }
    }
    if bytes.get(end).is_some_and(|b| matches!(b, b'e' | b'E')) {
        let after = end.saturating_add(1);
        let sign = usize::from(bytes.get(after).is_some_and(|b| matches!(b, b'+' | b'-')));
        let digits = run(after.saturating_add(sign), u8::is_ascii_digit);
        if digits > 0 {
            end = after.saturating_add(sign).saturating_add(digits);
        }
    }
    let text = rest.get(..end).unwrap_or_default().to_owned();
    if end > whole {
        return (Token::Float(text), end);
    }
    let token = Token::Int { digits: text, radix: 10, unsigned: unsigned(end) };
    (token, end.saturating_add(usize::from(unsigned(end))))
}
