//! JSON text, the form in which values cross the border: one short text is cheaper than a call for each property, and
//! reading and writing it is a quarter of the code.

mod read;
mod write;

use std::fmt;

pub(crate) use read::read;
pub(crate) use write::write;

/// Why a value cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
