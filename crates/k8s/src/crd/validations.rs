//! CEL rules of a schema for its values (`x-kubernetes-validations`), as far as they can be evaluated here.
//!
//! A violation is reported only if it is certain: the rule compiles without the libraries of Kubernetes, does not use
//! `oldSelf`, and evaluates to false. All other rules are skipped.

use crate::cel::{Value, compile_rule, is_reserved};
use olmkit_yaml::{NodeRef, Value as Json};

use super::object::{SchemaViolation, named, property, text};

/// The maximum nesting depth that is evaluated.
const DEEPEST: usize = 64;
/// The limits of rules and of their steps for one object.
const MAX_RULES: usize = 500;
const MAX_STEPS: usize = 10_000_000;

/// The rules that an object violates. The object must be valid under the schema.
#[must_use]
pub fn broken_rules(schema: NodeRef<'_>, object: NodeRef<'_>) -> Vec<SchemaViolation> {
    let mut walk = Walk { found: Vec::new(), rules: MAX_RULES, steps: MAX_STEPS };
    walk.value("", schema, object, 0);
    walk.found
}

struct Walk {
    found: Vec<SchemaViolation>,
    rules: usize,
    steps: usize,
}

impl Walk {
    fn value(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>, depth: usize) {
        if depth > DEEPEST || value.value() == Json::Null {
            return;
        }
        self.rules(path, schema, value, depth);
        let below = depth.saturating_add(1);
        match value.value() {
            Json::Mapping => {
                for member in value.members() {
                    let others = || schema.get("additionalProperties").filter(|all| all.value() == Json::Mapping);
                    let Some(of) = property(schema, &member.key).or_else(others) else { continue };
                    let path = if path.is_empty() { member.key.to_string() } else { format!("{path}.{}", member.key) };
                    self.value(&path, of, member.value, below);
                }
            }
            Json::Sequence => {
                let Some(of) = schema.get("items") else { return };
                for (at, item) in value.items().enumerate() {
                    self.value(&format!("{path}[{at}]"), of, item, below);
                }
            }
            _ => {}
        }
    }

    fn rules(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>, depth: usize) {
        let mut own: Option<Option<Value>> = None;
        for rule in schema.get("x-kubernetes-validations").into_iter().flat_map(NodeRef::items) {
            let Some(rule_text) = text(rule, "rule") else { continue };
            let Ok(program) = compile_rule(&rule_text) else { continue };
            let Some(left) = self.rules.checked_sub(1) else { return };
            self.rules = left;
            let Some(own) = own.get_or_insert_with(|| typed(schema, value, depth == 0, depth)) else { return };
            if program.holds(own, &mut self.steps) != Ok(false) {
                continue;
            }
            let why = text(rule, "message").unwrap_or_else(|| format!("failed rule: {rule_text}"));
            let message = format!("{} violates the rule `{rule_text}`", named(path));
            let kind = text(schema, "type").unwrap_or_default();
            let upstream = format!("[].{path}: Invalid value: \"{kind}\": {why}");
            self.found.push(SchemaViolation { path: path.to_owned(), message, upstream, range: value.range() });
        }
    }
}

/// Converts a value to the form that the API server passes to a rule; `None` if that form is not supported here.
fn typed(schema: NodeRef<'_>, value: NodeRef<'_>, is_root: bool, depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    let below = depth.saturating_add(1);
    match value.value() {
        Json::Null => None,
        Json::Bool(value) => Some(Value::Bool(value)),
        Json::Number(number) if text(schema, "type").as_deref() == Some("number") => Some(Value::Double(number)),
        Json::Number(number) => whole(number).map(Value::Int),
        // The API server converts dates to timestamps, and `byte` strings to bytes.
        Json::String(_) if is_converted(schema) => None,
        Json::String(held) => Some(Value::text(&held)),
        Json::Sequence => {
            // Lists of type `set` and `map` are equal in any order.
            if text(schema, "x-kubernetes-list-type").is_some_and(|kind| kind != "atomic") && is_long(value) {
                return None;
            }
            let items = schema.get("items")?;
            let items: Option<Vec<Value>> = value.items().map(|item| typed(items, item, false, below)).collect();
            Some(Value::List(items?.into()))
        }
        Json::Mapping => fields(schema, value, is_root, below),
    }
}

fn fields(schema: NodeRef<'_>, value: NodeRef<'_>, is_root: bool, depth: usize) -> Option<Value> {
    let mut entries = Vec::new();
    if is_root || is_true(schema, "x-kubernetes-embedded-resource") {
        for field in ["apiVersion", "kind"] {
            if let Some(held) = value.get(field).and_then(|held| held.as_str()) {
                entries.push((Value::text(field), Value::text(&held)));
            }
        }
        let metadata = value.get("metadata");
        let names = ["name", "generateName"].into_iter().filter_map(|field| {
            let held = metadata?.get(field)?.as_str()?;
            Some((Value::text(field), Value::text(&held)))
        });
        entries.push((Value::text("metadata"), Value::Map(names.collect())));
    }
    let known = |entries: &[(Value, Value)], name: &str| {
        entries.iter().any(|(key, _)| matches!(key, Value::String(known) if **known == *name))
    };
    let others = schema.get("additionalProperties").filter(|all| all.value() == Json::Mapping);
    for member in value.members() {
        let (name, of) = match (property(schema, &member.key), others) {
            (Some(of), _) => (escaped(&member.key), of),
            (None, Some(of)) => (member.key.to_string(), of),
            (None, None) => continue,
        };
        // Rules cannot see fields without a type.
        let has_type = of.get("type").is_some() || is_true(of, "x-kubernetes-int-or-string");
        if has_type && !known(&entries, &name) {
            entries.push((Value::text(&name), typed(of, member.value, false, depth)?));
        }
    }
    for member in schema.get("properties").into_iter().flat_map(|all| all.members()) {
        let name = escaped(&member.key);
        if let Some(default) = member.value.get("default").filter(|_| !known(&entries, &name)) {
            entries.push((Value::text(&name), typed(member.value, default, false, depth)?));
        }
    }
    Some(Value::Map(entries.into()))
}

/// Escapes the name of a field as rules write it.
fn escaped(name: &str) -> String {
    if matches!(name, "true" | "false" | "null" | "in") || is_reserved(name) {
        return format!("__{name}__");
    }
    let name = name.replace("__", "__underscores__").replace('.', "__dot__");
    name.replace('-', "__dash__").replace('/', "__slash__")
}

fn is_true(schema: NodeRef<'_>, field: &str) -> bool {
    schema.get(field).is_some_and(|value| value.value() == Json::Bool(true))
}

fn is_converted(schema: NodeRef<'_>) -> bool {
    text(schema, "format").is_some_and(|format| matches!(format.as_str(), "byte" | "date" | "date-time" | "duration"))
}

fn is_long(value: NodeRef<'_>) -> bool {
    value.items().nth(1).is_some()
}

#[allow(clippy::cast_possible_truncation, reason = "the range is checked")]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
