//! Editable cells of the table: a field for an edge, with suggested values and their effects.
//!
//! The engine computes values and effects in its worker, so typing is never blocked.

use crate::prelude::*;
use olmkit_api::{Candidate, CandidateVerdict, CandidatesQuery, EdgeField, Intention, Severity};
use olmkit_collections::order;
use olmkit_text::natural;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::names::{EntryAt, Names, UnknownName, names};
use crate::components::parts::field::{field_of, restore};
use crate::live::{effect, live};
use crate::state::{AppState, fetched_anew};
use crate::text::{lower, rounded};

/// The attribute of a focused field into which nothing has been typed.
const UNCHANGED: &str = "data-unchanged";
/// The id of the suggestion list.
const LIST: &str = "candidates";
/// The maximum number of names of a value that are shown.
const NAMED: usize = 4;
/// The maximum number of kept names that are shown.
const KEPT: usize = 12;
/// The height in pixels that the list needs below its field. The style sheet limits its height.
const HEIGHT: f64 = 300.0;

/// The focused field. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Cells {
    app: AppState,
    names: Names,
    query: RwSignal<Option<CandidatesQuery>>,
    found: RwSignal<Option<Vec<Candidate>>>,
    /// The value that is selected with the arrow keys.
    at: RwSignal<Option<usize>>,
    /// The position of the list, as a style.
    place: RwSignal<String>,
    /// Names that the package does not contain, or that of the entry: those that were warned about, the last one now.
    /// Pressing Enter again writes them anyway.
    unknown: RwSignal<Vec<String>>,
    /// Whether the focused field has text that is not committed.
    is_typed: RwSignal<bool>,
}

/// The intention that sets a field to a text.
fn intention((package, channel, entry): EntryAt, field: EdgeField, text: &str) -> Intention {
    let to = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    match field {
        EdgeField::Replaces => Intention::SetReplaces { package, channel, entry, to },
        EdgeField::SkipRange => Intention::SetSkipRange { package, channel, entry, to },
        EdgeField::Skips => Intention::SetSkips { package, channel, entry, to: names(text) },
    }
}

