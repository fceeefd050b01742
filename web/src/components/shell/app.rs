//! The page.

use crate::prelude::*;
use leptos::ev;

use crate::bridge;
use crate::components::bundle::{BundlePage, ChooseBundle};
use crate::components::changes::alternatives::ChooseDialog;
use crate::components::changes::compare::CompareDialog;
use crate::components::changes::other_catalogs::OtherCatalogsDialog;
use crate::components::changes::preview::FixPreview;
use crate::components::channel::cells::{Candidates, Cells};
use crate::components::channel::page::ChannelPage;
use crate::components::code::pane::CodePane;
use crate::components::code::references::References;
use crate::components::code::rename::RenameDialog;
use crate::components::entry::page::{EntryPage, has_page};
use crate::components::open::welcome::Welcome;
use crate::components::package::new::NewPackage;
use crate::components::package::page::PackagePage;
use crate::components::problems::detail::{ProblemPage, has_problem};
use crate::components::problems::list::Problems;
use crate::components::problems::rule::RulePage;
use crate::components::release::paste::PasteDialog;
use crate::components::release::wizard::ReleaseWizard;
use crate::components::review::history::HistoryPage;
use crate::components::review::page::ReviewPage;
use crate::components::share::dialog::ShareDialog;
use crate::components::shell::actions::Action;
use crate::components::shell::activity::Activity;
use crate::components::shell::help::Help;
use crate::components::shell::layout::is_overview;
use crate::components::shell::notice::Notice;
use crate::components::shell::palette::Palette;
use crate::components::shell::settings::Settings;
use crate::components::shell::splitter::Splitter;
use crate::components::shell::status::{OpmSays, Status};
use crate::components::shell::tabs::CatalogTabs;
use crate::components::shell::topbar::TopBar;
use crate::components::shell::tree::Tree;
use crate::keyboard;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Pane, Part};
use crate::text::Decimal;

#[component]
pub fn App() -> impl IntoView {
    let app = AppState::new();
    provide_context(app);
    provide_context(Cells::new(app));
    app.connect();
    app.keep_address();
    window_event_listener(ev::keydown, move |event| keys(app, &event));
    window_event_listener(ev::popstate, move |_| app.follow_address());
    window_event_listener(ev::resize, move |_| app.resized());
    effect(move || follow_pane(app));
    // On a phone all parts share one scrolling element: scroll to the top of a newly shown part.
    let main = NodeRef::<leptos::html::Main>::new();
    effect(move || {
        app.selected.place.track();
        // Elsewhere it does not scroll, and to scroll it the browser would compute the layout of the half-drawn page.
        let is_scrolled = app.workbench.is_narrow.get() && app.workbench.pane.get() != Pane::Packages;
        if let Some(main) = main.get().filter(|_| is_scrolled) {
            main.set_scroll_top(0);
        }
    });
    let has_details = move || has_problem(app) || has_page(app);
    view! {
        <div class="app" data-pane=move || name_of(app.workbench.pane.get()) class:is-loaded=move || app.session.is_loaded.get()>
            <TopBar />
            <CatalogTabs />
            <Progress />
            <Notice />
            <Show when=move || !app.session.is_loaded.get()>
                <Welcome />
            </Show>
            <Activity />
            <main class="workbench" node_ref=main class:has-entry=has_details class:is-full=move || app.workbench.is_focused.get()
                class:no-side=move || app.workbench.no_side.get() class:no-details=move || (app.are_details_hidden() && !has_problem(app)) || is_overview(app)
                style=move || app.workbench.sizes.get().style() id="main" aria-label="Catalog">
                <Tree />
                <section class="center" aria-label="Package and channel">
                    <Show when=move || !app.bundles.is_shown.get() fallback=BundlePage>
                        <Show when=move || app.channel.table.with(Option::is_some) fallback=PackagePage>
                            <ChannelPage />
                        </Show>
                    </Show>
                </section>
                <Show when=move || has_problem(app) fallback=EntryPage><ProblemPage /></Show>
                <CodePane />
                <Problems />
                <ReviewPage />
                <HistoryPage />
                <Splitter part=Part::Side class="is-side" label="Width of the packages" />
                <Splitter part=Part::Details class="is-details" label="Width of the text" />
                <Show when=has_details><Splitter part=Part::Entry class="is-entry" label="Height of the entry" /></Show>
            </main>
            <Status />
            <Dialogs />
            <div class="drop-hint" aria-hidden="true"><p>"Drop a catalog or a bundle: a folder, files, an archive"</p></div>
        </div>
    }
}

/// The name of a pane in the style sheet.
fn name_of(pane: Pane) -> &'static str {
    match pane {
        Pane::Packages => "packages",
        Pane::Channel => "channel",
        Pane::Code => "code",
        Pane::Problems => "problems",
        Pane::Review => "review",
        Pane::History => "history",
    }
}

/// Adapts the layout to the selected pane.
fn follow_pane(app: AppState) {
    // Focus mode hides all parts but the channel, so showing another part leaves it.
    if app.workbench.pane.get() != Pane::Channel {
        app.workbench.is_focused.set(false);
    }
    // Selecting the text shows it beside the channel. In another editor the text is beside the page already.
    match app.workbench.pane.get() {
        Pane::Code if bridge::is_hosted() => app.workbench.pane.set(Pane::Channel),
        Pane::Code => app.show_details(),
        _ => {}
    }
}

