//! A new release: the engine proposes its edges from the convention of the channel, and their effects are shown while
//! they change.

use crate::prelude::*;
use olmkit_api::{EdgeField, EntryChange, EntryRow, Intention, NewEntry, ReleaseQuery, ReleaseReason, ReleaseReport};
use olmkit_text::counted;

use crate::bridge::{self, Answer, Refusal};
use crate::components::channel::names::names;
use crate::components::channel::row_keys::selector;
use crate::components::parts::modal::Modal;
use crate::components::release::also::{Also, AlsoIn, Placed, is_replaced};
use crate::components::release::bundle::{Document, ReleaseBundle};
use crate::components::release::change::FileChange;
use crate::components::release::effects::Effects;
use crate::components::shell::status::verdict as verdict_of;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Selection, fetched_anew};
use crate::text::spans;

/// The values of the form. Cheap to copy.
#[derive(Clone, Copy)]
struct Form {
    app: AppState,
    /// The channel for which the form was opened. The user can show another one meanwhile.
    place: RwSignal<Selection>,
    version: RwSignal<String>,
    name: RwSignal<String>,
    replaces: RwSignal<String>,
    skips: RwSignal<String>,
    skip_range: RwSignal<String>,
    successor: RwSignal<Option<String>>,
    reasons: RwSignal<Vec<ReleaseReason>>,
    report: RwSignal<Option<Result<ReleaseReport, Refusal>>>,
    /// The entries of the shown channel, without the release.
    entries: StoredValue<Vec<EntryRow>>,
    /// The query for a proposal, or for the effects of an entry.
    asked: RwSignal<Option<ReleaseQuery>>,
    found: RwSignal<Option<Answer<Result<ReleaseReport, Refusal>>>>,
    is_making: RwSignal<bool>,
    /// The fields that were edited since a proposal was requested.
    typed: StoredValue<Vec<EdgeField>>,
    document: Document,
    also: Also,
}

fn given(text: RwSignal<String>) -> Option<String> {
    Some(text.get_untracked().trim().to_owned()).filter(|text| !text.is_empty())
}

/// Shows the channel with the release in the table while the form is open. `entries`: those of the channel without the
/// release.
fn preview(app: AppState, report: &ReleaseReport, version: Option<String>, entries: StoredValue<Vec<EntryRow>>) {
    let is_previewed = app.channel.stamp.with_untracked(String::is_empty);
    app.channel.stranded.set(Vec::new());
    app.channel.stamp.set(String::new()); // the engine does not have what is shown
    app.channel.table.update(|table| {
        let Some(table) = table else { return };
        if is_previewed {
            table.entries = entries.get_value();
        } else {
            entries.set_value(table.entries.clone());
        }
        // In the rail the release is the entry after all others.
        table.entries.truncate(report.rail.rows.iter().filter(|row| row.entry.is_some()).count().saturating_sub(1));
        for entry in &mut table.entries {
            entry.is_head = report.heads.contains(&entry.name);
            if report.successor.as_ref() == Some(&entry.name) {
                put_below(entry, report);
            }
        }
        let NewEntry { name, replaces, skips, skip_range } = report.entry.clone();
        table.entries.push(EntryRow {
            is_head: report.heads.contains(&name),
            name,
            version,
            replaces,
            skips,
            skip_range,
            has_bundle: true,
            change: Some(EntryChange::New),
            ..EntryRow::default()
        });
        table.rail = report.rail.clone();
    });
}

/// Shows that an entry replaces or skips the release.
fn put_below(above: &mut EntryRow, report: &ReleaseReport) {
    let name = &report.entry.name;
    if is_replaced(report) {
        above.replaces = Some(name.clone());
    } else if !above.skips.contains(name) {
        above.skips.push(name.clone());
    }
    above.change = above.change.or(Some(EntryChange::Changed));
}

