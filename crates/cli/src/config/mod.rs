//! `olmkit.yaml`.

mod ignored;
mod shape;
mod source;
mod unmatched;

use std::collections::BTreeMap;

use olmkit_collections::{HashMap, order};
use olmkit_diagnostics::{Profile, Scope, Severity, Suite};
use olmkit_workspace::{Options, OptionsError, Override, RULES, check_options};

use crate::args::{Args, ConfigFrom, FailOn};
use crate::baseline::Configured;
use crate::host::{Host, Kind};
use crate::mistake::Mistake;
use crate::paths::{absolute, clean, is_archive, parent};
use crate::typed;
pub(crate) use ignored::with_ignored;
use shape::{Config, ExtraSuite};
pub(crate) use unmatched::Patterns;

/// The file name of a configuration.
pub(crate) const NAME: &str = "olmkit.yaml";

/// The settings that apply to one path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    pub(crate) options: Options,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) max_warnings: Option<usize>,
    pub(crate) baseline: Option<Configured>,
    /// Suites of bundles.
    pub(crate) suites: Vec<Suite>,
    /// Whether images are checked in their registries.
    pub(crate) images: bool,
    /// The files of the configuration. The first is the one that was found.
    pub(crate) files: Vec<String>,
    /// The folder that the patterns of `overrides` start from.
    pub(crate) folder: String,
}

