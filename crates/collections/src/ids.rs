//! Typed ids, and the lists that they index.

use std::marker::PhantomData;
use std::ops::Deref;

/// The id of an item of a [`List`].
pub trait Id: Copy {
    /// The id of the item at an index.
    fn new(index: usize) -> Self;
    /// The index of the item.
    fn index(self) -> usize;
}

/// Declares id types.
#[macro_export]
macro_rules! ids {
    ($($(#[$about:meta])* $visibility:vis $name:ident),+ $(,)?) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(usize);

        impl $crate::Id for $name {
            fn new(index: usize) -> Self {
                $name(index)
            }

            fn index(self) -> usize {
                self.0
            }
        }
    )+};
}

/// A list that is indexed by one type of id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<I, T> {
    items: Vec<T>,
    of: PhantomData<I>,
}

impl<I: Id, T> List<I, T> {
    /// Creates a list of `length` copies of an item.
    #[must_use]
    pub fn repeat(item: T, length: usize) -> Self
    where
        T: Clone,
    {
        vec![item; length].into()
    }

    /// The item with this id.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// A mutable reference to the item with this id.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// Replaces an existing item. Does nothing if the list has no such item.
    pub fn set(&mut self, id: I, item: T) {
        if let Some(slot) = self.get_mut(id) {
            *slot = item;
        }
    }

    /// The id that the next item will have.
    #[must_use]
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// Resizes the list to `length`; new items are copies of `item`.
    pub fn resize(&mut self, length: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(length, item);
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

impl<I, T> From<Vec<T>> for List<I, T> {
    fn from(items: Vec<T>) -> Self {
        List { items, of: PhantomData }
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
