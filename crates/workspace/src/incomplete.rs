//! What is not checked because the missing objects may be in a file or document that opm cannot load or in a later
//! definition of a channel, or have no name.

use olmkit_catalog::{Catalog, Package};

use crate::api::NotChecked;

/// Returns what is not checked in a catalog, with the condition that ends it.
pub(crate) fn not_checked(catalog: &Catalog<'_>) -> Vec<NotChecked> {
    let mut hidden = catalog.packages.values().filter(|package| catalog.may_be_hidden(package));
    let (first, more) = (hidden.next(), hidden.next());
    let of = match (first, more) {
        _ if catalog.is_incomplete => String::new(),
        (None, _) => return Vec::new(),
        (Some(package), None) => [" of `", package.name, "`"].concat(),
        _ => " of several packages".to_owned(),
    };
    let is_repeated = !catalog.is_incomplete && first.is_some_and(Package::repeats_a_channel);
    let until = match is_repeated {
        true => "each channel is defined only once",
        false if catalog.is_loaded() => "all packages, channels, entries and bundles have a name",
        false => "opm can load all documents",
    };
    let what = ["upgrades, missing channels and missing bundles", &of, ", until ", until].concat();
    vec![NotChecked { tool: "olmkit".into(), what: what.into() }]
}
