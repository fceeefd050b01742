//! opm's check of a channel: one head, one chain of `replaces`, no entry outside of it.

use olmkit_collections::{List, order};

use crate::ids::{Numbers, VersionId};

/// The fields of an entry that opm's check uses.
#[derive(Debug, Clone)]
pub struct Link<'e> {
    /// The entry's name.
    pub name: &'e str,
    /// The replaced entry; empty if there is none.
    pub replaces: &'e str,
    /// The skipped entries.
    pub skips: Vec<&'e str>,
}

/// The first problem that opm reports for a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem<'e> {
    /// Every entry is replaced or skipped.
    NoHead,
    /// The entries that no entry replaces or skips, if there is more than one; sorted.
    MultipleHeads(Vec<&'e str>),
    /// The cycle, from the first repeated entry back to it.
    Cycle(Vec<&'e str>),
    /// Entries that are neither on the chain nor skipped, sorted.
    Stranded(Vec<&'e str>),
}

impl Problem<'_> {
    /// opm's message.
    #[must_use]
    pub fn upstream(&self) -> String {
        match self {
            Problem::NoHead => "no channel head found in graph".to_owned(),
            Problem::MultipleHeads(heads) => format!("multiple channel heads found in graph: {}", heads.join(", ")),
            Problem::Cycle(path) => format!("detected cycle in replaces chain of upgrade graph: {}", path.join(" -> ")),
            Problem::Stranded(names) => format!("channel contains one or more stranded bundles: {}", names.join(", ")),
        }
    }
}

/// The entries that no entry replaces or skips, sorted.
#[must_use]
pub fn heads<'e>(links: &[Link<'e>]) -> Vec<&'e str> {
    Numbered::new(links).heads()
}

/// The edges between entries.
struct Numbered<'e> {
    numbers: Numbers<'e>,
    /// The entry that each entry replaces. The empty string has an id too.
    replaces: List<VersionId, VersionId>,
    /// Whether an entry replaces or skips it.
    has_successor: List<VersionId, bool>,
    /// Whether an entry skips it.
    is_skipped: List<VersionId, bool>,
}

impl<'e> Numbered<'e> {
    fn new(links: &[Link<'e>]) -> Self {
        let mut numbers = Numbers::new(links.iter().map(|link| link.name));
        let mut skipped = Vec::new();
        let mut replaces = List::from(Vec::with_capacity(links.len()));
        for (at, link) in numbers.own.ids().zip(links) {
            replaces.push(numbers.add_replaced(link.replaces, at));
            skipped.extend(link.skips.iter().map(|name| numbers.add(name)));
        }
        let replaced = links.iter().zip(&replaces).filter(|(link, _)| !link.replaces.is_empty()).map(|(_, id)| *id);
        let is_skipped = marks(numbers.names.len(), skipped.iter().copied());
        let has_successor = marks(numbers.names.len(), skipped.iter().copied().chain(replaced));
        Numbered { numbers, replaces, has_successor, is_skipped }
    }

    fn heads(&self) -> Vec<&'e str> {
        let is_head = |id: &VersionId| self.has_successor.get(*id) == Some(&false);
        order::unique(self.names(self.numbers.own.iter().copied().filter(is_head)).into_iter())
    }

    /// The last entry of each name.
    fn last_entries(&self) -> List<VersionId, Option<VersionId>> {
        let mut last = List::repeat(None, self.numbers.names.len());
        for (at, id) in self.numbers.own.with_ids() {
            last.set(*id, Some(at));
        }
        last
    }

    fn names(&self, ids: impl Iterator<Item = VersionId>) -> Vec<&'e str> {
        ids.filter_map(|id| self.numbers.names.get(id).copied()).collect()
    }
}

fn marks(length: usize, marked: impl Iterator<Item = VersionId>) -> List<VersionId, bool> {
    let mut marks = List::repeat(false, length);
    marked.for_each(|id| marks.set(id, true));
    marks
}

