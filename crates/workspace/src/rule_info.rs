//! Rules as the JSON shapes show them.

use olmkit_api::{RuleExample, RuleFile, RuleInfo, RuleSeverities, RuleSeverity, Scope};
use olmkit_diagnostics::{ANSWERS, BundleProfile, Example, Profile, Rule, path_in_base};

use crate::convert::tools;

fn severities(rule: &Rule) -> RuleSeverities {
    if rule.scope == Scope::Bundle {
        let of = |profile| rule.severity_of_bundles(profile).unwrap_or(RuleSeverity::Off);
        let default = of(BundleProfile::Default);
        return RuleSeverities { default, opm: of(BundleProfile::Opm), strict: default };
    }
    RuleSeverities {
        default: Profile::Default.severity(rule),
        opm: Profile::Opm.severity(rule),
        strict: Profile::Strict.severity(rule),
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
        scope: rule.scope,
        category: rule.category,
        enforcement: rule.enforcement,
        severities: severities(rule),
        tools: tools(rule.suites.iter().copied()),
        since: rule.since.into(),
        docs: rule.url(),
        examples: examples.collect(),
    }
}
