//! Reactive computations and views with closures behind a pointer: leptos compiles its code once for each type of
//! closure, and this page has hundreds. Names and arguments are those of leptos.

use std::hash::Hash;
use std::sync::Arc;

use crate::components::parts::key::key_of;
use crate::prelude::*;

/// A closure behind a pointer. A `dyn Fn` contains three functions, one for each way to call it; this contains one.
trait Compute<A, R> {
    fn compute(&self, from: A) -> R;
}

impl<A, R, F: Fn(A) -> R> Compute<A, R> for F {
    fn compute(&self, from: A) -> R {
        self(from)
    }
}

/// Computes the value of a memo from the previous one.
type Next<T> = Box<dyn for<'v> Compute<Option<&'v T>, T> + Send + Sync>;

/// `Memo::new`, compiled once for each type of value.
pub fn memo<T>(compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    computed(Box::new(compute))
}

#[inline(never)]
fn computed<T: PartialEq + Send + Sync + 'static>(next: Next<T>) -> Memo<T> {
    Memo::new(move |before: Option<&T>| next.compute(before))
}

/// `Effect::new` for effects that keep no value, compiled once.
pub fn effect(mut run: impl FnMut() + 'static) {
    repeat(Box::new(move |()| run()));
}

fn repeat(mut run: Box<dyn Handle<()>>) {
    Effect::new(move |_: Option<()>| run.handle(()));
}

/// A part of a view that is redrawn when a signal that `draw` reads changes.
pub fn live<V: IntoAny>(draw: impl Fn() -> V + Send + 'static) -> Box<dyn FnMut() -> AnyView + Send> {
    drawn(Box::new(move |()| draw().into_any()))
}

fn drawn(draw: Box<dyn Compute<(), AnyView> + Send>) -> Box<dyn FnMut() -> AnyView + Send> {
    Box::new(move || draw.compute(()))
}

/// A condition of [`Show`].
pub struct When(Box<dyn Compute<(), bool> + Send + Sync>);

impl<F: Fn() -> bool + Send + Sync + 'static> From<F> for When {
    fn from(condition: F) -> Self {
        When(Box::new(move |()| condition()))
    }
}

/// Shows its children while `when` is true, otherwise `fallback`.
#[component]
pub fn Show(#[prop(into)] when: When, children: ChildrenFn, #[prop(optional, into)] fallback: ViewFn) -> impl IntoView {
    let is_shown = memo(move |_| when.0.compute(()));
    live(move || if is_shown.get() { children() } else { fallback.run() })
}

/// An item of a list: its key, and its view.
struct Item {
    key: u64,
    draw: Box<dyn FnOnce() -> AnyView + Send>,
}

/// A list of items. Each item is drawn once, and stays while its key does not change.
#[component]
pub fn For<IF, I, T, KF, K, EF, N>(each: IF, key: KF, children: EF) -> impl IntoView
where
    IF: Fn() -> I + Send + 'static,
    I: IntoIterator<Item = T> + 'static,
    T: Send + 'static,
    KF: Fn(&T) -> K + Send + 'static,
    K: Hash + 'static,
    EF: Fn(T) -> N + Send + Sync + 'static,
    N: IntoView + 'static,
{
    let children = Arc::new(children);
    let item = move |item: T| {
        let children = Arc::clone(&children);
        Item { key: key_of(&key(&item)), draw: Box::new(move || children(item).into_any()) }
    };
    list(Box::new(move || each().into_iter().map(&item).collect()))
}

/// Not generic, so that it is compiled only once.
fn list(items: Box<dyn Fn() -> Vec<Item> + Send>) -> AnyView {
    view! { <leptos::prelude::For each=items key=|item| item.key children=|item: Item| (item.draw)() /> }.into_any()
}
