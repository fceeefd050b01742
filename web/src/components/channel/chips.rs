//! Chips over the focused field of a list of names: the names without their prefix, in front of what is typed. The field
//! has the whole text, which is moved to the left below the chips.

use crate::prelude::*;

use crate::bridge;
use crate::components::channel::names::names;
use crate::live::live;
use crate::state::AppState;
use crate::text::rounded;

/// The width of a character, and of the space around a chip, in pixels at the usual font size.
pub const LETTER: f64 = 7.25;
const AROUND: f64 = 14.0;
/// The width of all chips, in pixels at the usual font size. The style sheet limits it too.
const WIDTH: f64 = 240.0;
/// The width of the sign that removes a name, and of the count of the other names.
const SIGN: f64 = 14.0;
const COUNT: f64 = 28.0;

/// The width of a chip, in pixels at the usual font size.
#[allow(clippy::cast_precision_loss, reason = "lengths of names")]
pub fn chip_width(length: usize) -> f64 {
    length as f64 * LETTER + AROUND
}

/// The names that have chips, and the text that the chips cover.
#[derive(Debug, Clone, Default, PartialEq)]
struct Covered {
    names: Vec<String>,
    text: String,
}

impl Covered {
    /// The names that are followed by a separator. What follows them is being typed.
    fn of(written: &str) -> Self {
        let typed = written.rsplit([',', ' ']).next().unwrap_or_default();
        let text = written.strip_suffix(typed).unwrap_or_default().to_owned();
        Covered { names: names(&text), text }
    }

    /// The length of the text as the browser counts it.
    fn end(&self) -> u32 {
        u32::try_from(self.text.encode_utf16().count()).unwrap_or_default()
    }
}

/// The chips over the focused field. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Chips {
    covered: RwSignal<Covered>,
    /// The position, as a style.
    place: RwSignal<String>,
    element: NodeRef<leptos::html::Span>,
}

impl Chips {
    pub fn new() -> Self {
        Chips { covered: rw_signal(Covered::default()), place: rw_signal(String::new()), element: NodeRef::new() }
    }

    /// Covers the names in a field, unless the caret is among them: they are then text.
    pub fn update(self, input: &web_sys::HtmlInputElement) {
        let covered = Covered::of(&input.value());
        let caret = input.selection_start().ok().flatten().unwrap_or_default();
        if covered.names.is_empty() || caret < covered.end() {
            return self.clear(input);
        }
        let text = covered.text.clone();
        self.follow(input);
        self.covered.set(covered);
        let input = input.clone();
        // The chips have their width once they are drawn.
        spawn_local(async move {
            if let Some(element) = self.element.get_untracked().filter(|_| self.is_shown()) {
                bridge::cover_text(&input, &text, &element);
            }
        });
    }

    pub fn clear(self, input: &web_sys::HtmlInputElement) {
        if self.is_shown() {
            self.covered.set(Covered::default());
            bridge::uncover_text(input);
        }
    }

    pub fn is_shown(self) -> bool {
        self.covered.with_untracked(|covered| !covered.names.is_empty())
    }

    /// Moves the chips along with their field.
    pub fn follow(self, input: &web_sys::HtmlInputElement) {
        let rect = input.get_bounding_client_rect();
        let (left, top) = (rounded(rect.left() + 2.0), rounded(rect.top() + 1.0));
        let height = rounded(rect.height() - 2.0);
        self.place.set(format!("left:{left}px;top:{top}px;height:{height}px"));
    }

    /// Handles a key in the field. Backspace behind the chips removes the last name; the caret moves from the typed text
    /// into the names only when they are text. Returns whether the text has changed.
    pub fn key(self, input: &web_sys::HtmlInputElement, key: &str) -> bool {
        if !self.is_shown() {
            return false;
        }
        let caret = |at: Option<u32>| at.unwrap_or_default();
        let (start, end) = (input.selection_start().ok().map(caret), input.selection_end().ok().map(caret));
        let covered = self.covered.get_untracked();
        let is_behind = start == Some(covered.end());
        match key {
            "Home" => self.clear(input),
            "ArrowLeft" if is_behind => self.clear(input),
            "Backspace" if is_behind && end == start => {
                let typed = input.value().strip_prefix(&covered.text).unwrap_or_default().to_owned();
                let kept = covered.names.split_last().map(|(_, kept)| kept).unwrap_or_default();
                let text: String = kept.iter().map(|name| format!("{name}, ")).collect();
                let at = Covered::of(&text).end();
                input.set_value(&format!("{text}{typed}"));
                let _ = input.set_selection_range(at, at);
                return true;
            }
            _ => {}
        }
        false
    }

    /// Whether all names have a chip, so that the list need not show them.
    pub fn has_all(self, short: impl Fn(&str) -> String) -> bool {
        self.covered.with(|covered| !covered.names.is_empty() && first_shown(covered, short) == 0)
    }
}

/// The index of the first name that has a chip: the last ones have, as many as fit.
fn first_shown(covered: &Covered, short: impl Fn(&str) -> String) -> usize {
    let mut left = WIDTH - COUNT;
    let fits = |name: &&String| {
        left -= chip_width(short(name).len()) + SIGN;
        left > 0.0
    };
    let shown = covered.names.iter().rev().take_while(fits).count().max(1);
    covered.names.len().saturating_sub(shown)
}

/// The chips over the focused field.
#[component]
pub fn FieldChips(app: AppState, chips: Chips, remove: Callback<String>) -> impl IntoView {
    let short = move |name: &str| app.short(name);
    let shown = move || {
        let covered = chips.covered.get();
        let first = first_shown(&covered, short);
        let drawn = covered.names.into_iter().skip(first).map(|name| view! { <Chip app name remove /> }).collect_view();
        view! { {(first > 0).then(|| view! { <span class="more">{format!("+{first}")}</span> })}{drawn} }
    };
    // Keep the focus in the field.
    let hold = |event: web_sys::MouseEvent| event.prevent_default();
    view! {
        <span class="field-chips" class:is-open=move || chips.covered.with(|covered| !covered.names.is_empty()) style=chips.place node_ref=chips.element on:mousedown=hold>{live(shown)}</span>
    }
}

/// A name of the focused field, which is removed by a click.
#[component]
pub fn Chip(app: AppState, name: String, remove: Callback<String>) -> impl IntoView {
    let short = app.short(&name);
    let label = format!("Remove {short}");
    view! { <button type="button" class="chip" tabindex="-1" aria-label=label on:click=move |_| remove.run(name.clone())>{short}<span aria-hidden="true">" ✕"</span></button> }
}
