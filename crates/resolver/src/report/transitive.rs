//! Checks whether a bundle can be installed at all. Every requirement can be satisfiable on its own, but not all of
//! them together.

use olmkit_collections::{HashMap, HashSet, order};
use olmkit_collections::{SortedMap, SortedSet};

use olmkit_diagnostics::Suite;
use olmkit_k8s::Gvk;

use crate::api::Reason;
use crate::bundle::Bundle;
use crate::formula::{Constraint, Formula, Variable};
use crate::ids::{BundleId, EntryId, RequirementId, SourceId, VariableId};
use crate::reporter::{Reporter, Subject, short_list};
use crate::request::{Failure, FailureKind, Request, Subscription};
use crate::rules::requirements::dep_range_invalid;
use crate::rules::resolution::{dep_channel_order, dep_gvk_conflict, dep_unsat_transitive, dep_version_conflict};
use crate::solve::{Possibility, possibility};
use crate::universe::{Channel, Universe};

/// Maximum size of all problems of a report together, in variables and constraints.
const BUDGET: usize = 3_000_000;

/// The cost of an undecided problem.
const UNDECIDED: usize = BUDGET / 4;

/// A problem. Bundles of one package with the same requirements and APIs have the same result.
type Query<'q> = (SourceId, &'q str, Vec<RequirementId>, &'q [Gvk]);

/// Checks the bundles whose direct requirements are all satisfied. Returns the number of bundles that exceed the
/// budget.
pub(super) fn report(reporter: &mut Reporter<'_>, met: &HashSet<(RequirementId, SourceId)>) -> usize {
    let universe = reporter.universe;
    let mut queries: HashMap<Query<'_>, Vec<BundleId>> = HashMap::default();
    let (mut order, mut not_followed) = (Vec::new(), 0_usize);
    for (at, bundle) in universe.bundles.with_ids() {
        if bundle.requires.is_empty() || !reporter.is_selected(&bundle.package) {
            continue;
        }
        let is_met = |(requirement, _): &(RequirementId, _)| met.contains(&(*requirement, bundle.source));
        let is_unknown = |(requirement, _): &(RequirementId, _)| universe.unknown(*requirement).is_some();
        if !bundle.requires.iter().all(|requirement| is_met(requirement) || is_unknown(requirement)) {
            continue;
        }
        if bundle.requires.iter().any(is_unknown) {
            not_followed = not_followed.saturating_add(1);
            continue;
        }
        let mut requires: Vec<RequirementId> = bundle.requires.iter().map(|(requirement, _)| *requirement).collect();
        order::sort(&mut requires);
        let query = (bundle.source, bundle.package.as_str(), requires, bundle.provides.as_slice());
        let bundles = queries.entry(query.clone()).or_default();
        if bundles.is_empty() {
            order.push(query);
        }
        bundles.push(at);
    }
    let mut search = Search { left: BUDGET, ..Search::default() };
    for query in order {
        let Some(bundles) = queries.get(&query) else { continue };
        let (source, _, requires, _) = query;
        if search.left == 0 || !check_problem(reporter, bundles, (source, requires), &mut search) {
            not_followed = not_followed.saturating_add(bundles.len());
        }
    }
    for (failure, packages, bundle) in search.stopped.into_values() {
        report_stopped(reporter, &failure, packages, bundle);
    }
    not_followed
}

/// State shared by the problems of one report.
#[derive(Default)]
struct Search {
    /// The remaining part of [`BUDGET`].
    left: usize,
    /// Entries that can be installed, because they and their dependencies are part of an earlier solution.
    installable: HashSet<EntryId>,
    /// Solutions by the requirements of a bundle. Another bundle with the same requirements can use the same solution,
    /// so thousands of such bundles cost one search.
    answers: HashMap<(SourceId, Vec<RequirementId>), Answer>,
    /// Broken bundles and channels by message, with the packages that they prevent from being installed and a bundle of
    /// one.
    stopped: SortedMap<String, (Failure, SortedSet<String>, BundleId)>,
}

/// Bundles that can be installed together.
#[derive(Default)]
struct Answer {
    packages: HashSet<String>,
    apis: HashSet<Gvk>,
}

