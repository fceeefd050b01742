//! A channel: its heading, and its entries as a table.

pub mod bulk;
pub mod cells;
pub mod deprecate;
pub mod empty;
pub mod entries;
pub mod entry_row;
pub mod filter;
pub mod lines;
pub mod menu;
pub mod messages;
pub mod names;
pub mod page;
pub mod rail;
pub mod row_keys;
pub mod rows;
pub mod stranded;
pub mod table;
