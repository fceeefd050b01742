//! The entry that is selected.

pub mod contents;
pub mod page;
pub mod range;
pub mod simulate;
