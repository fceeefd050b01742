//! Lookup of rules by name.

use crate::rule::Rule;

/// Several lists of rules, presented as one.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    lists: &'static [&'static [&'static Rule]],
}

impl Registry {
    /// Creates a registry of the lists, in this order.
    #[must_use]
    pub const fn new(lists: &'static [&'static [&'static Rule]]) -> Self {
        Registry { lists }
    }

    /// All rules, in the order of the documentation.
    pub fn all(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.lists.iter().flat_map(|list| list.iter().copied())
    }

    /// The rule with that id, former id or code.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static Rule> {
        self.all().find(|rule| rule.is_named(name))
    }

    /// The rules that a selector matches; see [`Rule::is_selected`].
    pub fn selected<'s>(&self, selector: &'s str) -> impl Iterator<Item = &'static Rule> + use<'s> {
        self.all().filter(move |rule| rule.is_selected(selector))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use olmkit_api::{Category, Enforcement, RuleSeverity as Severity, Scope};

    static CURRENT: Rule = rule("test-current", "FBC998");
    static OTHER: Rule = rule("test-other", "FBC999");

    const fn rule(id: &'static str, code: &'static str) -> Rule {
        Rule {
            id,
            code,
            title: "",
            docs: "",
            fix: "",
            scope: Scope::Catalog,
            category: Category::Upgrade,
            enforcement: Enforcement::Olmkit,
            severity: Severity::Warning,
            suites: &[],
            since: "0.1.0",
            examples: &[],
        }
    }

    static RULES: Registry = Registry::new(&[&[&CURRENT, &OTHER]]);

    /// A renamed rule is found by its former id wherever a rule is named.
    #[test]
    fn a_former_id_means_the_rule_as_it_is_called_now() {
        let named = |name| RULES.get(name).map(|rule| rule.code);
        assert_eq!(
            [named("test-former"), named("test-current"), named("fbc998"), named("test-forme"), named("test-other")],
            [Some("FBC998"), Some("FBC998"), Some("FBC998"), None, Some("FBC999")]
        );
        let selected = |selector| RULES.selected(selector).map(|rule| rule.id).collect::<Vec<_>>();
        assert_eq!(selected("test-former"), ["test-current"]);
        for selector in ["FBC99", "fbc99", "all", "upgrade"] {
            assert_eq!(selected(selector), ["test-current", "test-other"], "{selector}");
        }
        assert_eq!(selected("fbc999"), ["test-other"]);
        for selector in ["fb", "FBC9999", "ALL", "TEST-OTHER", "é99", ""] {
            assert_eq!(selected(selector), [""; 0], "{selector}");
        }
        assert_eq!(CURRENT.former_ids().collect::<Vec<_>>(), ["test-former"]);
        assert_eq!(OTHER.former_ids().count(), 0);
    }
}
