//! `olmkit.assertions`: conditions that the owner of a catalog guarantees. opm ignores documents of this schema.

use olmkit_diagnostics::Safety;
use olmkit_semver::Range;
use olmkit_text::near_miss;
use olmkit_yaml::{NodeRef, Value};

use crate::facts::{Assertion, AssertionFacts, AssertionsFacts, Facts, Start, Text};
use crate::rules::comments::assertion_shape;
use crate::rules::documents::unknown_keys;
use crate::sink::Sink;
use olmkit_upgrade::Semantics;

const KEYS: [&str; 6] = ["reaches", "neverSkipped", "head", "from", "channel", "semantics"];

pub(super) fn read(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) -> AssertionsFacts {
    has_unknown(root, &["schema", "package", "name", "assertions"], sink);
    if facts.package_name().is_empty() {
        assertion_shape::report(root, "This `olmkit.assertions` document has no `package`.", sink);
    }
    let mut entries = Vec::new();
    match root.get("assertions") {
        Some(list) if list.value() == Value::Sequence => {
            entries.extend(list.items().filter_map(|item| entry(item, sink)));
        }
        Some(other) => assertion_shape::report(other, "`assertions` must be a list.", sink),
        None => assertion_shape::report(root, "This `olmkit.assertions` document has no `assertions` list.", sink),
    }
    AssertionsFacts { entries }
}

/// Reports unknown fields: without them, an assertion would mean something else. Returns whether there is any.
fn has_unknown(node: NodeRef<'_>, known: &[&'static str], sink: &mut Sink) -> bool {
    let mut found = false;
    for member in node.members() {
        let key = member.key.as_ref();
        if known.contains(&key) {
            continue;
        }
        found = true;
        let near = near_miss(key, &mut known.iter().copied());
        let hint = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
        assertion_shape::report(member.key_node, &format!("Unknown field `{key}`.{hint}"), sink);
        if let Some(near) = near {
            sink.fix(unknown_keys::renaming(member.key_node, near, Safety::Unsafe));
        }
    }
    found
}

fn entry(item: NodeRef<'_>, sink: &mut Sink) -> Option<AssertionFacts> {
    if item.value() != Value::Mapping {
        assertion_shape::report(item, "An assertion must be a mapping with `reaches`, `neverSkipped` or `head`.", sink);
        return None;
    }
    if has_unknown(item, &KEYS, sink) {
        return None;
    }
    let mut text = |key: &str| {
        let node = item.get(key)?;
        let Some(value) = node.as_str() else {
            assertion_shape::report(node, &format!("`{key}` must be a string; quote it."), sink);
            return None;
        };
        Some(Text { value: value.into_owned(), range: node.range() })
    };
    let (reaches, skipped, head) = (text("reaches"), text("neverSkipped"), text("head"));
    let (from, channel, semantics) = (text("from"), text("channel"), text("semantics"));
    let assertion = match (reaches, skipped, head) {
        (Some(to), None, None) => Assertion::Reaches { from: start(from, item, sink)?, to },
        (None, Some(name), None) => Assertion::NeverSkipped { name },
        (None, None, Some(name)) => Assertion::Head { name },
        _ => {
            assertion_shape::report(
                item,
                "An assertion must have exactly one of `reaches`, `neverSkipped` and `head`.",
                sink,
            );
            return None;
        }
    };
    let semantics = match semantics {
        None => None,
        Some(text) => match Semantics::from_name(&text.value) {
            Some(found) => Some(found),
            None => {
                let node = item.get("semantics").unwrap_or(item);
                assertion_shape::report(node, "`semantics` must be `v0` or `v1`. Omit it to check both.", sink);
                return None;
            }
        },
    };
    Some(AssertionFacts { range: item.range(), assertion, channel, semantics })
}

/// Returns the versions to start from: an entry if `from` is its name, otherwise the versions in a range.
fn start(from: Option<Text>, item: NodeRef<'_>, sink: &mut Sink) -> Option<Option<Start>> {
    let Some(from) = from else { return Some(None) };
    let begins = |first: char| first.is_ascii_digit() || matches!(first, '<' | '>' | '=' | '!');
    if !from.value.starts_with(begins) {
        return Some(Some(Start::Entry(from)));
    }
    match Range::parse(&from.value) {
        Ok(range) => Some(Some(Start::Range(range, from))),
        // The name of a package may start with a digit.
        Err(_) if from.value.starts_with(char::is_alphanumeric) && from.value.contains(".v") => {
            Some(Some(Start::Entry(from)))
        }
        Err(error) => {
            let node = item.get("from").unwrap_or(item);
            assertion_shape::report(node, &format!("`from` is not a valid version range: {}.", error.reason()), sink);
            None
        }
    }
}
