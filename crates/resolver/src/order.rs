//! The order of a channel, from its head down (bundle specification 6.3).

use std::collections::{HashMap, HashSet};

/// An entry as far as the order looks at it.
#[derive(Debug, Clone)]
pub(crate) struct Link<'e> {
    pub(crate) name: &'e str,
    pub(crate) replaces: &'e str,
    pub(crate) skips: &'e [String],
}

/// Chains of a channel that has several; more of them tell nobody more.
const MOST_SHOWN: usize = 20;

/// The positions of the entries from the head along `replaces`, without skipped ones; entries beside that chain are
/// left out. OLM's text when there is no such order.
pub(crate) fn order(links: &[Link<'_>], channel: &str, package: &str) -> Result<Vec<usize>, String> {
    let mut by_name: HashMap<&str, usize> = HashMap::with_capacity(links.len());
    for (at, link) in links.iter().enumerate() {
        by_name.insert(link.name, at);
    }
    let (mut replaced, mut skipped) = (HashSet::new(), HashSet::new());
    for link in links {
        if by_name.contains_key(link.replaces) {
            replaced.insert(link.replaces);
        }
        for skip in link.skips.iter().filter(|skip| by_name.contains_key(skip.as_str())) {
            replaced.insert(skip.as_str());
            skipped.insert(skip.as_str());
        }
    }
    let mut heads: Vec<(&str, usize)> = links
        .iter()
        .enumerate()
        .filter(|(_, link)| !replaced.contains(link.name))
        .map(|(at, link)| (link.name, at))
        .collect();
    heads.sort_unstable(); // A registry server lists the entries of a channel by name.
    if heads.is_empty() && !links.is_empty() {
        return Err(format!(
            "no channel heads (entries not replaced by another entry) found in channel \"{channel}\" of package \"{package}\""
        ));
    }
    let count = heads.len();
    let mut chains = Vec::new();
    for (_, head) in heads.into_iter().take(MOST_SHOWN) {
        chains.push(chain(links, &by_name, &skipped, head).ok_or_else(|| {
            let name = links.get(head).map_or("", |link| link.name);
            format!("a cycle exists in the chain of replacement beginning with \"{name}\" in channel \"{channel}\" of package \"{package}\"")
        })?);
    }
    if count > 1 {
        let shown: Vec<String> = chains.iter().map(|chain| show(links, chain)).collect();
        return Err(format!(
            "a unique replacement chain within a channel is required to determine the relative order between channel \
             entries, but {count} replacement chains were found in channel \"{channel}\" of package \"{package}\": {}",
            shown.join(", ")
        ));
    }
    Ok(chains.pop().unwrap_or_default())
}

fn chain(
    links: &[Link<'_>],
    by_name: &HashMap<&str, usize>,
    skipped: &HashSet<&str>,
    head: usize,
) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut visited = HashSet::new();
    let mut at = Some(head);
    while let Some(here) = at {
        if !visited.insert(here) {
            return None;
        }
        let link = links.get(here)?;
        if !skipped.contains(link.name) {
            found.push(here);
        }
        at = by_name.get(link.replaces).copied();
    }
    Some(found)
}

fn show(links: &[Link<'_>], chain: &[usize]) -> String {
    let name = |at: &usize| links.get(*at).map_or("", |link| link.name);
    match chain {
        [] => "[]".to_owned(),
        [only] => name(only).to_owned(),
        [first, .., last] => format!("{}...{}", name(first), name(last)),
    }
}
