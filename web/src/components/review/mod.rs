//! Unsaved changes: their impact, their differences, and saving.

pub mod clusters;
pub mod differences;
pub mod history;
pub mod page;
