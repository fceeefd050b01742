//! The gallery: the parts of the page in their states, in both themes side by side. It is shown for `?gallery`, to which
//! no page links. Tests take screenshots of it. It contains the same parts as the page, with a catalog of its own.

use crate::prelude::*;
use olmkit_api::{
    CatalogsComparison, ChangedPackage, EntryPosition, ImpactCluster, ImpactKind, ImpactPath, ImpactVerdict, Intention,
    NewEntry, RemovedPlace, Safety, Semantics, Severity,
};

use crate::bridge::types::{ChangedFile, Conflict, ConflictKind, ListedStep, ProposedChange, StepList};
use crate::bridge::{self, Refusal};
use crate::components::catalog::page::CatalogPage;
use crate::components::changes::compare::Compared;
use crate::components::changes::diff::{Analysis, Diff, Meaning};
use crate::components::changes::preview::{Impact, Proposal};
use crate::components::channel::cells::Cells;
use crate::components::channel::entries::Entries;
use crate::components::channel::filter::Filter;
use crate::components::channel::page::ChannelHead;
use crate::components::graph::drawing::Drawing;
use crate::components::graph::viewport::Viewport;
use crate::components::package::matrix::{Legend, Matrix, matrix_of};
use crate::components::parts::badge::Badge;
use crate::components::problems::detail::ProblemPage;
use crate::components::problems::list::Problems;
use crate::components::problems::problem::Sign;
use crate::components::release::also::{Also, AlsoIn};
use crate::components::release::bundle::{Document, ReleaseBundle};
use crate::components::review::clusters::{Clusters, Figures};
use crate::components::review::history::Steps;
use crate::components::review::page::ConflictNote;
use crate::components::shell::notice::Notice;
use crate::components::shell::palette::PaletteSample;
use crate::components::shell::status::Status;
use crate::components::shell::tree::Tree;
use crate::live::{Show, effect};
use crate::state::{AppState, View};

/// The sample, and what is selected in it.
const SAMPLE: &str = "gallery";
const PACKAGE: &str = "watering-can";
const CHANNEL: &str = "stable";

/// Whether the address asks for the gallery.
pub fn is_asked() -> bool {
    let search = web_sys::window().and_then(|window| window.location().search().ok());
    search.is_some_and(|search| search.trim_start_matches('?').split('&').any(|part| part == "gallery"))
}

#[component]
pub fn Gallery() -> impl IntoView {
    let app = AppState::new();
    provide_context(app);
    provide_context(Cells::new(app));
    provide_context(Filter::default());
    app.connect();
    bridge::open_sample(SAMPLE.to_owned());
    bridge::show_states();
    let is_changed = stored_value(false);
    effect(move || {
        if app.catalog.is_checked.get() && !is_changed.get_value() {
            is_changed.set_value(true);
            app.show(View::Graph); // requests the table and the graph together
            app.select(PACKAGE, CHANNEL);
            change(app);
        }
    });
    view! {
        <main class="gallery" aria-label="Gallery">
            <h1>"Parts of the editor"</h1>
            <div class="gallery-themes"><Parts theme="light" /><Parts theme="dark" /></div>
        </main>
    }
}

/// Adds an entry, and changes the edges of another one.
fn change(app: AppState) {
    let name = |version: &str| format!("{PACKAGE}.v{version}");
    app.intend(Intention::AddEntry {
        package: PACKAGE.to_owned(),
        channel: CHANNEL.to_owned(),
        entry: NewEntry { name: name("2.1.0"), replaces: Some(name("2.0.0")), ..NewEntry::default() },
        position: EntryPosition::default(),
        successor: None,
    });
    app.intend(Intention::SetSkipRange {
        package: PACKAGE.to_owned(),
        channel: CHANNEL.to_owned(),
        entry: name("2.0.0"),
        to: Some(">=1.1.0 <2.0.0".to_owned()),
    });
}

#[component]
fn Parts(theme: &'static str) -> impl IntoView {
    view! {
        <div class="gallery-theme" style=format!("color-scheme:{theme}")>
            <h2>{theme}</h2>
            <Controls />
            <Words />
            <Effects theme />
            <Answers />
        </div>
    }
}

