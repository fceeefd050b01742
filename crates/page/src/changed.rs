//! The packages that unsaved changes are about. A file may contain many packages, so its documents are compared.

use olmkit_collections::{SortedMap, SortedSet};
use serde::Deserialize;

/// The schema of a document that is a package itself.
const PACKAGE: &str = "olm.package";

/// The documents of a changed file, as saved and as they are now.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct ChangedDocuments {
    pub before: Vec<NumberedDocument>,
    pub after: Vec<NumberedDocument>,
}

/// A document of a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct NumberedDocument {
    pub schema: String,
    pub package: String,
    pub name: String,
    /// The number of its text: documents with equal texts have equal numbers.
    pub text: u32,
}

impl NumberedDocument {
    /// The package that the document belongs to.
    fn owner(&self) -> &str {
        if self.schema == PACKAGE { &self.name } else { &self.package }
    }
}

impl ChangedDocuments {
    /// The owners of the documents that one side has more often than the other. The order of documents does not count.
    fn packages(&self) -> impl Iterator<Item = &str> {
        let mut counts: SortedMap<u32, (&str, isize)> = SortedMap::default();
        let sides = [(&self.before, -1), (&self.after, 1)];
        for (document, step) in sides.into_iter().flat_map(|(side, step)| side.iter().map(move |one| (one, step))) {
            let (_, count) = counts.entry(document.text).or_insert((document.owner(), 0));
            *count = count.saturating_add(step);
        }
        counts.into_values().filter(|(_, count)| *count != 0).map(|(owner, _)| owner)
    }
}

/// The packages with a document that differs from those of its saved file.
#[must_use]
pub fn changed_packages(files: &[ChangedDocuments]) -> SortedSet<String> {
    files.iter().flat_map(ChangedDocuments::packages).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(schema: &str, package: &str, name: &str, text: u32) -> NumberedDocument {
        NumberedDocument { schema: schema.to_owned(), package: package.to_owned(), name: name.to_owned(), text }
    }

    fn changed(before: &[&NumberedDocument], after: &[&NumberedDocument]) -> Vec<String> {
        let [before, after] = [before, after].map(|side| side.iter().copied().cloned().collect());
        let file = ChangedDocuments { before, after };
        changed_packages(&[file]).into_iter().collect()
    }

    #[test]
    fn a_changed_a_removed_and_an_added_document_change_their_packages() {
        let bar = document("olm.channel", "bar", "stable", 1);
        let [old, new] = [2, 3].map(|text| document("olm.channel", "foo", "stable", text));
        assert_eq!(changed(&[&bar, &old], &[&bar, &new]), ["foo"]);
        assert_eq!(changed(&[&bar, &old], &[&bar]), ["foo"]);
        assert_eq!(changed(&[&bar], &[&bar, &old]), ["foo"]);
    }

    #[test]
    fn a_package_document_belongs_to_the_package_that_it_names() {
        let [old, new] = [1, 2].map(|text| document("olm.package", "", "foo", text));
        assert_eq!(changed(&[&old], &[&new]), ["foo"]);
    }

    #[test]
    fn another_order_changes_nothing_and_a_copy_changes_its_package() {
        let [foo, bar] = [("foo", 1), ("bar", 2)].map(|(package, text)| document("olm.bundle", package, "b", text));
        assert!(changed(&[&foo, &bar], &[&bar, &foo]).is_empty());
        assert_eq!(changed(&[&foo], &[&foo, &foo]), ["foo"]);
    }
}
