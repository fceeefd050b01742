//! Evaluates a skipRange on the entries of its channel.

use olmkit_catalog::Catalog;
use olmkit_catalog::facts::EntryFacts;
use olmkit_catalog::rules::channels::ch_skiprange_syntax::npm_to_blang;
use olmkit_collections::Table;
use olmkit_semver::{Range, Version};
use olmkit_text::{MAX_NAMES, listed};
use std::cmp::Reverse;

use crate::api::{RangeQuery, RangeReport, RangeRow, VERSION};

/// Returns the report; without entries if the channel does not exist.
pub(crate) fn report(catalog: &Catalog<'_>, query: &RangeQuery) -> RangeReport {
    let mut report = RangeReport { version: VERSION, ..RangeReport::default() };
    let range = match Range::parse(&query.text) {
        Ok(range) => range,
        Err(error) => {
            report.problem = Some(error.reason().to_owned());
            report.suggestion = npm_to_blang(&query.text);
            // The report then describes what the suggestion matches.
            let Some(Ok(range)) = report.suggestion.as_deref().map(Range::parse) else { return report };
            range
        }
    };
    let entries = entries(catalog, query);
    let own = entries.iter().find(|(name, _)| *name == query.entry).and_then(|(_, version)| version.clone());
    report.description = range.describe();
    let matches = |version: &Version| range.contains(version).unwrap_or(false);
    let mut newer = Vec::new();
    let mut others = 0_usize;
    let is_in: Vec<bool> = entries.iter().map(|(_, version)| version.as_ref().is_some_and(matches)).collect();
    for (at, (name, version)) in entries.into_iter().enumerate() {
        let beside = [at.checked_sub(1), at.checked_add(1)];
        let is_own = name == query.entry;
        others = others.saturating_add(usize::from(!is_own));
        let row = RangeRow {
            name: name.to_owned(),
            version: version.as_ref().map(ToString::to_string),
            just_missed: version.as_ref().is_some_and(|version| is_just_missed(version, matches)),
            is_next: version.is_some()
                && !is_own
                && is_in.get(at) == Some(&false)
                && beside.into_iter().flatten().any(|other| is_in.get(other) == Some(&true)),
        };
        if version.as_ref().is_some_and(matches) {
            if is_own {
                report.warnings.push("It matches its own entry.".to_owned());
            } else if version > own && own.is_some() {
                newer.push(name.to_owned());
            }
            report.matched.push(row);
        } else {
            report.missed.push(row);
        }
    }
    let number = report.matched.iter().filter(|row| row.name != query.entry).count();
    if !newer.is_empty() {
        let newer = listed(newer, MAX_NAMES, "and");
        report.warnings.push(format!("It matches newer versions: {newer}. Clusters could be downgraded."));
    }
    report.warnings.extend(extent_warning(&range, (number, others), || replaces(catalog, query)));
    report
}

/// The warning about a range that matches `number` of `others` entries, if these are none or all.
fn extent_warning(range: &Range, (number, others): (usize, usize), replaces: impl Fn() -> bool) -> Option<String> {
    let warning = if range.is_never() {
        "No version can match it."
    } else if number == 0 {
        "It matches no other entry of the channel."
    } else if number == others && others > 1 && !replaces() {
        "It matches every other entry. Without `replaces`, `startingCSV` can install this entry only."
    } else {
        return None;
    };
    Some(warning.to_owned())
}

/// Whether a version does not match only because it is a prerelease.
fn is_just_missed(version: &Version, matches: impl Fn(&Version) -> bool) -> bool {
    !version.pre.is_empty() && !matches(version) && matches(&Version { pre: Vec::new(), ..version.clone() })
}

/// Whether the entry has `replaces`.
fn replaces(catalog: &Catalog<'_>, query: &RangeQuery) -> bool {
    facts(catalog, query).any(|entry| {
        entry.own_name() == query.entry && entry.replaces.as_ref().is_some_and(|name| !name.value.is_empty())
    })
}

fn facts<'c>(catalog: &'c Catalog<'_>, query: &RangeQuery) -> impl Iterator<Item = &'c EntryFacts> {
    let wanted = catalog.channel_docs.iter().find(|channel| {
        channel.doc.facts.package_name() == query.package && channel.doc.facts.own_name() == query.channel
    });
    wanted.into_iter().flat_map(|channel| &channel.body.entries)
}

/// Returns name and version of the channel's entries by descending version, with those without a version last.
fn entries<'c>(catalog: &'c Catalog<'_>, query: &RangeQuery) -> Vec<(&'c str, Option<Version>)> {
    let mut versions = Table::default();
    for bundle in catalog.bundle_docs.iter().filter(|bundle| bundle.doc.facts.package_name() == query.package) {
        let text = bundle.body.written_version();
        if let Some(version) = text.and_then(|text| Version::parse(&text.value).ok()) {
            versions.or_insert(bundle.doc.facts.own_name(), version);
        }
    }
    let mut entries: Vec<_> =
        facts(catalog, query).map(|entry| (entry.own_name(), versions.get(entry.own_name()).cloned())).collect();
    olmkit_collections::order::sort_by_key(&mut entries, |(name, version)| {
        (version.is_none(), Reverse(version.clone()), Reverse(*name))
    });
    entries
}
