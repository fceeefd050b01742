//! Expands patterns of paths, for shells that do not: those of Windows, and CI systems that quote arguments.

use crate::host::Host;
use crate::paths::{clean, join};
use olmkit_collections::{SortedSet, order};

const SIGNS: [char; 3] = ['*', '?', '['];

/// The paths, with each pattern replaced by the names that it matches. An existing path, and a pattern without a match,
/// are kept. Removes duplicates.
pub(crate) fn expand(paths: &[String], host: &mut dyn Host) -> Vec<String> {
    let mut all: Vec<String> =
        paths.iter().flat_map(|path| matches(path, host).unwrap_or_else(|| vec![path.clone()])).collect();
    let mut known = SortedSet::new();
    all.retain(|path| known.insert(clean(path)));
    all
}

fn matches(pattern: &str, host: &mut dyn Host) -> Option<Vec<String>> {
    if !pattern.contains(SIGNS) || pattern.contains("://") || host.kind(pattern).is_ok() {
        return None;
    }
    let pattern = pattern.replace('\\', "/");
    let mut found = vec![if pattern.starts_with('/') { "/".to_owned() } else { String::new() }];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let folders = std::mem::take(&mut found);
        for folder in folders {
            found.extend(names(&folder, part, host).into_iter().map(|name| join(&folder, &name)));
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The sorted names in a folder that match a component of a pattern. As in shells, a leading dot is matched only by a
/// dot.
fn names(folder: &str, part: &str, host: &mut dyn Host) -> Vec<String> {
    if !part.contains(SIGNS) {
        let exists = host.kind(&join(folder, part)).is_ok();
        return if exists { vec![part.to_owned()] } else { Vec::new() };
    }
    let entries = host.list(if folder.is_empty() { "." } else { folder }).unwrap_or_default();
    let mut names: Vec<String> = entries.into_iter().map(|entry| entry.name).collect();
    names.retain(|name| fast_glob::glob_match(part, name) && (part.starts_with('.') || !name.starts_with('.')));
    order::sort(&mut names);
    names
}
