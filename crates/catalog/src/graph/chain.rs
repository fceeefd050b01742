//! opm's own check of a channel's graph: one head, one chain of `replaces`, nothing left over.

use olmkit_diagnostics::HashSet;
use olmkit_diagnostics::Table;

use olmkit_diagnostics::order;

/// An entry as far as opm's check looks at it.
#[derive(Debug, Clone)]
pub struct Link<'e> {
    /// The entry's name.
    pub name: &'e str,
    /// What it replaces; an empty text for nothing.
    pub replaces: &'e str,
    /// What it skips.
    pub skips: Vec<&'e str>,
}

/// What opm finds wrong with a channel; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem<'e> {
    /// Every entry is replaced or skipped by another one.
    NoHead,
    /// More than one entry that nothing replaces or skips, sorted.
    MultipleHeads(Vec<&'e str>),
    /// The chain comes back to itself: from the first occurrence round to it.
    Cycle(Vec<&'e str>),
    /// Entries that are neither on the chain nor skipped, sorted.
    Stranded(Vec<&'e str>),
}

impl Problem<'_> {
    /// opm's text.
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
    let incoming: HashSet<&str> = links
        .iter()
        .flat_map(|link| link.skips.iter().copied().chain(Some(link.replaces).filter(|r| !r.is_empty())))
        .collect();
    order::unique(links.iter().map(|link| link.name).filter(|name| !incoming.contains(name)))
}

/// Checks a channel that has entries. Linear in entries and edges.
#[must_use]
pub fn check<'e>(links: &[Link<'e>]) -> Option<Problem<'e>> {
    let heads = heads(links);
    let head = match heads.as_slice() {
        [] => return Some(Problem::NoHead),
        [head] => *head,
        _ => return Some(Problem::MultipleHeads(heads)),
    };
    let by_name: Table<&str, &Link<'e>> = links.iter().map(|link| (link.name, link)).collect();
    let skipped: HashSet<&str> = links.iter().flat_map(|link| link.skips.iter().copied()).collect();
    let mut chain = vec![head];
    let mut visited: HashSet<&str> = HashSet::default();
    visited.insert(head);
    let mut current = by_name.get(head).copied();
    while let Some(link) = current {
        let next = link.replaces;
        if skipped.contains(next) {
            break;
        }
        if !visited.insert(next) {
            let from = chain.iter().position(|name| *name == next).unwrap_or(0);
            let mut path = chain.split_off(from);
            path.push(next);
            return Some(Problem::Cycle(path));
        }
        chain.push(next);
        current = by_name.get(next).copied();
    }
    let names = links.iter().map(|link| link.name);
    let stranded = order::unique(names.filter(|name| !visited.contains(name) && !skipped.contains(name)));
    (!stranded.is_empty()).then_some(Problem::Stranded(stranded))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `c>b` replaces, `c~b` skips, entries separated by commas, several edges by `&`.
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
}
