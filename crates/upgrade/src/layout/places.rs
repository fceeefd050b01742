//! The line and the column of each version.

use std::borrow::Cow;
use std::cmp::Reverse;

use olmkit_collections::List;
use olmkit_collections::order::sort_by_key;
use olmkit_semver::Version;
use olmkit_text::versioned;

use crate::channel::Graph;
use crate::ids::VersionId;
use crate::rail::common_prefix;

/// The maximum length of a label, in characters.
const LONGEST: usize = 24;
/// The width available for the entries of a line, in pixels.
const ROOM: usize = 1000;

/// The place of a version.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The line, from the top.
    pub(super) line: usize,
    /// The column, from the left.
    pub(super) column: usize,
    /// Whether the version is skipped and therefore drawn lower.
    pub(super) is_low: bool,
}

/// A minor version.
#[derive(Debug)]
pub(super) struct Group {
    /// `MAJOR.MINOR`.
    pub(super) label: String,
    /// Its first line.
    pub(super) line: usize,
}

/// The versions in their lines.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) prefix: String,
    /// The versions, newest first.
    pub(super) order: Vec<VersionId>,
    /// Index in `order`.
    pub(super) index: List<VersionId, usize>,
    pub(super) groups: Vec<Group>,
    /// The places, by index in `order`.
    places: Vec<Place>,
    labels: Vec<String>,
    /// For each line, the index in `order` of its last entry, and the number of its entries.
    lines: Vec<(usize, usize)>,
    pub(super) box_width: usize,
}

impl Places {
    pub(super) fn new(graph: &Graph<'_, '_>) -> Self {
        let prefix = common_prefix(graph.names.iter().copied());
        let short = |id: VersionId| graph.name(id).strip_prefix(prefix).unwrap_or(graph.name(id));
        let versions: List<VersionId, Option<Cow<'_, Version>>> =
            graph.names.ids().map(|id| version(graph, id, short(id))).collect();
        let of = |id: VersionId| versions.get(id).and_then(Option::as_deref);
        let mut order: Vec<VersionId> = graph.names.ids().collect();
        sort_by_key(&mut order, |&id| {
            (of(id).is_none(), Reverse(of(id)), !graph.is_entry(id), Reverse(graph.name(id)))
        });
        let mut index = List::repeat(0, order.len());
        order.iter().enumerate().for_each(|(at, id)| index.set(*id, at));
        let labels: Vec<String> = order.iter().map(|id| shorten(short(*id))).collect();
        let longest = labels.iter().map(|label| width(label)).max().unwrap_or_default();
        let box_width = longest.saturating_mul(29).div_ceil(4).saturating_add(24).max(68);
        let columns = ROOM.checked_div(box_width.saturating_add(32)).unwrap_or_default().max(3);
        let minor = |id: VersionId| of(id).map(|version| (version.major, version.minor));
        let mut places = Places {
            prefix: prefix.to_owned(),
            order,
            index,
            groups: Vec::new(),
            places: Vec::new(),
            labels,
            lines: Vec::new(),
            box_width,
        };
        let order = places.order.clone();
        for group in order.chunk_by(|a, b| minor(*a) == minor(*b)) {
            let label = group.first().and_then(|id| minor(*id));
            let label = label.map_or_else(|| "No version".to_owned(), |(major, minor)| format!("{major}.{minor}"));
            places.add(graph, group, label, columns);
        }
        places
    }

    /// Adds a row. Its newest entries are in its first line. If it has several lines, the last one is full.
    fn add(&mut self, graph: &Graph<'_, '_>, group: &[VersionId], label: String, columns: usize) {
        self.groups.push(Group { label, line: self.lines.len() });
        let last = group.len().div_ceil(columns).saturating_sub(1);
        let first_line = self.lines.len();
        for (at, id) in group.iter().enumerate() {
            let age = group.len().saturating_sub(at).saturating_sub(1);
            let (up, column) = (age.checked_div(columns), age.checked_rem(columns));
            let line = first_line.saturating_add(last).saturating_sub(up.unwrap_or_default());
            let is_low = graph.is_entry(*id) && graph.is_skipped(*id);
            let index = self.places.len();
            self.places.push(Place { line, column: column.unwrap_or_default(), is_low });
            match self.lines.get_mut(line) {
                Some((last, count)) => (*last, *count) = (index, count.saturating_add(1)),
                None => self.lines.push((index, 1)),
            }
        }
    }

    pub(super) fn of(&self, at: usize) -> Place {
        self.places.get(at).copied().unwrap_or_default()
    }

    pub(super) fn label(&self, at: usize) -> &str {
        self.labels.get(at).map_or("", String::as_str)
    }

    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The number of columns of the widest line.
    pub(super) fn columns(&self) -> usize {
        self.lines.iter().map(|(_, count)| *count).max().unwrap_or_default()
    }

    /// The version at a place.
    pub(super) fn at(&self, line: usize, column: usize) -> Option<usize> {
        let (last, count) = self.lines.get(line)?;
        (column < *count).then(|| last.saturating_sub(column))
    }
}

/// The version of a name. Without a bundle, the version is parsed from the name.
fn version<'g>(graph: &'g Graph<'_, '_>, id: VersionId, short: &str) -> Option<Cow<'g, Version>> {
    if let Some(version) = graph.version(id) {
        return Some(Cow::Borrowed(version));
    }
    let after = versioned(graph.name(id)).map_or(short, |(_, after)| after);
    Version::parse(after.strip_prefix('v').unwrap_or(after)).ok().map(Cow::Owned)
}

/// Shortens long labels in the middle.
fn shorten(label: &str) -> String {
    let count = label.chars().count();
    if count <= LONGEST {
        return label.to_owned();
    }
    let start: String = label.chars().take(LONGEST / 2).collect();
    let end: String = label.chars().skip(count.saturating_sub(LONGEST / 2).saturating_add(1)).collect();
    format!("{start}\u{2026}{end}")
}

/// The approximate width in columns of a terminal: wide characters count as two.
fn width(label: &str) -> usize {
    label.chars().map(|character| if character.len_utf8() > 2 && character != '\u{2026}' { 2 } else { 1 }).sum()
}
