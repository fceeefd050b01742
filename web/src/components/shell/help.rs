//! How the editor is used, and its keys.

use leptos::prelude::*;

use crate::components::channel::row_keys::LettersSwitch;
use crate::components::parts::modal::Modal;
use crate::state::AppState;
use crate::state::fields::*;

const STEPS: &[(&str, &str)] = &[
    (
        "Open",
        "Drop the folder of a catalog on the page, choose it, or paste YAML or JSON. Nothing is uploaded: the checker runs in this page, also without a network.",
    ),
    (
        "See",
        "Packages and channels are on the left, the entries of a channel in the middle, its text beside it. A problem of an entry is below its row, with its fix; the bar at the left leads to all problems. The line at the bottom shows the verdict of opm.",
    ),
    (
        "Edit",
        "Change a cell of the table, or the text: they are one document. A cell offers values with their effect: which versions they strand. Every change is the smallest edit of the text, and one step to undo. A click on an entry's name shows its upgrade paths and facts; its menu has what else can be done with it.",
    ),
    (
        "Upgrade",
        "The graph shows who upgrades to whom under OLM v0 or v1, and who is stranded. Click a version to see its upgrade path; Enter, or a second click, opens it beside the graph; \"Simulate upgrade\" in its menu follows a cluster that runs it, also when it switches to another channel. Drag a version onto another one to draw an edge, or onto a channel on the left to promote it; with Alt it moves. \"New release\" proposes the edges of the next version.",
    ),
    (
        "Bundles",
        "Drop the folder or an archive of a bundle, beside a catalog or alone. Its page says what it is, what it may do, and what each tool says of it; annotations, dependencies and properties are changed there or in the text. \"Add to catalog\" puts it into the catalog, with the edges that the convention of the channel proposes. The page of a package shows who provides what it needs.",
    ),
    ("Fix", "A fix shows what it changes, and what that means, before it is made."),
    (
        "Save",
        "\"Review and save\" shows the difference first, then writes into the folder, or downloads. What is not saved is kept in this browser as a draft.",
    ),
];

const KEYS: &[(&str, &str)] = &[
    ("Ctrl K", "everything by name: actions, packages, channels, entries, rules"),
    ("Ctrl B, Ctrl J", "hide or show the packages, entry and text"),
    ("F8, Shift F8", "next problem, problem before"),
    ("Ctrl .", "preview the fix of the problem"),
    ("Ctrl Z, Ctrl Shift Z", "undo, redo"),
    ("Ctrl S", "review and save"),
    ("Ctrl F", "search in the text"),
    (
        "In the text",
        "Ctrl Space completes a name, F12 or Ctrl and a click go to its definition, Shift F12 finds every place that names it, F2 renames it; the pointer over a name tells what is known of it",
    ),
    (
        "In the table, on a name",
        "arrows go along the entries; Space, Shift and an arrow, Ctrl A and Ctrl or Shift and a click select several; R edits replaces, S skips, Shift S skipRange; F previews the fix, D deprecates, Delete removes, P goes to the next upgrade, N is a new release, G the graph",
    ),
    (
        "In the graph",
        "arrows walk along the edges, with Shift along rows and columns, P goes to the next upgrade, Enter opens the entry, + and - zoom, 0 fits, F gives it the whole page, E draws an edge, Delete removes, G is the table",
    ),
    ("?", "this page"),
    ("Tab, Shift Tab", "from part to part; in the text Escape and then Tab leaves it"),
];

#[component]
pub fn Help() -> impl IntoView {
    let app = expect_context::<AppState>();
    let close = Callback::new(move |()| app.dialogs.help().set(false));
    view! {
        <Modal open=app.dialogs.help() close class="reading" label="help-title">
            <h2 id="help-title" tabindex="-1" autofocus="">"How to use the editor"</h2>
            <dl class="steps">{STEPS.iter().map(|(step, text)| view! { <dt>{*step}</dt><dd>{*text}</dd> }).collect_view()}</dl>
            <h3>"Keys"</h3>
            <dl class="keys">{KEYS.iter().map(|(keys, text)| view! { <dt><kbd>{*keys}</kbd></dt><dd>{*text}</dd> }).collect_view()}</dl>
            <LettersSwitch />
            <p class="facts">"On a Mac, Command takes the place of Ctrl."</p>
            <p class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></p>
        </Modal>
    }
}
