//! The texts and examples of rules, for `explain` and lists of rules.

use olmkit_collections::order;
use olmkit_diagnostics::Rule;

use crate::api::{RuleInfo, RuleList, VERSION};
use crate::rule_info::rule_info;
use crate::rules::RULES;

/// Returns the rules that any of the selectors names (an id, a code, the start of codes or a category), ordered by code.
/// Without selectors, returns all rules.
#[must_use]
pub fn rule_list(selectors: &[String]) -> RuleList {
    let is_wanted = |rule: &&Rule| selectors.is_empty() || selectors.iter().any(|selector| rule.is_selected(selector));
    let mut rules: Vec<_> = RULES.all().filter(is_wanted).map(info).collect();
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
