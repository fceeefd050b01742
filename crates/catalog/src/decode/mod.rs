//! Decodes documents to facts: first operator-registry's `Meta`, then the fields of the four schemas.

mod assertions;
mod bundle;
mod fields;
pub(crate) mod go;
mod meta;
mod property;
mod schemas;
mod step;
pub(crate) mod suppressions;
pub(crate) mod types;

use olmkit_collections::{Table, order};
use olmkit_diagnostics::{Rule, TextRange};
use olmkit_yaml::{Document, Format, NodeRef, SyntaxError, SyntaxRule, TextSize};

use self::fields::Object;
use crate::facts::{Facts, Finding};
use crate::rules;
use crate::rules::documents::{meta_root_object, meta_schema_required};
use crate::rules::properties::bundle_object_data;
use crate::rules::yaml::{
    json_depth, json_locked, json_number_overflow, json_syntax, json_trailing_garbage, yaml_alias_bomb, yaml_anchors,
    yaml_control_chars, yaml_depth, yaml_directives, yaml_empty_doc, yaml_escapes, yaml_first_doc_only,
    yaml_indicators, yaml_invalid_utf8, yaml_keys, yaml_merge, yaml_separator_text, yaml_simple_key_1024, yaml_syntax,
    yaml_tabs, yaml11_inf_nan, yaml11_tags,
};
use crate::sink::Sink;

pub use self::step::{LoadStep, refused_at};

const META_PREFIX: &str = "error unmarshaling JSON: while decoding JSON: ";

/// Decodes one document. If the document cannot be parsed, the facts before the error are returned.
#[must_use]
pub fn decode(document: &Document<'_>) -> Facts {
    let mut sink = Sink::default();
    let whole = TextRange::up_to(TextSize::new(u32::try_from(document.text.len()).unwrap_or(u32::MAX)));
    if let Some(error) = &document.error {
        syntax_error(error, document, &mut sink);
    }
    if let Some(range) = document.dropped {
        yaml_first_doc_only::report(range, document.text, &mut sink);
    }
    let mut facts = Facts { range: whole, suppressions: suppressions::read(document), ..Facts::default() };
    let Some(root) = document.root() else {
        if document.error.is_none() {
            meta::missing_schema(&mut sink, whole, true, "");
        }
        facts.findings = sink.findings;
        return facts;
    };
    facts.range = root.range();
    let before = sink.findings.len();
    let object = Object::new(root);
    let readable = meta::read(root, &object, &mut facts, &mut sink);
    if document.format == Format::Yaml {
        sink.prefix_meta(before);
    }
    let before = sink.findings.len();
    if readable {
        facts.body = schemas::read(root, &object, &facts, &mut sink);
    }
    if document.error.is_none() {
        in_order_of_decoding(root, sink.findings.get_mut(before..).unwrap_or_default());
        rules::DOCUMENT_CHECKS.iter().for_each(|check| check(root, &facts, &mut sink));
    } else {
        // Only the syntax error is reported, not its consequences.
        sink.findings.truncate(1);
    }
    facts.findings = sink.findings;
    facts
}

/// Sorts findings in the order in which encoding/json visits values, which is by key, because opm reports the first
/// one. Bundle objects come last.
fn in_order_of_decoding(root: NodeRef<'_>, findings: &mut [Finding]) {
    let decoding = |finding: &Finding| finding.opm.is_some() && finding.rule.id != bundle_object_data::RULE.id;
    if findings.iter().filter(|finding| decoding(finding)).count() < 2 {
        return;
    }
    let mut met: Table<(TextSize, TextSize), usize> = Table::default();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        let (range, next) = (node.range(), met.len());
        met.or_insert((range.start(), range.end()), next);
        let from = waiting.len();
        waiting.extend(node.items());
        waiting.extend(node.sorted_members().into_iter().map(|member| member.value));
        waiting.get_mut(from..).unwrap_or_default().reverse();
    }
    let rank = |finding: &Finding| {
        let range = finding.range;
        let at = met.get(&(range.start(), range.end())).copied().filter(|_| decoding(finding));
        at.unwrap_or(usize::MAX)
    };
    order::sort_by(findings, |a, b| rank(a).cmp(&rank(b)));
}

/// Restores the JSON error if the document was read as YAML instead and `Meta` rejects it.
pub(crate) fn restore_json_error(error: &SyntaxError, facts: &mut Facts) {
    if let Some(finding) = facts.findings.iter_mut().find(|finding| finding.is_in_meta) {
        finding.rule = syntax_rule(error.rule);
        finding.range = error.range;
        finding.message.clone_from(&error.message);
        finding.help.clear();
        finding.fixes.clear();
        finding.opm = Some(error.upstream.clone());
    }
}

