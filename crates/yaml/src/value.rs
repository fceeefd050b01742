//! Values in a tree.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::bare::{bare, is_plain_string};
use crate::format::Format;
use olmkit_gostd::go_float32_key;

use crate::node::{NodeRef, Value};
use crate::scalar::{Resolved, cook, resolve, tag_name};
use crate::tree::{Kind, Style};

/// Most mappings do not have more members.
const USUAL_MEMBERS: usize = 8;

/// A key of a mapping and its effective value.
#[derive(Debug, Clone)]
pub struct Member<'d> {
    /// The key as the JSON string that it becomes.
    pub key: Cow<'d, str>,
    /// The key's node.
    pub key_node: NodeRef<'d>,
    /// The value, with aliases followed.
    pub value: NodeRef<'d>,
}

impl<'d> Member<'d> {
    pub(crate) fn new(key_node: NodeRef<'d>, value: NodeRef<'d>) -> Self {
        Member { key: key_node.key(), key_node, value: value.resolved() }
    }
}

impl<'d> NodeRef<'d> {
    /// The value of the node, with aliases followed. For containers only their kind.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "operator-registry passes every number through float64")]
    pub fn value(self) -> Value<'d> {
        let node = self.resolved();
        match node.kind() {
            Kind::Mapping => return Value::Mapping,
            Kind::Sequence => return Value::Sequence,
            Kind::Scalar | Kind::Alias => {}
        }
        if let Some(text) = node.bare_string() {
            return Value::String(Cow::Borrowed(text));
        }
        match resolve(node) {
            Ok(Resolved::Null) | Err(_) => Value::Null,
            Ok(Resolved::Bool(value)) => Value::Bool(value),
            Ok(Resolved::Int(value)) => Value::Number(value as f64),
            Ok(Resolved::Uint(value)) => Value::Number(value as f64),
            Ok(Resolved::Float(value)) => Value::Number(value),
            Ok(Resolved::Str(value)) => Value::String(value),
        }
    }

    /// The text of a bare string, as nearly all strings are; `None` if it is not certain.
    fn bare_string(self) -> Option<&'d str> {
        std::str::from_utf8(self.bare()?).ok()
    }

    /// Whether the value is a string, decided without reading the whole text if possible.
    #[must_use]
    pub fn is_string(self) -> bool {
        let node = self.resolved();
        let raw = node.raw();
        let by_style = match (raw.kind, raw.style, node.format()) {
            (Kind::Mapping | Kind::Sequence, ..) => return false,
            _ if raw.has_properties => false,
            (_, Style::Plain, Format::Json) => false,
            (_, Style::Plain, Format::Yaml) => !raw.needs_cooking || is_string_by_text(node.source()),
            _ => true,
        };
        by_style || matches!(node.value(), Value::String(_))
    }

    /// Whether the value is null.
    #[must_use]
    pub fn is_null(self) -> bool {
        !self.is_string() && self.value() == Value::Null
    }

    /// The string, if the value is one.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        match self.value() {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a scalar before it is resolved: quotes and escapes are replaced, `1.0` stays `1.0`.
    #[must_use]
    pub fn scalar_text(self) -> Cow<'d, str> {
        cook(self.resolved())
    }

    /// The JSON key that this node becomes as a key of a mapping.
    #[must_use]
    pub fn key(self) -> Cow<'d, str> {
        let node = self.resolved();
        if let Some(text) = node.bare_string() {
            return Cow::Borrowed(text);
        }
        match resolve(node) {
            Ok(Resolved::Str(text)) => text,
            Ok(Resolved::Bool(value)) => Cow::Borrowed(if value { "true" } else { "false" }),
            Ok(Resolved::Int(value)) => Cow::Owned(value.to_string()),
            Ok(Resolved::Uint(value)) => Cow::Owned(value.to_string()),
            Ok(Resolved::Float(value)) => Cow::Owned(go_float32_key(value)),
            Ok(Resolved::Null) | Err(_) => cook(node),
        }
    }

    /// Whether this key is the merge key `<<`.
    #[must_use]
    pub fn is_merge_key(self) -> bool {
        let node = self.raw();
        let plain = node.kind == Kind::Scalar && node.style == Style::Plain && !node.has_properties;
        if plain {
            return self.format() == Format::Yaml && self.source() == b"<<";
        }
        node.kind == Kind::Scalar
            && node.has_properties
            && self.format() == Format::Yaml
            && match tag_name(self) {
                None => node.style == Style::Plain,
                Some(tag) => matches!(tag.as_ref(), "!" | "merge"),
            }
            && cook(self) == "<<"
    }

    /// The keys and values in the order in which they take effect: merges are applied in place, duplicates are
    /// included. The last of equal keys takes effect.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        let node = self.resolved();
        let pairs = if node.kind() == Kind::Mapping { node.children() } else { node.no_children() };
        Members { merges: node.tree.has_merges, pairs, around: Vec::new() }
    }

    /// Whether the pairs of a mapping are its effective members in the order of their keys, and all keys are
    /// [bare](NodeRef::bare).
    #[must_use]
    pub fn is_in_order(self) -> bool {
        let node = self.resolved().raw();
        node.kind == Kind::Mapping && !node.needs_cooking && !self.tree.has_merges
    }

    /// The bytes of a scalar that is certainly a bare string: its text is that of the source, without quotes.
    #[must_use]
    pub fn bare(self) -> Option<&'d [u8]> {
        bare(self.text, self.raw(), self.format())
    }

    /// The effective members in the order of their keys. The last of equal keys takes effect.
    #[must_use]
    pub fn sorted_members(self) -> Vec<Member<'d>> {
        if self.is_in_order() {
            return self.resolved().pairs().map(|(key, value)| Member::new(key, value)).collect();
        }
        self.members_by(&|a, b| a.key.cmp(&b.key))
    }

    /// Like [`NodeRef::sorted_members`], in another order.
    #[must_use]
    pub(crate) fn members_by(self, order: &dyn Fn(&Member<'d>, &Member<'d>) -> Ordering) -> Vec<Member<'d>> {
        let mut members = Vec::with_capacity(USUAL_MEMBERS);
        members.extend(self.members());
        if !members.is_sorted_by(|a, b| order(a, b).is_lt()) {
            members.reverse(); // The last of equal keys takes effect.
            sort(&mut members, order);
            members.dedup_by(|later, first| order(later, first).is_eq());
        }
        members
    }

    /// The effective value of a key: merges applied, the last of duplicates, aliases followed.
    #[must_use]
    pub fn get(self, key: &str) -> Option<NodeRef<'d>> {
        self.members().filter(|member| member.key == key).last().map(|member| member.value)
    }

    /// The items of a sequence, with aliases followed.
    pub fn items(self) -> impl Iterator<Item = NodeRef<'d>> + 'd {
        let node = self.resolved();
        let children = (node.kind() == Kind::Sequence).then(|| node.children());
        children.into_iter().flatten().map(NodeRef::resolved)
    }
}

