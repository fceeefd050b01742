//! The start page, shown while nothing is open.

pub mod recent;
pub mod welcome;
