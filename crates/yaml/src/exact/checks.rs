//! Errors of go-yaml's decoder and of the conversion to JSON, in a document that parses.

use super::aliases::{self, Checks};
use super::error::plain_failure;
use crate::document::{SyntaxError, SyntaxRule};
use crate::format::Format;
use crate::node::NodeRef;
use crate::scalar::{Resolved, resolve};
use crate::tree::{Kind, Style, Tree};
use crate::value::Member;

pub(super) fn has_merges(text: &[u8], tree: &Tree) -> bool {
    let mut merging = false;
    each_mapping(text, tree, |mapping| merging |= mapping.pairs().any(|(key, _)| key.is_merge_key()));
    merging
}

fn each_mapping<'d>(text: &'d [u8], tree: &'d Tree, mut visit: impl FnMut(NodeRef<'d>)) {
    for (index, node) in (0_u32..).zip(&tree.nodes) {
        if node.kind == Kind::Mapping {
            visit(reference(text, tree, index));
        }
    }
}

fn reference<'d>(text: &'d [u8], tree: &'d Tree, index: u32) -> NodeRef<'d> {
    NodeRef::root(text, tree, Format::Yaml).at(index)
}

/// The first error after parsing.
pub(super) fn check(text: &[u8], tree: &Tree, aliases: usize) -> Option<SyntaxError> {
    let mut decoding = Decoding::default();
    let mut is_good = true;
    for (index, node) in (0_u32..).zip(&tree.nodes) {
        let node_ref = reference(text, tree, index);
        is_good &= decoding.node(node_ref).is_none();
        if node.kind == Kind::Mapping {
            is_good &= node_ref.pairs().all(|(key, value)| decoding.pair(key, value));
        }
    }
    let root = tree.nodes.first().map(|_| reference(text, tree, 0))?;
    // Errors are reported in the order of decoding.
    if aliases > 0 || !is_good {
        let error = if is_good { aliases::check(root) } else { aliases::replay(root, &mut decoding) };
        if error.is_some() {
            return error;
        }
    }
    if decoding.odd_value { check_effective(root) } else { None }
}

/// The checks of go-yaml's decoder.
#[derive(Default)]
struct Decoding {
    /// Whether there is a key or a number that cannot be converted to JSON.
    odd_value: bool,
}

impl Decoding {
    /// Whether a pair can be decoded, provided that its content can.
    fn pair(&mut self, key: NodeRef<'_>, value: NodeRef<'_>) -> bool {
        self.odd_value |= is_odd_key(key);
        if !key.is_merge_key() {
            return self.key(key).is_none();
        }
        match value.kind() {
            Kind::Sequence => value.children().all(|item| self.merged(item).is_none()),
            _ => self.merged(value).is_none(),
        }
    }
}

impl Checks for Decoding {
    fn node(&mut self, node: NodeRef<'_>) -> Option<SyntaxError> {
        match node.kind() {
            Kind::Alias => check_alias(node),
            Kind::Scalar if node.style() == Style::Plain || node.node().has_properties => match resolve(node) {
                Err(problem) => Some(tag_problem(node, &problem.to_string())),
                Ok(Resolved::Float(value)) => {
                    self.odd_value |= !value.is_finite();
                    None
                }
                Ok(_) => None,
            },
            _ => None,
        }
    }

    fn key(&mut self, key: NodeRef<'_>) -> Option<SyntaxError> {
        let collection = matches!(key.resolved().kind(), Kind::Mapping | Kind::Sequence);
        let message = "A mapping or a list cannot be a key. If this is a template such as `{{ name }}`, render it first or quote it.";
        collection.then(|| *plain_failure(SyntaxRule::YamlKeys, key.range(), &invalid_key(key.resolved()), message))
    }

    fn merged(&mut self, value: NodeRef<'_>) -> Option<SyntaxError> {
        let message = "`<<` needs a mapping or a list of mappings.";
        let problem = "map merge requires map or sequence of maps as the value";
        (value.resolved().kind() != Kind::Mapping)
            .then(|| *plain_failure(SyntaxRule::YamlMerge, value.range(), problem, message))
    }
}

