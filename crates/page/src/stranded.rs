//! What fixes stranded versions that no edge fixes.

use olmkit_api::Diagnostic;

/// The rule about entries whose bundle the package does not have.
const WITHOUT_BUNDLE: &str = "entry-without-bundle";

/// Whether stranded versions need the missing bundle of an entry that their finding names. Otherwise they need a new
/// release. `all`: the findings of the catalog.
#[must_use]
pub fn needs_bundle(stranded: &Diagnostic, all: &[Diagnostic]) -> bool {
    let names = |entry: &String| stranded.message.contains(&format!("`{entry}`"));
    let is_missing = |one: &Diagnostic| {
        one.rule == WITHOUT_BUNDLE && one.package == stranded.package && one.entry.as_ref().is_some_and(names)
    };
    all.iter().any(is_missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use olmkit_api::{Range, Severity};

    fn finding(rule: &'static str, package: &str, entry: &str, message: &str) -> Diagnostic {
        Diagnostic {
            rule: rule.into(),
            package: Some(package.to_owned()),
            entry: Some(entry.to_owned()),
            message: message.to_owned(),
            ..Diagnostic::at(Severity::Error, String::new(), Range::default())
        }
    }

    #[test]
    fn the_rule_exists() {
        assert_eq!(WITHOUT_BUNDLE, olmkit_catalog::rules::channels::entry_without_bundle::RULE.id);
    }

    #[test]
    fn the_bundle_of_a_named_entry_of_the_same_package_is_needed() {
        let stranded = finding("stranded-v0", "foo", "foo.v1", "`foo.v1` is replaced by `foo.v2`, which has no bundle");
        let missing = |package: &str, entry: &str| finding(WITHOUT_BUNDLE, package, entry, "no bundle");
        assert!(needs_bundle(&stranded, &[stranded.clone(), missing("foo", "foo.v2")]));
        assert!(!needs_bundle(&stranded, &[missing("bar", "foo.v2")]), "another package");
        assert!(!needs_bundle(&stranded, &[missing("foo", "foo.v3")]), "not named");
        assert!(!needs_bundle(&stranded, &[missing("foo", "foo.v")]), "a part of a name");
        assert!(!needs_bundle(&stranded, &[finding("stranded-v1", "foo", "foo.v2", "")]), "another rule");
    }
}
