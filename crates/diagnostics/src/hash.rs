//! Maps and sets that hash quickly and always alike: their keys are a catalog's own names, and SipHash was a tenth of
//! checking a large channel. Nothing may depend on their order.

use foldhash::fast::FixedState;

/// A map by hash.
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// A set by hash.
pub type HashSet<T> = std::collections::HashSet<T, FixedState>;
