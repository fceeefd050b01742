//! Joins the impacts of a change on several catalogs and on a bundle.

use olmkit_api::{ImpactCluster, ImpactPath, ImpactVerdict};

use crate::types::{CatalogImpact, Impacts};

impl Impacts {
    /// Merges the clusters of all catalogs by kind, in order of first occurrence, and appends those of the bundle.
    pub fn joined(self) -> Vec<ImpactCluster> {
        let mut all: Vec<ImpactCluster> = Vec::new();
        for cluster in self.catalogs.into_iter().flat_map(CatalogImpact::named) {
            match all.iter_mut().find(|known| known.kind == cluster.kind) {
                Some(known) => add(known, cluster),
                None => all.push(cluster),
            }
        }
        all.extend(self.bundle);
        all
    }
}

impl CatalogImpact {
    /// Returns the clusters. If there are several catalogs, their sentences name the catalog.
    fn named(self) -> Vec<ImpactCluster> {
        let Some(root) = self.root else { return self.clusters };
        let name = |cluster: ImpactCluster| ImpactCluster {
            consequences: cluster.consequences.iter().map(|line| format!("{root}: {line}")).collect(),
            verdicts: cluster
                .verdicts
                .into_iter()
                .map(|verdict| ImpactVerdict { catalog: Some(root.clone()), ..verdict })
                .collect(),
            paths: cluster
                .paths
                .into_iter()
                .map(|path| ImpactPath { package: format!("{root}{}", path.package), ..path })
                .collect(),
            ..cluster
        };
        self.clusters.into_iter().map(name).collect()
    }
}

/// Adds a cluster to another cluster of the same kind.
fn add(known: &mut ImpactCluster, cluster: ImpactCluster) {
    known.count = known.count.saturating_add(cluster.count);
    known.consequences.extend(cluster.consequences);
    known.problems.extend(cluster.problems);
    known.verdicts.extend(cluster.verdicts);
    known.paths.extend(cluster.paths);
    known.longest = known.longest.take().or(cluster.longest);
}
