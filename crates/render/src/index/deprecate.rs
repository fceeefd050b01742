//! Truncates channels at a bundle: removes it and all older bundles.

use olmkit_collections::{HashMap, SortedMap, SortedSet};

use olmkit_text::{MAX_NAMES, listed_names};

use super::{Index, IndexError, IndexPackage, go_list, head_of};

/// How to treat a package if all its channel heads are deprecated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadlessPackage {
    /// Return an error.
    Refuse,
    /// Remove the package.
    Remove,
}

/// Returns the index without some bundles, given by image or name, and without all older bundles.
///
/// Edges to the given bundles stay, so that clusters which have them installed can still upgrade. A channel whose head is
/// given is removed.
///
/// # Errors
/// Returns opm's error if an image is unknown, or a truncation would remove the default channel.
pub fn deprecate_truncate(index: &Index, images: &[String], headless: HeadlessPackage) -> Result<Index, IndexError> {
    let targets = targets(index, images)?;
    let mut after = index.clone();
    if headless == HeadlessPackage::Remove {
        remove_packages(&mut after, &targets)?;
    }
    let mut errors = Vec::new();
    for (image, name, bundle) in &targets {
        let Some(package) = after.get_mut(*name).filter(|package| package.bundles.contains_key(*bundle)) else {
            continue;
        };
        if truncate(package, bundle).is_none() {
            errors.push(IndexError::new(format!(
                "error deprecating bundle {image}: Bundle deprecation causing default channel removal"
            )));
        }
    }
    IndexError::all(errors)?;
    Ok(after)
}

/// The given image or name, its package and its bundle.
fn targets<'i>(index: &'i Index, images: &'i [String]) -> Result<Vec<(&'i str, &'i str, &'i str)>, IndexError> {
    let mut known: HashMap<&str, (&str, &str)> = HashMap::default();
    for (package, of) in index.iter() {
        for (name, bundle) in of.bundles.iter() {
            for key in [bundle.image.as_str(), name] {
                known.entry(key).or_insert((package.as_str(), name.as_str()));
            }
        }
    }
    let find = |image: &'i String| {
        let (package, bundle) = known.get(image.as_str())?;
        Some((image.as_str(), *package, *bundle))
    };
    let missing: Vec<&str> = images.iter().filter(|image| find(image).is_none()).map(String::as_str).collect();
    if !missing.is_empty() {
        let plain =
            format!("the catalog has no bundle with the image or name {}", listed_names(&missing, MAX_NAMES, "or"));
        let missing = go_list(missing.into_iter());
        let error = IndexError::new(format!("target bundlepaths for deprecation missing from registry: {missing}"));
        return Err(error.explained(plain));
    }
    Ok(images.iter().filter_map(find).collect())
}

/// Removes packages if all their channel heads are given.
fn remove_packages(index: &mut Index, targets: &[(&str, &str, &str)]) -> Result<(), IndexError> {
    let given: SortedSet<(&str, &str)> = targets.iter().map(|(_, package, bundle)| (*package, *bundle)).collect();
    let packages: SortedSet<&str> = targets.iter().map(|(_, package, _)| *package).collect();
    for name in packages {
        let Some(package) = index.get(name) else { continue };
        let is_given = |channel: &str| {
            let head = package.channels.get(channel).and_then(|entries| head_of(entries));
            head.is_none_or(|head| given.contains(&(name, head)))
        };
        if !is_given(&package.default_channel) {
            continue;
        }
        if let Some((channel, entries)) = package.channels.iter().find(|(channel, _)| !is_given(channel)) {
            let head = head_of(entries).and_then(|head| package.bundles.get(head));
            let image = head.map_or("", |bundle| bundle.image.as_str());
            return Err(IndexError::new(format!(
                "cannot deprecate default channel head from package without removing all other channel heads in \
                 package {name}: must deprecate {image}, head of channel {channel}"
            )));
        }
        index.remove(name);
    }
    Ok(())
}

/// Truncates the channels of a bundle. `None` if this would remove the default channel.
fn truncate(package: &mut IndexPackage, bundle: &str) -> Option<()> {
    let tail = tail(package, bundle);
    let default = package.channels.get(&package.default_channel);
    if default.and_then(|entries| head_of(entries)).is_some_and(|head| tail.contains(head)) {
        return None;
    }
    let is_gone = |name: &String| name != bundle && tail.contains(name);
    package.channels.retain(|_, entries| {
        if !entries.iter().any(|entry| entry.name == bundle) {
            return true;
        }
        if head_of(entries) == Some(bundle) {
            return false;
        }
        entries.retain(|entry| !tail.contains(&entry.name));
        for entry in entries.iter_mut() {
            entry.replaces = entry.replaces.take().filter(|name| !is_gone(name));
            entry.skips.retain(|name| !is_gone(name));
        }
        !entries.is_empty()
    });
    package.drop_unused_bundles();
    Some(())
}

/// A bundle and everything that it reaches by `replaces` and `skips` in any channel.
fn tail(package: &IndexPackage, bundle: &str) -> SortedSet<String> {
    let mut edges: SortedMap<&str, Vec<&str>> = SortedMap::new();
    for entry in package.channels.values().flatten() {
        let below = entry.replaces.iter().chain(&entry.skips).map(String::as_str);
        edges.entry(&entry.name).or_default().extend(below);
    }
    let mut tail = SortedSet::from([bundle.to_owned()]);
    let mut waiting = vec![bundle];
    while let Some(name) = waiting.pop() {
        for below in edges.get(name).into_iter().flatten() {
            if tail.insert((*below).to_owned()) {
                waiting.push(below);
            }
        }
    }
    tail
}
