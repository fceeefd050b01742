//! Findings grouped by rule or by package.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{Diagnostic, Severity};
use olmkit_collections::{SortedSet, order};
use olmkit_text::{listed, natural};

use crate::bridge;
use crate::components::parts::key::key_of;
use crate::components::problems::problem::{Problem, Sign, fix_all, place_of, safe_fix, without_package};
use crate::live::{For, Show, effect, live, memo};
use crate::state::{AppState, fetched};
use crate::text::count;

/// Findings with their indices in the report.
type Shown = Memo<Vec<(usize, Diagnostic)>>;

/// How findings are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum By {
    #[default]
    Rule,
    Package,
    /// Not grouped, in the order of the files.
    File,
}

impl By {
    const ALL: [By; 3] = [By::Rule, By::Package, By::File];

    pub fn name(self) -> &'static str {
        match self {
            By::Rule => "rule",
            By::Package => "package",
            By::File => "file",
        }
    }

    pub fn named(name: &str) -> By {
        By::ALL.into_iter().find(|by| by.name() == name).unwrap_or_default()
    }

    /// The name of the group of a finding.
    fn of(self, diagnostic: &Diagnostic) -> String {
        match self {
            By::Rule => diagnostic.rule.to_string(),
            By::Package | By::File => place_of(diagnostic).0,
        }
    }
}

/// The heading of a group: a rule or a package, with the highest severity of its findings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct GroupHead {
    severity: Severity,
    by: By,
    name: String,
    /// The code of the rule.
    code: String,
}

/// The groups of the findings, most severe first, otherwise in the order of the findings.
fn groups(found: &[(usize, Diagnostic)], by: By) -> Vec<GroupHead> {
    let mut groups: Vec<GroupHead> = Vec::new();
    for (_, diagnostic) in found {
        let name = by.of(diagnostic);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.severity = group.severity.max(diagnostic.severity),
            None => {
                groups.push(GroupHead { severity: diagnostic.severity, by, name, code: diagnostic.code.to_string() })
            }
        }
    }
    order::sort_by_key(&mut groups, |group| std::cmp::Reverse(group.severity));
    groups
}

/// The maximum number of entries with the same problem that have a line each.
const MOST: usize = 3;
/// The maximum number of named hidden entries.
const NAMES: usize = 12;

/// A line of a group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Row {
    Problem(usize, Box<Diagnostic>),
    Hidden(Hidden),
}

/// Entries whose findings are not shown, because they have the same problem as the entry before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Hidden {
    run: Run,
    /// The index of the first finding.
    first: usize,
    entries: Vec<String>,
}

/// What identifies consecutive findings with the same problem, also after a change of the catalog: the channel and the
/// entry of the first.
type Run = [Option<String>; 3];

fn run_of(alike: &[(usize, Diagnostic)]) -> Run {
    let first = alike.first().map(|(_, found)| found);
    first.map(|found| [found.package.clone(), found.channel.clone(), found.entry.clone()]).unwrap_or_default()
}

/// Whether two findings of a channel differ only in their entry.
fn is_alike(a: &Diagnostic, b: &Diagnostic) -> bool {
    let (Some(one), Some(other)) = (&a.entry, &b.entry) else { return false };
    (&a.rule, &a.package, &a.channel) == (&b.rule, &b.package, &b.channel)
        && a.message.replace(one.as_str(), "") == b.message.replace(other.as_str(), "")
}

/// The run that contains a finding after its first.
fn run_with(own: &[(usize, Diagnostic)], shown: Option<usize>) -> Option<Run> {
    let mut runs = own.chunk_by(|(_, a), (_, b)| is_alike(a, b));
    let found = runs.find(|alike| alike.iter().skip(1).any(|(at, _)| Some(*at) == shown));
    found.map(run_of)
}

/// The lines of a group. More than `MOST` entries of a channel with the same problem have one line, unless they are
/// `unfolded`.
fn rows(own: &[(usize, Diagnostic)], unfolded: &SortedSet<Run>) -> Vec<Row> {
    let mut rows = Vec::new();
    for alike in own.chunk_by(|(_, a), (_, b)| is_alike(a, b)) {
        let others = alike.get(1..).unwrap_or_default();
        let run = run_of(alike);
        let is_folded = others.len() >= MOST && !unfolded.contains(&run);
        let lines = if is_folded { 1 } else { alike.len() };
        rows.extend(alike.iter().take(lines).map(|(at, found)| Row::Problem(*at, Box::new(found.clone()))));
        if let Some((first, _)) = others.first().filter(|_| is_folded) {
            let short = |found: &Diagnostic| Some(without_package(found.entry.as_deref()?, found.package.as_deref()?));
            let mut entries: Vec<String> = others.iter().filter_map(|(_, found)| short(found)).collect();
            order::sort_by(&mut entries, |a, b| natural(a, b));
            rows.push(Row::Hidden(Hidden { run, first: *first, entries }));
        }
    }
    rows
}

