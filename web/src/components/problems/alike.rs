//! The other places of a problem, in a sentence.

use olmkit_collections::{SortedSet, order};
use olmkit_diagnostics::alike::{Alike, Problem, by_channel};
use olmkit_text::{counted, listed, listed_names, natural};

use crate::components::problems::problem::without_package;

/// The maximum number of names in a list.
const NAMES: usize = 12;
/// The maximum number of channels whose entries are listed.
const CHANNELS: usize = 4;

/// "The same problem: 1.1.0 and 1.2.0; in `fast`: 1.1.0; in `alpha` and `beta`." The last channels have the entry of the
/// first finding. Empty if there is nothing to name.
pub fn others(found: &Alike, all: &[Problem<'_>]) -> String {
    let of = |at: &usize| all.get(*at).copied();
    let Some(first) = of(&found.first) else { return String::new() };
    let named = |entries: SortedSet<&str>| {
        let package = first.package.unwrap_or_default();
        let mut names: Vec<String> = entries.into_iter().map(|name| without_package(name, package)).collect();
        order::sort_by(&mut names, |a, b| natural(a, b));
        listed(names, NAMES, "and")
    };
    let (mut parts, mut same, mut more) = (Vec::new(), Vec::new(), 0_usize);
    for (channel, entries) in by_channel(found.others.iter().filter_map(of)) {
        let is_same = entries.iter().all(|entry| first.entry == Some(*entry));
        match channel.filter(|_| channel != first.channel) {
            None if is_same => {}
            None => parts.insert(0, named(entries)),
            Some(channel) if is_same => same.push(channel),
            Some(channel) if parts.len() < CHANNELS => parts.push(format!("in `{channel}`: {}", named(entries))),
            Some(_) => more = more.saturating_add(1),
        }
    }
    if !same.is_empty() {
        parts.push(format!("in {}", listed_names(&same, NAMES, "and")));
    }
    if more > 0 {
        parts.push(format!("in {}", counted(more, "more channel", "more channels")));
    }
    if parts.is_empty() { String::new() } else { format!("The same problem: {}.", parts.join("; ")) }
}
