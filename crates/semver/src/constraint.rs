//! Constraints: `spec.source.catalog.version` of OLM v1's ClusterExtension.
//!
//! OLM v1 parses them with [Masterminds/semver](https://github.com/Masterminds/semver) v3.5, not with blang. Whitespace
//! and commas both mean "and", missing numbers and `x` are wildcards, and `~`, `^` and hyphen ranges exist.
//! Pre-releases do not match unless a comparator of the same group names one.

use std::borrow::Cow;
use std::fmt;

use crate::version::{Identifier, Version};
use olmkit_gostd::go_quote;

/// The maximum length of a constraint in bytes.
const MAX_LENGTH: usize = 512;
/// The maximum number of alternatives.
const MAX_GROUPS: usize = 32;
/// The maximum length of a version in a constraint, in bytes.
const MAX_VERSION: usize = 256;

/// A constraint: at least one group must match, and all terms of that group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraints {
    groups: Vec<Group>,
}

/// The reason why a constraint is invalid. Displayed as the message of Masterminds/semver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstraintError {
    /// The constraint is longer than 512 bytes.
    TooLong,
    /// The constraint has more than 32 groups.
    TooManyGroups,
    /// A group does not have the required form.
    Improper(String),
    /// A version in the constraint is invalid.
    Version,
}

impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConstraintError::TooLong => write!(f, "constraint string is too long (max {MAX_LENGTH} bytes)"),
            ConstraintError::TooManyGroups => write!(f, "too many constraint groups (max {MAX_GROUPS})"),
            ConstraintError::Improper(group) => write!(f, "improper constraint: {}", go_quote(group)),
            ConstraintError::Version => f.write_str("constraint parser error"),
        }
    }
}

impl std::error::Error for ConstraintError {}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    terms: Vec<Term>,
    /// Whether a term names a pre-release. Then all terms of the group match pre-releases.
    with_pre: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    op: Op,
    version: Version,
    wild: Wild,
}

/// The first wildcard of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wild {
    Nothing,
    Patch,
    Minor,
    Major,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    Tilde,
    Caret,
}

/// Longer operators come before their prefixes.
const OPS: [(&str, Op); 11] = [
    ("!=", Op::NotEqual),
    (">=", Op::GreaterEqual),
    ("=>", Op::GreaterEqual),
    ("<=", Op::LessEqual),
    ("=<", Op::LessEqual),
    ("~>", Op::Tilde),
    ("=", Op::Equal),
    (">", Op::Greater),
    ("<", Op::Less),
    ("~", Op::Tilde),
    ("^", Op::Caret),
];

/// A term of the required form, whose numbers are not parsed yet.
struct Shape<'t> {
    op: Op,
    version: VersionShape<'t>,
}

/// A version of the required form.
struct VersionShape<'t> {
    text: &'t str,
    numbers: [&'t str; 3],
    pre: &'t str,
}

impl Constraints {
    /// Parses a constraint.
    ///
    /// # Errors
    /// [`ConstraintError`] with the library's message: a group does not have the required form, a number exceeds 64
    /// bits, or the constraint exceeds 512 bytes or 32 groups.
    pub fn parse(text: &str) -> Result<Constraints, ConstraintError> {
        if text.len() > MAX_LENGTH {
            return Err(ConstraintError::TooLong);
        }
        let text = rewrite_hyphens(text);
        if text.split("||").count() > MAX_GROUPS {
            return Err(ConstraintError::TooManyGroups);
        }
        Ok(Constraints { groups: text.split("||").map(Group::parse).collect::<Result<_, _>>()? })
    }

    /// Whether a version satisfies the constraint. Build metadata is ignored.
    #[must_use]
    pub fn matches(&self, version: &Version) -> bool {
        self.groups.iter().any(|group| {
            (group.with_pre || version.pre.is_empty()) && group.terms.iter().all(|term| term.matches(version))
        })
    }
}

