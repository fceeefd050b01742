//! Checks before bundles are added.

use olmkit_collections::{SortedMap, SortedSet};

use super::addition::{AddOptions, Addition};
use super::{Index, IndexError, IndexPackage, go_list};

const EXISTS: &str = "Bundle already added that provides package and csv";
const NOT_LATEST: &str = "Cannot overwrite a bundle that is not at the head of a channel using --overwrite-latest";
const OVERWRITES_TWO: &str =
    "Cannot overwrite more than one bundle at a time for a given package using --overwrite-latest";
const ALPHA: &str = "SubstitutesFor is an alpha-only feature. You must enable alpha features with the flag \
                     --enable-alpha in order to use this feature.";

pub(super) fn check(index: &Index, new: &[Addition], options: AddOptions) -> Result<(), IndexError> {
    IndexError::all(new.iter().flat_map(|bundle| known(index, bundle, options)).collect())?;
    if options.overwrite_latest {
        overwritten(index, new)?;
    }
    homes(index, new)?;
    match new.iter().any(|bundle| bundle.substitutes_for.is_some()) && !options.enable_alpha {
        true => Err(IndexError::new(ALPHA)),
        false => Ok(()),
    }
}

/// Checks that a new bundle is not in its package yet.
fn known(index: &Index, bundle: &Addition, options: AddOptions) -> Vec<IndexError> {
    let Some(package) = index.get(&bundle.package) else { return Vec::new() };
    let mut errors = Vec::new();
    let has_image = !bundle.image.is_empty() && package.bundles.values().any(|other| other.image == bundle.image);
    if has_image {
        errors.push(IndexError { code: 2, ..IndexError::new(format!("Bundle {} already exists", bundle.image)) });
    }
    if (has_image || !options.overwrite_latest) && package.channels_of(&bundle.name).next().is_some() {
        errors.push(IndexError { code: 3, ..IndexError::new(EXISTS) });
    }
    errors
}

/// Checks overwritten bundles. Each must be the head of all its channels, and there can be one per package.
fn overwritten(index: &Index, new: &[Addition]) -> Result<(), IndexError> {
    let mut packages = SortedSet::new();
    for bundle in new {
        let Some(package) = index.get(&bundle.package) else { continue };
        if package.channels_of(&bundle.name).next().is_none() {
            continue;
        }
        if !is_head(package, &bundle.name) {
            return Err(IndexError::new(NOT_LATEST));
        }
        if !packages.insert(&bundle.package) {
            return Err(IndexError::new(OVERWRITES_TWO));
        }
    }
    Ok(())
}

fn is_head(package: &IndexPackage, bundle: &str) -> bool {
    package.channels_of(bundle).all(|(channel, _)| {
        let mut others = package.channels.get(channel).into_iter().flatten();
        !others.any(|entry| entry.replaces.as_deref() == Some(bundle) || entry.skips.iter().any(|skip| skip == bundle))
    })
}

/// Checks that a name belongs to one package, in entries and in edges.
fn homes(index: &Index, new: &[Addition]) -> Result<(), IndexError> {
    let mut homes: SortedMap<&str, SortedSet<&str>> = SortedMap::new();
    for bundle in new {
        let edges = bundle.replaces.iter().chain(&bundle.skips).filter(|name| !name.is_empty());
        for name in std::iter::once(&bundle.name).chain(edges) {
            homes.entry(name).or_default().insert(&bundle.package);
        }
    }
    for (name, packages) in &homes {
        if packages.len() > 1 {
            let packages = go_list(packages.iter().copied());
            let text = format!("bundle {name} must belong to exactly one package, found on: {packages}");
            return Err(IndexError::new(text));
        }
    }
    for (known, package) in index {
        for (name, packages) in &homes {
            let other = packages.first().filter(|other| **other != known);
            if let Some(other) = other.filter(|_| package.bundles.contains_key(*name)) {
                let text = format!(
                    "bundle {name} belongs to package {known} on index, cannot be added as an edge for package {other}"
                );
                return Err(IndexError::new(text));
            }
        }
    }
    Ok(())
}
