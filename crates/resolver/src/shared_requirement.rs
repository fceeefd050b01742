//! A requirement of one or more bundles, as the rules see it.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::{Rule, Severity};

use crate::api::Required;
use crate::ids::{RequirementId, SourceId};
use crate::reporter::{Reporter, Subject, short_list};
use crate::requirement::{Requirement, Test};
use crate::universe::Universe;

/// A requirement that bundles of one package share.
pub(crate) struct SharedRequirement<'u> {
    /// The requirement.
    pub(crate) of: &'u Requirement,
    /// The id of the requirement.
    pub(crate) requirement: RequirementId,
    /// The catalog of the bundles.
    pub(crate) source: SourceId,
    /// The requirement and its providers, as reported.
    pub(crate) shown: &'u Required,
    /// The bundles.
    pub(crate) subject: Subject,
    /// The names of the bundles: "a and b".
    pub(crate) who: String,
}

impl<'u> SharedRequirement<'u> {
    pub(crate) fn new(
        universe: &'u Universe<'_>,
        (requirement, source): (RequirementId, SourceId),
        shown: &'u Required,
        subject: Subject,
    ) -> Option<Self> {
        let of = universe.requirements.get(requirement)?;
        let who = short_list(universe, &subject.bundles);
        Some(SharedRequirement { of, requirement, source, shown, subject, who })
    }

    /// Returns text such as "foo needs bar >=1.0.0" or "foo and baz need bar >=1.0.0".
    pub(crate) fn needs(&self) -> String {
        let verb = if self.subject.bundles.len() == 1 { "needs" } else { "need" };
        format!("{} {verb} {}", self.who, self.shown.needs)
    }

    /// The outermost test. `None` if OLM cannot read the requirement.
    pub(crate) fn test(&self) -> Option<&'u Test> {
        self.of.predicate.as_ref().ok().map(|predicate| predicate.root())
    }

    /// The channels that satisfy the requirement, such as "channel stable of bar".
    pub(crate) fn places(&self) -> Vec<String> {
        let places: SortedSet<String> =
            self.shown.by.iter().map(|by| format!("channel {} of {}", by.place.channel, by.place.package)).collect();
        places.into_iter().collect()
    }

    /// Reports an unsatisfied requirement.
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
