//! The number of findings of each rule, instead of the findings.

use olmkit_collections::{SortedMap, order};

use olmkit_workspace::api::{Report, Severity, VERSION};
use serde::Serialize;

use super::{Format, columns, json, severity_name};

/// The findings of one rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfRule<'r> {
    rule: &'r str,
    code: &'r str,
    /// The highest severity.
    severity: Severity,
    count: usize,
    /// The number of findings with at least one fix.
    fixable: usize,
}

#[derive(Serialize)]
struct Statistics<'r> {
    version: u32,
    rules: Vec<OfRule<'r>>,
}

/// The rules with findings, most frequent first.
pub(crate) fn write(report: &Report, format: Format) -> String {
    let rules = count(report);
    if format == Format::Json {
        return json::pretty(&Statistics { version: VERSION, rules });
    }
    let row = |of: OfRule<'_>| {
        let fixable = if of.fixable > 0 { format!("{} fixable", of.fixable) } else { String::new() };
        [of.count.to_string(), severity_name(of.severity).to_owned(), of.code.to_owned(), of.rule.to_owned(), fixable]
    };
    columns::write(rules.into_iter().map(row).collect())
}

fn count(report: &Report) -> Vec<OfRule<'_>> {
    let mut rules: SortedMap<&str, OfRule<'_>> = SortedMap::new();
    for found in &report.diagnostics {
        let (rule, code, severity): (&str, &str, Severity) = (&found.rule, &found.code, found.severity);
        let of = rules.entry(rule).or_insert(OfRule { rule, code, severity, count: 0, fixable: 0 });
        of.severity = of.severity.max(severity);
        of.count = of.count.saturating_add(1);
        of.fixable = of.fixable.saturating_add(usize::from(!found.fixes.is_empty()));
    }
    let mut rules: Vec<OfRule<'_>> = rules.into_values().collect();
    order::sort_by_key(&mut rules, |of| std::cmp::Reverse(of.count));
    rules
}
