//! Sorting and maps that are compiled once, not once for each type: with the methods of slices instead, the engine's wasm is
//! 30 KB larger, gzipped. The crates of the engine use these; clippy's `disallowed-methods` finds what does not.

mod hash;
pub mod order;
mod table;

pub use hash::{HashMap, HashSet};
pub use table::Table;
