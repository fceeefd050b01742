//! The changes by file, and their impact.

use crate::prelude::*;
use olmkit_text::counted;

use olmkit_api::{ImpactCluster, ImpactKind, ImpactProblem};

use crate::bridge::types::ChangedFile;
use crate::bridge::{self, Refusal};
use crate::live::{Show, effect, live};
use crate::text::{spans, with_reason};

/// The maximum number of files shown as buttons. More files are shown as a list.
const BUTTONS: usize = 8;

/// The path of a file, marked if the file is only on one side. `emptied`: the mark of a file that has no text after the
/// change.
fn named(file: &ChangedFile, emptied: &str) -> String {
    let side = match (file.before.is_empty(), file.after.is_empty()) {
        (true, false) => " (added)",
        (false, true) => emptied,
        _ => "",
    };
    format!("{}{side}", file.path)
}

#[component]
pub fn Diff(
    files: RwSignal<Vec<ChangedFile>>,
    /// The mark of a file that has no text after the change. Saving writes an empty file.
    #[prop(default = " (becomes empty)")]
    emptied: &'static str,
) -> impl IntoView {
    let shown = rw_signal(0_usize);
    let place = NodeRef::<leptos::html::Div>::new();
    effect(move || {
        files.track();
        shown.set(0);
    });
    effect(move || {
        let (Some(element), at) = (place.get(), shown.get()) else { return };
        files.with(|files| match files.get(at) {
            Some(file) => bridge::show_diff(&element, &file.before, &file.after),
            None => element.set_text_content(None),
        });
    });
    let choose = move |event: web_sys::Event| {
        if let Ok(at) = event_target_value(&event).parse() {
            shown.set(at);
        }
    };
    let is_long = move || files.with(Vec::len) > BUTTONS;
    view! {
        <Show when=is_long>
            <select class="changed-file" aria-label="Changed file" on:change=choose>
                {live(move || files.get().iter().enumerate().map(|(at, file)| view! {
                    <option value=at.to_string() selected=move || shown.get() == at>{named(file, emptied)}</option>
                }).collect_view())}
            </select>
        </Show>
        <div class="changed-files" role="group" aria-label="Changed files" hidden=is_long>
            {live(move || files.get().iter().take(BUTTONS).enumerate().map(|(at, file)| view! {
                <button type="button" class="quiet" aria-pressed=move || (shown.get() == at).to_string() on:click=move |_| shown.set(at)>{named(file, emptied)}</button>
            }).collect_view())}
        </div>
        <div class="diff" tabindex="0" role="group" aria-label="Changes" node_ref=place></div>
    }
}

/// The heading and the style of a cluster of impacts.
pub fn heading(cluster: &ImpactCluster) -> (String, &'static str) {
    let number = cluster.count;
    match cluster.kind {
        ImpactKind::Verdict => ("Verdict".to_owned(), ""),
        ImpactKind::PathsLost => {
            (counted(number, "version loses its upgrade path", "versions lose their upgrade path"), "is-bad")
        }
        ImpactKind::PathsGained => {
            (counted(number, "version gains an upgrade path", "versions gain an upgrade path"), "is-good")
        }
        ImpactKind::Changes => ("Changes".to_owned(), ""),
        ImpactKind::Fixed => (format!("{} fixed", counted(number, "problem", "problems")), "is-good"),
        ImpactKind::Suppressed => (format!("{} suppressed", counted(number, "problem", "problems")), ""),
        ImpactKind::NewProblems => (counted(number, "new problem", "new problems"), "is-warning"),
    }
}

/// The maximum number of lines below a heading with a count.
const LINES: usize = 4;

