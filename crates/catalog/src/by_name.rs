//! A map of a catalog's objects by name. It is filled once, then read-only.

use olmkit_collections::{HashMap, order};

/// Values by name, in the order of the names. For duplicates, the first one.
///
/// A sorted list, which needs a tenth of the code of a `BTreeMap` for each type of value. Long lists are looked up by
/// hash, because rules look up every entry and each step of a binary search in 100,000 names is a cache miss.
#[derive(Debug, Clone)]
pub struct ByName<'f, V> {
    items: Vec<(&'f str, V)>,
    places: HashMap<&'f str, usize>,
    has_duplicates: bool,
}

/// Lists up to this length are searched.
const SEARCHED: usize = 64;

impl<V> Default for ByName<'_, V> {
    fn default() -> Self {
        ByName { items: Vec::new(), places: HashMap::default(), has_duplicates: false }
    }
}

impl<'f, V> ByName<'f, V> {
    /// Adds a value; lookups find it after [`ByName::index`].
    pub(crate) fn push(&mut self, name: &'f str, value: V) {
        self.items.push((name, value));
    }

    /// Sorts the values by name and keeps the first of equal names. Call it before any lookup.
    pub(crate) fn index(&mut self) {
        if !self.items.is_sorted_by_key(|item| item.0) {
            order::sort_by_key(&mut self.items, |item| item.0);
        }
        let all = self.items.len();
        self.items.dedup_by(|later, first| later.0 == first.0);
        self.has_duplicates = self.items.len() < all;
        if self.items.len() > SEARCHED {
            self.places = self.items.iter().enumerate().map(|(at, item)| (item.0, at)).collect();
        }
    }

    /// Whether a name was added more than once.
    pub(crate) fn has_duplicates(&self) -> bool {
        self.has_duplicates
    }

    /// Returns the index of a name, for [`ByName::at`].
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        if !self.places.is_empty() {
            return self.places.get(name).copied();
        }
        self.items.binary_search_by(|item| item.0.cmp(name)).ok()
    }

    /// Returns the value at an index.
    pub(crate) fn at(&self, place: usize) -> Option<&V> {
        self.items.get(place).map(|item| &item.1)
    }

    /// Returns name and value at an index.
    pub(crate) fn entry_at(&self, place: usize) -> Option<(&'f str, &V)> {
        self.items.get(place).map(|item| (item.0, &item.1))
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&V> {
        self.items.get(self.find(name)?).map(|item| &item.1)
    }

    /// Returns the value with this name, and the name as borrowed from the catalog.
    #[must_use]
    pub fn get_key_value(&self, name: &str) -> Option<(&'f str, &V)> {
        self.items.get(self.find(name)?).map(|item| (item.0, &item.1))
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        let at = self.find(name)?;
        self.items.get_mut(at).map(|item| &mut item.1)
    }

    /// Whether there is a value with this name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Iterates over names and values, ordered by name.
    pub fn iter(&self) -> Iter<'_, 'f, V> {
        self.items.iter().map(|item| (&item.0, &item.1))
    }

    /// Iterates over the names in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &&'f str> + Clone {
        self.items.iter().map(|item| &item.0)
    }

    /// Iterates over the values, ordered by name.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.items.iter().map(|item| &item.1)
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.items.iter_mut().map(|item| &mut item.1)
    }
}

type Pair<'a, 'f, V> = fn(&'a (&'f str, V)) -> (&'a &'f str, &'a V);

/// Iterator of [`ByName::iter`].
pub type Iter<'a, 'f, V> = std::iter::Map<std::slice::Iter<'a, (&'f str, V)>, Pair<'a, 'f, V>>;

impl<'a, 'f, V> IntoIterator for &'a ByName<'f, V> {
    type Item = (&'a &'f str, &'a V);
    type IntoIter = Iter<'a, 'f, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::ByName;

    #[test]
    fn the_first_of_duplicates_is_found_and_names_are_in_order() {
        let mut map = ByName::default();
        for (at, name) in ["b", "a", "c", "a", "b"].into_iter().enumerate() {
            map.push(name, at);
        }
        map.index();
        assert_eq!(map.keys().copied().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(map.iter().map(|(name, at)| (*name, *at)).collect::<Vec<_>>(), [("a", 1), ("b", 0), ("c", 2)]);
        assert_eq!((map.get("c"), map.get("d"), map.contains_key("a"), map.len()), (Some(&2), None, true, 3));
        assert_eq!((map.find("b").and_then(|place| map.at(place)), map.has_duplicates()), (Some(&0), true));
    }

    #[test]
    fn a_long_list_answers_as_a_short_one() {
        let names: Vec<String> = (0..200).map(|at| format!("a{}", at % 150)).collect();
        let mut map = ByName::default();
        for (at, name) in names.iter().enumerate() {
            map.push(name, at);
        }
        map.index();
        assert!(names.iter().enumerate().all(|(at, name)| map.get(name) == Some(&(at % 150))));
        assert_eq!((map.get("a150"), map.len()), (None, 150));
        assert!(map.keys().is_sorted());
    }
}
