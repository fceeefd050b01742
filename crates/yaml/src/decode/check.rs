//! Checks whether a document matches a type.

use olmkit_gostd::{fold::names_field, go_quote};

use super::fits::fits;
use super::types::{Mode, TEXT, Type};
use super::{Mismatch, kind, mismatch};
use crate::format::Format;
use crate::node::{NodeRef, Value};
use crate::value::Member;
use crate::write::to_json;

/// Checks a value against a type. Mismatches do not stop decoding, so the first mismatch is returned only if no later
/// error stops it.
///
/// # Errors
/// The error that encoding/json reports.
pub fn check<'d>(root: NodeRef<'d>, expected: &'static Type, mode: Mode) -> Result<(), Mismatch<'d>> {
    if fits(root, expected, mode, &[]) {
        return Ok(());
    }
    let mut check = Check { mode, first: None };
    check.visit(root, expected, &Place { owner: "", path: None })?;
    check.first.map_or(Ok(()), Err)
}

/// The position of a value in the Go type.
struct Place<'p> {
    /// The struct with the field.
    owner: &'static str,
    path: Option<Path<'p>>,
}

struct Path<'p> {
    above: Option<&'p Path<'p>>,
    name: &'static str,
}

impl Place<'_> {
    fn path(&self) -> String {
        let mut names = Vec::new();
        let mut at = self.path.as_ref();
        while let Some(Path { above, name }) = at {
            names.push(*name);
            at = *above;
        }
        names.reverse();
        names.join(".")
    }
}

struct Check<'d> {
    mode: Mode,
    /// The first mismatch, which is reported if the rest can be decoded.
    first: Option<Mismatch<'d>>,
}

impl<'d> Check<'d> {
    /// Fails immediately where encoding/json stops decoding. The recursion is bounded by the nesting of the types,
    /// which is a few levels.
    fn visit(&mut self, node: NodeRef<'d>, expected: &'static Type, place: &Place<'_>) -> Result<(), Mismatch<'d>> {
        let node = node.resolved();
        if matches!(expected, Type::Raw) || matches!(expected, Type::Text(_)) && node.is_string() {
            return Ok(());
        }
        match (expected, node.value()) {
            (_, Value::Null) | (Type::Text(_), Value::String(_)) | (Type::Bool, Value::Bool(_)) => Ok(()),
            (Type::Text(_), Value::Bool(_) | Value::Number(_)) if self.mode == Mode::StrictYaml => Ok(()),
            (Type::Int32, Value::Number(number)) if fits_int32(number) => Ok(()),
            (Type::Own(decode), _) => decode(node)
                .map_or(Ok(()), |text| Err(Mismatch { node, path: place.path(), text, expected: Some(expected) })),
            (Type::List(_, item), Value::Sequence) => node.items().try_for_each(|node| self.visit(node, item, place)),
            (Type::TextMap, Value::Mapping) => {
                self.members(node).into_iter().try_for_each(|member| self.visit(member.value, &TEXT, place))
            }
            (Type::Struct(_, owner, fields), Value::Mapping) => self.fields(node, owner, fields, place),
            _ => {
                let (owner, path) = (place.owner, place.path());
                let text = mismatch(&found(expected, node), owner, &path, &go_type(expected));
                self.save(Mismatch { node, path, text, expected: Some(expected) });
                Ok(())
            }
        }
    }

    fn fields(
        &mut self,
        node: NodeRef<'d>,
        owner: &'static str,
        fields: &'static [(&'static str, Type)],
        place: &Place<'_>,
    ) -> Result<(), Mismatch<'d>> {
        for member in self.members(node) {
            let Some((name, expected)) = fields.iter().find(|(name, _)| names_field(&member.key, self.mode.key(name)))
            else {
                self.unknown(&member);
                continue;
            };
            let path = Path { above: place.path.as_ref(), name };
            self.visit(member.value, expected, &Place { owner, path: Some(path) })?;
        }
        Ok(())
    }

    /// The members of an object in the order of decoding.
    fn members(&self, node: NodeRef<'d>) -> Vec<Member<'d>> {
        if self.mode == Mode::Marshalled || node.format() == Format::Yaml {
            return node.sorted_members();
        }
        node.members().collect()
    }

    fn unknown(&mut self, member: &Member<'d>) {
        if self.mode.is_strict() {
            let text = format!("json: unknown field {}", go_quote(&member.key));
            self.save(Mismatch { node: member.value, path: member.key.to_string(), text, expected: None });
        }
    }

    fn save(&mut self, mismatch: Mismatch<'d>) {
        self.first.get_or_insert(mismatch);
    }
}

fn fits_int32(number: f64) -> bool {
    number.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number)
}

fn found(expected: &Type, node: NodeRef<'_>) -> String {
    match (expected, node.value()) {
        (Type::Int32, Value::Number(_)) => format!("number {}", to_json(node)),
        _ => kind(node).to_owned(),
    }
}

fn go_type(expected: &Type) -> String {
    match expected {
        Type::Text(name) | Type::Struct(name, ..) => (*name).to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Int32 => "int32".to_owned(),
        Type::TextMap => "map[string]string".to_owned(),
        Type::List(item, _) => format!("[]{item}"),
        Type::Raw | Type::Own(_) => "json.RawMessage".to_owned(),
    }
}
