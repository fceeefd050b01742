//! The resolution problem as OLM states it: variables and constraints between them (bundle specification 6.5).

use std::rc::Rc;

use olmkit_collections::HashMap;
use olmkit_collections::SortedMap;

use olmkit_k8s::Gvk;
use olmkit_semver::{EmptyPart, Version};

use crate::bundle::Bundle;
use crate::ids::{
    BundleId, ConstraintId, EntryId, ExistingId, Id, List, RequirementId, SourceId, SubscriptionId, VariableId,
};
use crate::request::{Failure, Request, Subscription};
use crate::universe::{Entry, OverLimit, Universe};

/// A variable of the resolution problem.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Variable {
    /// An installed bundle stays.
    Existing(ExistingId),
    /// A subscription is satisfied.
    Subscription(SubscriptionId),
    /// A bundle is installed from a channel.
    Entry(EntryId),
}

/// A constraint. Each can be part of an explanation.
#[derive(Debug, Clone)]
pub(crate) enum Constraint {
    /// The subscription exists.
    Exists { subscription: VariableId },
    /// The subscription requires one of these variables, preferably the first.
    Subscribes { subscription: VariableId, among: Vec<VariableId>, empty: Option<String> },
    /// A bundle requires one of these variables. Bundles with the same requirement share the list.
    Requires { variable: VariableId, requirement: RequirementId, among: Rc<[VariableId]> },
    /// A bundle replaces an installed one, so they exclude each other.
    Replaces { variable: VariableId, existing: VariableId },
    /// An installed bundle without a subscription stays.
    Stays { variable: VariableId },
    /// A bundle has the property `olm.deprecated`, so it cannot be installed.
    Prohibited { variable: VariableId },
    /// At most one of these variables can provide the API.
    OneProvider { api: Gvk, among: Vec<VariableId> },
    /// At most one of these bundles of a package can be installed.
    OnePackage { package: String, among: Vec<VariableId> },
}

/// An installed operator.
enum Existing {
    /// A bundle of a catalog.
    Listed(BundleId),
    /// A bundle that no catalog contains any more.
    Unlisted(Box<Bundle<'static>>),
}

/// The resolution problem.
pub(crate) struct Formula<'q> {
    pub(crate) universe: &'q Universe<'q>,
    pub(crate) request: &'q Request,
    /// The installed bundles of the request.
    existing: List<ExistingId, Existing>,
    pub(crate) variables: List<VariableId, Variable>,
    pub(crate) constraints: List<ConstraintId, Constraint>,
    index: HashMap<Variable, VariableId>,
    waiting: Vec<VariableId>,
    /// The variables that satisfy a requirement, by requirement and catalog of the requiring bundle.
    meeting: HashMap<(RequirementId, Option<SourceId>), Rc<[VariableId]>>,
}

impl<'q> Formula<'q> {
    /// Builds the problem. Returns an error if OLM aborts, because a requirement is broken or a channel cannot be
    /// sorted.
    pub(crate) fn new(universe: &'q Universe<'q>, request: &'q Request) -> Result<Self, Failure> {
        let mut formula = Formula::empty(universe, request)?;
        for at in formula.existing.ids() {
            let variable = formula.variable(Variable::Existing(at));
            if !formula.is_subscribed(at) {
                formula.constraints.push(Constraint::Stays { variable });
            }
        }
        formula.expand()?;
        for (at, subscription) in request.subscriptions.iter().enumerate() {
            formula.subscription(SubscriptionId::new(at), subscription)?;
        }
        formula.expand()?;
        formula.invariants();
        Ok(formula)
    }

    /// Creates a problem with only the installed bundles.
    pub(crate) fn empty(universe: &'q Universe<'q>, request: &'q Request) -> Result<Self, Failure> {
        let existing = request.installed.iter().map(|text| installed(universe, request, text));
        Ok(Formula {
            universe,
            request,
            existing: existing.collect::<Result<_, _>>()?,
            variables: List::default(),
            constraints: List::default(),
            index: HashMap::default(),
            waiting: Vec::new(),
            meeting: HashMap::default(),
        })
    }

    /// The installed bundles that catalogs contain.
    pub(crate) fn existing_bundles(&self) -> impl Iterator<Item = BundleId> {
        self.existing.iter().filter_map(|existing| match existing {
            Existing::Listed(at) => Some(*at),
            Existing::Unlisted(_) => None,
        })
    }

    fn variable(&mut self, variable: Variable) -> VariableId {
        if let Some(known) = self.index.get(&variable) {
            return *known;
        }
        let at = self.variables.next_id();
        self.index.insert(variable.clone(), at);
        if !matches!(variable, Variable::Subscription(_)) {
            self.waiting.push(at);
        }
        self.variables.push(variable);
        at
    }

    fn is_subscribed(&self, existing: ExistingId) -> bool {
        self.request.subscriptions.iter().any(|subscription| self.current(subscription) == Some(existing))
    }

