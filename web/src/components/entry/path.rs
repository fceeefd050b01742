//! The upgrade path of an entry under both resolvers, one line for each.

use crate::prelude::*;
use olmkit_api::{EdgeKind, PathQuery, PathReport, PathStep, Semantics};

use crate::bridge;
use crate::components::channel::names::EntryAt;
use crate::live::live;
use crate::state::{AppState, fetched};
use crate::text::{first_sentence, spans};

/// The maximum number of shown steps. Longer paths are shortened in the middle.
const MAX: usize = 5;

/// Consecutive upgrades by the same kind of edge.
struct Run {
    edge: EdgeKind,
    upgrades: usize,
    to: String,
}

fn runs(steps: Vec<PathStep>) -> Vec<Run> {
    let mut runs = Vec::<Run>::new();
    for PathStep { edge, to, .. } in steps {
        match runs.last_mut().filter(|last| last.edge == edge) {
            Some(last) => {
                last.upgrades = last.upgrades.saturating_add(1);
                last.to = to;
            }
            None => runs.push(Run { edge, upgrades: 1, to }),
        }
    }
    runs
}

#[component]
pub fn PathLines(at: StoredValue<EntryAt>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let paths = fetched(move || {
        app.channel.loaded.track();
        let is_stale = app.channel.is_stale.get_untracked();
        let (package, channel, from) = at.get_value();
        let query = |semantics| PathQuery {
            package: package.clone(),
            from: from.clone(),
            to: None,
            channel: Some(channel.clone()),
            semantics,
        };
        let [v0, v1] = [query(Semantics::V0), query(Semantics::V1)];
        // The text contains only a part of the channel.
        async move {
            if is_stale {
                return None;
            }
            Some([bridge::upgrade_path(&v0).await.ok()?, bridge::upgrade_path(&v1).await.ok()?])
        }
    });
    let line = move |of: usize| {
        let path = paths.with(|paths| paths.as_ref().and_then(|paths| paths.get(of).cloned()));
        if path.is_none() && app.channel.is_stale.get() {
            return Some(view! { <span>"not known: the text cannot be read now"</span> }.into_any());
        }
        path.map(|path| match path {
            Ok(path) => shown(app, path).into_any(),
            Err(problem) => view! { <span class="is-bad">{spans(problem.text())}</span> }.into_any(),
        })
    };
    view! {
        <div class="paths" class:is-stale=move || app.channel.is_stale.get() aria-live="polite">
            <p class="path"><b>"v0"</b>{live(move || line(0))}</p>
            <p class="path"><b>"v1"</b>{live(move || line(1))}</p>
        </div>
    }
}

fn shown(app: AppState, path: PathReport) -> impl IntoView {
    let number = path.steps.len();
    let all = runs(path.steps);
    let hop = move |name: String, class: &'static str| {
        let own = name.clone();
        view! { <button type="button" class=format!("quiet hop {class}") title=name.clone() on:click=move |_| app.select_entry(&own)>{app.short(&name)}</button> }
    };
    let last = all.len().saturating_sub(1);
    let left_out = all.len().saturating_sub(MAX);
    let after_gap = left_out.saturating_add(MAX / 2);
    let (reaches, from) = (path.reaches, path.from.clone());
    let hops = all.into_iter().enumerate().filter(move |(at, _)| left_out == 0 || *at < MAX / 2 || *at >= after_gap);
    let hops = hops.map(move |(at, Run { edge, upgrades, to })| {
        let edge = edge.label();
        let text = if upgrades > 1 { format!("{upgrades} × {edge} →") } else { format!("{edge} →") };
        let gap = (left_out > 0 && at == after_gap).then(|| view! { <span class="to">{"… "}</span> });
        let class = if at == last && reaches { "is-head" } else { "" };
        view! { {gap}<span class="to">{text}</span>{hop(to, class)} }
    });
    let hops = hops.collect_view();
    let first = if reaches && number == 0 { "is-head" } else { "is-first" };
    let end = if !reaches {
        let why = path.stops_because.unwrap_or_default().replace('`', "");
        // The note below contains it, if there is one.
        let is_shown =
            app.channel.stranded.with(|all| all.iter().any(|one| one.entry == from && one.semantics == path.semantics));
        let short = if is_shown { String::new() } else { app.shortened(&first_sentence(&why)) };
        view! { <span class="is-bad" title=why><b>"stranded"</b>{(!short.is_empty()).then(|| format!(": {short}"))}</span> }.into_any()
    } else if number == 0 {
        view! { <span class="to">"the channel head"</span> }.into_any()
    } else {
        ().into_any()
    };
    let steps =
        reaches.then(|| view! { <span class="path-steps" title="Upgrades to the channel head">{number}</span> });
    view! { <span class="hops">{hop(path.from, first)}{hops}{end}</span>{steps} }
}
