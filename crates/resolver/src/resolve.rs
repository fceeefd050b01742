//! Resolution as OLM v0 does it.

use olmkit_collections::order;
use std::fmt::Write;

use olmkit_api::VERSION;
use olmkit_text::listed;

use crate::aborted::{failures, joined};
use crate::api::{Install, Place, Reason, Resolution};
use crate::formula::{Constraint, Formula, Variable};
use crate::ids::{ConstraintId, EntryId, Id as _, VariableId};
use crate::messages::list;
use crate::request::{Failure, FailureKind, NAMESPACE, Request};
use crate::solve::{Outcome, solve};
use crate::universe::Universe;

/// Maximum number of identifiers in a message.
const MAX_IDS: usize = 50;

/// Returns what OLM v0 would install for these subscriptions, or a shortest explanation why it installs nothing.
#[must_use]
pub fn resolve(universe: &Universe<'_>, request: &Request) -> Resolution {
    Resolution { incomplete: universe.has_rejected(), ..resolved(universe, request) }
}

fn resolved(universe: &Universe<'_>, request: &Request) -> Resolution {
    let formula = match Formula::new(universe, request) {
        Ok(formula) => formula,
        Err(failure) => return failed(&failures(universe, request, failure)),
    };
    match solve(&formula) {
        Outcome::Chosen(chosen) => answer(&formula, &chosen),
        Outcome::Undecided => failed(&[undecided()]),
        Outcome::Contradiction(constraints) => {
            let mut explanation: Vec<Reason> = constraints
                .iter()
                .filter_map(|constraint| formula.constraints.get(*constraint))
                .filter_map(|constraint| formula.reason(constraint))
                .collect();
            explanation.dedup();
            let mut texts: Vec<&str> = explanation.iter().flat_map(|reason| &reason.olm).map(String::as_str).collect();
            order::sort(&mut texts);
            texts.dedup();
            let olm = format!("constraints not satisfiable: {}", texts.join(", "));
            Resolution { olm, explanation, ..none() }
        }
    }
}

/// A result without installations.
fn none() -> Resolution {
    Resolution {
        version: VERSION,
        satisfiable: false,
        install: Vec::new(),
        stay: Vec::new(),
        explanation: Vec::new(),
        olm: String::new(),
        incomplete: false,
    }
}

fn failed(failures: &[Failure]) -> Resolution {
    let mut explanation: Vec<Reason> = Vec::new();
    for Failure { upstream, message, .. } in failures {
        let olm = Some(upstream.clone()).filter(|text| !text.is_empty());
        let reason = Reason { message: message.clone(), olm: olm.into_iter().collect() };
        if !explanation.contains(&reason) {
            explanation.push(reason);
        }
    }
    Resolution { olm: joined(failures), explanation, ..none() }
}

/// The failure if the search reached its limit.
fn undecided() -> Failure {
    let message = "These requirements are too hard to decide: the search reached its limit. OLM has no such limit, and can \
                   search for hours.";
    Failure::unknown(message.to_owned())
}

fn answer(formula: &Formula<'_>, chosen: &[(VariableId, ConstraintId)]) -> Resolution {
    if let Some((lost, _)) = chosen.iter().find(|(variable, _)| !formula.is_located(*variable)) {
        return failed(&[formula.lost(*lost)]);
    }
    let mut found = Resolution { satisfiable: true, ..none() };
    for (variable, constraint) in chosen {
        match formula.variables.get(*variable) {
            Some(Variable::Entry(entry)) => match formula.install(*variable, *entry, *constraint) {
                // The skipRange contains the entry's own version. OLM does not treat this as an update.
                Some(same) if same.replaces.as_ref() == Some(&same.place.bundle) => found.stay.push(same.place.bundle),
                install => found.install.extend(install),
            },
            Some(Variable::Existing(_)) => found.stay.push(formula.name(*variable)),
            _ => {}
        }
    }
    found
}

