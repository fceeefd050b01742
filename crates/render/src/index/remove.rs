//! Removes packages and bundles from an index.

use super::{Index, IndexError};

/// Returns the index without some packages.
///
/// # Errors
/// Returns opm's error for the first name that is not a package.
pub fn remove(index: &Index, names: &[String]) -> Result<Index, IndexError> {
    let mut after = index.clone();
    for name in names {
        if after.remove(name).is_none() {
            let text = format!("error removing operator package {name}: no package found for packagename {name}");
            let error = IndexError::new(format!("error deleting packages from database: {text}"));
            return Err(error.explained(format!("the catalog has no package `{name}`")));
        }
    }
    Ok(after)
}

/// Returns the index with only some packages. Names that are not packages are ignored.
#[must_use]
pub fn prune(index: &Index, keep: &[String]) -> Index {
    let kept = index.iter().filter(|(name, _)| keep.contains(name));
    kept.map(|(name, package)| (name.clone(), package.clone())).collect()
}

/// Returns the index without the bundles that no channel contains.
#[must_use]
pub fn prune_stranded(index: &Index) -> Index {
    let mut after = index.clone();
    after.values_mut().for_each(super::IndexPackage::drop_unused_bundles);
    after
}
