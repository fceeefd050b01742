//! The simulated upgrade path.

use crate::prelude::*;
use olmkit_api::EdgeKind;
use olmkit_collections::SortedSet;

use crate::state::AppState;

/// The simulated upgrade path in the graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OnPath {
    pub steps: Vec<(String, String)>,
    pub names: SortedSet<String>,
    /// The entries whose skipRange the path uses.
    pub ranges: SortedSet<String>,
}

impl OnPath {
    pub fn of(app: AppState) -> Self {
        let mut found = OnPath::default();
        let Some(Ok(path)) = app.path.get() else { return found };
        for step in path.steps {
            if step.edge == EdgeKind::SkipRange {
                found.ranges.insert(step.to.clone());
            }
            found.names.insert(step.from.clone());
            found.names.insert(step.to.clone());
            found.steps.push((step.from, step.to));
        }
        found
    }
}
