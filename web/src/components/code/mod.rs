//! The text of the files and the names in it.

pub mod pane;
pub mod references;
pub mod rename;
