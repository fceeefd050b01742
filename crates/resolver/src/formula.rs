//! The question as OLM asks it: variables, and what must hold between them (bundle specification 6.5).

use std::collections::{BTreeMap, HashMap};

use olmkit_constraints::Gvk;

use crate::request::{Failure, Request, Subscription};
use crate::universe::{Entry, Universe};

/// Something that is true or false in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Variable {
    /// An installed bundle stays: index into the request's.
    Existing(usize),
    /// A subscription is served.
    Subscription(usize),
    /// A bundle is installed from a channel: index of the entry.
    Entry(usize),
}

/// What must hold. Each may be part of an explanation.
#[derive(Debug, Clone)]
pub(crate) enum Rule {
    /// The subscription exists.
    Exists { subscription: usize },
    /// It wants one of these, the first if possible.
    Wants { subscription: usize, among: Vec<usize>, empty: Option<String> },
    /// A bundle needs one of these.
    Requires { variable: usize, requirement: usize, among: Vec<usize> },
    /// A bundle takes the place of an installed one.
    Replaces { variable: usize, existing: usize },
    /// An installed bundle without a subscription stays.
    Stays { variable: usize },
    /// A bundle is marked `olm.deprecated`.
    Prohibited { variable: usize },
    /// One provider of an API at most.
    OneProvider { api: Gvk, among: Vec<usize> },
    /// One bundle of a package at most.
    OnePackage { package: String, among: Vec<usize> },
}

/// The whole question.
pub(crate) struct Formula<'q> {
    pub(crate) universe: &'q Universe<'q>,
    pub(crate) request: &'q Request,
    /// Bundles of the request's installed ones.
    pub(crate) existing: Vec<usize>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) rules: Vec<Rule>,
    index: HashMap<Variable, usize>,
    waiting: Vec<usize>,
}

impl<'q> Formula<'q> {
    /// Puts the question. Fails where OLM aborts: a broken requirement, a channel without an order.
    pub(crate) fn new(universe: &'q Universe<'q>, request: &'q Request) -> Result<Self, Failure> {
        let existing = request.installed.iter().map(|name| installed(universe, name)).collect::<Result<_, _>>()?;
        let mut formula = Formula {
            universe,
            request,
            existing,
            variables: Vec::new(),
            rules: Vec::new(),
            index: HashMap::new(),
            waiting: Vec::new(),
        };
        for at in 0..formula.existing.len() {
            let variable = formula.variable(Variable::Existing(at));
            if !formula.is_subscribed(at) {
                formula.rules.push(Rule::Stays { variable });
            }
        }
        formula.expand()?;
        for (at, subscription) in request.subscriptions.iter().enumerate() {
            formula.subscription(at, subscription)?;
        }
        formula.expand()?;
        formula.invariants();
        Ok(formula)
    }

    fn variable(&mut self, variable: Variable) -> usize {
        if let Some(known) = self.index.get(&variable) {
            return *known;
        }
        let at = self.variables.len();
        self.index.insert(variable.clone(), at);
        if !matches!(variable, Variable::Subscription(_)) {
            self.waiting.push(at);
        }
        self.variables.push(variable);
        at
    }

    fn is_subscribed(&self, existing: usize) -> bool {
        self.request.subscriptions.iter().any(|subscription| self.current(subscription) == Some(existing))
    }

    /// The installed bundle that a subscription owns.
    fn current(&self, subscription: &Subscription) -> Option<usize> {
        let mut installed = self.request.installed.iter();
        if let Some(name) = &subscription.installed {
            return installed.position(|installed| installed == name);
        }
        let package_of = |bundle: &usize| self.universe.bundles.get(*bundle).map(|bundle| &bundle.package);
        self.existing.iter().position(|bundle| package_of(bundle) == Some(&subscription.package))
    }

    /// The bundle of a variable; none for a subscription.
    pub(crate) fn bundle_of(&self, variable: usize) -> Option<usize> {
        match self.variables.get(variable)? {
            Variable::Existing(at) => self.existing.get(*at).copied(),
            Variable::Entry(at) => Some(self.universe.entries.get(*at)?.bundle),
            Variable::Subscription(_) => None,
        }
    }