impl Group {
    fn parse(text: &str) -> Result<Group, ConstraintError> {
        let shapes = shapes(text).ok_or_else(|| ConstraintError::Improper(text.to_owned()))?;
        let terms: Option<Vec<Term>> = shapes.iter().map(Term::build).collect();
        let terms = terms.ok_or(ConstraintError::Version)?;
        let with_pre = terms.iter().any(|term| !term.version.pre.is_empty());
        Ok(Group { terms, with_pre })
    }
}

impl Term {
    fn build(shape: &Shape<'_>) -> Option<Term> {
        let VersionShape { text, numbers: [major, minor, patch], pre } = &shape.version;
        if text.len() > MAX_VERSION {
            return None;
        }
        let is_open = |number: &str| matches!(number, "" | "x" | "X" | "*");
        let (wild, version) = if is_open(major) {
            (Wild::Major, Version::new(0, 0, 0))
        } else if is_open(minor) {
            (Wild::Minor, Version::new(number(major)?, 0, 0))
        } else if is_open(patch) {
            (Wild::Patch, Version::new(number(major)?, number(minor)?, 0))
        } else {
            (Wild::Nothing, Version::new(number(major)?, number(minor)?, number(patch)?))
        };
        let pre: Option<Vec<Identifier>> = pre.split('.').filter(|part| !part.is_empty()).map(identifier).collect();
        Some(Term { op: shape.op, version: Version { pre: pre?, ..version }, wild })
    }

    fn matches(&self, version: &Version) -> bool {
        let (bound, wild) = (&self.version, self.wild);
        let of_minor = |version: &Version| (version.major, version.minor);
        match (self.op, wild) {
            (Op::Equal, Wild::Nothing) => version == bound,
            (Op::Equal | Op::Tilde, _) => self.tilde(version),
            (Op::Caret, _) => self.caret(version),
            (Op::NotEqual, Wild::Minor) => version.major != bound.major,
            (Op::NotEqual, Wild::Patch) => of_minor(version) != of_minor(bound) || version.pre != bound.pre,
            (Op::NotEqual, _) => version != bound,
            (Op::Greater, Wild::Minor) => version.major > bound.major,
            (Op::Greater, Wild::Patch) => of_minor(version) > of_minor(bound),
            (Op::Greater, _) => version > bound,
            (Op::GreaterEqual, _) => version >= bound,
            (Op::Less, _) => version < bound,
            (Op::LessEqual, Wild::Nothing) => version <= bound,
            (Op::LessEqual, Wild::Minor) => version.major <= bound.major,
            (Op::LessEqual, _) => of_minor(version) <= of_minor(bound),
        }
    }

    fn tilde(&self, version: &Version) -> bool {
        let (bound, wild) = (&self.version, self.wild);
        if version < bound {
            return false;
        }
        // `~0.0.0` matches all versions from 0.0.0 on.
        let is_zero = (bound.major, bound.minor, bound.patch) == (0, 0, 0);
        if is_zero && !matches!(wild, Wild::Minor | Wild::Patch) {
            return true;
        }
        version.major == bound.major && (version.minor == bound.minor || wild == Wild::Minor)
    }

    /// `^` allows no change of the first number that is not zero. `^*` means `^0.0.0`, because the library does not
    /// record the wildcard.
    fn caret(&self, version: &Version) -> bool {
        let (bound, wild) = (&self.version, self.wild);
        if version < bound || version.major != bound.major {
            return false;
        }
        if bound.major > 0 || wild == Wild::Minor {
            return true;
        }
        if bound.minor > 0 || wild == Wild::Patch {
            return version.minor == bound.minor;
        }
        version.minor == 0 && version.patch == bound.patch
    }
}

/// Whether the library parses a version without wildcards: one to three numbers with an optional `v`.
#[must_use]
pub fn is_partial_version(text: &str) -> bool {
    let Some((VersionShape { numbers, pre, .. }, "")) = version(text) else { return false };
    let [major, minor, patch] = numbers;
    // An omitted number is empty.
    let is_number = |text: &str| text.is_empty() || number(text).is_some();
    is_number(major)
        && is_number(minor)
        && is_number(patch)
        && pre.split('.').filter(|part| !part.is_empty()).all(|part| identifier(part).is_some())
}

