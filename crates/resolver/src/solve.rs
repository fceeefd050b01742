//! The answer: OLM's preferences over a SAT solver (bundle specification 6.5).

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
use olmkit_collections::HashMap;

use crate::formula::{Formula, Rule};
use crate::ids::{List, RuleId, VariableId};

/// What is chosen, or which rules contradict each other.
pub(crate) enum Outcome {
    /// Variables, each with the rule that asked for it.
    Chosen(Vec<(VariableId, RuleId)>),
    /// A set of rules none of which can be left out.
    Contradiction(Vec<RuleId>),
    /// The search reached its limit.
    Undecided,
}

/// Whether all rules can hold together.
pub(crate) enum Possibility {
    /// They can: the variables that hold then, in order.
    Possible(Vec<VariableId>),
    /// A set of rules that contradict each other, none of which can be left out.
    Contradiction(Vec<RuleId>),
    /// The search reached its limit.
    Undecided,
}

/// Rules of an explanation that are tried to be left out; beyond it the explanation is only not the shortest.
const MOST_TRIED: usize = 500;

/// Dead ends of one search, times the size of the question. Real catalogs lead to a few hundred at most; a catalog can be
/// written so that their number is exponential.
const MOST_WORK: usize = 100_000_000;

/// Dead ends of one search, for small and for large questions.
const MOST_CONFLICTS: RangeInclusive<usize> = 2_000..=50_000;

pub(crate) fn solve(formula: &Formula<'_>) -> Outcome {
    let mut solver = Solver::new(formula);
    match solver.possibility(formula) {
        Possibility::Contradiction(core) => Outcome::Contradiction(core),
        Possibility::Undecided => Outcome::Undecided,
        Possibility::Possible(_) => solver.choose(formula).map_or(Outcome::Undecided, Outcome::Chosen),
    }
}

/// Whether there is an answer at all.
pub(crate) fn possibility(formula: &Formula<'_>) -> Possibility {
    Solver::new(formula).possibility(formula)
}

/// Stops a search by the number of its dead ends, so that the same question always gets the same answer.
struct Limit {
    /// What is left.
    conflicts: usize,
}

impl Limit {
    fn new(formula: &Formula<'_>) -> Limit {
        let size = formula.variables.len().saturating_add(formula.rules.len());
        Limit {
            conflicts: MOST_WORK
                .checked_div(size)
                .unwrap_or(MOST_WORK)
                .clamp(*MOST_CONFLICTS.start(), *MOST_CONFLICTS.end()),
        }
    }
}

impl Callbacks for Limit {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.conflicts == 0
    }
}

struct Solver {
    sat: batsat::Solver<Limit>,
    variables: List<VariableId, Lit>,
    /// One for each rule: the rule counts only when it is assumed.
    selectors: List<RuleId, Lit>,
    /// That one of some variables holds, by the address of the list that rules share.
    any: HashMap<*const VariableId, Lit>,
    /// Whether each variable holds in the last answer.
    model: List<VariableId, bool>,
}

impl Solver {
    fn new(formula: &Formula<'_>) -> Solver {
        let mut sat = batsat::Solver::new(SolverOpts::default(), Limit::new(formula));
        let mut fresh = || Lit::new(sat.new_var_default(), true);
        let variables: List<VariableId, Lit> = formula.variables.iter().map(|_| fresh()).collect();
        let selectors: List<RuleId, Lit> = formula.rules.iter().map(|_| fresh()).collect();
        let mut solver = Solver { sat, variables, selectors, any: HashMap::default(), model: List::default() };
        for (at, rule) in formula.rules.with_ids() {
            solver.add(at, rule);
        }
        solver
    }

    fn literal(&self, variable: VariableId) -> Option<Lit> {
        self.variables.get(variable).copied()
    }

    fn literals(&self, variables: &[VariableId]) -> Vec<Lit> {
        variables.iter().filter_map(|variable| self.literal(*variable)).collect()
    }

    fn add(&mut self, rule: RuleId, of: &Rule) {
        let Some(selector) = self.selectors.get(rule).copied() else { return };
        let one = |this: &Self, variable: &VariableId| this.literal(*variable).into_iter().collect::<Vec<_>>();
        let mut clause = vec![!selector];
        match of {
            Rule::Exists { subscription } => clause.extend(one(self, subscription)),
            Rule::Stays { variable } => clause.extend(one(self, variable)),
            Rule::Prohibited { variable } => clause.extend(one(self, variable).into_iter().map(|lit| !lit)),
            Rule::Wants { subscription, among, .. } => {
                clause.extend(one(self, subscription).into_iter().map(|lit| !lit));
                clause.extend(self.literals(among));
            }
            Rule::Requires { variable, among, .. } => {
                clause.extend(one(self, variable).into_iter().map(|lit| !lit));
                let any = self.any_of(among);
                clause.push(any);
            }
            Rule::Replaces { variable, existing } => {
                clause.extend(one(self, variable).into_iter().chain(one(self, existing)).map(|lit| !lit));
            }
            Rule::OneProvider { among, .. } | Rule::OnePackage { among, .. } => {
                return self.at_most_one(selector, &self.literals(among));
            }
        }
        self.sat.add_clause_reuse(&mut clause);
    }

    /// Holds only where one of these does. Rules with the same list share it, so many bundles that require each other
    /// cost their sum, not their product.
    fn any_of(&mut self, among: &Rc<[VariableId]>) -> Lit {
        let key = among.as_ptr();
        if let Some(known) = self.any.get(&key).filter(|_| !among.is_empty()) {
            return *known;
        }
        let any = Lit::new(self.sat.new_var_default(), true);
        let mut clause = vec![!any];
        clause.extend(self.literals(among));
        self.sat.add_clause_reuse(&mut clause);
        if !among.is_empty() {
            self.any.insert(key, any);
        }
        any
    }