/// Checks a channel that has entries. The time is linear in entries and edges.
#[must_use]
pub fn check<'e>(links: &[Link<'e>]) -> Option<Problem<'e>> {
    let graph = Numbered::new(links);
    let heads = graph.heads();
    let head = match heads.as_slice() {
        [] => return Some(Problem::NoHead),
        [head] => *graph.numbers.ids.get(head)?,
        _ => return Some(Problem::MultipleHeads(heads)),
    };
    let last_entries = graph.last_entries();
    let is_skipped = |id: VersionId| graph.is_skipped.get(id) == Some(&true);
    let mut chain = vec![head];
    let mut visited = marks(graph.numbers.names.len(), [head].into_iter());
    let mut current = last_entries.get(head).copied().flatten();
    while let Some(next) = current.and_then(|entry| graph.replaces.get(entry).copied()) {
        if is_skipped(next) {
            break;
        }
        if visited.get_mut(next).is_some_and(|visited| std::mem::replace(visited, true)) {
            let from = chain.iter().position(|id| *id == next).unwrap_or(0);
            return Some(Problem::Cycle(graph.names(chain.into_iter().skip(from).chain([next]))));
        }
        chain.push(next);
        current = last_entries.get(next).copied().flatten();
    }
    let is_stranded = |id: &VersionId| visited.get(*id) == Some(&false) && !is_skipped(*id);
    let stranded = order::unique(graph.names(graph.numbers.own.iter().copied().filter(is_stranded)).into_iter());
    (!stranded.is_empty()).then_some(Problem::Stranded(stranded))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses `c>b` (replaces) and `c~b` (skips). Commas separate entries, `&` separates edges.
    fn parse(text: &str) -> Vec<Link<'_>> {
        let entries = text.split(',').map(str::trim);
        entries
            .map(|entry| {
                let edges: Vec<&str> = entry.split('&').map(str::trim).collect();
                let name = edges.first().and_then(|edge| edge.split(['>', '~']).next()).unwrap_or_default();
                let mut link = Link { name, replaces: "", skips: Vec::new() };
                for edge in edges {
                    if let Some((_, to)) = edge.split_once('>') {
                        link.replaces = to;
                    }
                    if let Some((_, to)) = edge.split_once('~') {
                        link.skips.push(to);
                    }
                }
                link
            })
            .collect()
    }

    #[test]
    fn follows_opm() {
        let cases = [
            ("c>b, b>a, a", ""),
            ("b>a, a>zzz", ""),
            ("c>missing, b>a, a>c", ""),
            ("b>zzz, a", "multiple channel heads found in graph: a, b"),
            ("c>a, b>a, a", "multiple channel heads found in graph: b, c"),
            ("a>b, b>a", "no channel head found in graph"),
            ("a~a", "no channel head found in graph"),
            ("b>a, a>a", "detected cycle in replaces chain of upgrade graph: a -> a"),
            ("d>c, c>b, b>a, a>c", "detected cycle in replaces chain of upgrade graph: c -> b -> a -> c"),
            ("b>a&b~a, a", ""),
            ("c>b&c~b, b>a, a", "channel contains one or more stranded bundles: a"),
            ("c>b&c~b&c~a, b>a, a", ""),
            ("d>c&d~b, c>b, b>a, a", "channel contains one or more stranded bundles: a"),
            ("c~b, b>a, a", "channel contains one or more stranded bundles: a"),
            ("c~a&c~b, b, a", ""),
            ("b>a&b~zzz, a", ""),
        ];
        for (channel, expected) in cases {
            let found = check(&parse(channel)).map(|problem| problem.upstream()).unwrap_or_default();
            assert_eq!(found, expected, "{channel}");
        }
    }
    #[test]
    fn heads_are_sorted_and_named_once() {
        let cases: [(&str, &[&str]); 4] =
            [("b>a, a", &["b"]), ("b>zzz, a, b", &["a", "b"]), ("c~b, b, a>b", &["a", "c"]), ("a>b, b>a", &[])];
        for (channel, expected) in cases {
            assert_eq!(heads(&parse(channel)), expected, "{channel}");
        }
    }
}
