//! What the page computes and draws anew when a signal changes, with closures behind a pointer: leptos compiles its code
//! once for each type of closure, and this page has hundreds. The names and arguments are those of leptos.

use leptos::prelude::*;

/// What computes the value of a memo from the one before.
type Compute<T> = Box<dyn Fn(Option<&T>) -> T + Send + Sync>;

/// `Memo::new`, compiled once for each type of value.
pub fn memo<T>(compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let compute: Compute<T> = Box::new(compute);
    Memo::new(compute)
}

/// `Effect::new` for effects that keep no value, compiled once.
pub fn effect(mut run: impl FnMut() + 'static) {
    let run: Box<dyn FnMut(Option<()>)> = Box::new(move |_| run());
    Effect::new(run);
}

/// A part of a view that is drawn again when a signal changes that `draw` reads.
pub fn live<V: IntoAny>(draw: impl Fn() -> V + Send + 'static) -> Box<dyn FnMut() -> AnyView + Send> {
    Box::new(move || draw().into_any())
}

/// A condition of [`Show`].
pub struct When(Box<dyn Fn() -> bool + Send + Sync>);

impl<F: Fn() -> bool + Send + Sync + 'static> From<F> for When {
    fn from(condition: F) -> Self {
        When(Box::new(condition))
    }
}

/// Shows its children while `when` is true, else `fallback`.
#[component]
pub fn Show(#[prop(into)] when: When, children: ChildrenFn, #[prop(optional, into)] fallback: ViewFn) -> impl IntoView {
    let is_shown = memo(move |_| (when.0)());
    live(move || if is_shown.get() { children() } else { fallback.run() })
}
