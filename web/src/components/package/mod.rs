//! A package.

pub mod about;
pub mod across;
pub mod bundles;
pub mod definitions;
pub mod dependencies;
pub mod matrix;
pub mod new;
pub mod page;
