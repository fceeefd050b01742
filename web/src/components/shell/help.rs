//! Instructions for the editor, and its keys.

use crate::prelude::*;

use crate::bridge;
use crate::components::channel::row_keys::LettersSwitch;
use crate::components::parts::modal::Modal;
use crate::state::AppState;

const STEPS: &[(&str, &str)] = &[
    (
        "Open",
        "Drop the folder of a catalog on the page, select it, or paste YAML or JSON. Nothing is uploaded: the checker runs in this page and works offline.",
    ),
    (
        "See",
        "Packages and channels are on the left, the entries of a channel in the middle, its text on the right. A problem of an entry is below its row, with its fix. The bar on the left opens the list of all problems. The line at the bottom shows the verdict of opm.",
    ),
    (
        "Edit",
        "Edit a cell of the table, or the text: both are the same document. A cell suggests values and shows which versions they strand. Every change is the smallest edit of the text, and one undo step. Click the name of an entry to see its upgrade paths and details. Its menu has more actions.",
    ),
    (
        "Upgrade",
        "The graph shows the upgrades under OLM v0 or v1, and the stranded versions. Click a version to see its upgrade path. Enter, or a second click, opens it next to the graph. \"Simulate upgrade\" in its menu simulates a cluster that runs it, also when it switches to another channel. Drag a version onto another one to draw an edge, or onto a channel on the left to promote it. Hold Alt to move it. \"New release\" proposes the edges of the next version.",
    ),
    (
        "Bundles",
        "Drop the folder or an archive of a bundle, with or without a catalog. Its page shows its contents, its permissions and the findings of each tool. Edit annotations, dependencies and properties there or in the text. \"Add to catalog\" adds it to the catalog, with the edges that the convention of the channel suggests. The page of a package shows which packages provide its dependencies.",
    ),
    ("Fix", "A preview shows the change and the effect of a fix before you apply it."),
    (
        "Save",
        "\"Review and save\" shows the changes first, then writes to the folder or downloads the files. Unsaved changes are kept in this browser as a draft.",
    ),
];

const KEYS: &[(&str, &str)] = &[
    ("Ctrl K, Ctrl P", "find actions, packages, channels, entries and rules by name"),
    ("Ctrl B, Ctrl J", "hide or show the packages, entry and text"),
    ("F8, Shift F8", "next problem, previous problem"),
    ("Ctrl .", "preview the fix of the problem"),
    ("Ctrl Z, Ctrl Shift Z", "undo, redo"),
    ("Ctrl S", "review and save"),
    ("Ctrl F", "search in the text"),
    (
        "In the text",
        "Ctrl Space completes a name, F12 or Ctrl click goes to its definition, Shift F12 finds its references, F2 renames it; hover over a name for details",
    ),
    (
        "In the table, on a name",
        "arrow keys move along the entries and to their cells; Enter or F2 edits a cell, Escape goes back; Space, Shift arrow, Ctrl A and Ctrl or Shift click select several; R edits replaces, S skips, Shift S skipRange; F previews the fix, D deprecates, Delete removes, P goes to the next upgrade, N is a new release, G the graph",
    ),
    (
        "In the graph",
        "arrow keys move along the edges, with Shift along rows and columns; P goes to the next upgrade, Enter opens the entry, + and - zoom, 0 fits, F toggles focus mode, E draws an edge, Delete removes, G shows the table",
    ),
    ("?", "this page"),
    ("Tab, Shift Tab", "move between parts of the page; in the text, press Escape and then Tab"),
];

#[component]
pub fn Help() -> impl IntoView {
    let app = expect_context::<AppState>();
    let close = Callback::new(move |()| app.dialogs.help.set(false));
    // Another editor opens and saves files, and owns the text and its keys.
    let is_hosted = bridge::is_hosted();
    view! {
        <Modal open=app.dialogs.help close class="reading" label="help-title">
            <h2 id="help-title" tabindex="-1" autofocus="">"How to use the editor"</h2>
            <dl class="steps">{STEPS.iter().filter(|(step, _)| !is_hosted || !matches!(*step, "Open" | "Save")).map(|(step, text)| view! { <dt>{*step}</dt><dd>{*text}</dd> }).collect_view()}</dl>
            <h3>"Keys"</h3>
            <dl class="keys">{KEYS.iter().filter(|(keys, _)| !is_hosted || !(keys.starts_with("Ctrl") || *keys == "In the text")).map(|(keys, text)| view! { <dt><kbd>{*keys}</kbd></dt><dd>{*text}</dd> }).collect_view()}</dl>
            <LettersSwitch />
            <p class="facts">"On a Mac, use Command instead of Ctrl."</p>
            <p class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></p>
        </Modal>
    }
}
