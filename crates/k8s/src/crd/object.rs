//! Validation of an object against the schema of a version, as OLM v0 validates the objects of a cluster before it
//! updates a definition.

use olmkit_collections::{HashMap, SortedSet};

use olmkit_yaml::{NodeRef, TextRange, Value, to_json};

use crate::pattern::{MAX_STATES, Pattern};

/// A violation of a schema by an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaViolation {
    /// The field, such as `spec.list[2].name`; empty for the object itself.
    pub path: String,
    /// The violation, as a message in lower case without a full stop.
    pub message: String,
    /// The message of the API server.
    pub upstream: String,
    /// The position in the document of the object.
    pub range: TextRange,
}

/// The maximum nesting depth that is validated.
const DEEPEST: usize = 64;

/// The violations of a schema by an object. A missing field counts as present if it has a default in `defaults`, the
/// schema under which the object was created. Three things are not validated: patterns that need look-around, patterns
/// that take too long, and CEL rules.
#[must_use]
pub fn violations(schema: NodeRef<'_>, defaults: Option<NodeRef<'_>>, object: NodeRef<'_>) -> Vec<SchemaViolation> {
    let mut found = Vec::new();
    let mut patterns = Patterns { compiled: HashMap::default(), left: MAX_STEPS };
    Check { found: &mut found, patterns: &mut patterns, depth: 0 }.value("", schema, defaults, object);
    found
}

/// The steps that the patterns of a schema use for one object.
const MAX_STEPS: usize = 50_000_000;

/// The compiled patterns of a schema.
struct Patterns {
    compiled: HashMap<String, Option<Pattern>>,
    /// The steps that are left.
    left: usize,
}

impl Patterns {
    /// Whether the text is known not to match the pattern.
    fn differs(&mut self, pattern: &str, text: &str) -> bool {
        if !self.compiled.contains_key(pattern) {
            let compiled = Pattern::new(pattern).ok();
            let cost = compiled.as_ref().map_or(MAX_STATES, Pattern::size);
            self.left = self.left.saturating_sub(cost);
            self.compiled.insert(pattern.to_owned(), compiled);
        }
        let Some(Some(pattern)) = self.compiled.get(pattern) else { return false };
        let Some(left) = self.left.checked_sub(pattern.cost(text)) else { return false };
        self.left = left;
        !pattern.is_match(text)
    }
}

struct Check<'f> {
    found: &'f mut Vec<SchemaViolation>,
    patterns: &'f mut Patterns,
    depth: usize,
}

