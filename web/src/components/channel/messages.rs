//! Problems below the rows of their entries, with their fixes.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Severity};
use olmkit_collections::{SortedMap, order};

use crate::components::channel::stranded::addition;
use crate::components::parts::narrow::columns;
use crate::components::problems::addition::add_bundle;
use crate::components::problems::problem::{Sign, fix_label};
use crate::live::{live, memo};
use crate::state::AppState;
use crate::text::{first_sentence, spans};

/// If more rows than this have problems of the same rule, only selected rows show them.
const MAX: usize = 4;

/// The shown problems with their indices in the report, by entry.
pub type Found = SortedMap<String, Vec<(usize, Diagnostic)>>;

/// A problem of a row, and its index among the problems of the row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MessageAt {
    pub entry: String,
    pub number: usize,
}

pub fn of_row<'f>(found: &'f Found, entry: &str) -> &'f [(usize, Diagnostic)] {
    found.get(entry).map(Vec::as_slice).unwrap_or_default()
}

/// Errors and warnings of the entries of the shown channel: the most severe one of each entry, all of the selected
/// entry.
pub fn found(app: AppState) -> Found {
    let place = app.selected.place.get();
    let selected = app.selected.entry.get();
    let mut found = Found::new();
    // While a release is being prepared, the table shows the channel with it, and problems of the channel without it
    // may not apply.
    if app.dialogs.releasing.get() {
        return found;
    }
    app.catalog.report.with(|report| {
        let own = report.diagnostics.iter().enumerate().filter(|(_, one)| {
            one.severity >= Severity::Warning
                && one.package.as_ref() == Some(&place.package)
                && one.channel.as_ref() == Some(&place.channel)
        });
        for (at, one) in own {
            if let Some(entry) = &one.entry {
                found.entry(entry.clone()).or_default().push((at, one.clone()));
            }
        }
    });
    let mut of_rule = SortedMap::<String, usize>::new();
    found.retain(|entry, messages| {
        order::sort_by_key(messages, |(_, one)| std::cmp::Reverse(one.severity));
        if selected.as_ref() == Some(entry) {
            return true;
        }
        messages.truncate(1);
        let rule = messages.first().map(|(_, one)| one.rule.to_string()).unwrap_or_default();
        let number = of_rule.entry(rule).or_default();
        *number = number.saturating_add(1);
        *number <= MAX
    });
    found
}

/// The first sentence of a problem. If it does not name the entry, the sentence that says what to do about it follows.
fn shown_text(found: &Diagnostic) -> String {
    let first = first_sentence(&found.message);
    let names_entry = found.entry.as_ref().is_none_or(|entry| found.message.contains(&format!("`{entry}`")));
    if names_entry || found.help.is_empty() {
        first
    } else {
        format!("{} {}", first.trim_end(), first_sentence(&found.help))
    }
}

#[component]
pub fn Message(messages: Memo<Found>, at: MessageAt) -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = memo(move |last: Option<&Option<(usize, Diagnostic)>>| {
        let now = messages.with(|found| of_row(found, &at.entry).get(at.number).cloned());
        now.or(last.cloned().flatten())
    });
    view! {
        {live(move || shown.get().map(|(number, found)| {
            let rule = found.rule.to_string();
            let (explained, entry) = (found.clone(), found.entry.clone().unwrap_or_default());
            let text = if found.help.is_empty() { found.message.clone() } else { format!("{}\n{}", found.message, found.help) };
            let is_stranded = found.stranded.is_some();
            let shown = app.shortened(&shown_text(&found));
            let act = match found.fixes.first().cloned() {
                Some(fix) => {
                    let title = fix_label(&fix);
                    let name = app.shortened(&title);
                    let label = name.split(':').next().unwrap_or_default().to_owned();
                    view! { <button type="button" class="icon-text i-fix" title=title aria-label=name on:click=move |_| app.preview_fix(fix.clone())><span>{label}</span></button> }.into_any()
                }
                None if is_stranded => addition(app, &found, move || app.dialogs.releasing.set(true)),
                None => add_bundle(app, &found).unwrap_or_else(|| {
                    view! { <button type="button" on:click=move |_| app.show_problem(number)>"Show in the text"</button> }.into_any()
                }),
            };
            view! {
                <tr class=format!("is-message is-{}", found.severity.name()) data-rule=rule.clone()>
                    <td class="rail-cell"></td>
                    <td colspan=move || columns(app)><div class="message">
                        <Sign severity=found.severity />
                        <p title=text>{spans(&shown)}</p>
                        <span class="actions">{act}
                            <button type="button" class="quiet" title=format!("Explain {rule}") on:click=move |_| { app.select_entry(&entry); app.explain(explained.rule.to_string(), Some(explained.clone())); }>"Explain"</button>
                        </span>
                    </div></td>
                </tr>
            }
        }))}
    }
}
