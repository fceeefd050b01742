//! Maps and sets in the order of their keys, compiled once for each key type instead of each pair of types. With a
//! `BTreeMap` for each pair, these maps are a tenth of the command line's wasm.
//!
//! The methods are those of the standard library's `BTreeMap` and `BTreeSet`, with the same cost.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::ops::RangeBounds;

/// A map in the order of its keys.
#[derive(Clone)]
pub struct SortedMap<K, V> {
    places: BTreeMap<K, usize>,
    /// `None` if the value was removed; `free` contains the indices of removed values.
    values: Vec<Option<V>>,
    free: Vec<usize>,
}

impl<K, V> SortedMap<K, V> {
    /// Creates an empty map.
    #[must_use]
    pub const fn new() -> Self {
        SortedMap { places: BTreeMap::new(), values: Vec::new(), free: Vec::new() }
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The keys and values, in the order of the keys.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { places: self.places.iter(), values: &self.values }
    }

    /// The keys, in order.
    pub fn keys(&self) -> btree_map::Keys<'_, K, usize> {
        self.places.keys()
    }

    /// The values, in the order of their keys.
    #[must_use]
    pub fn values(&self) -> Values<'_, K, V> {
        Values(self.iter())
    }

    /// The keys and mutable references to the values, in the order of the keys.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        let mut values: Vec<Option<&mut V>> = self.values.iter_mut().map(Option::as_mut).collect();
        self.places.iter().filter_map(move |(key, place)| Some((key, values.get_mut(*place)?.take()?)))
    }

    /// Mutable references to the values, in the order of their keys.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.iter_mut().map(|(_, value)| value)
    }

    /// The values, in the order of their keys.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.values.get(*self.places.get(key)?)?.as_ref()
    }

    /// A mutable reference to the value of a key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(*self.places.get(key)?)?.as_mut()
    }

    /// Whether the map contains the key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.places.contains_key(key)
    }

    /// The keys within bounds and their values, in order.
    pub fn range<Q: Ord + ?Sized>(&self, bounds: impl RangeBounds<Q>) -> impl DoubleEndedIterator<Item = (&K, &V)>
    where
        K: Borrow<Q>,
    {
        self.places.range(bounds).filter_map(|(key, place)| Some((key, self.values.get(*place)?.as_ref()?)))
    }

    /// Sets the value of a key; returns the previous value.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let place = self.place(key);
        self.values.get_mut(place)?.replace(value)
    }

    /// Removes a key; returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.places.remove(key)?;
        self.free.push(place);
        self.values.get_mut(place)?.take()
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        *self = SortedMap::new();
    }

    /// Keeps the pairs for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        let (values, free) = (&mut self.values, &mut self.free);
        self.places.retain(|key, place| {
            let Some(slot) = values.get_mut(*place) else { return false };
            let is_kept = slot.as_mut().is_some_and(|value| keep(key, value));
            if !is_kept {
                *slot = None;
                free.push(*place);
            }
            is_kept
        });
    }

    /// The entry of a key, to read, change or create its value.
    pub fn entry(&mut self, key: K) -> Entry<'_, V> {
        let place = self.place(key);
        Entry { values: &mut self.values, place }
    }

    /// The index of the value of a key; allocated if the key is new.
    fn place(&mut self, key: K) -> usize {
        let next = self.free.last().copied().unwrap_or(self.values.len());
        let place = *self.places.entry(key).or_insert(next);
        if place == self.values.len() {
            self.values.push(None);
        } else if self.free.last() == Some(&place) {
            self.free.pop();
        }
        place
    }
}

/// The slot of a key's value, which is empty if the key is new. It must be filled, and all methods do so.
#[must_use]
pub struct Entry<'m, V> {
    values: &'m mut Vec<Option<V>>,
    place: usize,
}

impl<'m, V> Entry<'m, V> {
    /// Returns the value; creates it if it is absent.
    #[allow(clippy::indexing_slicing, reason = "no place is beyond the list")]
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'m mut V {
        self.values[self.place].get_or_insert_with(make)
    }

    /// Returns the value; inserts `value` if it is absent.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    /// Returns the value; inserts the default of its type if it is absent.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<K: Eq, V: Eq> Eq for SortedMap<K, V> {}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    /// The last value of equal keys is used.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(pairs);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

/// The iterator of [`SortedMap::iter`].
pub struct Iter<'m, K, V> {
    places: btree_map::Iter<'m, K, usize>,
    values: &'m [Option<V>],
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { places: self.places.clone(), values: self.values }
    }
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, place) = self.places.next()?;
        Some((key, self.values.get(*place)?.as_ref()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (key, place) = self.places.next_back()?;
        Some((key, self.values.get(*place)?.as_ref()?))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

/// The iterator of [`SortedMap::values`].
pub struct Values<'m, K, V>(Iter<'m, K, V>);

impl<K, V> Clone for Values<'_, K, V> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<'m, K, V> Iterator for Values<'m, K, V> {
    type Item = &'m V;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<K, V> DoubleEndedIterator for Values<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        Some(self.0.next_back()?.1)
    }
}

/// The owning iterator of [`SortedMap`].
pub struct IntoIter<K, V> {
    places: btree_map::IntoIter<K, usize>,
    values: Vec<Option<V>>,
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, place) = self.places.next()?;
        Some((key, self.values.get_mut(place)?.take()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        IntoIter { places: self.places.into_iter(), values: self.values }
    }
}