/// Returns the error if operator-registry's `Meta` rejects a JSON object. It decides whether opm falls back to YAML.
#[must_use]
pub fn meta_error(document: &Document<'_>) -> Option<SyntaxError> {
    let root = document.root()?;
    let (mut facts, mut sink) = (Facts::default(), Sink::default());
    meta::read_keys(root, &Object::new(root), &mut facts, &mut sink);
    let finding = sink.findings.into_iter().find(|finding| finding.opm.is_some())?;
    Some(SyntaxError {
        rule: SyntaxRule::OfCaller(finding.rule.id),
        message: finding.message,
        upstream: finding.opm.unwrap_or_default(),
        range: finding.range,
    })
}

/// Reports an error of the parser. Each `SyntaxRule` has a rule.
fn syntax_error(error: &SyntaxError, document: &Document<'_>, sink: &mut Sink) {
    let (range, message, help) = match conflict(document.text) {
        Some(range) => (range, CONFLICT.to_owned(), RESOLVE.to_owned()),
        None => (error.range, error.message.clone(), String::new()),
    };
    sink.add(syntax_rule(error.rule), range, message, help, Some(error.decoding()));
}

const CONFLICT: &str = "This line is a merge-conflict marker.";
const RESOLVE: &str = "Resolve the conflict: keep one of the versions, and remove the lines that start with `<<<<<<<`, \
    `=======` and `>>>>>>>`.";

/// Returns the first line that begins or ends a merge conflict.
fn conflict(text: &[u8]) -> Option<TextRange> {
    // A line of `=` alone can be text: it underlines a heading.
    let is_marker = |line: &[u8]| {
        let rest = line.strip_prefix(b"<<<<<<<").or_else(|| line.strip_prefix(b">>>>>>>"));
        rest.is_some_and(|rest| rest.trim_ascii_end().is_empty() || rest.starts_with(b" "))
    };
    let mut start = 0_usize;
    for line in text.split(|byte| *byte == b'\n') {
        if is_marker(line) {
            return Some(olmkit_text::span(start, start.saturating_add(line.trim_ascii_end().len())));
        }
        start = start.saturating_add(line.len()).saturating_add(1);
    }
    None
}

/// Returns the rule for an error of the readers. UTF-16 does not have its own rule.
#[must_use]
pub fn syntax_rule(rule: SyntaxRule) -> &'static Rule {
    match rule {
        SyntaxRule::JsonDepth => &json_depth::RULE,
        SyntaxRule::JsonLocked => &json_locked::RULE,
        SyntaxRule::JsonNumberOverflow => &json_number_overflow::RULE,
        SyntaxRule::JsonSyntax => &json_syntax::RULE,
        SyntaxRule::JsonTrailingGarbage => &json_trailing_garbage::RULE,
        SyntaxRule::YamlAliasBomb => &yaml_alias_bomb::RULE,
        SyntaxRule::YamlAnchors => &yaml_anchors::RULE,
        SyntaxRule::YamlControlChars => &yaml_control_chars::RULE,
        SyntaxRule::YamlDepth | SyntaxRule::YamlDepthAsJson => &yaml_depth::RULE,
        SyntaxRule::YamlDirectives => &yaml_directives::RULE,
        SyntaxRule::YamlEscapes => &yaml_escapes::RULE,
        SyntaxRule::YamlIndicators => &yaml_indicators::RULE,
        SyntaxRule::YamlInvalidUtf8 | SyntaxRule::YamlUtf16 => &yaml_invalid_utf8::RULE,
        SyntaxRule::YamlKeys => &yaml_keys::RULE,
        SyntaxRule::YamlMerge => &yaml_merge::RULE,
        SyntaxRule::YamlSeparatorText => &yaml_separator_text::RULE,
        SyntaxRule::YamlSimpleKey1024 => &yaml_simple_key_1024::RULE,
        SyntaxRule::YamlSyntax => &yaml_syntax::RULE,
        SyntaxRule::YamlTabs => &yaml_tabs::RULE,
        SyntaxRule::Yaml11InfNan => &yaml11_inf_nan::RULE,
        SyntaxRule::Yaml11Tags => &yaml11_tags::RULE,
        SyntaxRule::OfCaller(id) => rules::by_id(id).unwrap_or(&meta_root_object::RULE),
    }
}

impl Sink {
    /// Adds the prefix for YAML documents: opm converts them to JSON before `Meta`, and its error says so.
    fn prefix_meta(&mut self, from: usize) {
        for finding in self.findings.iter_mut().skip(from) {
            let decoding =
                finding.rule.id != meta_schema_required::RULE.id && finding.rule.id != yaml_empty_doc::RULE.id;
            if let Some(text) = finding.opm.as_mut().filter(|_| decoding) {
                text.insert_str(0, META_PREFIX);
                finding.is_in_meta = true;
            }
        }
    }
}
