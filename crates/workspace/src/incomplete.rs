//! What is not checked because opm cannot load a file or a document: a missing object may be in it.

use olmkit_catalog::Catalog;
use olmkit_text::counted;

use crate::api::NotChecked;

/// What is not checked of a catalog, and until when.
pub(crate) fn not_checked(catalog: &Catalog<'_>) -> Vec<NotChecked> {
    let broken = catalog.files.iter().filter(|file| file.problem.is_some()).count();
    let broken = catalog.docs.iter().filter(|doc| doc.facts.is_broken()).count().saturating_add(broken);
    let hidden: Vec<&str> =
        catalog.packages.iter().filter(|(_, package)| catalog.may_be_hidden(package)).map(|(name, _)| *name).collect();
    let of = match hidden.as_slice() {
        _ if catalog.is_incomplete => String::new(),
        [] => return Vec::new(),
        [name] => format!(" of `{name}`"),
        more => format!(" of {} packages", more.len()),
    };
    let until = if broken == 1 { "is" } else { "are" };
    let documents = counted(broken, "document", "documents");
    vec![NotChecked {
        tool: "olmkit".into(),
        what: format!(
            "upgrades, missing channels and missing bundles{of}, until {documents} that opm cannot load {until} fixed"
        )
        .into(),
    }]
}
