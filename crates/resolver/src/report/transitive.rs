//! Whether a bundle can be installed at all: every requirement may be met, and still not all of them together.

use olmkit_collections::{HashMap, HashSet, order};
use olmkit_collections::{SortedMap, SortedSet};

use olmkit_diagnostics::Suite;
use olmkit_k8s::Gvk;

use crate::api::Reason;
use crate::bundle::Bundle;
use crate::formula::{Formula, Rule, Variable};
use crate::ids::{BundleId, EntryId, RequirementId, SourceId, VariableId};
use crate::reporter::{Reporter, Subject, crowd};
use crate::request::{Failure, Request, Subscription};
use crate::rules::{
    dep_channel_order, dep_gvk_conflict, dep_range_invalid, dep_unsat_transitive, dep_version_conflict,
};
use crate::solve::{Possibility, possibility};
use crate::universe::{Channel, Universe};

/// Entries that may be looked at in one report, all questions together.
const BUDGET: usize = 3_000_000;

/// What a question costs that could not be decided.
const UNDECIDED: usize = BUDGET / 4;

/// What is asked: bundles of one package with the same requirements and APIs have the same answer.
type Question<'q> = (SourceId, &'q str, Vec<RequirementId>, &'q [Gvk]);

/// Asks for the bundles whose own requirements are all met. Gives the number of those for which it takes too long.
pub(super) fn report(reporter: &mut Reporter<'_>, met: &HashSet<(RequirementId, SourceId)>) -> usize {
    let universe = reporter.universe;
    let mut questions: HashMap<Question<'_>, Vec<BundleId>> = HashMap::default();
    let mut order = Vec::new();
    for (at, bundle) in universe.bundles.with_ids() {
        let asked = |(requirement, _): &(RequirementId, _)| met.contains(&(*requirement, bundle.source));
        if bundle.requires.is_empty() || !reporter.is_meant(&bundle.package) || !bundle.requires.iter().all(asked) {
            continue;
        }
        let mut requires: Vec<RequirementId> = bundle.requires.iter().map(|(requirement, _)| *requirement).collect();
        order::sort(&mut requires);
        let question = (bundle.source, bundle.package.as_str(), requires, bundle.provides.as_slice());
        let bundles = questions.entry(question.clone()).or_default();
        if bundles.is_empty() {
            order.push(question);
        }
        bundles.push(at);
    }
    let mut search = Search { left: BUDGET, ..Search::default() };
    let mut not_followed = 0_usize;
    for question in order {
        let Some(bundles) = questions.get(&question) else { continue };
        let (source, _, requires, _) = question;
        if search.left == 0 || !ask(reporter, bundles, (source, requires), &mut search) {
            not_followed = not_followed.saturating_add(bundles.len());
        }
    }
    for (failure, packages, bundle) in search.stopped.into_values() {
        tell_stopped(reporter, &failure, packages, bundle);
    }
    not_followed
}

/// What the questions of one report share.
#[derive(Default)]
struct Search {
    /// What is left of [`BUDGET`].
    left: usize,
    /// Entries that can be installed: they are part of an answer to an earlier question, and what they require is too.
    installable: HashSet<EntryId>,
    /// What was installed with a bundle, by what it requires. Another bundle with these requirements can be installed with
    /// the same, so that thousands of bundles that share them cost one search.
    answers: HashMap<(SourceId, Vec<RequirementId>), Answer>,
    /// Broken bundles and channels, by message, with the packages that they stop and a bundle of those.
    stopped: SortedMap<String, (Failure, SortedSet<String>, BundleId)>,
}

/// Bundles that can be installed together.
#[derive(Default)]
struct Answer {
    packages: HashSet<String>,
    apis: HashSet<Gvk>,
}

impl Answer {
    /// What is installed with a bundle, without it if neither the others nor its own requirements require it.
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

    /// Whether a bundle with the same requirements can be installed, too: OLM takes one bundle of a package, and one
    /// provider of an API.
    fn admits(&self, bundle: &Bundle<'_>) -> bool {
        !bundle.is_prohibited
            && !bundle.packages.iter().any(|(name, _)| self.packages.contains(name))
            && !bundle.provides.iter().any(|api| self.apis.contains(api))
    }
}

/// Whether an earlier answer shows that a bundle can be installed from a channel. The channel itself is not looked at: it may
/// have thousands of entries, and each asks this.
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
    // Several entries of the bundle need the order of the channel, which it may not have.
    let (Some(only), None) = (entries.next(), entries.next()) else { return false };
    universe.alone(only, channel).is_ok()
}

