//! Checks of operator bundles by their tools, in the JSON shapes.

use olmkit_collections::SortedMap;

use olmkit_bundle::edits::{self, BundleIntention, BundlePlan};
use olmkit_bundle::rules::layout::unreadable_file;
use olmkit_bundle::sample::Changed;
use olmkit_bundle::{Bundle, BundleReport, CheckOptions, Input, Part, check, inputs, rules, sample};
use olmkit_catalog::edits::EditPlan;
use olmkit_collections::{HashMap, order};
use olmkit_diagnostics::{self as inner, BundleProfile, Example, Suite};
use serde::Deserialize;

use crate::api::{self, BundleVerdict, Creation, Diagnostic, Edit, Fix, NotChecked, Opm, Plan, Report, Summary};
use crate::convert::Converter;
use crate::fixes::batch::splices;
use crate::fixes::{FixVerdict, Goal, Key, Outcome, assess};
use crate::options::{Chosen, Options, OptionsError, Override, bundle_profile_of};
use crate::rule_info;
use crate::text::rewritten;

/// Options for checking a bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct BundleOptions {
    /// The profile: `default` (every tool), or the name of a profile with only some of the tools.
    #[cfg_attr(
        feature = "tsify",
        tsify(
            optional,
            type = "\"default\" | \"api\" | \"opm\" | \"sdk\" | \"upstream-head\" | \"olm-v0\" | \"olm-v1\" | \"community-pipeline\" | \"certified-pipeline\" | \"k8s-operatorhub\""
        )
    )]
    pub profile: Option<String>,
    /// Check these suites instead of those of the profile; those of the profile if empty.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub suites: Vec<Suite>,
    /// Report only these rules. A selector is an id, a code, the start of a code (`BDL0`), or `all`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub select: Vec<String>,
    /// Ignore these rules; takes precedence over `select`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub ignore: Vec<String>,
    /// Severities of individual rules, by id or code; take precedence over the profile.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, Severity | \"off\">"))]
    pub severity: HashMap<String, inner::Severity>,
    /// Also check preview rules, which any release may change or remove. By default they are off, unless selected by id
    /// or code.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub preview: bool,
    /// Settings for some files; later ones take precedence.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub overrides: Vec<Override>,
    /// The path of the bundle relative to the folder of the patterns in `overrides`; empty if it is that folder.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub root: String,
    /// The Kubernetes version to check against: APIs removed in this or an earlier version are errors.
    #[serde(rename = "k8sVersion")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub k8s_version: Option<String>,
    /// The path of the file with the labels of the bundle's image, relative to the root: `bundle.Dockerfile`.
    #[serde(rename = "indexPath")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub index_path: Option<String>,
    /// The content of that file, if the host has read it.
    #[serde(skip)]
    pub labels: Option<Vec<u8>>,
    /// Categories that replace the standard ones.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub categories: Vec<String>,
}

impl BundleOptions {
    /// Creates options from those shared by all checks, and the suites.
    #[must_use]
    pub fn new(options: &Options, suites: Vec<Suite>) -> Self {
        let Options { profile, select, ignore, severity, preview, overrides, root } = options.clone();
        BundleOptions {
            profile,
            suites,
            select,
            ignore,
            severity,
            preview,
            overrides,
            root,
            ..BundleOptions::default()
        }
    }

    /// Returns the options shared by all checks.
    fn shared(&self) -> Options {
        let BundleOptions { profile, select, ignore, severity, preview, overrides, root, .. } = self.clone();
        Options { profile, select, ignore, severity, preview, overrides, root }
    }
}

