//! Suggestions for names in queries and edits that a catalog does not have.

use olmkit_catalog::facts::EntryFacts;
use olmkit_catalog::{Catalog, Package};
#[cfg(feature = "bundle")]
use olmkit_collections::SortedSet;
use olmkit_collections::order;
use olmkit_semver::Version;
use olmkit_text::{is_other_number, near_miss, versioned};

use crate::workspace::Workspace;

/// What a name may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSuggestion {
    /// The name or version of which the name is probably a misspelling.
    pub near: Option<String>,
    /// All names; those with versions near the version in the name first.
    pub known: Vec<String>,
}

/// A name and a version.
type Named = (String, String);

impl Workspace {
    /// Returns the names that neither an entry, nor a bundle, nor an edge of a package has, each with the name that is
    /// probably meant. Empty if the catalog does not have the package.
    #[cfg(feature = "bundle")] // not in the engine of the page, whose size is limited
    pub fn unknown_names<'n>(&mut self, package: &str, names: &[&'n str]) -> Vec<(&'n str, Option<String>)> {
        let (files, _) = self.contents();
        let catalog = Catalog::new(files);
        let Some(package) = catalog.packages.get(package) else { return Vec::new() };
        let entries = || package.channels.values().flat_map(|channel| &channel.body.entries);
        let edges = entries().flat_map(|entry| entry.replaces.iter().chain(&entry.skips));
        let named = package.bundles.keys().copied().chain(entries().map(EntryFacts::own_name));
        let known: SortedSet<&str> = named.chain(edges.map(|text| text.value.as_str())).collect();
        let near = |name: &str| {
            let mut alike = known.iter().copied().filter(|known| !is_other_number(known, name));
            near_miss(name, &mut alike).map(str::to_owned)
        };
        names.iter().filter(|name| !known.contains(*name)).map(|name| (*name, near(name))).collect()
    }

    /// Suggests bundles of a package for a start that the package does not have.
    pub fn suggest_start(&mut self, package: &str, name: &str) -> NameSuggestion {
        self.suggest(package, name, |package| package.bundles.keys().copied().collect())
    }

    /// Suggests entries of a package's channels for a target that no channel has.
    pub fn suggest_target(&mut self, package: &str, name: &str) -> NameSuggestion {
        self.suggest(package, name, |package| {
            let entries = package.channels.values().flat_map(|channel| &channel.body.entries);
            order::unique(entries.map(EntryFacts::own_name))
        })
    }

    fn suggest(
        &mut self,
        package: &str,
        name: &str,
        names: for<'p> fn(&'p Package<'_>) -> Vec<&'p str>,
    ) -> NameSuggestion {
        let (files, _) = self.contents();
        let catalog = Catalog::new(files);
        let Some(package) = catalog.packages.get(package) else { return suggestion(name, Vec::new()) };
        let version = |name: &str| Some(package.bundles.get(name)?.written_version()?.value.clone());
        let known = names(package).into_iter().map(|name| (name.to_owned(), version(name).unwrap_or_default()));
        suggestion(name, known.collect())
    }
}

/// The name of another version is not a misspelling.
fn suggestion(name: &str, known: Vec<Named>) -> NameSuggestion {
    let plain = name.strip_prefix('v').unwrap_or(name);
    let is_other_version = |known: &str| is_other_number(known, name) || is_other_number(known, plain);
    let alike = known.iter().flat_map(|(name, version)| [name.as_str(), version.as_str()]);
    let near = near_miss(name, &mut alike.filter(|known| !is_other_version(known))).map(str::to_owned);
    NameSuggestion { near, known: nearest_first(name, known) }
}

/// The names of bundles, those with versions near the version in a name first: alternately below and above it.
fn nearest_first(name: &str, known: Vec<Named>) -> Vec<String> {
    let version = |text: &str| Version::parse(versioned(text).map_or(text, |(_, version)| version)).ok();
    let Some(wanted) = version(name.strip_prefix('v').unwrap_or(name)) else {
        return known.into_iter().map(|(name, _)| name).collect();
    };
    let mut below: Vec<(Option<Version>, String)> =
        known.into_iter().map(|(name, own)| (version(&own), name)).collect();
    order::sort_by(&mut below, |a, b| a.cmp(b));
    let above = below.split_off(below.partition_point(|(own, _)| own.as_ref().is_none_or(|own| *own < wanted)));
    let mut near = Vec::new();
    let (mut below, mut above) = (below.into_iter().rev(), above.into_iter());
    loop {
        match (below.next(), above.next()) {
            (None, None) => return near,
            pair => near.extend([pair.0, pair.1].into_iter().flatten().map(|(_, name)| name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn names_with_near_versions_come_first() {
        let known = ["1.0.0", "1.1.0", "1.10.0", "2.0.0", "x"];
        let known = || known.map(|version| (format!("foo.v{version}"), version.to_owned())).to_vec();
        let of = |name: &str| {
            let found = suggestion(name, known());
            (found.near, found.known.join(" "))
        };
        let near = "foo.v1.1.0 foo.v1.10.0 foo.v1.0.0 foo.v2.0.0 foo.vx".to_owned();
        assert_eq!(of("foo.v1.2.0"), (None, near.clone()), "another version is not a misspelling");
        assert_eq!(of("v1.2.0"), (None, near));
        let (name, known) = of("fooo.v2.0.0");
        assert_eq!(name.as_deref(), Some("foo.v2.0.0"));
        assert!(known.starts_with("foo.v1.10.0 foo.v2.0.0"), "{known}");
        assert_eq!(of("elsewhere"), (None, "foo.v1.0.0 foo.v1.1.0 foo.v1.10.0 foo.v2.0.0 foo.vx".to_owned()));
    }
}
