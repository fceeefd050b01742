//! Operator bundles: what their tools say, in the JSON shapes.

use std::collections::BTreeMap;

use olmkit_bundle::edits::{self, BundleIntention};
use olmkit_bundle::{Bundle, BundleReport, CheckOptions, Input, check, rules, sample};
use olmkit_diagnostics::{self as inner, BundleProfile, Example, ExampleInput, Place, Suite};
use olmkit_syntax::{LineIndex, TextSize};
use serde::Deserialize;

use crate::api::{
    self, BundleVerdict, Creation, Diagnostic, Edit, Fix, NotChecked, Opm, Plan, Position, Range, Related, Report,
    Safety, Severity, Summary,
};
use crate::fixes::batch::splices;
use crate::fixes::{Goal, Key, Outcome, Trial, settle};
use crate::options::{Options, OptionsError, shown};
use crate::rule_info::tools;
use crate::text::rewritten;

/// Options of a check of a bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct BundleOptions {
    /// The profile: `default` (every tool), or the one whose tools are asked.
    #[cfg_attr(
        feature = "tsify",
        tsify(
            optional,
            type = "\"default\" | \"api\" | \"opm\" | \"sdk\" | \"upstream-head\" | \"olm-v0\" | \"olm-v1\" | \"community-pipeline\" | \"certified-pipeline\" | \"k8s-operatorhub\""
        )
    )]
    pub profile: Option<String>,
    /// Ask only these suites of the profile; none given: all. Of the default profile also those that it does not ask.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub suites: Vec<Suite>,
    /// Report only these rules. A selector is an id, a code, the start of a code (`BDL0`), or `all`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub select: Vec<String>,
    /// Leave these rules out; stronger than `select`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub ignore: Vec<String>,
    /// Severity of single rules, by id or code; stronger than the profile.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, Severity | \"off\">"))]
    pub severity: BTreeMap<String, inner::Severity>,
    /// The Kubernetes to check for: what it and older ones removed is an error.
    #[serde(rename = "k8sVersion")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub k8s_version: Option<String>,
    /// The file of the bundle that has the labels of its image, by its path below the root: `bundle.Dockerfile`.
    #[serde(rename = "indexPath")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub index_path: Option<String>,
    /// Categories instead of the standard ones.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub categories: Vec<String>,
}

impl BundleOptions {
    /// Options that all checks have, and the suites.
    #[must_use]
    pub fn new(options: &Options, suites: Vec<Suite>) -> Self {
        let Options { profile, select, ignore, severity, .. } = options.clone();
        BundleOptions {
            profile,
            suites,
            select,
            ignore,
            severity: severity.into_iter().collect(),
            ..BundleOptions::default()
        }
    }
}

/// Checks the files of one bundle. A path that ends with `/` is a directory; paths are relative to the bundle's root.
///
/// # Errors
/// When the options name an unknown profile or rule.
pub fn validate(files: &[(String, Vec<u8>)], options: &BundleOptions) -> Result<Report, OptionsError> {
    let choice = Choice::new(options)?;
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, bytes)| Input { path, bytes }).collect();
    let checks = CheckOptions {
        k8s_version: options.k8s_version.clone(),
        index: options.index_path.clone(),
        categories: options.categories.clone(),
    };
    let bundle = Bundle::new(&inputs).with_options(checks.clone());
    let found = check(&bundle);
    let mut report = report(&bundle, &found, &choice);
    let mut trials = Trials { files: &inputs, checks, choice: &choice, before: outcome(&found, &choice), left: TRIALS };
    settle(&mut report.diagnostics, &mut |rule, fix| trials.of(rule, fix));
    Ok(report)
}

/// How many fixes of a bundle are tried; each is a check of the whole bundle.
const TRIALS: usize = 60;

/// Tries fixes of a bundle.
struct Trials<'b> {
    files: &'b [Input<'b>],
    checks: CheckOptions,
    choice: &'b Choice,
    before: Outcome,
    left: usize,
}

impl Trials<'_> {
    /// What a fix leads to; `None` when too many were tried.
    fn of(&mut self, rule: &str, fix: &Fix) -> Option<Trial> {
        self.left = self.left.checked_sub(1)?;
        let mut changed: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
        for edit in &fix.edits {
            changed.entry(&edit.path).or_default().push(edit);
        }
        let mut texts: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        for (path, mut edits) in changed {
            edits.sort_by_key(|edit| edit.range.start.offset);
            let file = self.files.iter().find(|file| file.path == path)?;
            texts.insert(path, rewritten(file.bytes, &splices(&edits), 0));
        }
        let inputs: Vec<Input<'_>> = self
            .files
            .iter()
            .map(|file| Input { path: file.path, bytes: texts.get(file.path).map_or(file.bytes, Vec::as_slice) })
            .collect();
        let after = check(&Bundle::new(&inputs).with_options(self.checks.clone()));
        Some(self.before.trial(&outcome(&after, self.choice), Goal::Rule(rule)))
    }
}

