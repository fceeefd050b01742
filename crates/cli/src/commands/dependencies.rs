//! `olmkit dependencies`.

use olmkit_catalog::Catalog;
use olmkit_diagnostics::Scope;
use olmkit_folders::TextKind;
use olmkit_k8s::image::pullable;
use olmkit_resolver::{DependencyOptions, Source, Universe};
use olmkit_workspace::api::Diagnostic;
use olmkit_workspace::api::resolver::Dependencies;
use olmkit_workspace::dependencies::{check, report as report_of, retain};
use olmkit_workspace::{ActiveRules, Options, any_has_names};

use super::CommandError;
use super::hints;
use super::report;
use crate::args::{Args, Catalogs, DependenciesArgs, UnknownName};
use crate::baseline::{Baselines, Configured};
use crate::config::{Settings, settings};
use crate::format::Format;
use crate::host::Host;
use crate::load::{Loaded, load_for_query};
use crate::load_error::LoadError;
use crate::paths::without_archive_extension;
use crate::timing::Timing;

/// opm has no message for a finding about requirements.
#[derive(Debug, thiserror::Error)]
#[error("opm does not check requirements: use another format than opm")]
struct NoOpmMessages;

/// Reports what bundles require, and what satisfies it. Exits with 1 if something cannot be installed.
pub(crate) fn run(own: &DependenciesArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    if args.format == Some(Format::Opm) {
        return Err(NoOpmMessages.into());
    }
    let catalogs = own.catalogs();
    let all = catalogs.paths.iter().map(|path| settings(path, Scope::Dependencies, args, host));
    let all = all.collect::<Result<Vec<Settings>, _>>()?;
    let mut baselines = Baselines::new(&args.baseline);
    baselines.open(all.iter().map(|settings| settings.baseline.as_ref()), host)?;
    let options_of_resolver = DependencyOptions { package: own.package.clone(), partial: own.partial };
    let options: Vec<Options> = all.iter().map(|settings| settings.options.clone()).collect();
    let mut timing = Timing::start(args, host);
    let answer = with_universe(&catalogs, args, host, |universe| check(universe, &options_of_resolver, &options))?;
    let Answered { answer: found, mut loaded, is_partial } = answer;
    timing.end("read and resolve", host);
    if is_partial {
        catalogs.paths.iter().for_each(|path| hints::about_requirements(path, host));
    }
    any_has_names(loaded.iter_mut().map(|(_, catalog)| catalog.workspace.has_names(own.package.as_deref(), None)))?;
    let mut found = Dependencies { incomplete: is_partial, ..found? };
    show_paths(&mut found, &loaded);
    for (path, settings) in catalogs.paths.iter().zip(&all) {
        let is_whole = !is_partial && own.package.is_none();
        let rules = is_whole.then(|| ActiveRules::new(&settings.options, Scope::Dependencies, &[])).transpose()?;
        baselines.check(path, settings.baseline.as_ref(), rules.into_iter().collect());
    }
    retain(&mut found, |diagnostic| !baselines.hides(diagnostic, configured(diagnostic, &loaded, &all)));
    let mut failed = is_partial || loaded.iter().zip(&all).any(|((name, _), settings)| fails(&found, name, settings));
    let report = report_of(&found);
    let text = |path: &str| loaded.iter().find_map(|(_, catalog)| catalog.text(path));
    report::write(&report, Some(&found), &text, args, host)?;
    timing.end("report", host);
    timing.write(host);
    failed |= baselines.close(host)?;
    Ok(report::exit_code(failed, &report, args))
}

/// The baseline that the configuration of a finding's catalog names.
fn configured<'s>(found: &Diagnostic, loaded: &[(String, Loaded)], all: &'s [Settings]) -> Option<&'s Configured> {
    let mut catalogs = loaded.iter().zip(all);
    let (_, settings) = catalogs.find(|((name, _), _)| Some(name) == found.catalog.as_ref())?;
    settings.baseline.as_ref()
}

