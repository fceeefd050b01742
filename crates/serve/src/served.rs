//! The state that requests see.

use std::sync::{Arc, PoisonError, RwLock};

use crate::index::Index;

/// A catalog that is being served. It is replaced as a whole: each request takes one [`Snapshot`].
#[derive(Debug, Clone)]
pub struct Served(Arc<RwLock<Snapshot>>);

/// A catalog as it was at some time.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) index: Arc<Index>,
}

impl Served {
    /// Starts with a catalog.
    #[must_use]
    pub fn new(index: Index) -> Self {
        Served(Arc::new(RwLock::new(Snapshot::new(index))))
    }

    /// Serves another catalog from now on. Requests that have begun keep the one they have.
    pub fn replace(&self, index: Index) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Snapshot::new(index);
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn index(&self) -> Arc<Index> {
        self.snapshot().index
    }
}

impl Snapshot {
    fn new(index: Index) -> Self {
        Snapshot { index: Arc::new(index) }
    }
}
