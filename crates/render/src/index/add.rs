//! Adds bundles to packages.

use super::addition::{AddOptions, Addition, Mode};
use super::{Index, IndexError, IndexPackage, check, replaces, semver};
use olmkit_collections::order;

/// Returns the index after adding bundles.
///
/// # Errors
/// Returns opm's error if a bundle exists, an edge leads to a missing bundle, or versions cannot be ordered.
pub fn add(index: &Index, new: &[Addition], options: AddOptions) -> Result<Index, IndexError> {
    check::check(index, new, options)?;
    let mut after = index.clone();
    let mut packages: Vec<&str> = new.iter().map(|bundle| bundle.package.as_str()).collect();
    order::sort(&mut packages);
    packages.dedup();
    for name in packages {
        let own: Vec<&Addition> = new.iter().filter(|bundle| bundle.package == name).collect();
        let before = index.get(name).cloned().unwrap_or_default();
        let package = match options.mode {
            Mode::Replaces => replaces::add(name, &before, &own, options.enable_alpha)?,
            Mode::Semver | Mode::SkipPatch => in_order(name, before, &own, options.mode)?,
        };
        after.insert(name.to_owned(), package);
    }
    Ok(after)
}

/// Adds bundles one by one, oldest first.
fn in_order(name: &str, mut package: IndexPackage, new: &[&Addition], mode: Mode) -> Result<IndexPackage, IndexError> {
    for bundle in semver::oldest_first(new)? {
        semver::add(&mut package, bundle, mode == Mode::SkipPatch)?;
    }
    if !package.channels.contains_key(&package.default_channel) {
        let default = &package.default_channel;
        return Err(IndexError::new(format!("default channel {default} is not a channel of package {name}")));
    }
    Ok(package)
}
