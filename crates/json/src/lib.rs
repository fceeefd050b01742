//! Values as JSON text, and back, by serde: what serde_json does, in less code, for the engine's wasm.
//!
//! It reads with the reader of catalogs, which is there already, and writes no floats: no answer has them.

mod read;
mod write;

use std::fmt;

pub use read::read;
pub use write::write;

/// Why a value cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
