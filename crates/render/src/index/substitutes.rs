//! `olm.substitutesFor`: a bundle that substitutes for another one.

use olmkit_collections::{SortedMap, SortedSet, order};

use super::IndexError;
use super::nodes::Nodes;

/// Adds the edges that substitutes need, and redirects edges from substituted bundles to their substitutes.
pub(super) fn substitute(nodes: &mut Nodes) -> Result<(), IndexError> {
    let chain = chains(nodes)?;
    check_cycles(&chain)?;
    let mut order: Vec<String> = chain.keys().cloned().collect();
    order::sort_by(&mut order, |a, b| nodes.get(a).map(|node| &node.age).cmp(&nodes.get(b).map(|node| &node.age)));
    for name in &order {
        let Some(target) = chain.get(name) else { continue };
        let below: Vec<String> = std::iter::successors(Some(target), |at| chain.get(*at)).cloned().collect();
        for (other, node) in nodes.iter_mut().filter(|(other, _)| *other != name && !below.contains(other)) {
            if node.edges.replaces.as_ref() == Some(target) {
                node.edges.replaces = Some(name.clone());
            }
            let skips = &mut node.edges.skips;
            if chain.get(other) != Some(name) && skips.contains(target) && !skips.contains(name) {
                skips.push(name.clone());
            }
        }
        let Some(own) = nodes.get_mut(name) else { continue };
        for skipped in below {
            if !own.edges.skips.contains(&skipped) {
                own.edges.skips.push(skipped);
            }
        }
    }
    Ok(())
}

/// The bundle that each substitute substitutes for. Of several for the same bundle, each substitutes for the next older
/// one.
fn chains(nodes: &Nodes) -> Result<SortedMap<String, String>, IndexError> {
    let mut by_target: SortedMap<&str, Vec<&str>> = SortedMap::new();
    for (name, node) in nodes {
        if let Some(target) = node.bundle.substitutes_for.as_deref() {
            by_target.entry(target).or_default().push(name);
        }
    }
    let mut chain = SortedMap::new();
    for (target, mut names) in by_target {
        order::sort_by(&mut names, |a, b| {
            nodes.get(*a).map(|node| &node.age).cmp(&nodes.get(*b).map(|node| &node.age))
        });
        let mut below = target;
        for name in names {
            let is_same = |other: &str| nodes.get(other).map(|node| &node.age) == nodes.get(name).map(|node| &node.age);
            if below != target && is_same(below) {
                let text = "cannot determine latest substitution because of duplicate versions";
                return Err(IndexError::new(format!("failed to add substitutes : {text}")));
            }
            chain.insert(name.to_owned(), below.to_owned());
            below = name;
        }
    }
    Ok(chain)
}

fn check_cycles(chain: &SortedMap<String, String>) -> Result<(), IndexError> {
    for name in chain.keys() {
        let mut seen = SortedSet::from([name]);
        let mut at = name;
        while let Some(next) = chain.get(at) {
            if !seen.insert(next) {
                let text = format!("cyclic substitutesFor chain detected involving \"{name}\"");
                return Err(IndexError::new(format!("failed to add substitutes : {text}")));
            }
            at = next;
        }
    }
    Ok(())
}