/// Why the settings of a path cannot be determined.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error(transparent)]
    Configuration(#[from] Mistake),
    /// The options of the arguments are not valid.
    #[error(transparent)]
    Options(#[from] OptionsError),
}

/// The settings of a path: the nearest configuration, overridden by the arguments.
pub(crate) fn settings(path: &str, scope: Scope, args: &Args, host: &mut dyn Host) -> Result<Settings, Mistake> {
    let shown = if path == "-" { clean(args.stdin_filename.as_deref().unwrap_or_default()) } else { clean(path) };
    let found = match &args.config {
        ConfigFrom::Nowhere => None,
        ConfigFrom::File(file) => Some((source::read(file, host)?, String::new())),
        ConfigFrom::Tree => source::find(&shown, host)?,
    };
    let Some((source::Read { config, files, folder: own }, folder)) = found else {
        let fail_on = args.fail_on.filter(|_| !is_opms(&args.options, scope));
        let (options, images, max_warnings, suites) =
            (args.options.clone(), args.images, args.max_warnings, args.suites.clone());
        return Ok(Settings { options, fail_on, max_warnings, suites, images, ..Settings::default() });
    };
    let checked = options(&config, scope).and_then(|options| check_options(&options, scope).map(|()| options));
    let mut options = checked.map_err(|error| typed::placed(&files, error.name(), error.to_string(), host))?;
    // The profile `opm` always reports opm's verdict only: rules of the configuration would add to it or hide parts of
    // it.
    let asks_opm = args.options.is_opm();
    if asks_opm && matches!(scope, Scope::Catalog | Scope::Bundle | Scope::Template) {
        options = Options { profile: options.profile, ..Options::default() };
    }
    options.root = root(path, &shown, &folder, host);
    over(&mut options, &args.options);
    let fail_on = args.fail_on.or(config.fail_on.map(FailOn::from)).filter(|_| !is_opms(&options, scope));
    Ok(Settings {
        options,
        fail_on,
        max_warnings: args.max_warnings.or(config.max_warnings),
        baseline: config.baseline.map(|word| Configured {
            path: source::below(&own, &word),
            word,
            files: files.clone(),
        }),
        images: args.images || config.suites.contains(&ExtraSuite::Images),
        suites: if args.suites.is_empty() { config.bundle_suites } else { args.suites.clone() },
        files,
        folder,
    })
}

/// The files that may be the configuration of a path, the nearest first. They need not exist.
pub(crate) fn candidates(path: &str, args: &Args, host: &mut dyn Host) -> Vec<String> {
    match &args.config {
        ConfigFrom::Nowhere => Vec::new(),
        ConfigFrom::File(file) => vec![file.clone()],
        ConfigFrom::Tree => source::candidates(&clean(path), host),
    }
}

/// The settings of a path, and the options of the rules about images if registries are to be queried.
pub(crate) fn settings_with_images(
    path: &str,
    scope: Scope,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(Settings, Option<Options>), ConfigError> {
    let found = settings(path, scope, args, host)?;
    if !found.images {
        return Ok((found, None));
    }
    // With the suite `images`, selectors may name its rules.
    let own = settings(path, scope, &scoped(args, scope)?, host)?;
    let mut of_images = scoped(args, Scope::Images)?;
    if scope == Scope::Bundle {
        of_images.options.profile = None;
    }
    Ok((own, Some(settings(path, Scope::Images, &of_images, host)?.options)))
}

/// The arguments, with only the options for rules of one scope.
pub(crate) fn scoped(args: &Args, scope: Scope) -> Result<Args, OptionsError> {
    Ok(Args { options: options_for(&args.options, scope)?, ..args.clone() })
}

/// The folder of the catalog, relative to the folder of the configuration.
fn root(path: &str, shown: &str, folder: &str, host: &mut dyn Host) -> String {
    let is_single = path == "-" || !is_archive(path) && host.kind(path).is_ok_and(|kind| kind != Kind::Directory);
    let own = if is_single { parent(shown).unwrap_or_default() } else { shown };
    let current = host.current_directory().unwrap_or_default();
    let (own, folder) = (absolute(own, &current), absolute(folder, &current));
    own.strip_prefix(&folder).unwrap_or(&own).trim_matches('/').to_owned()
}

/// Whether the exit code is opm's regardless of `fail-on`. opm does not check dependencies.
fn is_opms(options: &Options, scope: Scope) -> bool {
    scope != Scope::Dependencies && options.is_opm()
}

/// The options of the arguments take precedence.
fn over(options: &mut Options, args: &Options) {
    if args.profile.is_some() {
        options.profile.clone_from(&args.profile);
    }
    if !args.select.is_empty() {
        options.select.clone_from(&args.select);
    }
    options.preview |= args.preview;
    options.ignore.extend(args.ignore.iter().cloned());
    options.severity.extend(args.severity.clone());
    let named = |selector: &String| args.select.contains(selector) || args.severity.contains_key(selector);
    options.ignore.retain(|selector| args.ignore.contains(selector) || !named(selector));
}

/// The options of a configuration for the rules of one scope.
fn options(config: &Config, scope: Scope) -> Result<Options, OptionsError> {
    let profile = match scope {
        Scope::Bundle => config.bundle_profile.clone(),
        // opm does not check dependencies, so its profile would hide all of them.
        Scope::Dependencies => config.profile.clone().filter(|name| name != Profile::Opm.name()),
        Scope::Catalog | Scope::Images | Scope::Template | Scope::Configuration => config.profile.clone(),
    };
    let (select, ignore) = (config.select.clone(), config.ignore.clone());
    let overrides = config.overrides.iter().map(|own| Override {
        files: own.files.clone(),
        ignore: own.ignore.clone(),
        severity: levels(&own.severity),
    });
    let (severity, overrides) = (levels(&config.severity), overrides.collect());
    let all = Options { profile, select, ignore, severity, overrides, preview: config.preview, ..Options::default() };
    options_for(&all, scope)
}

/// The options for rules of one scope. A run over catalogs and bundles may name rules of both.
fn options_for(all: &Options, scope: Scope) -> Result<Options, OptionsError> {
    let select = fitting(&all.select, scope)?;
    let mut ignore = fitting(&all.ignore, scope)?;
    if !all.select.is_empty() && select.is_empty() {
        ignore = vec!["all".to_owned()];
    }
    let mut overrides = Vec::with_capacity(all.overrides.len());
    for own in &all.overrides {
        let (ignore, severity) = (fitting(&own.ignore, scope)?, fitting_levels(&own.severity, scope)?);
        overrides.push(Override { files: own.files.clone(), ignore, severity });
    }
    let severity = fitting_levels(&all.severity, scope)?;
    Ok(Options { select, ignore, severity, overrides, ..all.clone() })
}

fn levels(levels: &BTreeMap<String, shape::Level>) -> HashMap<String, Severity> {
    levels.iter().map(|(rule, level)| (rule.clone(), (*level).into())).collect()
}

/// The severities of the rules of this scope. Refuses a selector that does not match any rule.
fn fitting_levels(levels: &HashMap<String, Severity>, scope: Scope) -> Result<HashMap<String, Severity>, OptionsError> {
    // By name, so that of several unknown rules always the same one is refused.
    let fit = fitting(order::unique(levels.keys()), scope)?;
    Ok(levels.iter().filter(|(rule, _)| fit.contains(rule)).map(|(rule, level)| (rule.clone(), *level)).collect())
}

/// Refuses a selector that does not match any rule.
pub(crate) fn must_mean_a_rule(selector: &str) -> Result<(), OptionsError> {
    match RULES.selected(selector).next() {
        Some(_) => Ok(()),
        None => Err(OptionsError::Rule(selector.to_owned())),
    }
}

/// The selectors that match a rule of this scope. Refuses a selector that does not match any rule.
fn fitting<'s>(selectors: impl IntoIterator<Item = &'s String>, scope: Scope) -> Result<Vec<String>, OptionsError> {
    let mut fit = Vec::new();
    for selector in selectors {
        must_mean_a_rule(selector)?;
        if RULES.selected(selector).any(|rule| rule.scope == scope) {
            fit.push(selector.clone());
        }
    }
    Ok(fit)
}

#[cfg(test)]
mod tests {
    use super::shape::Config;

    #[test]
    fn the_published_schema_is_current() {
        let schema = schemars::schema_for!(Config);
        let current = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/schema/config.v1.json");
        if std::env::var_os("OLMKIT_WRITE").is_some() {
            std::fs::write(path, &current).unwrap();
        }
        let published = std::fs::read_to_string(path).unwrap_or_default();
        assert!(published == current, "run with OLMKIT_WRITE=1 and look at the difference: it must stay compatible");
    }
}
