//! A row of the table of entries.

use crate::prelude::*;
use olmkit_api::{Diagnostic, EdgeField, EntryChange, EntryRow, RailRow, RailStranded, Severity, Stranded};

use crate::components::channel::cells::EdgeInput;
use crate::components::channel::row_keys::{keys, released};
use crate::components::channel::rows::{Place, Rows, StepCells};
use crate::components::parts::badge::Badge;
use crate::live::{live, memo};
use crate::state::AppState;
use crate::text::{LETTER, cut};

/// The longest name next to which tags are not shortened.
const LONG: usize = 8;

/// The space around a chip, and the padding of a cell, in pixels at the usual font size.
const AROUND: f64 = 14.0;
const PADDING: f64 = 16.0;

/// The width of a cell that shows these names as chips, in pixels at the usual font size.
#[allow(clippy::cast_precision_loss, reason = "lengths of names")]
pub fn chips_width(lengths: impl Iterator<Item = usize>) -> f64 {
    PADDING + lengths.map(|length| length as f64 * LETTER + AROUND).sum::<f64>()
}

/// The number of chips that fit into a cell of this width, next to the count of the remaining ones. At least one.
#[allow(clippy::cast_precision_loss, reason = "lengths of names")]
fn fitting(names: &[String], width: f64) -> usize {
    let mut left = width - PADDING;
    let mut fit = 0;
    for (at, name) in names.iter().enumerate() {
        left -= name.len() as f64 * LETTER + AROUND;
        let more = if at.saturating_add(1) == names.len() { 0.0 } else { 4.0 * LETTER };
        if left < more && at > 0 {
            break;
        }
        fit = at.saturating_add(1);
    }
    fit
}

/// The state of a row.
#[derive(Clone, Copy)]
struct Own {
    app: AppState,
    rows: Rows,
    place: StoredValue<Place>,
    row: Memo<EntryRow>,
    drawn: Memo<RailRow>,
}

impl Own {
    fn new(app: AppState, rows: Rows, place: Place) -> Self {
        let place = stored_value(place);
        let row = memo(move |last: Option<&EntryRow>| {
            place.with_value(|place| rows.entry(place)).or(last.cloned()).unwrap_or_default()
        });
        let drawn = memo(move |_| place.with_value(|place| rows.rail_row(place)).unwrap_or_default());
        Own { app, rows, place, row, drawn }
    }

    fn name(self) -> String {
        self.place.with_value(|place| place.name.clone())
    }

    /// Handles a click on the name: opens the entry, or selects it while several entries are being selected.
    fn go(self, event: &web_sys::MouseEvent) {
        let name = self.name();
        if event.shift_key() {
            self.rows.extend(&name);
        } else if event.ctrl_key() || event.meta_key() || self.app.channel.is_choosing.get_untracked() {
            self.rows.toggle(&name);
        } else {
            self.rows.open(&name);
        }
    }

    fn is_chosen(self) -> bool {
        self.place.with_value(|place| self.app.channel.chosen.with(|chosen| chosen.contains(&place.name)))
    }

    fn is_selected(self) -> bool {
        self.place.with_value(|place| self.app.selected.entry.with(|entry| entry.as_ref() == Some(&place.name)))
    }

    /// Whether opm rejects the channel because of this entry.
    fn is_lost(self) -> bool {
        self.drawn.with(|row| row.stranded == Some(RailStranded::Rejected))
    }

    /// Whether the cells beside the name are empty, so that the tags have their room.
    fn is_bare(self) -> bool {
        self.row.with(|row| row.replaces.is_none() && row.skips.is_empty() && row.skip_range.is_none())
    }

