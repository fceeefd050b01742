//! Whether a catalog has what a question names.

use crate::question::QuestionError;
use crate::workspace::Workspace;

impl Workspace {
    /// Whether the catalog has the package and the channel that a question names: about one that it does not have, the
    /// answer "none is stranded" would look like a good one.
    ///
    /// # Errors
    /// Says which name the catalog does not have.
    pub fn knows(&mut self, package: Option<&str>, channel: Option<&str>) -> Result<(), QuestionError> {
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
