//! Answers that follow their question.

use std::future::Future;

use leptos::prelude::*;

use crate::live::effect;
use leptos::task::spawn_local;

/// The answer to a question; `None` until there is one. It is asked again when a signal changes that `ask` reads before
/// its future; the answer to an earlier question is ignored.
///
/// It takes the place of leptos's `LocalResource`, whose code is there once more for each type of answer.
pub fn fetched<T, F>(ask: impl Fn() -> F + 'static) -> RwSignal<Option<T>>
where
    T: Send + Sync + 'static,
    F: Future<Output = Option<T>> + 'static,
{
    let answer = RwSignal::new(None);
    let asked = StoredValue::new(0_u32);
    effect(move || {
        let question = ask();
        let own = asked.get_value().wrapping_add(1);
        asked.set_value(own);
        spawn_local(async move {
            let found = question.await;
            if asked.try_get_value() == Some(own) {
                answer.set(found);
            }
        });
    });
    answer
}
