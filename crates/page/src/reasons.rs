//! The problems that explain lost upgrade paths.

use olmkit_api::{ImpactCluster, ImpactKind, ImpactPath, ImpactProblem};

/// The rule about versions of the base catalog that can no longer upgrade.
const VERSIONS_REMOVED: &str = "versions-removed";
/// The start of the rules about stranded versions. The name of the semantics follows.
const STRANDED: &str = "stranded-";

/// Leaves each lost upgrade path with the problems that explain it.
#[must_use]
pub fn with_own_reasons(mut clusters: Vec<ImpactCluster>) -> Vec<ImpactCluster> {
    let new = clusters.iter().find(|cluster| cluster.kind == ImpactKind::NewProblems);
    let new = new.map(|cluster| cluster.problems.clone()).unwrap_or_default();
    let lost = clusters.iter_mut().filter(|cluster| cluster.kind == ImpactKind::PathsLost);
    for path in lost.flat_map(|cluster| &mut cluster.paths) {
        path.problems = reasons(path, &new);
    }
    clusters
}

/// The problems that explain a path: those under its semantics, and among them those of its versions, if there are any.
/// Without them, the finding about removed versions. `new`: the new problems.
fn reasons(path: &ImpactPath, new: &[ImpactProblem]) -> Vec<ImpactProblem> {
    let is_under = |problem: &&ImpactProblem| {
        let under = problem.rule.strip_prefix(STRANDED);
        under.is_none_or(|under| path.semantics.iter().any(|semantics| semantics.name() == under))
    };
    let is_of_version =
        |problem: &&ImpactProblem| problem.entry.as_ref().is_none_or(|entry| path.entries.contains(entry));
    let is_removal = |problem: &&ImpactProblem| {
        problem.rule == VERSIONS_REMOVED
            && problem.package.as_ref() == Some(&path.package)
            && problem.channel.as_ref() == Some(&path.channel)
    };
    let under: Vec<&ImpactProblem> = path.problems.iter().filter(is_under).collect();
    let own: Vec<&ImpactProblem> = under.iter().copied().filter(is_of_version).collect();
    let found = match (under.is_empty(), own.is_empty()) {
        (true, _) => new.iter().filter(is_removal).collect(),
        (false, false) if path.count == path.entries.len() => own,
        (false, _) => under,
    };
    found.into_iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use olmkit_api::Semantics;
    use olmkit_catalog::rules::upgrades;

    fn problem(rule: &str, channel: &str, entry: Option<&str>) -> ImpactProblem {
        ImpactProblem {
            rule: rule.to_owned(),
            message: String::new(),
            package: Some("foo".to_owned()),
            channel: Some(channel.to_owned()),
            entry: entry.map(str::to_owned),
        }
    }

    fn path(semantics: &[Semantics], count: usize, problems: &[ImpactProblem]) -> ImpactPath {
        ImpactPath {
            package: "foo".to_owned(),
            channel: "stable".to_owned(),
            semantics: semantics.to_vec(),
            entries: vec!["foo.v1".to_owned()],
            count,
            problems: problems.to_vec(),
        }
    }

    #[test]
    fn the_rules_exist() {
        assert_eq!(VERSIONS_REMOVED, upgrades::versions_removed::RULE.id);
        for (rule, semantics) in [(&upgrades::stranded_v0::RULE, "v0"), (&upgrades::stranded_v1::RULE, "v1")] {
            assert_eq!(rule.id.strip_prefix(STRANDED), Some(semantics));
        }
    }

    #[test]
    fn problems_under_other_semantics_explain_nothing() {
        let [v0, v1] = ["stranded-v0", "stranded-v1"].map(|rule| problem(rule, "stable", Some("foo.v1")));
        assert_eq!(reasons(&path(&[Semantics::V1], 1, &[v0, v1.clone()]), &[]), [v1]);
    }

    #[test]
    fn problems_of_its_versions_come_before_those_of_the_channel_if_all_versions_are_named() {
        let [own, other] = ["foo.v1", "foo.v2"].map(|entry| problem("stranded-v0", "stable", Some(entry)));
        let both = [own.clone(), other.clone()];
        assert_eq!(reasons(&path(&[Semantics::V0], 1, &both), &[]), [own]);
        assert_eq!(reasons(&path(&[Semantics::V0], 2, &both), &[]), both, "not all versions of the path are named");
        let head = problem("channel-multiple-heads", "stable", None);
        assert_eq!(
            reasons(&path(&[Semantics::V0], 1, &[head.clone(), other]), &[]),
            [head],
            "a problem of the channel"
        );
    }

    #[test]
    fn without_them_the_finding_about_removed_versions_of_the_channel_explains_it() {
        let [here, elsewhere] = ["stable", "fast"].map(|channel| problem(VERSIONS_REMOVED, channel, None));
        assert_eq!(reasons(&path(&[Semantics::V0], 1, &[]), &[elsewhere, here.clone()]), [here]);
    }
}
