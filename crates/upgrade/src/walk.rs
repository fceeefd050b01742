//! Follows upgrades step by step.

/// The result of one resolution for each installed name, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    /// The next installed version. `None` if it does not change.
    pub next: Vec<Option<usize>>,
    /// Where the resolver panics.
    pub panics: Vec<bool>,
}

/// Where the steps end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The last version, by number. `None` for endless upgrades.
    pub last: Vec<Option<usize>>,
}

const UNKNOWN: u8 = 0;
const OPEN: u8 = 1;
const DONE: u8 = 2;

impl Steps {
    /// What follows a name.
    #[must_use]
    pub fn after(&self, id: usize) -> Option<usize> {
        self.next.get(id).copied().flatten()
    }

    /// Whether the resolver panics when it is installed.
    #[must_use]
    pub fn panics_at(&self, id: usize) -> bool {
        self.panics.get(id).copied().unwrap_or(false)
    }

    /// Follows every name to its end. Linear.
    #[must_use]
    pub fn walk(&self) -> Walk {
        let mut last = vec![None; self.next.len()];
        let mut state = vec![UNKNOWN; self.next.len()];
        let mut trail = Vec::new();
        for start in 0..self.next.len() {
            let mut at = start;
            let end = loop {
                match state.get(at).copied() {
                    None | Some(OPEN) => break None,
                    Some(DONE) => break last.get(at).copied().flatten(),
                    Some(_) => {}
                }
                if let Some(state) = state.get_mut(at) {
                    *state = OPEN;
                }
                trail.push(at);
                match self.after(at) {
                    Some(next) => at = next,
                    None => break Some(at),
                }
            };
            for id in trail.drain(..) {
                if let (Some(last), Some(state)) = (last.get_mut(id), state.get_mut(id)) {
                    *last = end;
                    *state = DONE;
                }
            }
        }
        Walk { last }
    }

    /// The names whose steps include a target, and the target itself. Linear.
    #[must_use]
    pub fn reaching(&self, target: Option<usize>) -> Vec<bool> {
        self.distances(target).iter().map(Option::is_some).collect()
    }

    /// The number of steps from each name to a target; 0 for the target itself, `None` where it is not reached. Linear.
    #[must_use]
    pub fn distances(&self, target: Option<usize>) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.next.len()];
        let mut is_known = vec![false; self.next.len()];
        if let Some((distance, is_known)) =
            target.and_then(|target| Some((distances.get_mut(target)?, is_known.get_mut(target)?)))
        {
            (*distance, *is_known) = (Some(0), true);
        }
        let mut trail = Vec::new();
        for start in 0..self.next.len() {
            let mut at = Some(start);
            while let Some(id) = at.filter(|id| is_known.get(*id) == Some(&false)) {
                if let Some(known) = is_known.get_mut(id) {
                    *known = true;
                }
                trail.push(id);
                at = self.after(id);
            }
            // No name on a cycle has a distance yet, and none of them reaches the target.
            let mut distance: Option<usize> = at.and_then(|end| distances.get(end).copied().flatten());
            for id in trail.drain(..).rev() {
                distance = distance.map(|distance| distance.saturating_add(1));
                if let Some(slot) = distances.get_mut(id) {
                    *slot = distance;
                }
            }
        }
        distances
    }
}
