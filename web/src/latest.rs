//! Answers that come too late: only the answer to the last question of a form or page is used.

use crate::prelude::*;

/// The questions of a form, numbered. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Latest {
    asked: RwSignal<u32>,
    answered: RwSignal<u32>,
}

impl Latest {
    pub fn new() -> Self {
        Latest { asked: RwSignal::new(0), answered: RwSignal::new(0) }
    }

    /// The number of a new question. From now on answers to earlier ones are outdated.
    pub fn ask(self) -> u32 {
        let number = self.asked.try_get_untracked().unwrap_or_default().wrapping_add(1);
        self.asked.try_set(number);
        number
    }

    /// Whether that is the last question. False where the form is gone.
    pub fn is_last(self, number: u32) -> bool {
        self.asked.try_get() == Some(number)
    }

    /// Whether the answer to that question is used: then the last question is answered.
    pub fn take(self, number: u32) -> bool {
        let is_last = untrack(|| self.is_last(number));
        if is_last {
            self.answered.try_set(number);
        }
        is_last
    }

    /// Whether the last question is answered.
    pub fn is_answered(self) -> bool {
        self.asked.get() == self.answered.get()
    }
}