    /// The installed bundle that a subscription owns.
    fn current(&self, subscription: &Subscription) -> Option<ExistingId> {
        let is_it = |bundle: &Bundle<'_>| match &subscription.installed {
            Some(name) => bundle.name == *name,
            None => bundle.package == subscription.package,
        };
        self.existing.ids().find(|at| self.installed(*at).is_some_and(is_it))
    }

    /// An installed bundle.
    fn installed(&self, existing: ExistingId) -> Option<&Bundle<'q>> {
        match self.existing.get(existing)? {
            Existing::Listed(at) => self.universe.bundles.get(*at),
            Existing::Unlisted(bundle) => Some(bundle),
        }
    }

    /// The bundle of a variable. `None` for a subscription.
    pub(crate) fn bundle(&self, variable: VariableId) -> Option<&Bundle<'q>> {
        match self.variables.get(variable)? {
            Variable::Existing(at) => self.installed(*at),
            Variable::Entry(at) => self.universe.bundle_of(*at),
            Variable::Subscription(_) => None,
        }
    }

    fn subscription(&mut self, at: SubscriptionId, subscription: &Subscription) -> Result<(), Failure> {
        let variable = self.variable(Variable::Subscription(at));
        self.constraints.push(Constraint::Exists { subscription: variable });
        let current = self.current(subscription);
        let listed = self.universe.listed(subscription, current.is_some());
        if listed.empty.is_some() {
            // The installed bundle does not satisfy the subscription either.
            self.constraints.push(Constraint::Subscribes {
                subscription: variable,
                among: Vec::new(),
                empty: listed.empty,
            });
            return Ok(());
        }
        let entries = self.chosen(&listed.entries, current)?;
        let mut among: Vec<VariableId> = entries.iter().map(|entry| self.variable(Variable::Entry(*entry))).collect();
        if let Some(current) = current {
            let existing = self.variable(Variable::Existing(current));
            for variable in &among {
                self.constraints.push(Constraint::Replaces { variable: *variable, existing });
            }
            among.push(existing);
        }
        let nothing = || format!("no operators found matching the criteria of subscription {}", subscription.name());
        let empty = among.is_empty().then(nothing);
        self.constraints.push(Constraint::Subscribes { subscription: variable, among, empty });
        Ok(())
    }

    /// Returns the entries that can satisfy a subscription, most preferred first. The list is empty if there are none.
    pub(crate) fn candidates_for(&self, subscription: &Subscription) -> Result<Vec<EntryId>, Failure> {
        let current = self.current(subscription);
        let listed = self.universe.listed(subscription, current.is_some());
        if listed.empty.is_some() { Ok(Vec::new()) } else { self.chosen(&listed.entries, current) }
    }

    /// Sorts entries by OLM's preference, and keeps only those that can replace the installed bundle.
    fn chosen(&self, entries: &[EntryId], current: Option<ExistingId>) -> Result<Vec<EntryId>, Failure> {
        let sorted = self.universe.sorted(entries)?;
        match current.and_then(|at| self.installed(at)) {
            Some(bundle) => self.following(&sorted, bundle),
            None => Ok(sorted),
        }
    }

    /// Filters the entries that can replace an installed bundle.
    fn following(&self, entries: &[EntryId], current: &Bundle<'_>) -> Result<Vec<EntryId>, Failure> {
        let mut found = Vec::new();
        for at in entries {
            let Some(entry) = self.universe.entries.get(*at) else { continue };
            match replaces(entry, current) {
                Ok(true) => found.push(*at),
                Ok(false) => {}
                Err(EmptyPart) => return Err(self.universe.crash(*at, &current.name)),
            }
        }
        Ok(found)
    }

    /// Whether OLM can map the identifier of a variable back to its bundle. It splits `CATALOG/NAMESPACE/CHANNEL/NAME`
    /// at slashes.
    pub(crate) fn is_located(&self, variable: VariableId) -> bool {
        let Some(Variable::Entry(at)) = self.variables.get(variable) else { return true };
        let channel = self.universe.channel_of(*at).is_some_and(|channel| channel.name.contains('/'));
        !channel && self.universe.bundle_of(*at).is_some_and(|bundle| !bundle.name.contains('/'))
    }

    /// Adds the requirements of bundles, transitively.
    fn expand(&mut self) -> Result<(), Failure> {
        let universe = self.universe;
        while let Some(variable) = self.waiting.pop() {
            let (at, is_entry) = match self.variables.get(variable) {
                Some(Variable::Entry(at)) => (universe.entries.get(*at).map(|entry| entry.bundle), true),
                Some(Variable::Existing(at)) => match self.existing.get(*at) {
                    Some(Existing::Listed(at)) => (Some(*at), false),
                    _ => continue, // The requirements are unknown.
                },
                _ => continue,
            };
            let Some((at, bundle)) = at.and_then(|at| Some((at, universe.bundles.get(at)?))) else { continue };
            if bundle.is_prohibited && is_entry {
                self.constraints.push(Constraint::Prohibited { variable });
            }
            for (requirement, _) in &bundle.requires {
                self.requirement(variable, at, *requirement, is_entry.then_some(bundle.source))?;
            }
        }
        Ok(())
    }

    fn requirement(
        &mut self,
        variable: VariableId,
        bundle: BundleId,
        requirement: RequirementId,
        own: Option<SourceId>,
    ) -> Result<(), Failure> {
        if let Some(broken) = self.universe.broken(bundle, requirement) {
            return Err(broken);
        }
        let among = match self.meeting.get(&(requirement, own)) {
            Some(known) => Rc::clone(known),
            None => self.meeting(requirement, own)?,
        };
        self.constraints.push(Constraint::Requires { variable, requirement, among });
        Ok(())
    }

    /// Returns the variables that satisfy a requirement, most preferred first.
    fn meeting(&mut self, requirement: RequirementId, own: Option<SourceId>) -> Result<Rc<[VariableId]>, Failure> {
        let universe = self.universe;
        let unknown = |reason: OverLimit| universe.unknown_failure(requirement, &reason);
        if let Some(reason) = universe.unknown(requirement) {
            return Err(unknown(reason));
        }
        let meets = universe.matching(requirement);
        let mut existing = Vec::new();
        for (at, installed) in self.existing.with_ids() {
            let stays = match installed {
                Existing::Listed(bundle) => meets.binary_search(bundle).is_ok(),
                Existing::Unlisted(bundle) => universe.is_met_by(requirement, bundle).map_err(unknown)?,
            };
            if stays {
                existing.push(at);
            }
        }
        let entries = universe.candidates(requirement, own).map_err(Failure::order)?;
        let existing = existing.into_iter().map(Variable::Existing);
        let all: Vec<Variable> = existing.chain(entries.into_iter().map(Variable::Entry)).collect();
        let among: Rc<[VariableId]> = all.into_iter().map(|candidate| self.variable(candidate)).collect();
        self.meeting.insert((requirement, own), Rc::clone(&among));
        Ok(among)
    }

    fn invariants(&mut self) {
        let mut apis: SortedMap<&Gvk, Vec<VariableId>> = SortedMap::new();
        let mut packages: SortedMap<&str, Vec<VariableId>> = SortedMap::new();
        for variable in self.variables.ids().filter(|variable| self.is_located(*variable)) {
            let Some(bundle) = self.bundle(variable) else { continue };
            for api in &bundle.provides {
                apis.entry(api).or_default().push(variable);
            }
            for (name, _) in &bundle.packages {
                let of = packages.entry(name).or_default();
                if of.last() != Some(&variable) {
                    of.push(variable);
                }
            }
        }
        let apis = apis.into_iter().filter(|(_, among)| among.len() > 1);
        let mut constraints: Vec<Constraint> =
            apis.map(|(api, among)| Constraint::OneProvider { api: api.clone(), among }).collect();
        let packages = packages.into_iter().filter(|(_, among)| among.len() > 1);
        constraints
            .extend(packages.map(|(package, among)| Constraint::OnePackage { package: package.to_owned(), among }));
        for constraint in constraints {
            self.constraints.push(constraint);
        }
    }
}