/// The findings below the headings of their groups.
#[component]
pub fn Groups(shown: Shown, order: RwSignal<By>) -> impl IntoView {
    let groups = memo(move |_| shown.with(|shown| groups(shown, order.get())));
    // The titles of all rules. Queried again if another catalog was opened before the result arrived.
    let app = expect_context::<AppState>();
    let rules = fetched(move || {
        app.catalog.is_checked.track();
        async { bridge::rules().await.ok() }
    });
    let title = move |id: &str| {
        rules.with(|list| {
            let found = list.iter().flat_map(|list| &list.rules).find(|rule| rule.id == id);
            found.map_or_else(|| id.to_owned(), |rule| rule.title.replace('`', ""))
        })
    };
    view! {
        <For each=move || groups.get() key=GroupHead::clone children=move |group| {
            let id = group.name.clone();
            let title = memo(move |_| title(&id));
            view! { <Group group shown title /> }
        } />
    }
}

#[component]
fn Group(group: GroupHead, shown: Shown, title: Memo<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let GroupHead { severity, by, name, code } = group;
    let id = name.clone();
    let own = memo(move |_| {
        shown.with(|shown| shown.iter().filter(|(_, found)| by.of(found) == id).cloned().collect::<Vec<_>>())
    });
    let unfolded = RwSignal::new(SortedSet::new());
    let rows = memo(move |_| own.with(|own| unfolded.with(|unfolded| rows(own, unfolded))));
    // A selected finding is shown, and stays when the next one is selected.
    effect(move || {
        let shown = app.selected.problem.get();
        if let Some(run) = own.with_untracked(|own| run_with(own, shown)) {
            unfold(unfolded, run);
        }
    });
    view! {
        <section class=format!("problem-group is-{}", severity.name()) aria-label=title>
            <div class="group-head">
                <Sign severity />
                <h3>{title}</h3>
                {(by == By::Rule).then(|| view! { <span class="meta">{format!("{name} {code}")}</span> })}
                <span class="meta group-count">{live(move || own.with(Vec::len))}</span>
                {(by == By::Rule).then(|| view! { <RuleActions rule=name own /> })}
            </div>
            <ol class="problem-list">
                <For each=move || rows.get() key=key_of children=move |row| match row {
                    Row::Problem(at, found) => view! { <Problem at diagnostic=*found is_grouped=by == By::Rule /> }.into_any(),
                    Row::Hidden(hidden) => entries_of(hidden, unfolded),
                } />
            </ol>
        </section>
    }
}

fn unfold(unfolded: RwSignal<SortedSet<Run>>, run: Run) {
    if unfolded.with_untracked(|all| !all.contains(&run)) {
        unfolded.update(|all| {
            all.insert(run);
        });
    }
}

/// The names of hidden entries, with a button that shows their problems.
fn entries_of(Hidden { run, first, entries }: Hidden, unfolded: RwSignal<SortedSet<Run>>) -> AnyView {
    let label = format!("Show {}", count(entries.len(), "more entry", "more entries"));
    let show = move |_| {
        unfold(unfolded, run.clone());
        bridge::focus_on(&format!(".problem[data-at='{first}'] > .problem-main"));
    };
    view! {
        <li class="problem-alike">
            <span class="facts">"The same problem: "{listed(entries, NAMES, "and")}"."</span>
            <button type="button" class="quiet" on:click=show>{label}</button>
        </li>
    }
    .into_any()
}

/// Actions on all findings of a rule.
#[component]
fn RuleActions(rule: String, own: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let safe = memo(move |_| own.with(|own| own.iter().filter(|(_, found)| safe_fix(found).is_some()).count()));
    let menu = format!("menu-of-{rule}");
    let target = menu.clone();
    let close = NodeRef::<leptos::html::Div>::new();
    let rule = StoredValue::new(rule);
    let is_error = memo(move |_| own.with(|own| own.iter().any(|(_, found)| found.severity == Severity::Error)));
    let hide = move || close.get_untracked().map(|menu| menu.hide_popover());
    view! {
        <span class="more at-end">
            <Show when=move || { safe.get() > 1 }>
                <button type="button" class="icon-text i-fix" on:click=move |_| fix_all(app, Some(rule.get_value()))>{live(move || format!("Fix all {}", safe.get()))}</button>
            </Show>
            <button type="button" class="quiet icon i-menu" aria-label=format!("More on {}", rule.get_value()) popovertarget=target></button>
        </span>
        <div class="menu rule-menu" id=menu popover="" role="group" aria-label=format!("More on {}", rule.get_value()) node_ref=close>
            <button type="button" class="quiet" on:click=move |_| { let _ = hide(); app.explain(rule.get_value(), None); }>"Explain rule"</button>
            <Show when=move || !is_error.get()>
                <button type="button" class="quiet" on:click=move |_| { let _ = hide(); suppress_rule(app, rule.get_value()); }>"Suppress rule in olmkit.yaml"</button>
            </Show>
        </div>
    }
}

/// Previews the change of `olmkit.yaml` that turns the rule off.
fn suppress_rule(app: AppState, rule: String) {
    spawn_local(async move {
        match bridge::suppress_rule(&rule).await {
            Ok(Ok(change)) => app.dialogs.preview.set(Some(change)),
            Ok(Err(reason)) => app.alarm(&format!("The rule cannot be suppressed: {reason}.")),
            Err(_) => {}
        }
    });
}
