//! Maps names to numbers: each name of a channel is hashed once, and everything else uses numbers.

use olmkit_collections::{HashMap, order};

/// Names and their numbers. The entries come first, in file order. For duplicates, the first one owns the name.
#[derive(Debug, Default)]
pub(crate) struct Numbers<'e> {
    /// The names by number.
    pub(crate) names: Vec<&'e str>,
    /// The number of a name.
    pub(crate) ids: HashMap<&'e str, usize>,
    /// The number of each entry's name.
    pub(crate) own: Vec<usize>,
}

impl<'e> Numbers<'e> {
    /// Numbers the names of entries.
    pub(crate) fn new(names: impl ExactSizeIterator<Item = &'e str>) -> Self {
        let names: Vec<&str> = names.collect();
        let mut ids = HashMap::with_capacity_and_hasher(names.len(), Default::default());
        let own = names.iter().enumerate().map(|(at, name)| *ids.entry(*name).or_insert(at)).collect();
        Numbers { names, ids, own }
    }

    /// The number of a name, assigned if it is new.
    pub(crate) fn add(&mut self, name: &'e str) -> usize {
        let Numbers { names, ids, .. } = self;
        *ids.entry(name).or_insert_with(|| {
            names.push(name);
            names.len().saturating_sub(1)
        })
    }

    /// The same for a name that an entry replaces, usually the name of the entry next to it.
    pub(crate) fn add_replaced(&mut self, name: &'e str, entry: usize) -> usize {
        let beside = [entry.checked_sub(1), entry.checked_add(1).filter(|next| *next < self.own.len())];
        let is_named = |at: &usize| self.names.get(*at) == Some(&name);
        match beside.into_iter().flatten().find(is_named).and_then(|at| self.own.get(at)) {
            Some(id) => *id,
            None => self.add(name),
        }
    }
}

/// Lists by number in one allocation.
#[derive(Debug, Default)]
pub(crate) struct Lists<T> {
    /// The start of each list, and the end of the last one.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Sorts items into lists; each list keeps the order in which its items come.
    pub(crate) fn new(lists: usize, mut items: Vec<(usize, T)>) -> Self {
        if !items.is_sorted_by_key(|(list, _)| *list) {
            order::sort_by_key(&mut items, |(list, _)| *list);
        }
        let mut starts = Vec::with_capacity(lists.saturating_add(1));
        for (at, (list, _)) in items.iter().enumerate() {
            while starts.len() <= *list {
                starts.push(at);
            }
        }
        starts.resize(lists.saturating_add(1), items.len());
        Lists { starts, items: items.into_iter().map(|(_, item)| item).collect() }
    }

    /// The list of a number.
    pub(crate) fn get(&self, list: usize) -> &[T] {
        let bounds = self.starts.get(list).zip(self.starts.get(list.saturating_add(1)));
        bounds.and_then(|(start, end)| self.items.get(*start..*end)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_number() {
        let mut numbers = Numbers::new(["a", "b", "a", "c"].into_iter());
        assert_eq!(numbers.own, [0, 1, 0, 3]);
        let replaced: Vec<usize> = [("b", 0), ("a", 1), ("c", 2), ("a", 3), ("x", 3), ("c", 0)]
            .map(|(name, at)| numbers.add_replaced(name, at))
            .to_vec();
        assert_eq!(replaced, [1, 0, 3, 0, 4, 3]);
        assert_eq!((numbers.add("x"), numbers.add("y"), numbers.names.len()), (4, 5, 6));
    }

    #[test]
    fn lists_keep_their_order() {
        let lists = Lists::new(5, vec![(3, 'a'), (1, 'b'), (3, 'c'), (1, 'd')]);
        let all: Vec<String> = (0..6).map(|list| lists.get(list).iter().collect()).collect();
        assert_eq!(all, ["", "bd", "", "ac", "", ""]);
    }
}
