//! Describes the changes of an index operation in a sentence.

use olmkit_render::index::{Index, IndexBundle};

use crate::format::{plural, visible};

/// The maximum number of listed names. Further ones are only counted.
const MAX_NAMES: usize = 6;

/// "Added 1 bundle (foo.v2), removed 2 packages (a, b). Wrote 3 files." `wrote`: the last part.
pub(super) fn sentence(before: &Index, after: &Index, wrote: &str) -> String {
    let packages = |of: &Index, without: &Index| -> Vec<String> {
        of.keys().filter(|name| !without.contains_key(*name)).cloned().collect()
    };
    let has = |index: &Index, package: &String, bundle: &String| {
        index.get(package).is_some_and(|of| of.bundles.contains_key(bundle))
    };
    let added = bundles(after).filter(|(package, name, _)| !has(before, package, name));
    let removed =
        bundles(before).filter(|(package, name, _)| after.contains_key(*package) && !has(after, package, name));
    let is_other = |(package, name, bundle): &(&String, &String, &IndexBundle)| {
        before.get(*package).and_then(|of| of.bundles.get(*name)).is_some_and(|old| old != *bundle)
    };
    let replaced = bundles(after).filter(is_other);
    let parts = [
        part("added", "package", packages(after, before)),
        part("added", "bundle", added.map(name_of).collect()),
        part("replaced", "bundle", replaced.map(name_of).collect()),
        part("removed", "package", packages(before, after)),
        part("removed", "bundle", removed.map(name_of).collect()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let what = if parts.is_empty() { "nothing to change".to_owned() } else { parts.join(", ") };
    let wrote = if wrote.is_empty() { String::new() } else { format!("; {wrote}") };
    format!("{}{wrote}\n", visible(&what))
}

fn bundles(index: &Index) -> impl Iterator<Item = (&String, &String, &IndexBundle)> {
    index.iter().flat_map(|(package, of)| of.bundles.iter().map(move |(name, bundle)| (package, name, bundle)))
}

fn name_of((_, name, _): (&String, &String, &IndexBundle)) -> String {
    name.clone()
}

/// `removed 2 packages (a, b)`. `None` without names.
fn part(done: &str, what: &str, names: Vec<String>) -> Option<String> {
    let listed = match names.len() {
        0 => return None,
        1..=MAX_NAMES => format!(" ({})", names.join(", ")),
        _ => String::new(),
    };
    Some(format!("{done} {}{listed}", plural(names.len(), what)))
}
