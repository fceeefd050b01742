//! Allowed changes of one field.

use olmkit_collections::SortedSet;

use olmkit_yaml::{NodeRef, TextRange, Value, to_json};

/// Keywords of a schema that have no comparison of their own. Keywords that a Kubernetes schema does not have are
/// ignored and may change.
const OTHERS: [&str; 28] = [
    "id",
    "$schema",
    "$ref",
    "title",
    "example",
    "externalDocs",
    "format",
    "pattern",
    "multipleOf",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "uniqueItems",
    "nullable",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "patternProperties",
    "additionalItems",
    "definitions",
    "dependencies",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-validations",
];
/// Keywords of `OTHERS` for which `false`, `""`, `[]` or `{}` differs from an absent keyword.
const NEVER_EMPTY: [&str; 8] = [
    "$ref",
    "example",
    "externalDocs",
    "not",
    "additionalItems",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
];

/// Keywords that set an upper bound: a new or a lower bound rejects values that were valid before.
const MAXIMA: [&str; 4] = ["maximum", "maxItems", "maxLength", "maxProperties"];
/// Keywords that set a lower bound.
const MINIMA: [&str; 4] = ["minimum", "minItems", "minLength", "minProperties"];

/// Compares the keywords of the schemas of one field. The fields nested in it are not compared.
pub(crate) fn compare(
    name: &str,
    old: NodeRef<'_>,
    new: NodeRef<'_>,
    report: &mut dyn FnMut(&'static str, String, TextRange),
) {
    changed_type(name, old, new, report);
    required(name, old, new, report);
    values(name, old, new, report);
    default(name, old, new, report);
    for keyword in MAXIMA {
        bound(name, keyword, old, new, |before, after| after < before, report);
    }
    for keyword in MINIMA {
        bound(name, keyword, old, new, |before, after| after > before, report);
    }
    others(name, old, new, report);
}

fn json(node: Option<NodeRef<'_>>) -> Option<String> {
    node.filter(|node| node.value() != Value::Null).map(to_json)
}

fn changed_type(
    name: &str,
    old: NodeRef<'_>,
    new: NodeRef<'_>,
    report: &mut dyn FnMut(&'static str, String, TextRange),
) {
    fn text(schema: NodeRef<'_>) -> std::borrow::Cow<'_, str> {
        schema.get("type").and_then(|kind| kind.as_str()).unwrap_or_default()
    }
    let (before, after) = (text(old), text(new));
    if before != after {
        let shown = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
        let message = format!("the type of {name} changes from {} to {}", shown(&before), shown(&after));
        report("type", message, new.get("type").unwrap_or(new).range());
    }
}

/// The items of the keyword's list, as JSON.
fn set(schema: NodeRef<'_>, keyword: &str) -> SortedSet<String> {
    schema.get(keyword).into_iter().flat_map(NodeRef::items).map(to_json).collect()
}

fn list(items: &SortedSet<&String>) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("`{}`", item.trim_matches('"'))).collect();
    items.join(", ")
}

fn required(name: &str, old: NodeRef<'_>, new: NodeRef<'_>, report: &mut dyn FnMut(&'static str, String, TextRange)) {
    let (before, after) = (set(old, "required"), set(new, "required"));
    let added: SortedSet<&String> = after.difference(&before).collect();
    if !added.is_empty() {
        let place = new.get("required").unwrap_or(new).range();
        report("required", format!("{name} now requires {}", list(&added)), place);
    }
}

fn values(name: &str, old: NodeRef<'_>, new: NodeRef<'_>, report: &mut dyn FnMut(&'static str, String, TextRange)) {
    let (before, after) = (set(old, "enum"), set(new, "enum"));
    let place = new.get("enum").unwrap_or(new).range();
    if before.is_empty() && !after.is_empty() {
        let all = after.iter().collect();
        return report("enum", format!("{name}, which had no list of values, now allows only {}", list(&all)), place);
    }
    let gone: SortedSet<&String> = before.difference(&after).collect();
    if gone.is_empty() {
        return;
    }
    let message = if after.is_empty() {
        format!(
            "the list of values of {name} was removed, which OLM v1 treats as if {} were no longer allowed",
            list(&gone)
        )
    } else {
        format!("{name} no longer allows {}", list(&gone))
    };
    report("enum", message, place);
}

fn default(name: &str, old: NodeRef<'_>, new: NodeRef<'_>, report: &mut dyn FnMut(&'static str, String, TextRange)) {
    let (before, after) = (json(old.get("default")), json(new.get("default")));
    let message = match (&before, &after) {
        (Some(before), Some(after)) if before != after => {
            format!("the default of {name} changes from `{before}` to `{after}`")
        }
        (Some(before), None) => format!("the default `{before}` of {name} was removed"),
        (None, Some(after)) => format!("{name} gets the default `{after}`"),
        _ => return,
    };
    report("default", message, new.get("default").unwrap_or(new).range());
}

fn number<'d>(schema: NodeRef<'d>, keyword: &str) -> Option<(NodeRef<'d>, f64)> {
    let node = schema.get(keyword)?;
    Some((node, node.scalar_text().parse().ok()?))
}

fn bound(
    name: &str,
    keyword: &'static str,
    old: NodeRef<'_>,
    new: NodeRef<'_>,
    is_narrower: fn(f64, f64) -> bool,
    report: &mut dyn FnMut(&'static str, String, TextRange),
) {
    match (number(old, keyword), number(new, keyword)) {
        (None, Some((node, _))) => {
            report(keyword, format!("{name} gets a {keyword} of {}", node.scalar_text()), node.range());
        }
        (Some((before, low)), Some((after, high))) if is_narrower(low, high) => {
            let message = format!(
                "the {keyword} of {name} changes from {} to {}, which is narrower",
                before.scalar_text(),
                after.scalar_text()
            );
            report(keyword, message, after.range());
        }
        _ => {}
    }
}

/// Compares the keywords without a comparison of their own: OLM v1 rejects every change of them.
fn others(name: &str, old: NodeRef<'_>, new: NodeRef<'_>, report: &mut dyn FnMut(&'static str, String, TextRange)) {
    for key in OTHERS {
        if meaning(old, key) != meaning(new, key) {
            let message = format!("`{key}` of {name} changes, and the effect is unknown");
            report("unhandled", message, new.get(key).unwrap_or(new).range());
        }
    }
    if open(old) != open(new) {
        let place = new.get("additionalProperties").unwrap_or(new).range();
        report("unhandled", format!("`additionalProperties` of {name} changes"), place);
    }
}

/// The value of a keyword as JSON; `None` if it means the same as an absent keyword.
fn meaning(schema: NodeRef<'_>, key: &str) -> Option<String> {
    let json = json(schema.get(key))?;
    let is_empty = matches!(json.as_str(), "false" | "\"\"" | "[]" | "{}") && !NEVER_EMPTY.contains(&key);
    (!is_empty).then_some(json)
}

/// `additionalProperties` as JSON, unless it is a schema.
fn open(schema: NodeRef<'_>) -> Option<String> {
    json(schema.get("additionalProperties").filter(|extra| extra.value() != Value::Mapping))
}
