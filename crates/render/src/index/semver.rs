//! The modes `semver` and `semver-skippatch`: edges are determined by versions.

use olmkit_collections::{SortedMap, SortedSet, order};

use olmkit_catalog::edits::NewEntry;
use olmkit_semver::Version;

use super::addition::Addition;
use super::age::Age;
use super::{IndexBundle, IndexError, IndexPackage};

/// Sorts the new bundles, oldest first.
pub(super) fn oldest_first<'a>(new: &[&'a Addition]) -> Result<Vec<&'a Addition>, IndexError> {
    let mut sorted = Vec::new();
    for bundle in new {
        sorted.push((valid(&bundle.version)?, *bundle));
    }
    order::sort_by(&mut sorted, |(a, _), (b, _)| a.cmp(b));
    Ok(sorted.into_iter().map(|(_, bundle)| bundle).collect())
}

fn valid(version: &str) -> Result<Age, IndexError> {
    let invalid = || IndexError::new(format!("Bundle version {version} is not valid"));
    if version.is_empty() { Err(invalid()) } else { Age::parse(version).map_err(|_| invalid()) }
}

pub(super) fn add(package: &mut IndexPackage, new: &Addition, skip_patch: bool) -> Result<(), IndexError> {
    let version = valid(&new.version)?.version;
    let channels: Vec<&String> = new.channels.iter().filter(|name| !name.is_empty()).collect();
    if let Some(named) = &new.default_channel {
        package.default_channel.clone_from(named);
    } else if package.default_channel.is_empty() {
        let Some(first) = channels.iter().min() else {
            return Err(IndexError::new("Default channel is missing and can't be inferred"));
        };
        package.default_channel = (*first).clone();
    }
    for channel in channels {
        let entries = package.channels.entry(channel.clone()).or_default();
        insert(entries, &package.bundles, new, &version, skip_patch)?;
    }
    package.bundles.insert(new.name.clone(), new.bundle());
    Ok(())
}

/// Inserts an entry between those with a lower and those with a higher version.
fn insert(
    entries: &mut Vec<NewEntry>,
    bundles: &SortedMap<String, IndexBundle>,
    new: &Addition,
    version: &Version,
    skip_patch: bool,
) -> Result<(), IndexError> {
    let of = |entry: &NewEntry| bundles.get(&entry.name).and_then(|bundle| Version::parse(&bundle.version).ok());
    let mut known: Vec<(Version, String)> =
        entries.iter().filter_map(|entry| Some((of(entry)?, entry.name.clone()))).collect();
    order::sort(&mut known);
    if known.iter().any(|(other, _)| other == version) {
        return Err(IndexError::new(format!("Bundle version {} already added to index", new.version)));
    }
    let split = known.partition_point(|(other, _)| other < version);
    let (below, above) = known.split_at_checked(split).unwrap_or_default();
    let mut entry = NewEntry {
        name: new.name.clone(),
        replaces: below.last().map(|(_, name)| name.clone()),
        skips: Vec::new(),
        skip_range: new.skip_range.clone().filter(|range| !range.is_empty()),
    };
    if skip_patch {
        let is_same_minor = |other: &Version| (other.major, other.minor) == (version.major, version.minor);
        let passed: Vec<String> =
            below.iter().filter(|(other, _)| is_same_minor(other)).map(|(_, name)| name.clone()).collect();
        let passed_names: SortedSet<&String> = passed.iter().collect();
        let others = entries.iter().filter(|entry| !passed_names.contains(&entry.name));
        let skipped: SortedSet<&String> = others.flat_map(|entry| &entry.skips).collect();
        let is_free = |name: &String| !passed_names.contains(name) && !skipped.contains(name);
        entry.replaces = below.iter().rev().map(|(_, name)| name).find(|name| is_free(name)).cloned();
        for old in entries.iter_mut().filter(|old| passed_names.contains(&old.name)) {
            (old.replaces, old.skips) = (None, Vec::new());
        }
        entry.skips = passed;
    }
    if let Some((_, next)) = above.first()
        && let Some(next) = entries.iter_mut().find(|entry| entry.name == *next)
    {
        (next.replaces, next.skips) = (Some(new.name.clone()), Vec::new());
    }
    entries.push(entry);
    Ok(())
}

#[cfg(test)]
mod tests {
    use olmkit_testing::grows_linearly;

    use super::{Addition, IndexBundle, IndexPackage, NewEntry, add};

    #[test]
    fn a_patch_of_many_versions_is_added_in_linear_time() {
        let package = |count: usize| {
            let mut package = IndexPackage::default();
            let entries = package.channels.entry("stable".to_owned()).or_default();
            for patch in 0..count {
                let name = format!("foo.v1.0.{patch}");
                entries.push(NewEntry { name: name.clone(), ..NewEntry::default() });
                let bundle = IndexBundle { version: format!("1.0.{patch}"), ..IndexBundle::default() };
                package.bundles.insert(name, bundle);
            }
            package
        };
        let new = |count: usize| Addition {
            name: "new".to_owned(),
            version: format!("1.0.{count}"),
            channels: vec!["stable".to_owned()],
            ..Addition::default()
        };
        grows_linearly(
            2_000,
            |count| (package(count), count),
            |(package, count)| {
                let mut package = package.clone();
                add(&mut package, &new(*count), true).unwrap();
                let added = package.channels.values().flatten().last().unwrap();
                assert_eq!((added.name.as_str(), added.skips.len()), ("new", *count));
            },
        );
    }
}
