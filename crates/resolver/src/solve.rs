//! The answer: OLM's preferences over a SAT solver (bundle specification 6.5).

use std::collections::VecDeque;
use std::rc::Rc;

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use olmkit_collections::HashMap;

use crate::formula::{Formula, Rule};
use crate::ids::{List, RuleId, VariableId};

/// What is chosen, or which rules contradict each other.
pub(crate) enum Outcome {
    /// Variables, each with the rule that asked for it.
    Chosen(Vec<(VariableId, RuleId)>),
    /// A set of rules none of which can be left out.
    Contradiction(Vec<RuleId>),
}

/// Rules of an explanation that are tried to be left out; beyond it the explanation is only not the shortest.
const MOST_TRIED: usize = 500;

pub(crate) fn solve(formula: &Formula<'_>) -> Outcome {
    let mut solver = Solver::new(formula);
    match solver.contradiction(formula) {
        Some(core) => Outcome::Contradiction(core),
        None => Outcome::Chosen(solver.choose(formula)),
    }
}

/// A set of rules that contradict each other, none of which can be left out; none where there is an answer.
pub(crate) fn contradiction(formula: &Formula<'_>) -> Option<Vec<RuleId>> {
    Solver::new(formula).contradiction(formula)
}

struct Solver {
    sat: BasicSolver,
    variables: List<VariableId, Lit>,
    /// One for each rule: the rule counts only when it is assumed.
    selectors: List<RuleId, Lit>,
    /// That one of some variables holds, by the address of the list that rules share.
    any: HashMap<*const VariableId, Lit>,
}

impl Solver {
    fn new(formula: &Formula<'_>) -> Solver {
        let mut sat = BasicSolver::default();
        let mut fresh = || Lit::new(sat.new_var_default(), true);
        let variables: List<VariableId, Lit> = formula.variables.iter().map(|_| fresh()).collect();
        let selectors: List<RuleId, Lit> = formula.rules.iter().map(|_| fresh()).collect();
        let mut solver = Solver { sat, variables, selectors, any: HashMap::default() };
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

    fn holds(&mut self, assumed: &[Lit]) -> bool {
        self.sat.solve_limited(assumed) == lbool::TRUE
    }

    fn contradiction(&mut self, formula: &Formula<'_>) -> Option<Vec<RuleId>> {
        let all = self.selectors.to_vec();
        if self.holds(&all) {
            return None;
        }
        // Two versions of a package nearly always provide the same APIs: that they are of one package says more.
        let is_of_api = |at: RuleId| matches!(formula.rules.get(at), Some(Rule::OneProvider { .. }));
        let others: Vec<Lit> =
            self.selectors.with_ids().filter(|(at, _)| !is_of_api(*at)).map(|(_, selector)| *selector).collect();
        let from = if self.holds(&others) { all } else { others };
        Some(self.shortest_contradiction(&from))
    }

    /// Goes through the choices in order and takes the first alternative that leaves an answer possible: that is where
    /// OLM's search with backtracking arrives.
    fn choose(&mut self, formula: &Formula<'_>) -> Vec<(VariableId, RuleId)> {
        let mut assumed = self.selectors.to_vec();
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
                assumed.push(literal);
                if !self.holds(&assumed) {
                    assumed.pop();
                    continue;
                }
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
        chosen
    }

    fn core(&self) -> Vec<RuleId> {
        let is_in = |at: &RuleId| {
            self.selectors.get(*at).is_some_and(|selector| self.sat.unsat_core_contains_var(selector.var()))
        };
        self.selectors.ids().filter(is_in).collect()
    }

    /// Leaves out rules one by one as long as the rest still contradicts itself.
    fn shortest_contradiction(&mut self, all: &[Lit]) -> Vec<RuleId> {
        self.holds(all);
        let mut core = self.core();
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
            if !self.holds(&assumed) {
                core = self.core();
                at = at.min(core.len());
            }
        }
        core
    }
}
