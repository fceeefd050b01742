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
