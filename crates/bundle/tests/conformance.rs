//! Compares recorded answers of operator-framework/api and opm with ours.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::{VALIDATORS, fatal, messages, normal, opm_content, run, sdk, set};
use olmkit_bundle::{Bundle, BundleReport, Input, RenderOptions, render};
use olmkit_diagnostics::{BundleProfile, Severity, Suite};
use olmkit_testing::{Least, cases, files, sources};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    files: BTreeMap<String, String>,
    api_core: Vec<String>,
    api_optional: Vec<String>,
    opm: Vec<String>,
    render: String,
}

#[derive(Deserialize)]
struct Real {
    path: String,
    api: Vec<RealFinding>,
    opm: Vec<RealFinding>,
    render: String,
}

#[derive(Deserialize)]
struct RealFinding {
    #[serde(default)]
    validator: String,
    #[serde(default)]
    stage: String,
    #[serde(default)]
    severity: String,
    message: String,
}

/// The result of rendering the files with opm: `OK`, `(empty)` or `ERR`. Asserts that the output is JSON.
fn rendered(files: &BTreeMap<String, Vec<u8>>) -> &'static str {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, bytes)| Input::new(path, bytes)).collect();
    let bundle = Bundle::new(&inputs);
    let options = RenderOptions { image: "quay.io/ex/{{.Package}}:v{{.Version}}".to_owned(), migrate: true };
    let plain = render(&bundle, &RenderOptions::default());
    for text in [&plain, &render(&bundle, &options)].into_iter().flatten().filter(|text| !text.is_empty()) {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(value["schema"], "olm.bundle");
    }
    match plain {
        Ok(text) if text.is_empty() => "(empty)",
        Ok(_) => "OK",
        Err(_) => "ERR",
    }
}

/// Counts of one comparison, and the differences.
#[derive(Default)]
struct Tally {
    cases: usize,
    same: usize,
    differing: Vec<String>,
}

impl Tally {
    fn count<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, ours: &T, theirs: &T) {
        self.cases += 1;
        if ours == theirs {
            self.same += 1;
        } else {
            self.differing.push(format!("{name}\n  ours   {ours:?}\n  theirs {theirs:?}"));
        }
    }

    fn show(&self, what: &str) {
        println!("{what}: {} of {}", self.same, self.cases);
        let most = std::env::var("SHOW").ok().and_then(|most| most.parse().ok()).unwrap_or(8);
        for one in self.differing.iter().take(most) {
            println!("  {one}");
        }
    }
}

/// Parses `E[csv] text` or `FATAL text`.
fn entry(text: &str, most: usize) -> sdk::Message {
    if let Some(text) = text.strip_prefix("FATAL ") {
        return (Suite::ApiLoad, Severity::Error, fatal(text).to_owned());
    }
    let (head, text) = text.split_once("] ").unwrap();
    let (level, name) = head.split_once('[').unwrap();
    let suite = VALIDATORS.iter().find(|(known, _)| *known == name).unwrap().1;
    let severity = if level == "E" { Severity::Error } else { Severity::Warning };
    (suite, severity, normal(text, most))
}

fn of_suites(report: &BundleReport, suites: &[Suite], most: usize) -> Vec<sdk::Message> {
    let all = suites.iter().flat_map(|&suite| {
        messages(report, suite, most).into_iter().map(move |(severity, text)| (suite, severity, text))
    });
    set(all.collect())
}

const CORE: [Suite; 4] = [Suite::ApiLoad, Suite::ApiCsv, Suite::ApiCrd, Suite::ApiBundle];
const OPTIONAL: [Suite; 7] = [
    Suite::OperatorHub,
    Suite::Capabilities,
    Suite::Categories,
    Suite::GoodPractices,
    Suite::DeprecatedApis,
    Suite::Community,
    Suite::Object,
];

/// Compares operator-sdk with the recorded answers of its parts.
#[derive(Default)]
struct Sdk {
    verdict: Tally,
    findings: Tally,
}

impl Sdk {
    fn count(
        &mut self,
        name: &str,
        report: &BundleReport,
        core: &[sdk::Message],
        opm: &[(String, String)],
        most: usize,
    ) {
        if sdk::IS_NEWER.contains(&name) {
            return;
        }
        let theirs = sdk::theirs(core, opm, most);
        let failed = theirs.iter().any(|(severity, _)| *severity == Severity::Error);
        self.verdict.count(name, &report.accepted(BundleProfile::Sdk), &!failed);
        if !sdk::STOPS_EARLIER.contains(&name) {
            self.findings.count(name, &sdk::ours(report, most), &theirs);
        }
    }

    fn show(&self) {
        self.verdict.show("verdict of operator-sdk, of its parts");
        self.findings.show("findings of operator-sdk, of its parts");
        assert_eq!(self.verdict.same, self.verdict.cases);
        assert_eq!(self.findings.same, self.findings.cases);
    }
}

fn opm_of(report: &BundleReport) -> Vec<String> {
    let texts = |suite| messages(report, suite, usize::MAX).into_iter().map(|(_, text)| text);
    set(texts(Suite::OpmFormat).chain(texts(Suite::OpmContent)).collect())
}

