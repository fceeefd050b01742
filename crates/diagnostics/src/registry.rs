//! Rules by name.

use crate::rule::Rule;

/// Lists of rules as one.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    lists: &'static [&'static [&'static Rule]],
}

impl Registry {
    /// The rules of these lists, in this order.
    #[must_use]
    pub const fn new(lists: &'static [&'static [&'static Rule]]) -> Self {
        Registry { lists }
    }

    /// Every rule, in the order of the documentation.
    pub fn all(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.lists.iter().flat_map(|list| list.iter().copied())
    }

    /// The rule with that id or code.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static Rule> {
        self.all().find(|rule| rule.is_named(name))
    }

    /// The rules that a selector matches; see [`Rule::is_selected`].
    pub fn selected<'s>(&self, selector: &'s str) -> impl Iterator<Item = &'static Rule> + use<'s> {
        self.all().filter(move |rule| rule.is_selected(selector))
    }
}
