//! Solves the resolution problem with OLM's preferences and a SAT solver (bundle specification 6.5).

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
use olmkit_collections::HashMap;

use crate::formula::{Constraint, Formula};
use crate::ids::{ConstraintId, List, VariableId};

/// The chosen variables, or the constraints that contradict each other.
pub(crate) enum Outcome {
    /// Variables, each with the constraint that selected it.
    Chosen(Vec<(VariableId, ConstraintId)>),
    /// A minimal set of constraints that contradict each other.
    Contradiction(Vec<ConstraintId>),
    /// The search reached its limit.
    Undecided,
}

/// Whether all constraints can be satisfied together.
pub(crate) enum Possibility {
    /// They can. Contains the variables that are true in one solution, in order.
    Possible(Vec<VariableId>),
    /// A minimal set of constraints that contradict each other.
    Contradiction(Vec<ConstraintId>),
    /// The search reached its limit.
    Undecided,
}

/// Maximum number of attempts to remove a constraint from an explanation. Beyond it, the explanation may not be
/// minimal.
const MAX_TRIED: usize = 500;

/// Maximum number of conflicts in a search, multiplied by the size of the problem. Real catalogs cause a few hundred
/// conflicts at most, but a catalog can be constructed with an exponential number.
const MAX_WORK: usize = 100_000_000;

/// Bounds of the maximum number of conflicts in a search, for large and for small problems.
const MAX_CONFLICTS: RangeInclusive<usize> = 2_000..=50_000;

pub(crate) fn solve(formula: &Formula<'_>) -> Outcome {
    let mut solver = Solver::new(formula);
    match solver.possibility(formula) {
        Possibility::Contradiction(core) => Outcome::Contradiction(core),
        Possibility::Undecided => Outcome::Undecided,
        Possibility::Possible(_) => solver.choose(formula).map_or(Outcome::Undecided, Outcome::Chosen),
    }
}

/// Whether there is any solution.
pub(crate) fn possibility(formula: &Formula<'_>) -> Possibility {
    Solver::new(formula).possibility(formula)
}

/// Stops a search after a number of conflicts, so that the result is deterministic.
struct Limit {
    /// The remaining number of conflicts.
    conflicts: usize,
}

