//! The catalog as a whole.

pub mod page;
