//! The texts and examples of rules, for `explain` and lists of rules.

use olmkit_collections::order;
use olmkit_diagnostics::Rule;

use crate::api::{RuleInfo, RuleList, VERSION};
use crate::rule_info::rule_info;
use crate::rules::RULES;

/// Returns all rules, ordered by code.
#[must_use]
pub fn rule_list() -> RuleList {
    let mut rules: Vec<_> = RULES.all().map(info).collect();
    order::sort_by_key(&mut rules, |rule| rule.code.clone());
    RuleList { version: VERSION, rules }
}

/// Returns a rule by its id or code.
#[must_use]
pub fn explain(rule: &str) -> Option<RuleInfo> {
    RULES.get(rule).map(info)
}

fn info(rule: &'static Rule) -> RuleInfo {
    let info = rule_info(rule);
    #[cfg(feature = "bundle")]
    let info = RuleInfo { examples: rule.examples.iter().filter_map(crate::bundle::example).collect(), ..info };
    info
}