/// The lines below the heading. Problems are listed by their messages, and the heading counts them.
pub fn lines(cluster: &ImpactCluster) -> Vec<String> {
    let is_problems = matches!(cluster.kind, ImpactKind::Fixed | ImpactKind::Suppressed | ImpactKind::NewProblems);
    if !is_problems || cluster.problems.is_empty() {
        return cluster.consequences.clone();
    }
    let line = |problem: &ImpactProblem| match &problem.channel {
        Some(channel) => format!("{channel}: {}", problem.message),
        None => problem.message.clone(),
    };
    let mut lines: Vec<String> = cluster.problems.iter().take(LINES).map(line).collect();
    match cluster.count.saturating_sub(lines.len()) {
        0 => {}
        more => lines.push(format!("and {more} more")),
    }
    lines
}

/// The line about the problems that the cluster counts and does not contain.
pub fn not_listed(cluster: &ImpactCluster) -> Option<String> {
    let more = cluster.count.saturating_sub(cluster.problems.len());
    (more > 0).then(|| format!("{} not listed.", counted(more, "more problem is", "more problems are")))
}

/// Whether versions lose their upgrade path, or a tool rejects what it accepted.
pub fn is_harmful(clusters: &[ImpactCluster]) -> bool {
    let is_lost = |cluster: &ImpactCluster| cluster.kind == ImpactKind::PathsLost;
    clusters.iter().any(|cluster| is_lost(cluster) || cluster.verdicts.iter().any(|verdict| verdict.rejects))
}

/// The effects of a change: in a few words each, fixed and new problems and versions that gain or lose their upgrade path;
/// and the sentences about verdicts that change.
pub fn in_short(clusters: &[ImpactCluster]) -> (Vec<String>, Vec<String>) {
    let number = |kind| clusters.iter().find(|cluster| cluster.kind == kind).map_or(0, |cluster| cluster.count);
    let fixed = (ImpactKind::Fixed, "problem fixed", "problems fixed");
    let gained = (
        ImpactKind::PathsGained,
        "version can upgrade to the channel head",
        "versions can upgrade to the channel head",
    );
    let new = (ImpactKind::NewProblems, "new problem", "new problems");
    let lost = (ImpactKind::PathsLost, "version loses its upgrade path", "versions lose their upgrade path");
    let some = |(kind, one, many)| Some(number(kind)).filter(|number| *number > 0).map(|all| counted(all, one, many));
    let mut effects: Vec<String> = [fixed, gained, new, lost].into_iter().filter_map(some).collect();
    if number(ImpactKind::PathsLost) == 0 {
        effects.push("no version loses its upgrade path".to_owned());
    }
    let verdicts = clusters.iter().flat_map(|cluster| &cluster.verdicts).map(|verdict| verdict.message.clone());
    (effects, verdicts.collect())
}

/// The impact of a change, most important first, or the reason why it is unknown. `None` during the analysis.
pub type Analysis = Option<Result<Vec<ImpactCluster>, Refusal>>;

#[component]
pub fn Meaning(
    lines: RwSignal<Analysis>,
    /// Repeats the analysis.
    #[prop(optional)]
    retry: Option<Callback<()>>,
) -> impl IntoView {
    let cluster = move |cluster: ImpactCluster| {
        let (title, class) = heading(&cluster);
        let lines = self::lines(&cluster).into_iter().map(|line| view! { <li>{spans(&line)}</li> }).collect_view();
        view! { <div class=format!("cluster {class}")><h3>{title}</h3><ul>{lines}</ul></div> }
    };
    view! {
        <section class="meaning" tabindex="0" aria-label="Impact" aria-live="polite">
            {live(move || match lines.get() {
                None => view! { <p class="facts">"Analyzing impact…"</p> }.into_any(),
                Some(Err(reason)) => view! {
                    <div class="notice is-alarm" role="alert"><span>{spans(&with_reason("The impact is not known", &reason))}</span>
                        {retry.map(|retry| view! { <button type="button" on:click=move |_| retry.run(())>"Try again"</button> })}</div>
                }.into_any(),
                Some(Ok(lines)) if lines.is_empty() => view! { <p class="facts">"No changes to packages, channels, upgrades or findings. Other texts change, such as descriptions, icons or comments."</p> }.into_any(),
                Some(Ok(clusters)) => clusters.into_iter().map(cluster).collect_view().into_any(),
            })}
        </section>
    }
}
