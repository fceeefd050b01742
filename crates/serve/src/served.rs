//! The state shared by requests.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::SystemTime;

use crate::content::Content;
use crate::index::Index;
use crate::lines::Lines;

/// A served catalog. It is replaced as a whole, and each request uses one [`Snapshot`].
#[derive(Debug, Clone)]
pub struct Served(Arc<RwLock<Snapshot>>);

/// The state of a catalog at some time.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) index: Arc<Index>,
    /// Whether the catalog could be read. If not, it has no content yet.
    pub(crate) is_read: bool,
    /// The time at which the catalog was read.
    pub(crate) stored: SystemTime,
    lines: Arc<OnceLock<Lines>>,
}

impl Served {
    /// Serves a catalog that was read at the time `stored`.
    #[must_use]
    pub fn new(index: Index, stored: SystemTime) -> Self {
        Served(Arc::new(RwLock::new(Snapshot::new(index, stored))))
    }

    /// Starts without content, because the catalog cannot be read.
    pub(crate) fn unread() -> Self {
        let snapshot = Snapshot::new(Index::new(Content::default()), SystemTime::UNIX_EPOCH);
        Served(Arc::new(RwLock::new(Snapshot { is_read: false, ..snapshot })))
    }

    /// Replaces the catalog. Pending requests continue with the previous one.
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

    /// The documents as lines. Created on first use.
    pub(crate) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.index))
    }
}