/// The dialogs, and lists that open above the page. A dialog is mounted when it is opened for the first time, so that the
/// first page is not delayed by it.
#[component]
fn Dialogs() -> impl IntoView {
    let app = expect_context::<AppState>();
    view! {
        {once_opened(move || app.dialogs.sharing.get(), || view! { <ShareDialog /> }.into_any())}
        <ChooseBundle />
        {once_opened(move || app.dialogs.preview.with(Option::is_some), || view! { <FixPreview /> }.into_any())}
        {once_opened(move || app.dialogs.alternatives.with(Option::is_some), || view! { <ChooseDialog /> }.into_any())}
        {once_opened(move || app.dialogs.applying.with(Option::is_some), || view! { <OtherCatalogsDialog /> }.into_any())}
        {once_opened(move || app.dialogs.comparing.get(), || view! { <CompareDialog /> }.into_any())}
        {once_opened(move || app.dialogs.releasing.get(), || view! { <ReleaseWizard /> }.into_any())}
        {once_opened(move || app.dialogs.pasting.get(), || view! { <PasteDialog /> }.into_any())}
        {once_opened(move || app.dialogs.packaging.get(), || view! { <NewPackage /> }.into_any())}
        {once_opened(move || app.dialogs.references.with(Option::is_some), || view! { <References /> }.into_any())}
        {once_opened(move || app.dialogs.renaming.with(Option::is_some), || view! { <RenameDialog /> }.into_any())}
        {once_opened(move || app.dialogs.rule.with(Option::is_some), || view! { <RulePage /> }.into_any())}
        {once_opened(move || app.dialogs.opm.get(), || view! { <OpmSays /> }.into_any())}
        {once_opened(move || app.dialogs.help.get(), || view! { <Help /> }.into_any())}
        <Settings />
        {once_opened(move || app.dialogs.palette.get(), || view! { <Palette /> }.into_any())}
        <Candidates />
    }
}

fn once_opened(is_open: impl Fn() -> bool + Send + Sync + 'static, dialog: fn() -> AnyView) -> impl IntoView {
    let was_opened = memo(move |before: Option<&bool>| before == Some(&true) || is_open());
    live(move || was_opened.get().then(dialog))
}

fn keys(app: AppState, event: &web_sys::KeyboardEvent) {
    let command = event.ctrl_key() || event.meta_key();
    if command && bridge::is_hosted() {
        return;
    }
    let key = keyboard::key(event);
    // The page behind a dialog does not act: what it would save or change is not visible.
    if has("dialog:modal") {
        if command && matches!(key.as_str(), "s" | "k" | "p" | "b" | "j") {
            event.prevent_default();
        }
        return;
    }
    let done = match key.as_str() {
        "s" if command && !event.shift_key() => {
            if !event.repeat() {
                save(app);
            }
            true
        }
        "f" if command && !event.shift_key() && !is_typing(event) => {
            Action::Search.run(app);
            true
        }
        "k" | "p" if command && !event.shift_key() => {
            app.dialogs.palette.set(true);
            true
        }
        "b" if command && !event.shift_key() => {
            app.toggle_side();
            true
        }
        "j" if command && !event.shift_key() => {
            app.toggle_details();
            true
        }
        "." if command => {
            app.preview_current_fix();
            true
        }
        "?" if !command && !is_typing(event) => {
            app.dialogs.help.set(true);
            true
        }
        "Escape" if app.workbench.is_focused.get_untracked() && !is_typing(event) && !is_asked(app) => {
            app.workbench.is_focused.set(false);
            true
        }
        "F8" => {
            app.next_problem(event.shift_key());
            true
        }
        "z" | "y" if command && (!is_typing(event) || is_at(event, UNCHANGED)) => {
            if key == "z" && !event.shift_key() {
                bridge::undo()
            } else {
                bridge::redo()
            }
            true
        }
        _ => false,
    };
    if done {
        event.prevent_default();
    }
}

/// Shows the unsaved changes. On that page the same keys save them, unless they must be reviewed first.
fn save(app: AppState) {
    if app.workbench.pane.get_untracked() != Pane::Review {
        return app.show_page(Pane::Review);
    }
    bridge::focus_on(".save-now");
    bridge::click_on(".save-now.is-ready");
}

/// Whether Escape has to end something else first.
fn is_asked(app: AppState) -> bool {
    has("dialog[open]") || app.channel.linking.with_untracked(Option::is_some)
}

/// Whether the page has an element.
fn has(selector: &str) -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    page.is_some_and(|page| page.query_selector(selector).is_ok_and(|found| found.is_some()))
}

/// Elements into which text is typed. Checkboxes and buttons are inputs too, but have no undo of their own.
const TYPED_INTO: &str = "input:not([type=checkbox], [type=radio], [type=file], [type=button]), textarea, .cm-editor";
/// Fields without text that could be undone.
const UNCHANGED: &str = "[data-unchanged=true]";

/// Whether the key belongs to a field or the code pane, which have their own undo.
fn is_typing(event: &web_sys::KeyboardEvent) -> bool {
    is_at(event, TYPED_INTO)
}

/// Whether the key was pressed in an element.
fn is_at(event: &web_sys::KeyboardEvent, selector: &str) -> bool {
    use wasm_bindgen::JsCast;
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

#[component]
fn Progress() -> impl IntoView {
    let app = expect_context::<AppState>();
    view! {
        <div class="progress" role="status" aria-live="polite">
            {live(move || app.session.progress.get().map(|progress| view! {
                <label>{format!("Reading {}", progress.label)}
                    <progress max=Decimal(progress.total).to_string() value=Decimal(progress.done).to_string()></progress>
                </label>
            }))}
        </div>
    }
}
