//! What is not checked because opm cannot load a file or document, which may contain the missing objects.

use olmkit_catalog::Catalog;

use crate::api::NotChecked;

/// Returns what is not checked in a catalog, with the condition that ends it.
pub(crate) fn not_checked(catalog: &Catalog<'_>) -> Vec<NotChecked> {
    let mut hidden =
        catalog.packages.iter().filter(|(_, package)| catalog.may_be_hidden(package)).map(|(name, _)| *name);
    let of = match (hidden.next(), hidden.next()) {
        _ if catalog.is_incomplete => String::new(),
        (None, _) => return Vec::new(),
        (Some(name), None) => [" of `", name, "`"].concat(),
        _ => " of several packages".to_owned(),
    };
    let what = ["upgrades, missing channels and missing bundles", &of, ", until opm can load all documents"].concat();
    vec![NotChecked { tool: "olmkit".into(), what: what.into() }]
}