fn tag_problem(node: NodeRef<'_>, problem: &str) -> SyntaxError {
    let message = "The tag does not match this value. Remove the tag.";
    *plain_failure(SyntaxRule::Yaml11Tags, node.range(), problem, message)
}

fn check_alias(node: NodeRef<'_>) -> Option<SyntaxError> {
    let target = node.resolved();
    let inside = target.index() < node.index() && node.index() < target.node().next;
    let name = String::from_utf8_lossy(node.source().get(1..).unwrap_or_default()).into_owned();
    let message = "This alias is inside the value that it refers to.";
    inside.then(|| {
        *plain_failure(
            SyntaxRule::YamlAnchors,
            node.range(),
            &format!("anchor '{name}' value contains itself"),
            message,
        )
    })
}

/// go-yaml's message for a key that is a collection. Aliases in it are not expanded, because nothing bounds them yet.
fn invalid_key(key: NodeRef<'_>) -> String {
    let expandable = key.subtree().all(|node| node.kind() != Kind::Alias);
    let shown = if expandable { format!(": {}", crate::write::go_syntax(key)) } else { String::new() };
    format!("invalid map key{shown}")
}

/// Keys that cannot become JSON keys: null and integers beyond int64.
fn is_odd_key(key: NodeRef<'_>) -> bool {
    let key_node = key.resolved();
    let plain = key_node.kind() == Kind::Scalar && (key_node.style() == Style::Plain || key_node.node().has_properties);
    plain && matches!(resolve(key_node), Ok(Resolved::Null | Resolved::Uint(_)))
}

/// Checks only effective values: a value that is overridden later is never converted.
fn check_effective(root: NodeRef<'_>) -> Option<SyntaxError> {
    let mut seen = vec![false; root.tree.nodes.len()];
    let mut waiting = vec![root];
    // Upstream converts the keys of the whole document before it writes the first number.
    let mut error = None;
    while let Some(node) = waiting.pop() {
        let node = node.resolved();
        let Some(seen) = seen.get_mut(node.index() as usize).filter(|seen| !**seen) else { continue };
        *seen = true;
        match node.kind() {
            Kind::Sequence => waiting.extend(node.items().collect::<Vec<_>>().into_iter().rev()),
            Kind::Mapping => {
                // Keys of different types are distinct until they are converted to JSON: null differs from "".
                let odd = |member: &Member<'_>| is_odd_key(member.key_node);
                let members = node.members_by(&|a, b| a.key.cmp(&b.key).then_with(|| odd(a).cmp(&odd(b))));
                for member in members {
                    if odd(&member) {
                        return Some(odd_key(member.key_node, member.value));
                    }
                    waiting.push(member.value);
                }
            }
            Kind::Scalar | Kind::Alias => {
                if let Ok(Resolved::Float(value)) = resolve(node)
                    && !value.is_finite()
                {
                    error = error.or_else(|| Some(not_finite(node, value)));
                }
            }
        }
    }
    error
}

fn odd_key(key: NodeRef<'_>, value: NodeRef<'_>) -> SyntaxError {
    let (kind, shown, message) = match resolve(key.resolved()) {
        Ok(Resolved::Uint(number)) => {
            ("uint64", format!("{number:#x}"), "This number is too large for a key. Quote it.")
        }
        _ => ("%!s(<nil>)", "<nil>".to_owned(), "A key is empty or null. Give it a name, or quote it."),
    };
    let value =
        if value.value() == crate::node::Value::Null { "<nil>".to_owned() } else { crate::write::go_syntax(value) };
    let upstream = format!("unsupported map key of type: {kind}, key: {shown}, value: {value}");
    SyntaxError { upstream, ..*plain_failure(SyntaxRule::YamlKeys, key.range(), "", message) }
}

fn not_finite(node: NodeRef<'_>, value: f64) -> SyntaxError {
    let shown = if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "+Inf"
    } else {
        "-Inf"
    };
    let message = "YAML 1.1 reads this as a number that JSON cannot represent. Quote it.";
    let upstream = format!("json: unsupported value: {shown}");
    SyntaxError { upstream, ..*plain_failure(SyntaxRule::Yaml11InfNan, node.range(), "", message) }
}
