//! The prelude of every component: leptos, with attributes, event handlers, lists of views, tasks and signals that are
//! compiled once for each type, where leptos generates code for each use. Names and arguments are those of leptos.

use std::ops::Deref;
use std::pin::Pin;

use leptos::ev::{EventDescriptor, On, on};
pub use leptos::prelude::*;
use leptos::tachys::html;
use leptos::tachys::html::attribute::AttributeValue;
use leptos::tachys::html::attribute::custom::{CustomAttr, CustomAttributeKey, custom_attribute};
use leptos::tachys::html::class::{Class, IntoClass};
use wasm_bindgen::JsValue;

/// A mutable closure behind a pointer. A `dyn FnMut` contains two functions; this contains one.
pub trait Handle<E> {
    fn handle(&mut self, event: E);
}

impl<E, F: FnMut(E)> Handle<E> for F {
    fn handle(&mut self, event: E) {
        self(event);
    }
}

/// An event handler.
type Handler<E> = Box<dyn FnMut(<E as EventDescriptor>::EventType)>;

/// `on:click` and similar attributes of `view!`.
pub trait OnAttribute: AddAnyAttr + Sized {
    fn on<E>(self, event: E, handle: impl FnMut(E::EventType) + 'static) -> Self::Output<On<E, Handler<E>>>
    where
        E: EventDescriptor + Send + 'static,
        E::EventType: From<JsValue> + 'static,
        Self::Output<On<E, Handler<E>>>: RenderHtml,
    {
        listening(self, event, handler(Box::new(handle)))
    }
}

impl<V: AddAnyAttr> OnAttribute for V {}

fn handler<E: 'static>(mut handle: Box<dyn Handle<E>>) -> Box<dyn FnMut(E)> {
    Box::new(move |event| handle.handle(event))
}

#[inline(never)]
fn listening<V, E>(view: V, event: E, handle: Handler<E>) -> V::Output<On<E, Handler<E>>>
where
    V: AddAnyAttr,
    E: EventDescriptor + Send + 'static,
    E::EventType: From<JsValue> + 'static,
    V::Output<On<E, Handler<E>>>: RenderHtml,
{
    view.add_any_attr(on(event, handle))
}

/// `class` and `class:name` attributes of `view!`.
pub trait ClassAttribute: AddAnyAttr + Sized {
    #[inline(never)]
    fn class<C: IntoClass>(self, class: C) -> Self::Output<Class<C>> {
        self.add_any_attr(html::class::class(class))
    }
}

impl<V: AddAnyAttr> ClassAttribute for V {}

/// Attributes of `view!` for which leptos has no method, such as `data-drag`.
pub trait CustomAttribute: AddAnyAttr + Sized {
    #[inline(never)]
    fn attr<K: CustomAttributeKey, V: AttributeValue>(self, name: K, value: V) -> Self::Output<CustomAttr<K, V>> {
        self.add_any_attr(custom_attribute(name, value))
    }
}

impl<V: AddAnyAttr> CustomAttribute for V {}

/// `RwSignal::new`, compiled once for each type of value.
#[inline(never)]
pub fn rw_signal<T: Send + Sync + 'static>(value: T) -> RwSignal<T> {
    RwSignal::new(value)
}

/// `StoredValue::new`, compiled once for each type of value.
#[inline(never)]
pub fn stored_value<T: Send + Sync + 'static>(value: T) -> StoredValue<T> {
    StoredValue::new(value)
}

/// Access to a value by reference, tracked.
pub trait With: Read {
    fn with<U>(&self, look: impl FnOnce(&<Self::Value as Deref>::Target) -> U) -> U {
        look(&tracked(self))
    }
}

impl<S: Read> With for S {}

#[inline(never)]
fn tracked<S: Read + ?Sized>(signal: &S) -> S::Value {
    signal.read()
}

/// Access to a value by reference, not tracked.
pub trait WithUntracked: ReadUntracked {
    fn with_untracked<U>(&self, look: impl FnOnce(&<Self::Value as Deref>::Target) -> U) -> U {
        look(&untracked(self))
    }
}

impl<S: ReadUntracked> WithUntracked for S {}

#[inline(never)]
fn untracked<S: ReadUntracked>(signal: &S) -> S::Value {
    signal.read_untracked()
}

/// `leptos::task::spawn_local`, compiled once.
pub fn spawn_local(work: impl Future<Output = ()> + 'static) {
    spawn(Box::pin(work));
}

fn spawn(work: Pin<Box<dyn Future<Output = ()>>>) {
    leptos::task::spawn_local(work);
}

/// What a signal contains.
type Content<S> = <<S as Read>::Value as Deref>::Target;

/// A copy of a value, tracked.
pub trait Get: Read<Value: Deref<Target: Clone + Sized>> {
    #[inline(never)]
    fn get(&self) -> Content<Self> {
        Content::<Self>::clone(&tracked(self))
    }
}

impl<S: Read<Value: Deref<Target: Clone + Sized>>> Get for S {}

/// What a signal contains, for reads that are not tracked.
type UntrackedContent<S> = <<S as ReadUntracked>::Value as Deref>::Target;

/// A copy of a value, not tracked.
pub trait GetUntracked: ReadUntracked<Value: Deref<Target: Clone + Sized>> {
    #[inline(never)]
    fn get_untracked(&self) -> UntrackedContent<Self> {
        UntrackedContent::<Self>::clone(&untracked(self))
    }

    /// `None` if the signal no longer exists.
    fn try_get_untracked(&self) -> Option<UntrackedContent<Self>> {
        self.try_read_untracked().map(|value| UntrackedContent::<Self>::clone(&value))
    }
}

impl<S: ReadUntracked<Value: Deref<Target: Clone + Sized>>> GetUntracked for S {}

/// Replaces a value. Does nothing if the signal no longer exists.
pub trait Set: Write {
    #[inline(never)]
    fn set(&self, value: Self::Value) {
        if let Some(mut content) = self.try_write() {
            *content = value;
        }
    }
}

impl<S: Write> Set for S {}

/// Access to a stored value by reference.
pub trait WithValue: ReadValue {
    fn with_value<U>(&self, look: impl FnOnce(&<Self::Value as Deref>::Target) -> U) -> U {
        look(&stored(self))
    }
}

impl<S: ReadValue> WithValue for S {}

#[inline(never)]
fn stored<S: ReadValue>(value: &S) -> S::Value {
    value.read_value()
}

/// Lists of views.
pub trait CollectView {
    fn collect_view(self) -> Vec<AnyView>;
}

impl<I: IntoIterator<Item: IntoAny>> CollectView for I {
    /// Pushes one view after the other: `collect` has more code, for the number of items.
    fn collect_view(self) -> Vec<AnyView> {
        let mut views = Vec::new();
        for view in self {
            views.push(view.into_any());
        }
        views
    }
}
