//! Step after step to the end.

/// What one resolution does for each installed name, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    /// What is installed next; `None` where it stays.
    pub next: Vec<Option<usize>>,
    /// Where the resolver panics.
    pub panics: Vec<bool>,
}

/// Where the steps lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// Where it ends, by number; `None` for a walk without end.
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

    /// Which names come by a target, the target itself included. Linear.
    #[must_use]
    pub fn reaching(&self, target: Option<usize>) -> Vec<bool> {
        let mut reaches = vec![false; self.next.len()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.next.len()];
        for (from, next) in self.next.iter().enumerate() {
            if let Some(list) = next.and_then(|next| before.get_mut(next)) {
                list.push(from);
            }
        }
        let mut open: Vec<usize> = target.into_iter().collect();
        while let Some(id) = open.pop() {
            let Some(reached) = reaches.get_mut(id) else { continue };
            if !std::mem::replace(reached, true) {
                open.extend(before.get(id).into_iter().flatten());
            }
        }
        reaches
    }
}