/// Resolves an installed operator given as `NAME` or `NAME@VERSION`. OLM reads it from the cluster. This function first
/// searches the catalogs. For a bundle that they no longer contain, only package and version are known.
fn installed(universe: &Universe<'_>, request: &Request, text: &str) -> Result<Existing, Failure> {
    let (name, version) = text.split_once('@').map_or((text, None), |(name, version)| (name, Some(version)));
    if let Some(at) = universe.bundles.with_ids().find(|(_, bundle)| bundle.name == name).map(|(at, _)| at) {
        return Ok(Existing::Listed(at));
    }
    let failure = Failure::unknown;
    let version = match version.map(Version::parse) {
        Some(Err(error)) => return Err(failure(format!("`{text}` is given as installed, but is not valid: {error}."))),
        version => version.and_then(Result::ok),
    };
    let owner = request.subscriptions.iter().find(|subscription| subscription.owns(name));
    let package = owner.map(|subscription| subscription.package.as_str()).or_else(|| universe.package_that_names(name));
    let package = package.ok_or_else(|| {
        failure(format!(
            "`{name}` is given as installed, but no catalog has a bundle with that name, no entry replaces or skips \
            it, and no Subscription is for its package."
        ))
    })?;
    Ok(Existing::Unlisted(Box::new(Bundle::unlisted(package, name, version))))
}

/// Whether an entry can replace an installed bundle. OLM evaluates the range before it compares names.
fn replaces(entry: &Entry, current: &Bundle<'_>) -> Result<bool, EmptyPart> {
    let in_range = match entry.skip_range.as_ref().zip(current.version.as_ref()) {
        Some((range, version)) => range.contains(version)?,
        None => false,
    };
    Ok(in_range || entry.replaces == current.name || entry.skips.contains(&current.name))
}