/// The first names of a value, and the number of the others.
fn first_of(names: &[String]) -> String {
    let shown = names.get(..NAMED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(NAMED) {
        _ if names.is_empty() => "nothing".to_owned(),
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The kept names to show, and the number of the others. Of a long list, those that contain the typed text, newest first.
fn shown_kept(CandidatesQuery { kept, text, .. }: &CandidatesQuery) -> (Vec<String>, usize) {
    let mut shown = kept.clone();
    if shown.len() > KEPT {
        let typed = lower(text.trim());
        shown.retain(|name| lower(name).contains(&typed));
        order::sort_by(&mut shown, |a, b| natural(b, a));
        shown.truncate(KEPT);
    }
    let more = kept.len().saturating_sub(shown.len());
    (shown, more)
}

/// Why a name is not written without confirmation.
fn why_not(is_itself: bool) -> &'static str {
    match is_itself {
        true => "is this entry, which cannot be an upgrade of itself",
        false => "is neither an entry nor a bundle of the package",
    }
}

/// The text of a focused field: a list ends with a separator, so that what is typed is another name.
fn editable(field: EdgeField, text: &str) -> String {
    match field {
        EdgeField::Skips if !names(text).is_empty() => format!("{}, ", text.trim_end_matches([',', ' '])),
        _ => text.to_owned(),
    }
}

/// Shows the committed text in a focused field, with the caret behind it.
fn show(input: &web_sys::HtmlInputElement, field: EdgeField, text: &str) {
    input.set_value(&editable(field, text));
    let end = u32::try_from(input.value().encode_utf16().count()).ok();
    let _ = input.set_selection_start(end);
    let _ = input.set_selection_end(end);
}

/// Describes a field. `is_open`: whether the list of values belongs to it. `chosen`: the value that is selected in the
/// list. `is_unchanged`: whether it is focused and nothing is typed into it.
fn describe(input: &web_sys::HtmlInputElement, is_open: bool, chosen: Option<usize>, is_unchanged: bool) {
    set_or_remove(input, "aria-expanded", Some(if is_open { "true" } else { "false" }));
    set_or_remove(input, "aria-activedescendant", chosen.map(|at| format!("{LIST}-{at}")).as_deref());
    set_or_remove(input, UNCHANGED, is_unchanged.then_some("true"));
}

/// Sets or removes an attribute.
fn set_or_remove(input: &web_sys::HtmlInputElement, name: &str, value: Option<&str>) {
    let _ = match value {
        Some(value) => input.set_attribute(name, value),
        None => input.remove_attribute(name),
    };
}

/// The focused field.
fn focused() -> Option<web_sys::HtmlInputElement> {
    web_sys::window()?.document()?.active_element()?.dyn_into().ok()
}

impl Cells {
    pub fn new(app: AppState) -> Self {
        let names = Names::new(app);
        let (query, at) = (rw_signal(None::<CandidatesQuery>), rw_signal(None));
        let found = fetched_anew(move || {
            let asked = query.get();
            async move { bridge::candidates(&asked?).await.ok() }
        });
        effect(move || {
            let asked = query.get_untracked();
            at.set(found.with(|found| untrack(|| names.preselected(&asked?, found.as_ref()?))));
        });
        let (place, unknown) = (rw_signal(String::new()), rw_signal(Vec::new()));
        let cells = Cells { app, names, query, found, at, place, unknown, is_typed: rw_signal(false) };
        cells.describe_focused();
        cells
    }

    /// Keeps the attributes of the focused field up to date. They are not attributes of each field with signals of its
    /// own: a table has hundreds of fields, and makes dozens of them when it is scrolled.
    fn describe_focused(self) {
        effect(move || {
            let is_open = self.query.with(Option::is_some);
            let chosen = self.at.get().filter(|_| is_open);
            let is_typed = self.is_typed.get();
            let input = focused().filter(|input| input.get_attribute("aria-controls").as_deref() == Some(LIST));
            if let Some(input) = input {
                describe(&input, is_open, chosen, !is_typed);
            }
        });
    }

    /// Notifies the fields of a change only.
    fn set_typed(self, is_typed: bool) {
        if self.is_typed.get_untracked() != is_typed {
            self.is_typed.set(is_typed);
        }
    }

    fn close(self) {
        self.query.set(None);
        self.unknown.set(Vec::new());
    }

    /// Commits the names that the text of a field stands for. A name that the package does not contain is committed
    /// only by pressing Enter again, after the list has shown a warning. `restore` resets the field to the value of the
    /// text.
    fn commit(
        self,
        (at, field): (EntryAt, EdgeField),
        input: web_sys::HtmlInputElement,
        is_entered: bool,
        restore: impl FnOnce() + 'static,
    ) {
        let written = input.value();
        let asked = self.query.get_untracked().filter(|_| is_entered);
        let warned = if is_entered { self.unknown.get_untracked() } else { Vec::new() };
        if field == EdgeField::SkipRange {
            self.set_typed(false);
            self.close();
            return self.app.intend_or(intention(at, field, &written), restore);
        }
        spawn_local(async move {
            match self.names.names_for(&at, field, &written, &warned, asked).await {
                Ok(names) => {
                    let text = names.join(", ");
                    if input.value() == written {
                        self.set_typed(false);
                        if is_entered {
                            show(&input, field, &text);
                        } else {
                            input.set_value(&text);
                        }
                    }
                    if is_entered {
                        self.close();
                    }
                    self.app.intend_or(intention(at, field, &text), restore);
                }
                Err(UnknownName(name)) if is_entered => self.unknown.update(|all| all.push(name)),
                Err(UnknownName(name)) => {
                    restore();
                    self.app.alarm(&format!("Not changed: `{name}` {}.", why_not(name == at.2)));
                }
            }
        });
    }

    /// Requests suggestions. `is_typed`: whether they are filtered by the typed text.
    fn ask(
        self,
        (package, channel, entry): EntryAt,
        field: EdgeField,
        input: &web_sys::HtmlInputElement,
        is_typed: bool,
    ) {
        let written = input.value();
        self.unknown.set(Vec::new());
        let (kept, text) = match field {
            EdgeField::Skips => {
                let mut kept = names(&written);
                let ends = written.ends_with([',', ' ']);
                let text = if is_typed && !ends { kept.pop() } else { None };
                let whole = |name: String| self.names.in_channel(&name).unwrap_or(name);
                (kept.into_iter().map(whole).collect(), text.unwrap_or_default())
            }
            _ => (Vec::new(), if is_typed { written } else { String::new() }),
        };
        self.place_below(input);
        self.query.set(Some(CandidatesQuery { package, channel, entry, field, kept, text }));
    }

    /// Places the list below a field, or above it if there is not enough room below.
    fn place_below(self, input: &web_sys::HtmlInputElement) {
        let rect = input.get_bounding_client_rect();
        let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
        let place = if rect.bottom() + HEIGHT > height && rect.top() > HEIGHT {
            format!("left:{}px;bottom:{}px", rounded(rect.left()), rounded(height - rect.top() + 4.0))
        } else {
            format!("left:{}px;top:{}px", rounded(rect.left()), rounded(rect.bottom() + 4.0))
        };
        self.place.set(place);
    }

    /// Moves the list along with its field.
    pub fn follow(self) {
        if self.query.with_untracked(Option::is_none) {
            return;
        }
        if let Some(input) = focused() {
            self.place_below(&input);
        }
    }

    /// Writes names into the focused field: the kept names, followed by those of a value.
    fn write(self, kept: &[String], values: &[String]) {
        let Some(query) = self.query.get_untracked() else { return };
        let all: Vec<&str> = kept.iter().chain(values).map(String::as_str).collect();
        let text = all.join(", ");
        let at = (query.package, query.channel, query.entry);
        let Some(input) = focused() else { return self.app.intend(intention(at, query.field, &text)) };
        input.set_value(&text);
        self.commit((at, query.field), input, true, || {});
    }

    fn choose(self, at: usize) {
        let value = self.found.with_untracked(|found| found.as_ref()?.get(at).cloned());
        let kept = self.query.with_untracked(|query| query.as_ref().map(|query| query.kept.clone()));
        if let Some((value, kept)) = value.zip(kept) {
            self.write(&kept, &value.values);
        }
    }

    fn step(self, is_down: bool) {
        let count = self.found.with_untracked(|found| found.as_ref().map_or(0, Vec::len));
        let Some(last) = count.checked_sub(1) else { return };
        self.at.update(|at| {
            *at = Some(match *at {
                None if is_down => 0,
                Some(now) if is_down && now < last => now.saturating_add(1),
                Some(now) if !is_down => now.checked_sub(1).unwrap_or(last),
                _ if is_down => 0,
                _ => last,
            });
        });
        bridge::show_row(&format!("#{LIST} [aria-selected=true]"));
    }
}

/// The field of an edge, and the events that it handles.
#[derive(Clone, Copy)]
struct Edge {
    cells: Cells,
    at: StoredValue<EntryAt>,
    field: EdgeField,
    value: Memo<String>,
}

impl Edge {
    /// Whether the list of values belongs to this field.
    fn is_open(self) -> bool {
        self.cells.query.with_untracked(|query| {
            query.as_ref().is_some_and(|query| {
                query.field == self.field
                    && self.at.with_value(|at| (&query.package, &query.channel, &query.entry) == (&at.0, &at.1, &at.2))
            })
        })
    }

    /// Shows a changed value in the field, unless something is typed into it.
    fn follow(self, place: NodeRef<leptos::html::Input>) {
        effect(move || {
            let text = self.value.get();
            let Some(input) = place.get() else { return };
            if focused().as_ref() != Some(&input) {
                input.set_value(&text);
            } else if !self.cells.is_typed.get_untracked() {
                show(&input, self.field, &text);
            }
        });
    }

    /// Marks the field with the findings about it.
    fn mark(self, place: NodeRef<leptos::html::Input>, wrong: Signal<Option<(Severity, String)>>) {
        effect(move || {
            let Some(input) = place.get() else { return };
            let (severity, message) = wrong.get().unzip();
            let is_invalid = severity.is_some_and(|severity| severity != Severity::Info);
            if severity.is_some() || input.has_attribute("data-severity") {
                set_or_remove(&input, "aria-invalid", is_invalid.then_some("true"));
                set_or_remove(&input, "data-severity", severity.map(Severity::name));
            }
            input.set_title(&message.unwrap_or_else(|| self.value.get()));
        });
    }

    fn commit(self, event: &web_sys::Event, is_entered: bool) {
        // A focused field that is removed from the page is blurred after its signals are disposed.
        let Some((input, (at, written))) =
            field_of(event).zip(self.at.try_get_value().zip(self.value.try_get_untracked()))
        else {
            return;
        };
        // Leaving a field without a change of its names changes nothing.
        if !is_entered && names(&input.value()) == names(&written) {
            return restore(event, self.value)();
        }
        self.cells.commit((at, self.field), input, is_entered, restore(event, self.value));
    }

    /// Handles the focus: the row that is edited is the selected one. What is typed then replaces a name or a range, and
    /// is added to a list.
    fn enter(self, event: &web_sys::Event) {
        self.cells.set_typed(false);
        if let Some(input) = field_of(event) {
            show(&input, self.field, &input.value());
            if self.field != EdgeField::Skips {
                input.select();
            }
            // Names differ at their end.
            if self.field == EdgeField::Replaces {
                input.set_scroll_left(input.scroll_width());
            }
        }
        self.ask(event, false);
        let (Some((.., entry)), app) = (self.at.try_get_value(), self.cells.app) else {
            return;
        };
        if app.selected.entry.with_untracked(|selected| *selected != Some(entry.clone())) {
            app.edit_entry(&entry);
        }
    }

    fn ask(self, event: &web_sys::Event, is_typed: bool) {
        let Some((input, at)) = field_of(event).zip(self.at.try_get_value()) else {
            return;
        };
        if is_typed {
            self.cells.set_typed(true);
        }
        self.cells.ask(at, self.field, &input, is_typed);
    }

    fn key(self, event: &web_sys::KeyboardEvent) {
        let is_open = self.is_open();
        match event.key().as_str() {
            "ArrowDown" | "ArrowUp" if is_open => self.cells.step(event.key() == "ArrowDown"),
            "ArrowDown" => self.ask(event, false),
            "Enter" if is_open => match self.cells.at.get_untracked() {
                Some(chosen) => self.cells.choose(chosen),
                None => self.commit(event, true),
            },
            "Escape" if is_open => {
                self.cells.close();
                self.cells.set_typed(false);
                restore(event, self.value)();
                focus_cell(event);
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// The mouse press that gives the focus would put the caret into a name, at a place that has nothing to do with the
    /// pressed one: the cell shows names without their prefix. A range is shown as it is.
    fn press(self, event: &web_sys::MouseEvent) {
        let is_first =
            |input: &web_sys::HtmlInputElement| self.field != EdgeField::SkipRange && focused().as_ref() != Some(input);
        let Some(input) = field_of(event).filter(is_first) else {
            return;
        };
        event.prevent_default();
        let _ = input.focus();
    }

    fn leave(self, event: &web_sys::Event) {
        self.cells.close();
        if let Some(input) = field_of(event) {
            describe(&input, false, None, false);
        }
        let is_same = |input: &web_sys::HtmlInputElement| {
            names(&input.value()) == self.value.try_read_untracked().map(|value| names(&value)).unwrap_or_default()
        };
        if field_of(event).is_some_and(|input| is_same(&input)) {
            restore(event, self.value)();
        }
    }
}

/// The field of an edge.
#[component]
pub fn EdgeInput(
    at: StoredValue<EntryAt>,
    field: EdgeField,
    value: Memo<String>,
    label: String,
    /// The findings about the field.
    #[prop(into)]
    wrong: Signal<Option<(Severity, String)>>,
) -> impl IntoView {
    let edge = Edge { cells: expect_context::<Cells>(), at, field, value };
    let place = NodeRef::new();
    edge.follow(place);
    edge.mark(place, wrong);
    view! {
        <input node_ref=place aria-label=label role="combobox" aria-autocomplete="list" aria-controls=LIST aria-expanded="false"
            autocomplete="off" spellcheck="false" prop:value=value.get_untracked()
            on:focus=move |event| edge.enter(&event) on:input=move |event| edge.ask(&event, true) on:change=move |event| edge.commit(&event, false) on:keydown=move |event| edge.key(&event)
            on:mousedown=move |event| edge.press(&event) on:blur=move |event| edge.leave(&event) />
    }
}

/// Moves the focus from a field to its cell in the table.
fn focus_cell(event: &web_sys::Event) {
    let cell = field_of(event).and_then(|input| input.closest("td[data-text]").ok().flatten());
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = cell.focus();
    }
}

/// The suggestions for the focused field.
#[component]
pub fn Candidates() -> impl IntoView {
    let cells = expect_context::<Cells>();
    // Keep the focus in the field.
    let hold = |event: web_sys::MouseEvent| event.prevent_default();
    let kept = move || {
        let kept = cells.query.with(|query| query.as_ref().map(|query| query.kept.clone()));
        kept.unwrap_or_default()
    };
    let without = move |name: &str| {
        let mut rest = kept();
        rest.retain(|other| other != name);
        cells.write(&rest, &[]);
    };
    let value = move |(at, one): (usize, Candidate)| {
        let names: Vec<String> = one.values.iter().map(|name| cells.app.short(name)).collect();
        let class = match one.verdict {
            CandidateVerdict::Good => "effect is-good",
            CandidateVerdict::Neutral => "effect",
            CandidateVerdict::Bad => "effect is-bad",
        };
        let text = first_of(&names);
        view! {
            <li id=format!("{LIST}-{at}") role="option" aria-selected=move || (cells.at.get() == Some(at)).to_string() on:click=move |_| cells.choose(at)>
                <span class="name">{text}</span><span class=class>{cells.app.shortened(&one.effect)}</span>
            </li>
        }
    };
    view! {
        <div class="candidates" class:is-open=move || cells.query.with(Option::is_some) style=cells.place on:mousedown=hold>
            <p class="chips">{live(move || {
                let (shown, more) = cells.query.with(|query| query.as_ref().map(shown_kept)).unwrap_or_default();
                let chips = shown.into_iter().map(|name| {
                    let short = cells.app.short(&name);
                    let label = format!("Remove {short}");
                    view! { <button type="button" class="chip" tabindex="-1" aria-label=label on:click=move |_| without(&name)>{short}<span aria-hidden="true">" ✕"</span></button> }
                });
                let chips = chips.collect_view();
                view! { {chips}{(more > 0).then(|| view! { <span class="meta">{format!("{more} more that typing finds")}</span> })} }
            })}</p>
            <p class="facts" role="status">{live(move || cells.found.with(|found| match found {
                None => "Checking effects…",
                Some(found) if found.is_empty() => "No other version of this channel matches.",
                Some(_) => "",
            }))}</p>
            {live(move || cells.unknown.get().pop().map(|name| {
                let is_own = cells.query.with_untracked(|asked| asked.as_ref().is_some_and(|asked| asked.entry == name));
                view! {
                    <p class="facts is-unknown" role="alert"><span class="chip">{name}</span>" "{(!is_own).then(|| view! { <span class="tag is-bad">"not in channel"</span> })}
                        {format!(" {}. Press Enter again to write it.", why_not(is_own))}</p>
                }
            }))}
            <ul id=LIST role="listbox" aria-label="Values and their effects">
                {live(move || cells.found.get().unwrap_or_default().into_iter().enumerate().map(value).collect_view())}
            </ul>
            <p class="hints facts"><kbd>"↑"</kbd><kbd>"↓"</kbd>" select "<kbd>"Enter"</kbd>" write "<kbd>"Esc"</kbd>" undo"</p>
        </div>
    }
}