impl Form {
    fn new(app: AppState) -> Self {
        let text = || rw_signal(String::new());
        let place = rw_signal(Selection::default());
        let asked = rw_signal(None::<ReleaseQuery>);
        let found = fetched_anew(move || {
            let query = asked.get();
            async move { Some(bridge::release(&query?).await) }
        });
        Form {
            app,
            place,
            version: text(),
            name: text(),
            replaces: text(),
            skips: text(),
            skip_range: text(),
            successor: rw_signal(None),
            reasons: rw_signal(Vec::new()),
            report: rw_signal(None),
            entries: stored_value(Vec::new()),
            asked,
            found,
            is_making: rw_signal(false),
            typed: stored_value(Vec::new()),
            document: Document::new(app, place),
            also: Also::new(app, place),
        }
    }

    /// Whether the query is for a proposal.
    fn is_proposal(self) -> bool {
        self.asked.with_untracked(|asked| asked.as_ref().is_some_and(|asked| asked.entry.is_none()))
    }

    /// Handles a result: fills in a proposal, and updates the table.
    fn answered(self, answer: Result<ReleaseReport, Refusal>) {
        if !self.app.dialogs.releasing.get_untracked() {
            return;
        }
        if let Some(proposed) = answer.as_ref().ok().filter(|_| self.is_proposal()) {
            let typed = self.typed.get_value();
            self.write(proposed, &typed);
            if !typed.is_empty() {
                return self.look();
            }
        }
        match &answer {
            _ if !self.is_shown() => {}
            Ok(report) => preview(self.app, report, given(self.version), self.entries),
            Err(_) => self.app.load_table(),
        }
        self.report.set(Some(answer));
    }

    fn clear(self) {
        self.asked.set(None);
        for text in [self.version, self.name, self.replaces, self.skips, self.skip_range] {
            text.set(String::new());
        }
        self.successor.set(None);
        self.reasons.set(Vec::new());
        self.report.set(None);
        self.document.clear();
        self.also.clear();
    }

    /// Fills in the version and the name of a bundle.
    fn take(self, version: String, name: String) {
        self.version.set(version);
        self.propose(Some(name));
    }

    fn query(self) -> ReleaseQuery {
        let Selection { package, channel } = self.place.get_untracked();
        ReleaseQuery { package, channel, version: given(self.version), ..ReleaseQuery::default() }
    }

    fn entry(self) -> NewEntry {
        NewEntry {
            name: self.name.get_untracked().trim().to_owned(),
            replaces: given(self.replaces),
            skips: names(&self.skips.get_untracked()),
            skip_range: given(self.skip_range),
        }
    }

    /// Requests a proposal, which is filled in, except for fields that are edited meanwhile.
    fn propose(self, name: Option<String>) {
        self.typed.set_value(Vec::new());
        let query = ReleaseQuery { name, ..self.query() };
        self.asked.set(Some(query).filter(|asked| asked.version.is_some() || asked.name.is_some()));
    }

    /// Fills a proposal into all fields except `typed`.
    fn write(self, found: &ReleaseReport, typed: &[EdgeField]) {
        let NewEntry { name, replaces, skips, skip_range } = found.entry.clone();
        let edges = [
            (EdgeField::Replaces, self.replaces, replaces.unwrap_or_default()),
            (EdgeField::Skips, self.skips, skips.join(", ")),
            (EdgeField::SkipRange, self.skip_range, skip_range.unwrap_or_default()),
        ];
        for (_, text, proposed) in edges.into_iter().filter(|(field, ..)| !typed.contains(field)) {
            text.set(proposed);
        }
        self.name.set(name);
        self.successor.set(found.successor.clone());
        self.reasons.set(found.reasons.clone());
    }

    /// Handles the change of a field. A pending proposal will not overwrite it.
    fn type_in(self, field: EdgeField) {
        if self.is_proposal() && self.found.with_untracked(Option::is_none) {
            self.typed.update_value(|typed| typed.push(field));
        } else {
            self.look();
        }
    }

