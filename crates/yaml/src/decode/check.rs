//! Checks whether a document matches a type.

use olmkit_gostd::{fold::names_field, go_quote};

use super::fits::fits;
use super::types::{Mode, TEXT, Type};
use super::{Mismatch, kind, mismatch};
use crate::format::Format;
use crate::node::{NodeRef, Value};
use crate::value::Member;
use crate::write::to_json;

/// Checks a value against a type.
///
/// # Errors
/// The error that encoding/json reports.
pub fn check<'d>(root: NodeRef<'d>, expected: &'static Type, mode: Mode) -> Result<(), Mismatch<'d>> {
    mismatches(root, expected, mode).into_iter().next().map_or(Ok(()), Err)
}

/// All values that do not match a type, in the order of decoding. The first is the one that encoding/json reports:
/// mismatches do not stop decoding, so an error that stops it precedes them.
#[must_use]
pub fn mismatches<'d>(root: NodeRef<'d>, expected: &'static Type, mode: Mode) -> Vec<Mismatch<'d>> {
    if fits(root, expected, mode, &[]) {
        return Vec::new();
    }
    let mut check = Check { mode, found: Vec::new() };
    if let Err(stop) = check.visit(root, expected, &Place { owner: "", path: None }) {
        check.found.insert(0, stop);
    }
    check.found
}

/// The position of a value in the Go type.
struct Place<'p> {
    /// The struct with the field.
    owner: &'static str,
    path: Option<Path<'p>>,
}

struct Path<'p> {
    above: Option<&'p Path<'p>>,
    step: Step<'p>,
}

enum Step<'p> {
    Field(&'static str),
    Key(&'p str),
    Item(usize),
}

impl Place<'_> {
    /// The place of a value within this one.
    fn with<'p>(&'p self, step: Step<'p>) -> Place<'p> {
        Place { owner: self.owner, path: Some(Path { above: self.path.as_ref(), step }) }
    }

    /// The path as encoding/json reports it, with fields only, and the full path.
    fn paths(&self) -> (String, String) {
        let mut steps = Vec::new();
        let mut at = self.path.as_ref();
        while let Some(Path { above, step }) = at {
            steps.push(step);
            at = *above;
        }
        let (mut fields, mut full) = (String::new(), String::new());
        for step in steps.into_iter().rev() {
            match step {
                Step::Field(name) => {
                    append(&mut fields, name);
                    append(&mut full, name);
                }
                Step::Key(key) => append(&mut full, key),
                Step::Item(index) => full.push_str(&format!("[{index}]")),
            }
        }
        (fields, full)
    }
}

fn append(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

struct Check<'d> {
    mode: Mode,
    /// What does not match, in the order of decoding.
    found: Vec<Mismatch<'d>>,
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
            (Type::Own(decode), _) => decode(node).map_or(Ok(()), |text| {
                let (path, full_path) = place.paths();
                Err(Mismatch { node, path, full_path, text, expected: Some(expected) })
            }),
            (Type::List(_, item), Value::Sequence) => {
                let mut items = node.items().enumerate();
                items.try_for_each(|(index, node)| self.visit(node, item, &place.with(Step::Item(index))))
            }
            (Type::TextMap, Value::Mapping) => {
                let mut members = self.members(node).into_iter();
                members.try_for_each(|member| self.visit(member.value, &TEXT, &place.with(Step::Key(&member.key))))
            }
            (Type::Struct(_, owner, fields), Value::Mapping) => self.fields(node, owner, fields, place),
            _ => {
                let (path, full_path) = place.paths();
                let text = mismatch(&found(expected, node), place.owner, &path, &go_type(expected));
                self.found.push(Mismatch { node, path, full_path, text, expected: Some(expected) });
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
            self.visit(member.value, expected, &Place { owner, ..place.with(Step::Field(name)) })?;
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
            let path = member.key.to_string();
            self.found.push(Mismatch { node: member.value, full_path: path.clone(), path, text, expected: None });
        }
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
