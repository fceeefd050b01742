//! Adding a release: from a version, a bundle or rendered documents.

pub mod also;
pub mod bundle;
pub mod change;
pub mod effects;
pub mod paste;
pub mod wizard;
