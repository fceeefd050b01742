//! A new release: the engine proposes its edges from the convention of the channel; their effects are shown while they change.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::bundle::BundleDescription;
use olmkit_api::{
    EntryChange, EntryPosition, EntryRow, Intention, NewEntry, ReleaseQuestion, ReleaseReport, ReleaseStep, Semantics,
};

use crate::bridge;
use crate::components::parts::modal::Modal;
use crate::components::parts::text::{count, spans};
use crate::components::release::bundle::{Document, MissingBundle};
use crate::components::release::change::FileChange;
use crate::state::AppState;
use crate::state::fields::*;

/// Names of a list are cut off here.
const MOST: usize = 6;

/// What is written into the wizard. Cheap to copy.
#[derive(Clone, Copy)]
struct Form {
    app: AppState,
    version: RwSignal<String>,
    name: RwSignal<String>,
    replaces: RwSignal<String>,
    skips: RwSignal<String>,
    skip_range: RwSignal<String>,
    under: RwSignal<Option<String>>,
    reasons: RwSignal<Vec<String>>,
    report: RwSignal<Option<Result<ReleaseReport, String>>>,
    document: Document,
}

fn given(text: RwSignal<String>) -> Option<String> {
    Some(text.get_untracked().trim().to_owned()).filter(|text| !text.is_empty())
}