/// What is found in a bundle, as far as it decides about fixes. An error of any tool that is asked by default counts,
/// whatever the user looks at.
fn outcome(found: &BundleReport, choice: &Choice) -> Outcome {
    let verdict = |profile| match found.verdict(profile) {
        Some(false) => 0,
        None => 1,
        Some(true) => 2,
    };
    let verdicts = [BundleProfile::Api, BundleProfile::Opm, BundleProfile::Sdk].map(verdict).to_vec();
    let findings = found.findings.iter().filter(|finding| !finding.suppressed).filter_map(|finding| {
        let severity =
            choice.severity(finding).max(finding.severity_of_bundles(BundleProfile::Default).and_then(shown))?;
        let key = Key {
            rule: finding.rule.id.into(),
            package: None,
            channel: None,
            entry: None,
            message: finding.message.clone(),
        };
        Some((key, severity == Severity::Error))
    });
    Outcome::new(verdicts, 0, findings)
}

/// The smallest text edits for an intention about a bundle. Nothing is applied.
#[must_use]
pub fn plan(files: &[(String, Vec<u8>)], intention: &BundleIntention) -> Plan {
    let inputs: Vec<Input<'_>> = files.iter().map(|(path, bytes)| Input { path, bytes }).collect();
    let bundle = Bundle::new(&inputs);
    let mut lines = Lines { bundle: &bundle, known: BTreeMap::new() };
    match edits::plan(&bundle, intention) {
        Ok(plan) => Plan::Edits {
            ok: true,
            label: plan.label,
            edits: plan.edits.into_iter().map(|edit| lines.edit(edit)).collect(),
            creates: plan.creates.into_iter().map(|(path, text)| Creation { path, text }).collect(),
            notes: Vec::new(),
        },
        Err(refused) => Plan::Refused {
            ok: false,
            reason: refused.reason,
            path: refused.place.map(|place| lines.path(place)),
            range: refused.place.map(|place| lines.range(place)),
        },
    }
}

/// Which rules are shown, and how severe.
struct Choice {
    profile: BundleProfile,
    suites: Vec<Suite>,
    severities: BTreeMap<&'static str, inner::Severity>,
    selected: bool,
}

impl Choice {
    fn new(options: &BundleOptions) -> Result<Self, OptionsError> {
        let profile = match options.profile.as_deref() {
            None => BundleProfile::Default,
            Some(name) => BundleProfile::from_name(name).ok_or_else(|| {
                let known = BundleProfile::ALL.into_iter().map(BundleProfile::name).collect();
                OptionsError::BundleProfile(name.to_owned(), known)
            })?,
        };
        let matching = |selector: &String| {
            let found: Vec<_> = rules::all().iter().filter(|rule| rule.is_selected(selector)).collect();
            if found.is_empty() { Err(OptionsError::Rule(selector.clone())) } else { Ok(found) }
        };
        let mut severities = BTreeMap::new();
        for selector in &options.select {
            severities.extend(matching(selector)?.iter().map(|rule| (rule.id, rule.severity)));
        }
        for (selector, &severity) in &options.severity {
            severities.extend(matching(selector)?.iter().map(|rule| (rule.id, severity)));
        }
        for selector in &options.ignore {
            severities.extend(matching(selector)?.iter().map(|rule| (rule.id, inner::Severity::Off)));
        }
        let suites = options.suites.clone();
        Ok(Choice { profile, suites, severities, selected: !options.select.is_empty() })
    }

    fn severity(&self, finding: &inner::Diagnostic) -> Option<Severity> {
        let own = finding.severity_of_suites(self.profile, &self.suites);
        let chosen = self.severities.get(finding.rule.id).copied();
        let severity = match (chosen, own) {
            (Some(chosen), _) => chosen,
            (None, Some(own)) if !self.selected => own,
            _ => inner::Severity::Off,
        };
        shown(severity)
    }
}

