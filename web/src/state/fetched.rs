//! Answers that follow their question.

use std::future::Future;

use crate::prelude::*;

use crate::latest::Latest;
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
    let asked = Latest::new();
    effect(move || {
        let question = ask();
        let own = asked.ask();
        spawn_local(async move {
            let found = question.await;
            if asked.take(own) {
                answer.set(found);
            }
        });
    });
    answer
}
