//! Converts rules to the JSON shapes.

use olmkit_api::{RuleExample, RuleFile, RuleInfo, RuleSeverities, RuleSeverity, Scope};
use olmkit_diagnostics::{BundleProfile, Example, ExamplePath, Profile, Rule};

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

/// Converts an example that consists of files.
pub(crate) fn example(example: &Example) -> RuleExample {
    let mut found = RuleExample { title: example.title.into(), bad: example.bad, files: Vec::new(), base: Vec::new() };
    for &(path, text) in example.files() {
        let (files, path) = match ExamplePath::of(path) {
            ExamplePath::Own(path) => (&mut found.files, path),
            ExamplePath::Base(path) => (&mut found.base, path),
            ExamplePath::Answers => continue,
        };
        files.push(RuleFile { path: path.into(), text: text.into() });
    }
    found
}

/// Converts a rule with the text of its page.
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
