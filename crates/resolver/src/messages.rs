//! Formats requirements and reasons, for users and as OLM does (bundle specification 6.6).

use olmkit_collections::SortedSet;

use olmkit_gostd::go_quote;
use olmkit_k8s::Gvk;
use olmkit_semver::Version;
use olmkit_text::listed;

use crate::ids::{List, RequirementId, TestId};
use crate::requirement::{Predicate, Requirement, Test};
use crate::universe::Universe;

/// Maximum number of tests in a predicate that is written in full.
const MAX_PARTS: usize = 60;
/// Maximum number of names in a list.
const MAX_NAMES: usize = 5;

/// A part of a GVK.
type Part = fn(&Gvk) -> &String;

/// How the parts of a predicate are joined.
struct Style {
    joints: [&'static str; 3],
    /// Prefix of `not` with one part, and with several parts.
    not: [&'static str; 2],
    /// Text of `all`, `any` and `not` without parts.
    empty: [&'static str; 3],
    /// Whether nested compound parts are put in parentheses.
    groups: bool,
}

const PLAIN: Style = Style {
    joints: [" and ", " or ", " nor "],
    not: ["an operator that is not ", "an operator that is neither "],
    empty: ["any operator", "one of an empty list of alternatives", "any operator"],
    groups: true,
};
const OLM: Style = Style { joints: [" and ", " or ", " and not "], not: [""; 2], empty: [""; 3], groups: false };

impl Requirement {
    /// Describes the requirement in a message, such as `prometheus >=0.47.0`.
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.predicate {
            Ok(predicate) => predicate.text(plain_text, &PLAIN),
            Err(_) => format!("a requirement that OLM cannot read (`{}`)", self.kind),
        }
    }

    /// Formats the predicate as OLM does.
    #[must_use]
    pub(crate) fn to_olm(&self) -> String {
        match &self.predicate {
            Ok(predicate) => predicate.text(olm_text, &OLM),
            Err(problem) => problem.upstream.clone(),
        }
    }
}

fn plain_text(test: &Test) -> String {
    match test {
        Test::Gvk(gvk) => format!("an operator that provides {gvk}"),
        Test::Package { name, text, .. } => format!("{name} {text}"),
        Test::Label(label) => format!("an operator with the label `{label}`"),
        Test::Cel { rule, message, .. } if message.is_empty() => format!("an operator for which `{rule}` holds"),
        Test::Cel { rule, message, .. } => format!("an operator for which `{rule}` holds ({message})"),
        _ => String::new(),
    }
}

fn olm_text(test: &Test) -> String {
    match test {
        Test::Gvk(gvk) => {
            format!("providing an API with group: {}, version: {}, kind: {}", gvk.group, gvk.version, gvk.kind)
        }
        Test::Package { name, text, .. } => format!("with package: {name} and with version in range: {text}"),
        Test::Label(label) => format!("with label: {label}"),
        Test::Cel { rule, message, .. } => {
            format!("with constraint: {} and message: {}", go_quote(rule), go_quote(message))
        }
        _ => String::new(),
    }
}

impl Predicate {
    /// Formats the tests. Iterates backwards, because parts follow the test that contains them.
    fn text(&self, one: fn(&Test) -> String, style: &Style) -> String {
        if self.tests().len() > MAX_PARTS {
            return format!("a constraint of {} parts", self.tests().len());
        }
        let mut texts: List<TestId, String> = List::repeat(String::new(), self.tests().len());
        for at in self.tests().ids().rev() {
            let Some(test) = self.tests().get(at) else { continue };
            let (kind, parts) = match test {
                Test::All(parts) => (0, Some(parts)),
                Test::Any(parts) => (1, Some(parts)),
                Test::Not(parts) => (2, Some(parts)),
                _ => (0, None),
            };
            let text = match parts {
                None => one(test),
                Some(parts) if parts.is_empty() => style.empty.get(kind).copied().unwrap_or_default().to_owned(),
                Some(parts) => {
                    let parts: Vec<String> = parts.iter().map(|part| self.part(*part, &texts, style)).collect();
                    let [one, several] = style.not;
                    let not = match kind {
                        2 if parts.len() == 1 => one,
                        2 => several,
                        _ => "",
                    };
                    format!("{not}{}", parts.join(style.joints.get(kind).copied().unwrap_or_default()))
                }
            };
            texts.set(at, text);
        }
        texts.first().cloned().unwrap_or_default()
    }

    fn part(&self, part: TestId, texts: &List<TestId, String>, style: &Style) -> String {
        let text = texts.get(part).cloned().unwrap_or_default();
        let is_joined = match self.tests().get(part) {
            Some(Test::All(parts) | Test::Any(parts)) => parts.len() > 1,
            Some(Test::Not(parts)) => !parts.is_empty(),
            _ => false,
        };
        if style.groups && is_joined { format!("({text})") } else { text }
    }
}

/// Formats a list such as "a, b or c", shortened if it is long.
pub(crate) fn list(names: &[String], joint: &str) -> String {
    listed(names.to_vec(), MAX_NAMES, joint)
}

/// Formats a range of versions: `0.32.0 to 0.37.1`.
pub(crate) fn span(versions: &SortedSet<Version>) -> String {
    match (versions.first(), versions.last()) {
        (Some(first), Some(last)) if versions.len() > 1 => format!("{first} to {last}"),
        (Some(only), _) => format!("only {only}"),
        _ => "no valid version".to_owned(),
    }
}

impl Universe<'_> {
    /// Describes what the catalogs contain instead of the requirement: "the catalog has 0.32.0 to 0.37.1".
    #[must_use]
    pub fn instead(&self, requirement: RequirementId) -> String {
        let the = if self.sources.len() == 1 { "the catalog has" } else { "the catalogs have" };
        let Some(Requirement { predicate: Ok(predicate), .. }) = self.requirements.get(requirement) else {
            return "it cannot be read".to_owned();
        };
        if !self.matching(requirement).is_empty() {
            return "the matching versions are skipped or not on an upgrade path in every channel".to_owned();
        }
        match predicate.root() {
            Test::Package { name, .. } => {
                let bundles = self.by_package.get(name).into_iter().flatten();
                let versions = bundles.filter_map(|at| self.bundles.get(*at)?.version.clone());
                let versions: SortedSet<Version> = versions.collect();
                if self.by_package.contains_key(name) {
                    format!("{the} {}", span(&versions))
                } else {
                    format!("{the} no package `{name}`")
                }
            }
            Test::Gvk(gvk) => {
                let other = |same: Part, different: Part| {
                    let is_same = |other: &&Gvk| other.kind == gvk.kind && same(other) == same(gvk);
                    let found: SortedSet<&String> = self.by_gvk.keys().filter(is_same).map(different).collect();
                    found.into_iter().cloned().collect::<Vec<_>>()
                };
                let (group, version): (Part, Part) = (|gvk| &gvk.group, |gvk| &gvk.version);
                let versions = other(group, version);
                if !versions.is_empty() {
                    return format!("{the} this API only in version {}", list(&versions, "and"));
                }
                let groups = other(version, group);
                if !groups.is_empty() {
                    return format!("{the} this kind only in group {}", list(&groups, "and"));
                }
                format!("{the} no operator that provides it")
            }
            _ => format!("{the} no bundle that satisfies it"),
        }
    }
}
