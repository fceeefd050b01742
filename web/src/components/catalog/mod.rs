//! The catalog as a whole.

mod files;
pub mod page;
pub mod unreadable;
