//! `olmkit bundle validate`.

use olmkit_bundle::rules::parts_needed;
use olmkit_collections::HashSet;
use olmkit_diagnostics::{BundleProfile, Rule, Scope, Suite};
use olmkit_workspace::Options;
use olmkit_workspace::api::Report;
use olmkit_workspace::bundle::{self, BundleOptions};
use olmkit_workspace::image_check::{self, ImageAnswers};

use crate::args::{Args, BundleValidateArgs};
use crate::baseline::Baselines;
use crate::commands::CommandError;
use crate::commands::bundle::compared::Compared;
use crate::commands::checked::{Checked, Source, finish, rules_checked};
use crate::commands::hints;
use crate::config::settings_with_images;
use crate::host::{Failure, Host};
use crate::load_bundle::{LoadedBundle, bundle_around, load_to_check};
use crate::paths::clean;
use crate::patterns::expand;
use crate::timing::Timing;

/// Checks every path as a bundle, and writes one report on all of them.
pub(super) fn run(own: &BundleValidateArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut timing = Timing::start(args, host);
    let mut baselines = Baselines::new(&args.baseline);
    let checked = check(own, args, &mut baselines, &mut timing, host)?;
    let code = finish(&own.paths, vec![checked], baselines, timing, args, host)?;
    if !args.quiet {
        hints::about_bundles(&own.paths, host);
    }
    Ok(code)
}

/// Checks every path as a bundle.
pub(crate) fn check(
    own: &BundleValidateArgs,
    args: &Args,
    baselines: &mut Baselines,
    timing: &mut Timing,
    host: &mut dyn Host,
) -> Result<Checked, CommandError> {
    let compared = Compared::load(own, host)?;
    let custom = own.categories.as_deref().map(|path| categories(path, host)).transpose()?;
    let paths = bundles_of(&expand(&own.paths, host), host);
    let all = paths.iter().map(|path| settings_with_images(path, Scope::Bundle, args, host));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    baselines.open(all.iter().map(|(settings, _)| settings.baseline.as_ref()), host)?;
    let mut checked = Checked::default();
    if compared.is_partial {
        checked.fail();
    }
    let mut answers = ImageAnswers::default();
    for (path, (settings, images)) in paths.iter().zip(&all) {
        let mut loaded = load_to_check(path, host)?;
        let options = BundleOptions {
            k8s_version: own.k8s_version.clone(),
            labels: labels(own.index_path.as_deref(), &loaded, host)?,
            categories: custom.clone().unwrap_or_default(),
            ..BundleOptions::new(&settings.options, settings.suites.clone())
        };
        compared.add_to(&mut loaded)?;
        timing.end("read", host);
        let mut report = report(&loaded, &options)?;
        timing.end("rules", host);
        if let Some(options) = images {
            check_images(&mut report, &loaded, options, &mut answers, host)?;
            timing.end("images", host);
        }
        let rejected = rejects(&report, settings.options.profile.as_deref());
        let rules =
            rules_checked(&report, Scope::Bundle, settings, images.as_ref().filter(|_| !answers.have_unknown()))?;
        let was_checked = |rule: &Rule| parts_needed(rule).iter().all(|part| compared.has(*part));
        let rules = rules.into_iter().map(|rules| rules.retain(was_checked)).collect();
        baselines.apply(path, settings.baseline.as_ref(), rules, &mut report);
        checked.add(path, Source::Bundle(loaded), report, rejected, settings);
    }
    let is_opm = all.iter().all(|(settings, _)| settings.options.is_opm());
    checked.fail_without_images(&answers, is_opm, host);
    Ok(checked)
}

/// The report on a bundle. Findings without a file are at its root.
fn report(loaded: &LoadedBundle, options: &BundleOptions) -> Result<Report, CommandError> {
    let mut report = bundle::validate(&loaded.inputs(), options)?;
    bundle::add_unreadable(&mut report, &loaded.unreadable(), options)?;
    if loaded.image_labels().is_some() {
        labels_are_known(&mut report);
    }
    for diagnostic in report.diagnostics.iter_mut().filter(|diagnostic| diagnostic.path.is_empty()) {
        loaded.root().clone_into(&mut diagnostic.path);
    }
    Ok(report)
}