/// Checks the files of one bundle. A path that ends with `/` is a directory; paths are relative to the bundle's root.
///
/// # Errors
/// When the options name an unknown profile or rule.
pub fn validate(inputs: &[Input<'_>], options: &BundleOptions) -> Result<Report, OptionsError> {
    let choice = Choice::new(options)?;
    let checks = checks(options);
    let bundle = Bundle::new(inputs).with_options(checks.clone());
    let found = check(&bundle);
    let mut report = report(&bundle, &found, &choice);
    let mut checker = FixChecker {
        files: inputs,
        checks,
        choice: &choice,
        before: outcome(&bundle, &found, &choice),
        left: MAX_CHECKS,
    };
    assess(&mut report.diagnostics, &mut |found, fix| checker.of(found, fix));
    Ok(report)
}

fn checks(options: &BundleOptions) -> CheckOptions {
    CheckOptions {
        k8s_version: options.k8s_version.clone(),
        index: options.index_path.clone(),
        labels: options.labels.clone(),
        categories: options.categories.clone(),
    }
}

/// A file of a bundle that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableFile {
    /// Its path in the bundle.
    pub path: String,
    /// Its path as the user sees it.
    pub shown: String,
    /// The reason.
    pub reason: String,
}

/// Adds findings for files that cannot be read.
///
/// # Errors
/// When the options name an unknown profile or rule.
pub fn add_unreadable(
    report: &mut Report,
    files: &[UnreadableFile],
    options: &BundleOptions,
) -> Result<(), OptionsError> {
    let choice = Choice::new(options)?;
    for UnreadableFile { path, shown, reason } in files {
        let (rule, message, help, is_read) = unreadable_file(path, reason);
        let suites = rule.suites.iter().filter(|(suite, _)| is_read || *suite == Suite::Olmkit);
        let reports = suites.map(|&(suite, severity)| inner::ToolReport { suite, severity, text: String::new() });
        let place = inner::Place { file: inner::FileId::FIRST, range: inner::TextRange::default() };
        let mut found = inner::Diagnostic::new(rule, place, message, help.to_owned());
        found.tool_reports = reports.collect();
        if is_read {
            reject(report, &found);
        }
        let own = found.severity_of_suites(choice.profile, &choice.suites).unwrap_or(inner::Severity::Off);
        found.severity = choice.chosen.severity(rule, path, own, highest_severity(&found));
        let mut converter = Converter::whole(std::iter::once((shown.clone(), &b""[..])));
        report.diagnostics.extend(converter.diagnostic(found));
    }
    report.count_again();
    Ok(())
}

/// Marks the bundle as rejected by opm and operator-sdk.
fn reject(report: &mut Report, found: &inner::Diagnostic) {
    let Some(verdict) = &mut report.bundle else { return };
    (verdict.opm, verdict.sdk) = (verdict.opm.map(|_| false), verdict.sdk.map(|_| false));
    if report.opm.accepted {
        report.opm = Opm { accepted: false, first: Some(found.rule.id.into()), message: found.message.clone() };
    }
}

/// Returns the images that a bundle names, with their places.
#[must_use]
pub fn images(inputs: &[Input<'_>]) -> Vec<api::ImageUse> {
    let bundle = Bundle::new(inputs);
    let (package, csv) = bundle.names();
    let mut converter = converter(&bundle);
    let shown = |one: olmkit_bundle::ImageUse| api::ImageUse {
        image: one.image,
        is_bundle: false,
        name: one.name,
        package: package.clone(),
        bundle: csv.clone(),
        path: converter.path(one.place.file),
        range: converter.range(one.place),
        suppressed: one.suppressed,
    };
    olmkit_bundle::images(&bundle).into_iter().map(shown).collect()
}

/// Describes the consequences of a change from one state of a bundle to another, in sentences.
///
/// # Errors
/// When the options name an unknown profile or rule.
pub fn impact(before: &[Input<'_>], after: &[Input<'_>], options: &BundleOptions) -> Result<api::Impact, OptionsError> {
    let bundle = Bundle::new(after).with_options(checks(options));
    let suppressed = check(&bundle).findings.into_iter().filter(|finding| finding.suppressed);
    let suppressed: Vec<_> = suppressed.map(|one| (one.rule.id, one.message)).collect();
    Ok(crate::impact::of_bundle(&validate(before, options)?, &validate(after, options)?, &suppressed))
}

/// The maximum number of fixes that are tried for a bundle. Each check is of the whole bundle.
const MAX_CHECKS: usize = 60;

/// Tries fixes of a bundle.
struct FixChecker<'b> {
    files: &'b [Input<'b>],
    checks: CheckOptions,
    choice: &'b Choice,
    before: Outcome,
    left: usize,
}

