//! `olm.constraint`: all, any, not, package, gvk, cel.

mod object;
mod problem;

pub use object::strings;
pub use problem::{Problem, ProblemKind};

use olmkit_collections::{Id as _, List};
use olmkit_semver::Range;
use olmkit_yaml::{Member, NodeIndex, NodeRef, TextRange, Value, inside, to_json};

use crate::cel;
use olmkit_gostd::fold::names_field;

/// The maximum size of a value that OLM reads, in bytes of JSON.
pub const MAX_SIZE: usize = 131_072;

/// An API: group, version and kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Gvk {
    /// The API group; empty for the core group.
    pub group: String,
    /// The version, such as `v1`.
    pub version: String,
    /// The kind.
    pub kind: String,
}

impl std::fmt::Display for Gvk {
    /// Formats the API as OLM does: `Kind (group/version)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}/{})", self.kind, self.group, self.version)
    }
}

/// A package and a range of its versions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackageRange {
    /// `packageName`.
    pub name: String,
    /// `versionRange`, as written.
    pub range: String,
}

olmkit_collections::ids! {
    /// A constraint of a [`Constraint`].
    pub ConstraintId,
}

/// The meaning of one constraint. OLM evaluates one member only: the first one present, in the order of these variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstraintKind<'c> {
    /// The bundle provides an API.
    Gvk(&'c Gvk),
    /// The bundle belongs to a package and its version is in a range.
    Package(&'c PackageRange),
    /// All of these hold for the same bundle.
    All(&'c [ConstraintId]),
    /// At least one of these holds.
    Any(&'c [ConstraintId]),
    /// None of these holds.
    Not(&'c [ConstraintId]),
    /// A CEL expression over the bundle's properties.
    Cel(&'c str),
    /// The constraint has no member that OLM can evaluate.
    Empty,
}

/// One constraint of a [`Constraint`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// `failureMessage`; OLM shows it only for `cel`.
    pub failure_message: String,
    /// The position, relative to the document.
    pub range: TextRange,
    gvk: Option<Gvk>,
    package: Option<PackageRange>,
    all: Option<Vec<ConstraintId>>,
    any: Option<Vec<ConstraintId>>,
    not: Option<Vec<ConstraintId>>,
    cel: Option<String>,
    /// The position of the version range or the CEL rule.
    detail: Option<TextRange>,
    /// The text of the CEL rule.
    rule: Option<NodeIndex>,
}

impl Node {
    /// The member that OLM evaluates.
    #[must_use]
    pub fn kind(&self) -> ConstraintKind<'_> {
        match self {
            Node { gvk: Some(gvk), .. } => ConstraintKind::Gvk(gvk),
            Node { package: Some(package), .. } => ConstraintKind::Package(package),
            Node { all: Some(list), .. } => ConstraintKind::All(list),
            Node { any: Some(list), .. } => ConstraintKind::Any(list),
            Node { not: Some(list), .. } => ConstraintKind::Not(list),
            Node { cel: Some(rule), .. } => ConstraintKind::Cel(rule),
            _ => ConstraintKind::Empty,
        }
    }

    /// The members that are present, in OLM's order. OLM silently ignores all but the first.
    #[must_use]
    pub fn members(&self) -> Vec<&'static str> {
        let present = [
            ("gvk", self.gvk.is_some()),
            ("package", self.package.is_some()),
            ("all", self.all.is_some()),
            ("any", self.any.is_some()),
            ("not", self.not.is_some()),
            ("cel", self.cel.is_some()),
        ];
        present.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }

    /// The position of the version range or the CEL rule; for other constraints the position of the constraint.
    #[must_use]
    pub fn detail(&self) -> TextRange {
        self.detail.unwrap_or(self.range)
    }

    fn list(&mut self, compound: Compound) -> &mut Option<Vec<ConstraintId>> {
        match compound {
            Compound::All => &mut self.all,
            Compound::Any => &mut self.any,
            Compound::Not => &mut self.not,
        }
    }
}

/// A constraint with all constraints nested in it, as a flat list: parents come before their children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    nodes: List<ConstraintId, Node>,
}

impl Constraint {
    /// Reads the value of an `olm.constraint`. Unknown fields are errors, as in `constraints.Parse`.
    ///
    /// If there are problems, the constraint must not be used; the first problem is the one that upstream reports.
    /// Problems that OLM finds only when it converts the constraint are returned by
    /// [`Constraint::conversion_problems`].
    #[must_use]
    pub fn read(value: NodeRef<'_>) -> (Constraint, Vec<Problem>) {
        let mut reader = Reader { nodes: vec![Node::default()].into(), frames: Vec::new(), problems: Vec::new() };
        if is_too_large(value) {
            let upstream = format!("olm.constraint value is greater than max constraint size {MAX_SIZE} bytes");
            let message = format!("the constraint is larger than the {MAX_SIZE} bytes that OLM reads");
            let range = value.range();
            return (
                Constraint { nodes: reader.nodes },
                vec![Problem { kind: ProblemKind::Size, upstream, message, range }],
            );
        }
        reader.constraint(ConstraintId::new(0), value);
        reader.run();
        (Constraint { nodes: reader.nodes }, reader.problems)
    }

    /// The outermost constraint.
    #[must_use]
    pub fn root(&self) -> &Node {
        const EMPTY: &Node = &Node {
            failure_message: String::new(),
            range: TextRange::empty(olmkit_yaml::TextSize::new(0)),
            gvk: None,
            package: None,
            all: None,
            any: None,
            not: None,
            cel: None,
            detail: None,
            rule: None,
        };
        self.nodes.first().unwrap_or(EMPTY)
    }

    /// All constraints. The ids in [`ConstraintKind`] refer to this list.
    #[must_use]
    pub fn nodes(&self) -> &List<ConstraintId, Node> {
        &self.nodes
    }

    /// The constraints that OLM evaluates, in the order of conversion: parents before their children.
    pub fn used(&self) -> impl Iterator<Item = &Node> {
        self.evaluated(true)
    }

    /// The constraints that OLM evaluates, without those below a `not`.
    pub fn outside_not(&self) -> impl Iterator<Item = &Node> {
        self.evaluated(false)
    }

    fn evaluated(&self, enters_not: bool) -> impl Iterator<Item = &Node> {
        let mut waiting = vec![ConstraintId::new(0)];
        std::iter::from_fn(move || {
            let node = self.nodes.get(waiting.pop()?)?;
            match node.kind() {
                ConstraintKind::Not(_) if !enters_not => {}
                ConstraintKind::All(list) | ConstraintKind::Any(list) | ConstraintKind::Not(list) => {
                    waiting.extend(list.iter().rev());
                }
                _ => {}
            }
            Some(node)
        })
    }

    /// The problems that OLM finds when it converts the constraint to a predicate: empty constraints and invalid
    /// version ranges. Each of them aborts the resolution of a whole namespace. CEL is checked by
    /// [`Constraint::cel_problems`], so that programs that do not need it do not contain the CEL compiler.
    #[must_use]
    pub fn conversion_problems(&self) -> Vec<Problem> {
        self.used().filter_map(conversion_problem).collect()
    }

    /// The CEL rules that do not compile, with the position of each error in its rule. `value` is the node that the
    /// constraint was read from.
    #[must_use]
    pub fn cel_problems(&self, value: NodeRef<'_>) -> Vec<Problem> {
        self.used().filter_map(|node| cel_problem(node, value)).collect()
    }
}

fn conversion_problem(node: &Node) -> Option<Problem> {
    match node.kind() {
        ConstraintKind::Empty => Some(Problem {
            kind: ProblemKind::Empty,
            upstream: "constraint is empty".to_owned(),
            message: "the constraint contains nothing that OLM can evaluate".to_owned(),
            range: node.range,
        }),
        ConstraintKind::Package(package) => {
            let error = Range::parse(&package.range).err()?;
            let message = if package.range.is_empty() {
                format!("the constraint on package `{}` has no `versionRange`", package.name)
            } else {
                format!("OLM cannot read the range `{}` of package `{}`: {error}", package.range, package.name)
            };
            Some(Problem { kind: ProblemKind::Range, upstream: error.to_string(), message, range: node.detail() })
        }
        _ => None,
    }
}

fn cel_problem(node: &Node, value: NodeRef<'_>) -> Option<Problem> {
    let ConstraintKind::Cel(rule) = node.kind() else { return None };
    let error = cel::compile(rule).err()?;
    let message = match rule {
        "" => "the constraint has no CEL `rule`".to_owned(),
        _ => format!("the CEL rule does not compile: {}", error.message()),
    };
    let place = node.rule.and_then(|at| inside(value.at(at), rule, error.range(rule)));
    let range = place.filter(|_| !rule.is_empty()).unwrap_or_else(|| node.detail());
    Some(Problem { kind: ProblemKind::Cel, upstream: error.to_string(), message, range })
}

/// Whether the value exceeds [`MAX_SIZE`]. Only long sources are converted to JSON: the source length bounds the length
/// of the JSON.
fn is_too_large(value: NodeRef<'_>) -> bool {
    const LONGEST_GROWTH: usize = 6; // `<` becomes \u003c
    value.source().len().saturating_mul(LONGEST_GROWTH) > MAX_SIZE && to_json(value).len() > MAX_SIZE
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compound {
    All,
    Any,
    Not,
}

/// The stack of values being read, outermost first. encoding/json decodes depth first.
enum Frame<'d> {
    Constraint { at: ConstraintId, fields: std::vec::IntoIter<Member<'d>> },
    Compound { at: ConstraintId, compound: Compound, name: &'static str, fields: std::vec::IntoIter<Member<'d>> },
    Items { at: ConstraintId, compound: Compound, items: std::vec::IntoIter<NodeRef<'d>> },
}

struct Reader<'d> {
    nodes: List<ConstraintId, Node>,
    frames: Vec<Frame<'d>>,
    problems: Vec<Problem>,
}

enum Step<'d> {
    Member(ConstraintId, Member<'d>),
    CompoundMember(ConstraintId, Compound, Member<'d>),
    Item(ConstraintId, Compound, NodeRef<'d>),
}

impl<'d> Reader<'d> {
    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            let step = match frame {
                Frame::Constraint { at, fields } => fields.next().map(|field| Step::Member(*at, field)),
                Frame::Compound { at, compound, fields, .. } => {
                    fields.next().map(|field| Step::CompoundMember(*at, *compound, field))
                }
                Frame::Items { at, compound, items } => items.next().map(|item| Step::Item(*at, *compound, item)),
            };
            match step {
                None => drop(self.frames.pop()),
                Some(Step::Member(at, field)) => self.member(at, &field),
                Some(Step::CompoundMember(at, compound, field)) => self.compound_member(at, compound, &field),
                Some(Step::Item(at, compound, item)) => {
                    let child = self.nodes.push(Node::default());
                    if let Some(list) = self.nodes.get_mut(at).and_then(|node| node.list(compound).as_mut()) {
                        list.push(child);
                    }
                    self.constraint(child, item);
                }
            }
        }
    }

    fn constraint(&mut self, at: ConstraintId, value: NodeRef<'d>) {
        if let Some(node) = self.nodes.get_mut(at) {
            node.range = value.range();
        }
        match value.value() {
            Value::Mapping => self.frames.push(Frame::Constraint { at, fields: value.sorted_members().into_iter() }),
            Value::Null => {}
            _ => self.mismatch(value, "CompoundConstraint", "", "constraints.Constraint"),
        }
    }

    fn member(&mut self, at: ConstraintId, field: &Member<'d>) {
        const COMPOUNDS: [(&str, Compound); 3] =
            [("all", Compound::All), ("any", Compound::Any), ("not", Compound::Not)];
        let is = |name| names_field(&field.key, name);
        if let Some(&(name, compound)) = COMPOUNDS.iter().find(|(name, _)| is(name)) {
            self.compound(at, name, compound, field.value);
        } else if is("failureMessage") {
            let text = self.text(field.value, "Constraint", "failureMessage");
            if let (Some(node), Some(text)) = (self.nodes.get_mut(at), text) {
                node.failure_message = text;
            }
        } else if is("gvk") {
            let read = self.flat(field.value, "gvk", "GVKConstraint", ["group", "kind", "version"]);
            let gvk = read.map(|([group, kind, version], _)| Gvk { group, version, kind });
            if let Some(node) = self.nodes.get_mut(at) {
                node.gvk = gvk;
            }
        } else if is("package") {
            let read = self.flat(field.value, "package", "PackageConstraint", ["packageName", "versionRange"]);
            if let Some(node) = self.nodes.get_mut(at) {
                let place = read.as_ref().and_then(|(_, places)| places.last().copied().flatten());
                node.detail = place.map(NodeRef::range).or(node.detail);
                node.package = read.map(|([name, range], _)| PackageRange { name, range });
            }
        } else if is("cel") {
            let read = self.flat(field.value, "cel", "Cel", ["rule"]);
            if let Some(node) = self.nodes.get_mut(at) {
                let place = read.as_ref().and_then(|(_, places)| places.first().copied().flatten());
                node.detail = node.detail.or(place.map(NodeRef::range));
                node.rule = place.map(NodeRef::index);
                node.cel = read.map(|([rule], _)| rule);
            }
        } else {
            self.unknown(field, &["all", "any", "cel", "failureMessage", "gvk", "not", "package"]);
        }
    }

    fn compound(&mut self, at: ConstraintId, name: &'static str, compound: Compound, value: NodeRef<'d>) {
        let is_there = value.value() == Value::Mapping;
        if let Some(node) = self.nodes.get_mut(at) {
            *node.list(compound) = is_there.then(Vec::new);
        }
        match value.value() {
            Value::Null => {}
            Value::Mapping => {
                self.frames.push(Frame::Compound { at, compound, name, fields: value.sorted_members().into_iter() });
            }
            _ => self.mismatch(value, "Constraint", name, "constraints.CompoundConstraint"),
        }
    }

    fn compound_member(&mut self, at: ConstraintId, compound: Compound, field: &Member<'d>) {
        if !names_field(&field.key, "constraints") {
            return self.unknown(field, &["constraints"]);
        }
        if let Some(list) = self.nodes.get_mut(at).and_then(|node| node.list(compound).as_mut()) {
            list.clear();
        }
        match field.value.value() {
            Value::Null => {}
            Value::Sequence => {
                let items: Vec<_> = field.value.items().collect();
                self.frames.push(Frame::Items { at, compound, items: items.into_iter() });
            }
            _ => self.mismatch(field.value, "CompoundConstraint", "constraints", "[]constraints.Constraint"),
        }
    }

    /// Reads an object with string values; null is treated as absent.
    #[allow(clippy::type_complexity, reason = "texts and their places, once")]
    fn flat<const N: usize>(
        &mut self,
        value: NodeRef<'d>,
        name: &str,
        owner: &str,
        names: [&str; N],
    ) -> Option<([String; N], [Option<NodeRef<'d>>; N])> {
        match value.value() {
            Value::Null => return None,
            Value::Mapping => {}
            _ => {
                self.mismatch(value, "Constraint", name, &format!("constraints.{owner}"));
                return None;
            }
        }
        let mut texts = [const { String::new() }; N];
        let mut places = [None; N];
        for field in value.sorted_members() {
            let slots = texts.iter_mut().zip(places.iter_mut()).zip(names);
            let Some(((text, place), key)) = slots.into_iter().find(|(_, key)| names_field(&field.key, key)) else {
                self.unknown(&field, &names);
                continue;
            };
            *place = Some(field.value);
            if let Some(found) = self.text(field.value, owner, &format!("{name}.{key}")) {
                *text = found;
            }
        }
        Some((texts, places))
    }

    fn text(&mut self, value: NodeRef<'d>, owner: &str, path: &str) -> Option<String> {
        match value.value() {
            Value::String(text) => Some(text.into_owned()),
            Value::Null => None,
            _ => {
                self.mismatch(value, owner, path, "string");
                None
            }
        }
    }

    fn mismatch(&mut self, value: NodeRef<'d>, owner: &str, path: &str, go_type: &str) {
        // Only the first problem is upstream's message and needs the full path, whose length is proportional to the
        // nesting depth.
        let path = if self.problems.is_empty() { self.path(path) } else { path.to_owned() };
        self.problems.push(Problem::mismatch(value, owner, &path, go_type));
    }

    fn unknown(&mut self, field: &Member<'d>, known: &[&str]) {
        let message = format!("unknown field `{}`{}", field.key, olmkit_text::known_names(known, known.len()));
        let upstream = format!("json: unknown field \"{}\"", field.key);
        let range = field.key_node.range();
        self.problems.push(Problem { kind: ProblemKind::UnknownField, upstream, message, range });
    }

    fn path(&self, last: &str) -> String {
        let mut parts: Vec<&str> = Vec::new();
        for frame in &self.frames {
            match frame {
                Frame::Compound { name, .. } => parts.push(name),
                Frame::Items { .. } => parts.push("constraints"),
                Frame::Constraint { .. } => {}
            }
        }
        parts.extend(Some(last).filter(|last| !last.is_empty()));
        parts.join(".")
    }
}
