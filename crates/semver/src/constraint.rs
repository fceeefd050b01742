//! Constraints: `spec.source.catalog.version` of OLM v1's ClusterExtension.
//!
//! OLM v1 reads them with [Masterminds/semver](https://github.com/Masterminds/semver) v3.5, not with blang: blanks and
//! commas both mean "and", missing numbers and `x` are wildcards, `~`, `^` and hyphen ranges exist, and pre-releases are
//! left out unless a comparison beside them names one.

use std::borrow::Cow;
use std::fmt;

use crate::version::{Identifier, Version};
use olmkit_gostd::go_quote;

/// Bytes of the longest constraint.
const MAX_LENGTH: usize = 512;
/// Alternatives of the widest constraint.
const MAX_GROUPS: usize = 32;
/// Bytes of the longest version in a constraint.
const MAX_VERSION: usize = 256;

/// Any of its groups must hold, and of a group every term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraints {
    groups: Vec<Group>,
}

/// Why a constraint cannot be read. Displays as Masterminds/semver's own text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstraintError {
    /// It has more than 512 bytes.
    TooLong,
    /// It has more than 32 groups.
    TooManyGroups,
    /// A group has another form.
    Improper(String),
    /// A version in it is not valid.
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
    /// One of its terms names a pre-release: then all of them look at pre-releases.
    with_pre: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    op: Op,
    version: Version,
    wild: Wild,
}

/// From which number on a version is left open.
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

/// The longer of two operators that begin alike comes first.
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

/// A term of the right form, whose numbers are not looked at yet.
struct Shape<'t> {
    op: Op,
    version: VersionShape<'t>,
}

/// A version of the right form.
struct VersionShape<'t> {
    text: &'t str,
    numbers: [&'t str; 3],
    pre: &'t str,
}

impl Constraints {
    /// Reads a constraint.
    ///
    /// # Errors
    /// [`ConstraintError`] with the library's text: a group of another form, a number beyond 64 bits, more than 512 bytes
    /// or 32 groups.
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

    /// Whether a version fulfils the constraint. Build metadata counts for nothing.
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
        // `~0.0.0` is all from there on.
        let is_zero = (bound.major, bound.minor, bound.patch) == (0, 0, 0);
        if is_zero && !matches!(wild, Wild::Minor | Wild::Patch) {
            return true;
        }
        version.major == bound.major && (version.minor == bound.minor || wild == Wild::Minor)
    }

    /// No change of the first number that is not zero. `^*` is `^0.0.0`: the library keeps no trace of the wildcard.
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

/// Whether the library reads a version: one to three numbers, `v` before them if you like, and no wildcard.
#[must_use]
pub fn is_partial_version(text: &str) -> bool {
    let Some((VersionShape { numbers, pre, .. }, "")) = version(text) else { return false };
    let [major, minor, patch] = numbers;
    // A number that is left out is empty.
    let is_number = |text: &str| text.is_empty() || number(text).is_some();
    is_number(major)
        && is_number(minor)
        && is_number(patch)
        && pre.split('.').filter(|part| !part.is_empty()).all(|part| identifier(part).is_some())
}

/// The library's blanks.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

fn unblank(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// What is behind blanks, if there is at least one.
fn behind_blanks(text: &str) -> Option<&str> {
    let rest = unblank(text);
    (rest.len() < text.len()).then_some(rest)
}

/// The terms of a group, separated by spaces or a comma.
fn shapes(text: &str) -> Option<Vec<Shape<'_>>> {
    let mut found = Vec::new();
    let mut rest = unblank(text);
    loop {
        let (op, after) = operator(rest);
        let (version, after) = version(unblank(after))?;
        found.push(Shape { op, version });
        let next = unblank(after);
        if next.is_empty() {
            return Some(found);
        }
        rest = match next.strip_prefix(',') {
            Some(next) => unblank(next),
            None => behind_blanks(after)?,
        };
    }
}

fn operator(text: &str) -> (Op, &str) {
    OPS.iter().find_map(|(sign, op)| Some((*op, text.strip_prefix(sign)?))).unwrap_or((Op::Equal, text))
}

/// A version at the start of a text, and what follows: up to three numbers or wildcards, pre-release, build metadata.
fn version(text: &str) -> Option<(VersionShape<'_>, &str)> {
    let mut rest = text.strip_prefix('v').unwrap_or(text);
    let mut numbers = [""; 3];
    for (at, slot) in numbers.iter_mut().enumerate() {
        let part = if at == 0 { Some(rest) } else { rest.strip_prefix('.') };
        // The library lets `|` pass here, and stumbles over it later.
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

/// The characters of a kind at the start, at least one, and what follows.
fn some_of(text: &str, is_of: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let end = text.find(|c| !is_of(c)).unwrap_or(text.len());
    if end == 0 { None } else { text.split_at_checked(end) }
}

/// Identifiers with dots between them, and what follows.
fn identifiers(text: &str) -> Option<(&str, &str)> {
    let one = |text| some_of(text, |c: char| c.is_ascii_alphanumeric() || c == '-');
    let (_, mut rest) = one(text)?;
    while let Some((_, after)) = rest.strip_prefix('.').and_then(one) {
        rest = after;
    }
    text.split_at_checked(text.len().saturating_sub(rest.len()))
}

/// Leading zeros are allowed here.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A number beyond 64 bits is compared as text.
fn identifier(text: &str) -> Option<Identifier> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && text.len() > 1 && text.starts_with('0') {
        return None;
    }
    let number = if is_number { text.parse().ok() } else { None };
    Some(number.map_or_else(|| Identifier::Alphanumeric(text.to_owned()), Identifier::Numeric))
}

/// `1.0 - 2.0` becomes `>= 1.0, <= 2.0 `, wherever it is.
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
    let (low, rest) = version(unblank(text))?;
    let rest = behind_blanks(rest)?.strip_prefix('-')?;
    let (high, rest) = version(behind_blanks(rest)?)?;
    Some((low.text, high.text, unblank(rest)))
}
