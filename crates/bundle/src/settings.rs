//! The files in `metadata` that are edited with forms: annotations, dependencies, properties.

use olmkit_api::bundle::BundleList;

use crate::input::File;
use crate::model::Bundle;
use crate::view::View;

type Setting<'b> = (&'b File<'b>, View<'b>, View<'b>);

/// Finds the first file in `metadata` with a key: the file, its root and the value. A non-empty value takes precedence
/// over empty ones.
fn find<'b>(bundle: &'b Bundle<'_>, key: &str) -> Option<Setting<'b>> {
    let found = bundle.files_in("metadata").filter_map(|file| {
        let root = file.first().ok()?;
        Some((file, root, root.get(key)?))
    });
    let found: Vec<Setting<'b>> = found.collect();
    let full = found.iter().position(|(_, _, value)| value.node.resolved().children().next().is_some());
    found.into_iter().nth(full.unwrap_or_default())
}

/// The annotations.
pub(crate) fn annotations<'b>(bundle: &'b Bundle<'_>) -> Option<Setting<'b>> {
    find(bundle, "annotations")
}

/// The items of a list.
pub(crate) fn items<'b>(bundle: &'b Bundle<'_>, list: BundleList) -> Option<Setting<'b>> {
    find(bundle, list.key())
}