/// A part with its name.
#[component]
fn Specimen(name: &'static str, #[prop(optional)] class: &'static str, children: Children) -> impl IntoView {
    view! { <section class=format!("specimen {class}")><h3>{name}</h3><div class="specimen-body">{children()}</div></section> }
}

/// Buttons, switches and fields: normal, pressed, disabled, invalid.
#[component]
fn Controls() -> impl IntoView {
    let kinds = [
        ("primary", "Primary"),
        ("primary is-harmful", "Save anyway"),
        ("", "Default"),
        ("quiet", "Quiet"),
        ("quiet link", "Link"),
        ("icon-text i-fix", "Fix"),
    ];
    let buttons = move |state: &'static str, is_disabled: bool| {
        kinds.map(|(class, label)| view! { <button type="button" class=format!("{class} {state}") disabled=is_disabled><span>{label}</span></button> }).collect_view()
    };
    let states = [("as-hover", "hover"), ("as-focus", "focus")];
    let signs = ["i-undo", "i-redo", "i-menu"].map(|class| {
        view! { <button type="button" class=format!("quiet icon {class}") aria-label=class></button> }
    });
    view! {
        <Specimen name="Buttons"><p class="actions">{buttons("", false)}{signs.collect_view()}</p><p class="actions">{buttons("", true)}</p></Specimen>
        {states.map(|(state, name)| view! {
            <Specimen name=name><p class="actions">{buttons(state, false)}</p><p class="actions">
                <input class=state aria-label=name value="1.2.3" />
                <span class="switch" role="group" aria-label="View"><button type="button" class=state aria-pressed="true">"Entries"</button><button type="button" class=state aria-pressed="false">"Graph"</button></span>
                <button type="button" class=format!("row {state}")>"Package"</button>
            </p></Specimen>
        }).collect_view()}
        <Specimen name="Choices"><p class="actions">
            <span class="switch" role="group" aria-label="View"><button type="button" class="icon-text i-table" aria-pressed="true">"Entries"</button><button type="button" class="icon-text i-graph" aria-pressed="false">"Graph"</button></span>
            <button type="button" aria-pressed="true">"Pressed"</button>
            <label class="check"><input type="checkbox" checked="" />" Chosen"</label>
            <label class="check"><input type="checkbox" />" Not chosen"</label>
        </p></Specimen>
        <Specimen name="Fields">
            <label class="field">"Empty"<input placeholder="1.2.3" /></label>
            <label class="field">"Written"<input value=">=1.0.0 <2.0.0" /></label>
            <label class="field">"Wrong"<input value=">=1.0.0 <" aria-invalid="true" /></label>
            <label class="field">"Disabled"<input value="stable" disabled="" /></label>
            <label class="field">"List"<select><option>"default"</option><option>"strict"</option></select></label>
        </Specimen>
    }
}

/// Small parts that show one fact.
#[component]
fn Words() -> impl IntoView {
    let tag = |class: &'static str, text: &'static str| view! { <span class=format!("tag {class}")>{text}</span> };
    view! {
        <Specimen name="Tags and counts"><p class="actions">
            {tag("is-head", "head")}{tag("", "skipped")}{tag("is-changed", "new")}{tag("is-warning", "1 stranded")}{tag("is-bad", "no bundle")}
            <span class="chip">"1.2.0"</span>
            <Badge errors=2 warnings=0 /><Badge errors=0 warnings=3 />
        </p></Specimen>
        <Specimen name="Severities">{[Severity::Error, Severity::Warning, Severity::Info].map(|severity| view! {
            <p class="actions"><Sign severity /><span>{severity.name()}</span></p>
        }).collect_view()}</Specimen>
        <Specimen name="Signs of a matrix"><Legend signs=&[("is-head", "head"), ("is-other-head", "other head"), ("", "entry"), ("is-skipped", "skipped"), ("is-stranded", "stranded"), ("is-deprecated", "deprecated"), ("is-missing", "missing")] /></Specimen>
    }
}

