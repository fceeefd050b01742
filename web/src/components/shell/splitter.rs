//! A border between two parts of the page that can be moved with the pointer or the arrow keys.

use crate::prelude::*;
use wasm_bindgen::JsCast;

use crate::state::{AppState, Layout, Part};
use crate::text::rounded;

#[component]
pub fn Splitter(part: Part, class: &'static str, label: &'static str) -> impl IntoView {
    let app = expect_context::<AppState>();
    let size = move || app.workbench.sizes.get().size(part);
    let set = move |size: f64| {
        app.workbench.sizes.update(|layout| *layout = layout.with(part, size));
        app.workbench.sizes.get_untracked().store();
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let (least, most) = part.limits();
        // The entry is as high as its content until the user chooses a height.
        let shown = || {
            let border = event.target()?.dyn_into::<web_sys::Element>().ok()?;
            let page = border.parent_element()?.get_bounding_client_rect();
            Some((border.get_bounding_client_rect().top() + 5.0 - page.top()) / page.height() * 100.0)
        };
        let stored = app.workbench.sizes.get_untracked().size(part);
        let now = if part == Part::Entry { shown().unwrap_or(stored) } else { stored };
        match (event.key().as_str(), part) {
            ("ArrowLeft", Part::Details) | ("ArrowRight", Part::Side) => set(now + part.step()),
            ("ArrowRight", Part::Details) | ("ArrowLeft", Part::Side) => set(now - part.step()),
            ("ArrowDown", Part::Entry) => set(now + part.step()),
            ("ArrowUp", Part::Entry) => set(now - part.step()),
            ("Home", _) => set(least),
            ("End", _) => set(most),
            ("Enter", _) => set(Layout::default().size(part)),
            _ => return,
        }
        event.prevent_default();
    };
    let hold = |event: web_sys::PointerEvent| {
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            let _ = element.set_pointer_capture(event.pointer_id());
        }
        event.prevent_default();
    };
    let pull = move |event: web_sys::PointerEvent| {
        let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(element) = element.filter(|element| element.has_pointer_capture(event.pointer_id())) else { return };
        let Some(page) = element.parent_element().map(|page| page.get_bounding_client_rect()) else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        match part {
            Part::Side => set(x - page.left()),
            Part::Details => set(page.right() - x),
            Part::Entry => set((y - page.top()) / page.height() * 100.0),
        }
    };
    let (least, most) = part.limits();
    let direction = if part.is_at_side() { "vertical" } else { "horizontal" };
    view! {
        <div class=format!("splitter {class}") role="separator" tabindex="0" aria-label=label aria-orientation=direction
            aria-valuemin=rounded(least).to_string() aria-valuemax=rounded(most).to_string() aria-valuenow=move || rounded(size()).to_string()
            title="Drag, or use the arrow keys. Press Enter or double-click to reset."
            on:keydown=key on:pointerdown=hold on:pointermove=pull on:dblclick=move |_| set(Layout::default().size(part))></div>
    }
}