    fn subscription(&mut self, at: usize, subscription: &Subscription) -> Result<(), Failure> {
        let variable = self.variable(Variable::Subscription(at));
        self.rules.push(Rule::Exists { subscription: variable });
        let current = self.current(subscription);
        let listed = self.universe.listed(subscription, current.is_some());
        let mut empty = listed.empty;
        let mut entries = self.universe.sorted(&listed.entries)?;
        if let Some(bundle) = current.and_then(|at| self.universe.bundles.get(*self.existing.get(at)?)) {
            let can_replace =
                |entry: &usize| self.universe.entries.get(*entry).is_some_and(|entry| replaces(entry, bundle));
            entries.retain(can_replace);
        }
        let mut among: Vec<usize> = entries.iter().map(|entry| self.variable(Variable::Entry(*entry))).collect();
        if let Some(current) = current {
            let existing = self.variable(Variable::Existing(current));
            for variable in &among {
                self.rules.push(Rule::Replaces { variable: *variable, existing });
            }
            among.push(existing);
        }
        if among.is_empty() && empty.is_none() {
            empty = Some(format!("no operators found matching the criteria of subscription {}", subscription.name()));
        }
        self.rules.push(Rule::Wants { subscription: variable, among, empty });
        Ok(())
    }

    /// What bundles require, and what those require.
    fn expand(&mut self) -> Result<(), Failure> {
        while let Some(variable) = self.waiting.pop() {
            let Some(at) = self.bundle_of(variable) else { continue };
            let Some(bundle) = self.universe.bundles.get(at) else { continue };
            if bundle.is_prohibited && matches!(self.variables.get(variable), Some(Variable::Entry(_))) {
                self.rules.push(Rule::Prohibited { variable });
            }
            let own = matches!(self.variables.get(variable), Some(Variable::Entry(_))).then_some(bundle.source);
            for (requirement, _) in &bundle.requires {
                let broken = self.universe.requirements.get(*requirement).and_then(|of| of.predicate.as_ref().err());
                if let Some(problem) = broken {
                    let message = format!(
                        "{}: {}. OLM meets this bundle while it looks for candidates, and then resolves nothing in \
                         the whole namespace.",
                        bundle.name, problem.message
                    );
                    return Err(Failure { upstream: problem.upstream.clone(), message, bundle: Some(at) });
                }
                let meets = self.universe.matching(*requirement);
                let stays =
                    |at: &usize| self.existing.get(*at).is_some_and(|bundle| meets.binary_search(bundle).is_ok());
                let existing: Vec<usize> = (0..self.existing.len()).filter(stays).collect();
                let entries = self.universe.candidates(*requirement, own).map_err(Failure::order)?;
                let existing = existing.into_iter().map(Variable::Existing);
                let all: Vec<Variable> = existing.chain(entries.into_iter().map(Variable::Entry)).collect();
                let among = all.into_iter().map(|candidate| self.variable(candidate)).collect();
                self.rules.push(Rule::Requires { variable, requirement: *requirement, among });
            }
        }
        Ok(())
    }

    fn invariants(&mut self) {
        let mut apis: BTreeMap<&Gvk, Vec<usize>> = BTreeMap::new();
        let mut packages: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let universe = self.universe;
        for variable in 0..self.variables.len() {
            let Some(bundle) = self.bundle_of(variable).and_then(|at| universe.bundles.get(at)) else { continue };
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
        for (api, among) in apis.into_iter().filter(|(_, among)| among.len() > 1) {
            self.rules.push(Rule::OneProvider { api: api.clone(), among });
        }
        for (package, among) in packages.into_iter().filter(|(_, among)| among.len() > 1) {
            self.rules.push(Rule::OnePackage { package: package.to_owned(), among });
        }
    }
}

/// The bundle of an installed operator: the catalogs are all that is known of it.
fn installed(universe: &Universe<'_>, name: &str) -> Result<usize, Failure> {
    universe.bundles.iter().position(|bundle| bundle.name == name).ok_or_else(|| Failure {
        upstream: String::new(),
        message: format!("`{name}` is said to be installed, but no catalog has a bundle of that name."),
        bundle: None,
    })
}

fn replaces(entry: &Entry, current: &crate::bundle::Bundle<'_>) -> bool {
    let in_range = entry.skip_range.as_ref().zip(current.version.as_ref());
    in_range.is_some_and(|(range, version)| range.contains(version).unwrap_or_default())
        || entry.replaces == current.name
        || entry.skips.contains(&current.name)
}