/// Comparable lines of opm with the stage that wrote them.
fn opm_theirs(lines: &[(String, String)]) -> Vec<String> {
    let text = |(stage, text): &(String, String)| match stage.as_str() {
        "content" => opm_content(text),
        _ => normal(text, usize::MAX),
    };
    set(lines.iter().map(text).collect())
}

#[test]
fn small_bundles() {
    let cases: Vec<Case> = cases("bundle-cases.jsonl", Least { own: 4, shared: 192 }, |_| true);
    let [mut verdict_api, mut verdict_opm, mut core, mut optional, mut opm, mut renders] =
        [(); 6].map(|()| Tally::default());
    let mut sdk = Sdk::default();
    for case in &cases {
        let mut files: BTreeMap<_, _> =
            case.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
        // Both directories existed, even if they had no files.
        files.extend(["manifests/", "metadata/"].map(|path| (path.to_owned(), Vec::new())));
        let report = run(&files);
        renders.count(&case.name, &rendered(&files), &case.render.split(' ').next().unwrap());
        let failed = case.api_core.iter().any(|line| line.starts_with('E') || line.starts_with("FATAL"));
        verdict_api.count(&case.name, &report.accepted(BundleProfile::Api), &!failed);
        let own = set(case.api_core.iter().map(|line| entry(line, usize::MAX)).collect());
        core.count(&case.name, &of_suites(&report, &CORE, usize::MAX), &own);
        if case.api_optional.iter().all(|line| line != "PANIC") {
            let theirs = case.api_optional.iter().map(|line| entry(line, usize::MAX)).collect();
            optional.count(&case.name, &of_suites(&report, &OPTIONAL, usize::MAX), &set(theirs));
        }
        let lines: Vec<&str> =
            case.opm.iter().map(String::as_str).filter(|line| !line.starts_with("mediatype ")).collect();
        verdict_opm.count(&case.name, &report.accepted(BundleProfile::Opm), &lines.is_empty());
        let lines: Vec<(String, String)> = lines
            .iter()
            .map(|line| line.split_once(": ").unwrap())
            .map(|(stage, text)| (stage.to_owned(), text.to_owned()))
            .collect();
        opm.count(&case.name, &opm_of(&report), &opm_theirs(&lines));
        sdk.count(&case.name, &report, &own, &lines, usize::MAX);
    }
    verdict_api.show("verdict of api core");
    verdict_opm.show("verdict of opm");
    core.show("findings of api core");
    opm.show("findings of opm");
    optional.show("findings of the optional validators");
    renders.show("rendered or not");
    sdk.show();
    for tally in [verdict_api, verdict_opm, core, opm, optional, renders] {
        assert_eq!(tally.same, tally.cases);
    }
}

fn read_tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
    files(root).iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

/// Recorded texts are truncated to this number of characters.
const CUT: usize = 270;

#[test]
fn real_bundles() {
    let least = Least { own: 1, shared: 153 };
    let found = sources().into_iter().flat_map(|source| {
        let cases: Vec<Real> = source.cases("real-bundles.jsonl", least, |_| true);
        cases.into_iter().map(move |case| (source.path("corpus/bundles").join(&case.path), case))
    });
    let cases: Vec<(PathBuf, Real)> = found.collect();
    let [mut verdict_api, mut verdict_opm, mut core, mut optional, mut opm, mut renders] =
        [(); 6].map(|()| Tally::default());
    let mut sdk = Sdk::default();
    for (folder, case) in &cases {
        let files = read_tree(folder);
        let report = run(&files);
        renders.count(&case.path, &rendered(&files), &if case.render == "OK" { "OK" } else { "ERR" });
        let theirs: Vec<(Suite, Severity, String)> = case
            .api
            .iter()
            .map(|found| {
                let suite = VALIDATORS.iter().find(|(known, _)| *known == found.validator).unwrap().1;
                let severity = if found.severity == "error" { Severity::Error } else { Severity::Warning };
                let load = suite == Suite::ApiLoad;
                let text = if load { fatal(&found.message).to_owned() } else { normal(&found.message, CUT) };
                (suite, severity, text)
            })
            .collect();
        let (own, rest): (Vec<_>, Vec<_>) = theirs.into_iter().partition(|(suite, _, _)| CORE.contains(suite));
        let failed = own.iter().any(|(_, severity, _)| *severity == Severity::Error);
        verdict_api.count(&case.path, &report.accepted(BundleProfile::Api), &!failed);
        core.count(&case.path, &of_suites(&report, &CORE, CUT), &set(own.clone()));
        optional.count(&case.path, &of_suites(&report, &OPTIONAL, CUT), &set(rest));
        verdict_opm.count(&case.path, &report.accepted(BundleProfile::Opm), &case.opm.is_empty());
        let lines: Vec<(String, String)> =
            case.opm.iter().map(|found| (found.stage.clone(), found.message.clone())).collect();
        opm.count(&case.path, &opm_of(&report), &opm_theirs(&lines));
        sdk.count(&case.path, &report, &own, &lines, CUT);
    }
    verdict_api.show("verdict of api core");
    verdict_opm.show("verdict of opm");
    core.show("findings of api core");
    opm.show("findings of opm");
    optional.show("findings of the optional validators");
    renders.show("rendered or not");
    sdk.show();
    for tally in [verdict_api, verdict_opm, core, opm, optional, renders] {
        assert_eq!(tally.same, tally.cases);
    }
}
