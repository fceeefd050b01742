//! Rules of bundles: a [`Rule`] and the tools behind it.

use olmkit_diagnostics::{Rule, Severity};

use crate::suite::Suite;

/// One rule about bundles.
#[derive(Debug, Clone, Copy)]
pub struct BundleRule {
    /// Id, code, title, text.
    pub rule: Rule,
    /// Who says it, and how severe.
    pub suites: &'static [(Suite, Severity)],
    /// Changes to a good bundle that the rule reports, and some that it does not. The tests execute them.
    pub examples: &'static [Change],
}

/// A change to the bundle of [`crate::sample::files`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Whether the rule must find something (`false`: it must stay silent).
    pub bad: bool,
    /// The file that changes.
    pub path: &'static str,
    /// The text that goes; empty: the whole file, which may not exist yet.
    pub old: &'static str,
    /// The text that comes instead.
    pub new: &'static str,
}

/// Declares a rule.
///
/// `says` names the suites with their severity, `bad` and `good` the changes as `(path, old, new)`.
macro_rules! rule {
    ($name:ident, $id:literal, $code:literal, $title:literal,
     says: [$($suite:ident $severity:ident),+ $(,)?],
     finds: $finds:literal, why: $why:literal, fix: $fix:literal, source: $source:literal,
     bad: [$($bad:expr),* $(,)?], good: [$($good:expr),* $(,)?] $(,)?) => {
        #[doc = $title]
        pub static $name: $crate::rule::BundleRule = $crate::rule::BundleRule {
            rule: olmkit_diagnostics::Rule {
                id: $id,
                code: $code,
                title: $title,
                docs: olmkit_diagnostics::page!($finds, $why, $fix, $source),
                category: olmkit_diagnostics::Category::Schema,
                enforcement: olmkit_diagnostics::Enforcement::Olmkit,
                severity: $crate::rule::worst(&[$(olmkit_diagnostics::Severity::$severity),+]),
                since: "0.1.0",
                examples: &[],
            },
            suites: &[$(($crate::suite::Suite::$suite, olmkit_diagnostics::Severity::$severity)),+],
            examples: &[
                $($crate::rule::change(true, $bad),)*
                $($crate::rule::change(false, $good),)*
            ],
        };
    };
}
pub(crate) use rule;

/// A change of an example.
pub(crate) const fn change(bad: bool, (path, old, new): (&'static str, &'static str, &'static str)) -> Change {
    Change { bad, path, old, new }
}

/// The most severe.
pub(crate) const fn worst(list: &[Severity]) -> Severity {
    let mut found = Severity::Off;
    let mut rest = list;
    while let [first, tail @ ..] = rest {
        if *first as u8 > found as u8 {
            found = *first;
        }
        rest = tail;
    }
    found
}
