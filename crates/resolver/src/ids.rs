//! Numbers that stand for one kind of thing each, and the lists they belong to.

use std::marker::PhantomData;
use std::ops::Deref;

/// A number that stands for an item of a [`List`].
pub trait Id: Copy {
    /// The id of the item at a position.
    fn new(index: usize) -> Self;
    /// The position of the item.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$about:meta])* $visibility:vis $name:ident),+ $(,)?) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(usize);

        impl Id for $name {
            fn new(index: usize) -> Self {
                $name(index)
            }

            fn index(self) -> usize {
                self.0
            }
        }
    )+};
}

ids! {
    /// A catalog of a [`Universe`](crate::Universe).
    pub SourceId,
    /// A bundle of a catalog.
    pub BundleId,
    /// A channel of a package.
    pub ChannelId,
    /// A bundle in a channel.
    pub EntryId,
    /// A requirement of bundles.
    pub RequirementId,
    /// Something that is true or false in an answer.
    pub(crate) VariableId,
    /// What must hold in an answer.
    pub(crate) RuleId,
}

/// A list whose items are found by one kind of id.
#[derive(Debug, Clone)]
pub struct List<I, T> {
    items: Vec<T>,
    of: PhantomData<I>,
}

impl<I: Id, T> List<I, T> {
    /// An item.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// An item that can be changed.
    pub(crate) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// The id of the next item.
    pub(crate) fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    /// Adds an item.
    pub(crate) fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// All ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// All items with their ids.
    pub fn with_ids(&self) -> impl Iterator<Item = (I, &T)> {
        self.ids().zip(&self.items)
    }
}

impl<I, T> Default for List<I, T> {
    fn default() -> Self {
        List { items: Vec::new(), of: PhantomData }
    }
}

impl<I, T> FromIterator<T> for List<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        List { items: items.into_iter().collect(), of: PhantomData }
    }
}

impl<I, T> Deref for List<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<'l, I, T> IntoIterator for &'l List<I, T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}
