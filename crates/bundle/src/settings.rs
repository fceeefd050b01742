//! The files of `metadata` that are edited by form: annotations, dependencies, properties.

use crate::input::File;
use crate::model::Bundle;
use crate::view::View;

/// A list of items with `type` and `value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// `dependencies.yaml`.
    Dependencies,
    /// `properties.yaml`.
    Properties,
}

impl List {
    /// Its key, and the name of its file without the ending.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            List::Dependencies => "dependencies",
            List::Properties => "properties",
        }
    }
}

type Found<'b> = (&'b File<'b>, View<'b>, View<'b>);

/// The first file in `metadata` with that key: the file, its root, the value. Empty lists count where there is no other.
fn find<'b>(bundle: &'b Bundle<'_>, key: &str) -> Option<Found<'b>> {
    let found = bundle.files_in("metadata").filter_map(|file| {
        let root = file.first().ok()?;
        Some((file, root, root.get(key)?))
    });
    let found: Vec<Found<'b>> = found.collect();
    let full = found.iter().position(|(_, _, value)| value.node.resolved().children().next().is_some());
    found.into_iter().nth(full.unwrap_or_default())
}

/// The annotations.
pub(crate) fn annotations<'b>(bundle: &'b Bundle<'_>) -> Option<Found<'b>> {
    find(bundle, "annotations")
}

/// The items of a list.
pub(crate) fn items<'b>(bundle: &'b Bundle<'_>, list: List) -> Option<Found<'b>> {
    find(bundle, list.key())
}
