//! The introduction for new users.

use crate::prelude::*;

use crate::bridge;
use crate::components::open::recent::{Drafts, FromAddress, Recent};
use crate::components::shell::topbar::{OpenButtons, SAMPLES};

/// Lines of a drawing: their class, which determines the color, and their path.
type Drawing = &'static [(&'static str, &'static str)];

/// What each sample shows, with a drawing of it, in the order of `SAMPLES`.
const NOTES: &[(&str, Drawing)] = &[
    ("Start here", &[("", "M14 6v28"), ("dot", "M14 20h0M14 34h0"), ("dot is-head", "M14 6h0")]),
    (
        "opm accepts it, clusters cannot upgrade",
        &[
            ("", "M14 6v9"),
            ("is-bad", "m11 23 6 6m0-6-6 6"),
            ("dot", "M14 18h0"),
            ("dot is-warning", "M14 34h0"),
            ("dot is-head", "M14 6h0"),
        ],
    ),
    (
        "opm rejects it",
        &[("", "M8 6v28M22 6c0 9-14 5-14 14"), ("dot", "M8 20h0M8 34h0"), ("dot is-bad", "M8 6h0M22 6h0")],
    ),
    (
        "opm rejects it",
        &[("", "M14 6v14"), ("dot", "M14 20h0"), ("dot is-bad", "M14 34h0"), ("dot is-head", "M14 6h0")],
    ),
    (
        "opm rejects it",
        &[
            ("", "M10 6v28"),
            ("is-bad", "M10 6c16 0 16 28 0 28"),
            ("dot", "M10 20h0M10 34h0"),
            ("dot is-bad", "M10 6h0"),
        ],
    ),
    (
        "opm rejects it",
        &[("", "M14 6v8m0 12v8"), ("is-bad", "M11 17l6 6m0-6-6 6"), ("dot", "M14 34h0"), ("dot is-head", "M14 6h0")],
    ),
    (
        "OLM cannot read it",
        &[("band", "M14 6h4q6 0 6 6v22"), ("", "M14 6v28"), ("dot", "M14 20h0M14 34h0"), ("dot is-head", "M14 6h0")],
    ),
    ("Where it breaks, and how to fix it", &[("", "M4 8h16M10 16h12M10 24h10"), ("is-bad", "M10 32h16")]),
    ("YAML reads 4.12 as a number", &[("", "M4 10h10M4 20h8M4 30h10"), ("is-warning", "M18 10h8M16 20h10M18 30h8")]),
];

const _: () = assert!(NOTES.len() == SAMPLES.len());

/// A channel as the table draws it: version and tag.
const EXAMPLE: &[(&str, &str)] = &[
    ("2.4.0", "head"),
    ("2.3.2", ""),
    ("2.3.1", ""),
    ("2.3.0", "skipped"),
    ("2.2.0", ""),
    ("2.1.0", ""),
    ("2.0.0", ""),
];
const EXAMPLE_DRAWING: Drawing = &[
    ("band", "M42 14h-13q-9 0-9 9v159"),
    ("is-skip", "M60 98c0-17-18-11-18-28"),
    ("is-faint", "M60 98c0 17-18 11-18 28"),
    ("", "M42 14v168"),
    ("dot", "M42 42h0M42 70h0M42 126h0M42 154h0M42 182h0M60 98h0"),
    ("dot is-open", "M60 98h0"),
    ("dot is-head", "M42 14h0"),
];

fn drawing(lines: Drawing) -> impl IntoView {
    view! { <svg class="drawing" aria-hidden="true">{lines.iter().map(|(class, path)| view! { <path class=*class d=*path /> }).collect_view()}</svg> }
}

#[component]
pub fn Welcome() -> impl IntoView {
    let row = |(version, tag): &(&'static str, &'static str)| {
        let steps = if *tag == "head" { "" } else { "1 step" };
        let class = if *tag == "head" { "tag is-head" } else { "tag" };
        view! { <li><code>{*version}</code>{(!tag.is_empty()).then(|| view! { <span class=class>{*tag}</span> })}<span class="meta">{steps}</span></li> }
    };
    let sample = |((name, title), (note, lines)): (&(&'static str, &'static str), &(&'static str, Drawing))| {
        let name = *name;
        view! {
            <li><button type="button" on:click=move |_| bridge::open_sample(name.to_owned())>
                {drawing(lines)}<span>{*title}" "<span class="meta">{*note}</span></span>
            </button></li>
        }
    };
    view! {
        <main class="welcome" aria-labelledby="welcome">
            <div>
                <h2 id="welcome">"Edit operator catalogs and see every upgrade before you ship it"</h2>
                <p class="lead">"olmkit checks file-based catalogs exactly as opm does, shows which versions reach the channel head under OLM v0 and v1, and saves the smallest diff."</p>
            </div>
            <ol class="example card" aria-hidden="true">{drawing(EXAMPLE_DRAWING)}{EXAMPLE.iter().map(row).collect_view()}</ol>
            <div class="drop-place i-folder">
                <h3>"Drop the folder of a catalog here"</h3>
                <p class="facts">"or a file, an archive, or YAML or JSON from the clipboard, up to 512 MiB"</p>
                <p class="actions"><OpenButtons /></p>
                <p class="facts">"Nothing leaves this machine: the checker runs in this page."</p>
            </div>
            <div class="openings"><Drafts /><Recent /><FromAddress /></div>
            <div class="learn">
                <h3>"Or learn from a sample"</h3>
                <ul class="samples">{SAMPLES.iter().zip(NOTES).map(sample).collect_view()}</ul>
            </div>
        </main>
    }
}
