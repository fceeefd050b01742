//! Results of queries that are repeated when their inputs change.

use std::future::Future;

use crate::prelude::*;

use crate::latest::Latest;
use crate::live::effect;
use leptos::task::spawn_local;

/// The result of a query; `None` until there is one. The query is repeated when a signal changes that `ask` reads
/// before it returns its future. The result of an earlier query is ignored.
///
/// Replaces leptos's `LocalResource`, whose code is compiled for each type of result.
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
