//! Requirements of properties, as predicates over bundles (bundle specification 5.5, 6.2).

use std::cell::Cell;

use olmkit_k8s::cel::{self, Program, Value};
use olmkit_k8s::{Constraint, ConstraintId, ConstraintKind, Gvk, Problem, ProblemKind, strings};
use olmkit_semver::{Range, Version};
use olmkit_yaml::decode::Object;
use olmkit_yaml::{NodeRef, TextRange};

use crate::bundle::Bundle;
use crate::ids::{Id, List, TestId};

/// Go's error when OLM evaluates a range with an empty part.
pub(crate) const PANIC: &str = "panic: index out of range";

/// Whether properties of this type are requirements.
pub(crate) fn is_requiring(kind: &str) -> bool {
    matches!(kind, "olm.gvk.required" | "olm.package.required" | "olm.label.required" | "olm.constraint")
}

/// A requirement of one or more bundles.
#[derive(Debug)]
pub struct Requirement {
    /// The type of the property.
    pub kind: String,
    /// The predicate, or why OLM cannot create one. In that case, OLM resolves nothing in the whole namespace.
    pub predicate: Result<Predicate, Problem>,
}

/// A condition on a bundle as a flat list. A test precedes its parts.
#[derive(Debug, Default)]
pub struct Predicate {
    tests: List<TestId, Test>,
}

/// A single condition.
#[derive(Debug)]
pub enum Test {
    /// The bundle provides an API.
    Gvk(Gvk),
    /// The bundle belongs to a package and has a version in a range.
    Package {
        /// The package.
        name: String,
        /// The range as written.
        text: String,
        /// The range.
        range: Range,
    },
    /// The bundle has a label.
    Label(String),
    /// All of these tests are true.
    All(Vec<TestId>),
    /// At least one of these tests is true.
    Any(Vec<TestId>),
    /// None of these tests is true.
    Not(Vec<TestId>),
    /// A CEL expression is true.
    Cel {
        /// The compiled expression.
        program: Box<Program>,
        /// The source of the expression.
        rule: String,
        /// OLM's message if the expression is false.
        message: String,
    },
    /// A part that OLM ignores.
    Ignored,
}

impl Requirement {
    /// Reads a property as a requirement. `None` if its type is not a requirement.
    pub(crate) fn read(kind: &str, value: NodeRef<'_>) -> Option<Requirement> {
        let predicate = match kind {
            "olm.gvk.required" => {
                let read = strings(value, "registry.GVKProperty", ["group", "kind", "version"]);
                read.map(|[group, kind, version]| Predicate::of(Test::Gvk(Gvk { group, version, kind })))
            }
            "olm.package.required" => {
                let read = strings(value, "registry.PackageDependency", ["packageName", "versionRange"]);
                read.and_then(|[name, text]| package(name, text, range_of(value))).map(Predicate::of)
            }
            "olm.label.required" => {
                strings(value, "registry.LabelDependency", ["label"]).map(|[label]| Predicate::of(Test::Label(label)))
            }
            "olm.constraint" => constraint(value),
            _ => return None,
        };
        Some(Requirement { kind: kind.to_owned(), predicate })
    }
}

/// The position of the range of a required package, otherwise of the whole value.
fn range_of(value: NodeRef<'_>) -> TextRange {
    let object = Object::new(value);
    let range = object.field("versionRange").last();
    range.map_or_else(|| value.range(), NodeRef::range)
}

fn package(name: String, text: String, range: TextRange) -> Result<Test, Problem> {
    let problem = |upstream: String, message: String| Problem { kind: ProblemKind::Range, upstream, message, range };
    match Range::parse(&text) {
        Ok(of_text) if of_text.has_empty_part() => {
            let message = format!("OLM crashes on the range `{text}`");
            Err(Problem { kind: ProblemKind::EmptyPart, upstream: PANIC.to_owned(), message, range })
        }
        Ok(range) => Ok(Test::Package { name, text, range }),
        Err(error) if text.is_empty() => {
            Err(problem(error.to_string(), format!("the required package `{name}` has no `versionRange`")))
        }
        Err(error) => {
            Err(problem(error.to_string(), format!("OLM cannot read the range `{text}` of package `{name}`: {error}")))
        }
    }
}

