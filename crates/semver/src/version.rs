//! Versions: `major.minor.patch[-pre][+build]`.

use std::cmp::Ordering;
use std::fmt;

use olmkit_gostd::go_quote;

/// A dot-separated part of a pre-release.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identifier {
    /// All digits. Lower than any alphanumeric identifier.
    Numeric(u64),
    /// Any other identifier; compared by bytes.
    Alphanumeric(String),
}

/// A version. The order is blang's: build metadata is ignored, so versions that differ only in build metadata compare
/// as equal. Use [`Version::to_string`] to distinguish them.
#[derive(Debug, Clone)]
pub struct Version {
    /// The major number.
    pub major: u64,
    /// The minor number.
    pub minor: u64,
    /// The patch number.
    pub patch: u64,
    /// The pre-release after `-`, split at dots.
    pub pre: Vec<Identifier>,
    /// The build metadata after `+`, split at dots.
    pub build: Vec<String>,
}

/// The reason why a version is invalid. Displayed as blang's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionError {
    message: String,
    /// The reason for the user, if it is not the message.
    reason: Option<String>,
    offset: usize,
}

impl VersionError {
    fn new(message: impl Into<String>, offset: usize) -> Self {
        VersionError { message: message.into(), reason: None, offset }
    }

    /// The reason as a phrase for the user. Unlike the message, it does not contain the name of a Go function.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.reason.as_deref().unwrap_or(&self.message)
    }

    /// The byte offset of the invalid part in the parsed text.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for VersionError {}

impl Version {
    /// A version of three numbers.
    #[must_use]
    pub fn new(major: u64, minor: u64, patch: u64) -> Self {
        Version { major, minor, patch, pre: Vec::new(), build: Vec::new() }
    }

    /// Parses strictly: three numbers without leading zeros, no `v`, no whitespace.
    ///
    /// # Errors
    /// [`VersionError`] with blang's message.
    pub fn parse(text: &str) -> Result<Version, VersionError> {
        if let Some(version) = Version::plain(text) {
            return Ok(version);
        }
        if text.is_empty() {
            return Err(VersionError::new("Version string empty", 0));
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(VersionError::new("No Major.Minor.Patch elements found", 0));
        };
        let minor_at = major.len().saturating_add(1);
        let rest_at = minor_at.saturating_add(minor.len()).saturating_add(1);
        let major = number(major, "major", "Major", 0)?;
        let minor = number(minor, "minor", "Minor", minor_at)?;
        let (rest, build) = match rest.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (rest, None),
        };
        let (patch, pre) = match rest.split_once('-') {
            Some((patch, pre)) => (patch, Some(pre)),
            None => (rest, None),
        };
        let pre_at = rest_at.saturating_add(patch.len()).saturating_add(1);
        let build_at = rest_at.saturating_add(rest.len()).saturating_add(1);
        let patch = number(patch, "patch", "Patch", rest_at)?;
        let pre = pre.map(|pre| identifiers(pre, pre_at)).transpose()?.unwrap_or_default();
        let build = build.map(|build| build_parts(build, build_at)).transpose()?.unwrap_or_default();
        Ok(Version { major, minor, patch, pre, build })
    }

    /// Fast path for the form of nearly all versions: three numbers and nothing else. Any other form is left to
    /// [`Version::parse`].
    pub(crate) fn plain(text: &str) -> Option<Version> {
        // A number with one digit less than the largest number cannot overflow.
        const DIGITS: u32 = u64::MAX.ilog10();
        let mut numbers = [0_u64; 3];
        let (mut at, mut digits) = (0_usize, 0_u32);
        for byte in text.bytes() {
            let number = numbers.get_mut(at)?;
            let has_leading_zero = digits > 0 && *number == 0;
            match byte {
                b'0'..=b'9' if digits < DIGITS && !has_leading_zero => {
                    *number = number.wrapping_mul(10).wrapping_add(u64::from(byte & 0xF));
                    digits = digits.wrapping_add(1);
                }
                b'.' if digits > 0 => (at, digits) = (at.wrapping_add(1), 0),
                _ => return None,
            }
        }
        let [major, minor, patch] = numbers;
        (at == 2 && digits > 0).then(|| Version::new(major, minor, patch))
    }

    fn core(&self) -> (u64, u64, u64) {
        (self.major, self.minor, self.patch)
    }
}

