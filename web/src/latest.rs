//! Ignores outdated results: only the result of the last query of a form or page is used.

use crate::prelude::*;

/// Numbers the queries of a form. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Latest(RwSignal<u32>);

impl Latest {
    pub fn new() -> Self {
        Latest(rw_signal(0))
    }

    /// Starts a query and returns its number. Results of earlier queries are outdated from now on.
    pub fn ask(self) -> u32 {
        let number = self.0.try_get_untracked().unwrap_or_default().wrapping_add(1);
        self.0.set(number);
        number
    }

    /// Whether this is the last query. False if the form no longer exists.
    pub fn is_last(self, number: u32) -> bool {
        self.0.try_read().is_some_and(|last| *last == number)
    }

    /// The same without tracking, for code that handles a result.
    pub fn is_current(self, number: u32) -> bool {
        untrack(|| self.is_last(number))
    }
}
