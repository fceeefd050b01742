//! Findings and their rules.

pub mod addition;
pub mod alike;
pub mod copy;
pub mod detail;
pub mod groups;
pub mod list;
pub mod not_checked;
pub mod problem;
pub mod rail;
pub mod rule;
pub mod suppress;
