//! The bundles of a package: their versions, channels and images. Only the visible rows are drawn.

use std::cmp::Reverse;

use crate::prelude::*;
use olmkit_api::{MatrixCell, PackageMatrix, RailStranded};
use olmkit_collections::{SortedSet, order};
use olmkit_semver::VersionRelease;
use olmkit_text::counted;

use crate::bridge::types::ListedBundle;
use crate::bridge::{self, Refusal};
use crate::components::channel::entries::containing;
use crate::components::parts::scroll::{Scroll, numbered};
use crate::live::{For, Show, live, memo};
use crate::search::{Search, matches};
use crate::state::{AppState, Pane, fetched};
use crate::text::{cut, short_image, spans, with_reason};

/// The names of the bundles, on which the arrow keys move.
const NAMES: &str = ".bundle-list th .link";
/// The longest versions that have a column of their own although the names contain them, in characters.
const SHORT: usize = 20;
/// The longest names that two lines of a narrow page show, in characters.
const TWO_LINES: usize = 54;

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Line {
    bundle: ListedBundle,
    /// The channels that contain the bundle. `None` until they are known.
    channels: Option<Vec<String>>,
    /// The channel in which the bundle is shown: the default channel if it contains the bundle.
    shown_in: String,
    /// The text and the class of its tags.
    tags: Vec<(String, &'static str)>,
}

impl Line {
    fn new(bundle: ListedBundle, matrix: &PackageMatrix) -> Self {
        let row = matrix.rows.iter().find(|row| row.name == bundle.name);
        let cells = row.map(|row| row.cells.as_slice()).unwrap_or_default();
        let channels = names(matrix, cells, |_| true);
        let is_default = |cell: &MatrixCell| matrix.channels.get(cell.channel).is_some_and(|one| one.is_default);
        let shown_in = names(matrix, cells, is_default).into_iter().next().or(channels.first().cloned());
        // The default value has no version: the matrix is not known yet.
        let is_known = matrix.version > 0;
        let tags = if is_known { tags(matrix, cells) } else { Vec::new() };
        Line { bundle, channels: is_known.then_some(channels), shown_in: shown_in.unwrap_or_default(), tags }
    }

    /// Whether the name ends with the version.
    fn repeats_version(&self) -> bool {
        let stem = self.bundle.name.strip_suffix(self.bundle.version.as_str());
        stem.is_some_and(|stem| stem.ends_with(['v', '.', '-']))
    }

    fn listed(&self) -> String {
        self.channels.as_deref().unwrap_or_default().join(", ")
    }

    /// Whether the words of a search are in its name, channels or image, and its version is in the range.
    fn fits(&self, search: &Search) -> bool {
        let ListedBundle { name, version, image, .. } = &self.bundle;
        let is_in_range = |range| matches(&range, Some(version));
        search.has_words(&format!("{name} {} {image}", self.listed()))
            && search.versions().is_none_or(|range| range.is_ok_and(is_in_range))
    }
}

/// The names of the channels whose cells fit.
fn names(matrix: &PackageMatrix, cells: &[MatrixCell], fits: impl Fn(&MatrixCell) -> bool) -> Vec<String> {
    let found = cells.iter().filter(|cell| fits(cell)).filter_map(|cell| matrix.channels.get(cell.channel));
    found.map(|channel| channel.name.clone()).collect()
}

fn tags(matrix: &PackageMatrix, cells: &[MatrixCell]) -> Vec<(String, &'static str)> {
    let mut tags = Vec::new();
    if cells.is_empty() {
        tags.push(("not in a channel".to_owned(), ""));
    }
    let stranded = names(matrix, cells, |cell| cell.stranded.is_some());
    if !stranded.is_empty() {
        let is_rejected = cells.iter().any(|cell| cell.stranded == Some(RailStranded::Rejected));
        let place = if stranded.len() < cells.len() { format!(" in {}", stranded.join(", ")) } else { String::new() };
        tags.push((format!("stranded{place}"), if is_rejected { "is-bad" } else { "is-warning" }));
    }
    if cells.iter().any(|cell| cell.is_deprecated) {
        tags.push(("deprecated".to_owned(), ""));
    }
    tags
}

/// The rows, the newest version first. Bundles without a valid version come last.
fn lines(bundles: &[ListedBundle], matrix: &PackageMatrix) -> Vec<Line> {
    let line = |bundle: &ListedBundle| {
        (Reverse(VersionRelease::parse(&bundle.version).ok()), Line::new(bundle.clone(), matrix))
    };
    let mut keyed: Vec<_> = bundles.iter().map(line).collect();
    order::sort_by(&mut keyed, |(a, left), (b, right)| a.cmp(b).then_with(|| right.bundle.name.cmp(&left.bundle.name)));
    keyed.into_iter().map(|(_, line)| line).collect()
}

/// The rows of the bundles, and the search in them.
#[derive(Clone, Copy)]
struct Found {
    text: RwSignal<String>,
    search: Memo<Search>,
    all: Memo<Vec<Line>>,
    shown: Memo<Vec<Line>>,
    /// The prefix that all names of entries have. The table head shows it.
    prefix: Memo<String>,
}

/// The lengths of the longest name without the prefix and of the longest version, in characters, and whether all names
/// end with their versions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Longest {
    name: usize,
    version: usize,
    is_repeated: bool,
}

