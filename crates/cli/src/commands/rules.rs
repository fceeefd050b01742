//! `olmkit rules`.

use std::fmt::Write;

use olmkit_workspace::api::RuleInfo;

use super::CommandError;
use crate::CLEAN;
use crate::args::Args;
use crate::format::paint::Paint;
use crate::format::{Format, json};
use crate::host::Host;

/// Lists the rules that `select` names; without selectors, all.
pub(crate) fn run(select: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let list = olmkit_workspace::rule_list(select);
    if args.format == Some(Format::Json) {
        host.out(json::pretty(&list).as_bytes());
        return Ok(CLEAN);
    }
    let paint = Paint::new(args.color, host);
    let widest = |text: fn(&RuleInfo) -> &str| list.rules.iter().map(|rule| text(rule).len()).max().unwrap_or_default();
    let (ids, categories) = (widest(|rule| &rule.id), widest(|rule| rule.category.name()));
    let mut out = String::new();
    for rule in &list.rules {
        let name = rule.severities.default.name();
        let severity = paint.severity(name, &format!("{name:7}"));
        let _ = writeln!(
            out,
            "{}  {:ids$}  {severity}  {:categories$}  {}",
            rule.code,
            rule.id,
            rule.category.name(),
            rule.title
        );
    }
    host.out(out.as_bytes());
    Ok(CLEAN)
}
