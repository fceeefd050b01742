//! The state that requests see.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::SystemTime;

use crate::content::Content;
use crate::index::Index;
use crate::lines::Lines;

/// A catalog that is being served. It is replaced as a whole: each request takes one [`Snapshot`].
#[derive(Debug, Clone)]
pub struct Served(Arc<RwLock<Snapshot>>);

/// A catalog as it was at some time.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) index: Arc<Index>,
    /// Whether it could be read: else it has no content yet.
    pub(crate) is_read: bool,
    /// When it was read.
    pub(crate) stored: SystemTime,
    lines: Arc<OnceLock<Lines>>,
}

impl Served {
    /// Starts with a catalog, which was read at the time `stored`.
    #[must_use]
    pub fn new(index: Index, stored: SystemTime) -> Self {
        Served(Arc::new(RwLock::new(Snapshot::new(index, stored))))
    }

    /// Starts without a catalog, because it cannot be read.
    pub(crate) fn unread() -> Self {
        let snapshot = Snapshot::new(Index::new(Content::default()), SystemTime::UNIX_EPOCH);
        Served(Arc::new(RwLock::new(Snapshot { is_read: false, ..snapshot })))
    }

    /// Serves another catalog from now on. Requests that have begun keep the one they have.
    pub fn replace(&self, index: Index, stored: SystemTime) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Snapshot::new(index, stored);
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn index(&self) -> Arc<Index> {
        self.snapshot().index
    }
}

impl Snapshot {
    fn new(index: Index, stored: SystemTime) -> Self {
        Snapshot { index: Arc::new(index), is_read: true, stored, lines: Arc::default() }
    }

    /// The documents as lines; made when they are first asked for.
    pub(crate) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.index))
    }
}
