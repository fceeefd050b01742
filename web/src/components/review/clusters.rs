//! The impact of the changes: figures, the consequences by kind, and what remains after saving.

use std::fmt::Write as _;
use std::iter;

use crate::prelude::*;
use olmkit_api::{
    Diagnostic, Fix, ImpactCluster, ImpactKind, ImpactPath, ImpactProblem, ImpactVerdict, Opm, Report, Semantics,
    Summary,
};
use olmkit_collections::SortedSet;
use olmkit_diagnostics::alike::{Alike, Problem, alike};
use olmkit_text::counted;

use crate::bridge::types::{CatalogImpact, Impacts, PageState};
use crate::components::changes::diff::{heading, lines, not_listed};
use crate::components::problems::alike::others;
use crate::components::problems::problem::{fix_label, without_package};
use crate::components::shell::status::{is_rejected, verdict};
use crate::live::{live, memo};
use crate::state::AppState;
use crate::text::{severities, spans};

/// The maximum number of names in one line.
const NAMES: usize = 4;

fn of(clusters: &[ImpactCluster], kind: ImpactKind) -> Option<&ImpactCluster> {
    clusters.iter().find(|cluster| cluster.kind == kind)
}

#[component]
pub fn Figures(clusters: Vec<ImpactCluster>) -> impl IntoView {
    let number = |kind| of(&clusters, kind).map_or(0, |cluster| cluster.count);
    let figure = |class: &'static str, number: String, what: String| {
        let class = if number == "0" { "" } else { class };
        view! { <li><b class=class>{number}</b><span>{what}</span></li> }
    };
    let noun = |number: usize, one: &'static str, many: &'static str| (if number == 1 { one } else { many }).to_owned();
    let [lost, gained, fixed] = [ImpactKind::PathsLost, ImpactKind::PathsGained, ImpactKind::Fixed].map(number);
    let longest = clusters.iter().find_map(|cluster| cluster.longest.as_ref());
    let (path, channel) = longest.map_or_else(
        || ("–".to_owned(), "longest path under OLM v0 is the same".to_owned()),
        |path| {
            (
                format!("{} → {}", path.before, path.after),
                format!("longest path under OLM v0, {} / {}", path.package, path.channel),
            )
        },
    );
    view! {
        <ul class="figures">
            {figure("is-bad", lost.to_string(), noun(lost, "version loses its path", "versions lose their path"))}
            {figure("is-good", gained.to_string(), noun(gained, "version gains a path", "versions gain a path"))}
            {figure("", path, channel)}
            {figure("is-good", fixed.to_string(), noun(fixed, "problem fixed", "problems fixed"))}
        </ul>
    }
}

#[component]
pub fn Clusters(clusters: Vec<ImpactCluster>, after: Vec<Remaining>, fix: Callback<Fix>) -> impl IntoView {
    let with_paths: Vec<ImpactProblem> =
        clusters.iter().flat_map(|cluster| &cluster.paths).flat_map(|path| path.problems.clone()).collect();
    let verdicts = of(&clusters, ImpactKind::Verdict).map(|cluster| cluster.verdicts.clone()).unwrap_or_default();
    let new = of(&clusters, ImpactKind::NewProblems).map_or(0, |cluster| cluster.count);
    let kinds = [
        ImpactKind::PathsLost,
        ImpactKind::NewProblems,
        ImpactKind::PathsGained,
        ImpactKind::Changes,
        ImpactKind::Fixed,
        ImpactKind::Suppressed,
    ];
    let is_nothing = clusters.is_empty();
    // Lost upgrade paths come first. If there are none, a rejection by opm does.
    let is_first = of(&clusters, ImpactKind::PathsLost).is_none() && is_rejected_now(&after, new);
    let (first, last) = if is_first { (Some((verdicts, after)), None) } else { (None, Some((verdicts, after))) };
    view! {
        {first.map(|(verdicts, after)| view! { <AfterSaving verdicts after new /> })}
        {kinds.into_iter().filter_map(|kind| card(of(&clusters, kind)?, &with_paths, fix)).collect_view()}
        {is_nothing.then(|| view! { <p class="facts">"No changes to packages, channels, upgrades or findings. Other texts changed, such as descriptions, icons or comments."</p> })}
        {last.map(|(verdicts, after)| view! { <AfterSaving verdicts after new /> })}
    }
}

