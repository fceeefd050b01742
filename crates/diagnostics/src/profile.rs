//! Named selections of severities.

use serde::{Deserialize, Serialize};

use olmkit_api::{Enforcement, RuleSeverity as Severity};

use crate::rule::Rule;

/// A named selection of severities for rules about catalogs and dependencies; bundles have [`crate::BundleProfile`]. A
/// profile never changes opm's verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Problems that maintainers should know about.
    #[default]
    Default,
    /// Only errors of opm: exactly opm's verdict.
    Opm,
    /// All rules, with severities raised by one level.
    Strict,
}

impl Profile {
    /// All profiles, in the order of the documentation.
    pub const ALL: [Profile; 3] = [Profile::Default, Profile::Opm, Profile::Strict];

    /// The profile with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Profile> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Profile::Default => "default",
            Profile::Opm => "opm",
            Profile::Strict => "strict",
        }
    }

    /// The severity of a rule in this profile.
    #[must_use]
    pub fn severity(self, rule: &Rule) -> Severity {
        match (self, rule.enforcement, rule.severity) {
            (_, Enforcement::Opm, _) => Severity::Error,
            (Profile::Opm, _, _) => Severity::Off,
            (Profile::Default, _, severity) => severity,
            (Profile::Strict, _, Severity::Off | Severity::Info) => Severity::Warning,
            (Profile::Strict, _, _) => Severity::Error,
        }
    }
}
