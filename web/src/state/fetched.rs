//! Results of queries that are repeated when their inputs change.

use std::future::Future;
use std::pin::Pin;

use crate::prelude::*;

use crate::latest::Latest;
use crate::live::effect;

/// A query that returns what sets its result.
type Query = Pin<Box<dyn Future<Output = Box<dyn FnOnce()>>>>;

/// The result of a query; `None` until there is one. The query is repeated when a signal changes that `ask` reads
/// before it returns its future. The result of an earlier query is ignored.
///
/// Replaces leptos's `LocalResource`, whose code is compiled for each type of result.
pub fn fetched<T, F>(ask: impl Fn() -> F + 'static) -> RwSignal<Option<T>>
where
    T: Send + Sync + 'static,
    F: Future<Output = Option<T>> + 'static,
{
    let answer = rw_signal(None);
    repeat(Box::new(move || setting(answer, ask())));
    answer
}

/// The same, without the result of an earlier query while a query runs.
pub fn fetched_anew<T, F>(ask: impl Fn() -> F + 'static) -> RwSignal<Option<T>>
where
    T: Send + Sync + 'static,
    F: Future<Output = Option<T>> + 'static,
{
    let answer = rw_signal(None);
    repeat(Box::new(move || {
        answer.set(None);
        setting(answer, ask())
    }));
    answer
}

fn setting<T, F>(answer: RwSignal<Option<T>>, query: F) -> Query
where
    T: Send + Sync + 'static,
    F: Future<Output = Option<T>> + 'static,
{
    Box::pin(async move {
        let found = query.await;
        Box::new(move || answer.set(found)) as Box<dyn FnOnce()>
    })
}

/// Not generic, so that it is compiled only once.
fn repeat(ask: Box<dyn Fn() -> Query>) {
    let asked = Latest::new();
    effect(move || {
        let query = ask();
        let own = asked.ask();
        spawn_local(async move {
            let set = query.await;
            if asked.is_current(own) {
                set();
            }
        });
    });
}
