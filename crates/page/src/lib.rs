//! The shapes that the editor's page exchanges with its host in TypeScript, and what the page concludes from the engine's
//! answers. The shapes of the engine are in `olmkit_api`. A test generates the TypeScript types.
#![allow(missing_docs, reason = "most fields are named by what they are")]

pub mod arguments;
pub mod changed;
pub mod definitions;
pub mod events;
mod failed_file;
mod impact;
pub mod replaceable;
pub mod types;
#[cfg(test)]
mod typescript;
