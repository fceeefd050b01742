//! Follows upgrades step by step.

use olmkit_collections::List;

use crate::ids::VersionId;

/// The result of one resolution for each installed version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    /// The next installed version. `None` if the version stays.
    pub next: List<VersionId, Option<VersionId>>,
    /// Whether the resolver panics.
    pub panics: List<VersionId, bool>,
}

/// The ends of all upgrade paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The last version. `None` for endless upgrades.
    pub last: List<VersionId, Option<VersionId>>,
}

const UNKNOWN: u8 = 0;
const OPEN: u8 = 1;
const DONE: u8 = 2;

impl Steps {
    /// The version that the next upgrade from `id` installs.
    #[must_use]
    pub fn after(&self, id: VersionId) -> Option<VersionId> {
        self.next.get(id).copied().flatten()
    }

    /// Whether the resolver panics if the version is installed.
    #[must_use]
    pub fn panics_at(&self, id: VersionId) -> bool {
        self.panics.get(id).copied().unwrap_or(false)
    }

    /// Follows the upgrades from every name to their end, in linear time.
    #[must_use]
    pub fn walk(&self) -> Walk {
        let mut last = List::repeat(None, self.next.len());
        let mut state = List::repeat(UNKNOWN, self.next.len());
        let mut trail = Vec::new();
        for start in self.next.ids() {
            let mut at = start;
            let end = loop {
                match state.get(at).copied() {
                    None | Some(OPEN) => break None,
                    Some(DONE) => break last.get(at).copied().flatten(),
                    Some(_) => {}
                }
                state.set(at, OPEN);
                trail.push(at);
                match self.after(at) {
                    Some(next) => at = next,
                    None => break Some(at),
                }
            };
            for id in trail.drain(..) {
                last.set(id, end);
                state.set(id, DONE);
            }
        }
        Walk { last }
    }

    /// Whether the upgrades from each name reach a target; true for the target itself. Linear time.
    #[must_use]
    pub fn reaching(&self, target: Option<VersionId>) -> List<VersionId, bool> {
        self.distances(target).iter().map(Option::is_some).collect()
    }

    /// The number of upgrades from each name to a target; 0 for the target itself, `None` if it is not reached. Linear
    /// time.
    #[must_use]
    pub fn distances(&self, target: Option<VersionId>) -> List<VersionId, Option<usize>> {
        let mut distances = List::repeat(None, self.next.len());
        let mut is_known = List::repeat(false, self.next.len());
        if let Some(target) = target {
            distances.set(target, Some(0));
            is_known.set(target, true);
        }
        let mut trail = Vec::new();
        for start in self.next.ids() {
            let mut at = Some(start);
            while let Some(id) = at.filter(|id| is_known.get(*id) == Some(&false)) {
                is_known.set(id, true);
                trail.push(id);
                at = self.after(id);
            }
            // Names on a cycle have no distance yet, and none of them reaches the target.
            let mut distance: Option<usize> = at.and_then(|end| distances.get(end).copied().flatten());
            for id in trail.drain(..).rev() {
                distance = distance.map(|distance| distance.saturating_add(1));
                distances.set(id, distance);
            }
        }
        distances
    }
}