/// A cluster with its title. Problems that are listed with upgrade paths are not listed again.
fn card(cluster: &ImpactCluster, with_paths: &[ImpactProblem], fix: Callback<Fix>) -> Option<impl IntoView> {
    let rest: Vec<_> = cluster.problems.iter().filter(|problem| !with_paths.contains(problem)).cloned().collect();
    let (mut title, class) = title(cluster, cluster.problems.len().saturating_sub(rest.len()));
    let channels: SortedSet<String> =
        cluster.paths.iter().map(|path| format!("{}/{}", path.package, path.channel)).collect();
    if channels.len() > 1 {
        let _ = write!(title, ", in {} channels", channels.len()); // a version is listed for each
    }
    let (icon, row_icon) = match cluster.kind {
        ImpactKind::PathsLost => ("i-error", "i-path-lost"),
        ImpactKind::NewProblems => ("i-problems", ""),
        ImpactKind::PathsGained => ("i-good", "i-path"),
        ImpactKind::Fixed => ("i-good", ""),
        _ => ("i-changes", "i-edit"),
    };
    let rows = match cluster.kind {
        ImpactKind::NewProblems if !cluster.problems.is_empty() && rest.is_empty() && not_listed(cluster).is_none() => {
            return None;
        }
        ImpactKind::NewProblems if !cluster.problems.is_empty() => {
            let rows = one_each(&rest).into_iter().map(|found| new_problem(found, fix));
            let more = not_listed(cluster).map(|line| view! { <li>{line}</li> });
            view! { {rows.collect_view()}{more} }.into_any()
        }
        _ if !cluster.paths.is_empty() => {
            let row = |path: ImpactPath| {
                let reasons = one_each(&path.problems);
                path_row(path, reasons, fix)
            };
            cluster.paths.iter().cloned().map(row).collect_view().into_any()
        }
        _ => listed(&lines(cluster)),
    };
    Some(
        view! { <section class=format!("cluster {class}")><h3 class=format!("icon-text {icon}")>{title}</h3><ul class=row_icon>{rows}</ul></section> },
    )
}

/// The title of a cluster, and its class. `elsewhere`: how many of its problems are listed with upgrade paths.
fn title(cluster: &ImpactCluster, elsewhere: usize) -> (String, &'static str) {
    match cluster.kind {
        ImpactKind::Changes => ("Everything else".to_owned(), ""),
        ImpactKind::PathsGained => (
            counted(
                cluster.count,
                "version can now upgrade to the channel head",
                "versions can now upgrade to the channel head",
            ),
            "is-good",
        ),
        ImpactKind::NewProblems => {
            let (_, class) = heading(cluster);
            let number = cluster.count.saturating_sub(elsewhere);
            let (one, several) =
                if elsewhere > 0 { ("more new problem", "more new problems") } else { ("new problem", "new problems") };
            (counted(number, one, several), class)
        }
        _ => heading(cluster),
    }
}

/// Whether opm rejects a changed catalog, and there are new problems.
fn is_rejected_now(after: &[Remaining], new: usize) -> bool {
    let app = expect_context::<AppState>();
    new > 0 && untrack(|| is_any_rejected(app, after))
}

/// Whether opm rejects one of the changed catalogs; without several, the shown one.
pub fn is_any_rejected(app: AppState, after: &[Remaining]) -> bool {
    if after.is_empty() { is_rejected(app) } else { after.iter().any(|one| !one.opm.accepted) }
}

/// A changed catalog after the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remaining {
    name: String,
    opm: Opm,
    summary: Summary,
    /// The change of opm's verdict.
    verdict: Option<String>,
    /// The number of new problems.
    new: usize,
}

