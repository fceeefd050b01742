//! The impacts of a change on several catalogs and on a bundle, and how they are joined.

use olmkit_api::{ImpactCluster, ImpactPath, ImpactProblem, ImpactVerdict, LongestPath, Opm, Summary};
use serde::Deserialize;

/// The impact of a change on a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct CatalogImpact {
    /// The folder of the catalog; absent if the change affects only one catalog.
    pub root: Option<String>,
    pub clusters: Vec<ImpactCluster>,
    pub after: AfterChange,
}

/// A catalog after a change.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct AfterChange {
    /// The path prefix of its files.
    pub root: String,
    pub opm: Opm,
    pub summary: Summary,
}

/// The impacts of a change on each catalog and on the bundle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Impacts {
    pub catalogs: Vec<CatalogImpact>,
    pub bundle: Vec<ImpactCluster>,
}

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
    /// Returns the clusters. If there are several catalogs, their sentences, paths and problems name the catalog: the
    /// same problem in two catalogs is two problems.
    fn named(self) -> Vec<ImpactCluster> {
        let Some(root) = self.root else { return self.clusters };
        let folder = root.trim_end_matches('/');
        let problems = |problems: Vec<ImpactProblem>| {
            let name = |problem: ImpactProblem| ImpactProblem {
                package: problem.package.map(|package| format!("{root}{package}")),
                ..problem
            };
            problems.into_iter().map(name).collect()
        };
        let name = |cluster: ImpactCluster| ImpactCluster {
            consequences: cluster.consequences.iter().map(|line| format!("{folder} / {line}")).collect(),
            verdicts: cluster
                .verdicts
                .into_iter()
                .map(|verdict| ImpactVerdict { catalog: Some(root.clone()), ..verdict })
                .collect(),
            paths: cluster
                .paths
                .into_iter()
                .map(|path| ImpactPath {
                    package: format!("{root}{}", path.package),
                    problems: problems(path.problems),
                    ..path
                })
                .collect(),
            problems: problems(cluster.problems),
            longest: cluster
                .longest
                .map(|longest| LongestPath { package: format!("{root}{}", longest.package), ..longest }),
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
    let change = |longest: &Option<LongestPath>| longest.as_ref().map(|path| path.before.abs_diff(path.after));
    if change(&cluster.longest) > change(&known.longest) {
        known.longest = cluster.longest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use olmkit_api::{ImpactKind, Opm, Summary};

    #[test]
    fn the_longest_path_that_changed_most_is_kept_with_its_catalog() {
        let catalog = |root: &str, after: Option<usize>| CatalogImpact {
            root: Some(root.to_owned()),
            after: AfterChange {
                root: root.to_owned(),
                opm: Opm { accepted: true, first: None, message: String::new() },
                summary: Summary::default(),
            },
            clusters: vec![ImpactCluster {
                kind: ImpactKind::Changes,
                count: 1,
                consequences: Vec::new(),
                problems: Vec::new(),
                verdicts: Vec::new(),
                paths: Vec::new(),
                longest: after.map(|after| LongestPath {
                    package: "foo".to_owned(),
                    channel: "stable".to_owned(),
                    before: 5,
                    after,
                }),
            }],
        };
        let catalogs =
            vec![catalog("a/", None), catalog("b/", Some(4)), catalog("c/", Some(1)), catalog("d/", Some(7))];
        let joined = Impacts { catalogs, bundle: Vec::new() }.joined();
        let longest: Vec<_> = joined.into_iter().filter_map(|cluster| cluster.longest).collect();
        let longest: Vec<_> = longest.iter().map(|path| (path.package.as_str(), path.after)).collect();
        assert_eq!(longest, [("c/foo", 1)]);
    }
}
