//! `minKubeVersion`, compared with the OpenShift versions of a bundle.

use olmkit_collections::SortedSet;

use super::{Finding, Operator, Version};
use crate::sample::ANNOTATIONS;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    RULE, "pipe-api-versions", "BDL311", "OpenShift version that is too old for the bundle",
    since: "0.1.0",
    bundle: [PipelineCommunity Error],
    finds: "A `minKubeVersion` that is not a valid version, that is set without the annotation \
`com.redhat.openshift.versions`, or that is newer than the Kubernetes version of an OpenShift version in the \
annotation. The pipeline assumes patch version 0: it regards 1.25.1 as newer than OpenShift 4.12, which has 1.25.",
    why: "The pipeline rejects the bundle, because it would be offered on clusters that cannot install it.",
    fix: "In the annotation, name only OpenShift versions that have the Kubernetes version `minKubeVersion` or a newer \
one, or lower `minKubeVersion`. `v4.9` in the annotation means 4.9 and newer.",
    source: "operator-pipelines, community checks. olmkit knows OpenShift up to 4.17. It does not check which of these \
versions have an index today.",
    bad: [(ANNOTATIONS, "  com.redhat.openshift.versions: v4.12\n", ""), (ANNOTATIONS, "versions: v4.12", "versions: v4.6")],
    good: [(ANNOTATIONS, "versions: v4.12", "versions: v4.8-v4.14"), (ANNOTATIONS, "versions: v4.12", "versions: =v4.12")],
}

rule! {
    RANGE, "ocp-label-range", "BDL312", "Invalid range of OpenShift versions",
    since: "0.1.0",
    bundle: [PipelineCommunity Error, Olmkit Warning],
    finds: "A `com.redhat.openshift.versions` that is not `vX.Y` (that version and newer), `=vX.Y` (only that one), \
`vX.Y-vX.Z` (from, to), or the older form `v4.5,v4.6`. The pipeline checks it only if `minKubeVersion` is set, and \
accepts more forms.",
    why: "The pipeline cannot decide which OpenShift catalogs get the bundle.",
    fix: "Use one of these forms.",
    source: "operator-pipelines and the catalog validator of OpenShift.",
    bad: [(ANNOTATIONS, "versions: v4.12", "versions: '=v4.12-v4.14'"), (ANNOTATIONS, "versions: v4.12", "versions: v4.8-v4.9-v4.10"),
        (ANNOTATIONS, "versions: v4.12", "versions: latest"), (ANNOTATIONS, "versions: v4.12", "versions: 'v4.8,v4.9'")],
    good: [(ANNOTATIONS, "versions: v4.12", "versions: 'v4.5,v4.6'"), (ANNOTATIONS, "versions: v4.12", "versions: v4.8-v4.14")],
}

/// Minor version of OpenShift 4, and the minor version of Kubernetes 1 that it contains.
const KUBERNETES: [(u64, u64); 17] = [
    (1, 13),
    (2, 14),
    (3, 16),
    (4, 17),
    (5, 18),
    (6, 19),
    (7, 20),
    (8, 21),
    (9, 22),
    (10, 23),
    (11, 24),
    (12, 25),
    (13, 26),
    (14, 27),
    (15, 28),
    (16, 29),
    (17, 30),
];

const LABEL: &str = "com.redhat.openshift.versions";

const FORMS: &str = "Write `v4.12`, `=v4.12` or `v4.12-v4.14`.";

/// The error of the validators for a value of the annotation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum FormError {
    #[error("invalid range \"{0}\"")]
    Range(String),
    #[error("invalid range \"{0}\": cannot use equal prefix with range")]
    EqualRange(String),
}

