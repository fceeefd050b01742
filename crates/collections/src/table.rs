//! A map that is compiled once for each key type instead of each pair of types, which keeps the wasm small.

use crate::hash::HashMap;
use std::borrow::Borrow;
use std::hash::Hash;

/// A map in insertion order.
#[derive(Debug, Clone)]
pub struct Table<K, V> {
    places: HashMap<K, usize>,
    values: Vec<V>,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table { places: HashMap::default(), values: Vec::new() }
    }
}

impl<K: Hash + Eq, V> Table<K, V> {
    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.values.get(*self.places.get(key)?)
    }

    /// Whether the table contains the key.
    pub fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.places.contains_key(key)
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the value of a key; creates it if it is absent.
    #[allow(clippy::indexing_slicing, reason = "no place is beyond the list")]
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let place = *self.places.entry(key).or_insert(self.values.len());
        if place == self.values.len() {
            self.values.push(make());
        }
        &mut self.values[place]
    }

    /// Returns the value of a key; inserts `value` if it is absent.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        self.or_insert_with(key, || value)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.places.get(&key).and_then(|place| self.values.get_mut(*place)) {
            Some(here) => *here = value,
            None => {
                self.or_insert(key, value);
            }
        }
    }

    /// The values, in insertion order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.values.iter()
    }

    /// The values, in insertion order.
    #[must_use]
    pub fn into_values(self) -> std::vec::IntoIter<V> {
        self.values.into_iter()
    }
}

impl<K: Hash + Eq, V> FromIterator<(K, V)> for Table<K, V> {
    /// The last value of equal keys is used.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut table = Table::default();
        for (key, value) in pairs {
            table.insert(key, value);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn keeps_one_value_for_each_key() {
        let mut table: Table<&str, u32> = [("b", 1), ("a", 2), ("b", 3)].into_iter().collect();
        assert_eq!((table.get("b"), table.get("c"), table.len()), (Some(&3), None, 2));
        *table.or_insert("a", 9) += 1;
        *table.or_insert_with("c", || 5) += 1;
        assert_eq!(table.values().copied().collect::<Vec<_>>(), [3, 3, 6]);
        assert!(table.contains_key("c") && !table.contains_key("d"));
    }
}
