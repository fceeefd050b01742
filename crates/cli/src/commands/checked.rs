//! The results of a check: the reports, and the texts that findings quote.

use olmkit_diagnostics::Scope;
use olmkit_workspace::api::Report;
use olmkit_workspace::image_check::ImageAnswers;
use olmkit_workspace::{ActiveRules, Options, OptionsError};

use super::CommandError;
use super::report;
use crate::args::Args;
use crate::baseline::Baselines;
use crate::config::{Patterns, Settings};
use crate::excluded::exclude_written;
use crate::host::Host;
use crate::load::{Loaded, Origin};
use crate::load_bundle::LoadedBundle;
use crate::problem;
use crate::timing::Timing;

/// The message if no image could be checked.
pub(crate) const NO_IMAGES: &str = "could not check any of the images: log in to the registries, or check the network.";

/// The subject of a report.
pub(crate) enum Source {
    Catalog(Box<Loaded>),
    Bundle(LoadedBundle),
    /// Path and text.
    Template(String, Vec<u8>),
}

impl Source {
    /// Adds its files to the patterns that may match them.
    fn add_to(&self, patterns: &mut Patterns, settings: &Settings) {
        match self {
            Source::Catalog(catalog) => patterns.add(settings, catalog.workspace.paths()),
            Source::Bundle(bundle) => patterns.add(settings, bundle.inputs().iter().map(|input| input.path)),
            Source::Template(path, _) => patterns.add(settings, path.rsplit('/').take(1)),
        }
    }

    fn text(&self, path: &str) -> Option<&[u8]> {
        match self {
            Source::Catalog(catalog) => catalog.text(path),
            Source::Bundle(bundle) => bundle.text(path),
            Source::Template(own, text) => (own == path).then_some(text),
        }
    }
}

/// The reports on catalogs or bundles.
#[derive(Default)]
pub(crate) struct Checked {
    /// The paths as the user gave them, in the order of the reports.
    paths: Vec<String>,
    reports: Vec<Report>,
    sources: Vec<Source>,
    failed: bool,
    /// Paths with too many warnings, each with the reason.
    excess: Vec<String>,
    patterns: Patterns,
}

impl Checked {
    /// Adds a report. `rejected`: the verdict of the tool that the profile names, if it names one.
    pub(crate) fn add(
        &mut self,
        path: &str,
        source: Source,
        report: Report,
        rejected: Option<bool>,
        settings: &Settings,
    ) {
        self.failed |= report::fails(&report, rejected, settings);
        let excess = report::too_many(report.summary.warnings, settings.max_warnings);
        self.excess.extend(excess.map(|why| format!("{path}: {why}")));
        source.add_to(&mut self.patterns, settings);
        self.paths.push(path.to_owned());
        self.reports.push(report);
        self.sources.push(source);
    }

    /// Ends the run with findings, because something could not be checked.
    pub(crate) fn fail(&mut self) {
        self.failed = true;
    }

    /// Ends the run with findings if images were to be checked, but none could be. With the profile `opm`, the exit code
    /// is opm's.
    pub(crate) fn fail_without_images(&mut self, answers: &ImageAnswers, is_opm: bool, host: &mut dyn Host) {
        if answers.are_all_unknown() {
            host.note(&problem(NO_IMAGES));
            self.failed |= !is_opm;
        }
    }

    /// The first pipe without a catalog document.
    pub(crate) fn empty_stream(&mut self) -> Option<String> {
        self.sources.iter_mut().find_map(|source| {
            let Source::Catalog(catalog) = source else { return None };
            let is_empty = catalog.origin == Origin::Stream && catalog.is_empty();
            is_empty.then(|| if catalog.root() == "-" { "standard input" } else { catalog.root() }.to_owned())
        })
    }

    /// The catalogs that opm rejects.
    pub(crate) fn rejected(&self) -> Vec<String> {
        let all = self.paths.iter().zip(&self.reports);
        all.filter(|(_, report)| !report.opm.accepted).map(|(path, _)| path.clone()).collect()
    }
}

/// The rules that were checked, and those about images with their options. Errors of opm prevent other checks, so that
/// the list is empty.
pub(crate) fn rules_checked(
    report: &Report,
    scope: Scope,
    settings: &Settings,
    images: Option<&Options>,
) -> Result<Vec<ActiveRules>, OptionsError> {
    if !report.opm.accepted {
        return Ok(Vec::new());
    }
    let mut rules = vec![ActiveRules::new(&settings.options, scope, &settings.suites)?];
    if let Some(options) = images {
        rules.push(ActiveRules::new(options, Scope::Images, &[])?);
    }
    Ok(rules)
}

/// Writes one report on everything below the paths, and returns the exit code.
pub(crate) fn finish(
    paths: &[String],
    all: Vec<Checked>,
    baselines: Baselines,
    mut timing: Timing,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let mut reports = Vec::new();
    let mut sources = Vec::new();
    let mut failed = false;
    let mut excess = Vec::new();
    let mut patterns = Patterns::default();
    for checked in all {
        patterns.join(checked.patterns);
        excess.extend(checked.excess);
        reports.extend(checked.reports);
        sources.extend(checked.sources);
        failed |= checked.failed;
    }
    if !sources.iter().all(|source| matches!(source, Source::Bundle(_))) {
        reports.iter_mut().for_each(Report::reduce_to_opm);
    }
    let report = Report::merge(reports);
    let text = |path: &str| sources.iter().find_map(|source| source.text(path));
    report::write(&report, None, &text, args, host)?;
    if excess.is_empty() {
        excess.extend(report::too_many(report.summary.warnings, args.max_warnings));
    }
    if !args.quiet {
        excess.iter().for_each(|why| host.note(&problem(why)));
        patterns.unmatched(paths, host).iter().for_each(|why| host.note(&problem(&why.to_string())));
    }
    timing.end("report", host);
    timing.write(host);
    let mut written = baselines.written();
    failed |= baselines.close(host)?;
    written.extend(args.reports.iter().map(|(_, path)| path.clone()).filter(|path| path != "-"));
    let catalogs = sources.iter().filter_map(|source| match source {
        Source::Catalog(catalog) => Some(catalog.root()),
        _ => None,
    });
    exclude_written(written.iter().map(String::as_str), &catalogs.collect::<Vec<_>>(), host)?;
    if !args.watch {
        // The process ends here, so freeing memory would only cost time.
        std::mem::forget(sources);
    }
    Ok(report::exit_code(failed, &report, args))
}