impl Answer {
    /// The bundles installed together with a bundle. The bundle itself is included only if another bundle's requirement
    /// or one of its own needs it.
    fn new(universe: &Universe<'_>, held: &[EntryId], wanted: EntryId) -> Self {
        let bundle_of = |entry: &EntryId| universe.entries.get(*entry).map(|entry| entry.bundle);
        let others: Vec<BundleId> = held.iter().filter(|entry| **entry != wanted).filter_map(bundle_of).collect();
        let is_met = |(requirement, _): &(RequirementId, _)| {
            let matching = universe.matching(*requirement);
            others.iter().any(|other| matching.binary_search(other).is_ok())
        };
        let is_whole = |at: &BundleId| universe.bundles.get(*at).is_some_and(|of| of.requires.iter().all(is_met));
        let wanted = bundle_of(&wanted);
        let wanted = if others.iter().chain(&wanted).all(is_whole) { None } else { wanted };
        let mut answer = Answer::default();
        for bundle in others.iter().copied().chain(wanted).filter_map(|at| universe.bundles.get(at)) {
            answer.packages.extend(bundle.packages.iter().map(|(name, _)| name.clone()));
            answer.apis.extend(bundle.provides.iter().cloned());
        }
        answer
    }

    /// Whether the solution also works for another bundle with the same requirements. OLM installs at most one bundle
    /// of a package and one provider of an API.
    fn admits(&self, bundle: &Bundle<'_>) -> bool {
        !bundle.is_prohibited
            && !bundle.packages.iter().any(|(name, _)| self.packages.contains(name))
            && !bundle.provides.iter().any(|api| self.apis.contains(api))
    }
}

/// Whether an earlier solution shows that a bundle can be installed from a channel. Does not iterate over the channel,
/// which can have thousands of entries that all call this.
fn is_answered(
    universe: &Universe<'_>,
    at: BundleId,
    key: &(SourceId, Vec<RequirementId>),
    channel: &Channel,
    search: &Search,
) -> bool {
    let Some(bundle) = universe.bundles.get(at) else { return false };
    if !search.answers.get(key).is_some_and(|answer| answer.admits(bundle)) {
        return false;
    }
    let entries = universe.entries_of.get(at).into_iter().flatten().copied();
    let is_here = |entry: &EntryId| universe.channel_of(*entry).is_some_and(|other| std::ptr::eq(other, channel));
    let mut entries = entries.filter(is_here);
    // Several entries of the bundle require a sorted channel, which may not exist.
    let (Some(only), None) = (entries.next(), entries.next()) else { return false };
    universe.alone(only, channel).is_ok()
}

/// Checks whether bundles of the same problem can be installed, and reports conflicts. `key` is their catalog and
/// requirements. Returns false if the search did not reach a decision.
fn check_problem(
    reporter: &mut Reporter<'_>,
    bundles: &[BundleId],
    key: (SourceId, Vec<RequirementId>),
    search: &mut Search,
) -> bool {
    let universe = reporter.universe;
    let Some((at, bundle)) = bundles.first().and_then(|at| Some((*at, universe.bundles.get(*at)?))) else {
        return true;
    };
    let entry = universe.entries_of.get(at).and_then(|entries| entries.first());
    let Some(channel) = entry.and_then(|entry| universe.channel_of(*entry)) else { return true };
    if entry.is_some_and(|entry| search.installable.contains(entry)) {
        return true;
    }
    if is_answered(universe, at, &key, channel, search) {
        return true;
    }
    let request = install(universe, bundle, channel);
    let formula = match Formula::new(universe, &request) {
        Ok(formula) => formula,
        // OLM does not fail. A limit of olmkit prevents an answer.
        Err(failure) if failure.kind == FailureKind::Unknown => return false,
        Err(failure) => {
            let found =
                search.stopped.entry(failure.message.clone()).or_insert_with(|| (failure, SortedSet::new(), at));
            found.1.insert(bundle.package.clone());
            search.left = search.left.saturating_sub(1);
            return true;
        }
    };
    let cost = formula.variables.len().saturating_add(formula.constraints.len());
    search.left = search.left.saturating_sub(cost);
    let core = match possibility(&formula) {
        Possibility::Contradiction(core) => core,
        Possibility::Possible(held) => {
            keep(universe, at, key, entries(&formula, held), search);
            return true;
        }
        Possibility::Undecided => {
            search.left = search.left.saturating_sub(UNDECIDED);
            return false;
        }
    };
    let conflict: Vec<&Constraint> =
        core.iter().filter_map(|constraint| formula.constraints.get(*constraint)).collect();
    report_conflict(reporter, bundles, &formula, &conflict);
    true
}

