//! Ranges: `skipRange` and `versionRange`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use olmkit_gostd::{go_quote, is_digit};

use crate::version::Version;

/// The operator of a comparator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    /// `1.2.3`, `=1.2.3`, `==1.2.3`.
    Equal,
    /// `!1.2.3`, `!=1.2.3`.
    NotEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
}

/// A condition of a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparator {
    /// The operator.
    pub op: Op,
    /// The version to compare with.
    pub version: Version,
}

/// A range: at least one of its parts must match, and all comparators of that part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    parts: Vec<Vec<Comparator>>,
}

/// The error of evaluating a range with an empty part (`1.0.0 || || 2.0.0`): blang panics, and so does OLM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptyPart;

/// The reason why a range is invalid. Displayed as blang's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RangeError {
    message: String,
    /// The reason for the user, if it is not the message.
    reason: Option<String>,
    offset: usize,
    length: usize,
}

impl RangeError {
    /// The reason as a phrase for the user. Unlike the message, it does not contain the name of a Go function.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.reason.as_deref().unwrap_or(&self.message)
    }

    /// The byte offset of the invalid token.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The length of the invalid token in bytes.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RangeError {}

/// A token and its position. Expanded wildcards keep the position of their token.
#[derive(Debug, Clone)]
struct Token<'t> {
    text: Cow<'t, str>,
    offset: usize,
    length: usize,
}

impl Range {
    /// Parses a range with all of blang's quirks.
    ///
    /// # Errors
    /// [`RangeError`] with blang's message and the invalid token.
    pub fn parse(text: &str) -> Result<Range, RangeError> {
        if let Some(part) = plain(text) {
            return Ok(Range { parts: vec![part] });
        }
        // blang expands all wildcards before it parses the first comparator.
        let groups = split_or(tokenize(text), text)?.into_iter().map(expand_all).collect::<Result<Vec<_>, _>>()?;
        let part = |group: Vec<Token<'_>>| group.iter().map(comparator).collect::<Result<Vec<_>, _>>();
        let parts = groups.into_iter().map(part).collect::<Result<Vec<_>, _>>()?;
        Ok(Range { parts })
    }

    /// The alternatives. All comparators of an alternative must match.
    #[must_use]
    pub fn parts(&self) -> &[Vec<Comparator>] {
        &self.parts
    }

    /// Whether the range has a part without comparators, whose evaluation can make OLM panic.
    #[must_use]
    pub fn has_empty_part(&self) -> bool {
        self.parts.iter().any(Vec::is_empty)
    }

    /// Whether the bounds show that the range matches nothing above a version. `false` means that it is unknown.
    #[must_use]
    pub fn ends_by(&self, version: &Version) -> bool {
        let ends = |comparator: &Comparator| {
            matches!(comparator.op, Op::Less | Op::LessEqual | Op::Equal) && comparator.version <= *version
        };
        self.parts.iter().all(|part| part.iter().any(ends))
    }