impl Found {
    fn new(bundles: RwSignal<Option<Result<Vec<ListedBundle>, Refusal>>>, matrix: Memo<PackageMatrix>) -> Self {
        let text = rw_signal(String::new());
        let search = memo(move |_| text.with(|text| Search::parse(text)));
        let all = memo(move |_| {
            bundles.with(|found| match found {
                Some(Ok(bundles)) => matrix.with(|matrix| lines(bundles, matrix)),
                _ => Vec::new(),
            })
        });
        let paths = move || all.with(|all| all.iter().map(|line| line.bundle.path.clone()).collect::<SortedSet<_>>());
        let containing = containing(search, paths);
        let shown = memo(move |_| {
            let search = search.get();
            let has = |line: &&Line| {
                line.fits(&search)
                    && containing.with(|names| names.as_ref().is_none_or(|names| names.contains(&line.bundle.name)))
            };
            all.with(|all| all.iter().filter(has).cloned().collect())
        });
        let prefix = memo(move |_| matrix.with(|matrix| matrix.prefix.clone()));
        Found { text, search, all, shown, prefix }
    }

    fn longest(self) -> Longest {
        self.all.with(|all| {
            let name = |line: &Line| self.parts(&line.bundle.name).1.chars().count();
            let version = |line: &Line| line.bundle.version.chars().count();
            Longest {
                name: all.iter().map(name).max().unwrap_or_default(),
                version: all.iter().map(version).max().unwrap_or_default(),
                is_repeated: all.iter().all(Line::repeats_version),
            }
        })
    }

    /// The prefix of a name, and the rest.
    fn parts(self, name: &str) -> (String, String) {
        let stem =
            self.prefix.with(|prefix| if name.starts_with(prefix.as_str()) { prefix.clone() } else { String::new() });
        let rest = name.strip_prefix(stem.as_str()).unwrap_or(name).to_owned();
        (stem, rest)
    }

    /// The number of matching bundles, and what the search means.
    fn status(self) -> String {
        let all = counted(self.all.with(Vec::len), "bundle", "bundles");
        self.search.with(|search| search.status(self.shown.with(Vec::len), &all))
    }
}

#[component]
pub fn Bundles(package: String, matrix: Memo<PackageMatrix>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = stored_value(package);
    let bundles = fetched(move || {
        app.catalog.own_report.track();
        let package = own.get_value();
        async move { bridge::bundle::of_package(&package).await.ok() }
    });
    let found = Found::new(bundles, matrix);
    let failure =
        move || bundles.with(|found| Some(with_reason("The bundles cannot be read", found.as_ref()?.as_ref().err()?)));
    view! {
        <div class="bundle-filter">
            <input class="i-search" type="search" aria-label="Filter the bundles" autocomplete="off" spellcheck="false" placeholder="Filter: name, channel, image, >=1.2 <1.4"
                prop:value=found.text on:input=move |event| found.text.set(event_target_value(&event)) />
            <span class="facts" role="status">{live(move || found.status())}</span>
        </div>
        <Show when=move || bundles.with(Option::is_none)><p class="empty" role="status">"Reading the bundles"</p></Show>
        {live(move || failure().map(|failure| view! { <p class="notice is-alarm" role="alert">{spans(&failure)}</p> }))}
        <Show when=move || bundles.with(|found| matches!(found, Some(Ok(_)))) && found.shown.with(Vec::is_empty)>
            <p class="empty is-filtered">{live(move || if found.search.with(Search::is_empty) { "This package has no bundles." } else { "No bundle matches the filter." })}</p>
        </Show>
        <Show when=move || !found.shown.with(Vec::is_empty)><Table found package=own /></Show>
    }
}

