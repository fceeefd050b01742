//! One entry of the table.

use crate::prelude::*;
use olmkit_api::{Diagnostic, EdgeField, EntryChange, EntryRow, RailStranded, Semantics, Severity, Stranded};

use crate::components::channel::cells::EdgeInput;
use crate::components::channel::row_keys::{keys, released};
use crate::components::channel::rows::{Place, Rows, StepCells};
use crate::components::parts::badge::Badge;
use crate::components::parts::narrow::is_narrow;
use crate::live::{live, memo};
use crate::state::AppState;
use crate::text::cut;

/// The length of a name up to which tags are not shortened.
const LONG: usize = 8;

/// The width of a letter in a cell and of what is around a chip, in pixels.
const LETTER: f64 = 7.25;
const AROUND: f64 = 14.0;

/// How many chips fit into a cell of such a width, with the number of the others after them; one at least.
#[allow(clippy::cast_precision_loss, reason = "lengths of names")]
fn fitting(names: &[String], width: f64) -> usize {
    let mut left = width - 4.0 * AROUND / 3.5;
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

#[component]
pub fn Entry(place: Place) -> impl IntoView {
    let app = expect_context::<AppState>();
    let rows = expect_context::<Rows>();
    let Place { package, channel, name, .. } = place.clone();
    let at = StoredValue::new((package, channel, name.clone()));
    let of = StoredValue::new(place);
    let row = memo(move |last: Option<&EntryRow>| {
        of.with_value(|place| rows.entry(place)).or(last.cloned()).unwrap_or_default()
    });
    let drawn = memo(move |_| of.with_value(|place| rows.rail_row(place)).unwrap_or_default());
    let steps = memo(move |_| drawn.with(|row| row.steps));
    let replaces = memo(move |_| row.with(|row| row.replaces.clone().unwrap_or_default()));
    let skips = memo(move |_| row.with(|row| row.skips.join(", ")));
    let skip_range = memo(move |_| row.with(|row| row.skip_range.clone().unwrap_or_default()));
    let remove = move |_| at.with_value(|(_, _, entry)| app.choose_removal(entry));
    let go = move |event: web_sys::MouseEvent| {
        let (_, _, entry) = at.get_value();
        if event.shift_key() {
            rows.extend(&entry);
        } else if event.ctrl_key() || event.meta_key() || app.channel.is_choosing.get_untracked() {
            rows.toggle(&entry);
        } else {
            rows.open(&entry);
        }
    };
    let is_chosen = move || at.with_value(|(_, _, entry)| app.channel.chosen.with(|chosen| chosen.contains(entry)));
    let is_selected =
        memo(move |_| at.with_value(|(_, _, own)| app.selected.entry.with(|entry| entry.as_ref() == Some(own))));
    // opm rejects the channel for it.
    let is_long = rows.short(&name).len() > LONG;
    let is_lost = move || drawn.with(|row| row.stranded == Some(RailStranded::Rejected));
    let stranded = move || {
        let is_shared = rows.all_stranded.get();
        let found = at.with_value(|(_, _, own)| {
            let is_own = |one: &&Stranded| one.entry == *own && !(is_shared && one.semantics == Semantics::V0);
            app.channel.stranded.with(|all| all.iter().filter(is_own).cloned().collect::<Vec<_>>())
        });
        let first = found.first()?;
        let class = if is_lost() { "tag is-bad" } else { "tag is-warning" };
        let whose = if found.len() > 1 || is_shared { "" } else { first.semantics.name() };
        let title = first.message.clone();
        // Beside a long name there is only room for the sign.
        Some(
            view! { <span class=class title=title>"⚠ "<span class=if is_long { "visually-hidden" } else { "stranded-word" }>"stranded "</span>{whose}</span> },
        )
    };
    // What was found at a field of this entry, as the field says it.
    let wrong = memo(move |_| {
        at.with_value(|(package, channel, entry)| {
            let is_own = |found: &&Diagnostic| {
                found.package.as_ref() == Some(package)
                    && found.channel.as_ref() == Some(channel)
                    && found.entry.as_ref() == Some(entry)
            };
            app.catalog.report.with(|report| {
                let own = report.diagnostics.iter().filter(is_own);
                own.map(|found| (found.field, found.severity, found.message.clone())).collect::<Vec<_>>()
            })
        })
    });
    let wrong_at = move |field: EdgeField| {
        let all = wrong.get().into_iter();
        let own: Vec<(Option<EdgeField>, Severity, String)> = all.filter(|(of, ..)| *of == Some(field)).collect();
        let worst = own.iter().map(|(_, severity, _)| *severity).max()?;
        Some((worst, own.into_iter().map(|(.., message)| message).collect::<Vec<_>>().join("\n")))
    };
    let own = name.clone();
    let label = move |what: &str| format!("{what} of {own}");
    // Names differ at their end.
    let tail = rows.short(&name);
    let stem = name.strip_suffix(tail.as_str()).unwrap_or_default().to_owned();
    let hover = name.clone();
    let short = move |name: Memo<String>| live(move || cut(&rows.short(&name.get())));
    let chips = move || {
        row.with(|row| {
            let names: Vec<String> = row.skips.iter().map(|name| rows.short(name)).collect();
            let fit = fitting(&names, rows.skips_width.get());
            let more = names.len().saturating_sub(fit);
            let chips =
                names.into_iter().take(fit).map(|name| view! { <span class="chip">{cut(&name)}</span> }).collect_view();
            view! { {chips}{(more > 0).then(|| view! { <span class="more">{format!("+{more}")}</span> })} }
        })
    };
    let narrow = is_narrow();
    let below = move || {
        let skips = row.with(|row| {
            let names: Vec<String> = row.skips.iter().map(|name| rows.short(name)).collect();
            (!names.is_empty()).then(|| format!("skips {}", names.join(", ")))
        });
        let more = [skips, Some(skip_range.get()).filter(|text| !text.is_empty())];
        let is_plain = more.iter().all(Option::is_none) && of.with_value(|place| rows.is_above(place, &replaces.get()));
        let replaced = Some(replaces.get()).filter(|name| !name.is_empty() && !is_plain);
        let parts = [replaced.map(|name| format!("← {}", rows.short(&name)))].into_iter().chain(more);
        parts.flatten().collect::<Vec<_>>().join(" · ")
    };
    let change = move || {
        Some(match row.with(|row| row.change)? {
            EntryChange::New => "new",
            EntryChange::Changed => "changed",
        })
    };
    let tags = move || {
        row.with(|row| view! {
            {row.is_head.then(|| view! { <span class="tag is-head" title="nothing replaces or skips it">"head"</span> })}
            {stranded}
            {(!row.has_bundle).then(|| view! { <span class="tag is-bad">"no bundle"</span> })}
            {change().map(|word| view! { <span class="tag is-changed">{word}</span> })}
            {drawn.with(|row| row.is_skipped).then(|| view! { <span class="tag">"skipped"</span> })}
            {row.deprecation.clone().map(|message| view! { <span class="tag" title=message>"deprecated"</span> })}
            <Badge errors=row.errors warnings=row.warnings />
        })
    };
    view! {
        <tr data-drop-entry=name.clone() on:mouseenter=move |_| rows.hovered.set(Some(hover.clone())) class:is-skipped=move || drawn.with(|row| row.is_skipped) class:is-deprecated=move || row.with(|row| row.deprecation.is_some()) class:is-selected=is_selected class:is-proposed=move || row.with(|row| row.path.is_empty()) class:is-chosen=is_chosen class:is-edited=move || change().is_some() class:is-rejected=is_lost on:keydown=move |event| keys(rows, &event) on:keyup=move |event| released(&event)>
            <td class="rail-cell"></td>
            <th scope="row">
                <span class="who">
                <button type="button" class="quiet entry-name" data-drag=name.clone() aria-expanded=move || is_selected.get().to_string() on:click=go title=name.clone()><span class="stem">{stem}</span>{cut(&tail)}</button>
                <span class="tags">{live(tags)}</span>{live(move || is_chosen().then(|| view! { <span class="visually-hidden">"selected"</span> }))}
                </span>
                {narrow.then(|| view! { <span class="below">{live(below)}</span> })}
            </th>
            <td tabindex="-1" data-text=replaces><span class="shown" aria-hidden="true">{short(replaces)}</span><EdgeInput at field=EdgeField::Replaces value=replaces label=label("Replaces") wrong=Signal::derive(move || wrong_at(EdgeField::Replaces)) /></td>
            <td tabindex="-1" data-text=skips><span class="shown" aria-hidden="true">{live(chips)}</span><EdgeInput at field=EdgeField::Skips value=skips label=label("Skips") wrong=Signal::derive(move || wrong_at(EdgeField::Skips)) /></td>
            <td tabindex="-1" data-text=skip_range><span class="shown" aria-hidden="true">{skip_range}</span><EdgeInput at field=EdgeField::SkipRange value=skip_range label=label("skipRange") wrong=Signal::derive(move || wrong_at(EdgeField::SkipRange)) /></td>
            <StepCells steps />
            <td><button type="button" class="quiet" aria-label=label("Remove") title="Remove this entry" on:click=remove>"✕"</button></td>
        </tr>
    }
}
