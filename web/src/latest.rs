//! Ignores outdated results: only the result of the last query of a form or page is used.

use crate::prelude::*;

/// Numbers the queries of a form. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Latest {
    asked: RwSignal<u32>,
    answered: RwSignal<u32>,
}

impl Latest {
    pub fn new() -> Self {
        Latest { asked: RwSignal::new(0), answered: RwSignal::new(0) }
    }

    /// Starts a query and returns its number. Results of earlier queries are outdated from now on.
    pub fn ask(self) -> u32 {
        let number = self.asked.try_get_untracked().unwrap_or_default().wrapping_add(1);
        self.asked.try_set(number);
        number
    }

    /// Whether this is the last query. False if the form no longer exists.
    pub fn is_last(self, number: u32) -> bool {
        self.asked.try_get() == Some(number)
    }

    /// Records the result of a query. Returns whether it is the last query, so that the result is to be used.
    pub fn take(self, number: u32) -> bool {
        let is_last = untrack(|| self.is_last(number));
        if is_last {
            self.answered.try_set(number);
        }
        is_last
    }

    /// Whether the last query has a result.
    pub fn is_answered(self) -> bool {
        self.asked.get() == self.answered.get()
    }
}
