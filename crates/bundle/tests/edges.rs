//! Recorded answers for minimal bundles with unusual files: empty first documents, files that are not objects, wrong
//! types, several CSVs.

use std::collections::BTreeMap;

use crate::common::{fatal, messages, normal, opm_content, run, set};
use olmkit_bundle::{Bundle, BundleReport, Input, RenderOptions, render};
use olmkit_diagnostics::{BundleProfile, Severity, Suite};
use olmkit_testing::{Least, cases};
use serde::Deserialize;

const RECORDED: Least = Least { own: 4, shared: 91 };

/// Cases whose content crashes upstream's content validator. opm stops before, because the format is invalid.
const NOT_REACHED: [&str; 2] = ["hdr-csv", "hdr-csv2"];

#[derive(Deserialize)]
struct Case {
    name: String,
    files: BTreeMap<String, String>,
    #[serde(rename = "loadErr")]
    load_error: String,
    api: Option<Vec<Finding>>,
    opt: Option<Vec<Finding>>,
    format: Option<Vec<String>>,
    content: Option<Vec<String>>,
    panic: Option<Vec<String>>,
    render: String,
    #[serde(rename = "rendErr")]
    render_error: String,
    #[serde(rename = "migErr")]
    migrate_error: String,
}

#[derive(Deserialize)]
struct Finding {
    #[serde(rename = "V")]
    validator: String,
    #[serde(rename = "L")]
    level: String,
    #[serde(rename = "T")]
    text: String,
}

type Message = (Suite, Severity, String);

fn suite(validator: &str) -> Suite {
    match validator {
        "csv" => Suite::ApiCsv,
        "crd" => Suite::ApiCrd,
        "bundle" => Suite::ApiBundle,
        "hub2" => Suite::OperatorHub,
        "good" => Suite::GoodPractices,
        "cap" => Suite::Capabilities,
        "cat" => Suite::Categories,
        "dep" => Suite::DeprecatedApis,
        other => panic!("{other}"),
    }
}

fn theirs(found: Option<&Vec<Finding>>) -> Vec<Message> {
    let one = |found: &Finding| {
        let severity = if found.level == "E" { Severity::Error } else { Severity::Warning };
        (suite(&found.validator), severity, normal(&found.text, usize::MAX))
    };
    set(found.into_iter().flatten().map(one).collect())
}

fn ours(report: &BundleReport, suites: &[Suite]) -> Vec<Message> {
    let of = |&suite: &Suite| {
        messages(report, suite, usize::MAX).into_iter().map(move |(severity, text)| (suite, severity, text))
    };
    set(suites.iter().flat_map(of).collect())
}

fn texts(report: &BundleReport, suite: Suite) -> Vec<String> {
    set(messages(report, suite, usize::MAX).into_iter().map(|(_, text)| text).collect())
}

/// For each field, the number of equal and of all comparisons, and the differences.
#[derive(Default)]
struct Tally {
    fields: BTreeMap<&'static str, (usize, usize)>,
    differing: Vec<String>,
}

impl Tally {
    fn count<T: PartialEq + std::fmt::Debug>(&mut self, field: &'static str, case: &str, ours: &T, theirs: &T) {
        let (same, all) = self.fields.entry(field).or_default();
        *all += 1;
        if ours == theirs {
            *same += 1;
        } else {
            self.differing.push(format!("{case}: {field}\n  ours   {ours:?}\n  theirs {theirs:?}"));
        }
    }
}

/// The text after the rendered directory.
fn render_error(text: &str) -> &str {
    text.split_once("\": ").map_or(text, |(_, text)| text)
}

fn case(case: &Case, tally: &mut Tally) {
    let name = case.name.as_str();
    let files: BTreeMap<String, Vec<u8>> =
        case.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    let report = run(&files);
    let load: Vec<String> =
        (!case.load_error.is_empty()).then(|| fatal(&case.load_error).to_owned()).into_iter().collect();
    tally.count("loadErr", name, &texts(&report, Suite::ApiLoad), &load);
    let core = [Suite::ApiCsv, Suite::ApiCrd, Suite::ApiBundle];
    tally.count("api", name, &ours(&report, &core), &theirs(case.api.as_ref()));
    let optional =
        [Suite::OperatorHub, Suite::Capabilities, Suite::Categories, Suite::GoodPractices, Suite::DeprecatedApis];
    tally.count("opt", name, &ours(&report, &optional), &theirs(case.opt.as_ref()));
    let (crashes, format) = texts(&report, Suite::OpmFormat).into_iter().partition(|text| text.starts_with("panic: "));
    tally.count("format", name, &format, &set(case.format.clone().unwrap_or_default()));
    let crashes: Vec<String> = crashes;
    let crashes: Vec<String> = crashes.iter().map(|text| text.replacen("panic:", "format:", 1)).collect();
    let recorded = case.panic.clone().unwrap_or_default();
    if NOT_REACHED.contains(&name) {
        assert_eq!(recorded.len(), 1, "{name}");
        assert!(recorded[0].starts_with("content: ") && case.format.is_some(), "{name}");
    } else {
        tally.count("panic", name, &crashes, &recorded);
    }
    let directory = format!("DIR/{name}/");
    let content = case.content.iter().flatten().map(|text| opm_content(&text.replace(&directory, "")));
    let content: Vec<String> = content.collect();
    tally.count("content", name, &texts(&report, Suite::OpmContent), &set(content));
    let accepted = recorded.is_empty() && case.format.is_none() && case.content.is_none();
    tally.count("verdict of opm", name, &report.accepted(BundleProfile::Opm), &accepted);
    rendering(case, &files, tally);
}

fn rendering(case: &Case, files: &BTreeMap<String, Vec<u8>>, tally: &mut Tally) {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, bytes)| Input::new(path, bytes)).collect();
    let bundle = Bundle::new(&inputs);
    let plain = render(&bundle, &RenderOptions::default());
    tally.count("render", &case.name, &plain.is_ok(), &!case.render.is_empty());
    let error = plain.as_ref().err().map(ToString::to_string).unwrap_or_default();
    tally.count("rendErr", &case.name, &error.as_str(), &render_error(&case.render_error));
    if plain.is_ok() {
        // Recorded without an image, so nothing was migrated.
        let migrated = render(&bundle, &RenderOptions { image: String::new(), migrate: true });
        tally.count("migErr", &case.name, &migrated.is_err(), &!case.migrate_error.is_empty());
        assert_eq!(migrated, plain);
    }
}

#[test]
fn odd_files() {
    let cases: Vec<Case> = cases("bundle-edges.jsonl", RECORDED, |_| true);
    let mut tally = Tally::default();
    for one in &cases {
        case(one, &mut tally);
    }
    for (field, (same, all)) in &tally.fields {
        println!("{field}: {same} of {all}");
    }
    assert!(tally.differing.is_empty(), "{}", tally.differing.join("\n"));
}
