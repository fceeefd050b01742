//! The package and the channel that a question names. One that no catalog has is a mistake of the user: the answer "none"
//! would look like a good one.

use olmkit_workspace::Workspace;

use crate::args::UnknownName;

/// What follows a name that no catalog has and none is like.
pub(crate) const NOT_THERE: &str = ": the catalog does not have it";

/// What a question names, and what the catalogs have.
pub(crate) struct Wanted<'q> {
    package: Option<&'q str>,
    channel: Option<&'q str>,
    packages: Vec<String>,
    /// Those of the package that is named.
    channels: Vec<String>,
}

impl<'q> Wanted<'q> {
    pub(crate) fn new(package: Option<&'q str>, channel: Option<&'q str>) -> Self {
        Wanted { package, channel, packages: Vec::new(), channels: Vec::new() }
    }

    /// Looks into a catalog without an answer.
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

    /// Refuses what no catalog has.
    pub(crate) fn check(&self) -> Result<(), UnknownName> {
        known("package", self.package, &self.packages)?;
        known("channel", self.channel, &self.channels)
    }
}

fn known(what: &'static str, name: Option<&str>, all: &[String]) -> Result<(), UnknownName> {
    match name {
        Some(name) if !all.iter().any(|known| known == name) => {
            Err(UnknownName::of(what, name, all.iter().map(String::as_str), NOT_THERE))
        }
        _ => Ok(()),
    }
}
