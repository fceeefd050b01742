//! Rules about the files in `metadata`.

pub mod annotations;
pub mod conventions;
pub mod dependencies;
pub mod dockerfile;
pub(crate) mod loaded;