/// The request to install a bundle from a channel of its catalog.
fn install(universe: &Universe<'_>, bundle: &Bundle<'_>, channel: &Channel) -> Request {
    Request {
        installed: Vec::new(),
        subscriptions: vec![Subscription {
            package: bundle.package.clone(),
            channel: Some(channel.name.clone()),
            catalog: universe.sources.get(bundle.source).map(|(name, _)| name.clone()),
            starting_csv: Some(bundle.name.clone()),
            ..Subscription::default()
        }],
    }
}

/// The entries among variables.
fn entries(formula: &Formula<'_>, variables: Vec<VariableId>) -> Vec<EntryId> {
    let entry = |variable: VariableId| match formula.variables.get(variable) {
        Some(Variable::Entry(entry)) => Some(*entry),
        _ => None,
    };
    variables.into_iter().filter_map(entry).collect()
}

/// Records entries that can be installed together with a bundle, as the answer for bundles of the same problem.
fn keep(
    universe: &Universe<'_>,
    at: BundleId,
    key: (SourceId, Vec<RequirementId>),
    held: Vec<EntryId>,
    search: &mut Search,
) {
    let wanted = held.iter().find(|held| universe.entries.get(**held).is_some_and(|held| held.bundle == at));
    if let Some(wanted) = wanted {
        search.answers.insert(key, Answer::new(universe, &held, *wanted));
    }
    search.installable.extend(held);
}

/// Reports bundles that can never be installed, with the conflicting constraints.
fn report_conflict(reporter: &mut Reporter<'_>, bundles: &[BundleId], formula: &Formula<'_>, conflict: &[&Constraint]) {
    let universe = reporter.universe;
    let Some(bundle) = bundles.first().and_then(|at| universe.bundles.get(*at)) else { return };
    let rule = if conflict.iter().any(|constraint| matches!(constraint, Constraint::OnePackage { .. })) {
        &dep_version_conflict::RULE
    } else if conflict.iter().any(|constraint| matches!(constraint, Constraint::OneProvider { .. })) {
        &dep_gvk_conflict::RULE
    } else {
        &dep_unsat_transitive::RULE
    };
    // Constraints that only select the bundle itself explain nothing.
    let shown = conflict
        .iter()
        .filter(|constraint| !matches!(constraint, Constraint::Exists { .. } | Constraint::Subscribes { .. }));
    let explanation: Vec<Reason> = shown.filter_map(|constraint| formula.reason(constraint)).collect();
    let reasons: Vec<&str> = explanation.iter().map(|reason| reason.message.as_str()).collect();
    let who = short_list(universe, bundles);
    let message = format!("OLM can never install {who}. {}", reasons.join(" "));
    let place = bundle.requires.first().map_or(bundle.place, |(_, place)| *place);
    let subject = Subject { bundles: bundles.to_vec(), place };
    if let Some(found) = reporter.add(rule, &subject, message, "") {
        for text in explanation.into_iter().flat_map(|reason| reason.olm) {
            found.reported_by(Suite::OlmV0, text);
        }
    }
}

/// Reports a broken bundle or channel that prevents the installation of other packages.
fn report_stopped(reporter: &mut Reporter<'_>, failure: &Failure, mut packages: SortedSet<String>, victim: BundleId) {
    let universe = reporter.universe;
    let culprit = failure.bundle.and_then(|at| universe.bundles.get(at));
    if let Some(culprit) = culprit {
        packages.remove(&culprit.package);
    }
    let Some(place) = universe.bundles.get(victim).map(|bundle| bundle.place).filter(|_| !packages.is_empty()) else {
        return;
    };
    let packages: Vec<String> = packages.into_iter().collect();
    let packages = crate::messages::list(&packages, "and");
    let reported = culprit.and_then(|culprit| dep_range_invalid::reported(reporter, &culprit.name));
    if let Some(found) = reported {
        found.message.push_str(&format!(" It also prevents the installation of {packages}."));
        return;
    }
    let message = format!("{} It prevents the installation of {packages}.", failure.message);
    let subject = Subject { bundles: vec![victim], place };
    let rule = if culprit.is_some() { &dep_range_invalid::RULE } else { &dep_channel_order::RULE };
    reporter.add(rule, &subject, message, "");
}
