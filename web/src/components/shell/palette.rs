//! The palette: actions, packages, channels, entries, files and rules by name.

use crate::prelude::*;
use olmkit_api::Found;
use olmkit_collections::order;

use crate::bridge::{self, Answer};
use crate::components::parts::modal::Modal;
use crate::components::shell::actions::{ACTIONS, Action, Of};
use crate::components::shell::topbar::SAMPLES;
use crate::live::{Show, effect, live};
use crate::search::{Search, matches};
use crate::state::{AppState, Pane, fetched_anew};
use crate::text::lower;

/// The maximum number of results. More typing narrows the search.
const MAX: u32 = 50;
/// The maximum number of files.
const FILES: usize = 20;
/// The maximum number of entries among which a search for versions looks.
const ENTRIES: u32 = 20_000;

/// A package, channel or entry that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hit {
    package: String,
    channel: Option<String>,
    entry: Option<String>,
    /// Set if the search is for versions.
    version: Option<String>,
}

impl From<Found> for Hit {
    fn from(Found { package, channel, entry, .. }: Found) -> Self {
        Hit { package, channel, entry, version: None }
    }
}

/// What a line of the palette does.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Act {
    Do(Action),
    Sample(&'static str),
    /// Reopens a recent folder, by its key.
    Reopen(String),
    Show(Hit),
    /// Shows the text of a file, by its path.
    File(String),
    Rule(String),
}

impl Act {
    /// The icon and the heading of a line. Actions have their own.
    fn look(&self) -> (&'static str, &'static str) {
        match self {
            Act::Do(_) => ("", COMMANDS),
            Act::Sample(_) | Act::Reopen(_) => ("folder", "Open"),
            Act::Show(Hit { entry: Some(_), .. }) => ("list", "Entries"),
            Act::Show(Hit { channel: Some(_), .. }) => ("list", "Packages and channels"),
            Act::Show(_) => ("package", "Packages and channels"),
            Act::File(_) => ("code", "Files"),
            Act::Rule(_) => ("problems", "Rules"),
        }
    }
}

/// The headings of the actions. Those for the selection come first.
const GROUPS: [&str; 4] = ["For the selected entry", "In this channel", "In this package", COMMANDS];
const COMMANDS: &str = "Commands";

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    icon: &'static str,
    group: &'static str,
    title: String,
    hint: String,
    act: Act,
}

/// Whether the page offers the action: in another editor, that editor has some of them.
fn is_offered(act: &Act) -> bool {
    !bridge::is_hosted()
        || match act {
            Act::Do(action) => !action.is_of_host(),
            Act::Sample(_) | Act::Reopen(_) => false,
            Act::Show(_) | Act::File(_) | Act::Rule(_) => true,
        }
}

fn run(app: AppState, act: Act) {
    match act {
        Act::Do(action) => action.run(app),
        Act::Sample(name) => bridge::open_sample(name.to_owned()),
        Act::Reopen(at) => bridge::opening::reopen(at),
        Act::Show(found) => app.go_to_found(&found.package, &found.channel.unwrap_or_default(), found.entry),
        Act::File(path) => {
            app.workbench.pane.set(Pane::Code);
            bridge::show_file(&path);
        }
        Act::Rule(rule) => app.explain(rule, None),
    }
}

/// The scope that the first character of a query selects. `>` before a version starts a range, not a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Everything,
    Commands,
    Channels,
    Entries,
}

impl Scope {
    fn parse(query: &str) -> (Scope, &str) {
        let query = query.trim_start();
        let is_range = |rest: &str| rest.starts_with(|first: char| first == '=' || first.is_ascii_digit());
        if let Some(rest) = query.strip_prefix('#') {
            (Scope::Channels, rest)
        } else if let Some(rest) = query.strip_prefix('@') {
            (Scope::Entries, rest)
        } else if let Some(rest) = query.strip_prefix('>').filter(|rest| !is_range(rest.trim_start())) {
            (Scope::Commands, rest)
        } else {
            (Scope::Everything, query)
        }
    }

