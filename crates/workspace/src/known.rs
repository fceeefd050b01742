//! Checks that the names in a query exist in the catalog.

use crate::question::QuestionError;
use crate::workspace::Workspace;

impl Workspace {
    /// Checks that the catalog has the package and the channel of a query. Otherwise a result such as "none is
    /// stranded" for a name that does not exist would look like success.
    ///
    /// # Errors
    /// When the package or the channel does not exist. The error contains the name.
    pub fn check_names(&mut self, package: Option<&str>, channel: Option<&str>) -> Result<(), QuestionError> {
        if package.is_none() && channel.is_none() {
            return Ok(());
        }
        let mut packages = self.outline().packages;
        packages.retain(|one| package.is_none_or(|name| one.name == name));
        if let (Some(name), true) = (package, packages.is_empty()) {
            return Err(QuestionError::NoPackage(name.to_owned()));
        }
        match channel {
            Some(name) if !packages.iter().flat_map(|one| &one.channels).any(|one| one.name == name) => {
                Err(QuestionError::NoChannel(name.to_owned()))
            }
            _ => Ok(()),
        }
    }
}
