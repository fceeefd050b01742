//! Packages and their channels.

use crate::prelude::*;
use olmkit_api::{ChannelSummary, FileSummary, Outline, PackageSummary, Report, Severity};
use olmkit_collections::{SortedMap, SortedSet};
use olmkit_page::definitions::{is_later, place};
use olmkit_text::counted;

use crate::bridge;
use crate::components::bundle::BundleItem;
use crate::components::catalog::unreadable::is_unreadable;
use crate::components::package::definitions::open_text;
use crate::components::parts::badge::{Badge, badge};
use crate::components::parts::key::{key_of, without_places};
use crate::components::parts::scroll::numbered;
use crate::components::shell::tree_keys::{Items, enter, keys};
use crate::live::{For, Show, live, memo};
use crate::state::{AppState, Pane, Selection, fetched};
use crate::text::{lower, named};

/// The maximum number of packages on a narrow page. More are found by filtering.
const MAX: usize = 300;

/// Which packages are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    WithProblems,
    Changed,
}

impl Kind {
    const EVERY: [(Kind, &'static str); 3] =
        [(Kind::All, "All"), (Kind::WithProblems, "Problems"), (Kind::Changed, "Changed")];

    fn has(self, package: &PackageSummary, changed: &SortedSet<String>) -> bool {
        match self {
            Kind::All => true,
            Kind::WithProblems => package.errors > 0 || package.warnings > 0,
            Kind::Changed => changed.contains(&package.name),
        }
    }
}

#[component]
pub fn Tree() -> impl IntoView {
    let app = expect_context::<AppState>();
    let filter = rw_signal(String::new());
    let kind = rw_signal(Kind::All);
    let changed = changed_packages(app);
    let shown = memo(move |_| {
        let wanted = lower(&filter.get());
        let fits = |package: &&PackageSummary| {
            !is_unreadable(package)
                && changed.with(|changed| kind.get().has(package, changed))
                && (wanted.is_empty()
                    || lower(&package.name).contains(&wanted)
                    || package.channels.iter().any(|channel| lower(&channel.name).contains(&wanted)))
        };
        let most = if app.workbench.is_narrow.get() { MAX } else { usize::MAX };
        app.catalog.outline.with(|outline| {
            outline.packages.iter().filter(fits).take(most).cloned().map(without_places).collect::<Vec<_>>()
        })
    });
    let items = Items::new(app, shown);
    provide_context(items);
    items.follow();
    let scroll = items.scroll;
    let drawn = move || shown.with(|shown| numbered(shown, items.window.get()));
    let total =
        move || app.catalog.outline.with(|outline| outline.packages.iter().filter(|one| !is_unreadable(one)).count());
    let ignored = move || app.catalog.outline.with(|outline| outline.files.iter().filter(|file| file.ignored).count());
    view! {
        <nav class="tree" aria-label="Packages">
            <BundleItem />
            <Show when=move || total() != 0 || !app.bundles.is_shown.get()>
                <div class="side-head"><h2>"Packages"</h2><span class="facts">{live(move || app.catalog.is_checked.get().then(total))}</span>
                    <button type="button" class="quiet icon i-plus at-end" aria-label="New package" title="New package" on:click=move |_| app.dialogs.packaging.set(true)></button></div>
                <label class="filter"><span class="visually-hidden">"Filter"</span>
                    <input class="i-search" type="search" placeholder="Filter by name" prop:value=filter on:input=move |event| filter.set(event_target_value(&event)) on:keydown=move |event| enter(items, &event) />
                </label>
                {kinds(app, kind, changed)}
                <p class="count" role="status">{live(move || match shown.with(Vec::len) {
                    number if number == total() => String::new(),
                    number => format!("{number} of {}", counted(total(), "package", "packages")),
                })}</p>
            </Show>
            // Receives the focus when the focused item is scrolled out of view.
            <div class="side-rest" tabindex="-1" node_ref=scroll.place on:scroll=move |event| scroll.scrolled(&event)>
            <ul class="packages" role="tree" aria-label="Packages and channels" on:keydown=move |event| keys(items, &event)>
                <li class="pad" role="none" style=move || scroll.pad(items.above())></li>
                <For each=drawn key=key_of children=move |(at, package)| view! { <PackageItem at package /> } />
                <li class="pad" role="none" style=move || scroll.pad(items.below())></li>
            </ul>
            {unrelated(app)}
            <Show when=move || ignored() != 0><p class="count">{live(move || format!("{} ignored", counted(ignored(), "file", "files")))}</p></Show>
            </div>
        </nav>
    }
}

/// The packages with unsaved changes.
fn changed_packages(app: AppState) -> Memo<SortedSet<String>> {
    let revision = memo(move |_| app.session.state.with(|page| (page.revision, page.catalog.clone())));
    let found = fetched(move || {
        let _ = revision.get(); // a memo that is only tracked is never computed
        async { bridge::catalogs::changed_packages().await.ok() }
    });
    memo(move |_| found.get().unwrap_or_default())
}

/// The choice of the packages that are listed, with their numbers.
fn kinds(app: AppState, kind: RwSignal<Kind>, changed: Memo<SortedSet<String>>) -> impl IntoView {
    view! {
        <div class="switch kinds" role="group" aria-label="Filter packages">
            {Kind::EVERY.map(|(own, label)| {
                let number = move || app.catalog.outline.with(|outline| changed.with(|changed| outline.packages.iter().filter(|package| own.has(package, changed)).count()));
                view! { <button type="button" aria-pressed=move || (kind.get() == own).to_string() on:click=move |_| kind.set(own)>{label}" "
                    {(own != Kind::All).then(|| view! { <span class="facts">{live(number)}</span> })}</button> }
            })}
        </div>
    }
}

/// The files with errors that no listed package shows. Counts only the findings that no package shows.
fn unrelated_files(outline: &Outline, report: &Report) -> Vec<FileSummary> {
    let packages: SortedSet<&str> = outline.packages.iter().map(|package| package.name.as_str()).collect();
    let mut counts = SortedMap::<&str, (usize, usize)>::new();
    for found in &report.diagnostics {
        if found.package.as_deref().is_some_and(|package| packages.contains(package)) {
            continue;
        }
        let (errors, warnings) = counts.entry(&found.path).or_default();
        match found.severity {
            Severity::Error => *errors = errors.saturating_add(1),
            Severity::Warning => *warnings = warnings.saturating_add(1),
            Severity::Info => {}
        }
    }
    let own = |file: &FileSummary| {
        let (errors, warnings) = counts.get(file.path.as_str()).copied().filter(|(errors, _)| *errors > 0)?;
        Some(FileSummary { errors, warnings, ..file.clone() })
    };
    outline.files.iter().filter_map(own).collect()
}

/// Files with problems that do not belong to a package.
fn unrelated(app: AppState) -> impl IntoView {
    let unrelated = memo(move |_| {
        app.catalog.outline.with(|outline| app.catalog.own_report.with(|report| unrelated_files(outline, report)))
    });
    view! {
        <Show when=move || unrelated.with(|files| !files.is_empty())>
            <h2 class="small-heading">"Files with problems"</h2>
            <ul class="files">
                <For each=move || unrelated.get() key=key_of children=move |file| {
                    let path = file.path.clone();
                    view! { <li><button type="button" class="row" on:click=move |_| { bridge::show_file(&path); app.workbench.pane.set(Pane::Code); }>
                        <span class="name">{file.path.clone()}</span><Badge errors=file.errors warnings=file.warnings /></button></li> }
                } />
            </ul>
        </Show>
    }
}

/// The channel at an index in the outline.
fn channel_at(app: AppState, package: String, number: usize) -> Memo<Option<ChannelSummary>> {
    memo(move |_| {
        app.catalog.outline.with(|outline| {
            let own = outline.packages.iter().find(|one| one.name == package)?;
            own.channels.get(number).cloned()
        })
    })
}

#[component]
fn PackageItem(at: usize, package: PackageSummary) -> impl IntoView {
    let app = expect_context::<AppState>();
    let items = expect_context::<Items>();
    let name = package.name.clone();
    let own = name.clone();
    let is_open = memo(move |_| items.is_open(&own));
    let here = Selection { package: name.clone(), channel: String::new() };
    let selected_package = {
        let name = name.clone();
        move || {
            !app.bundles.is_shown.get()
                && app.selected.place.with(|selection| selection.package == name && selection.channel.is_empty())
        }
    };
    let open = {
        let name = name.clone();
        move |_| {
            app.select(&name, "");
            app.workbench.pane.set(Pane::Channel);
        }
    };
    let channels = package.channels.clone();
    let default = package.default_channel.clone();
    let (number, count) = (at.saturating_add(1).to_string(), memo(move |_| items.count().to_string()));
    view! {
        <li role="none">
            <button type="button" class="row package" role="treeitem" attr:aria-level="1" aria-posinset=number aria-setsize=count tabindex=items.stop_at(&here) on:focus=move |_| items.focused(&here) aria-expanded=move || is_open.get().to_string()
                aria-current=move || selected_package().then_some("true") on:click=open>
                <span class="name">{named(&package.name)}</span>
                <Wrong errors=package.errors warnings=package.warnings stranded=package.stranded.total />
                <Number number=package.channels.len() one="channel" many="channels" />
            </button>
            <Show when=move || is_open.get()>
                <ul class="channels" role="group">
                    {channels.iter().enumerate().map(|(number, channel)| {
                        let (package, own) = (name.clone(), channel.name.clone());
                        let (select_package, select_own) = (name.clone(), channel.name.clone());
                        // The positions in the text are those of the outline: the tree is not redrawn when they change.
                        let later = is_later(&channels, number).then(|| channel_at(app, name.clone(), number));
                        let current = move || (later.is_none() && !app.bundles.is_shown.get() && app.selected.place.with(|s| s.package == package && s.channel == own)).then_some("true");
                        // Only the most severe problems, because the name and the tags need the space.
                        let warnings = if channel.errors > 0 { 0 } else { channel.warnings };
                        let is_default = default.as_deref() == Some(channel.name.as_str());
                        let here = Selection { package: name.clone(), channel: channel.name.clone() };
                        let at = later.map(|later| live(move || later.get().map(|channel| {
                            let at = place(&channel);
                            let title = format!("Another definition of the channel, at {at}. Opens its text");
                            view! { <span class="meta" title=title>{at}</span> }
                        })));
                        view! {
                            <li role="none"><button type="button" class="row channel" role="treeitem" attr:aria-level="2" tabindex=items.stop_at(&here) on:focus=move |_| items.focused(&here) data-drop-channel=channel.name.clone() aria-current=current on:click=move |_| {
                                app.select(&select_package, &select_own);
                                match later.and_then(|later| later.get_untracked()) {
                                    Some(channel) => open_text(app, &channel),
                                    None => app.workbench.pane.set(Pane::Channel),
                                }
                            }>
                                <span class="name">{channel.name.clone()}</span>{at}
                                {(is_default && later.is_none()).then(|| view! { <span class="tag is-default">"default"</span> })}
                                {channel.deprecated.then(|| view! { <span class="tag">"deprecated"</span> })}
                                <Wrong errors=channel.errors warnings stranded=channel.stranded.total />
                                <Number number=channel.entries one="entry" many="entries" />
                            </button></li>
                        }
                    }).collect_view()}
                </ul>
            </Show>
        </li>
    }
}

/// The problems of a package or a channel. Each cause is counted once: stranded versions only without errors, warnings
/// only without stranded versions.
#[component]
fn Wrong(errors: usize, warnings: usize, stranded: usize) -> impl IntoView {
    let stranded = if errors == 0 { stranded } else { 0 };
    let warnings = if stranded > 0 { 0 } else { warnings };
    view! {
        {badge(stranded, "is-warning i-path-lost", "stranded version", "stranded versions")}
        <Badge errors warnings />
    }
}

/// A number whose unit is shown on hover and read by screen readers.
#[component]
fn Number(number: usize, one: &'static str, many: &'static str) -> impl IntoView {
    let unit = if number == 1 { one } else { many };
    view! { <span class="meta number" title=format!("{number} {unit}")>{number}<span class="visually-hidden">{format!(" {unit}")}</span></span> }
}
