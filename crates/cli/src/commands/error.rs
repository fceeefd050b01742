//! Why a command is not done.

use std::error::Error;
use std::fmt;

/// An error that ends a command. It is only printed, so its type no longer matters; but it has one: a text is not an error.
#[derive(Debug)]
pub(crate) struct CommandError(Box<dyn Error>);

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
