//! `minKubeVersion` against the versions of OpenShift that a bundle is for.

use super::{Operator, Said, Version};
use crate::rule::rule;
use crate::sample::ANNOTATIONS;
use crate::target::Target;

rule! {
    RULE, "pipe-api-versions", "BDL311", "OpenShift that is too old for the bundle",
    says: [PipelineCommunity Error],
    finds: "A `minKubeVersion` that is no version, that stands without the annotation `com.redhat.openshift.versions`, or \
that is newer than the Kubernetes of a version of OpenShift that the annotation names.",
    why: "The pipeline refuses the bundle: it would be offered where it cannot be installed.",
    fix: "Name the versions of OpenShift that have that Kubernetes: `v4.9` means 4.9 and newer.",
    source: "operator-pipelines, community checks. Versions of OpenShift up to 4.17 are known; which of them an index has \
today is not checked.",
    bad: [(ANNOTATIONS, "  com.redhat.openshift.versions: v4.12\n", ""), (ANNOTATIONS, "versions: v4.12", "versions: v4.6")],
    good: [(ANNOTATIONS, "versions: v4.12", "versions: v4.8-v4.14"), (ANNOTATIONS, "versions: v4.12", "versions: =v4.12")],
}

rule! {
    RANGE, "ocp-label-range", "BDL312", "Range of OpenShift versions that cannot be read",
    says: [PipelineCommunity Error, Olmkit Warning],
    finds: "A `com.redhat.openshift.versions` that is neither `vX.Y` (that version and newer), `=vX.Y` (only that one), \
`vX.Y-vX.Z` (from, to), nor the old `v4.5,v4.6`.",
    why: "The pipeline cannot tell into which catalogs of OpenShift the bundle goes.",
    fix: "Write it in one of these forms.",
    source: "operator-pipelines and the catalog validator of OpenShift.",
    bad: [(ANNOTATIONS, "versions: v4.12", "versions: '=v4.12-v4.14'"), (ANNOTATIONS, "versions: v4.12", "versions: v4.8-v4.9-v4.10"),
        (ANNOTATIONS, "versions: v4.12", "versions: latest"), (ANNOTATIONS, "versions: v4.12", "versions: 'v4.8,v4.9'")],
    good: [(ANNOTATIONS, "versions: v4.12", "versions: 'v4.5,v4.6'"), (ANNOTATIONS, "versions: v4.12", "versions: v4.8-v4.14")],
}

/// Minor of OpenShift 4 and its minor of Kubernetes 1.
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

/// Which minors of OpenShift 4 a text names: from, to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Versions {
    pub(crate) from: u64,
    /// None: every newer one.
    pub(crate) to: Option<u64>,
}

/// Reads the annotation; what is wrong with it, as the validators say it.
pub(crate) fn parse(text: &str) -> Result<Versions, String> {
    let wrong = || format!("invalid range \"{text}\"");
    let minor = |text: &str| -> Result<u64, String> {
        let text = text.trim().trim_start_matches('v');
        let number = text.strip_prefix("4.").ok_or_else(wrong)?;
        number.parse().map_err(|_| wrong())
    };
    if let Some(exact) = text.strip_prefix('=') {
        if text.contains('-') {
            return Err(format!("{}: cannot use equal prefix with range", wrong()));
        }
        let only = minor(exact)?;
        return Ok(Versions { from: only, to: Some(only) });
    }
    if text.contains('-') {
        return match text.split('-').collect::<Vec<_>>().as_slice() {
            [from, to] => Ok(Versions { from: minor(from)?, to: Some(minor(to)?) }),
            _ => Err(wrong()),
        };
    }
    if text.contains(',') {
        let minors = text.split(',').map(minor).collect::<Result<Vec<u64>, String>>()?;
        let lowest = minors.iter().min().copied().ok_or_else(wrong)?;
        return Ok(Versions { from: lowest, to: None });
    }
    Ok(Versions { from: minor(text)?, to: None })
}

