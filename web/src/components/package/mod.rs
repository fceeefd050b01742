//! A package.

pub mod about;
pub mod dependencies;
pub mod page;
