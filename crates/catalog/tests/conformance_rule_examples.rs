//! A minimal accepted and a minimal rejected catalog for every rule of opm.

use crate::common::{Case, fits::fits, run};
use olmkit_catalog::CheckOptions;
use olmkit_testing::{Least, cases};

#[test]
fn rule_examples() {
    let cases: Vec<Case> = cases("fbc-rule-examples.jsonl", Least { own: 4, shared: 144 }, |_| true);
    let (mut failures, mut named) = (Vec::new(), 0);
    for case in &cases {
        let report = run(&case.inputs(), &CheckOptions::default());
        let verdict = &report.verdict;
        let rule_fits = || verdict.first.is_some_and(|rule| fits(rule, case.text()));
        let fit = case.accepted || verdict.message == case.text() && rule_fits();
        if verdict.accepted != case.accepted || !fit {
            failures.push(format!(
                "{}\n  theirs {} {}\n  ours   {verdict:?}",
                case.title(),
                case.accepted,
                case.message
            ));
        }
        if !case.accepted {
            let rule = case.rule.as_deref().unwrap().split(' ').next().unwrap();
            let found = report.diagnostics.iter().any(|diagnostic| diagnostic.rule.id == rule);
            named += usize::from(found);
            if !found {
                let ids: Vec<_> = report.diagnostics.iter().map(|diagnostic| diagnostic.rule.id).collect();
                println!("{rule} is shown by {ids:?}, first {:?}", verdict.first);
            }
        }
    }
    let bad = cases.iter().filter(|case| !case.accepted).count();
    println!(
        "{} of {} agree; {named} of {bad} rejected ones are reported by the rule itself",
        cases.len() - failures.len(),
        cases.len()
    );
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