/// A cluster of each kind.
fn sample_clusters() -> Vec<ImpactCluster> {
    let cluster = |kind: ImpactKind, text: &str| ImpactCluster {
        kind,
        count: 1,
        consequences: vec![text.to_owned()],
        problems: Vec::new(),
        verdicts: Vec::new(),
        paths: Vec::new(),
        longest: None,
    };
    vec![
        cluster(ImpactKind::Verdict, "opm rejects the catalog, which it accepted before: `channel-multiple-heads`."),
        cluster(ImpactKind::PathsLost, "stable under OLM v0: `1.0.1` can no longer upgrade to the channel head."),
        cluster(ImpactKind::PathsGained, "stable under OLM v1: `1.1.1` can now upgrade to the channel head."),
        cluster(ImpactKind::Changes, "stable: `2.0.0` also skips `1.1.1`."),
        cluster(ImpactKind::Fixed, "`1.1.1` is stranded under OLM v0."),
        cluster(ImpactKind::NewProblems, "Channel `stable` has 2 heads."),
    ]
}

/// Clusters as a review has them, with verdicts and upgrade paths.
fn sample_review(all: &[ImpactCluster]) -> Vec<ImpactCluster> {
    let path = ImpactPath {
        package: PACKAGE.to_owned(),
        channel: CHANNEL.to_owned(),
        semantics: vec![Semantics::V0],
        entries: vec![format!("{PACKAGE}.v1.0.1")],
        count: 1,
        problems: Vec::new(),
    };
    all.iter()
        .cloned()
        .map(|cluster| match cluster.kind {
            ImpactKind::Verdict => {
                let verdict =
                    |message: &String| ImpactVerdict { catalog: None, rejects: true, message: message.clone() };
                ImpactCluster { verdicts: cluster.consequences.iter().map(verdict).collect(), ..cluster }
            }
            ImpactKind::PathsLost | ImpactKind::PathsGained => ImpactCluster { paths: vec![path.clone()], ..cluster },
            _ => cluster,
        })
        .collect()
}

/// Steps of the history.
fn sample_steps() -> Vec<ListedStep> {
    let step = |label: &str, since: &str| ListedStep {
        label: label.to_owned(),
        paths: vec!["catalog.yaml".to_owned()],
        since: since.to_owned(),
        time: String::new(),
    };
    vec![step("Set skips of 2.0.0", "2 min. ago"), step("Add entry 2.1.0", "1 min. ago"), step("Typing", "just now")]
}

/// Two catalogs that differ in everything.
fn sample_comparison(all: &[ImpactCluster]) -> CatalogsComparison {
    CatalogsComparison {
        version: 1,
        removed: vec![
            RemovedPlace { package: "rake".to_owned(), channel: None, versions: 3 },
            RemovedPlace { package: PACKAGE.to_owned(), channel: Some("beta".to_owned()), versions: 1 },
        ],
        clusters: all.iter().filter(|cluster| cluster.kind != ImpactKind::Changes).cloned().collect(),
        changed: vec![ChangedPackage {
            package: PACKAGE.to_owned(),
            changes: vec![
                "Head of `stable`: `1.1.0` → `2.0.0`.".to_owned(),
                "2 entries were added to `stable`: `2.0.0` and `1.1.1`.".to_owned(),
            ],
        }],
        added: vec!["hose".to_owned(), "spade".to_owned()],
    }
}

