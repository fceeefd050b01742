//! The fields of one object.

use std::borrow::Cow;

use olmkit_gostd::fold::names_field;
use olmkit_text::TextRange;

use super::types::TEXT;
use super::{Misfit, kind, mismatch};
use crate::node::{NodeRef, Value};
use crate::value::Member;

/// The keys of an object in the order in which encoding/json meets them where upstream decodes what it has marshalled
/// before: sorted, duplicates collapsed.
#[derive(Debug, Clone, Default)]
pub struct Object<'d> {
    fields: Vec<Member<'d>>,
}

impl<'d> Object<'d> {
    /// The members of a mapping; nothing has none.
    #[must_use]
    pub fn new(node: NodeRef<'d>) -> Self {
        Object { fields: node.sorted_members() }
    }

    /// All members.
    pub fn iter(&self) -> std::slice::Iter<'_, Member<'d>> {
        self.fields.iter()
    }

    /// Whether the keys certainly differ by more than case. It is seen at once for the few keys of a document of a catalog.
    #[must_use]
    pub fn differs_by_more_than_case(&self) -> bool {
        const FEW: usize = 16;
        let others = |at: usize| self.fields.iter().skip(at.saturating_add(1));
        let differs = |(at, field): (usize, &Member<'_>)| {
            field.key.is_ascii() && others(at).all(|other| !other.key.eq_ignore_ascii_case(&field.key))
        };
        self.fields.len() <= FEW && self.fields.iter().enumerate().all(differs)
    }

    /// The values that reach a struct field, in order.
    pub fn field(&self, name: &str) -> impl DoubleEndedIterator<Item = &Member<'d>> {
        self.fields.iter().filter(move |field| names_field(&field.key, name))
    }

    /// The last value that is not null.
    #[must_use]
    pub fn last(&self, name: &str) -> Option<&Member<'d>> {
        self.field(name).rfind(|field| field.value.value() != Value::Null)
    }
}

impl<'d> IntoIterator for Object<'d> {
    type Item = Member<'d>;
    type IntoIter = std::vec::IntoIter<Member<'d>>;

    fn into_iter(self) -> Self::IntoIter {
        self.fields.into_iter()
    }
}

/// A string and its place, relative to the document.
pub type Text<'d> = (Cow<'d, str>, TextRange);

/// The string fields of a flat value such as `{packageName, versionRange}`; unknown keys are ignored, null is an empty
/// object. Upstream calls the struct `{package}{owner}`.
///
/// # Errors
/// When the value is not an object, or a field not a string.
pub fn strings<'d, const N: usize>(
    node: NodeRef<'d>,
    package: &str,
    owner: &str,
    names: [&str; N],
) -> Result<[Option<Text<'d>>; N], Misfit<'d>> {
    let mut found = [const { None }; N];
    match node.value() {
        Value::Mapping => {}
        Value::Null => return Ok(found),
        _ => {
            let text = mismatch(kind(node), owner, "", &format!("{package}{owner}"));
            return Err(Misfit { node, path: String::new(), text, expected: None });
        }
    }
    for Member { key, value, .. } in Object::new(node) {
        let Some((slot, name)) = found.iter_mut().zip(names).find(|(_, name)| names_field(&key, name)) else {
            continue;
        };
        match value.value() {
            Value::Null => {}
            Value::String(text) => *slot = Some((text, value.range())),
            _ => {
                let text = mismatch(kind(value), owner, name, "string");
                return Err(Misfit { node: value, path: name.to_owned(), text, expected: Some(&TEXT) });
            }
        }
    }
    Ok(found)
}
