//! The effects of a release on clusters: three figures, and the installed versions grouped by their upgrades.

use crate::prelude::*;
use olmkit_api::{ReleaseGroup, ReleaseReport};
use olmkit_collections::SortedSet;

use crate::components::release::also::{Also, is_replaced};
use crate::live::live;
use crate::state::AppState;

/// The maximum number of listed runs of versions. Further ones are only counted.
const MAX: usize = 3;

/// `also`: the other channels to which the release is added.
#[component]
pub fn Effects(report: ReleaseReport, also: Also) -> impl IntoView {
    let app = expect_context::<AppState>();
    let head = match report.heads.as_slice() {
        [head] if *head != report.entry.name => Some(format!("The channel head stays {}.", app.short(head))),
        _ => None,
    };
    let verb = if is_replaced(&report) { "replaces" } else { "skips" };
    let successor = report
        .successor
        .clone()
        .map(|above| format!("{} {verb} {}.", app.short(&above), app.short(&report.entry.name)));
    let notes = [successor, head].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let title = if report.has_bundle { "Effect on clusters" } else { "Effect on clusters, once its bundle is added" };
    let missing = (!report.has_bundle).then(|| {
        let name = app.short(&report.entry.name);
        format!("The catalog does not have the bundle of {name} yet. Until it does, opm rejects the catalog, and no version reaches {name} under OLM v1.")
    });
    let groups = report.groups.clone();
    view! {
        <section class="release-effects" aria-label="Effect on clusters" aria-live="polite">
            <h3>{title}</h3>
            {missing.map(|text| view! { <p class="facts is-warning">{text}</p> })}
            <Figures report />
            {(!notes.is_empty()).then(|| view! { <p class="facts">{notes}</p> })}
            <Groups groups />
            {live(move || others(app, also.reports()))}
        </section>
    }
}

/// One line for each other channel.
fn others(app: AppState, reports: Vec<(String, ReleaseReport)>) -> Option<impl IntoView> {
    let line = |(channel, report): (String, ReleaseReport)| {
        let (lost, reach) = (lost(&report), reach(app, &report));
        let is_bad = lost != 0 || !report.is_sound;
        let lost = match lost {
            0 => String::new(),
            1 => ", 1 loses its upgrade path".to_owned(),
            number => format!(", {number} lose their upgrade path"),
        };
        let [v0, v1] = report.reaching;
        let text = format!(": {} of {} versions {reach}{lost}", v0.min(v1), report.versions);
        view! { <li class:is-bad=is_bad><b>{channel}</b>{text}</li> }
    };
    (!reports.is_empty()).then(|| view! { <ul class="facts" aria-label="Effect in the other channels">{reports.into_iter().map(line).collect_view()}</ul> })
}

/// The number of versions that lose their upgrade path.
fn lost(report: &ReleaseReport) -> usize {
    report.loses.iter().map(|step| step.entry.as_str()).collect::<SortedSet<_>>().len()
}

/// "reach 1.3.0", with the numbers under OLM v0 and v1 if they differ.
fn reach(app: AppState, report: &ReleaseReport) -> String {
    let [v0, v1] = report.reaching;
    let reached = if v0 == v1 { String::new() } else { format!(" ({v0} under v0, {v1} under v1)") };
    match report.heads.as_slice() {
        [head] => format!("reach {}{reached}", app.short(head)),
        _ => format!("reach the channel head{reached}"),
    }
}

/// Three figures about the release.
#[component]
fn Figures(report: ReleaseReport) -> impl IntoView {
    let app = expect_context::<AppState>();
    let [v0, v1] = report.reaching;
    let [before, after] = report.longest;
    let (lost, reach) = (lost(&report), reach(app, &report));
    let reaching = v0.min(v1);
    let longest = if before == after { after.to_string() } else { format!("{before} → {after}") };
    view! {
        <ul class="tiles">
            <li><div class:is-good=reaching == report.versions class:is-warning=reaching != report.versions><b>{format!("{reaching} of {}", report.versions)}</b><span>{format!("versions {reach}")}</span></div></li>
            <li><div><b>{longest}</b><span>{if after == 1 { "step on the longest path" } else { "steps on the longest path" }}</span></div></li>
            <li><div class:is-bad=lost != 0><b>{lost}</b><span>{if lost == 1 { "loses its upgrade path" } else { "lose their upgrade path" }}</span></div></li>
        </ul>
    }
}

fn range(steps: Option<[usize; 2]>) -> String {
    match steps {
        None => "stranded".to_owned(),
        Some([least, most]) if least == most => least.to_string(),
        Some([least, most]) => format!("{least} – {most}"),
    }
}

#[component]
fn Groups(groups: Vec<ReleaseGroup>) -> impl IntoView {
    let app = expect_context::<AppState>();
    // If both resolvers have the same groups, no resolver is named.
    let has_both = groups.iter().any(|group| group.semantics.is_some());
    let row = move |group: ReleaseGroup| {
        let number = group.installed.len();
        let run = |[oldest, newest]: &[String; 2]| {
            if oldest == newest {
                app.short(oldest)
            } else {
                format!("{} – {}", app.short(oldest), app.short(newest))
            }
        };
        let mut installed = group.installed.iter().take(MAX).map(run).collect::<Vec<_>>().join(", ");
        if number > MAX {
            installed.push_str(&format!(" and {} more", number.saturating_sub(MAX)));
        }
        let all = group.installed.iter().map(run).collect::<Vec<_>>().join(", ");
        let edges = group.edges.iter().map(|edge| edge.label()).collect::<Vec<_>>().join(", then ");
        let (is_lost, was_lost) = (group.after.is_none(), group.before.is_none());
        view! {
            <tr class:is-bad=is_lost && !was_lost>
                {has_both.then(|| view! { <td>{group.semantics.map_or("v0, v1", |semantics| semantics.name())}</td> })}
                <th scope="row" title=all>{installed}</th>
                <td class="number">{group.versions}</td>
                <td class="number">{range(group.before)}</td>
                <td class="number"><b>{range(group.after)}</b></td>
                <td>{edges}</td>
            </tr>
        }
    };
    view! {
        <div class="release-groups" tabindex="0" role="region" aria-label="Upgrades of installed versions"><table>
            <thead><tr>
                {has_both.then(|| view! { <th scope="col">"OLM"</th> })}
                <th scope="col">"Installed"</th><th scope="col" class="number">"Versions"</th><th scope="col" class="number">"Steps today"</th>
                <th scope="col" class="number">"After"</th><th scope="col">"First edge used"</th>
            </tr></thead>
            <tbody>{groups.into_iter().map(row).collect_view()}</tbody>
        </table></div>
    }
}