/// The table shows the channel with the release while it is written.
fn preview(app: AppState, report: &ReleaseReport, version: Option<String>) {
    app.channel.stranded().set(Vec::new());
    app.channel.table().update(|table| {
        let Some(table) = table else { return };
        // In the rail the release is the entry after all others.
        table.entries.truncate(report.rail.rows.iter().filter(|row| row.entry.is_some()).count().saturating_sub(1));
        for entry in &mut table.entries {
            entry.is_head = report.heads.contains(&entry.name);
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

impl Form {
    fn new(app: AppState) -> Self {
        let text = || RwSignal::new(String::new());
        Form {
            app,
            version: text(),
            name: text(),
            replaces: text(),
            skips: text(),
            skip_range: text(),
            under: RwSignal::new(None),
            reasons: RwSignal::new(Vec::new()),
            report: RwSignal::new(None),
            document: Document::new(app),
        }
    }

    /// Takes an answer; the table follows it.
    fn answered(self, answer: Result<ReleaseReport, String>) {
        if !self.app.dialogs.releasing().get_untracked() {
            return;
        }
        match &answer {
            Ok(report) => preview(self.app, report, given(self.version)),
            Err(_) => self.app.load_table(),
        }
        self.report.set(Some(answer));
    }

    fn clear(self) {
        for text in [self.version, self.name, self.replaces, self.skips, self.skip_range] {
            text.set(String::new());
        }
        self.under.set(None);
        self.reasons.set(Vec::new());
        self.report.set(None);
        self.document.clear();
    }

    /// What the bundle that is open would be.
    fn take(self, open: &BundleDescription) {
        self.version.set(open.version.clone());
        self.propose(Some(open.name.clone()));
    }

    fn question(self) -> ReleaseQuestion {
        let selection = self.app.selected.place().get_untracked();
        ReleaseQuestion {
            package: selection.package,
            channel: selection.channel,
            version: given(self.version),
            ..ReleaseQuestion::default()
        }
    }

    fn entry(self) -> NewEntry {
        let skips = self.skips.get_untracked();
        NewEntry {
            name: self.name.get_untracked().trim().to_owned(),
            replaces: given(self.replaces),
            skips: skips.split([',', ' ', '\n']).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            skip_range: given(self.skip_range),
        }
    }

    /// Asks for a proposal and writes it into the fields.
    fn propose(self, name: Option<String>) {
        let question = ReleaseQuestion { name, ..self.question() };
        if question.version.is_none() && question.name.is_none() {
            return;
        }
        spawn_local(async move {
            let Ok(answer) = bridge::release(&question).await else { return };
            if let Ok(found) = &answer {
                let entry = found.entry.clone();
                self.name.set(entry.name);
                self.replaces.set(entry.replaces.unwrap_or_default());
                self.skips.set(entry.skips.join(", "));
                self.skip_range.set(entry.skip_range.unwrap_or_default());
                self.under.set(found.under.clone());
                self.reasons.set(found.reasons.clone());
            }
            self.answered(answer);
        });
    }

    /// Asks what the fields do as they are.
    fn look(self) {
        let question =
            ReleaseQuestion { entry: Some(self.entry()), under: self.under.get_untracked(), ..self.question() };
        self.reasons.set(Vec::new());
        spawn_local(async move {
            if let Ok(answer) = bridge::release(&question).await {
                self.answered(answer);
            }
        });
    }

    fn make(self) {
        let selection = self.app.selected.place().get_untracked();
        if self.lacks_bundle() && self.document.is_added(&self.name.get_untracked()) {
            return self.document.make(&selection, self.entry(), self.under.get_untracked());
        }
        self.app.dialogs.releasing().set(false);
        self.app.intend(self.intention());
    }

    fn intention(self) -> Intention {
        let selection = self.app.selected.place().get_untracked();
        Intention::AddEntry {
            package: selection.package,
            channel: selection.channel,
            entry: self.entry(),
            position: EntryPosition::default(),
            under: self.under.get_untracked(),
        }
    }

    /// Whether the catalog has no bundle of that name.
    fn lacks_bundle(self) -> bool {
        self.report.with(|report| matches!(report, Some(Ok(report)) if !report.has_bundle))
    }

    /// The label of the button.
    fn action(self) -> &'static str {
        match (self.lacks_bundle(), self.document.is_added(&self.name.get())) {
            (false, _) => "Add the release",
            (true, true) => "Add the release and its bundle",
            (true, false) => "Add the entry without a bundle",
        }
    }
}

#[component]
pub fn ReleaseWizard() -> impl IntoView {
    let app = expect_context::<AppState>();
    let form = Form::new(app);
    Effect::new(move |_| {
        let is_open = app.dialogs.releasing().get();
        if is_open {
            form.clear();
        } else if form.report.with_untracked(Option::is_some) {
            form.report.set(None);
            app.load_table();
        }
    });
    // A bundle that is opened for a release that has no version yet is the release.
    Effect::new(move |_| {
        let package = app.selected.place().get_untracked().package;
        let open = form.document.open().filter(|open| open.package == package);
        if let Some(open) =
            open.filter(|_| app.dialogs.releasing().get() && form.version.with_untracked(String::is_empty))
        {
            form.take(&open);
        }
    });
    let close = Callback::new(move |()| app.dialogs.releasing().set(false));
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        form.make();
    };
    let intention = Memo::new(move |_| {
        let is_ready = form.report.with(|report| matches!(report, Some(Ok(_))));
        is_ready.then(|| form.intention())
    });
    let with_bundle = Signal::derive(move || form.lacks_bundle() && form.document.is_added(&form.name.get()));
    let is_ready = move || form.report.with(|report| matches!(report, Some(Ok(_))));
    let channel = move || app.selected.place().with(|selection| selection.channel.clone());
    let field = move |label: &'static str, text: RwSignal<String>, list: &'static str| {
        view! {
            <label class="field wide">{label}
                <input list=list autocomplete="off" spellcheck="false" prop:value=text
                    on:input=move |event| { text.set(event_target_value(&event)); form.look(); } />
            </label>
        }
    };
    view! {
        <Modal open=app.dialogs.releasing() close class="release" is_docked=true label="release-title">
            <h2 id="release-title">{move || format!("New release in {}", channel())}</h2>
            <form on:submit=submit>
                <div class="release-what">
                    <label class="field">"Version"
                        <input required="" autofocus="" autocomplete="off" spellcheck="false" placeholder="1.2.3" prop:value=form.version
                            on:input=move |event| { form.version.set(event_target_value(&event)); form.propose(None); } />
                    </label>
                    <label class="field wide">"Bundle"
                        <input required="" autocomplete="off" spellcheck="false" prop:value=form.name
                            on:change=move |event| { let name = event_target_value(&event); form.name.set(name.clone()); form.propose(Some(name)); } />
                    </label>
                </div>
                <Show when=is_ready fallback=move || view! { <Refused form /> }>
                    <div class="release-edges">
                        {field("replaces", form.replaces, "entry-names")}
                        {field("skips", form.skips, "")}
                        {field("skipRange", form.skip_range, "")}
                    </div>
                    <ul class="bullets reasons">{move || form.reasons.get().into_iter().map(|reason| view! { <li>{spans(&reason)}</li> }).collect_view()}</ul>
                    {move || form.report.get().and_then(Result::ok).map(|report| view! { <Effects report /> })}
                    <FileChange intention with_bundle />
                    <Show when=move || form.lacks_bundle()>
                        <MissingBundle document=form.document name=form.name.into() take=Callback::new(move |open: BundleDescription| form.take(&open)) />
                    </Show>
                </Show>
                <div class="actions">
                    <button type="button" on:click=move |_| close.run(())>"Back"</button>
                    <button type="submit" class="primary" disabled=move || !is_ready()>{move || form.action()}</button>
                </div>
            </form>
        </Modal>
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
        {move || match text() {
            Some(problem) => view! { <p class="path-summary is-bad" role="status">{format!("⚠ {problem}")}</p> }.into_any(),
            None => view! { <p class="facts">"Write the version of the new bundle: its name and edges are proposed as this channel has them, and can be changed before anything is written."</p> }.into_any(),
        }}
    }
}

#[component]
fn Effects(report: ReleaseReport) -> impl IntoView {
    let name = report.entry.name.clone();
    let summary = match report.heads.as_slice() {
        [head] if *head == name => format!("{name} becomes the head."),
        [head] => format!("{head} stays the head."),
        [] => "The channel would have no head, and opm would reject it.".to_owned(),
        many => format!("The channel would have {} heads ({}), and opm would reject it.", many.len(), many.join(", ")),
    };
    let is_bad = !report.is_sound || report.heads.len() != 1 || !report.loses.is_empty();
    view! {
        <section class="release-effects" aria-label="What the release does" aria-live="polite">
            <Figures report=report.clone() />
            <p class="path-summary" class:is-bad=is_bad><span aria-hidden="true">{if is_bad { "⚠ " } else { "✓ " }}</span>{summary}</p>
            {report.under.clone().map(|above| view! { <p>{format!("{above} takes over from it.")}</p> })}
            <Moves title="Can no longer upgrade to the channel head" steps=report.loses is_bad=true />
            <Moves title="Can now upgrade to the channel head" steps=report.gains is_bad=false />
            <EdgePicture name steps=report.steps />
        </section>
    }
}

/// The release in three figures.
#[component]
fn Figures(report: ReleaseReport) -> impl IntoView {
    let [v0, v1] = report.reaching;
    let [before, after] = report.longest;
    let lost = report.loses.iter().map(|step| step.entry.as_str()).collect::<BTreeSet<_>>().len();
    let reaching = v0.min(v1);
    let reached = if v0 == v1 { String::new() } else { format!(" ({v0} under v0, {v1} under v1)") };
    let longest = if before == after { after.to_string() } else { format!("{before} → {after}") };
    view! {
        <ul class="tiles">
            <li><div class:is-good=reaching == report.versions class:is-warning=reaching != report.versions><b>{format!("{reaching} of {}", report.versions)}</b><span>{format!("versions reach the channel head{reached}")}</span></div></li>
            <li><div><b>{longest}</b><span>"upgrades on the longest path"</span></div></li>
            <li><div class:is-bad=lost != 0><b>{lost}</b><span>{if lost == 1 { "loses its upgrade path" } else { "lose their upgrade path" }}</span></div></li>
        </ul>
    }
}

fn of(steps: &[ReleaseStep], semantics: Semantics) -> Vec<&ReleaseStep> {
    steps.iter().filter(|step| step.semantics == semantics).collect()
}

#[component]
fn Moves(title: &'static str, steps: Vec<ReleaseStep>, is_bad: bool) -> impl IntoView {
    let line = move |semantics: Semantics| {
        let names: Vec<String> = of(&steps, semantics).iter().map(|step| step.entry.clone()).collect();
        (!names.is_empty()).then(|| {
            let more = names.len().saturating_sub(MOST);
            let list = names.into_iter().take(MOST).collect::<Vec<_>>().join(", ");
            let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
            view! { <p class="release-move" class:is-bad=is_bad><strong>{format!("{title} under OLM {}: ", semantics.name())}</strong>{list}{rest}</p> }
        })
    };
    view! { {line(Semantics::V0)}{line(Semantics::V1)} }
}

/// The versions that upgrade to the release, as a small graph: the old ones on the left.
#[component]
fn EdgePicture(name: String, steps: Vec<ReleaseStep>) -> impl IntoView {
    let side = move |semantics: Semantics| {
        let own: Vec<ReleaseStep> = of(&steps, semantics).into_iter().cloned().collect();
        let more = own.len().saturating_sub(MOST);
        let name = name.clone();
        view! {
            <div class="release-side">
                <h3>{format!("OLM {}: {} directly", semantics.name(), count(own.len(), "version upgrades", "versions upgrade"))}</h3>
                <ul>{own.into_iter().take(MOST).map(|step| {
                    let edge = step.edge.unwrap_or_default();
                    let class = match edge.as_ref() {
                        "replaces" => "edge-line is-replaces",
                        "skips" => "edge-line is-skips",
                        _ => "edge-line is-range",
                    };
                    view! { <li><span class="name">{step.entry}</span><span class=class>{edge}</span><span class="name is-new">{name.clone()}</span></li> }
                }).collect_view()}</ul>
                {(more > 0).then(|| view! { <p class="facts">{format!("and {more} more")}</p> })}
            </div>
        }
    };
    view! { <div class="release-sides">{side(Semantics::V0)}{side(Semantics::V1)}</div> }
}
