//! A channel: its head, and its entries as a table.

pub mod bulk;
pub mod deprecate;
pub mod entries;
pub mod entry_row;
pub mod page;
pub mod rail;
pub mod rows;
pub mod stranded;