#[component]
fn Table(found: Found, package: StoredValue<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let scroll = Scroll::new(app);
    scroll.watch();
    let count = memo(move |_| found.shown.with(Vec::len));
    let window = scroll.window_in_parts(count, |row| row);
    let visible = move || found.shown.with(|shown| numbered(shown, window.get()));
    let scrolled = move |event: web_sys::Event| scroll.scrolled(&event);
    let keys = move |event: web_sys::KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            _ => return,
        };
        if bridge::move_focus(NAMES, by) {
            event.prevent_default();
        }
    };
    let longest = memo(move |_| found.longest());
    let sizes = move || {
        let Longest { name, version, .. } = longest.get();
        format!("--longest:{name};--longest-version:{version}")
    };
    // A column with long versions would leave no room for the names, which contain them.
    let no_versions = move || longest.with(|longest| longest.is_repeated && longest.version > SHORT);
    let wraps = move || no_versions() && longest.with(|longest| longest.name <= TWO_LINES);
    let prefix = move || found.prefix.with(|prefix| (!prefix.is_empty()).then(|| format!(" {prefix}\u{2026}")));
    // The heading is the first row.
    let rows = move || count.get().saturating_add(1).to_string();
    view! {
        <div class="table-scroll matrix-scroll bundle-scroll" tabindex="0" node_ref=scroll.place role="region" aria-label="Bundles of the package" on:scroll=scrolled on:keydown=keys>
            <table class="bundle-list" class:no-versions=no_versions class:is-wrapped=wraps style=sizes aria-rowcount=rows>
                <thead><tr aria-rowindex="1">
                    <th scope="col">"Bundle"<span class="stem-shared">{live(prefix)}</span></th><th scope="col">"Version"</th><th scope="col">"Channels"</th><th scope="col">"Image"</th><th scope="col">"State"</th>
                </tr></thead>
                <tbody>
                    {scroll.space(move || window.get().0)}
                    <For each=visible key=|(at, line)| (*at, line.clone()) children=move |(at, line)| view! { <Row at line package found /> } />
                    {scroll.space(move || count.get().saturating_sub(window.get().1))}
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn Row(at: usize, line: Line, package: StoredValue<String>, found: Found) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (listed, index) = (line.listed(), at.saturating_add(2).to_string());
    let Line { bundle, shown_in, tags, .. } = line;
    let ListedBundle { name, version, image, path, range: (from, to) } = bundle;
    let short = if image.is_empty() { String::new() } else { short_image(&image) };
    let (label, hover, below, whole) = (name.clone(), listed.clone(), cut(&version), version.clone());
    let own = name.clone();
    let shown = live(move || {
        let (stem, rest) = found.parts(&own);
        view! { <span class="stem">{stem}</span>{cut(&rest)} }
    });
    let open = move |_| {
        if !shown_in.is_empty() {
            return package.with_value(|package| app.go_to_bundle(package, &shown_in, &name));
        }
        // Only entries have a page. Of other bundles, the document is shown.
        app.show_details();
        app.workbench.pane.set(Pane::Code);
        bridge::go_to(&path, from, to, true);
    };
    view! {
        <tr aria-rowindex=index>
            <th scope="row"><button type="button" class="quiet link" aria-label=label.clone() title=label on:click=open>{shown}</button><span class="meta only-narrow">{below}</span></th>
            <td title=whole>{cut(&version)}</td>
            <td title=hover>{listed}</td>
            <td title=image>{short}</td>
            <td>{tags.into_iter().map(|(text, class)| { let title = text.clone(); view! { <span class=format!("tag {class}") title=title>{text}</span> } }).collect_view()}</td>
        </tr>
    }
}