    /// Queries the effects of the current values.
    fn look(self) {
        let query =
            ReleaseQuery { entry: Some(self.entry()), successor: self.successor.get_untracked(), ..self.query() };
        self.reasons.set(Vec::new());
        self.asked.set(Some(query));
    }

    fn make(self) {
        let package = self.place.get_untracked().package;
        let placed = self.all_placed();
        let own = self.placed();
        let with_bundle = untrack(|| self.lacks_bundle() && self.document.is_added(&own.entry.name));
        self.is_making.set(true);
        spawn_local(async move {
            let is_made = match placed.len() {
                _ if with_bundle => self.document.make(&package, placed).await,
                0 | 1 => self.app.make(&own.clone().intention(&package)).await,
                _ => self.also.make(&package, placed).await,
            };
            self.is_making.set(false);
            // The form may contain another release by now.
            if is_made && self.name.with_untracked(|name| name.trim() == own.entry.name) {
                self.app.dialogs.releasing.set(false);
                let row = selector(&own.entry.name, None);
                self.app.go_to_found(&package, &own.channel, Some(own.entry.name));
                // The sheet returns the focus to the entry that it was opened from. Keys act on the new one.
                request_animation_frame(move || bridge::focus_row(&row));
            }
        });
    }

    /// Whether the release can be added now.
    fn is_ready(self) -> bool {
        self.is_known()
            && self.found.with(|found| matches!(found, Some(Ok(_))))
            && self.also.is_ready()
            && !self.is_making.get()
    }

    /// Whether its effects are known.
    fn is_known(self) -> bool {
        self.report.with(|report| matches!(report, Some(Ok(_))))
    }

    /// Whether the channel of the form is shown. Another one may be shown until it is loaded.
    fn is_shown(self) -> bool {
        let is_selected = self.place.with_untracked(|own| self.app.selected.place.with_untracked(|shown| own == shown));
        is_selected && !untrack(|| self.app.is_behind())
    }

    /// Shows the release in a table that was loaded without it.
    fn show_again(self) {
        let is_known = self.found.with_untracked(|found| matches!(found, Some(Ok(_))));
        if let Some(Ok(report)) = self.report.get_untracked().filter(|_| is_known && self.is_shown()) {
            preview(self.app, &report, given(self.version), self.entries);
        }
    }

    /// The entry in the channel of the form.
    fn placed(self) -> Placed {
        let channel = self.place.get_untracked().channel;
        Placed { channel, entry: self.entry(), successor: self.successor.get_untracked() }
    }

    /// The entries in the channel of the form and in the other selected ones.
    fn all_placed(self) -> Vec<Placed> {
        [vec![self.placed()], untrack(|| self.also.placed())].concat()
    }

    /// The intentions that the release consists of. Tracks what is shown of them.
    fn intentions(self) -> Vec<Intention> {
        self.report.track();
        self.also.track();
        let package = self.place.get_untracked().package;
        self.all_placed().into_iter().map(|placed| placed.intention(&package)).collect()
    }

    /// Whether the catalog has no bundle of that name.
    fn lacks_bundle(self) -> bool {
        self.report.with(|report| matches!(report, Some(Ok(report)) if !report.has_bundle))
    }

    fn has_bundle(self) -> bool {
        self.report.with(|report| matches!(report, Some(Ok(report)) if report.has_bundle))
    }

