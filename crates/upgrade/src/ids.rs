//! Maps names to numbers: each name of a channel is hashed once, and all other code uses the numbers.

use std::marker::PhantomData;

use olmkit_collections::{HashMap, Id, List, order};

olmkit_collections::ids! {
    /// A version that may be installed: the entries of a channel first, in file order, then all other names. An entry
    /// that repeats the name of an earlier entry has its own number; [`Graph::id_of`](crate::Graph::id_of) returns the
    /// number that owns the name.
    pub VersionId,
    /// An entry at which upgrades end: see [`Findings::stops`](crate::stranded::Findings::stops).
    pub StopId,
    /// A row of the rail.
    pub(crate) Row,
}

/// Names and their numbers. The entries come first, in file order. For duplicates, the first one owns the name.
#[derive(Debug, Default)]
pub(crate) struct Numbers<'e> {
    /// The names by number.
    pub(crate) names: List<VersionId, &'e str>,
    /// The numbers by name.
    pub(crate) ids: HashMap<&'e str, VersionId>,
    /// The number of the name of each entry.
    pub(crate) own: List<VersionId, VersionId>,
}

impl<'e> Numbers<'e> {
    /// Numbers the names of entries.
    pub(crate) fn new(names: impl ExactSizeIterator<Item = &'e str>) -> Self {
        let names: List<VersionId, &str> = names.collect();
        let mut ids = HashMap::with_capacity_and_hasher(names.len(), Default::default());
        let own = names.with_ids().map(|(id, name)| *ids.entry(*name).or_insert(id)).collect();
        Numbers { names, ids, own }
    }

    /// The number of a name, assigned if it is new.
    pub(crate) fn add(&mut self, name: &'e str) -> VersionId {
        let Numbers { names, ids, .. } = self;
        *ids.entry(name).or_insert_with(|| names.push(name))
    }

    /// Like [`Numbers::add`], for a name that an entry replaces. It is usually the name of an adjacent entry, which is
    /// compared first.
    pub(crate) fn add_replaced(&mut self, name: &'e str, entry: VersionId) -> VersionId {
        let entry = entry.index();
        let beside = [entry.checked_sub(1), entry.checked_add(1).filter(|next| *next < self.own.len())];
        let is_named = |id: &VersionId| self.names.get(*id) == Some(&name);
        let beside = beside.into_iter().flatten().map(VersionId::new).find(is_named);
        match beside.and_then(|id| self.own.get(id)) {
            Some(id) => *id,
            None => self.add(name),
        }
    }
}

/// Lists by id, stored in one allocation.
#[derive(Debug)]
pub(crate) struct Lists<I, T> {
    /// The start of each list, and the end of the last one.
    starts: Vec<usize>,
    items: Vec<T>,
    of: PhantomData<I>,
}

impl<I: Id + Ord, T> Lists<I, T> {
    /// Distributes items to lists. Each list keeps the order of its items.
    pub(crate) fn new(lists: usize, mut items: Vec<(I, T)>) -> Self {
        if !items.is_sorted_by_key(|(list, _)| *list) {
            order::sort_by_key(&mut items, |(list, _)| *list);
        }
        let mut starts = Vec::with_capacity(lists.saturating_add(1));
        for (at, (list, _)) in items.iter().enumerate() {
            while starts.len() <= list.index() {
                starts.push(at);
            }
        }
        starts.resize(lists.saturating_add(1), items.len());
        Lists { starts, items: items.into_iter().map(|(_, item)| item).collect(), of: PhantomData }
    }

    /// The list of an id.
    pub(crate) fn get(&self, list: I) -> &[T] {
        let list = list.index();
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
        assert_eq!(*numbers.own, [0, 1, 0, 3].map(VersionId));
        let replaced = [("b", 0), ("a", 1), ("c", 2), ("a", 3), ("x", 3), ("c", 0)]
            .map(|(name, at)| numbers.add_replaced(name, VersionId(at)));
        assert_eq!(replaced, [1, 0, 3, 0, 4, 3].map(VersionId));
        assert_eq!((numbers.add("x"), numbers.add("y"), numbers.names.len()), (VersionId(4), VersionId(5), 6));
    }

    #[test]
    fn lists_keep_their_order() {
        let items = [(3, 'a'), (1, 'b'), (3, 'c'), (1, 'd')].map(|(list, item)| (VersionId(list), item));
        let lists = Lists::new(5, items.to_vec());
        let all: Vec<String> = (0..6).map(|list| lists.get(VersionId(list)).iter().collect()).collect();
        assert_eq!(all, ["", "bd", "", "ac", "", ""]);
    }
}
