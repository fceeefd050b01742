//! Maps and sets with a fast, deterministic hash: SipHash took a tenth of the time of checking a large channel. Do not
//! depend on their order.

use foldhash::fast::FixedState;

/// A hash map.
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// A hash set.
pub type HashSet<T> = std::collections::HashSet<T, FixedState>;
