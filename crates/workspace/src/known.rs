//! Checks that the names in a query exist in the catalog.

use olmkit_catalog::Catalog;

use crate::query_error::{NameOf, NotInCatalog};
use crate::workspace::Workspace;

/// Returns `Ok` if the name is not given or known.
fn find<'k>(of: NameOf, name: Option<&str>, known: impl Iterator<Item = &'k str> + Clone) -> Result<(), NotInCatalog> {
    match name {
        Some(name) if !known.clone().any(|known| known == name) => {
            Err(NotInCatalog { of, name: name.to_owned(), known: known.map(str::to_owned).collect() })
        }
        _ => Ok(()),
    }
}

impl Workspace {
    /// Checks that the catalog has the package and the channel of a query. Otherwise a result such as "none is
    /// stranded" for a name that does not exist would look like success.
    ///
    /// # Errors
    /// When the package or the channel does not exist.
    pub fn has_names(&mut self, package: Option<&str>, channel: Option<&str>) -> Result<(), NotInCatalog> {
        if package.is_none() && channel.is_none() {
            return Ok(());
        }
        self.apply_ignore();
        let catalog = Catalog::new(&self.files);
        let declared = catalog.package_docs.iter().map(|package| package.doc.facts.own_name());
        let channels = catalog.channel_docs.iter().map(|channel| &channel.doc.facts);
        let bundles = catalog.bundle_docs.iter().map(|bundle| bundle.doc.facts.package_name());
        let packages = declared.chain(channels.clone().map(|facts| facts.package_name())).chain(bundles);
        find(NameOf::Package, package, packages)?;
        let channels = channels.filter(|facts| package.is_none_or(|name| name == facts.package_name()));
        find(NameOf::Channel, channel, channels.map(|facts| facts.own_name()))
    }
}

/// Combines the results of [`Workspace::has_names`], or of the same query, for several catalogs: one of them has to have
/// the names.
///
/// # Errors
/// When none has them. A package that only some catalogs have is known.
#[cfg(feature = "bundle")]
pub fn any_has_names(results: impl IntoIterator<Item = Result<(), NotInCatalog>>) -> Result<(), NotInCatalog> {
    let mut unknown: Option<NotInCatalog> = None;
    for result in results {
        let Err(found) = result else { return Ok(()) };
        unknown = Some(match unknown {
            Some(mut other) if other.of == found.of => {
                other.known.extend(found.known);
                other
            }
            Some(other) if other.of == NameOf::Channel => other,
            _ => found,
        });
    }
    unknown.map_or(Ok(()), Err)
}