impl Check<'_> {
    fn report(&mut self, path: &str, value: NodeRef<'_>, message: String, upstream: String) {
        let upstream = format!("[].{path}: {upstream}");
        self.found.push(SchemaViolation { path: path.to_owned(), message, upstream, range: value.range() });
    }

    /// Reports that a value violates one keyword.
    fn refuse(&mut self, path: &str, value: NodeRef<'_>, what: &str, upstream: &str) {
        let message = format!("{} {what}", named(path));
        self.report(path, value, message, format!("Invalid value: {}: {path} in body {upstream}", to_json(value)));
    }

    fn value(&mut self, path: &str, schema: NodeRef<'_>, defaults: Option<NodeRef<'_>>, value: NodeRef<'_>) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth = self.depth.saturating_add(1);
        if self.has_type(path, schema, value) {
            self.members_of(path, schema, defaults, value);
            self.bounds(path, schema, value);
            self.alternatives(path, schema, defaults, value);
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether the value has the type of the schema. Null and values of another type are not validated further.
    fn has_type(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>) -> bool {
        let is = |field: &str| flag(schema, field) == Some(true);
        let wanted = if is("x-kubernetes-int-or-string") {
            vec!["integer".to_owned(), "string".to_owned()]
        } else {
            text(schema, "type").into_iter().collect()
        };
        if value.value() == Value::Null && (is("nullable") || wanted.is_empty()) {
            return false;
        }
        if wanted.is_empty() || wanted.iter().any(|kind| is_of(value, kind)) {
            return true;
        }
        let kinds = wanted.join(" or ");
        self.refuse(path, value, &format!("must be of type {kinds}"), &format!("must be of type {kinds}"));
        false
    }

    fn members_of(&mut self, path: &str, schema: NodeRef<'_>, defaults: Option<NodeRef<'_>>, value: NodeRef<'_>) {
        match value.value() {
            Value::Mapping => self.fields(path, schema, defaults, value),
            Value::Sequence => {
                let Some(items) = schema.get("items") else { return };
                let defaults = defaults.and_then(|schema| schema.get("items"));
                for (at, item) in value.items().enumerate() {
                    self.value(&format!("{path}[{at}]"), items, defaults, item);
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, path: &str, schema: NodeRef<'_>, defaults: Option<NodeRef<'_>>, value: NodeRef<'_>) {
        let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let has_default = |name: &str| {
            let found = defaults.and_then(|schema| property(schema, name));
            found.is_some_and(|property| property.get("default").is_some())
        };
        for name in schema.get("required").into_iter().flat_map(|list| list.items()).filter_map(|name| name.as_str()) {
            if value.get(&name).is_none() && !has_default(&name) {
                let path = below(&name);
                let message = format!("{} is missing", named(&path));
                self.report(&path, value, message, "Required value".to_owned());
            }
        }
        let others = schema.get("additionalProperties");
        for member in value.members() {
            let path = below(&member.key);
            let of_defaults = defaults
                .and_then(|schema| property(schema, &member.key).or_else(|| schema.get("additionalProperties")));
            match (property(schema, &member.key), others) {
                (Some(property), _) => self.value(&path, property, of_defaults, member.value),
                (None, Some(others)) if others.value() == Value::Mapping => {
                    self.value(&path, others, of_defaults, member.value);
                }
                (None, Some(others)) if others.value() == Value::Bool(false) => {
                    self.refuse(&path, member.value, "is not a field of the schema", "is a forbidden property");
                }
                _ => {}
            }
        }
    }

    fn bounds(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>) {
        match value.value() {
            Value::String(held) => {
                let length = count(held.chars());
                self.between(path, schema, value, length, ("minLength", "maxLength", "chars long", "characters"));
                self.pattern(path, schema, value, &held);
                self.format(path, schema, value, &held);
            }
            Value::Number(held) => self.number(path, schema, value, held),
            Value::Sequence => {
                let length = count(value.items());
                self.between(path, schema, value, length, ("minItems", "maxItems", "items", "items"));
                let mut seen = SortedSet::new();
                if flag(schema, "uniqueItems") == Some(true) && !value.items().all(|item| seen.insert(to_json(item))) {
                    self.refuse(path, value, "contains a duplicate item", "shouldn't contain duplicates");
                }
            }
            Value::Mapping => {
                let length = count(value.members());
                self.between(path, schema, value, length, ("minProperties", "maxProperties", "properties", "fields"));
            }
            _ => {}
        }
        let Some(list) = schema.get("enum") else { return };
        let own = to_json(value);
        if !list.items().any(|one| to_json(one) == own) {
            let known: Vec<String> = list.items().map(to_json).collect();
            let what = format!("is not one of {}", known.join(", "));
            self.refuse(path, value, &what, &format!("should be one of [{}]", known.join(" ")));
        }
    }

    fn between(
        &mut self,
        path: &str,
        schema: NodeRef<'_>,
        value: NodeRef<'_>,
        length: f64,
        names: (&str, &str, &str, &str),
    ) {
        let (least, most, of, ours) = names;
        if let Some(least) = number(schema, least).filter(|least| length < *least) {
            let what = format!("has less than {least} {ours}");
            self.refuse(path, value, &what, &format!("should have at least {least} {of}"));
        }
        if let Some(most) = number(schema, most).filter(|most| length > *most) {
            let what = format!("has more than {most} {ours}");
            self.refuse(path, value, &what, &format!("should have at most {most} {of}"));
        }
    }

    fn pattern(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>, held: &str) {
        let Some(pattern) = text(schema, "pattern") else { return };
        if self.patterns.differs(&pattern, held) {
            let what = format!("does not match `{pattern}`");
            self.refuse(path, value, &what, &format!("should match '{pattern}'"));
        }
    }

    /// Formats apply only to strings.
    fn format(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>, held: &str) {
        let Some(format) = text(schema, "format") else { return };
        let is_of_text = text(schema, "type").is_none_or(|kind| kind == "string");
        if is_of_text && !super::format::fits(&format, held) {
            let upstream = format!("must be of type {format}: {}", to_json(value));
            self.refuse(path, value, &format!("is not a valid `{format}`"), &upstream);
        }
    }

    fn number(&mut self, path: &str, schema: NodeRef<'_>, value: NodeRef<'_>, held: f64) {
        let excludes = |field: &str| flag(schema, field) == Some(true);
        if let Some(least) = number(schema, "minimum") {
            let (is_low, or_equal) = match excludes("exclusiveMinimum") {
                true => (held <= least, ""),
                false => (held < least, " or equal to"),
            };
            if is_low {
                let what = format!("is below {least}");
                self.refuse(path, value, &what, &format!("should be greater than{or_equal} {least}"));
            }
        }
        if let Some(most) = number(schema, "maximum") {
            let (is_high, or_equal) = match excludes("exclusiveMaximum") {
                true => (held >= most, ""),
                false => (held > most, " or equal to"),
            };
            if is_high {
                let what = format!("is above {most}");
                self.refuse(path, value, &what, &format!("should be less than{or_equal} {most}"));
            }
        }
        if let Some(step) = number(schema, "multipleOf").filter(|step| *step > 0.0 && (held / step).fract() != 0.0) {
            let what = format!("is not a multiple of {step}");
            self.refuse(path, value, &what, &format!("should be a multiple of {step}"));
        }
    }

    fn alternatives(&mut self, path: &str, schema: NodeRef<'_>, defaults: Option<NodeRef<'_>>, value: NodeRef<'_>) {
        for one in schema.get("allOf").into_iter().flat_map(|list| list.items()) {
            self.value(path, one, defaults, value);
        }
        let fits = |check: &mut Self, one: NodeRef<'_>| {
            let mut found = Vec::new();
            let mut inner = Check { found: &mut found, patterns: check.patterns, depth: check.depth };
            inner.value(path, one, defaults, value);
            found.is_empty()
        };
        let fitting = |check: &mut Self, field: &str| {
            schema.get(field).map(|list| list.items().filter(|one| fits(check, *one)).count())
        };
        if fitting(self, "anyOf") == Some(0) {
            self.refuse(
                path,
                value,
                "matches none of the schemas of `anyOf`",
                "must validate at least one schema (anyOf)",
            );
        }
        if fitting(self, "oneOf").is_some_and(|count| count != 1) {
            let what = "does not match exactly one of the schemas of `oneOf`";
            self.refuse(path, value, what, "must validate one and only one schema (oneOf)");
        }
        if schema.get("not").is_some_and(|one| fits(self, one)) {
            self.refuse(path, value, "matches the schema of `not`", "must not validate the schema (not)");
        }
    }
}

pub(crate) fn named(path: &str) -> String {
    if path.is_empty() { "the object".to_owned() } else { format!("`{path}`") }
}

pub(crate) fn property<'d>(schema: NodeRef<'d>, name: &str) -> Option<NodeRef<'d>> {
    schema.get("properties")?.get(name)
}

pub(crate) fn text(schema: NodeRef<'_>, field: &str) -> Option<String> {
    schema.get(field)?.as_str().map(std::borrow::Cow::into_owned)
}

fn number(schema: NodeRef<'_>, field: &str) -> Option<f64> {
    match schema.get(field)?.value() {
        Value::Number(value) => Some(value),
        _ => None,
    }
}

fn flag(schema: NodeRef<'_>, field: &str) -> Option<bool> {
    match schema.get(field)?.value() {
        Value::Bool(value) => Some(value),
        _ => None,
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> f64 {
    items.fold(0.0, |sum, _| sum + 1.0)
}

/// An integer is also a `number`; a number without a fraction is also an `integer`.
fn is_of(value: NodeRef<'_>, kind: &str) -> bool {
    match value.value() {
        Value::Mapping => kind == "object",
        Value::Sequence => kind == "array",
        Value::String(_) => kind == "string",
        Value::Bool(_) => kind == "boolean",
        Value::Number(number) => kind == "number" || kind == "integer" && number.fract() == 0.0,
        Value::Null => kind == "null",
    }
}
