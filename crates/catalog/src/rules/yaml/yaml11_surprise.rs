//! `yaml11-surprise`: An unquoted value that YAML 1.1 reads differently.

use crate::decode::types::{Type, item_of, member, of_schema};
use crate::facts::{Body, Facts, LocalFix};
use crate::rules::declare::{foo, rule};
use crate::sink::{Sink, quoting, typed, writing};
use olmkit_collections::order;
use olmkit_diagnostics::{Safety, TextRange};
use olmkit_gostd::go_float64_f;
use olmkit_yaml::{Format, Kind, Node, NodeRef, Style, Value};

rule! {
    RULE, "yaml11-surprise", "YML024", "An unquoted value that YAML 1.1 reads differently",
    since: "0.1.0",
    catalog: Syntax, Olmkit, Warning,
    finds: "An unquoted value that YAML 1.1 (used by opm) and YAML 1.2 (used by editors and other tools) read \
        differently, or that loses digits as a number: `yes`, `off`, `y`, `010`, `1_000`, `4.10`.",
    why: "`4.10` becomes the number 4.1 and `off` becomes `false`. The cluster sees a different value than the file \
        shows.",
    fix: "Quote the value to make it a string, or write `true`, `false` or the number explicitly. The fix is safe \
        where the schema defines the type, for example in `olm.csv.metadata`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ "\
schema: my.config
version: 4.10
" } { foo!(properties "\
- type: olm.csv.metadata
  value:
    installModes:
    - type: OwnNamespace
      supported: on
") }],
    good: [{ r#"schema: my.config
version: "4.10"
"# }],
}

/// Checks all plain scalars of a document that are not keys.
pub(crate) fn check(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    // The path is computed only if there is a candidate.
    let is_plain = |node: &Node| node.needs_cooking && node.kind == Kind::Scalar && node.style == Style::Plain;
    let mut plain = root.subtree_with(is_plain).filter(|node| may_surprise(node.source()));
    if root.format() != Format::Yaml || !plain.any(|node| reading(node).is_some()) {
        return;
    }
    let schema = facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
    // Values of the wrong type are reported by `json-type-mismatch` and by the rules about properties.
    let ends = |range: TextRange| (usize::from(range.start()), usize::from(range.end()));
    let wrong = match &facts.body {
        Body::Bundle(bundle) => bundle.bad_property.as_ref().map_or(&[][..], |bad| &bad.values),
        _ => &[],
    };
    let ranges = sink.findings.iter().map(|finding| finding.range).chain(wrong.iter().map(|wrong| wrong.range));
    let known = order::unique(ranges.map(ends));
    let mut waiting = vec![(root, Some(of_schema(schema)))];
    while let Some((node, expected)) = waiting.pop() {
        match node.kind() {
            Kind::Mapping => waiting.extend(node.pairs().map(|(key, value)| {
                let key = key.scalar_text();
                (value, expected.and_then(|expected| member(expected, node, &key)))
            })),
            Kind::Sequence => waiting.extend(node.children().map(|item| (item, expected.and_then(item_of)))),
            Kind::Scalar if may_surprise(node.source()) && known.binary_search(&ends(node.range())).is_err() => {
                scalar(node, expected, sink);
            }
            Kind::Scalar | Kind::Alias => {}
        }
    }
}

/// A cheap filter: whether a scalar is short enough and starts like a number or one of the words.
fn may_surprise(source: &[u8]) -> bool {
    // The longest number contains underscores; the longest word is `off`.
    const LONGEST: usize = 40;
    const LONGEST_KEYWORD: usize = 3;
    match source.first() {
        // A value with two dots is a version, which YAML reads as a string.
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => {
            source.len() <= LONGEST && source.iter().filter(|byte| **byte == b'.').count() < 2
        }
        Some(b'y' | b'Y' | b'n' | b'N' | b'o' | b'O') => source.len() <= LONGEST_KEYWORD,
        _ => false,
    }
}

/// Returns a plain scalar and the value that YAML 1.1 reads, if the value is surprising.
fn reading(node: NodeRef<'_>) -> Option<(&str, String)> {
    if node.style() != Style::Plain || node.properties().is_some() {
        return None;
    }
    let text = std::str::from_utf8(node.source()).ok()?;
    match node.value() {
        Value::Bool(value) if !text.eq_ignore_ascii_case("true") && !text.eq_ignore_ascii_case("false") => {
            Some((text, value.to_string()))
        }
        Value::Number(number) if loses(text, number) => Some((text, go_float64_f(number))),
        _ => None,
    }
}

fn scalar(node: NodeRef<'_>, expected: Option<&Type>, sink: &mut Sink) {
    let Some((text, read)) = reading(node) else { return };
    let certain = expected.and_then(|expected| typed(node, expected));
    let help = match &certain {
        Some(fix) => format!("{}.", fix.title),
        None => format!("Quote it to keep `{text}`, or write {read}."),
    };
    let message = format!("opm reads the unquoted `{text}` as {read} (YAML 1.1).");
    sink.add(&RULE, node.range(), message, help, None);
    if let Some(fix) = certain {
        return sink.fix(fix);
    }
    // The intended type is not known, so both fixes are offered.
    for fix in [quoting(node), writing(node, &read)] {
        sink.fix(LocalFix { safety: Safety::Unsafe, ..fix });
    }
}

/// Whether the number differs from its spelling: an octal number, underscores, or a trailing zero after the decimal
/// point.
fn loses(text: &str, number: f64) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let octal = digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    // Looks like a version: digits, a dot, and digits that end with a zero. 1.0 is a normal number.
    let fraction = digits.split_once('.').map_or("", |(_, fraction)| fraction);
    let shortened = fraction.len() > 1 && fraction.ends_with('0') && fraction.bytes().all(|b| b.is_ascii_digit());
    octal || digits.as_bytes().contains(&b'_') || shortened && number.is_finite()
}