/// The changed catalogs. Empty if only the shown one has changes: the page knows its verdict and problems.
pub fn remaining(page: &PageState, impacts: &Impacts) -> Vec<Remaining> {
    if impacts.catalogs.iter().all(|one| one.after.root == page.catalog) {
        return Vec::new();
    }
    let of = |CatalogImpact { clusters, after, .. }: &CatalogImpact| Remaining {
        name: page.catalogs.iter().find(|tab| tab.root == after.root).map(|tab| tab.name.clone()).unwrap_or_default(),
        opm: after.opm.clone(),
        summary: after.summary,
        verdict: self::of(clusters, ImpactKind::Verdict)
            .and_then(|cluster| cluster.verdicts.first().map(|verdict| verdict.message.clone())),
        new: self::of(clusters, ImpactKind::NewProblems).map_or(0, |cluster| cluster.count),
    };
    impacts.catalogs.iter().map(of).collect()
}

/// opm's verdict on a catalog, and the problems that remain.
fn each_verdict(Remaining { name, opm, summary, verdict, new }: &Remaining) -> String {
    let now = || match (&opm.first, opm.accepted) {
        (Some(rule), false) => format!("opm rejects this catalog: {rule}."),
        (None, false) => "opm rejects this catalog.".to_owned(),
        (_, true) => "opm accepts this catalog.".to_owned(),
    };
    format!("{name}: {} {}", verdict.clone().unwrap_or_else(now), remain(*summary, *new))
}

/// The problems that remain, and how many of them are new.
fn remain(summary: Summary, new: usize) -> String {
    let parts = severities([summary.errors, summary.warnings, summary.infos]);
    let known = match (parts.as_slice(), new) {
        ([], _) => return "No problems remain.".to_owned(),
        (_, 0) => "None is new.".to_owned(),
        (_, 1) => "1 problem is new.".to_owned(),
        (_, new) => format!("{new} problems are new."),
    };
    format!("Problems that remain: {}. {known}", parts.join(", "))
}

fn listed(lines: &[String]) -> AnyView {
    lines.iter().map(|line| view! { <li>{spans(line)}</li> }).collect_view().into_any()
}

/// What opm will report, and which problems remain. `after`: the changed catalogs, if there are several.
#[component]
fn AfterSaving(verdicts: Vec<ImpactVerdict>, after: Vec<Remaining>, new: usize) -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_one = after.is_empty();
    let lines: Vec<String> = match is_one {
        true => verdicts.into_iter().map(|one| one.message).collect(),
        false => after.iter().map(each_verdict).collect(),
    };
    let has_lines = !lines.is_empty();
    let is_bad = move || is_any_rejected(app, &after);
    let rest = move || remain(app.catalog.report.with(|report| report.summary), new);
    view! {
        <section class="cluster after-saving">
            <h3 class="icon-text i-verdict" class:is-bad=move || has_lines && is_bad()>"After saving"
                {(!has_lines).then(|| view! { <span class="at-end" class:is-bad=move || is_rejected(app)>{live(move || verdict(app))}</span> })}</h3>
            <ul>{listed(&lines)}{is_one.then(|| view! { <li>{live(rest)}</li> })}</ul>
        </section>
    }
}

/// The package without the folder of its catalog.
fn package_of(named: &str) -> &str {
    named.rsplit('/').next().unwrap_or(named)
}

/// A name without the name of its package.
fn short(name: &str, package: &str) -> String {
    name.strip_prefix(package_of(package)).and_then(|rest| rest.strip_prefix(".v")).unwrap_or(name).to_owned()
}

/// "under OLM v0 and v1".
fn under(semantics: &[Semantics]) -> String {
    let names: Vec<&str> = semantics.iter().map(|one| one.name()).collect();
    format!(", under OLM {}", names.join(" and "))
}

/// The findings of one problem.
struct Group {
    first: ImpactProblem,
    others: Vec<ImpactProblem>,
    /// The sentence that names the places of the others.
    places: String,
}

