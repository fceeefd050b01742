//! Validation of an object against the schema of a version, as OLM v0 validates the objects of a cluster before it
//! updates a definition.

use std::borrow::Cow;
use std::rc::Rc;

use olmkit_collections::{HashMap, HashSet};

use olmkit_yaml::{Member, NodeIndex, NodeRef, TextRange, Value, to_json};

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

/// The number of steps that the validation of all objects of a bundle may still take. 50 million take about a second.
#[derive(Debug)]
pub struct Steps(usize);

impl Default for Steps {
    fn default() -> Self {
        Steps(100_000_000)
    }
}

/// The steps of reading one member of a schema: each of its keywords is looked up among all members.
const KEYWORDS: usize = 25;

/// The violations of a schema by an object. A missing field counts as present if it has a default in `defaults`, the
/// schema under which the object was created. Not validated: patterns that need look-around, CEL rules, and whatever is
/// left when there are no more steps.
#[must_use]
pub fn violations(
    schema: NodeRef<'_>,
    defaults: Option<NodeRef<'_>>,
    object: NodeRef<'_>,
    steps: &mut Steps,
) -> Vec<SchemaViolation> {
    let mut found = Vec::new();
    let mut work = Work { left: steps.0, ..Work::default() };
    Check { found: &mut found, work: &mut work, depth: 0 }.value("", schema, defaults, object);
    steps.0 = work.left;
    found
}

/// Nodes by the keys of a mapping.
type Named<'d> = HashMap<Cow<'d, str>, NodeRef<'d>>;

/// The steps that are left, and what is read of a schema only once, by the indices of its nodes.
#[derive(Default)]
struct Work<'d> {
    left: usize,
    /// Whether a part of the schema was not applied, so that an alternative may match although it should not.
    is_cut: bool,
    patterns: HashMap<String, Option<Pattern>>,
    /// The properties of schemas, and (`true`) of those with the defaults.
    properties: HashMap<(bool, NodeIndex), Rc<Named<'d>>>,
    enums: HashMap<NodeIndex, Rc<Enum>>,
}

/// The values that a schema allows, as JSON.
struct Enum {
    listed: Vec<String>,
    known: HashSet<String>,
}

