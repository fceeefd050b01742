//! What is not saved: what it means, the difference, and saving.

pub mod clusters;
pub mod differences;
pub mod history;
pub mod page;