fn report(bundle: &Bundle<'_>, found: &BundleReport, choice: &Choice) -> Report {
    let mut lines = Lines { bundle, known: BTreeMap::new() };
    let shown = found
        .findings
        .iter()
        .filter(|finding| !finding.suppressed)
        .filter_map(|finding| Some((finding, choice.severity(finding)?)));
    let diagnostics: Vec<Diagnostic> =
        shown.map(|(finding, severity)| lines.diagnostic(finding, severity, found)).collect();
    let count = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
    let summary = Summary {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        infos: count(Severity::Info),
        files: bundle.files.len(),
        packages: usize::from(!found.package.is_empty()),
        bundles: usize::from(!found.csv.is_empty()),
        ..Summary::default()
    };
    let verdict = BundleVerdict {
        name: found.csv.clone(),
        package: found.package.clone(),
        media_type: found.media_type.into(),
        api: found.verdict(BundleProfile::Api),
        opm: found.verdict(BundleProfile::Opm),
        sdk: found.verdict(BundleProfile::Sdk),
        not_checked: found
            .not_checked
            .iter()
            .filter(|one| choice.profile.asks_for(one.suite, &choice.suites))
            .map(|one| NotChecked { tool: one.suite.name().into(), what: one.what.into() })
            .collect(),
    };
    Report { version: api::VERSION, opm: opm(found), summary, bundle: Some(verdict), diagnostics }
}

/// What `opm alpha bundle validate` says; it stops after a bad format.
fn opm(found: &BundleReport) -> Opm {
    let of = |suite: Suite| {
        let said = found.findings.iter().flat_map(move |finding| {
            finding.said.iter().filter(move |said| said.suite == suite).map(move |said| (finding.rule, said))
        });
        said.map(|(rule, said)| (rule.id, said.text.as_str())).collect::<Vec<_>>()
    };
    let mut lines = of(Suite::OpmFormat);
    if lines.is_empty() {
        lines = of(Suite::OpmContent);
    }
    let Some((first, _)) = lines.first() else { return Opm { accepted: true, ..Opm::default() } };
    let texts: Vec<&str> = lines.iter().map(|(_, text)| *text).collect();
    Opm {
        accepted: false,
        first: Some((*first).into()),
        message: format!("Bundle validation errors: {}", texts.join(",")),
    }
}

/// Positions in the files, each indexed at its first use.
struct Lines<'b, 's> {
    bundle: &'b Bundle<'s>,
    known: BTreeMap<u32, LineIndex>,
}

impl Lines<'_, '_> {
    fn path(&self, place: Place) -> String {
        self.bundle.files.get(place.file.0 as usize).map_or_else(String::new, |file| file.path.to_owned())
    }

    fn range(&mut self, place: Place) -> Range {
        let Some(file) = self.bundle.files.get(place.file.0 as usize) else { return Range::default() };
        let index = self.known.entry(place.file.0).or_insert_with(|| LineIndex::new(file.bytes));
        let at = |offset: TextSize| {
            let found = index.position(file.bytes, offset);
            Position { line: found.line, column: found.column, offset: found.offset, utf16: found.utf16 }
        };
        Range { start: at(place.range.start()), end: at(place.range.end()) }
    }

    fn diagnostic(&mut self, finding: &inner::Diagnostic, severity: Severity, found: &BundleReport) -> Diagnostic {
        let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let related = finding.related.iter();
        let related = related
            .map(|related| Related {
                path: self.path(related.place),
                range: self.range(related.place),
                message: related.message.clone(),
            })
            .collect();
        let fixes = finding.fixes.iter().map(|fix| self.fix(fix)).collect();
        Diagnostic {
            rule: finding.rule.id.into(),
            code: finding.rule.code.into(),
            severity,
            message: finding.message.clone(),
            help: finding.help.clone(),
            docs: finding.rule.url(),
            path: self.path(finding.place),
            range: self.range(finding.place),
            package: name(&found.package),
            channel: None,
            entry: name(&found.csv),
            tools: tools(finding.said.iter().map(|said| (said.suite, said.severity))),
            related,
            fixes,
        }
    }

    fn edit(&mut self, edit: inner::TextEdit) -> Edit {
        Edit { path: self.path(edit.place), range: self.range(edit.place), text: edit.text }
    }

    fn fix(&mut self, fix: &inner::Fix) -> Fix {
        let safety = match fix.safety {
            inner::Safety::Safe => Safety::Safe,
            inner::Safety::Unsafe => Safety::Unsafe,
        };
        let edits = fix.edits.iter().cloned().map(|edit| self.edit(edit)).collect();
        Fix { title: fix.title.clone(), safety, edits }
    }
}

/// An example of a rule with its files; of a change the file that it changes.
pub(crate) fn example(example: &Example) -> Option<api::RuleExample> {
    let (title, bad) = (example.title, example.bad);
    let whole = |&(path, text): &(&'static str, &'static str)| api::RuleFile { path: path.into(), text: text.into() };
    let files = match example.input {
        ExampleInput::Files(files) => files.iter().map(whole).collect(),
        ExampleInput::Change(change) => {
            let text = sample::changed(&change)?.into_iter().find(|(path, _)| path == change.path)?.1;
            vec![api::RuleFile { path: change.path.into(), text: text.into() }]
        }
    };
    Some(api::RuleExample { title: title.into(), bad, files })
}