/// Whether the findings in one catalog make the run fail.
fn fails(found: &Dependencies, catalog: &str, settings: &Settings) -> bool {
    let mut own = found.clone();
    retain(&mut own, |diagnostic| diagnostic.catalog.as_deref() == Some(catalog));
    report::fails(&report_of(&own), None, settings)
}

/// Replaces paths by those that the user gave.
fn show_paths(found: &mut Dependencies, loaded: &[(String, Loaded)]) {
    for diagnostic in &mut found.diagnostics {
        let catalog = loaded.iter().find(|(name, _)| Some(name) == diagnostic.catalog.as_ref());
        if let Some((_, catalog)) = catalog {
            diagnostic.path = catalog.shown(&diagnostic.path);
            for related in &mut diagnostic.related {
                related.path = catalog.shown(&related.path);
            }
        }
    }
}

/// Why catalogs cannot be resolved together.
#[derive(Debug, thiserror::Error)]
pub(super) enum UniverseError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("{option}: {source}")]
    Unknown { option: &'static str, source: UnknownName },
}

/// The result for several catalogs.
pub(super) struct Answered<R> {
    pub(super) answer: R,
    /// The catalogs, by name.
    pub(super) loaded: Vec<(String, Loaded)>,
    /// Whether some documents could not be read, so that the result does not consider them.
    pub(super) is_partial: bool,
}

/// Loads the catalogs and evaluates `query` on all of them together.
pub(super) fn with_universe<R>(
    catalogs: &Catalogs,
    args: &Args,
    host: &mut dyn Host,
    query: impl FnOnce(&Universe<'_>) -> R,
) -> Result<Answered<R>, UniverseError> {
    let mut loaded: Vec<(String, Loaded)> = Vec::with_capacity(catalogs.paths.len());
    let mut is_partial = false;
    for path in &catalogs.paths {
        let mut one = load_for_query(path, args.stdin_filename.as_deref(), &Options::of_opm(), host)?;
        is_partial |= one.warn_if_unread(host);
        let short = short_name(path);
        let is_taken = loaded.iter().any(|(name, _)| *name == short);
        loaded.push((if is_taken { path.clone() } else { short }, one));
    }
    let named = catalogs.priorities.iter().map(|(name, _)| ("--priority", name));
    let mut named = named.chain(catalogs.labels.iter().map(|(name, ..)| ("--label", name)));
    if let Some((option, unknown)) = named.find(|(_, wanted)| loaded.iter().all(|(name, _)| name != *wanted)) {
        let source = UnknownName::among("catalog", unknown, loaded.iter().map(|(name, _)| name.as_str()));
        return Err(UniverseError::Unknown { option, source });
    }
    let mut read = Vec::with_capacity(loaded.len());
    for (name, one) in &mut loaded {
        let (files, texts) = one.workspace.loaded();
        read.push((name.clone(), Catalog::new(files), texts));
    }
    let sources: Vec<Source<'_>> = read
        .iter()
        .map(|(name, catalog, texts)| {
            let priority = catalogs.priorities.iter().rfind(|(of, _)| of == name).map_or(0, |(_, priority)| *priority);
            let labels = catalogs.labels.iter().filter(|(of, ..)| of == name);
            let labels = labels.map(|(_, key, value)| (key.clone(), value.clone())).collect();
            Source { name: name.clone(), priority, labels, catalog, texts: texts.clone() }
        })
        .collect();
    let answer = query(&Universe::new(&sources));
    drop(sources);
    drop(read);
    Ok(Answered { answer, loaded, is_partial })
}

/// The last component of a path without its extension, or of the repository of an image.
fn short_name(path: &str) -> String {
    if let Ok(image) = pullable(path) {
        return image.repository.rsplit('/').next().unwrap_or(path).to_owned();
    }
    let name = path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path);
    let of_text = || TextKind::of(name).and_then(|_| name.rsplit_once('.')).map(|(short, _)| short);
    let short = without_archive_extension(name).or_else(of_text).unwrap_or(name);
    if matches!(short, "" | "." | ".." | "-") { path.to_owned() } else { short.to_owned() }
}
