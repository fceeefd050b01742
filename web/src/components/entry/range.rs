//! Evaluates a skipRange while it is typed: what matches, what does not, and warnings.

use crate::prelude::*;
use olmkit_api::{Intention, RangeQuery, RangeReport, RangeRow};

use crate::bridge;
use crate::live::live;
use crate::state::{AppState, fetched};

#[component]
pub fn RangeBuilder(package: String, channel: String, entry: String, text: Option<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let text = rw_signal(text.unwrap_or_default());
    let of = stored_value((package, channel, entry));
    let report = fetched(move || {
        app.catalog.report.track();
        let (package, channel, entry) = of.get_value();
        let query = RangeQuery { package, channel, entry, text: text.get() };
        async move { bridge::range(&query).await.ok() }
    });
    let versions = app.channel.table.with_untracked(|table| {
        let entries = table.as_ref().map(|table| table.entries.clone()).unwrap_or_default();
        entries.into_iter().filter_map(|entry| entry.version).take(500).collect::<Vec<_>>()
    });
    // The pickers write the usual form. Text in another form is kept as it is.
    let bounds = rw_signal(bounds_of(&text.get_untracked()));
    let pick = move |lower: bool, value: String| {
        bounds.update(|bounds| if lower { bounds.0 = value } else { bounds.1 = value });
        text.set(range_of(&bounds.get_untracked()));
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (package, channel, entry) = of.get_value();
        let to = Some(text.get_untracked().trim().to_owned()).filter(|text| !text.is_empty());
        app.intend(Intention::SetSkipRange { package, channel, entry, to });
    };
    view! {
        <form on:submit=submit>
            <datalist id="range-versions">{versions.into_iter().map(|version| view! { <option value=version></option> }).collect_view()}</datalist>
            <p class="inline-form">
                <label class="field">"From"
                    <input list="range-versions" autocomplete="off" prop:value=move || bounds.get().0 on:input=move |event| pick(true, event_target_value(&event)) />
                </label>
                <label class="field">"Up to (exclusive)"
                    <input list="range-versions" autocomplete="off" prop:value=move || bounds.get().1 on:input=move |event| pick(false, event_target_value(&event)) />
                </label>
                <label class="field wide">"Range"
                    <input autocomplete="off" spellcheck="false" prop:value=text on:input=move |event| text.set(event_target_value(&event)) />
                </label>
                <button type="submit">"Set the skipRange"</button>
            </p>
        </form>
        <div aria-live="polite">
            {live(move || report.get().filter(|_| !text.with(String::is_empty)).map(|report| view! { <Evaluation report text /> }))}
        </div>
    }
}

#[component]
fn Evaluation(report: RangeReport, text: RwSignal<String>) -> impl IntoView {
    view! {
        {report.problem.map(|problem| view! { <p class="path-summary is-bad">{format!("⚠ OLM cannot read it: {problem}")}</p> })}
        {match report.suggestion {
            Some(better) => { let own = better.clone(); view! {
                <p>{format!("This is npm syntax: {}. OLM uses ", report.description)}<button type="button" on:click=move |_| text.set(own.clone())>{better}</button></p>
            }.into_any() }
            None => view! { <p>{report.description}</p> }.into_any(),
        }}
        {report.warnings.into_iter().map(|warning| view! { <p class="range-warning">{format!("! {warning}")}</p> }).collect_view()}
        <div class="range-lists">
            <Rows title="Matches" rows=report.matched />
            <Rows title="Does not match" rows=report.missed />
        </div>
    }
}

#[component]
fn Rows(title: &'static str, rows: Vec<RangeRow>) -> impl IntoView {
    const MAX: usize = 100;
    let count = rows.len();
    (count > 0).then(|| {
        view! {
            <div><strong>{format!("{title} {count}")}</strong>
                <ul aria-label=title>{rows.into_iter().take(MAX).map(|row| view! {
                    <li class:is-near=row.just_missed || row.is_next>{row.name}{match (row.just_missed, row.is_next) {
                        (true, _) => Some(" just missed: a pre-release is older than its release"),
                        (_, true) => Some(" just missed: the next version"),
                        _ => None,
                    }.map(|note| view! { <em>{note}</em> })}</li>
                }).collect_view()}</ul>
            </div>
        }
    })
}

/// The lower and upper bound of the usual form, `>=1.0.0 <1.2.0`. Empty if the text has another form.
fn bounds_of(text: &str) -> (String, String) {
    let lower = text.split_whitespace().find_map(|part| part.strip_prefix(">="));
    let upper = text.split_whitespace().find_map(|part| part.strip_prefix('<').filter(|rest| !rest.starts_with('=')));
    (lower.unwrap_or_default().to_owned(), upper.unwrap_or_default().to_owned())
}

fn range_of((lower, upper): &(String, String)) -> String {
    let part = |sign: &str, version: &str| {
        let version = version.trim();
        if version.is_empty() { String::new() } else { format!("{sign}{version}") }
    };
    format!("{} {}", part(">=", lower), part("<", upper)).trim().to_owned()
}
