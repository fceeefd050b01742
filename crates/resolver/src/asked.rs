//! A requirement of one or more bundles, as the rules look at it.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::{Rule, Severity};

use crate::api::Required;
use crate::ids::{RequirementId, SourceId};
use crate::reporter::{Reporter, Subject, crowd};
use crate::requirement::{Requirement, Test};
use crate::universe::Universe;

/// A requirement that bundles of one package share.
pub(crate) struct Asked<'u> {
    /// The requirement.
    pub(crate) of: &'u Requirement,
    /// Its id.
    pub(crate) requirement: RequirementId,
    /// The catalog of the bundles.
    pub(crate) source: SourceId,
    /// What meets it.
    pub(crate) shown: &'u Required,
    /// The bundles.
    pub(crate) subject: Subject,
    /// Their names: "a and b".
    pub(crate) who: String,
}

impl<'u> Asked<'u> {
    pub(crate) fn new(
        universe: &'u Universe<'_>,
        (requirement, source): (RequirementId, SourceId),
        shown: &'u Required,
        subject: Subject,
    ) -> Option<Self> {
        let of = universe.requirements.get(requirement)?;
        let who = crowd(universe, &subject.bundles);
        Some(Asked { of, requirement, source, shown, subject, who })
    }

    /// "foo needs bar >=1.0.0", "foo and baz need bar >=1.0.0".
    pub(crate) fn needs(&self) -> String {
        let verb = if self.subject.bundles.len() == 1 { "needs" } else { "need" };
        format!("{} {verb} {}", self.who, self.shown.needs)
    }

    /// The outermost test; none for a requirement that OLM cannot read.
    pub(crate) fn test(&self) -> Option<&'u Test> {
        self.of.predicate.as_ref().ok().map(|predicate| predicate.root())
    }

    /// The channels that have what is needed: "channel stable of bar".
    pub(crate) fn places(&self) -> Vec<String> {
        let places: SortedSet<String> =
            self.shown.by.iter().map(|by| format!("channel {} of {}", by.place.channel, by.place.package)).collect();
        places.into_iter().collect()
    }

    /// Reports a requirement that nothing meets.
    pub(crate) fn report_unmet(&self, rule: &'static Rule, reporter: &mut Reporter<'_>) {
        let reason = self.shown.reason.as_deref().unwrap_or_default();
        let message = format!("{}; {reason}.", self.needs());
        let partial = reporter.options.partial;
        let help = if partial { "Clusters need another catalog that provides it." } else { rule.fix };
        if let Some(found) = reporter.add(rule, &self.subject, message, help).filter(|_| partial) {
            found.severity = Severity::Warning;
        }
    }
}