    /// A ladder: from the first one that holds on, no other does. Linear, where pairs would be quadratic.
    fn at_most_one(&mut self, selector: Lit, among: &[Lit]) {
        let mut before: Option<Lit> = None;
        for literal in among {
            let step = Lit::new(self.sat.new_var_default(), true);
            self.sat.add_clause_reuse(&mut vec![!selector, !*literal, step]);
            if let Some(before) = before {
                self.sat.add_clause_reuse(&mut vec![!selector, !before, step]);
                self.sat.add_clause_reuse(&mut vec![!selector, !before, !*literal]);
            }
            before = Some(step);
        }
    }

    /// Whether there is an answer in which all of these hold; none where the search was stopped.
    fn holds(&mut self, assumed: &[Lit]) -> Option<bool> {
        let found = self.sat.solve_limited(assumed);
        if found == lbool::TRUE {
            self.model = self.variables.iter().map(|literal| self.sat.value_lit(*literal) == lbool::TRUE).collect();
            return Some(true);
        }
        (found == lbool::FALSE).then_some(false)
    }

    /// From here on this holds in every answer.
    fn fix(&mut self, literal: Lit) {
        self.sat.add_clause_reuse(&mut vec![literal]);
    }

    fn possibility(&mut self, formula: &Formula<'_>) -> Possibility {
        let all = self.selectors.to_vec();
        match self.holds(&all) {
            Some(true) => {
                let held = self.model.with_ids().filter(|(_, holds)| **holds).map(|(variable, _)| variable);
                return Possibility::Possible(held.collect());
            }
            None => return Possibility::Undecided,
            Some(false) => {}
        }
        let core = self.core();
        // Two versions of a package nearly always provide the same APIs: that they are of one package says more.
        let is_of_api = |at: RuleId| matches!(formula.rules.get(at), Some(Rule::OneProvider { .. }));
        let others: Vec<Lit> =
            self.selectors.with_ids().filter(|(at, _)| !is_of_api(*at)).map(|(_, selector)| *selector).collect();
        let core = if self.holds(&others) == Some(false) { self.core() } else { core };
        Possibility::Contradiction(self.shortened(core))
    }

    /// Goes through the choices in order and takes the first alternative that leaves an answer possible: that is where
    /// OLM's search with backtracking arrives. All rules can hold together; none where the search was stopped.
    fn choose(&mut self, formula: &Formula<'_>) -> Option<Vec<(VariableId, RuleId)>> {
        let Solver { sat, selectors, .. } = self;
        selectors.iter().for_each(|selector| _ = sat.add_clause_reuse(&mut vec![*selector]));
        let mut rules_of: List<VariableId, Vec<RuleId>> = formula.variables.iter().map(|_| Vec::new()).collect();
        let mut chosen = Vec::new();
        let mut is_chosen: List<VariableId, bool> = formula.variables.iter().map(|_| false).collect();
        let mut choices: VecDeque<(Rc<[VariableId]>, RuleId)> = VecDeque::new();
        for (at, rule) in formula.rules.with_ids() {
            match rule {
                Rule::Wants { subscription: variable, .. } | Rule::Requires { variable, .. } => {
                    if let Some(rules) = rules_of.get_mut(*variable) {
                        rules.push(at);
                    }
                }
                Rule::Exists { subscription: variable } | Rule::Stays { variable } => {
                    choices.push_back((Rc::from([*variable]), at));
                }
                _ => {}
            }
        }
        while let Some((among, rule)) = choices.pop_front() {
            let taken = |variable: &VariableId| is_chosen.get(*variable).copied().unwrap_or_default();
            if among.iter().any(taken) {
                continue;
            }
            for variable in among.iter().copied() {
                let Some(literal) = self.literal(variable) else { continue };
                let is_in_answer = self.model.get(variable).copied().unwrap_or_default();
                if !is_in_answer && !self.holds(&[literal])? {
                    continue;
                }
                self.fix(literal);
                if let Some(slot) = is_chosen.get_mut(variable) {
                    *slot = true;
                }
                chosen.push((variable, rule));
                for rule in rules_of.get(variable).into_iter().flatten() {
                    match formula.rules.get(*rule) {
                        Some(Rule::Wants { among, .. }) => choices.push_back((Rc::from(among.as_slice()), *rule)),
                        Some(Rule::Requires { among, .. }) => choices.push_back((Rc::clone(among), *rule)),
                        _ => {}
                    }
                }
                break;
            }
        }
        Some(chosen)
    }

    fn core(&self) -> Vec<RuleId> {
        let is_in = |at: &RuleId| {
            self.selectors.get(*at).is_some_and(|selector| self.sat.unsat_core_contains_var(selector.var()))
        };
        self.selectors.ids().filter(is_in).collect()
    }

    /// Leaves out rules one by one as long as the rest still contradicts itself.
    fn shortened(&mut self, mut core: Vec<RuleId>) -> Vec<RuleId> {
        let mut at = core.len();
        for _ in 0..MOST_TRIED {
            let Some(next) = at.checked_sub(1) else { break };
            at = next;
            let mut rest = core.clone();
            if at >= rest.len() {
                continue;
            }
            rest.remove(at);
            let assumed: Vec<Lit> = rest.iter().filter_map(|rule| self.selectors.get(*rule).copied()).collect();
            if self.holds(&assumed) == Some(false) {
                core = self.core();
                at = at.min(core.len());
            }
        }
        core
    }
}