    fn has(self, act: &Act) -> bool {
        match (self, act) {
            (Scope::Everything, _) | (Scope::Commands, Act::Do(_) | Act::Sample(_) | Act::Reopen(_)) => true,
            (Scope::Channels, Act::Show(hit)) => hit.channel.is_some() && hit.entry.is_none(),
            (Scope::Entries, Act::Show(hit)) => hit.entry.is_some(),
            _ => false,
        }
    }
}

/// A title with the words of the query highlighted.
fn marked(title: &str, query: &str) -> Vec<AnyView> {
    let lower = title.to_ascii_lowercase();
    let words = query.split_whitespace().map(str::to_ascii_lowercase);
    let mut found: Vec<(usize, usize)> =
        words.filter_map(|word| lower.find(&word).map(|at| (at, at.saturating_add(word.len())))).collect();
    order::sort(&mut found);
    let mut views = Vec::new();
    let mut end = 0;
    for (from, to) in found.into_iter().filter(|(from, to)| from < to) {
        let Some(between) = title.get(end..from) else { continue };
        let word = title.get(from..to).unwrap_or_default().to_owned();
        views.push(between.to_owned().into_any());
        views.push(view! { <mark>{word}</mark> }.into_any());
        end = to;
    }
    views.push(title.get(end..).unwrap_or_default().to_owned().into_any());
    views
}

fn fits(title: &str, query: &str) -> bool {
    let title = lower(title);
    query.split_whitespace().all(|word| title.contains(&lower(word)))
}

/// Removes keys with Ctrl, which another editor handles itself.
fn without_command_key(keys: String) -> String {
    if keys.starts_with("Ctrl") { String::new() } else { keys }
}

fn actions(app: AppState, query: &str) -> Vec<Line> {
    let has_entry = app.selected.entry.with_untracked(Option::is_some);
    let has_channel = app.channel.table.with_untracked(Option::is_some);
    let (scope, words) = Scope::parse(query);
    let mut lines = Vec::new();
    let mut add = |line: Line| {
        if scope.has(&line.act) && is_offered(&line.act) && fits(&line.title, words) {
            lines.push(if bridge::is_hosted() { Line { hint: without_command_key(line.hint), ..line } } else { line });
        }
    };
    for group in GROUPS {
        for (action, title, keys, icon, of) in ACTIONS {
            let own = match of {
                Of::Entry if has_entry => GROUPS[0],
                Of::Channel if has_channel => GROUPS[1],
                Of::Package => GROUPS[2],
                _ => COMMANDS,
            };
            if own == group && action.applies(app) {
                add(Line { icon, group, title: (*title).to_owned(), hint: (*keys).to_owned(), act: Act::Do(*action) });
            }
        }
    }
    for folder in app.session.recent.get_untracked() {
        add(line(format!("Open the folder {} again", folder.name), folder.opened, Act::Reopen(folder.key)));
    }
    for (name, title) in SAMPLES {
        add(line(format!("Open the sample: {title}"), String::new(), Act::Sample(name)));
    }
    if !words.trim().is_empty() {
        sort(&mut lines, &lower(words.trim()));
    }
    lines
}

/// Sorts lines by groups: those with a title that starts with the words come first. In a group, such titles come first,
/// then the shortest, which has the fewest other words.
fn sort(lines: &mut [Line], words: &str) {
    let starts = |line: &Line| lower(&line.title).starts_with(words);
    let first: Vec<&str> = lines.iter().filter(|line| starts(line)).map(|line| line.group).collect();
    order::sort_by_key(lines, |line| {
        let group = GROUPS.iter().position(|group| *group == line.group).unwrap_or(GROUPS.len());
        (!first.contains(&line.group), group, !starts(line), line.title.len())
    });
}

fn line(title: String, hint: String, act: Act) -> Line {
    let (icon, group) = act.look();
    Line { icon, group, title, hint, act }
}

fn line_of(found: Hit) -> Line {
    let title = found.entry.clone().or(found.channel.clone()).unwrap_or_else(|| found.package.clone());
    let hint = match (&found.entry, &found.channel) {
        (Some(_), Some(channel)) => {
            let version = found.version.as_ref().map(|version| format!("{version}, ")).unwrap_or_default();
            format!("{version}entry of {}/{channel}", found.package)
        }
        (None, Some(_)) => format!("channel of {}", found.package),
        _ => "package".to_owned(),
    };
    line(title, hint, Act::Show(found))
}

