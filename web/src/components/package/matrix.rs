//! All versions of a package in all its channels: rows are versions, columns are channels.

use crate::prelude::*;
use olmkit_api::{MatrixCell, MatrixChannel, MatrixRow, PackageMatrix, RailStranded};
use olmkit_text::counted;

use crate::bridge;
use crate::components::parts::key::key_of;
use crate::components::parts::scroll::{Scroll, VERSION_ROW, numbered};
use crate::live::{For, live, memo};
use crate::state::{AppState, fetched};
use crate::text::{cut, named};

/// The number of versions that a narrow page shows initially. More are shown on request.
const MAX: usize = 120;

/// The matrix of a package, queried again after every check. Empty until the first result.
pub fn matrix_of(package: String) -> Memo<PackageMatrix> {
    let app = expect_context::<AppState>();
    let found = fetched(move || {
        app.catalog.report.track();
        let package = package.clone();
        async move { bridge::matrix(&package).await.ok()? }
    });
    memo(move |_| found.get().unwrap_or_default())
}

#[component]
pub fn Matrix(package: String, matrix: Memo<PackageMatrix>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = stored_value(package);
    let is_whole = rw_signal(false);
    let channels = memo(move |_| matrix.with(columns));
    let rows = memo(move |_| matrix.with(|matrix| matrix.rows.clone()));
    let is_cut = move || app.workbench.is_narrow.get() && !is_whole.get();
    let more = move || rows.with(|rows| Some(rows.len()).filter(|all| *all > MAX && is_cut()));
    let prefix = memo(move |_| matrix.with(|matrix| matrix.prefix.clone()));
    let longest = move || longest(rows.with(|rows| rows.iter().map(|row| row.name.clone()).collect()), prefix);
    let scroll = Scroll::of_rows(app, VERSION_ROW);
    scroll.watch();
    let count = memo(move |_| rows.with(Vec::len).min(if is_cut() { MAX } else { usize::MAX }));
    let window = scroll.window_in_parts(count, |row| row);
    let shown = move || rows.with(|rows| numbered(rows, window.get()));
    view! {
        <Legend signs=&[("is-head", "head"), ("", "entry"), ("is-skipped", "skipped"), ("is-stranded", "stranded"), ("is-deprecated", "deprecated")] />
        <div class="table-scroll matrix-scroll" tabindex="0" node_ref=scroll.place role="region" aria-label="Versions in channels" on:scroll=move |event| scroll.scrolled(&event)>
            <table class="matrix" aria-rowcount=move || count.get().saturating_add(1).to_string()>
                <thead><tr aria-rowindex="1">
                    <th scope="col">"Version"<span class="longest" aria-hidden="true">{live(longest)}</span></th>
                    {live(move || channels.get().into_iter().map(|column| view! { <Head column package=own /> }).collect_view())}
                </tr></thead>
                <tbody>
                    {scroll.space(move || window.get().0)}
                    <For each=shown key=key_of children=move |(at, row)| view! { <Row at row channels package=own prefix /> } />
                    {scroll.space(move || count.get().saturating_sub(window.get().1))}
                </tbody>
            </table>
        </div>
        {live(move || more().map(|all| view! { <p><button type="button" on:click=move |_| is_whole.set(true)>{format!("Show all {}", counted(all, "version", "versions"))}</button></p> }))}
    }
}

pub fn without<'n>(prefix: &str, name: &'n str) -> &'n str {
    name.strip_prefix(prefix).unwrap_or(name)
}

/// The longest name as it is shown. The column has room for it, also while its row is not drawn.
pub fn longest(names: Vec<String>, prefix: Memo<String>) -> AnyView {
    let name = names.into_iter().max_by_key(String::len).unwrap_or_default();
    prefix.with(|prefix| cut(without(prefix, &name)))
}

/// A channel, and the rows from its head to its last entry.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    channel: MatrixChannel,
    first: usize,
    last: usize,
}

fn columns(matrix: &PackageMatrix) -> Vec<Column> {
    let rows_of = |column: usize| {
        let has = move |(_, row): &(usize, &MatrixRow)| row.cells.iter().any(|cell| cell.channel == column);
        matrix.rows.iter().enumerate().filter(has).map(|(at, _)| at).collect::<Vec<_>>()
    };
    let column = |(at, channel): (usize, &MatrixChannel)| {
        let rows = rows_of(at);
        let (first, last) = (rows.first().copied().unwrap_or(1), rows.last().copied().unwrap_or_default());
        Column { channel: channel.clone(), first, last }
    };
    matrix.channels.iter().enumerate().map(column).collect()
}