impl Limit {
    fn new(formula: &Formula<'_>) -> Limit {
        let size = formula.variables.len().saturating_add(formula.constraints.len());
        Limit {
            conflicts: MAX_WORK
                .checked_div(size)
                .unwrap_or(MAX_WORK)
                .clamp(*MAX_CONFLICTS.start(), *MAX_CONFLICTS.end()),
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
    /// For each constraint, a literal that enables it when assumed.
    selectors: List<ConstraintId, Lit>,
    /// Literals that imply one of several variables, by the address of the list that constraints share.
    any: HashMap<*const VariableId, Lit>,
    /// The value of each variable in the last solution.
    model: List<VariableId, bool>,
}

impl Solver {
    fn new(formula: &Formula<'_>) -> Solver {
        let mut sat = batsat::Solver::new(SolverOpts::default(), Limit::new(formula));
        let mut fresh = || Lit::new(sat.new_var_default(), true);
        let variables: List<VariableId, Lit> = formula.variables.iter().map(|_| fresh()).collect();
        let selectors: List<ConstraintId, Lit> = formula.constraints.iter().map(|_| fresh()).collect();
        let mut solver = Solver { sat, variables, selectors, any: HashMap::default(), model: List::default() };
        for (at, constraint) in formula.constraints.with_ids() {
            solver.add(at, constraint);
        }
        solver
    }

    fn literal(&self, variable: VariableId) -> Option<Lit> {
        self.variables.get(variable).copied()
    }

    fn literals(&self, variables: &[VariableId]) -> Vec<Lit> {
        variables.iter().filter_map(|variable| self.literal(*variable)).collect()
    }

    fn add(&mut self, constraint: ConstraintId, of: &Constraint) {
        let Some(selector) = self.selectors.get(constraint).copied() else { return };
        let one = |this: &Self, variable: &VariableId| this.literal(*variable).into_iter().collect::<Vec<_>>();
        let mut clause = vec![!selector];
        match of {
            Constraint::Exists { subscription } => clause.extend(one(self, subscription)),
            Constraint::Stays { variable } => clause.extend(one(self, variable)),
            Constraint::Prohibited { variable } => clause.extend(one(self, variable).into_iter().map(|lit| !lit)),
            Constraint::Subscribes { subscription, among, .. } => {
                clause.extend(one(self, subscription).into_iter().map(|lit| !lit));
                clause.extend(self.literals(among));
            }
            Constraint::Requires { variable, among, .. } => {
                clause.extend(one(self, variable).into_iter().map(|lit| !lit));
                let any = self.any_of(among);
                clause.push(any);
            }
            Constraint::Replaces { variable, existing } => {
                clause.extend(one(self, variable).into_iter().chain(one(self, existing)).map(|lit| !lit));
            }
            Constraint::OneProvider { among, .. } | Constraint::OnePackage { among, .. } => {
                return self.at_most_one(selector, &self.literals(among));
            }
        }
        self.sat.add_clause_reuse(&mut clause);
    }

    /// Returns a literal that implies that one of the variables is true. Constraints with the same list share the
    /// literal. The size is therefore linear in the number of bundles that require each other, not quadratic.
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

    /// Adds a ladder encoding: after the first true variable, no other can be true. Its size is linear, while pairs
    /// would be quadratic.
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

    /// Whether there is a solution in which all of these literals are true. `None` if the search reached its limit.
    fn is_satisfiable(&mut self, assumed: &[Lit]) -> Option<bool> {
        let found = self.sat.solve_limited(assumed);
        if found == lbool::TRUE {
            self.model = self.variables.iter().map(|literal| self.sat.value_lit(*literal) == lbool::TRUE).collect();
            return Some(true);
        }
        (found == lbool::FALSE).then_some(false)
    }

    /// Makes a literal true in all following solutions.
    fn fix(&mut self, literal: Lit) {
        self.sat.add_clause_reuse(&mut vec![literal]);
    }

    fn possibility(&mut self, formula: &Formula<'_>) -> Possibility {
        let all = self.selectors.to_vec();
        match self.is_satisfiable(&all) {
            Some(true) => {
                let held = self.model.with_ids().filter(|(_, holds)| **holds).map(|(variable, _)| variable);
                return Possibility::Possible(held.collect());
            }
            None => return Possibility::Undecided,
            Some(false) => {}
        }
        let core = self.core();
        // Two versions of a package usually provide the same APIs. That they belong to one package is the better
        // explanation.
        let is_of_api = |at: ConstraintId| matches!(formula.constraints.get(at), Some(Constraint::OneProvider { .. }));
        let others: Vec<Lit> =
            self.selectors.with_ids().filter(|(at, _)| !is_of_api(*at)).map(|(_, selector)| *selector).collect();
        let core = if self.is_satisfiable(&others) == Some(false) { self.core() } else { core };
        Possibility::Contradiction(self.shortened(core))
    }

    /// Processes the choices in order, and takes the first alternative for which a solution exists. OLM's backtracking
    /// search has the same result. Requires that all constraints can be satisfied together. `None` if the search
    /// reached its limit.
    fn choose(&mut self, formula: &Formula<'_>) -> Option<Vec<(VariableId, ConstraintId)>> {
        let Solver { sat, selectors, .. } = self;
        selectors.iter().for_each(|selector| _ = sat.add_clause_reuse(&mut vec![*selector]));
        let mut constraints_of: List<VariableId, Vec<ConstraintId>> =
            formula.variables.iter().map(|_| Vec::new()).collect();
        let mut chosen = Vec::new();
        let mut is_chosen: List<VariableId, bool> = formula.variables.iter().map(|_| false).collect();
        let mut choices: VecDeque<(Rc<[VariableId]>, ConstraintId)> = VecDeque::new();
        for (at, constraint) in formula.constraints.with_ids() {
            match constraint {
                Constraint::Subscribes { subscription: variable, .. } | Constraint::Requires { variable, .. } => {
                    if let Some(constraints) = constraints_of.get_mut(*variable) {
                        constraints.push(at);
                    }
                }
                Constraint::Exists { subscription: variable } | Constraint::Stays { variable } => {
                    choices.push_back((Rc::from([*variable]), at));
                }
                _ => {}
            }
        }
        while let Some((among, constraint)) = choices.pop_front() {
            let taken = |variable: &VariableId| is_chosen.get(*variable).copied().unwrap_or_default();
            if among.iter().any(taken) {
                continue;
            }
            for variable in among.iter().copied() {
                let Some(literal) = self.literal(variable) else { continue };
                let is_in_answer = self.model.get(variable).copied().unwrap_or_default();
                if !is_in_answer && !self.is_satisfiable(&[literal])? {
                    continue;
                }
                self.fix(literal);
                if let Some(slot) = is_chosen.get_mut(variable) {
                    *slot = true;
                }
                chosen.push((variable, constraint));
                for constraint in constraints_of.get(variable).into_iter().flatten() {
                    match formula.constraints.get(*constraint) {
                        Some(Constraint::Subscribes { among, .. }) => {
                            choices.push_back((Rc::from(among.as_slice()), *constraint))
                        }
                        Some(Constraint::Requires { among, .. }) => choices.push_back((Rc::clone(among), *constraint)),
                        _ => {}
                    }
                }
                break;
            }
        }
        Some(chosen)
    }

    fn core(&self) -> Vec<ConstraintId> {
        let is_in = |at: &ConstraintId| {
            self.selectors.get(*at).is_some_and(|selector| self.sat.unsat_core_contains_var(selector.var()))
        };
        self.selectors.ids().filter(is_in).collect()
    }

    /// Removes constraints one by one while the rest still contradicts itself.
    fn shortened(&mut self, mut core: Vec<ConstraintId>) -> Vec<ConstraintId> {
        let mut at = core.len();
        for _ in 0..MAX_TRIED {
            let Some(next) = at.checked_sub(1) else { break };
            at = next;
            let mut rest = core.clone();
            if at >= rest.len() {
                continue;
            }
            rest.remove(at);
            let assumed: Vec<Lit> =
                rest.iter().filter_map(|constraint| self.selectors.get(*constraint).copied()).collect();
            if self.is_satisfiable(&assumed) == Some(false) {
                core = self.core();
                at = at.min(core.len());
            }
        }
        core
    }
}
