//! Findings grouped by rule or by package.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Severity};
use olmkit_collections::{SortedMap, SortedSet, order};
use olmkit_diagnostics::alike::{Alike, Problem as Finding, alike};
use olmkit_text::counted;

use crate::bridge;
use crate::components::parts::key::key_of;
use crate::components::problems::alike::others;
use crate::components::problems::problem::{Heading, Problem, Sign, fix_all, place_of, safe_fix};
use crate::live::{For, Show, effect, live, memo};
use crate::state::{AppState, fetched};
use crate::text::{spans, with_reason};

/// Findings with their indices in the report.
type Shown = Memo<Vec<(usize, Diagnostic)>>;
/// The indices of findings in the report, each with its severity.
type Matching = Memo<Vec<(usize, Severity)>>;

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

/// The order in which the groups show the findings, as indices of the report.
pub fn listed(found: &[(usize, Diagnostic)], by: By) -> Vec<usize> {
    if by == By::File {
        return found.iter().map(|(at, _)| *at).collect();
    }
    let mut by_name: SortedMap<String, Vec<usize>> = SortedMap::new();
    for (at, diagnostic) in found {
        by_name.entry(by.of(diagnostic)).or_default().push(*at);
    }
    groups(found, by).into_iter().flat_map(|group| by_name.remove(&group.name).unwrap_or_default()).collect()
}

/// The maximum number of other findings of a problem that have a line each.
const MAX: usize = 3;

/// A line of a group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Row {
    Problem(usize, Box<Diagnostic>),
    Hidden(Hidden),
}

/// Findings that are not shown, because they are the same problem as the one before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Hidden {
    /// The id of the problem.
    id: String,
    /// The index of the first of them.
    first: usize,
    number: usize,
    /// The sentence about their places.
    places: String,
}

/// The problems with more than `MAX` other findings.
fn long(own: &[(usize, Diagnostic)]) -> impl Iterator<Item = Alike> {
    alike(own.iter().map(|(_, found)| found.into())).into_iter().filter(|found| found.others.len() >= MAX)
}

/// The id of the problem that hides a finding.
fn hiding(own: &[(usize, Diagnostic)], shown: Option<usize>) -> Option<String> {
    let at = own.iter().position(|(at, _)| Some(*at) == shown)?;
    long(own).find(|found| found.others.contains(&at)).map(|found| found.id)
}

/// The lines of a group. More than `MAX` other findings of a problem have one line, unless they are `unfolded`.
fn rows(own: &[(usize, Diagnostic)], unfolded: &SortedSet<String>) -> Vec<Row> {
    let findings: Vec<Finding<'_>> = own.iter().map(|(_, found)| found.into()).collect();
    let folded: Vec<Alike> = long(own).filter(|found| !unfolded.contains(&found.id)).collect();
    let hidden: SortedSet<usize> = folded.iter().flat_map(|found| found.others.iter().copied()).collect();
    let mut rows = Vec::new();
    for (place, (at, finding)) in own.iter().enumerate().filter(|(place, _)| !hidden.contains(place)) {
        rows.push(Row::Problem(*at, Box::new(finding.clone())));
        let Some(found) = folded.iter().find(|found| found.first == place) else { continue };
        let Some((first, _)) = found.others.first().and_then(|place| own.get(*place)) else { continue };
        let places = others(found, &findings);
        rows.push(Row::Hidden(Hidden { id: found.id.clone(), first: *first, number: found.others.len(), places }));
    }
    rows
}

/// The findings below the headings of their groups, which count all that match.
#[component]
pub fn Groups(matching: Matching, shown: Shown, order: RwSignal<By>) -> impl IntoView {
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
            view! { <Group group matching shown title /> }
        } />
    }
}

#[component]
fn Group(group: GroupHead, matching: Matching, shown: Shown, title: Memo<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let GroupHead { severity, by, name, code } = group;
    let id = name.clone();
    let own = memo(move |_| {
        shown.with(|shown| shown.iter().filter(|(_, found)| by.of(found) == id).cloned().collect::<Vec<_>>())
    });
    let id = name.clone();
    let count = memo(move |_| matching.with(|all| count(app, all, |one| by.of(one) == id)));
    let heading = if by == By::Rule { Heading::Rule } else { Heading::Package };
    let unfolded = rw_signal(SortedSet::new());
    let rows = memo(move |_| own.with(|own| unfolded.with(|unfolded| rows(own, unfolded))));
    // A selected finding is shown, and stays when the next one is selected.
    effect(move || {
        let shown = app.problem();
        if let Some(id) = own.with_untracked(|own| hiding(own, shown)) {
            unfold(unfolded, id);
        }
    });
    view! {
        <section class=format!("problem-group is-{}", severity.name()) aria-label=title>
            <div class="group-head">
                <Sign severity />
                <h3>{title}</h3>
                {(by == By::Rule).then(|| view! { <span class="meta">{format!("{name} {code}")}</span> })}
                <span class="meta group-count">{live(move || count.get())}</span>
                {(by == By::Rule).then(|| view! { <RuleActions rule=name matching own /> })}
            </div>
            <ol class="problem-list">
                <For each=move || rows.get() key=key_of children=move |row| match row {
                    Row::Problem(at, found) => view! { <Problem at diagnostic=*found heading /> }.into_any(),
                    Row::Hidden(hidden) => places_of(hidden, unfolded),
                } />
            </ol>
        </section>
    }
}

fn unfold(unfolded: RwSignal<SortedSet<String>>, id: String) {
    if unfolded.with_untracked(|all| !all.contains(&id)) {
        unfolded.update(|all| {
            all.insert(id);
        });
    }
}

/// The places of hidden findings, with a button that shows them.
fn places_of(hidden: Hidden, unfolded: RwSignal<SortedSet<String>>) -> AnyView {
    let Hidden { id, first, number, places } = hidden;
    let label = format!("Show {}", counted(number, "more problem", "more problems"));
    let show = move |_| {
        unfold(unfolded, id.clone());
        bridge::focus_on(&format!(".problem[data-at='{first}'] > .problem-main"));
    };
    view! {
        <li class="problem-alike">
            <span class="facts">{spans(&places)}</span>
            <button type="button" class="quiet" on:click=show>{label}</button>
        </li>
    }
    .into_any()
}

/// The number of findings with a property.
fn count(app: AppState, all: &[(usize, Severity)], is_counted: impl Fn(&Diagnostic) -> bool) -> usize {
    let is_counted = |all: &[Diagnostic], at: usize| all.get(at).is_some_and(&is_counted);
    app.catalog.report.with(|report| all.iter().filter(|(at, _)| is_counted(&report.diagnostics, *at)).count())
}

/// Actions on all findings of a rule.
#[component]
fn RuleActions(rule: String, matching: Matching, own: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let id = rule.clone();
    let safe = memo(move |_| matching.with(|all| count(app, all, |one| *one.rule == *id && safe_fix(one).is_some())));
    let menu = format!("menu-of-{rule}");
    let target = menu.clone();
    let close = NodeRef::<leptos::html::Div>::new();
    let rule = stored_value(rule);
    let can_be_suppressed = memo(move |_| own.with(|own| !own.iter().any(|(_, found)| found.rejects)));
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
            <Show when=move || can_be_suppressed.get()>
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
            Ok(Err(reason)) => app.alarm(&with_reason("The rule cannot be suppressed", &reason)),
            Err(_) => {}
        }
    });
}
