//! Sorting and maps that are compiled once, not once for each type: with the methods of slices instead, the engine's wasm is
//! 30 KB larger, gzipped. The crates of the engine use these; clippy's `disallowed-methods` finds what does not. And types of
//! ids ([`ids!`]) with the lists that they number.

mod hash;
mod ids;
pub mod order;
mod sorted;
mod table;

pub use hash::{HashMap, HashSet};
pub use ids::{Id, List};
pub use sorted::{SortedMap, SortedSet};
pub use table::Table;
