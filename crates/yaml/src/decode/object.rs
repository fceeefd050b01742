//! The fields of one object.

use std::borrow::Cow;

use olmkit_gostd::fold::{bytes_name_field, names_field};
use olmkit_text::TextRange;

use super::types::TEXT;
use super::{Mismatch, kind, mismatch};
use crate::node::{Children, NodeRef, Value};
use crate::value::Member;

/// The keys of an object in the order in which encoding/json visits them when upstream decodes JSON that it marshalled
/// itself: sorted, duplicates collapsed.
#[derive(Debug, Clone)]
pub struct Object<'d>(Keys<'d>);

#[derive(Debug, Clone)]
enum Keys<'d> {
    /// A mapping whose pairs are already in that order.
    InOrder(NodeRef<'d>),
    Sorted(Vec<Member<'d>>),
}

impl Default for Object<'_> {
    fn default() -> Self {
        Object(Keys::Sorted(Vec::new()))
    }
}

impl<'d> Object<'d> {
    /// The members of a mapping; empty for other nodes.
    #[must_use]
    pub fn new(node: NodeRef<'d>) -> Self {
        if node.is_in_order() {
            return Object(Keys::InOrder(node.resolved()));
        }
        Object(Keys::Sorted(node.sorted_members()))
    }

    /// All members.
    pub fn iter(&self) -> impl Iterator<Item = Member<'d>> {
        let mut found = self.remaining();
        std::iter::from_fn(move || match &mut found {
            Remaining::InOrder(children) => Some(Member::new(children.next()?, children.next()?)),
            Remaining::Sorted(members) => members.next().cloned(),
        })
    }

    /// Whether no two keys differ only by case. It is decided quickly for the few keys of a catalog document.
    #[must_use]
    pub fn differs_by_more_than_case(&self) -> bool {
        const FEW: usize = 16;
        if let Remaining::InOrder(children) = self.remaining() {
            // Keys in order are all distinct.
            let is_lower = |key: &[u8]| key.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
            if children.step_by(2).all(|key| key.bare().is_some_and(is_lower)) {
                return true;
            }
        }
        let keys: Vec<Cow<'d, str>> = self.iter().map(|field| field.key).collect();
        let others = |at: usize| keys.iter().skip(at.saturating_add(1));
        let differs = |(at, key): (usize, &Cow<'d, str>)| {
            key.is_ascii() && others(at).all(|other| !other.eq_ignore_ascii_case(key))
        };
        keys.len() <= FEW && keys.iter().enumerate().all(differs)
    }

    /// The values that reach a struct field, in order.
    pub fn field(&self, name: &str) -> impl Iterator<Item = NodeRef<'d>> {
        let mut found = self.remaining();
        std::iter::from_fn(move || found.next_value(name))
    }

    /// The last value that is not null.
    #[must_use]
    pub fn last(&self, name: &str) -> Option<NodeRef<'d>> {
        self.field(name).filter(|value| !value.is_null()).last()
    }

    fn remaining(&self) -> Remaining<'_, 'd> {
        match &self.0 {
            Keys::InOrder(mapping) => Remaining::InOrder(mapping.children()),
            Keys::Sorted(members) => Remaining::Sorted(members.iter()),
        }
    }
}

/// The remaining members.
enum Remaining<'o, 'd> {
    InOrder(Children<'d>),
    Sorted(std::slice::Iter<'o, Member<'d>>),
}

impl<'d> Remaining<'_, 'd> {
    /// The next value that reaches a struct field.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn next_value(&mut self, name: &str) -> Option<NodeRef<'d>> {
        match self {
            Remaining::Sorted(members) => {
                members.find(|member| names_field(&member.key, name)).map(|member| member.value)
            }
            Remaining::InOrder(children) => children.next_value(|key| bytes_name_field(key, name)),
        }
    }
}

/// A string and its range, relative to the document.
pub type Text<'d> = (Cow<'d, str>, TextRange);

/// The string fields of a flat value such as `{packageName, versionRange}`. Unknown keys are ignored; null counts as an
/// empty object. Upstream calls the struct `{package}{owner}`.
///
/// # Errors
/// The value is not an object, or a field is not a string.
pub fn strings<'d, const N: usize>(
    node: NodeRef<'d>,
    package: &str,
    owner: &str,
    names: [&str; N],
) -> Result<[Option<Text<'d>>; N], Mismatch<'d>> {
    let mut found = [const { None }; N];
    match node.value() {
        Value::Mapping => {}
        Value::Null => return Ok(found),
        _ => {
            let text = mismatch(kind(node), owner, "", &format!("{package}{owner}"));
            return Err(Mismatch { node, path: String::new(), full_path: String::new(), text, expected: None });
        }
    }
    for Member { key, value, .. } in Object::new(node).iter() {
        let Some((slot, name)) = found.iter_mut().zip(names).find(|(_, name)| names_field(&key, name)) else {
            continue;
        };
        match value.value() {
            Value::Null => {}
            Value::String(text) => *slot = Some((text, value.range())),
            _ => {
                let text = mismatch(kind(value), owner, name, "string");
                let path = name.to_owned();
                return Err(Mismatch { node: value, full_path: path.clone(), path, text, expected: Some(&TEXT) });
            }
        }
    }
    Ok(found)
}
