//! Named selections of severities.

use olmkit_api::{Enforcement, RuleSeverity as Severity};

use crate::rule::Rule;

olmkit_api::names! {
    /// A named selection of severities for rules about catalogs and dependencies; bundles have [`crate::BundleProfile`].
    /// A profile never changes opm's verdict.
    #[derive(Default)]
    pub enum Profile {
        /// Problems that maintainers should know about.
        #[default]
        Default = "default",
        /// Only errors of opm: exactly opm's verdict.
        Opm = "opm",
        /// All rules, with severities raised by one level.
        Strict = "strict",
    }
}

impl Profile {
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