/// Whether some bundles of one question can be installed. False where that could not be decided. `key`: what they require.
fn ask(
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
    let request = Request {
        installed: Vec::new(),
        subscriptions: vec![Subscription {
            package: bundle.package.clone(),
            channel: Some(channel.name.clone()),
            catalog: universe.sources.get(bundle.source).map(|(name, _)| name.clone()),
            starting_csv: Some(bundle.name.clone()),
            ..Subscription::default()
        }],
    };
    if is_answered(universe, at, &key, channel, search) {
        return true;
    }
    let formula = match Formula::new(universe, &request) {
        Ok(formula) => formula,
        Err(failure) => {
            let found =
                search.stopped.entry(failure.message.clone()).or_insert_with(|| (failure, SortedSet::new(), at));
            found.1.insert(bundle.package.clone());
            search.left = search.left.saturating_sub(1);
            return true;
        }
    };
    let cost = formula.variables.len().saturating_add(formula.rules.len());
    search.left = search.left.saturating_sub(cost);
    let core = match possibility(&formula) {
        Possibility::Contradiction(core) => core,
        Possibility::Possible(held) => {
            let entry = |variable: VariableId| match formula.variables.get(variable) {
                Some(Variable::Entry(entry)) => Some(*entry),
                _ => None,
            };
            let held: Vec<EntryId> = held.into_iter().filter_map(entry).collect();
            let wanted = held.iter().find(|held| universe.entries.get(**held).is_some_and(|held| held.bundle == at));
            if let Some(wanted) = wanted {
                search.answers.insert(key, Answer::new(universe, &held, *wanted));
            }
            search.installable.extend(held);
            return true;
        }
        Possibility::Undecided => {
            search.left = search.left.saturating_sub(UNDECIDED);
            return false;
        }
    };
    let conflict: Vec<&Rule> = core.iter().filter_map(|rule| formula.rules.get(*rule)).collect();
    tell_conflict(reporter, bundles, &formula, &conflict);
    true
}

/// Reports bundles that can never be installed, with the rules of the resolver that cannot be met together.
fn tell_conflict(reporter: &mut Reporter<'_>, bundles: &[BundleId], formula: &Formula<'_>, conflict: &[&Rule]) {
    let universe = reporter.universe;
    let Some(bundle) = bundles.first().and_then(|at| universe.bundles.get(*at)) else { return };
    let rule = if conflict.iter().any(|rule| matches!(rule, Rule::OnePackage { .. })) {
        &dep_version_conflict::RULE
    } else if conflict.iter().any(|rule| matches!(rule, Rule::OneProvider { .. })) {
        &dep_gvk_conflict::RULE
    } else {
        &dep_unsat_transitive::RULE
    };
    // That the bundle itself is wanted explains nothing.
    let told = conflict.iter().filter(|rule| !matches!(rule, Rule::Exists { .. } | Rule::Wants { .. }));
    let explanation: Vec<Reason> = told.filter_map(|rule| formula.reason(rule)).collect();
    let reasons: Vec<&str> = explanation.iter().map(|reason| reason.message.as_str()).collect();
    let who = crowd(universe, bundles);
    let message = format!("OLM can never install {who}. {}", reasons.join(" "));
    let place = bundle.requires.first().map_or(bundle.place, |(_, place)| *place);
    let subject = Subject { bundles: bundles.to_vec(), place };
    if let Some(found) = reporter.add(rule, &subject, message, "") {
        for text in explanation.into_iter().flat_map(|reason| reason.olm) {
            found.say(Suite::OlmV0, text);
        }
    }
}

/// Reports a broken bundle or channel that prevents the installation of other packages.
fn tell_stopped(reporter: &mut Reporter<'_>, failure: &Failure, mut packages: SortedSet<String>, victim: BundleId) {
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
    let told = culprit.and_then(|culprit| dep_range_invalid::reported(reporter, &culprit.name));
    if let Some(found) = told {
        found.message.push_str(&format!(" It also prevents the installation of {packages}."));
        return;
    }
    let message = format!("{} It prevents the installation of {packages}.", failure.message);
    let subject = Subject { bundles: vec![victim], place };
    let rule = if culprit.is_some() { &dep_range_invalid::RULE } else { &dep_channel_order::RULE };
    reporter.add(rule, &subject, message, "");
}
