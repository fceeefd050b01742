//! Findings grouped by rule or by package.

use crate::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::{Diagnostic, Severity};
use olmkit_collections::{SortedSet, order};
use olmkit_text::{listed, natural};

use crate::bridge;
use crate::components::parts::key::key_of;
use crate::components::problems::problem::{Problem, Sign, fix_all, place_of, safe_fix, without_package};
use crate::live::{For, Show, live, memo};
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
    /// The index of the first hidden finding, and all entries with the problem.
    Alike(usize, Vec<String>),
}

/// Whether two findings of a channel differ only in their entry.
fn is_alike(a: &Diagnostic, b: &Diagnostic) -> bool {
    let (Some(one), Some(other)) = (&a.entry, &b.entry) else { return false };
    (&a.rule, &a.package, &a.channel) == (&b.rule, &b.package, &b.channel)
        && a.message.replace(one.as_str(), "") == b.message.replace(other.as_str(), "")
}

/// The lines of a group: if many entries of a channel have the same problem, the first has a line, unless they are
/// `unfolded` or contain the `shown` finding.
fn rows(own: &[(usize, Diagnostic)], shown: Option<usize>, unfolded: &SortedSet<usize>) -> Vec<Row> {
    let mut rows = Vec::new();
    for alike in own.chunk_by(|(_, a), (_, b)| is_alike(a, b)) {
        let others = alike.get(1..).unwrap_or_default();
        let is_shown = others.iter().any(|(at, _)| Some(*at) == shown || unfolded.contains(at));
        let is_folded = others.len() >= MOST && !is_shown;
        let lines = if is_folded { 1 } else { alike.len() };
        rows.extend(alike.iter().take(lines).map(|(at, found)| Row::Problem(*at, Box::new(found.clone()))));
        if let Some((first, _)) = others.first().filter(|_| is_folded) {
            let short = |found: &Diagnostic| Some(without_package(found.entry.as_deref()?, found.package.as_deref()?));
            let mut entries: Vec<String> = others.iter().filter_map(|(_, found)| short(found)).collect();
            order::sort_by(&mut entries, |a, b| natural(a, b));
            rows.push(Row::Alike(*first, entries));
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
    let rows = memo(move |_| {
        let shown = app.selected.problem.get();
        own.with(|own| unfolded.with(|unfolded| rows(own, shown, unfolded)))
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
                    Row::Alike(first, entries) => hidden(first, entries, unfolded),
                } />
            </ol>
        </section>
    }
}

/// The names of hidden entries, with a button that shows their problems. `first`: the index of the first problem.
fn hidden(first: usize, entries: Vec<String>, unfolded: RwSignal<SortedSet<usize>>) -> AnyView {
    let label = format!("Show {}", count(entries.len(), "more entry", "more entries"));
    let show = move |_| {
        unfolded.update(|all| {
            all.insert(first);
        });
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