fn is_identifier(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn number(text: &str, lower: &str, upper: &str, offset: usize) -> Result<u64, VersionError> {
    if !is_number(text) {
        let message = format!("Invalid character(s) found in {lower} number {}", go_quote(text));
        return Err(VersionError::new(message, offset));
    }
    if text.len() > 1 && text.starts_with('0') {
        let message = format!("{upper} number must not contain leading zeroes {}", go_quote(text));
        return Err(VersionError::new(message, offset));
    }
    parse_uint(text, offset)
}

fn parse_uint(text: &str, offset: usize) -> Result<u64, VersionError> {
    let (problem, reason) = match text.is_empty() {
        true => ("invalid syntax", "a number is missing"),
        false => ("value out of range", "a number is too large"),
    };
    text.parse().map_err(|_| VersionError {
        reason: Some(reason.to_owned()),
        ..VersionError::new(format!("strconv.ParseUint: parsing {}: {problem}", go_quote(text)), offset)
    })
}

fn identifiers(text: &str, start: usize) -> Result<Vec<Identifier>, VersionError> {
    let mut offset = start;
    let mut found = Vec::new();
    for part in text.split('.') {
        found.push(identifier(part, offset)?);
        offset = offset.saturating_add(part.len()).saturating_add(1);
    }
    Ok(found)
}

fn identifier(text: &str, offset: usize) -> Result<Identifier, VersionError> {
    if text.is_empty() {
        return Err(VersionError::new("Prerelease is empty", offset));
    }
    if is_number(text) {
        if text.len() > 1 && text.starts_with('0') {
            let message = format!("Numeric PreRelease version must not contain leading zeroes {}", go_quote(text));
            return Err(VersionError::new(message, offset));
        }
        return parse_uint(text, offset).map(Identifier::Numeric);
    }
    if is_identifier(text) {
        return Ok(Identifier::Alphanumeric(text.to_owned()));
    }
    Err(VersionError::new(format!("Invalid character(s) found in prerelease {}", go_quote(text)), offset))
}

fn build_parts(text: &str, start: usize) -> Result<Vec<String>, VersionError> {
    let mut offset = start;
    for part in text.split('.') {
        if part.is_empty() {
            return Err(VersionError::new("Build meta data is empty", offset));
        }
        if !is_identifier(part) {
            let message = format!("Invalid character(s) found in build meta data {}", go_quote(part));
            return Err(VersionError::new(message, offset));
        }
        offset = offset.saturating_add(part.len()).saturating_add(1);
    }
    Ok(text.split('.').map(str::to_owned).collect())
}

/// Parses dot-separated pre-release identifiers of any length.
///
/// # Errors
/// [`VersionError`] with blang's message for the first invalid identifier.
pub fn parse_identifiers(text: &str) -> Result<Vec<Identifier>, VersionError> {
    identifiers(text, 0)
}

/// Parses a release: up to 20 bytes of dot-separated pre-release identifiers (`release` of `olm.package`). An empty
/// text is not a valid release.
///
/// # Errors
/// [`VersionError`] with operator-registry's message.
pub fn parse_release(text: &str) -> Result<Vec<Identifier>, VersionError> {
    const MAX: usize = 20;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if text.len() > MAX {
        let message = format!("invalid release {}: exceeds maximum length of {MAX} characters", go_quote(text));
        let reason = Some(format!("it is longer than {MAX} bytes"));
        return Err(VersionError { reason, ..VersionError::new(message, MAX) });
    }
    let mut found = Vec::new();
    let mut errors: Vec<String> = Vec::new();
    let mut first: Option<VersionError> = None;
    let mut offset = 0_usize;
    for (at, part) in text.split('.').enumerate() {
        match identifier(part, offset) {
            Ok(identifier) => found.push(identifier),
            Err(error) => {
                errors.push(format!("segment {at}: {error}"));
                first.get_or_insert(error);
            }
        }
        offset = offset.saturating_add(part.len()).saturating_add(1);
    }
    let Some(first) = first else { return Ok(found) };
    let message = format!("invalid release {}: {}", go_quote(text), errors.join("\n"));
    Err(VersionError { message, reason: Some(first.reason().to_owned()), offset: first.offset })
}

/// Parses like blang's `ParseTolerant`: surrounding whitespace, a leading `v`, leading zeros and missing numbers are
/// accepted.
///
/// # Errors
/// [`VersionError`] with blang's message. Offsets refer to the completed text.
pub fn parse_tolerant(text: &str) -> Result<Version, VersionError> {
    let text = text.trim();
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<String> = text.splitn(3, '.').map(strip_zeros).collect();
    if parts.len() < 3 {
        if parts.last().is_some_and(|last| last.contains(['+', '-'])) {
            return Err(VersionError::new("Short version cannot contain PreRelease/Build meta data", 0));
        }
        parts.resize(3, "0".to_owned());
    }
    Version::parse(&parts.join("."))
}

fn strip_zeros(part: &str) -> String {
    if part.len() <= 1 {
        return part.to_owned();
    }
    let rest = part.trim_start_matches('0');
    if rest.starts_with(|c: char| c.is_ascii_digit()) { rest.to_owned() } else { format!("0{rest}") }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.core().cmp(&other.core()).then_with(|| match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => self.pre.cmp(&other.pre),
        })
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Identifier::Numeric(number) => number.fmt(f),
            Identifier::Alphanumeric(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (at, part) in self.pre.iter().enumerate() {
            write!(f, "{}{part}", if at == 0 { '-' } else { '.' })?;
        }
        for (at, part) in self.build.iter().enumerate() {
            write!(f, "{}{part}", if at == 0 { '+' } else { '.' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn errors_have_their_places() {
        let cases = [("1.2.x", 4), ("1.02.3", 2), ("1.2.3-a..b", 8), ("1.2.3-a.01", 8), ("1.2.3+a.b_c", 8)];
        for (text, offset) in cases {
            assert_eq!(Version::parse(text).unwrap_err().offset(), offset, "{text}");
        }
    }
}
