//! `olmkit rules`.

use std::fmt::Write;

use super::CommandError;
use crate::CLEAN;
use crate::args::Args;
use crate::format::paint::Paint;
use crate::format::{Format, json};
use crate::host::Host;

/// Lists all rules.
pub(crate) fn run(args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let list = olmkit_workspace::rule_list();
    if args.format == Some(Format::Json) {
        host.out(json::pretty(&list).as_bytes());
        return Ok(CLEAN);
    }
    let paint = Paint::new(args.color, host);
    let width = list.rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    let mut out = String::new();
    for rule in &list.rules {
        let name = rule.severities.default.name();
        let severity = paint.severity(name, &format!("{name:7}"));
        let _ = writeln!(out, "{}  {:width$}  {severity}  {}", rule.code, rule.id, rule.title);
    }
    host.out(out.as_bytes());
    Ok(CLEAN)
}