fn constraint(value: NodeRef<'_>) -> Result<Predicate, Problem> {
    let wrap =
        |prefix: &str, problem: Problem| Problem { upstream: format!("{prefix}: {}", problem.upstream), ..problem };
    let (constraint, problems) = Constraint::read(value);
    if let Some(problem) = problems.into_iter().next() {
        return Err(wrap("parse olm.constraint", problem));
    }
    let mut problems = constraint.conversion_problems();
    problems.extend(constraint.cel_problems(value));
    if let Some(problem) = problems.into_iter().min_by_key(|problem| problem.range.start()) {
        return Err(wrap("convert olm.constraint to resolver predicate", problem));
    }
    // The tests are in the order of the nodes.
    let ids = |parts: &[ConstraintId]| parts.iter().map(|at| TestId::new(at.index())).collect();
    let test = |node: &olmkit_k8s::Node| match node.kind() {
        ConstraintKind::Gvk(gvk) => Ok(Test::Gvk(gvk.clone())),
        ConstraintKind::Package(package_range) => {
            package(package_range.name.clone(), package_range.range.clone(), node.detail())
        }
        ConstraintKind::All(parts) => Ok(Test::All(ids(parts))),
        ConstraintKind::Any(parts) => Ok(Test::Any(ids(parts))),
        ConstraintKind::Not(parts) => Ok(Test::Not(ids(parts))),
        ConstraintKind::Cel(rule) => Ok(cel::compile(rule).map_or(Test::Ignored, |program| Test::Cel {
            program: Box::new(program),
            rule: rule.to_owned(),
            message: node.failure_message.clone(),
        })),
        ConstraintKind::Empty => Ok(Test::Ignored),
    };
    Ok(Predicate { tests: constraint.nodes().iter().map(test).collect::<Result<_, _>>()? })
}

impl Predicate {
    fn of(test: Test) -> Predicate {
        Predicate { tests: vec![test].into() }
    }

    /// Returns the outermost test.
    #[must_use]
    pub fn root(&self) -> &Test {
        self.tests.first().unwrap_or(&Test::Ignored)
    }

    /// Returns all tests. The ids in [`Test`] refer to this list.
    #[must_use]
    pub fn tests(&self) -> &List<TestId, Test> {
        &self.tests
    }

    /// Whether the predicate is true for a bundle. `None` if an expression exceeds a limit, and the other tests do not
    /// decide. `left` is the remaining work of expressions.
    pub(crate) fn is_met_by(&self, bundle: &Bundle<'_>, left: &Cell<usize>) -> Option<bool> {
        let mut properties: Option<Value> = None;
        let mut holds: List<TestId, Option<bool>> = List::repeat(Some(false), self.tests.len());
        // Parts follow the test that contains them. Iterating backwards evaluates them first.
        for at in self.tests.ids().rev() {
            let Some(test) = self.tests.get(at) else { continue };
            let held = |part: &TestId| holds.get(*part).copied().unwrap_or(Some(false));
            let result = match test {
                Test::Gvk(gvk) => Some(bundle.provides.binary_search(gvk).is_ok()),
                Test::Package { name, range, .. } => Some(has_package(bundle, name, range)),
                Test::Label(label) => Some(bundle.labels.contains(label)),
                Test::All(parts) => not(any(parts.iter().map(held).map(not))),
                Test::Any(parts) => any(parts.iter().map(held)),
                Test::Not(parts) => not(any(parts.iter().map(held))),
                Test::Cel { program, .. } => evaluate(program, bundle, &mut properties, left),
                Test::Ignored => Some(false),
            };
            holds.set(at, result);
        }
        holds.first().copied().unwrap_or(Some(false))
    }
}

/// Whether any value is true. `None` if only an unknown value can be true.
fn any(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(false);
    for value in values {
        match value {
            Some(true) => return value,
            Some(false) => {}
            None => result = None,
        }
    }
    result
}

fn not(value: Option<bool>) -> Option<bool> {
    value.map(|value| !value)
}

/// Evaluates an expression for a bundle, whose properties are read once. OLM treats an error as false.
fn evaluate(
    program: &Program,
    bundle: &Bundle<'_>,
    properties: &mut Option<Value>,
    left: &Cell<usize>,
) -> Option<bool> {
    let mut budget = left.get();
    if properties.is_none() {
        budget = budget.checked_sub(bundle.reading_cost())?;
    }
    let result = program.evaluate(properties.get_or_insert_with(|| bundle.cel_properties()), &mut budget);
    left.set(budget);
    match result {
        Err(error) if error.is_limit() => None,
        result => Some(result.unwrap_or_default()),
    }
}

/// Whether a bundle has the name and a version in the range. They can come from different properties.
fn has_package(bundle: &Bundle<'_>, name: &str, range: &Range) -> bool {
    let named = bundle.package == name || bundle.packages.iter().any(|(found, _)| found == name);
    let fits = |version: &Version| range.contains(version).unwrap_or_default();
    named
        && (bundle.packages.iter().filter_map(|(_, version)| version.as_ref()).any(fits)
            || bundle.version.as_ref().is_some_and(fits))
}