/// Whether a list of versions is one that still means something: 4.5 and 4.6.
fn is_known_list(text: &str) -> bool {
    let mut parts: Vec<&str> = text.split(',').map(|part| part.trim().trim_start_matches('v')).collect();
    parts.sort_unstable();
    parts == ["4.5", "4.6"]
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
    let help = "Write `v4.12`, `=v4.12` or `v4.12-v4.14`.";
    match parse(&text) {
        Err(upstream) => {
            let message = format!("`{text}` names no versions of OpenShift: {upstream}.");
            let own =
                Said { rule: &RANGE, place: label.place(), message: message.clone(), help, upstream: String::new() };
            Said { rule: &RANGE, place: label.place(), message, help, upstream }.error(to);
            own.error(&mut Target { suite: crate::suite::Suite::Olmkit, sink: to.sink, head: true });
        }
        Ok(_) if text.contains(',') && !is_known_list(&text) => {
            let message = format!("`{text}`: a list means its lowest version and every newer one.");
            let upstream = format!("'{text}' is not a valid range, the lowest version is used");
            Said { rule: &RANGE, place: label.place(), message, help, upstream }.warn(to);
        }
        Ok(_) => {}
    }
}

fn compare(version: &Version<'_>, to: &mut Target<'_>) {
    let Some(written) = version.spec(&["minKubeVersion"]) else { return };
    let text = written.string_of();
    if text.is_empty() {
        return;
    }
    let say = |message: String, help: &'static str, upstream: String, to: &mut Target<'_>| {
        Said { rule: &RULE, place: written.place(), message, help, upstream }.error(to);
    };
    let Some((major, minor)) = kubernetes(&text) else {
        let message = format!("`{text}` is no version of Kubernetes.");
        return say(message, "Write `1.25.0`.", format!("Invalid minKubeVersion: {text}"), to);
    };
    let Some(label) = version.annotation(LABEL) else {
        let message = format!("The bundle needs Kubernetes {text}, but does not say for which OpenShift it is.");
        let upstream = format!("minKubeVersion is set to {text} but {LABEL} is not set");
        return say(message, "Add the annotation `com.redhat.openshift.versions`.", upstream, to);
    };
    let Ok(range) = parse(&label.string_of()) else { return };
    let is_meant = |at: u64| at >= range.from && range.to.is_none_or(|to| at <= to);
    let older = KUBERNETES.iter().filter(|(openshift, _)| is_meant(*openshift));
    let older: Vec<String> = older
        .filter(|(_, kubernetes)| (1, *kubernetes) < (major, minor))
        .map(|(openshift, _)| format!("4.{openshift}"))
        .collect();
    if !older.is_empty() {
        let message = format!("The bundle needs Kubernetes {text}; OpenShift {} has an older one.", older.join(", "));
        let upstream = format!("OCP version(s) {} conflict with minKubeVersion={text}", older.join(","));
        say(message, "Raise `com.redhat.openshift.versions`, or lower `minKubeVersion`.", upstream, to);
    }
}

/// Major and minor of a version whose minor and patch may be missing.
fn kubernetes(text: &str) -> Option<(u64, u64)> {
    let core = text.split(['-', '+']).next()?;
    let parts: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) && (part.len() == 1 || !part.starts_with('0'))
    };
    if parts.len() > 3 || !parts.iter().all(is_number) {
        return None;
    }
    let number = |at: usize| parts.get(at).map_or(Some(0), |part| part.parse().ok());
    Some((number(0)?, number(1)?))
}

#[cfg(test)]
mod tests {
    use super::{Versions, kubernetes, parse};

    #[test]
    fn ranges() {
        let range = |from, to| Ok(Versions { from, to });
        for (text, expected) in [
            ("v4.12", range(12, None)),
            ("=v4.12", range(12, Some(12))),
            ("v4.8-v4.10", range(8, Some(10))),
            ("v4.6,v4.5", range(5, None)),
            ("4.9", range(9, None)),
            ("v4.a", Err("invalid range \"v4.a\"".to_owned())),
            ("v4.1-v4.2-v4.3", Err("invalid range \"v4.1-v4.2-v4.3\"".to_owned())),
            ("=v4.1-v4.2", Err("invalid range \"=v4.1-v4.2\": cannot use equal prefix with range".to_owned())),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        assert_eq!(
            (kubernetes("1"), kubernetes("1.22"), kubernetes("1.22.3-a")),
            (Some((1, 0)), Some((1, 22)), Some((1, 22)))
        );
        for bad in ["v1.22", "1.x", "", "1.2.3.4", "01.2"] {
            assert_eq!(kubernetes(bad), None, "{bad}");
        }
    }
}
