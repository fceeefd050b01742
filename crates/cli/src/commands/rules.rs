//! `olmkit rules`.

use std::fmt::Write;

use olmkit_workspace::api::{RuleInfo, RuleList};

use crate::CLEAN;
use crate::args::Args;
use crate::format::{Format, json};
use crate::host::Host;

/// Every rule about dependencies.
pub(crate) fn dependency_rules() -> impl Iterator<Item = RuleInfo> {
    let page = |id: &str| format!("{}/blob/main/docs/dependency-rules/{id}.md", env!("CARGO_PKG_REPOSITORY"));
    olmkit_resolver::RULES.into_iter().map(move |rule| RuleInfo { docs: page(rule.id), ..RuleInfo::from(rule) })
}

/// Every rule, of catalogs, of bundles and about dependencies.
pub(crate) fn all_rules() -> impl Iterator<Item = RuleInfo> {
    let catalogs = olmkit_workspace::rule_list().rules.into_iter();
    catalogs.chain(olmkit_workspace::bundle::bundle_rules()).chain(dependency_rules())
}

/// Whether a selector selects some rule of any kind.
pub(crate) fn selects_some(selector: &str) -> bool {
    olmkit_workspace::selects_some(selector)
        || olmkit_workspace::bundle::selects_some(selector)
        || dependency_rules().any(|rule| rule.id == selector || rule.code == selector)
}

/// Lists all rules.
pub(crate) fn run(args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let mut list = RuleList { rules: all_rules().collect(), ..olmkit_workspace::rule_list() };
    list.rules.sort_by_key(|rule| rule.code);
    if args.format == Some(Format::Json) {
        host.out(json::pretty(&list).as_bytes());
        return Ok(CLEAN);
    }
    let width = list.rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    let mut out = String::new();
    for rule in &list.rules {
        let severity = format!("{:?}", rule.severities.default).to_lowercase();
        let _ = writeln!(out, "{}  {:width$}  {severity:7}  {}", rule.code, rule.id, rule.title);
    }
    host.out(out.as_bytes());
    Ok(CLEAN)
}