impl FixChecker<'_> {
    /// Returns the result of a fix; `None` if the maximum number of checks is reached.
    fn of(&mut self, (rule, message): (&str, &str), fix: &Fix) -> Option<FixVerdict> {
        self.left = self.left.checked_sub(1)?;
        let texts = changed_texts(self.files, &fix.edits.iter().collect::<Vec<_>>())?;
        let inputs: Vec<Input<'_>> = self
            .files
            .iter()
            .map(|file| {
                let changed = texts.iter().find(|(path, _)| is_shown_as(file, path));
                Input { bytes: changed.map_or(file.bytes, |(_, text)| text), ..*file }
            })
            .collect();
        let bundle = Bundle::new(&inputs).with_options(self.checks.clone());
        let after = check(&bundle);
        Some(self.before.verdict(&outcome(&bundle, &after, self.choice), Goal::Finding(rule, message)))
    }
}

/// The texts of files after edits, by their paths in reports. `None` if a file is missing.
pub(crate) fn changed_texts<'e>(files: &[Input<'_>], edits: &[&'e Edit]) -> Option<SortedMap<&'e str, Vec<u8>>> {
    let mut changed: SortedMap<&str, Vec<&Edit>> = SortedMap::new();
    for edit in edits {
        changed.entry(&edit.path).or_default().push(edit);
    }
    let mut texts: SortedMap<&str, Vec<u8>> = SortedMap::new();
    for (path, mut edits) in changed {
        order::sort_by_key(&mut edits, |edit| edit.range.start.offset);
        let file = files.iter().find(|file| is_shown_as(file, path))?;
        texts.insert(path, rewritten(file.bytes, &splices(&edits), 0));
    }
    Some(texts)
}

/// Whether this is the path of the file in reports. Fixes do not edit the previous version.
pub(crate) fn is_shown_as(file: &Input<'_>, path: &str) -> bool {
    file.part != Part::Before && path.strip_prefix(file.root) == Some(file.path)
}

/// Returns the findings and verdicts that decide about fixes. Errors of any tool of the default profile count, whatever
/// the profile of the check is.
fn outcome(bundle: &Bundle<'_>, found: &BundleReport, choice: &Choice) -> Outcome {
    use inner::Severity::Off;

    let verdict = |profile| match found.verdict(profile) {
        Some(false) => 0,
        None => 1,
        Some(true) => 2,
    };
    let verdicts = [BundleProfile::Api, BundleProfile::Opm, BundleProfile::Sdk].map(verdict).to_vec();
    let findings = found.findings.iter().filter(|finding| !finding.suppressed).filter_map(|finding| {
        let severity =
            choice.severity(bundle, finding).max(finding.severity_of_bundles(BundleProfile::Default).unwrap_or(Off));
        let key =
            Key { rule: finding.rule.id, package: None, channel: None, entry: None, message: finding.message.clone() };
        (severity != Off).then_some((key, severity == inner::Severity::Error))
    });
    Outcome::new(verdicts, 0, findings)
}

/// Returns the smallest text edits for an intention about a bundle. Does not apply them.
#[must_use]
pub fn plan(files: &[(String, Vec<u8>)], intention: &BundleIntention) -> Plan {
    let bundle = Bundle::new(&inputs(files));
    let planned = edits::plan(&bundle, intention).map(|BundlePlan { label, edits, creates }| {
        let creates = creates.into_iter().map(|(path, text)| Creation { path, text }).collect();
        (EditPlan { label, edits, notes: Vec::new() }, creates)
    });
    converter(&bundle).plan(planned)
}

/// The rules to report and their severities.
struct Choice {
    profile: BundleProfile,
    suites: Vec<Suite>,
    chosen: Chosen,
}

impl Choice {
    fn new(options: &BundleOptions) -> Result<Self, OptionsError> {
        let profile = bundle_profile_of(options.profile.as_deref())?;
        let chosen = Chosen::new(&options.shared(), rules::all())?;
        Ok(Choice { profile, suites: options.suites.clone(), chosen })
    }

    fn severity(&self, bundle: &Bundle<'_>, finding: &inner::Diagnostic) -> inner::Severity {
        let own = finding.severity_of_suites(self.profile, &self.suites).unwrap_or(inner::Severity::Off);
        let path = bundle.files.get(finding.place.file.index()).map_or("", |file| file.path);
        self.chosen.severity(finding.rule, path, own, highest_severity(finding))
    }
}

/// The highest severity of a finding in any suite.
fn highest_severity(finding: &inner::Diagnostic) -> inner::Severity {
    finding.tool_reports.iter().map(|tool| tool.severity).max().unwrap_or(finding.severity)
}

/// Whether a place is in the previous version of the bundle.
fn is_previous(bundle: &Bundle<'_>, place: inner::Place) -> bool {
    bundle.files.get(place.file.index()).is_some_and(|file| file.part == Part::Before)
}

fn converter<'b>(bundle: &'b Bundle<'_>) -> Converter<'b> {
    Converter::whole(bundle.files.iter().map(|file| (file.shown(), file.bytes)))
}

fn report(bundle: &Bundle<'_>, found: &BundleReport, choice: &Choice) -> Report {
    let mut converter = converter(bundle);
    let shown = found.findings.iter().filter(|finding| !finding.suppressed);
    let diagnostics: Vec<Diagnostic> = shown
        .filter_map(|finding| {
            let severity = choice.severity(bundle, finding);
            let mut shown = converter.diagnostic(inner::Diagnostic { severity, ..finding.clone() })?;
            shown.previous = is_previous(bundle, finding.place);
            for (related, own) in shown.related.iter_mut().zip(&finding.related) {
                related.previous = is_previous(bundle, own.place);
            }
            Some(shown)
        })
        .collect();
    let summary = Summary {
        files: bundle.files.len(),
        packages: usize::from(!found.package.is_empty()),
        bundles: usize::from(!found.csv.is_empty()),
        ..Summary::of(&diagnostics)
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
            .filter(|one| choice.profile.enables(one.suite, &choice.suites))
            .map(|one| NotChecked { tool: one.suite.title().into(), what: one.what.into() })
            .collect(),
    };
    Report { version: api::VERSION, opm: opm(found), summary, bundle: Some(verdict), diagnostics, ..Report::default() }
}

/// Returns the verdict of `opm alpha bundle validate`, which stops after an invalid format.
fn opm(found: &BundleReport) -> Opm {
    let of = |suite: Suite| {
        let reports = found.findings.iter().flat_map(move |finding| {
            finding.tool_reports.iter().filter(move |tool| tool.suite == suite).map(move |tool| (finding.rule, tool))
        });
        reports.map(|(rule, tool)| (rule.id, tool.text.as_str())).collect::<Vec<_>>()
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

/// Returns an example of a rule with its files; for an example that is a change, with the file that it changes.
pub(crate) fn example(example: &Example) -> Option<api::RuleExample> {
    let Some(change) = example.change() else { return Some(rule_info::example(example)) };
    let Changed { files, earlier } = sample::changed(&change)?;
    let own = |files: Vec<(String, String)>| {
        let own = files.into_iter().filter(|(path, _)| path == change.path);
        own.map(|(path, text)| api::RuleFile { path: path.into(), text: text.into() }).collect()
    };
    let (files, base) = if change.is_earlier { (Vec::new(), own(earlier)) } else { (own(files), Vec::new()) };
    Some(api::RuleExample { title: example.title.into(), bad: example.bad, files, base })
}
