//! New problems, each listed once for all entries that have it.

use olmkit_api::{ImpactCluster, ImpactProblem};
use olmkit_collections::order;
use olmkit_text::{listed, natural};

use crate::text::count;

/// The maximum number of names in a sentence.
const NAMES: usize = 20;

/// A problem, and the channels or other entries that have a problem of the same rule.
pub struct Alike {
    pub problem: ImpactProblem,
    pub channels: Vec<String>,
    /// The other entries, by version.
    pub entries: Vec<String>,
}

impl Alike {
    fn new(problem: &ImpactProblem) -> Self {
        Alike { channels: problem.channel.iter().cloned().collect(), problem: problem.clone(), entries: Vec::new() }
    }

    /// Adds a problem of the same rule: in another channel if `across` is set, or of another entry of the channel.
    /// Returns whether it was added.
    fn takes(&mut self, other: &ImpactProblem, across: bool) -> bool {
        let first = &self.problem;
        if (&first.rule, &first.package) != (&other.rule, &other.package) {
            return false;
        }
        if across && self.entries.is_empty() && first.channel != other.channel && first.message == other.message {
            self.channels.extend(other.channel.clone());
            return true;
        }
        let (Some(own), Some(entry)) = (&first.entry, &other.entry) else { return false };
        // An entry can have several problems of a rule, each with a message of its own.
        let is_other = own != entry && !self.entries.contains(entry);
        if first.channel != other.channel || self.channels.len() > 1 || !is_other {
            return false;
        }
        self.entries.push(entry.clone());
        true
    }

    /// The sentence that names the other entries, after the message.
    pub fn others(&self, short: impl Fn(&str) -> String) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let names = self.entries.iter().map(|name| short(name)).collect();
        format!(" The same problem: {}.", listed(names, NAMES, "and"))
    }
}

/// The problems without those that are alike. `across`: the same problem in several channels is listed once.
pub fn alike(problems: &[ImpactProblem], across: bool) -> Vec<Alike> {
    let mut found: Vec<Alike> = Vec::new();
    for problem in problems {
        if !found.iter_mut().any(|first| first.takes(problem, across)) {
            found.push(Alike::new(problem));
        }
    }
    for one in &mut found {
        order::sort_by(&mut one.entries, |a, b| natural(a, b));
    }
    found
}

/// The line about the problems that the cluster counts and does not contain.
pub fn not_listed(cluster: &ImpactCluster) -> Option<String> {
    let more = cluster.count.saturating_sub(cluster.problems.len());
    (more > 0).then(|| format!("{} not listed.", count(more, "more problem is", "more problems are")))
}
