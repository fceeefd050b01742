//! Sorting and maps that are compiled once, not once for each type. With the methods of slices instead, the engine's
//! wasm is 30 KB larger, gzipped; with `BTreeMap` and `BTreeSet`, the command line's is 88 KB larger. The crates that
//! are compiled to wasm must use these; clippy's `disallowed-methods` and `disallowed-types` check it in all of them but
//! `api` and `wasm-cli`, whose shapes are serde's, and `cli`, most of which is native. Also typed ids ([`ids!`]) and
//! the lists that they index.

mod hash;
mod ids;
pub mod order;
mod sorted;
mod table;

pub use hash::{HashMap, HashSet};
pub use ids::{Id, List};
pub use sorted::{SortedMap, SortedSet};
pub use table::Table;