impl<'m, K, V> IntoIterator for &'m SortedMap<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A set in the order of its items.
#[derive(Clone)]
pub struct SortedSet<T> {
    /// The number is unused: the type is the same as in [`SortedMap`], so that the code is shared.
    items: BTreeMap<T, usize>,
}

impl<T> SortedSet<T> {
    /// Creates an empty set.
    #[must_use]
    pub const fn new() -> Self {
        SortedSet { items: BTreeMap::new() }
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items, in order.
    pub fn iter(&self) -> btree_map::Keys<'_, T, usize> {
        self.items.keys()
    }
}

impl<T: Ord> SortedSet<T> {
    /// Whether the set contains the item.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.items.contains_key(item)
    }

    /// The first item.
    #[must_use]
    pub fn first(&self) -> Option<&T> {
        self.iter().next()
    }

    /// The last item.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.iter().next_back()
    }

    /// The items within bounds, in order.
    pub fn range<Q: Ord + ?Sized>(&self, bounds: impl RangeBounds<Q>) -> impl DoubleEndedIterator<Item = &T>
    where
        T: Borrow<Q>,
    {
        self.items.range(bounds).map(|(item, _)| item)
    }

    /// Adds an item; returns whether it is new.
    pub fn insert(&mut self, item: T) -> bool {
        self.items.insert(item, 0).is_none()
    }

    /// Removes an item; returns whether it was in the set.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.items.remove(item).is_some()
    }

    /// Keeps the items for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.items.retain(|item, _| keep(item));
    }

    /// The items of this set that are not in the other set, in order.
    pub fn difference<'s>(&'s self, other: &'s SortedSet<T>) -> impl Iterator<Item = &'s T> + Clone {
        self.iter().filter(|item| !other.contains(*item))
    }

    /// Whether the other set contains all items.
    #[must_use]
    pub fn is_subset(&self, other: &SortedSet<T>) -> bool {
        self.iter().all(|item| other.contains(item))
    }

    /// Whether the other set contains none of the items.
    #[must_use]
    pub fn is_disjoint(&self, other: &SortedSet<T>) -> bool {
        !self.iter().any(|item| other.contains(item))
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T: PartialEq> PartialEq for SortedSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for SortedSet<T> {}

impl<T: PartialOrd> PartialOrd for SortedSet<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<T: Ord> Ord for SortedSet<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(items);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = btree_map::IntoKeys<T, usize>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_keys()
    }
}

impl<'s, T> IntoIterator for &'s SortedSet<T> {
    type Item = &'s T;
    type IntoIter = btree_map::Keys<'s, T, usize>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{SortedMap, SortedSet};
    use std::collections::{BTreeMap, BTreeSet};

    /// Small pseudo-random numbers, the same in every run.
    fn numbers() -> impl Iterator<Item = u32> {
        let mut state = 11_u32;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % 40
        })
    }

    #[test]
    fn a_map_behaves_as_the_standard_map() {
        let (mut ours, mut theirs) = (SortedMap::new(), BTreeMap::new());
        let mut numbers = numbers();
        for step in 0..4000_u32 {
            let (key, what) = (numbers.next().unwrap(), numbers.next().unwrap() % 4);
            match what {
                0 => assert_eq!(ours.insert(key, step), theirs.insert(key, step)),
                1 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                2 => *ours.entry(key).or_insert(step) += 1,
                _ => assert_eq!(ours.get_mut(&key), theirs.get_mut(&key)),
            }
            if what == 2 {
                *theirs.entry(key).or_insert(step) += 1;
            }
            if step % 100 == 0 {
                let keep = |key: &u32, _: &mut u32| !key.is_multiple_of(3);
                ours.retain(keep);
                theirs.retain(keep);
            }
            assert!(ours.iter().eq(theirs.iter()) && ours.iter().rev().eq(theirs.iter().rev()));
            assert_eq!(ours.len(), theirs.len());
        }
        assert!(ours.values.len() <= 40, "removed places are used again");
        ours.values_mut().zip(theirs.values_mut()).for_each(|(a, b)| assert_eq!(a, b));
        assert!(ours.into_iter().eq(theirs));
    }

    #[test]
    fn a_set_behaves_as_the_standard_set() {
        let (mut ours, mut theirs) = (SortedSet::new(), BTreeSet::new());
        let mut numbers = numbers();
        for _ in 0..1000 {
            let (item, is_new) = (numbers.next().unwrap(), numbers.next().unwrap().is_multiple_of(2));
            if is_new {
                assert_eq!(ours.insert(item), theirs.insert(item));
            } else {
                assert_eq!(ours.remove(&item), theirs.remove(&item));
            }
            assert!(ours.iter().eq(theirs.iter()));
            assert_eq!(
                (ours.contains(&item), ours.first(), ours.last(), ours.len()),
                (theirs.contains(&item), theirs.first(), theirs.last(), theirs.len())
            );
        }
        let (other, others): (SortedSet<u32>, BTreeSet<u32>) = ((0..20).collect(), (0..20).collect());
        assert!(ours.difference(&other).eq(theirs.difference(&others)));
        assert_eq!(
            (ours.is_subset(&other), ours.is_disjoint(&other)),
            (theirs.is_subset(&others), theirs.is_disjoint(&others))
        );
    }
}