/// Adds what registries answer about the images of a bundle.
fn check_images(
    report: &mut Report,
    loaded: &LoadedBundle,
    options: &Options,
    answers: &mut ImageAnswers,
    host: &mut dyn Host,
) -> Result<(), CommandError> {
    let uses = bundle::images(&loaded.inputs());
    answers.query(&uses, |queries| host.image_answers(queries))?;
    let findings = answers.findings(&uses, options)?;
    let paths = loaded.paths();
    image_check::add(report, findings, paths.iter().map(String::as_str));
    Ok(())
}

/// Why the file with the labels of an image cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("--index-path {file}: {source}{place}")]
struct LabelsError {
    file: String,
    source: Failure,
    /// The other location where it was searched for.
    place: String,
}

/// Reads the file with the labels of the image, by its path in the bundle as upstream's tools expect, or by the path
/// that shell completion inserts. Without a file, returns the labels of the image that contains the bundle.
fn labels(file: Option<&str>, bundle: &LoadedBundle, host: &mut dyn Host) -> Result<Option<Vec<u8>>, LabelsError> {
    let Some(file) = file else { return Ok(bundle.image_labels().map(|labels| labels.as_bytes().to_vec())) };
    let own = clean(file);
    if let Some((_, content)) = bundle.files.iter().find(|(path, _)| *path == own) {
        return Ok(Some(content.clone()));
    }
    host.read(file).map(Some).map_err(|source| {
        let is_missing = source == Failure::Missing;
        let place =
            if is_missing { format!(", neither here nor in the bundle {}", bundle.root()) } else { String::new() };
        LabelsError { file: file.to_owned(), source, place }
    })
}

/// Removes opm's render suite from what was not checked: the labels identified the image as a bundle, which is what
/// `opm render` tests.
fn labels_are_known(report: &mut Report) {
    if let Some(bundle) = &mut report.bundle {
        bundle.not_checked.retain(|one| one.tool != Suite::OpmRender.title());
    }
}

/// The paths, in which a part of a bundle is replaced by its bundle, without duplicates. Tools that check changed files
/// name each file. As in opm, a bundle is a directory with `manifests` and `metadata`.
fn bundles_of(paths: &[String], host: &mut dyn Host) -> Vec<String> {
    let mut known = HashSet::default();
    let bundles = paths.iter().map(|path| bundle_around(path, host).unwrap_or_else(|| path.clone()));
    bundles.filter(|bundle| known.insert(bundle.clone())).collect()
}

/// Why the categories of a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("could not extract custom categories from {path}: {source}")]
struct CategoriesError {
    path: String,
    source: NoCategories,
}

#[derive(Debug, thiserror::Error)]
enum NoCategories {
    #[error(transparent)]
    Read(#[from] Failure),
    #[error("{}", olmkit_serde_messages::in_json_file(.0))]
    Json(#[from] serde_json::Error),
    #[error("no `categories`")]
    Missing,
}

/// Reads categories from a file in operator-sdk's format: `{"categories": ["Mine"]}`.
fn categories(path: &str, host: &mut dyn Host) -> Result<Vec<String>, CategoriesError> {
    let fail = |source| CategoriesError { path: path.to_owned(), source };
    let bytes = host.read(path).map_err(|failure| fail(failure.into()))?;
    let read: serde_json::Value = serde_json::from_slice(&bytes).map_err(|error| fail(error.into()))?;
    let list = read.get("categories").and_then(|list| list.as_array());
    let list = list.ok_or_else(|| fail(NoCategories::Missing))?;
    Ok(list.iter().filter_map(|item| item.as_str()).map(str::to_owned).collect())
}

/// Whether the tool that the profile names rejects the bundle. `None` if the profile does not name a tool. Selected and
/// ignored rules do not affect this.
pub(crate) fn rejects(report: &Report, profile: Option<&str>) -> Option<bool> {
    let bundle = report.bundle.as_ref()?;
    let accepted = match BundleProfile::from_name(profile?)? {
        BundleProfile::Api => bundle.api,
        BundleProfile::Opm => bundle.opm,
        BundleProfile::Sdk => bundle.sdk,
        BundleProfile::Default
        | BundleProfile::UpstreamHead
        | BundleProfile::OlmV0
        | BundleProfile::OlmV1
        | BundleProfile::CommunityPipeline
        | BundleProfile::CertifiedPipeline
        | BundleProfile::K8sOperatorhub => return None,
    };
    accepted.map(|accepted| !accepted)
}