impl Universe<'_> {
    /// Describes an entry for results.
    #[must_use]
    pub fn place_of(&self, entry: EntryId) -> Option<Place> {
        let (bundle, channel) = (self.bundle_of(entry)?, self.channel_of(entry)?);
        Some(Place {
            catalog: self.sources.get(bundle.source).map(|(name, _)| name.clone()).unwrap_or_default(),
            package: bundle.package.clone(),
            channel: channel.name.clone(),
            bundle: bundle.name.clone(),
            version: bundle.version.as_ref().map(ToString::to_string),
        })
    }
}

impl Formula<'_> {
    fn install(&self, variable: VariableId, entry: EntryId, constraint: ConstraintId) -> Option<Install> {
        let because = match self.constraints.get(constraint)? {
            Constraint::Requires { variable, requirement, .. } => {
                let of = self.universe.requirements.get(*requirement)?;
                format!("{} needs {}", self.name(*variable), of.describe())
            }
            Constraint::Subscribes { subscription, .. } => self.subscribed(*subscription),
            _ => String::new(),
        };
        let replaced = self.constraints.iter().find_map(|constraint| match constraint {
            Constraint::Replaces { variable: by, existing } if *by == variable => Some(self.name(*existing)),
            _ => None,
        });
        Some(Install {
            place: self.universe.place_of(entry)?,
            replaces: replaced,
            because,
            deprecated: self.universe.deprecation(entry).map(str::to_owned),
        })
    }

    /// The failure if OLM selects a bundle but cannot map its identifier back.
    fn lost(&self, variable: VariableId) -> Failure {
        let id = self.id(variable);
        let upstream = format!("error determining origin of operator: unable to parse identifier {id} for source info");
        let name = self.name(variable);
        let what = if name.contains('/') { "bundle" } else { "channel" };
        let channel = match self.variables.get(variable) {
            Some(Variable::Entry(at)) => self.universe.channel_of(*at).map_or("", |channel| &channel.name),
            _ => "",
        };
        let message = format!(
            "OLM chooses {name} from channel {channel} and cannot install it, because of the `/` in the name of the \
             {what}. Rename the {what}."
        );
        Failure { kind: FailureKind::Error, upstream, message, bundle: None }
    }

    /// The name of a bundle or a subscription.
    fn name(&self, variable: VariableId) -> String {
        match self.variables.get(variable) {
            Some(Variable::Subscription(at)) => self
                .request
                .subscriptions
                .get(at.index())
                .map(|subscription| subscription.name().to_owned())
                .unwrap_or_default(),
            _ => self.bundle(variable).map(|bundle| bundle.name.clone()).unwrap_or_default(),
        }
    }

    fn subscribed(&self, variable: VariableId) -> String {
        let Some(Variable::Subscription(at)) = self.variables.get(variable) else { return String::new() };
        let Some(subscription) = self.request.subscriptions.get(at.index()) else { return String::new() };
        match subscription.channel.as_ref().filter(|channel| !channel.is_empty()) {
            Some(channel) => format!("the subscription to {} in channel {channel}", subscription.package),
            None => format!("the subscription to {}", subscription.package),
        }
    }

    /// The identifier in OLM's messages.
    fn id(&self, variable: VariableId) -> String {
        let name = self.name(variable);
        match self.variables.get(variable) {
            Some(Variable::Entry(entry)) => {
                let place = self.universe.place_of(*entry);
                place.map_or(name, |place| format!("{}/{NAMESPACE}/{}/{}", place.catalog, place.channel, place.bundle))
            }
            Some(Variable::Existing(_)) => format!("@existing/{NAMESPACE}//{name}"),
            _ => name,
        }
    }

    fn ids(&self, variables: &[VariableId]) -> Vec<String> {
        variables.iter().take(MAX_IDS).map(|variable| self.id(*variable)).collect()
    }

    fn sorted_ids(&self, variables: &[VariableId]) -> Vec<String> {
        let mut ids: Vec<String> = variables.iter().map(|variable| self.id(*variable)).collect();
        order::sort(&mut ids);
        ids.truncate(MAX_IDS);
        ids
    }

    fn names(&self, variables: &[VariableId]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut seen = olmkit_collections::HashSet::default();
        for variable in variables {
            let name = self.name(*variable);
            if seen.insert(name.clone()) {
                names.push(name);
            }
        }
        names
    }

    /// Describes a constraint as part of an explanation.
    pub(crate) fn reason(&self, constraint: &Constraint) -> Option<Reason> {
        let one = |message: String, olm: String| Some(Reason { message, olm: vec![olm] });
        match constraint {
            Constraint::Exists { subscription } => {
                let olm = format!("subscription {} exists", self.name(*subscription));
                one(format!("There is {}.", self.subscribed(*subscription)), olm)
            }
            Constraint::Subscribes { subscription, among, empty } => {
                Some(self.subscription_reason(*subscription, among, empty.as_deref()))
            }
            Constraint::Requires { variable, requirement, among } => {
                let of = self.universe.requirements.get(*requirement)?;
                let name = self.name(*variable);
                let rest = if among.is_empty() {
                    format!("; {}.", self.universe.instead(*requirement))
                } else {
                    format!(", which {} can satisfy.", list(&self.names(among), "or"))
                };
                let olm = format!("bundle {name} requires an operator {}", of.to_olm());
                one(format!("{name} needs {}{rest}", of.describe()), olm)
            }
            Constraint::Replaces { variable, existing } => {
                let (new, old) = (self.name(*variable), self.name(*existing));
                let olm = format!("{} conflicts with {}", self.id(*variable), self.id(*existing));
                one(format!("{new} replaces {old}."), olm)
            }
            Constraint::Stays { variable } => {
                let name = self.name(*variable);
                let olm = format!("clusterserviceversion {name} exists and is not referenced by a subscription");
                one(format!("{name} is installed without a Subscription, and is kept."), olm)
            }
            Constraint::Prohibited { variable } => {
                let olm = format!("bundle {} is deprecated", self.id(*variable));
                one(format!("{} has the property olm.deprecated: OLM never installs it.", self.name(*variable)), olm)
            }
            Constraint::OneProvider { api, among } => {
                let mut message = format!("Only one operator may provide {api}: {}.", list(&self.names(among), "or"));
                let twice: Vec<VariableId> = among.windows(2).filter_map(twice).collect();
                if !twice.is_empty() {
                    let names = list(&self.names(&twice), "and");
                    let _ = write!(message, " OLM counts {names} twice, because it has two properties for this API.");
                }
                let olm = format!("{} provide {api}", listed(self.sorted_ids(among), usize::MAX, "and"));
                Some(Reason { message, olm: vec![format!("there can be only one provider of {api}"), olm] })
            }
            Constraint::OnePackage { package, among } => {
                let message = format!(
                    "Only one version of package {package} may be installed: {}.",
                    list(&self.names(among), "or")
                );
                let head = format!("there can be only one operator from package {package}");
                let olm =
                    format!("{} originate from package {package}", listed(self.sorted_ids(among), usize::MAX, "and"));
                Some(Reason { message, olm: vec![head, olm] })
            }
        }
    }

    fn subscription_reason(&self, subscription: VariableId, among: &[VariableId], empty: Option<&str>) -> Reason {
        let (name, subject) = (self.name(subscription), self.subscribed(subscription));
        let reason = |message: String, olm: String| Reason { message, olm: vec![olm] };
        if let Some(empty) = empty {
            return reason(format!("OLM cannot install anything for {subject}: {empty}."), empty.to_owned());
        }
        let ids = self.ids(among);
        let olm = match ids.as_slice() {
            [only] => format!("subscription {name} requires {only}"),
            _ => format!("subscription {name} requires at least one of {}", listed(ids, usize::MAX, "or")),
        };
        // The installed bundle is the last alternative.
        let (kept, new) = match among.split_last() {
            Some((last, rest)) if matches!(self.variables.get(*last), Some(Variable::Existing(_))) => {
                (Some(self.name(*last)), rest)
            }
            _ => (None, among),
        };
        let new = list(&self.names(new), "or");
        let message = match kept {
            None => format!("For {subject}, OLM can install {new}."),
            Some(kept) if new.is_empty() => format!("For {subject}, OLM can only keep {kept}."),
            Some(kept) => format!("For {subject}, OLM can install {new} or keep {kept}."),
        };
        reason(message, olm)
    }
}

fn twice(pair: &[VariableId]) -> Option<VariableId> {
    match pair {
        [one, other] if one == other => Some(*one),
        _ => None,
    }
}
