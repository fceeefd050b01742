//! Errors of commands.

use std::error::Error;
use std::fmt;

use crate::host::Host;

/// An error that ends a command. Its concrete type is erased, because it is only printed.
#[derive(Debug)]
pub(crate) struct CommandError(Box<dyn Error>);

impl CommandError {
    /// The message in the form that the host uses.
    pub(crate) fn message_for(&self, host: &dyn Host) -> String {
        #[cfg(feature = "native")]
        if host.uses_opm_messages() {
            return crate::opm::message::problem(self.0.as_ref(), host);
        }
        let _ = host;
        crate::problem(&self.0.to_string())
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<E: Error + 'static> From<E> for CommandError {
    fn from(error: E) -> Self {
        CommandError(Box::new(error))
    }
}
