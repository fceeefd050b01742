//! Rules about the files in `metadata`.

pub mod annotations;
pub mod dependencies;