/// The library's whitespace.
pub(crate) fn is_whitespace(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

fn trim_whitespace_start(text: &str) -> &str {
    text.trim_start_matches(is_whitespace)
}

/// The text after whitespace; `None` if there is none.
fn after_whitespace(text: &str) -> Option<&str> {
    let rest = trim_whitespace_start(text);
    (rest.len() < text.len()).then_some(rest)
}

/// The terms of a group, separated by spaces or commas.
fn shapes(text: &str) -> Option<Vec<Shape<'_>>> {
    let mut found = Vec::new();
    let mut rest = trim_whitespace_start(text);
    loop {
        let (op, after) = operator(rest);
        let (version, after) = version(trim_whitespace_start(after))?;
        found.push(Shape { op, version });
        let next = trim_whitespace_start(after);
        if next.is_empty() {
            return Some(found);
        }
        rest = match next.strip_prefix(',') {
            Some(next) => trim_whitespace_start(next),
            None => after_whitespace(after)?,
        };
    }
}

fn operator(text: &str) -> (Op, &str) {
    OPS.iter().find_map(|(sign, op)| Some((*op, text.strip_prefix(sign)?))).unwrap_or((Op::Equal, text))
}

/// Parses a version at the start of a text: up to three numbers or wildcards, pre-release, build metadata. Returns the
/// rest too.
fn version(text: &str) -> Option<(VersionShape<'_>, &str)> {
    let mut rest = text.strip_prefix('v').unwrap_or(text);
    let mut numbers = [""; 3];
    for (at, slot) in numbers.iter_mut().enumerate() {
        let part = if at == 0 { Some(rest) } else { rest.strip_prefix('.') };
        // The library's pattern accepts `|` here, and fails later.
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '*' | '|');
        match part.and_then(|part| some_of(part, is_number)) {
            Some((number, after)) => (*slot, rest) = (number, after),
            None if at == 0 => return None,
            None => break,
        }
    }
    let mut pre = "";
    if let Some((found, after)) = rest.strip_prefix('-').and_then(identifiers) {
        (pre, rest) = (found, after);
    }
    if let Some((_, after)) = rest.strip_prefix('+').and_then(identifiers) {
        rest = after;
    }
    let text = text.get(..text.len().saturating_sub(rest.len()))?;
    Some((VersionShape { text, numbers, pre }, rest))
}

/// The longest prefix of characters for which `is_of` holds, at least one, and the rest.
fn some_of(text: &str, is_of: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let end = text.find(|c| !is_of(c)).unwrap_or(text.len());
    if end == 0 { None } else { text.split_at_checked(end) }
}

/// Identifiers separated by dots, and the rest.
fn identifiers(text: &str) -> Option<(&str, &str)> {
    let one = |text| some_of(text, |c: char| c.is_ascii_alphanumeric() || c == '-');
    let (_, mut rest) = one(text)?;
    while let Some((_, after)) = rest.strip_prefix('.').and_then(one) {
        rest = after;
    }
    text.split_at_checked(text.len().saturating_sub(rest.len()))
}

/// Leading zeros are allowed.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A number beyond 64 bits is compared as a string.
fn identifier(text: &str) -> Option<Identifier> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && text.len() > 1 && text.starts_with('0') {
        return None;
    }
    let number = if is_number { text.parse().ok() } else { None };
    Some(number.map_or_else(|| Identifier::Alphanumeric(text.to_owned()), Identifier::Numeric))
}

/// Rewrites `1.0 - 2.0` to `>= 1.0, <= 2.0 `, at any position.
fn rewrite_hyphens(text: &str) -> Cow<'_, str> {
    if !text.contains('-') {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((low, high, after)) = hyphen_range(rest) {
            out.push_str(&format!(">= {low}, <= {high} "));
            rest = after;
        } else {
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    Cow::Owned(out)
}

fn hyphen_range(text: &str) -> Option<(&str, &str, &str)> {
    let (low, rest) = version(trim_whitespace_start(text))?;
    let rest = after_whitespace(rest)?.strip_prefix('-')?;
    let (high, rest) = version(after_whitespace(rest)?)?;
    Some((low.text, high.text, trim_whitespace_start(rest)))
}