/// The files whose path has all words, those with a matching name first.
fn files(app: AppState, query: &str) -> Vec<Line> {
    let paths = app.catalog.outline.with_untracked(|outline| {
        let paths = outline.files.iter().map(|file| file.path.clone());
        paths.filter(|path| fits(path, query)).collect::<Vec<_>>()
    });
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let mut lines: Vec<Line> =
        paths.into_iter().map(|path| line(path.clone(), "file".to_owned(), Act::File(path))).collect();
    order::sort_by_key(&mut lines, |line| (!fits(&name(&line.title), query), line.title.len()));
    lines.truncate(FILES);
    lines
}

async fn rules(query: &str) -> Vec<Line> {
    let Ok(all) = bridge::rules().await else { return Vec::new() };
    let all = all.rules.into_iter();
    let lines = all.map(|rule| {
        let (title, hint) = (format!("{} ({})", rule.id, rule.title.replace('`', "")), format!("rule {}", rule.code));
        line(title, hint, Act::Rule(rule.id.into_owned()))
    });
    lines.filter(|line| fits(&format!("{} {}", line.title, line.hint), query)).take(20).collect()
}

/// The lines with what the engine finds.
async fn named(app: AppState, query: &str) -> Vec<Line> {
    let (scope, words) = Scope::parse(query);
    if words.trim().is_empty() {
        return Vec::new();
    }
    let hits = found(app, words).await.unwrap_or_default().into_iter();
    let mut lines: Vec<Line> = hits.map(line_of).collect();
    lines.extend(files(app, words));
    lines.extend(rules(words).await);
    lines.retain(|line| scope.has(&line.act));
    order::sort_by_key(&mut lines, |line| match &line.act {
        Act::Show(hit) => u8::from(hit.entry.is_some()),
        Act::File(_) => 2,
        _ => 3,
    });
    lines
}

/// The results by name, by version, or by contents.
async fn found(app: AppState, wanted: &str) -> Answer<Vec<Hit>> {
    let query = Search::parse(wanted);
    let hits = |found: Vec<Found>| found.into_iter().map(Hit::from).collect();
    if let Some((kind, what)) = &query.contents {
        return bridge::entries_containing(*kind, what, MAX).await.map(hits);
    }
    let range = match query.versions() {
        None => return bridge::search(wanted, MAX).await.map(hits),
        Some(Err(_)) => return Ok(Vec::new()),
        Some(Ok(range)) => range,
    };
    let words = query.words.join(" ");
    // Without words, all entries of the shown package.
    let package = words.is_empty().then(|| app.selected.place.get_untracked().package);
    let all = bridge::search(package.as_ref().unwrap_or(&words), ENTRIES).await?.into_iter();
    let is_wanted = |one: &Found| {
        package.as_ref().is_none_or(|package| *package == one.package) && matches(&range, one.version.as_deref())
    };
    let hit = |mut one: Found| Hit { version: one.version.take(), ..Hit::from(one) };
    Ok(all.filter(is_wanted).take(MAX as usize).map(hit).collect())
}

/// A description of a search for more than names.
fn meaning(app: AppState, wanted: &str) -> String {
    let query = Search::parse(wanted);
    let place = match (&query.range, query.words.is_empty()) {
        (Some(_), true) => app.selected.place.with(|selection| format!("In {}: ", selection.package)),
        _ => String::new(),
    };
    Some(query.meaning()).filter(|meaning| !meaning.is_empty()).map_or(String::new(), |meaning| place + &meaning)
}