/// A stable sort. In the wasm, the sort of the standard library is five times as large.
fn sort<'d>(members: &mut Vec<Member<'d>>, order: &dyn Fn(&Member<'d>, &Member<'d>) -> Ordering) {
    const FEW: usize = 12;
    let mut width = FEW;
    for few in members.chunks_mut(width) {
        for end in 1..few.len() {
            for at in (1..=end).rev() {
                let Some([before, own]) = few.get(at.saturating_sub(1)..=at) else { break };
                if order(own, before).is_ge() {
                    break;
                }
                few.swap(at.saturating_sub(1), at);
            }
        }
    }
    while width < members.len() {
        let mut merged = Vec::with_capacity(members.len());
        for pair in members.chunks(width.saturating_mul(2)) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some((a, more_left)), Some((b, more_right))) = (left.split_first(), right.split_first()) {
                if order(b, a).is_lt() {
                    merged.push(b.clone());
                    right = more_right;
                } else {
                    merged.push(a.clone());
                    left = more_left;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        *members = merged;
        width = width.saturating_mul(2);
    }
}

/// Where iteration continues after a merged mapping.
#[derive(Debug, Clone)]
enum Step<'d> {
    Pairs(crate::node::Children<'d>),
    /// The remaining mappings to merge, the next one last.
    Merge(Vec<NodeRef<'d>>),
}

/// The iterator of [`NodeRef::members`].
#[derive(Debug, Clone)]
pub struct Members<'d> {
    merges: bool,
    pairs: crate::node::Children<'d>,
    around: Vec<Step<'d>>,
}

impl<'d> Members<'d> {
    /// Continues after a merged mapping.
    fn leave(&mut self) -> Option<()> {
        match self.around.pop()? {
            Step::Pairs(pairs) => self.pairs = pairs,
            Step::Merge(mut waiting) => {
                if let Some(mapping) = waiting.pop() {
                    self.around.push(Step::Merge(waiting));
                    self.pairs = mapping.resolved().children();
                }
            }
        }
        Some(())
    }

    fn merge(&mut self, value: NodeRef<'d>) {
        let pairs = std::mem::replace(&mut self.pairs, value.no_children());
        self.around.extend([Step::Pairs(pairs), Step::Merge(merge_sources(value))]);
    }
}

impl<'d> Iterator for Members<'d> {
    type Item = Member<'d>;

    fn next(&mut self) -> Option<Member<'d>> {
        loop {
            let (Some(key_node), Some(value)) = (self.pairs.next(), self.pairs.next()) else {
                self.leave()?;
                continue;
            };
            if self.merges && key_node.is_merge_key() {
                self.merge(value);
                continue;
            }
            return Some(Member::new(key_node, value));
        }
    }
}

/// Whether a plain scalar is certainly a string. If it contains a line break, its value contains a space or a line
/// break, which no other type has.
fn is_string_by_text(source: &[u8]) -> bool {
    is_plain_string(source) || memchr::memchr(b'\n', source).is_some()
}

/// The mappings that a merge adds. The first mapping of a list takes precedence, so it is applied last.
fn merge_sources(value: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    let sources: Vec<NodeRef<'_>> = match value.kind() {
        Kind::Sequence => value.children().map(NodeRef::resolved).collect(),
        _ => vec![value.resolved()],
    };
    sources.into_iter().filter(|source| source.kind() == Kind::Mapping).collect()
}
