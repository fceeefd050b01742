//! Findings and their rules.

pub mod copy;
pub mod list;
pub mod rule;
pub mod suppress;
