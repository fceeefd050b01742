//! Rules as the JSON shapes show them.

use olmkit_api::{Category, Enforcement, RuleExample, RuleFile, RuleInfo, RuleSeverities, RuleSeverity, Scope};
use olmkit_diagnostics::{self as inner, ANSWERS, BundleProfile, Example, Profile, Rule, path_in_base};

use crate::convert::tools;

fn severity(of: inner::Severity) -> RuleSeverity {
    match of {
        inner::Severity::Off => RuleSeverity::Off,
        inner::Severity::Info => RuleSeverity::Info,
        inner::Severity::Warning => RuleSeverity::Warning,
        inner::Severity::Error => RuleSeverity::Error,
    }
}

fn scope(of: inner::Scope) -> Scope {
    match of {
        inner::Scope::Catalog => Scope::Catalog,
        inner::Scope::Bundle => Scope::Bundle,
        inner::Scope::Dependencies => Scope::Dependencies,
        inner::Scope::Images => Scope::Images,
        inner::Scope::Configuration => Scope::Configuration,
    }
}

fn category(of: inner::Category) -> Category {
    match of {
        inner::Category::Syntax => Category::Syntax,
        inner::Category::Schema => Category::Schema,
        inner::Category::Reference => Category::Reference,
        inner::Category::Upgrade => Category::Upgrade,
        inner::Category::Deprecation => Category::Deprecation,
        inner::Category::Suspicious => Category::Suspicious,
    }
}

fn enforcement(of: inner::Enforcement) -> Enforcement {
    match of {
        inner::Enforcement::Opm => Enforcement::Opm,
        inner::Enforcement::OpmServe => Enforcement::OpmServe,
        inner::Enforcement::Olmkit => Enforcement::Olmkit,
    }
}

fn severities(rule: &Rule) -> RuleSeverities {
    if rule.scope == inner::Scope::Bundle {
        let of = |profile| severity(rule.severity_of_bundles(profile).unwrap_or(inner::Severity::Off));
        let default = of(BundleProfile::Default);
        return RuleSeverities { default, opm: of(BundleProfile::Opm), strict: default };
    }
    RuleSeverities {
        default: severity(Profile::Default.severity(rule)),
        opm: severity(Profile::Opm.severity(rule)),
        strict: severity(Profile::Strict.severity(rule)),
    }
}

/// An example that consists of files.
pub(crate) fn example(example: &Example) -> RuleExample {
    let files = example.files().iter().filter(|(path, _)| *path != ANSWERS);
    let (base, own): (Vec<_>, Vec<_>) = files.partition(|(path, _)| path_in_base(path).is_some());
    let file = |(path, text): &(&'static str, &'static str)| RuleFile { path: (*path).into(), text: (*text).into() };
    let file_of_base = |(path, text): &(&'static str, &'static str)| RuleFile {
        path: path_in_base(path).unwrap_or(path).to_owned().into(),
        text: (*text).into(),
    };
    RuleExample {
        title: example.title.into(),
        bad: example.bad,
        files: own.iter().map(file).collect(),
        base: base.iter().map(file_of_base).collect(),
    }
}

/// A rule with its page.
pub(crate) fn rule_info(rule: &Rule) -> RuleInfo {
    let examples = rule.examples.iter().filter(|example| example.change().is_none()).map(example);
    RuleInfo {
        id: rule.id.into(),
        code: rule.code.into(),
        former: rule.former_ids().map(Into::into).collect(),
        title: rule.title.into(),
        text: rule.docs.into(),
        scope: scope(rule.scope),
        category: category(rule.category),
        enforcement: enforcement(rule.enforcement),
        severities: severities(rule),
        tools: tools(rule.suites.iter().copied()),
        since: rule.since.into(),
        docs: rule.url(),
        examples: examples.collect(),
    }
}
