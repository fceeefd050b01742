//! Commands that messages name.

/// A command that a message names. olmkit and opm have different names for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedCommand {
    /// Checks the bundle that follows.
    BundleValidate,
    List,
    Migrate,
}

impl NamedCommand {
    /// The command of olmkit.
    pub(crate) const fn of_olmkit(self) -> &'static str {
        match self {
            NamedCommand::BundleValidate => "olmkit bundle validate",
            NamedCommand::List => "olmkit list",
            NamedCommand::Migrate => "olmkit migrate",
        }
    }

    /// The equivalent command of opm.
    #[cfg(feature = "native")]
    pub(crate) const fn of_opm(self) -> &'static str {
        match self {
            NamedCommand::BundleValidate => "opm alpha bundle validate --tag",
            NamedCommand::List => "opm alpha list",
            NamedCommand::Migrate => "opm migrate",
        }
    }
}

/// A bundle is given to a command that needs a catalog.
#[derive(Debug, thiserror::Error)]
#[error("{}", needs_catalog(path, command.of_olmkit()))]
pub(crate) struct NeedsCatalog {
    pub(crate) path: String,
    pub(crate) command: NamedCommand,
}

impl NeedsCatalog {
    /// The message for users of opm's command line.
    #[cfg(feature = "native")]
    pub(crate) fn for_opm(&self) -> String {
        needs_catalog(&self.path, self.command.of_opm())
    }
}

fn needs_catalog(path: &str, command: &str) -> String {
    format!("{path} is a bundle; `{command}` needs a catalog")
}
