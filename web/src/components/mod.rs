//! The parts of the page, one folder for each feature.

pub mod bundle;
pub mod catalog;
pub mod changes;
pub mod channel;
pub mod code;
pub mod entry;
pub mod gallery;
pub mod graph;
pub mod open;
pub mod package;
pub mod parts;
pub mod problems;
pub mod release;
pub mod review;
pub mod share;
pub mod shell;