#[component]
pub fn Palette() -> impl IntoView {
    let app = expect_context::<AppState>();
    let query = app.dialogs.query;
    let lines = rw_signal(Vec::<Line>::new());
    let at = rw_signal(0_usize);
    let wanted = move || app.dialogs.palette.get().then(|| query.get());
    let more = fetched_anew(move || {
        let wanted = wanted();
        at.set(0);
        async move { Some(named(app, &wanted?).await) }
    });
    effect(move || {
        let Some(wanted) = wanted() else { return };
        let mut all = actions(app, &wanted);
        all.extend(more.get().unwrap_or_default());
        lines.set(all);
    });
    let close = Callback::new(move |()| app.dialogs.palette.set(false));
    let choose = move |index: usize| {
        let Some(line) = lines.with_untracked(|lines| lines.get(index).cloned()) else { return };
        app.dialogs.palette.set(false);
        query.set(String::new());
        run(app, line.act);
    };
    view! {
        <Modal open=app.dialogs.palette close class="palette" label="palette-title">
            <h2 id="palette-title" class="visually-hidden">"Actions, packages, channels, entries, files and rules"</h2>
            <Body id="palette" query lines at choose=Callback::new(choose) />
        </Modal>
    }
}

/// The lines, each with the heading of its group if it is the first of the group.
fn with_groups(lines: Vec<Line>) -> Vec<(Option<&'static str>, Line)> {
    let mut last = "";
    let headed = |line: Line| {
        let group = line.group;
        let head = (group != last).then_some(group);
        last = group;
        (head, line)
    };
    lines.into_iter().map(headed).collect()
}

/// The search field and its results.
#[component]
fn Body(
    /// The prefix of the ids of its elements.
    id: &'static str,
    query: RwSignal<String>,
    lines: RwSignal<Vec<Line>>,
    /// The index of the line that Enter selects.
    at: RwSignal<usize>,
    choose: Callback<usize>,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let keys = move |event: web_sys::KeyboardEvent| {
        let count = lines.with_untracked(Vec::len);
        let now = at.get_untracked();
        match event.key().as_str() {
            "ArrowDown" => at.set(if now.saturating_add(1) < count { now.saturating_add(1) } else { 0 }),
            "ArrowUp" => at.set(now.checked_sub(1).unwrap_or(count.saturating_sub(1))),
            "Enter" => choose.run(now),
            _ => return,
        }
        event.prevent_default();
        bridge::show_row(&format!("#{id}-{}", at.get_untracked()));
    };
    view! {
        <input class="i-search" role="combobox" aria-label="Search for an action or a name" aria-expanded="true" aria-controls=format!("{id}-list")
            aria-activedescendant=move || lines.with(|lines| at.get() < lines.len()).then(|| format!("{id}-{}", at.get())) autocomplete="off" spellcheck="false"
            placeholder="Action, package, channel, entry, file or rule; also >=1.2 <1.4, sha256:…, property:olm.gvk" prop:value=query
            on:input=move |event| query.set(event_target_value(&event)) on:keydown=keys />
        <p class="facts" role="status">{live(move || query.with(|query| meaning(app, Scope::parse(query).1)))}</p>
        <ul id=format!("{id}-list") role="listbox" aria-label="Results">
            {live(move || with_groups(lines.get()).into_iter().enumerate().map(|(index, (group, line))| view! {
                {group.map(|group| view! { <li class="palette-group" role="presentation">{group}</li> })}
                <li id=format!("{id}-{index}") class=format!("icon-text i-{}", line.icon) role="option" aria-selected=move || (at.get() == index).to_string() on:click=move |_| choose.run(index)>
                    <span class="name">{query.with_untracked(|query| marked(&line.title, Scope::parse(query).1))}</span><span class=if matches!(line.act, Act::Do(_)) { "meta is-keys" } else { "meta" }>{line.hint}</span>
                </li>
            }).collect_view())}
        </ul>
        <Show when=move || lines.with(Vec::is_empty)><p class="empty">"No results."</p></Show>
        <p class="palette-keys" aria-hidden="true"><kbd>"↑"</kbd><kbd>"↓"</kbd>"move"<kbd>"Enter"</kbd>"run"<kbd>"Esc"</kbd>"close"<span class="at-end"><b>"#"</b>" channels "<b>"@"</b>" entries "<b>">"</b>" commands"</span></p>
    }
}

/// The palette with a query for the gallery. Does nothing.
#[component]
pub fn PaletteSample(id: &'static str, query: &'static str) -> impl IntoView {
    let lines = rw_signal(actions(expect_context(), query));
    let query = rw_signal(query.to_owned());
    view! { <Body id query lines at=rw_signal(0) choose=Callback::new(|_| {}) /> }
}