    /// Whether the range matches the version. Pre-releases are ordinary versions; build metadata is ignored.
    ///
    /// # Errors
    /// [`EmptyPart`] if an empty part precedes the first part that matches.
    pub fn contains(&self, version: &Version) -> Result<bool, EmptyPart> {
        for part in &self.parts {
            if part.is_empty() {
                return Err(EmptyPart);
            }
            if part.iter().all(|comparator| comparator.matches(version)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Comparator {
    /// Whether the version satisfies the condition.
    #[must_use]
    pub fn matches(&self, version: &Version) -> bool {
        let order = version.cmp(&self.version);
        match self.op {
            Op::Equal => order == Ordering::Equal,
            Op::NotEqual => order != Ordering::Equal,
            Op::Greater => order == Ordering::Greater,
            Op::GreaterEqual => order != Ordering::Less,
            Op::Less => order == Ordering::Less,
            Op::LessEqual => order != Ordering::Greater,
        }
    }
}

fn op_of(text: &str) -> Option<Op> {
    Some(match text {
        "" | "=" | "==" => Op::Equal,
        ">" => Op::Greater,
        ">=" => Op::GreaterEqual,
        "<" => Op::Less,
        "<=" => Op::LessEqual,
        "!" | "!=" => Op::NotEqual,
        _ => return None,
    })
}

/// Fast path for the form of nearly all ranges, `>=1.0.0 <2.0.0`: one part, single spaces, plain versions.
fn plain(text: &str) -> Option<Vec<Comparator>> {
    let mut part = Vec::with_capacity(2);
    for token in text.split(' ') {
        let (op, version) = token.split_at_checked(token.bytes().position(|byte| byte.is_ascii_digit())?)?;
        part.push(Comparator { op: op_of(op)?, version: Version::plain(version)? });
    }
    Some(part)
}

/// Splits at ASCII spaces, but not after `>`, `<` or `=`. Tokens of less than two bytes, counted with their spaces, are
/// dropped.
fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut last = 0_u8;
    let mut start = 0_usize;
    let mut cut = |from: usize, to: usize| {
        let raw = text.get(from..to).unwrap_or_default();
        let inner = raw.trim_matches(' ');
        let compact =
            if inner.as_bytes().contains(&b' ') { Cow::Owned(inner.replace(' ', "")) } else { Cow::Borrowed(inner) };
        if raw.len() >= 2 {
            let lead = raw.len().saturating_sub(raw.trim_start_matches(' ').len());
            tokens.push(Token { text: compact, offset: from.saturating_add(lead), length: inner.len() });
        }
    };
    for (at, byte) in text.bytes().enumerate() {
        if byte != b' ' {
            last = byte;
            continue;
        }
        if matches!(last, b'>' | b'<' | b'=') {
            continue;
        }
        cut(start, at);
        start = at.saturating_add(1);
    }
    cut(start, text.len());
    tokens
}

fn split_or<'t>(tokens: Vec<Token<'t>>, text: &str) -> Result<Vec<Vec<Token<'t>>>, RangeError> {
    let mut groups = vec![Vec::new()];
    for (at, token) in tokens.into_iter().enumerate() {
        if token.text != "||" {
            if let Some(group) = groups.last_mut() {
                group.push(token);
            }
            continue;
        }
        if at == 0 {
            let message = "First element in range is '||'".to_owned();
            return Err(error(&token, message));
        }
        groups.push(Vec::new());
    }
    if groups.last().is_none_or(Vec::is_empty) {
        let message = "Last element in range is '||'".to_owned();
        return Err(RangeError { message, reason: None, offset: 0, length: text.len() });
    }
    Ok(groups)
}

fn error(token: &Token<'_>, message: String) -> RangeError {
    RangeError { message, reason: None, offset: token.offset, length: token.length }
}

fn digit_split(text: &str) -> Option<(&str, &str)> {
    let at = text.find(is_digit)?;
    Some((text.get(..at)?, text.get(at..)?))
}

fn expand_all(group: Vec<Token<'_>>) -> Result<Vec<Token<'_>>, RangeError> {
    let mut expanded = Vec::with_capacity(group.len());
    for token in group {
        if token.text.as_bytes().contains(&b'x') {
            expanded.extend(expand(&token)?);
        } else {
            expanded.push(token);
        }
    }
    Ok(expanded)
}

/// Expands a token with an `x` wildcard to one or two tokens.
fn expand<'t>(token: &Token<'t>) -> Result<Vec<Token<'t>>, RangeError> {
    let Some((op, version)) = digit_split(&token.text) else {
        let message = format!("Could not get version from string: {}", go_quote(&token.text));
        return Err(error(token, message));
    };
    let parts: Vec<&str> = version.split('.').collect();
    let kind = match parts.as_slice() {
        [_, "x"] => Kind::Minor,
        [_, _, "x"] => Kind::Patch,
        _ => Kind::None,
    };
    let flat = flatten(version);
    let with = |op: &str, version: &str| Token { text: Cow::Owned(format!("{op}{version}")), ..token.clone() };
    let next = || increment(&flat, kind);
    Ok(match op.trim() {
        ">" => vec![with(">=", &next())],
        ">=" => vec![with(">=", &flat)],
        "<" => vec![with("<", &flat)],
        "<=" => vec![with("<", &next())],
        "" | "=" | "==" => vec![with(">=", &flat), with("<", &next())],
        "!=" | "!" => vec![with("<", &flat), with(">=", &next())],
        _ => vec![with("", &flat)],
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    None,
    Minor,
    Patch,
}

/// Replaces the first `what`. The standard library's search is not used because its code is large.
fn replaced(text: &str, what: &str, with: &str) -> String {
    let at = text.as_bytes().windows(what.len()).position(|part| part == what.as_bytes());
    let parts = at.and_then(|at| Some((text.get(..at)?, text.get(at.saturating_add(what.len())..)?)));
    parts.map_or_else(|| text.to_owned(), |(before, behind)| [before, with, behind].concat())
}

fn flatten(version: &str) -> String {
    let flat = replaced(&replaced(version, ".x.x", ".x"), ".x", ".0");
    if flat.split('.').count() == 2 { format!("{flat}.0") } else { flat }
}

/// Increments the number that the kind names, and keeps the rest. Empty for an unknown kind and for results beyond
/// int64.
fn increment(flat: &str, kind: Kind) -> String {
    let at = match kind {
        Kind::None => return String::new(),
        Kind::Minor => 0,
        Kind::Patch => 1,
    };
    let mut parts: Vec<String> = flat.split('.').map(str::to_owned).collect();
    let number = parts.get(at).and_then(|part| part.parse::<i64>().ok());
    let (Some(number), Some(part)) = (number, parts.get_mut(at)) else { return String::new() };
    *part = number.wrapping_add(1).to_string();
    parts.join(".")
}

fn comparator(token: &Token<'_>) -> Result<Comparator, RangeError> {
    let wrap = |message: String| error(token, format!("Could not parse Range {}: {message}", go_quote(&token.text)));
    let Some((op, version)) = digit_split(&token.text) else {
        let message = format!("Could not get version from string: {}", go_quote(&token.text));
        return Err(error(token, message));
    };
    let trimmed = op.trim();
    let whole = || go_quote(&[trimmed, version].concat());
    let Some(op) = op_of(trimmed) else {
        return Err(wrap(format!("Could not parse comparator {} in {}", go_quote(trimmed), whole())));
    };
    let version = Version::parse(version).map_err(|problem| RangeError {
        reason: Some(format!("`{version}` is not a valid version: {}", problem.reason())),
        ..wrap(format!("Could not parse version {} in {}: {problem}", go_quote(version), whole()))
    })?;
    Ok(Comparator { op, version })
}
