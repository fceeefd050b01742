//! Versions that are served at the same time: an object of one version must be valid in the others.

use olmkit_collections::{SortedSet, order};
use std::cmp::Ordering;

use super::{Break, Version, schema};

/// The maximum number of versions of one definition that are compared with each other. It keeps the work proportional
/// to the input.
const MAX: usize = 16;

/// Reports the breaking differences from an older to a newer served version that the old definition does not have.
pub(crate) fn compare(before: &[Version<'_>], after: &[Version<'_>], found: &mut Vec<Break>) {
    let key = |one: &Break| (one.from.clone(), one.version.clone(), one.field.clone(), one.check, one.message.clone());
    let known: SortedSet<_> = between(before).iter().map(key).collect();
    for mut new in between(after).into_iter().filter(|one| !known.contains(&key(one))) {
        new.message = format!("from {} to {}, both of which are served, {}", new.from, new.version, new.message);
        found.push(new);
    }
}

fn between(versions: &[Version<'_>]) -> Vec<Break> {
    let mut served: Vec<&Version<'_>> = versions.iter().filter(|version| version.served).collect();
    order::sort_by(&mut served, |one, other| by_age(&one.name, &other.name));
    served.truncate(MAX);
    let mut found = Vec::new();
    for (at, old) in served.iter().enumerate() {
        for new in served.iter().skip(at.saturating_add(1)) {
            schema::compare(old, new, &mut found);
        }
    }
    found
}

/// The version order of Kubernetes: other names from z to a, then alpha, beta and stable versions, each by number.
fn by_age(one: &str, other: &str) -> Ordering {
    match (parts(one), parts(other)) {
        (None, None) => other.cmp(one),
        (one, other) => one.cmp(&other),
    }
}

/// The maturity and the numbers of a version name such as `v1` or `v2beta1`.
fn parts(name: &str) -> Option<(u8, u64, u64)> {
    let rest = name.strip_prefix('v')?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    for (maturity, word) in ["alpha", "beta"].into_iter().enumerate() {
        if let Some((major, minor)) = rest.split_once(word) {
            return Some((u8::try_from(maturity).unwrap_or(u8::MAX), number(major)?, number(minor)?));
        }
    }
    Some((u8::MAX, number(rest)?, 0))
}