    /// Clears the form when the sheet opens, prefills it from the open bundle, and handles the results of queries.
    fn follow(self) {
        let app = self.app;
        effect(move || {
            let is_open = app.dialogs.releasing.get();
            if is_open {
                self.place.set(app.selected.place.get_untracked());
                self.clear();
            } else if self.report.with_untracked(Option::is_some) {
                self.report.set(None);
                app.load_table();
            }
        });
        effect(move || {
            if let Some(Ok(answer)) = self.found.get() {
                untrack(|| self.answered(answer));
            }
        });
        // The effects depend on the catalog, and are shown in the table when its channel is.
        effect(move || {
            app.catalog.report.track();
            app.selected.place.track();
            if app.dialogs.releasing.get_untracked() && self.report.with_untracked(Option::is_some) {
                self.asked.update(|_| {});
            }
        });
        effect(move || {
            if app.channel.stamp.with(|stamp| !stamp.is_empty()) && app.dialogs.releasing.get_untracked() {
                self.show_again();
            }
        });
        // Prefill the release from a bundle that is open or is opened, if the form has no version yet.
        effect(move || {
            let package = self.place.get_untracked().package;
            let open = self.document.open().filter(|open| open.package == package);
            if let Some(open) =
                open.filter(|_| app.dialogs.releasing.get() && self.version.with_untracked(String::is_empty))
            {
                self.take(open.version.clone(), open.name.clone());
            }
        });
    }
}

#[component]
pub fn ReleaseWizard() -> impl IntoView {
    let app = expect_context::<AppState>();
    let form = Form::new(app);
    form.follow();
    let close = Callback::new(move |()| app.dialogs.releasing.set(false));
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        form.make();
    };
    let intentions = memo(move |_| if form.is_known() { form.intentions() } else { Vec::new() });
    let with_bundle = Signal::derive(move || form.lacks_bundle() && form.document.is_added(&form.name.get()));
    let channel = move || form.place.with(|place| place.channel.clone());
    let of_package = move || form.place.with(|place| place.package.clone());
    let keys = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            bridge::click_on(".release [type=submit]");
        }
    };
    view! {
        <Modal open=app.dialogs.releasing close class="release" is_docked=true label="release-title">
            <div class="sheet-head">
                <h2 id="release-title">"New release"</h2>
                <span class="facts">{live(move || format!("in {} of {}", channel(), of_package()))}</span>
                <button type="button" class="quiet icon i-close" aria-label="Close the release" on:click=move |_| close.run(())></button>
            </div>
            <form on:submit=submit on:keydown=keys>
                <ReleaseFields form />
                <Show when=move || form.is_known()>
                    {live(move || form.report.get().and_then(Result::ok).map(|report| view! { <Effects report also=form.also /> }))}
                    <FileChange intentions with_bundle />
                </Show>
                <div class="actions">
                    <Verdict form />
                    <button type="button" on:click=move |_| close.run(())>"Cancel"</button>
                    <button type="submit" class="primary" disabled=move || !form.is_ready()>"Add release"<kbd class="only-wide" aria-hidden="true">"Ctrl ↵"</kbd></button>
                </div>
            </form>
        </Modal>
    }
}

/// The version, the name and the edges of the release, with the bundle.
#[component]
fn ReleaseFields(form: Form) -> impl IntoView {
    let field = move |label: &'static str, of: EdgeField, text: RwSignal<String>, list: &'static str| {
        view! {
            <label class="field">{label}
                <input list=list autocomplete="off" spellcheck="false" placeholder="None" prop:value=text
                    on:input=move |event| { text.set(event_target_value(&event)); form.type_in(of); } />
            </label>
        }
    };
    view! {
        <div class="release-fields">
            <label class="field">"Version"
                <input required="" autofocus="" autocomplete="off" spellcheck="false" placeholder="1.2.3" prop:value=form.version
                    on:input=move |event| { form.version.set(event_target_value(&event)); form.propose(None); } />
            </label>
            <label class="field">"Entry name"
                <input required="" autocomplete="off" spellcheck="false" prop:value=form.name
                    on:change=move |event| { let name = event_target_value(&event); form.name.set(name.clone()); form.propose(Some(name)); } />
            </label>
            <ReleaseBundle document=form.document name=form.name.into() has_bundle=Signal::derive(move || form.has_bundle()) take=Callback::new(move |(version, name)| form.take(version, name)) />
            <Show when=move || form.is_known() fallback=move || view! { <Refused form /> }>
                <div>{field("replaces", EdgeField::Replaces, form.replaces, "entry-names")}<Reasons form of=EdgeField::Replaces /></div>
                <div>{field("skipRange", EdgeField::SkipRange, form.skip_range, "")}<RangeHint form /><Reasons form of=EdgeField::SkipRange /></div>
                <div class="is-wide">{field("skips", EdgeField::Skips, form.skips, "")}<Reasons form of=EdgeField::Skips /></div>
                <AlsoIn also=form.also version=form.version name=form.name />
            </Show>
        </div>
    }
}