    fn change(self) -> Option<&'static str> {
        Some(match self.row.with(|row| row.change)? {
            EntryChange::New => "new",
            EntryChange::Changed => "changed",
        })
    }

    /// The states of the row as classes. One attribute: each `class:` would have a computation of its own in each row.
    fn class(self, is_selected: bool) -> String {
        let is_skipped = self.drawn.with(|row| row.is_skipped);
        let (is_deprecated, is_proposed) = self.row.with(|row| (row.deprecation.is_some(), row.path.is_empty()));
        let is_bare = self.is_bare();
        let states = [
            (is_skipped, "is-skipped"),
            (is_deprecated, "is-deprecated"),
            (is_bare, "is-bare"),
            (is_selected, "is-selected"),
            (is_proposed, "is-proposed"),
            (self.is_chosen(), "is-chosen"),
            (self.change().is_some(), "is-edited"),
            (self.is_lost(), "is-rejected"),
        ];
        states.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect::<Vec<_>>().join(" ")
    }

    /// The findings about the fields of the entry.
    fn found(self) -> Vec<Wrong> {
        self.place.with_value(|Place { package, channel, name, .. }| {
            let is_own = |found: &&Diagnostic| {
                found.package.as_ref() == Some(package)
                    && found.channel.as_ref() == Some(channel)
                    && found.entry.as_ref() == Some(name)
            };
            self.app.catalog.report.with(|report| {
                let own = report.diagnostics.iter().filter(is_own);
                own.map(|found| (found.field, found.severity, found.message.clone())).collect()
            })
        })
    }

    fn short_skips(self) -> Vec<String> {
        self.row.with(|row| row.skips.iter().map(|name| self.rows.short(name)).collect())
    }

    fn stranded(self, is_long: bool) -> Option<impl IntoView> {
        let found = self.place.with_value(|place| {
            let is_own = |one: &&Stranded| one.entry == place.name;
            self.app.channel.stranded.with(|all| all.iter().filter(is_own).cloned().collect::<Vec<_>>())
        });
        let first = found.first()?;
        let class = if self.is_lost() { "tag is-bad" } else { "tag is-warning" };
        let whose = if found.len() > 1 { "" } else { first.semantics.name() };
        let title = first.message.clone();
        // Beside a long name, or another tag, there is only room for the icon; beside empty cells only on a phone.
        let is_tight = is_long || !whose.is_empty() && self.row.with(|row| row.is_head);
        let word = match (is_tight, self.is_bare()) {
            (true, false) => "visually-hidden",
            (true, true) => "tight-word",
            (false, _) => "stranded-word",
        };
        Some(view! { <span class=class title=title>"⚠ "<span class=word>"stranded "</span>{whose}</span> })
    }

    fn tags(self, is_long: bool) -> impl IntoView {
        self.row.with(|row| view! {
            {row.is_head.then(|| view! { <span class="tag is-head" title="nothing replaces or skips it">"head"</span> })}
            {self.stranded(is_long)}
            {(!row.has_bundle).then(|| view! { <span class="tag is-bad">"no bundle"</span> })}
            {self.change().map(|word| view! { <span class="tag is-changed">{word}</span> })}
            {self.drawn.with(|row| row.is_skipped).then(|| view! { <span class="tag">"skipped"</span> })}
            {row.deprecation.clone().map(|message| view! { <span class="tag" title=message>"deprecated"</span> })}
            <Badge errors=row.errors warnings=row.warnings />
        })
    }

    fn chips(self) -> impl IntoView {
        let names = self.short_skips();
        let fit = fitting(&names, self.rows.skips_width.get());
        let more = names.len().saturating_sub(fit);
        let chips =
            names.into_iter().take(fit).map(|name| view! { <span class="chip">{cut(&name)}</span> }).collect_view();
        view! { {chips}{(more > 0).then(|| view! { <span class="more">{format!("+{more}")}</span> })} }
    }

    /// The edges below the name in a narrow table, except the edge to the row below.
    fn edges(self) -> String {
        let skips = Some(self.short_skips().join(", ")).filter(|names| !names.is_empty());
        let (replaces, range) =
            self.row.with(|row| (row.replaces.clone().unwrap_or_default(), row.skip_range.clone().unwrap_or_default()));
        let more = [skips.map(|names| format!("skips {names}")), Some(range).filter(|text| !text.is_empty())];
        let is_plain =
            more.iter().all(Option::is_none) && self.place.with_value(|place| self.rows.is_above(place, &replaces));
        let replaced = Some(replaces).filter(|name| !name.is_empty() && !is_plain);
        let parts = [replaced.map(|name| format!("← {}", self.rows.short(&name)))].into_iter().chain(more);
        parts.flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// A finding about a field: the field, the severity and the message.
type Wrong = (Option<EdgeField>, Severity, String);

/// The worst severity of the findings about a field, and all their messages.
fn at_field(found: Vec<Wrong>, field: EdgeField) -> Option<(Severity, String)> {
    let own: Vec<Wrong> = found.into_iter().filter(|(of, ..)| *of == Some(field)).collect();
    let worst = own.iter().map(|(_, severity, _)| *severity).max()?;
    Some((worst, own.into_iter().map(|(.., message)| message).collect::<Vec<_>>().join("\n")))
}

#[component]
pub fn Entry(place: Place) -> impl IntoView {
    let app = expect_context::<AppState>();
    let rows = expect_context::<Rows>();
    let Place { package, channel, name, .. } = place.clone();
    let at = stored_value((package, channel, name.clone()));
    let own = Own::new(app, rows, place);
    let (row, drawn) = (own.row, own.drawn);
    let steps = memo(move |_| drawn.with(|row| row.steps));
    let replaces = memo(move |_| row.with(|row| row.replaces.clone().unwrap_or_default()));
    let skips = memo(move |_| row.with(|row| row.skips.join(", ")));
    let skip_range = memo(move |_| row.with(|row| row.skip_range.clone().unwrap_or_default()));
    let is_selected = memo(move |_| own.is_selected());
    let found = memo(move |_| own.found());
    let wrong = move |field: EdgeField| Signal::derive(move || at_field(found.get(), field));
    let whose = name.clone();
    let label = move |what: &str| format!("{what} of {whose}");
    // Names differ at their end.
    let tail = rows.short(&name);
    let is_long = tail.len() > LONG;
    let stem = name.strip_suffix(tail.as_str()).unwrap_or_default().to_owned();
    let hover = name.clone();
    let short = move |name: Memo<String>| live(move || cut(&rows.short(&name.get())));
    let below =
        move || app.workbench.is_narrow.get().then(|| view! { <span class="below">{live(move || own.edges())}</span> });
    view! {
        <tr data-drop-entry=name.clone() on:mouseenter=move |_| rows.hovered.set(Some(hover.clone())) class=move || own.class(is_selected.get()) on:keydown=move |event| keys(rows, &event) on:keyup=move |event| released(&event)>
            <td class="rail-cell"></td>
            <th scope="row">
                <span class="who">
                <button type="button" class="quiet entry-name" data-drag=name.clone() aria-expanded=move || is_selected.get().to_string() on:click=move |event| own.go(&event) title=name.clone()><span class="stem">{stem}</span>{cut(&tail)}</button>
                {live(move || view! { <span class="tags">{own.tags(is_long)}</span>{own.is_chosen().then(|| view! { <span class="visually-hidden">"selected"</span> })} })}
                </span>
                {live(below)}
            </th>
            <td tabindex="-1" data-text=replaces><span class="shown" aria-hidden="true">{short(replaces)}</span><EdgeInput at field=EdgeField::Replaces value=replaces label=label("Replaces") wrong=wrong(EdgeField::Replaces) /></td>
            <td tabindex="-1" data-text=skips><span class="shown" aria-hidden="true">{live(move || own.chips())}</span><EdgeInput at field=EdgeField::Skips value=skips label=label("Skips") wrong=wrong(EdgeField::Skips) /></td>
            <td tabindex="-1" data-text=skip_range><span class="shown" aria-hidden="true">{skip_range}</span><EdgeInput at field=EdgeField::SkipRange value=skip_range label=label("skipRange") wrong=wrong(EdgeField::SkipRange) /></td>
            <StepCells steps />
            <td><button type="button" class="quiet icon i-close" aria-label=format!("Remove {name}") title="Remove this entry" on:click=move |_| app.choose_removal(&own.name())></button></td>
        </tr>
    }
}