/// The impact of a change: unknown, empty, complete; and its lines.
#[component]
fn Effects(theme: &'static str) -> impl IntoView {
    let all = sample_clusters();
    let (compared, reviewed) = (sample_comparison(&all), sample_review(&all));
    let meaning = |analysis: Analysis| view! { <Meaning lines=rw_signal(analysis) retry=Callback::new(|()| {}) /> };
    let files = rw_signal(vec![ChangedFile {
        path: "catalog.yaml".to_owned(),
        before: "entries:\n- name: watering-can.v2.0.0\n  replaces: watering-can.v1.1.0\n".to_owned(),
        after: "entries:\n- name: watering-can.v2.0.0\n  skipRange: '>=1.1.0 <2.0.0'\n".to_owned(),
    }]);
    let list = rw_signal(StepList { steps: sample_steps(), position: 2, saved: 1 });
    let kinds = [ConflictKind::Gone, ConflictKind::NotText, ConflictKind::Mergeable, ConflictKind::SameLines];
    let conflicts = kinds.map(|kind| {
        let conflict = Conflict { path: "catalog.yaml".to_owned(), stamp: None, kind };
        view! { <ConflictNote conflict act=Callback::new(|_| {}) /> }
    });
    let title = "Add skipRange to 2.0.0";
    let change = Signal::stored(Some(ProposedChange {
        title: title.to_owned(),
        safety: Safety::Unsafe,
        edits: Vec::new(),
        notes: vec!["2.0.0 gets a skipRange.".to_owned()],
    }));
    let gained = all.iter().filter(|cluster| cluster.kind == ImpactKind::PathsGained).cloned().collect();
    let impact = Impact { files, meaning: rw_signal(Some(Ok(gained))), retry: Callback::new(|()| {}) };
    view! {
        <Specimen name="Comparison of catalogs"><div class="review-body"><Compared found=compared /></div></Specimen>
        <Specimen name="Review"><div class="review-body"><Figures clusters=reviewed.clone() /><Clusters clusters=reviewed after=Vec::new() fix=Callback::new(|_| {}) /></div></Specimen>
        <Specimen name="History"><Steps list /></Specimen>
        <Specimen name="Impact">{meaning(Some(Ok(all)))}</Specimen>
        <Specimen name="Impact: analyzing, none, unknown">
            {meaning(None)}{meaning(Some(Ok(Vec::new())))}{meaning(Some(Err(Refusal::stopped())))}
        </Specimen>
        <Specimen name="Lines" class="is-low"><Diff files /></Specimen>
        <Specimen name="Merge conflict">{conflicts}</Specimen>
        <Specimen name="Preview of a change"><dialog open="" class="save" aria-label="Preview of a change"><h2>{title}</h2>
            <Proposal change impact close=Callback::new(|()| {}) apply=Callback::new(|()| {}) />
        </dialog></Specimen>
        <Specimen name="Palette"><dialog open="" class="palette" aria-label="Palette"><PaletteSample id=theme query="graph" /></dialog></Specimen>
    }
}

/// Parts of the release form: the pasted bundle and the other channels.
#[component]
fn ReleaseParts() -> impl IntoView {
    let app = expect_context::<AppState>();
    let (document, also) = (Document::new(app, app.selected.place), Also::new(app, app.selected.place));
    document.begin_pasting();
    also.turn("candidate", true);
    let (version, name) = (rw_signal("2.2.0".to_owned()), rw_signal(format!("{PACKAGE}.v2.2.0")));
    let has_bundle = Signal::stored(false);
    view! {
        <Specimen name="Release: bundle"><div class="release-fields">
            <ReleaseBundle document name=name.into() has_bundle take=Callback::new(|_| {}) />
        </div></Specimen>
        <Specimen name="Release: other channels"><div class="release-fields"><AlsoIn also version name /></div></Specimen>
    }
}

/// The large parts, with the engine's results for the sample.
#[component]
fn Answers() -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_ready = move || app.channel.table.with(Option::is_some);
    effect(move || {
        if is_ready() && app.session.state.with(|page| page.changed > 0) {
            app.tell("Saved 1 file into the folder.");
        }
    });
    view! {
        <Show when=is_ready>
            <Specimen name="Message"><Notice /></Specimen>
            <Specimen name="Packages" class="is-high"><Tree /></Specimen>
            <Specimen name="Channel"><div class="page"><ChannelHead package=PACKAGE.to_owned() channel=CHANNEL.to_owned() /></div></Specimen>
            <Specimen name="Entries" class="is-high"><Entries /></Specimen>
            <Specimen name="Graph" class="is-high"><Drawing viewport=Viewport::new(app) /></Specimen>
            <Specimen name="Matrix"><Matrix package=PACKAGE.to_owned() matrix=matrix_of(PACKAGE.to_owned()) /></Specimen>
            <Specimen name="Overview" class="is-high"><CatalogPage /></Specimen>
            <Specimen name="Problems" class="is-high"><Problems /></Specimen>
            <Specimen name="Problem" class="is-high"><ProblemPage /></Specimen>
            <ReleaseParts />
            <Specimen name="Status"><Status /></Specimen>
        </Show>
    }
}