#[component]
fn Head(column: Column, package: StoredValue<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let MatrixChannel { name, is_default, entries, longest: [v0, v1], .. } = column.channel;
    let shown = named(&name);
    let own = name;
    let longest = counted(v0.max(v1), "upgrade", "upgrades");
    view! {
        <th scope="col" class:is-default=is_default title=format!("{shown}: at most {longest} to the head")>
            <button type="button" class="quiet" on:click=move |_| package.with_value(|package| app.select(package, &own))>{shown.clone()}</button>
            <span class="facts">{entries}{is_default.then_some(" default")}</span>
        </th>
    }
}

#[component]
fn Row(
    at: usize,
    row: MatrixRow,
    channels: Memo<Vec<Column>>,
    package: StoredValue<String>,
    prefix: Memo<String>,
) -> impl IntoView {
    let MatrixRow { name, begins_major, cells } = row;
    let short = prefix.with_untracked(|prefix| cut(without(prefix, &name)));
    let entry = stored_value(name.clone());
    // The heading is the first row.
    let index = at.saturating_add(2).to_string();
    view! {
        <tr class:begins-major=begins_major aria-rowindex=index>
            <th scope="row" title=name>{short}</th>
            {live(move || channels.get().into_iter().enumerate().map(|(number, column)| {
                let cell = cells.iter().find(|cell| cell.channel == number).cloned();
                view! { <Cell at cell column package entry /> }
            }).collect_view())}
        </tr>
    }
}

#[component]
fn Cell(
    at: usize,
    cell: Option<MatrixCell>,
    column: Column,
    package: StoredValue<String>,
    entry: StoredValue<String>,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let Column { channel, first, last } = column;
    let mut class = String::new();
    let mut add = |is: bool, name: &str| {
        if is {
            class.push_str(name);
        }
    };
    add(channel.is_default, "is-default ");
    add(at > first && at <= last, "has-above ");
    add(at >= first && at < last, "has-below ");
    add(channel.continues && at == last.saturating_add(1), "has-tail ");
    let node = cell.map(|cell| {
        let (node, description) = shape(&cell);
        let label = entry.with_value(|entry| format!("{entry} in {}{description}", channel.name));
        let own = channel.name.clone();
        let go = move |_| package.with_value(|package| app.go_to_found(package, &own, Some(entry.get_value())));
        view! { <button type="button" class="quiet" aria-label=label.clone() title=label on:click=go><span class=format!("dot {node}")></span></button> }
    });
    view! { <td class=class>{node}</td> }
}

/// The style and the description of a cell.
fn shape(cell: &MatrixCell) -> (&'static str, String) {
    let marks = [
        (cell.is_head, "head"),
        (cell.is_skipped, "skipped"),
        (cell.stranded.is_some(), "stranded"),
        (cell.is_deprecated, "deprecated"),
    ];
    let description = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| format!(", {word}")).collect();
    let node = match cell {
        MatrixCell { stranded: Some(RailStranded::Rejected), .. } => "is-rejected",
        MatrixCell { stranded: Some(RailStranded::Accepted), .. } => "is-stranded",
        MatrixCell { is_head: true, .. } => "is-head",
        MatrixCell { is_deprecated: true, .. } => "is-deprecated",
        MatrixCell { is_skipped: true, .. } => "is-skipped",
        _ => "",
    };
    (node, description)
}

/// The legend of a matrix: the class of each dot and its label. A dot and its label are not separated by a line break.
#[component]
pub fn Legend(signs: &'static [(&'static str, &'static str)]) -> impl IntoView {
    let one = |(class, word): &(&'static str, &'static str)| {
        let sign = match *class {
            "is-missing" => view! { <span class="is-missing">"–"</span> }.into_any(),
            class => view! { <span class=format!("dot {class}")></span> }.into_any(),
        };
        view! { <li>{sign}{*word}</li> }
    };
    view! { <ul class="legend facts matrix-legend" aria-label="Signs">{signs.iter().map(one).collect_view()}</ul> }
}
