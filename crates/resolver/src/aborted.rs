//! The errors that OLM reports when it aborts a resolution.
//!
//! OLM continues after a broken requirement, and finally reports the errors of all bundles that it has visited. For
//! each subscription, these are the errors of the first candidate that has any, including those of its dependencies.

use olmkit_collections::HashSet;

use crate::formula::Formula;
use crate::ids::{BundleId, EntryId, RequirementId, SourceId};
use crate::request::{Failure, FailureKind, Request, Subscription};
use crate::universe::Universe;

/// Returns all failures of a request in OLM's order. `first` is one of them. A crash stops OLM immediately.
pub(crate) fn failures(universe: &Universe<'_>, request: &Request, first: Failure) -> Vec<Failure> {
    if first.kind != FailureKind::Error {
        return vec![first];
    }
    let Ok(formula) = Formula::empty(universe, request) else { return vec![first] };
    let mut walk = Walk { universe, visited: HashSet::default(), followed: HashSet::default(), found: Vec::new() };
    walk.follow(formula.existing_bundles().map(Node::Existing).collect());
    // If installed bundles have errors, OLM reports only those.
    if walk.found.is_empty() {
        request.subscriptions.iter().for_each(|subscription| walk.subscription(&formula, subscription));
    }
    if walk.found.is_empty() { vec![first] } else { walk.found }
}

/// Joins error messages as Kubernetes does, without duplicates.
pub(crate) fn joined(failures: &[Failure]) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for failure in failures {
        if !texts.contains(&failure.upstream.as_str()) {
            texts.push(&failure.upstream);
        }
    }
    match texts.as_slice() {
        [only] => (*only).to_owned(),
        several => format!("[{}]", several.join(", ")),
    }
}

/// A bundle that OLM visits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Existing(BundleId),
    Entry(EntryId),
}

struct Walk<'q, 'c> {
    universe: &'q Universe<'c>,
    visited: HashSet<Node>,
    /// Requirements whose candidates have been visited.
    followed: HashSet<(RequirementId, Option<SourceId>)>,
    found: Vec<Failure>,
}

impl Walk<'_, '_> {
    fn subscription(&mut self, formula: &Formula<'_>, subscription: &Subscription) {
        match formula.candidates_for(subscription) {
            Ok(entries) => {
                let before = self.found.len();
                for entry in entries {
                    self.follow(vec![Node::Entry(entry)]);
                    if self.found.len() > before {
                        return;
                    }
                }
            }
            Err(failure) => self.found.push(failure),
        }
    }

    /// Visits bundles and their dependencies, depth first.
    fn follow(&mut self, mut waiting: Vec<Node>) {
        while let Some(node) = waiting.pop() {
            if self.visited.insert(node) {
                self.visit(node, &mut waiting);
            }
        }
    }

    fn visit(&mut self, node: Node, waiting: &mut Vec<Node>) {
        let universe = self.universe;
        let at = match node {
            Node::Existing(bundle) => Some(bundle),
            Node::Entry(entry) => universe.entries.get(entry).map(|entry| entry.bundle),
        };
        let Some((at, bundle)) = at.and_then(|at| Some((at, universe.bundles.get(at)?))) else { return };
        // Only the first error of a bundle is reported.
        if let Some(broken) = bundle.requires.iter().find_map(|(requirement, _)| universe.broken(at, *requirement)) {
            self.found.push(broken);
            return;
        }
        let own = matches!(node, Node::Entry(_)).then_some(bundle.source);
        for (requirement, _) in &bundle.requires {
            if !self.followed.insert((*requirement, own)) {
                continue;
            }
            match universe.candidates(*requirement, own) {
                Ok(entries) => waiting.extend(entries.into_iter().map(Node::Entry)),
                Err(error) => self.found.push(Failure::order(error)),
            }
        }
    }
}