/// Checks that a text has one of the valid forms of the annotation.
fn parse(text: &str) -> Result<(), FormError> {
    let wrong = || FormError::Range(text.to_owned());
    let minor = |text: &str| -> Result<(), FormError> {
        let text = text.trim().trim_start_matches('v');
        let number = text.strip_prefix("4.").ok_or_else(wrong)?;
        number.parse::<u64>().map(|_| ()).map_err(|_| wrong())
    };
    if let Some(exact) = text.strip_prefix('=') {
        if text.contains('-') {
            return Err(FormError::EqualRange(text.to_owned()));
        }
        return minor(exact);
    }
    if text.contains('-') {
        return match text.split('-').collect::<Vec<_>>().as_slice() {
            [from, to] => minor(from).and_then(|()| minor(to)),
            _ => Err(wrong()),
        };
    }
    text.split(',').try_for_each(minor)
}

/// An OpenShift version: major and minor.
type Minor = (u64, u64);

/// The known OpenShift versions that the pipeline selects for a text, and whether the text is a list that the pipeline
/// warns about.
fn selected(text: &str) -> Option<(Vec<Minor>, bool)> {
    let known = || KUBERNETES.iter().map(|(minor, _)| (4, *minor));
    let one = |text: &str| -> Option<Minor> {
        let text = text.trim();
        version(text.strip_prefix('v').unwrap_or(text)).map(|(major, minor, _)| (major, minor))
    };
    let text = text.trim();
    if let Some((from, to)) = text.split_once('-') {
        let (from, to) = (one(from)?, one(to)?);
        return Some((known().filter(|at| (from..=to).contains(at)).collect(), false));
    }
    if text.contains(',') {
        let all: SortedSet<Minor> = text.split(',').map(one).collect::<Option<_>>()?;
        let from = all.first().copied()?;
        return Some((known().filter(|at| *at >= from).collect(), all != SortedSet::from([(4, 5), (4, 6)])));
    }
    if let Some(exact) = text.strip_prefix('=') {
        let exact = one(exact)?;
        let closest = known().rfind(|at| *at <= exact).or_else(|| known().next());
        return Some((closest.into_iter().collect(), false));
    }
    let from = one(text)?;
    Some((known().filter(|at| *at >= from).collect(), false))
}

pub(crate) fn check(operator: &Operator<'_>, to: &mut Target<'_>) {
    for version in &operator.bundles {
        range(version, to);
        if operator.is_fbc() != Some(true) {
            compare(version, to);
        }
    }
}

fn range(version: &Version<'_>, to: &mut Target<'_>) {
    let Some(label) = version.annotation(LABEL) else { return };
    let text = label.string_of();
    if let Err(why) = parse(&text) {
        let message = format!("`{text}` is not a valid range of OpenShift versions: {why}.");
        let finding = Finding { rule: &RANGE, place: label.place(), message, help: FORMS, upstream: String::new() };
        finding.error(&mut Target { suite: olmkit_diagnostics::Suite::Olmkit, sink: to.sink });
    }
}

fn compare(bundle: &Version<'_>, to: &mut Target<'_>) {
    let Some(written) = bundle.spec(&["minKubeVersion"]) else { return };
    let text = written.string_of();
    if text.is_empty() {
        return;
    }
    let report = |message: String, help: &'static str, upstream: String, to: &mut Target<'_>| {
        Finding { rule: &RULE, place: written.place(), message, help, upstream }.error(to);
    };
    let Some(least) = version(text.trim()) else {
        let message = format!("`{text}` is not a valid Kubernetes version.");
        return report(message, "Write `1.25.0`.", format!("Invalid minKubeVersion: {text}"), to);
    };
    let Some(label) = bundle.annotation(LABEL) else {
        let message = format!("The bundle requires Kubernetes {text}, but does not set its OpenShift versions.");
        let upstream = format!("minKubeVersion is set to {text} but {LABEL} is not set");
        return report(message, "Add the annotation `com.redhat.openshift.versions`.", upstream, to);
    };
    let range = label.string_of();
    let Some((meant, is_odd_list)) = selected(&range) else {
        let message = format!("`{range}` is not a valid range of OpenShift versions.");
        let upstream = format!("Invalid {LABEL}: {range}");
        return Finding { rule: &RANGE, place: label.place(), message, help: FORMS, upstream }.error(to);
    };
    if is_odd_list {
        let message = format!("The list `{range}` means its lowest version and every newer one.");
        let upstream = format!("Comma separated list of versions in {LABEL} is only supported for v4.5 and v4.6");
        Finding { rule: &RANGE, place: label.place(), message, help: FORMS, upstream }.warn(to);
    }
    let older = KUBERNETES
        .iter()
        .filter(|(openshift, kubernetes)| meant.contains(&(4, *openshift)) && (1, *kubernetes, 0) < least);
    let older: Vec<String> = older.map(|(openshift, _)| format!("4.{openshift}")).collect();
    if !older.is_empty() {
        let message =
            format!("The bundle requires Kubernetes {text}, but OpenShift {} has an older version.", older.join(", "));
        let upstream = format!("OCP version(s) {} conflict with minKubeVersion={text}", older.join(","));
        report(message, "Raise `com.redhat.openshift.versions`, or lower `minKubeVersion`.", upstream, to);
    }
}