impl<'d> Work<'d> {
    /// Whether there are steps for some work.
    fn spend(&mut self, steps: usize) -> bool {
        let left = self.left.checked_sub(steps);
        self.is_cut |= left.is_none();
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// Whether the text is known not to match the pattern.
    fn differs(&mut self, pattern: &str, text: &str) -> bool {
        if !self.patterns.contains_key(pattern) {
            let compiled = Pattern::new(pattern).ok();
            self.spend(compiled.as_ref().map_or(MAX_STATES, Pattern::size));
            self.patterns.insert(pattern.to_owned(), compiled);
        }
        let Some(Some(pattern)) = self.patterns.get(pattern) else {
            self.is_cut = true;
            return false;
        };
        let Some(left) = self.left.checked_sub(pattern.cost(text)) else {
            self.is_cut = true;
            return false;
        };
        self.left = left;
        !pattern.is_match(text)
    }

    fn properties(&mut self, schema: NodeRef<'d>, is_default: bool) -> Rc<Named<'d>> {
        let Some(properties) = schema.get("properties") else { return Rc::default() };
        let key = (is_default, properties.index());
        if let Some(known) = self.properties.get(&key) {
            return known.clone();
        }
        let named: Rc<Named<'d>> = Rc::new(properties.members().map(|member| (member.key, member.value)).collect());
        self.spend(named.len());
        self.properties.insert(key, named.clone());
        named
    }

    fn values(&mut self, list: NodeRef<'d>) -> Rc<Enum> {
        if let Some(known) = self.enums.get(&list.index()) {
            return known.clone();
        }
        let listed: Vec<String> = list.items().map(to_json).collect();
        self.spend(list.source().len());
        let values = Rc::new(Enum { known: listed.iter().cloned().collect(), listed });
        self.enums.insert(list.index(), values.clone());
        values
    }
}

struct Check<'f, 'd> {
    found: &'f mut Vec<SchemaViolation>,
    work: &'f mut Work<'d>,
    depth: usize,
}

impl<'d> Check<'_, 'd> {
    fn report(&mut self, path: &str, value: NodeRef<'_>, message: String, upstream: String) {
        let upstream = format!("[].{path}: {upstream}");
        self.work.spend(upstream.len());
        self.found.push(SchemaViolation { path: path.to_owned(), message, upstream, range: value.range() });
    }

    /// Reports that a value violates one keyword.
    fn refuse(&mut self, path: &str, value: NodeRef<'_>, what: &str, upstream: &str) {
        let message = format!("{} {what}", named(path));
        self.report(path, value, message, format!("Invalid value: {}: {path} in body {upstream}", to_json(value)));
    }

    fn value(&mut self, path: &str, schema: NodeRef<'d>, defaults: Option<NodeRef<'d>>, value: NodeRef<'_>) {
        if self.depth >= DEEPEST || self.work.left == 0 {
            self.work.is_cut = true;
            return;
        }
        let steps = schema.members().count().saturating_mul(KEYWORDS).saturating_add(path.len());
        if !self.work.spend(steps) {
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

    fn members_of(&mut self, path: &str, schema: NodeRef<'d>, defaults: Option<NodeRef<'d>>, value: NodeRef<'_>) {
        match value.value() {
            Value::Mapping => self.fields(path, schema, defaults, value),
            Value::Sequence => {
                let Some(items) = schema.get("items") else { return };
                let defaults = defaults.and_then(|schema| schema.get("items"));
                for (at, item) in value.items().enumerate() {
                    if self.work.left == 0 {
                        return;
                    }
                    self.value(&format!("{path}[{at}]"), items, defaults, item);
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, path: &str, schema: NodeRef<'d>, defaults: Option<NodeRef<'d>>, value: NodeRef<'_>) {
        let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let properties = self.work.properties(schema, false);
        let of_defaults = defaults.map(|schema| self.work.properties(schema, true)).unwrap_or_default();
        let members: Vec<Member<'_>> = value.members().collect();
        let present: HashSet<&str> = members.iter().map(|member| &*member.key).collect();
        for name in schema.get("required").into_iter().flat_map(|list| list.items()).filter_map(|name| name.as_str()) {
            if !self.work.spend(name.len()) {
                return;
            }
            let has_default = || of_defaults.get(&name).is_some_and(|property| property.get("default").is_some());
            if !present.contains(&*name) && !has_default() {
                let path = below(&name);
                let message = format!("{} is missing", named(&path));
                self.report(&path, value, message, "Required value".to_owned());
            }
        }
        let others = schema.get("additionalProperties");
        let other_defaults = defaults.and_then(|schema| schema.get("additionalProperties"));
        for member in &members {
            if !self.work.spend(path.len().saturating_add(1)) {
                return;
            }
            let path = below(&member.key);
            let defaults = of_defaults.get(&member.key).copied().or(other_defaults);
            match (properties.get(&member.key), others) {
                (Some(property), _) => self.value(&path, *property, defaults, member.value),
                (None, Some(others)) if others.value() == Value::Mapping => {
                    self.value(&path, others, defaults, member.value);
                }
                (None, Some(others)) if others.value() == Value::Bool(false) => {
                    self.refuse(&path, member.value, "is not a field of the schema", "is a forbidden property");
                }
                _ => {}
            }
        }
    }

    fn bounds(&mut self, path: &str, schema: NodeRef<'d>, value: NodeRef<'_>) {
        // Lengths are counted.
        if !self.work.spend(value.source().len()) {
            return;
        }
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
                if flag(schema, "uniqueItems") == Some(true) && self.has_duplicates(value) {
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
        let (values, own) = (self.work.values(list), to_json(value));
        if self.work.spend(own.len()) && !values.known.contains(&own) {
            let what = format!("is not one of {}", values.listed.join(", "));
            self.refuse(path, value, &what, &format!("should be one of [{}]", values.listed.join(" ")));
        }
    }

    fn has_duplicates(&mut self, list: NodeRef<'_>) -> bool {
        let mut seen = HashSet::default();
        let mut texts = list.items().map(to_json).take_while(|text| self.work.spend(text.len()));
        !texts.all(|text| seen.insert(text))
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
        if self.work.differs(&pattern, held) {
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

    fn alternatives(&mut self, path: &str, schema: NodeRef<'d>, defaults: Option<NodeRef<'d>>, value: NodeRef<'_>) {
        for one in schema.get("allOf").into_iter().flat_map(|list| list.items()) {
            self.value(path, one, defaults, value);
        }
        let any: Vec<_> = schema.get("anyOf").into_iter().flat_map(|list| list.items()).collect();
        if !any.is_empty() && self.matching(path, &any, defaults, value) == Some(0) {
            self.refuse(
                path,
                value,
                "matches none of the schemas of `anyOf`",
                "must validate at least one schema (anyOf)",
            );
        }
        let one: Vec<_> = schema.get("oneOf").into_iter().flat_map(|list| list.items()).collect();
        if !one.is_empty() && self.matching(path, &one, defaults, value).is_some_and(|count| count != 1) {
            let what = "does not match exactly one of the schemas of `oneOf`";
            self.refuse(path, value, what, "must validate one and only one schema (oneOf)");
        }
        if schema.get("not").is_some_and(|one| self.matching(path, &[one], defaults, value) == Some(1)) {
            self.refuse(path, value, "matches the schema of `not`", "must not validate the schema (not)");
        }
    }

    /// How many of the schemas a value matches; `None` if that is not certain, because a part of a schema that seems to
    /// match was not applied.
    fn matching(
        &mut self,
        path: &str,
        schemas: &[NodeRef<'d>],
        defaults: Option<NodeRef<'d>>,
        value: NodeRef<'_>,
    ) -> Option<usize> {
        let was_cut = self.work.is_cut;
        let (mut count, mut is_certain) = (0_usize, true);
        for schema in schemas {
            self.work.is_cut = false;
            let mut found = Vec::new();
            let mut inner = Check { found: &mut found, work: self.work, depth: self.depth };
            inner.value(path, *schema, defaults, value);
            if found.is_empty() {
                count = count.saturating_add(1);
                is_certain &= !self.work.is_cut;
            }
        }
        self.work.is_cut = was_cut || !is_certain;
        is_certain.then_some(count)
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

#[cfg(test)]
mod tests {
    use olmkit_testing::grows_linearly;
    use olmkit_yaml::{Format, read_document};

    use super::{Steps, violations};

    /// More than the tests need.
    const MANY: usize = 50_000_000;

    /// The messages about a value under a schema, both as JSON.
    fn messages(steps: usize, schema: &str, value: &str) -> Vec<String> {
        let [schema, value] = [schema, value].map(|text| read_document(text.as_bytes(), Format::Json));
        let found = violations(schema.root().unwrap(), None, value.root().unwrap(), &mut Steps(steps));
        found.into_iter().map(|found| found.message).collect()
    }

    /// A list with the given number of items.
    fn list(count: usize, item: impl Fn(usize) -> String) -> String {
        (0..count).map(item).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn large_enums_and_large_objects() {
        let work = |(schema, value): &(String, String)| assert_eq!(messages(MANY, schema, value), [""; 0]);
        let of_enum = |count: usize| {
            let texts = list(count, |at| format!("\"v{at}\""));
            (format!("{{\"items\": {{\"enum\": [{texts}]}}}}"), format!("[{texts}]"))
        };
        grows_linearly(300, of_enum, work);
        let of_members = |count: usize| {
            let properties = list(count, |at| format!("\"p{at}\": {{\"type\": \"integer\"}}"));
            let required = list(count, |at| format!("\"p{at}\""));
            let members = list(count, |at| format!("\"p{at}\": {at}"));
            (format!("{{\"properties\": {{{properties}}}, \"required\": [{required}]}}"), format!("{{{members}}}"))
        };
        grows_linearly(300, of_members, work);
    }

    /// Each value is compared with each alternative, so the work is limited. What is not known is not reported.
    #[test]
    fn alternatives_have_a_budget() {
        let value = format!("[{},\"x\"]", list(20, |at| at.to_string()));
        for (keyword, violation) in [
            ("anyOf", "`[20]` matches none of the schemas of `anyOf`"),
            ("oneOf", "`[20]` does not match exactly one of the schemas of `oneOf`"),
        ] {
            let others = list(20, |_| "{\"type\": \"boolean\"}".to_owned());
            let schema = format!("{{\"items\": {{\"{keyword}\": [{others},{{\"type\": \"integer\"}}]}}}}");
            assert_eq!(messages(MANY, &schema, &value), [violation]);
            for steps in [0, 100, 1_000, 5_000] {
                assert_eq!(messages(steps, &schema, &value), [""; 0], "{keyword} {steps}");
            }
        }
    }

    /// A pattern that cannot be applied says nothing about its own alternative, and does not affect others.
    #[test]
    fn unknown_patterns() {
        let pattern = r#"{"pattern": "(?=x)"}"#;
        let schema = format!(r#"{{"properties": {{"a": {pattern}, "b": {{"oneOf": [{{"type": "integer"}}]}}}}}}"#);
        let violation = "`b` does not match exactly one of the schemas of `oneOf`";
        assert_eq!(messages(MANY, &schema, r#"{"a": "x", "b": "s"}"#), [violation]);
        let schema = format!(r#"{{"properties": {{"a": {{"oneOf": [{pattern}, {{"type": "string"}}]}}}}}}"#);
        assert_eq!(messages(MANY, &schema, r#"{"a": "x"}"#), [""; 0]);
    }

    /// Many members that the schema does not describe, below a long path.
    #[test]
    fn long_paths_have_a_budget() {
        let schema = r#"{"additionalProperties": {"type": "object"}}"#;
        let value = format!("{{\"{}\": {{{}}}}}", "k".repeat(1000), list(1000, |at| format!("\"p{at}\": 1")));
        let [schema, value] = [schema, &value].map(|text| read_document(text.as_bytes(), Format::Json));
        let mut steps = Steps(MANY);
        let _ = violations(schema.root().unwrap(), None, value.root().unwrap(), &mut steps);
        assert!(steps.0 < MANY - 1000 * 1000, "{}", MANY - steps.0);
    }

    /// Each alternative contains the next one twice, by an alias.
    #[test]
    fn alternatives_in_aliases_have_a_budget() {
        let levels: String = (1..40).map(|at| format!("- &a{at} {{allOf: [*a{}, *a{}]}}\n", at - 1, at - 1)).collect();
        let schema = format!("allOf:\n- &a0 {{type: integer}}\n{levels}");
        let schema = read_document(schema.as_bytes(), Format::Yaml);
        let value = read_document(b"1", Format::Json);
        let found = violations(schema.root().unwrap(), None, value.root().unwrap(), &mut Steps(100_000));
        assert!(found.is_empty());
    }
}
