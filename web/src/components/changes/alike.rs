//! New problems, each listed once for all entries that have it.

use olmkit_api::{ImpactCluster, ImpactProblem};
use olmkit_collections::order;
use olmkit_text::{listed, natural};

/// The maximum number of names in a sentence.
const NAMES: usize = 20;

/// The first of the problems that differ only in their channel or entry.
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

    /// Adds a problem, unless it is another one, or the same in another channel and `across` is not set.
    fn takes(&mut self, other: &ImpactProblem, across: bool) -> bool {
        let first = &self.problem;
        if (&first.rule, &first.package) != (&other.rule, &other.package) {
            return false;
        }
        if first.channel == other.channel && first.entry.is_some() {
            self.entries.extend(other.entry.clone());
            return true;
        }
        let is_same = across && first.message == other.message;
        if is_same {
            self.channels.extend(other.channel.clone());
        }
        is_same
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
    (more > 0).then(|| format!("and {more} more"))
}