/// Parses a version. Minor and patch can be missing. Pre-release and build must be well-formed, but are ignored.
fn version(text: &str) -> Option<(u64, u64, u64)> {
    let at = text.find(['-', '+']).unwrap_or(text.len());
    let (core, rest) = text.split_at_checked(at)?;
    let (before, build) = rest.split_once('+').map_or((rest, None), |(before, build)| (before, Some(build)));
    let is_identifiers = |text: &str| {
        text.split('.').all(|one| !one.is_empty() && one.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
    };
    let is_pre = before.strip_prefix('-').map_or(before.is_empty(), is_identifiers);
    let parts: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) && (part.len() == 1 || !part.starts_with('0'))
    };
    if !is_pre || !build.is_none_or(is_identifiers) || parts.len() > 3 || !parts.iter().all(is_number) {
        return None;
    }
    let number = |at: usize| parts.get(at).map_or(Some(0), |part| part.parse().ok());
    Some((number(0)?, number(1)?, number(2)?))
}

#[cfg(test)]
mod tests {
    use super::{parse, selected, version};

    #[test]
    fn forms_of_the_annotation() {
        for good in ["v4.12", "=v4.12", "v4.8-v4.10", "v4.6,v4.5", "4.9"] {
            assert_eq!(parse(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("v4.a", "invalid range \"v4.a\""),
            ("v4.1-v4.2-v4.3", "invalid range \"v4.1-v4.2-v4.3\""),
            ("=v4.1-v4.2", "invalid range \"=v4.1-v4.2\": cannot use equal prefix with range"),
        ] {
            assert_eq!(parse(bad).map_err(|error| error.to_string()), Err(why.to_owned()), "{bad}");
        }
    }

    #[test]
    fn ranges_as_the_pipeline_reads_them() {
        for (text, expected) in [
            ("v4.16", "16 17"),
            ("=v4.12", "12"),
            ("=v4.99", "17"),
            ("=v3.1", "1"),
            ("v4.8-v4.10", "8 9 10"),
            ("v4.8-v4.9-v4.10", "8 9"),
            ("v4.16,v4.15", "15 16 17 !"),
            ("v4.18", ""),
            ("latest", "-"),
            ("=v4.8-v4.9", "-"),
        ] {
            let shown = selected(text).map_or_else(
                || "-".to_owned(),
                |(all, odd)| {
                    let mut parts: Vec<String> = all.iter().map(|(_, minor)| minor.to_string()).collect();
                    parts.extend(odd.then(|| "!".to_owned()));
                    parts.join(" ")
                },
            );
            assert_eq!(shown, expected, "{text}");
        }
    }

    #[test]
    fn versions_of_kubernetes() {
        assert_eq!(version("1"), Some((1, 0, 0)));
        assert_eq!(version("1.22"), Some((1, 22, 0)));
        assert_eq!(version("1.22.3-a.1+b"), Some((1, 22, 3)));
        for bad in ["v1.22", "1.x", "", "1.2.3.4", "01.2", "1.2-", "1.2+"] {
            assert_eq!(version(bad), None, "{bad}");
        }
    }
}