/// Groups the findings by problem.
fn one_each(problems: &[ImpactProblem]) -> Vec<Group> {
    let all: Vec<Problem<'_>> = problems.iter().map(Problem::from).collect();
    let group = |found: &Alike| {
        let first = problems.get(found.first)?.clone();
        let of = |at: &usize| problems.get(*at).cloned();
        Some(Group { first, others: found.others.iter().filter_map(of).collect(), places: others(found, &all) })
    };
    alike(all.iter().copied()).iter().filter_map(group).collect()
}

/// Versions that lose or gain their upgrade path, the reasons, and the fix.
fn path_row(path: ImpactPath, reasons: Vec<Group>, fix: Callback<Fix>) -> AnyView {
    let app = expect_context::<AppState>();
    let names = path.entries.iter().take(NAMES).enumerate().map(|(at, name)| {
        let before = if at > 0 { ", " } else { "" };
        view! { {before}<code title=name.clone()>{app.short(&short(name, &path.package))}</code> }
    });
    let names = names.collect_view();
    let more = path.count.saturating_sub(path.entries.len().min(NAMES));
    let more = (more > 0).then(|| format!(" and {more} more"));
    let texts = reasons.iter().map(|group| {
        let text = app.shortened(format!("{} {}", group.first.message, group.places).trim_end());
        view! { <span class="meta">{spans(&text)}</span> }
    });
    let texts = texts.collect_view();
    let fixes = reasons.into_iter().map(|group| fix_button(group, fix)).collect_view();
    let place = format!(" in {} ", path.package);
    view! {
        <li class="new-problem">
            <span><span>{names}{more}{place}<span class="facts">"/ "{path.channel.clone()}</span>{under(&path.semantics)}</span>{texts}</span>{fixes}
        </li>
    }
    .into_any()
}

/// A new problem, and its other places. Its fix is added as soon as the report has one.
fn new_problem(group: Group, fix: Callback<Fix>) -> AnyView {
    let app = expect_context::<AppState>();
    let package = package_of(group.first.package.as_deref().unwrap_or_default());
    let text = app.shortened(&without_package(&group.first.message, package));
    let text = format!("{text} {}", group.places);
    let place: Vec<String> = group.first.package.iter().chain(&group.first.channel).cloned().collect();
    view! { <li class="new-problem"><span><span>{spans(text.trim_end())}</span><span class="meta">{place.join(" / ")}</span></span>{fix_button(group, fix)}</li> }
        .into_any()
}

/// The fix of a finding in the report, which is that of the shown catalog. `root`: the folder of that catalog.
fn fix_of(report: &Report, problem: &ImpactProblem, root: &str) -> Option<Fix> {
    let package = |package: &str| {
        [package, &format!("{root}{package}")].contains(&problem.package.as_deref().unwrap_or_default())
    };
    let is_it = |one: &&Diagnostic| {
        one.rule == problem.rule
            && one.message == problem.message
            && package(one.package.as_deref().unwrap_or_default())
            && (&one.channel, &one.entry) == (&problem.channel, &problem.entry)
    };
    report.diagnostics.iter().find(is_it)?.fixes.first().cloned()
}

/// The first fix of the findings of a problem. The change has already been made, so the fix is an edit of the current
/// texts.
fn fix_button(group: Group, fix: Callback<Fix>) -> AnyView {
    let app = expect_context::<AppState>();
    let found = memo(move |_| {
        app.catalog.report.with(|report| {
            let mut problems = iter::once(&group.first).chain(&group.others);
            let root = app.session.state.with(|page| page.catalog.clone());
            problems.find_map(|problem| fix_of(report, problem, &root))
        })
    });
    let button = move || {
        found.get().map(|found| {
            let (title, label) = (fix_label(&found), app.shortened(&found.title));
            view! { <button type="button" class="icon-text i-fix" title=title on:click=move |_| fix.run(found.clone())><span>{label}</span></button> }
        })
    };
    button.into_any()
}
