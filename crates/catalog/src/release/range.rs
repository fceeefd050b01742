//! Proposes the skipRange of a new release, derived from the ranges of the newest entries.

use olmkit_semver::{Range, Version};

use olmkit_upgrade::{Graph, Node, VersionId};

/// The number of newest entries that define the convention.
const LOOKED_AT: usize = 5;

/// The lower bound of a range, relative to the version of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lower {
    /// The same version in all entries.
    Same,
    OwnMinor,
    MinorBefore,
    OwnMajor,
}

const KINDS: [Lower; 4] = [Lower::Same, Lower::MinorBefore, Lower::OwnMajor, Lower::OwnMinor];

/// Returns the range and its explanation. `None` if most of the newest entries do not have a range.
pub(super) fn propose(
    graph: &Graph<'_, '_>,
    order: &[VersionId],
    older: &[VersionId],
    version: &Version,
) -> Option<(String, String)> {
    let samples: Vec<VersionId> = order.iter().copied().take(LOOKED_AT).collect();
    let range_of = |id: VersionId| graph.node_of(id).and_then(Node::range_text).filter(|text| !text.trim().is_empty());
    let ranged: Vec<VersionId> = samples.iter().copied().filter(|id| range_of(*id).is_some()).collect();
    let model = *ranged.first().filter(|_| is_convention(&ranged, &samples))?;
    let (text, own) = (range_of(model)?, graph.version(model)?);
    let below = order.iter().copied().skip_while(|id| *id != model).nth(1).and_then(|id| graph.version(id));
    let first = first_lower(text);
    let fits = |id: VersionId, kind: Lower| {
        let (Some(version), Some(begin)) = (graph.version(id), range_of(id).and_then(first_lower)) else {
            return false;
        };
        match kind {
            Lower::Same => Some(begin) == first,
            _ => lower(kind, version).as_deref() == Some(core(begin)),
        }
    };
    let votes = |kind: &Lower| ranged.iter().filter(|id| fits(**id, *kind)).count();
    // If there is a tie, the first kind is chosen.
    let kind = KINDS.into_iter().rev().max_by_key(votes).unwrap_or(Lower::Same);
    let made = [kind, Lower::Same].into_iter().find_map(|kind| {
        let made = rewrite(text, |sign, part| {
            let known = Version::parse(part).ok()?;
            if known == *own {
                return Some(version.to_string());
            }
            if is_lower(sign) {
                let begin = lower(kind, version).filter(|_| Some(part) == first)?;
                return Some(format!("{begin}{}", suffix(part)));
            }
            let below_new = older.first().and_then(|id| graph.version(*id))?;
            (Some(&known) == below).then(|| below_new.to_string())
        });
        let range = Range::parse(&made).ok()?;
        let is_good = !range.is_never() && range.contains(version) == Ok(false);
        is_good.then_some(made)
    })?;
    let why = format!("It continues the skipRange of `{}`.", graph.name(model));
    Some((made, why))
}

/// Whether most samples have a range. If exactly half of them do, the newest sample decides.
fn is_convention(ranged: &[VersionId], samples: &[VersionId]) -> bool {
    match ranged.len().saturating_mul(2).cmp(&samples.len()) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => ranged.first() == samples.first(),
        std::cmp::Ordering::Greater => true,
    }
}

/// Whether an operator, which may have whitespace around it, starts a lower bound.
fn is_lower(sign: &str) -> bool {
    sign.trim_start().starts_with('>')
}

/// Returns the lower bound of a range, as a string.
fn lower(kind: Lower, version: &Version) -> Option<String> {
    match kind {
        Lower::Same => None,
        Lower::OwnMinor => Some(format!("{}.{}.0", version.major, version.minor)),
        Lower::MinorBefore => Some(format!("{}.{}.0", version.major, version.minor.checked_sub(1)?)),
        Lower::OwnMajor => Some(format!("{}.0.0", version.major)),
    }
}

/// Returns `1.2.0` for `1.2.0-rc.1`.
fn core(text: &str) -> &str {
    text.split(['-', '+']).next().unwrap_or_default()
}

/// Returns `-0` for `1.2.0-0`.
fn suffix(text: &str) -> &str {
    text.find(['-', '+']).and_then(|at| text.get(at..)).unwrap_or_default()
}

/// Returns the first lower bound of a range.
fn first_lower(text: &str) -> Option<&str> {
    parts(text).into_iter().find(|(sign, version)| is_lower(sign) && !version.is_empty()).map(|(_, version)| version)
}

/// Returns operators and versions of a range. Whitespace and `|` belong to the preceding operator.
fn parts(text: &str) -> Vec<(&str, &str)> {
    let is_sign = |c: char| matches!(c, '<' | '>' | '=' | '!' | '|') || c.is_whitespace();
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let signs = rest.find(|c: char| !is_sign(c)).unwrap_or(rest.len());
        let (sign, behind) = rest.split_at_checked(signs).unwrap_or((rest, ""));
        let end = behind.find(is_sign).unwrap_or(behind.len());
        let (version, next) = behind.split_at_checked(end).unwrap_or((behind, ""));
        parts.push((sign, version));
        rest = next;
    }
    parts
}

/// Returns the range with changed versions. Everything else stays the same.
fn rewrite(text: &str, change: impl Fn(&str, &str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    for (sign, version) in parts(text) {
        out.push_str(sign);
        out.push_str(&change(sign, version).unwrap_or_else(|| version.to_owned()));
    }
    out
}
