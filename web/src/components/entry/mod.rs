//! The selected entry.

pub mod contents;
pub mod facts;
pub mod found;
pub mod menu;
pub mod page;
pub mod path;
pub mod range;
pub mod simulate;
pub mod tools;
