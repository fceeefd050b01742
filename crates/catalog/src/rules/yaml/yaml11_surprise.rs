//! `yaml11-surprise`: A value that YAML 1.1 reads as something else.

use crate::decode::types::{Type, item_of, member, of_schema};
use crate::facts::{Facts, LocalFix};
use crate::rules::declare::{foo, rule};
use crate::sink::{Sink, quoting, typed, writing};
use olmkit_diagnostics::{HashSet, Safety, TextRange};
use olmkit_yaml::{Format, Kind, NodeRef, Style, Value};

rule! {
    RULE, "yaml11-surprise", "YML024", "A value that YAML 1.1 reads as something else",
    since: "0.1.0",
    catalog: Syntax, Olmkit, Warning,
    finds: "An unquoted value that YAML 1.1 (which opm reads) and YAML 1.2 (which editors and other tools read) \
        understand differently, or that loses digits as a number: `yes`, `off`, `y`, `010`, `1_000`, `4.10`.",
    why: "`4.10` becomes the number 4.1 and `off` becomes false: on the cluster stands something else than in the \
        file.",
    fix: "Quote the value where a string is meant; write `true`, `false` or the number where that is meant. Where the \
        type is known, as for the members of `olm.csv.metadata`, the fix is safe.",
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

/// Looks at every plain scalar of a document that is not a key.
pub(crate) fn check(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    // What stands where is asked only when something may surprise.
    if root.format() != Format::Yaml || !root.subtree().any(may_surprise) {
        return;
    }
    let schema = facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
    // A value of the wrong type is reported as such.
    let known: HashSet<TextRange> = sink.findings.iter().map(|finding| finding.range).collect();
    let mut waiting = vec![(root, Some(of_schema(schema)))];
    while let Some((node, expected)) = waiting.pop() {
        match node.kind() {
            Kind::Mapping => waiting.extend(node.pairs().map(|(key, value)| {
                let key = key.scalar_text();
                (value, expected.and_then(|expected| member(expected, node, &key)))
            })),
            Kind::Sequence => waiting.extend(node.children().map(|item| (item, expected.and_then(item_of)))),
            Kind::Scalar if may_surprise(node) && !known.contains(&node.range()) => scalar(node, expected, sink),
            Kind::Scalar | Kind::Alias => {}
        }
    }
}

/// Whether it is a plain scalar that begins like a number or a word that surprises, and is as short.
fn may_surprise(node: NodeRef<'_>) -> bool {
    // The longest number has underscores; the longest word is `off`.
    const LONGEST: usize = 40;
    const LONGEST_WORD: usize = 3;
    let raw = node.node();
    if raw.kind != Kind::Scalar || raw.style != Style::Plain {
        return false;
    }
    let source = node.source();
    match source.first() {
        // With two points it is a version, and a text.
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => {
            source.len() <= LONGEST && source.iter().filter(|byte| **byte == b'.').count() < 2
        }
        Some(b'y' | b'Y' | b'n' | b'N' | b'o' | b'O') => source.len() <= LONGEST_WORD,
        _ => false,
    }
}

fn scalar(node: NodeRef<'_>, expected: Option<&Type>, sink: &mut Sink) {
    let source = node.source();
    if node.properties().is_some() {
        return;
    }
    let Ok(text) = std::str::from_utf8(source) else { return };
    let read = match node.value() {
        Value::Bool(value) if !text.eq_ignore_ascii_case("true") && !text.eq_ignore_ascii_case("false") => {
            value.to_string()
        }
        Value::Number(number) if loses(text, number) => number.to_string(),
        _ => return,
    };
    let certain = expected.and_then(|expected| typed(node, expected));
    let help = match &certain {
        Some(fix) => format!("{}.", fix.title),
        None => format!("Quote it if `{text}` is meant, or write {read}."),
    };
    let message = format!("YAML 1.1, which opm reads, takes the unquoted `{text}` for {read}.");
    sink.add(&RULE, node.range(), message, help, None);
    if let Some(fix) = certain {
        return sink.fix(fix);
    }
    // What is meant depends on who reads the value.
    for fix in [quoting(node), writing(node, &read)] {
        sink.fix(LocalFix { safety: Safety::Unsafe, ..fix });
    }
}

/// Whether the number is not what stands there: an octal, underscores, a trailing zero after the point.
fn loses(text: &str, number: f64) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let octal = digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    // Like a version: digits, a point, digits that end with a zero; 1.0 is a plain number.
    let fraction = digits.split_once('.').map_or("", |(_, fraction)| fraction);
    let shortened = fraction.len() > 1 && fraction.ends_with('0') && fraction.bytes().all(|b| b.is_ascii_digit());
    octal || digits.as_bytes().contains(&b'_') || shortened && number.is_finite()
}
