//! Checks that catalogs contain the package and the channel that a query names. An empty result for a misspelled name
//! would be misleading.

use olmkit_workspace::Workspace;

use crate::args::UnknownName;

/// The names in a query, and those in the catalogs.
pub(crate) struct QueriedNames<'q> {
    package: Option<&'q str>,
    channel: Option<&'q str>,
    packages: Vec<String>,
    /// The channels of the named package.
    channels: Vec<String>,
}

impl<'q> QueriedNames<'q> {
    pub(crate) fn new(package: Option<&'q str>, channel: Option<&'q str>) -> Self {
        QueriedNames { package, channel, packages: Vec::new(), channels: Vec::new() }
    }

    /// Collects the names of a catalog.
    pub(crate) fn look(&mut self, workspace: &mut Workspace) {
        if self.package.is_none() && self.channel.is_none() {
            return;
        }
        for package in workspace.outline().packages {
            if self.package.is_none_or(|name| name == package.name) {
                self.channels.extend(package.channels.into_iter().map(|channel| channel.name));
            }
            self.packages.push(package.name);
        }
    }

    /// Refuses names that no catalog contains.
    pub(crate) fn check(&self) -> Result<(), UnknownName> {
        known("package", self.package, &self.packages)?;
        known("channel", self.channel, &self.channels)
    }
}

fn known(what: &'static str, name: Option<&str>, all: &[String]) -> Result<(), UnknownName> {
    match name {
        Some(name) if !all.iter().any(|known| known == name) => {
            Err(UnknownName::in_catalog(what, name, all.iter().map(String::as_str)))
        }
        _ => Ok(()),
    }
}