#[component]
fn Refused(form: Form) -> impl IntoView {
    let text =
        move || match form.report.with(|report| report.as_ref().and_then(|report| report.as_ref().err().cloned())) {
            Some(_) if form.version.with(String::is_empty) => None,
            problem => problem,
        };
    view! {
        {live(move || match text() {
            Some(problem) => view! { <p class="path-summary is-bad is-wide" role="status">{spans(&format!("⚠ {problem}"))}</p> }.into_any(),
            None => view! { <p class="facts is-wide">"Enter a version. Name, replaces, skips and skipRange are suggested as earlier releases of this channel set them. You can change each of them. Nothing is written until you add the release."</p> }.into_any(),
        })}
    }
}

/// Why the proposal is as it is: the engine's reasons for `skipRange`, for `replaces`, or for `skips` and the whole
/// entry.
#[component]
fn Reasons(form: Form, of: EdgeField) -> impl IntoView {
    let shown = move || {
        let mut reasons = form.reasons.get();
        reasons.retain(|reason| reason.field.unwrap_or(EdgeField::Skips) == of);
        let lines =
            reasons.iter().map(|reason| view! { <p class="facts">{spans(&form.app.shortened(&reason.message))}</p> });
        lines.collect_view()
    };
    view! { {shown} }
}

/// What the skipRange matches, updated while it is typed.
#[component]
fn RangeHint(form: Form) -> impl IntoView {
    let range = move || form.report.with(|report| report.as_ref()?.as_ref().ok()?.range.clone());
    let hint = move || {
        range().map(|range| match range.problem {
            Some(problem) => (true, format!("⚠ OLM cannot read it: {problem}")),
            None => {
                let itself = if range.matches_itself { "and itself" } else { "not itself" };
                let is_bad = range.matches_itself || range.matched == 0;
                let sign = if is_bad { "⚠" } else { "✓" };
                (is_bad, format!("{sign} Matches {}, {itself}", counted(range.matched, "entry", "entries")))
            }
        })
    };
    view! { <p class="hint" role="status" class:is-bad=move || hint().is_some_and(|(is_bad, _)| is_bad)>{live(move || hint().map(|(_, text)| text))}</p> }
}

/// Whether opm accepts the catalog with the release.
#[component]
fn Verdict(form: Form) -> impl IntoView {
    let verdict = move || {
        let report = form.report.get().and_then(Result::ok)?;
        let has_bundle = report.has_bundle || form.document.is_added(&form.name.get());
        let is_accepted = form.app.catalog.report.with(|report| report.opm.accepted);
        Some(match (report.is_sound, has_bundle, is_accepted) {
            (false, ..) if report.heads.len() > 1 => {
                (true, format!("opm rejects the result: {} heads", report.heads.len()))
            }
            (false, ..) => (true, "opm rejects the result".to_owned()),
            (true, false, _) => (true, "opm rejects the result: no bundle".to_owned()),
            // The release may fix what opm rejects now.
            (true, true, false) => (true, format!("{} now", verdict_of(form.app))),
            (true, true, true) if !form.also.is_sound() => (true, "opm rejects the result".to_owned()),
            (true, true, true) => (false, "opm accepts the result".to_owned()),
        })
    };
    view! {
        <p class="release-verdict" role="status" class:is-bad=move || verdict().is_some_and(|(is_bad, _)| is_bad)>
            {live(move || verdict().map(|(is_bad, text)| view! { <span aria-hidden="true">{if is_bad { "✕ " } else { "✓ " }}</span>{text} }))}</p>
    }
}
