//! `olmkit build`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use olmkit_registry::{Artifact, CATALOG_LABEL, CatalogBuild, Content, Platform};
use olmkit_workspace::Options;
use olmkit_workspace::api::Severity;

use super::copy::{deliver, tagged, taken};
use super::hints::is_bundle;
use super::image_error::ImageError;
use crate::args::{Args, BuildArgs};
use crate::contents::files;
use crate::format::{concise, visible};
use crate::host::{Files, Host, Image, Layer};
use crate::image::{CatalogContent, ImageContent, OpenError};
use crate::load::{Loaded, load};
use crate::load_error::LoadError;
use crate::paths::check_archive_target;
use crate::registries::platform;
use crate::{CLEAN, FINDINGS, problem};

/// The directory of the catalog in the image.
const CONFIGS: &str = "/configs";
/// The name of an empty base image.
const SCRATCH: &str = "scratch";
/// The maximum number of paths in a message.
const MAX_PATHS: usize = 5;
/// The maximum number of characters of a line of opm's message.
const MAX_SHOWN: usize = 500;

/// Builds the image of a catalog, if opm accepts it.
pub(crate) fn run(own: &BuildArgs, args: &Args, host: &mut dyn Host) -> Result<u8, ImageError> {
    if let Some((key, value)) = own.labels.iter().find(|(key, value)| key == CATALOG_LABEL && value != CONFIGS) {
        return Err(ImageError::Label(format!("--label {key}={value}")));
    }
    tagged(&own.tag)?;
    own.output.as_deref().map_or(Ok(()), check_archive_target)?;
    let mut loaded = load(&own.catalog, None, &Options::default(), host)?;
    if !is_accepted(&mut loaded, &own.catalog, true, host)? {
        return Ok(FINDINGS);
    }
    let files = files(&own.catalog, host)?;
    let Some(made) = image(files, &own.labels, &own.base_image, args, host)? else { return Ok(FINDINGS) };
    deliver(&made, &own.tag, own.output.as_deref().map(Path::new), own.push, args, host)?;
    Ok(CLEAN)
}

/// Whether opm accepts the catalog. If not, writes the reason to standard error, and the errors if its files exist.
///
/// # Errors
/// Returns an error if the catalog has no document.
pub(super) fn is_accepted(
    loaded: &mut Loaded,
    name: &str,
    has_files: bool,
    host: &mut dyn Host,
) -> Result<bool, ImageError> {
    if loaded.is_empty() {
        return Err(LoadError::Empty(name.to_owned()).into());
    }
    let report = loaded.report();
    if report.opm.accepted {
        return Ok(true);
    }
    let text = format!("{name}: opm rejects the catalog, so its image is not built");
    host.err(format!("olmkit: {}\n", visible(&text)).as_bytes());
    for found in report.diagnostics.iter().filter(|found| has_files && found.severity == Severity::Error) {
        host.err(format!("{}\n", concise::finding(found)).as_bytes());
    }
    for line in report.opm.message.lines() {
        host.err(format!("{}\n", visible(&beginning(line))).as_bytes());
    }
    if is_bundle(name, host) {
        host.err(format!("hint: {0} is a bundle. Run `olmkit bundle build {0}`.\n", visible(name)).as_bytes());
    }
    Ok(false)
}

/// The start of a line, which may contain a whole document.
fn beginning(line: &str) -> String {
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// Builds the image of a catalog with these files. Returns `None` if opm rejects them together with the catalog of the
/// base image.
pub(super) fn image(
    files: Files,
    labels: &[(String, String)],
    base_image: &str,
    args: &Args,
    host: &mut dyn Host,
) -> Result<Option<Artifact>, ImageError> {
    let time = match host.env("SOURCE_DATE_EPOCH") {
        Some(seconds) => seconds.parse().map_err(|_| ImageError::Epoch(seconds.clone()))?,
        None => 0,
    };
    let build = CatalogBuild { files, labels: labels.to_vec(), time };
    let platform = args.pulling.platform.as_deref().map(platform).transpose()?;
    if base_image == SCRATCH {
        return Ok(Some(build.on_scratch(&platform.unwrap_or_default())?));
    }
    if base_image.is_empty() {
        return Err(ImageError::EmptyBase);
    }
    let mut base = taken(base_image, args, host).map_err(|error| ImageError::Base(Box::new(error)))?;
    if let Some(platform) = &platform {
        base = base.of_platform(platform)?;
        if let Some(other) = base.other_platform(platform)? {
            host.err(problem(&for_another(base_image, &other, platform)).as_bytes());
        }
    }
    if !is_accepted_on(&base, &build.files, base_image, host)? {
        return Ok(None);
    }
    Ok(Some(build.on(&base)?))
}

/// Whether opm accepts the resulting catalog: that of the base image, overlaid with the new files.
fn is_accepted_on(base: &Artifact, new: &Files, base_image: &str, host: &mut dyn Host) -> Result<bool, ImageError> {
    let mut known = Vec::new();
    for layers in base.layers()? {
        let below = configs(layers, base_image)?;
        if below.is_empty() || known.contains(&below) {
            continue;
        }
        let (replaced, kept): (CatalogContent, CatalogContent) =
            below.iter().cloned().partition(|(path, _)| new.iter().any(|(own, _)| own == path));
        host.err(problem(&on_a_catalog(base_image, &replaced, &kept)).as_bytes());
        known.push(below);
        if kept.is_empty() {
            continue;
        }
        let over =
            new.iter().filter(|(path, _)| !path.ends_with('/')).map(|(path, text)| (path.clone(), Ok(text.clone())));
        let name = format!("{CONFIGS} of the image");
        let mut whole = Loaded::of_found(&name, kept.into_iter().chain(over).collect(), &Options::default())
            .map_err(LoadError::from)?;
        if !is_accepted(&mut whole, &name, true, host)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The files in the catalog directory of an image.
fn configs(layers: Vec<Content>, base_image: &str) -> Result<CatalogContent, ImageError> {
    let layer = |content| match content {
        Content::Bytes(bytes) => Layer::of_bytes(bytes),
        Content::File(path) => Layer::new(move || Ok(Box::new(File::open(&path)?) as Box<dyn Read>)),
    };
    let image = Image { labels: BTreeMap::new(), layers: layers.into_iter().map(layer).collect() };
    match image.catalog() {
        Ok(ImageContent::Catalog(found)) => Ok(found),
        Ok(_) | Err(OpenError::Content(_)) => Ok(CatalogContent::new()),
        Err(error) => Err(LoadError::image(base_image)(error).into()),
    }
}

/// The warning that a base image is for another platform than `--platform`. docker and podman warn too.
fn for_another(base_image: &str, runs: &str, wanted: &Platform) -> String {
    if runs.is_empty() {
        return format!(
            "{base_image}: the base image does not say its platform, so the image of the catalog does not either. Use a \
             base image that is built for {wanted}."
        );
    }
    format!(
        "{base_image}: the base image is for {runs} and has no image for {wanted}. The image of the catalog is for {runs}, \
         too."
    )
}

/// Describes what happens to the catalog of the base image.
fn on_a_catalog(base_image: &str, replaced: &CatalogContent, kept: &CatalogContent) -> String {
    let mut text = format!("{base_image}: the base image has a catalog in {CONFIGS}, too.");
    if !replaced.is_empty() {
        text.push_str(&format!(" These files of it are replaced: {}.", paths(replaced)));
    }
    if !kept.is_empty() {
        text.push_str(&format!(
            " The image also contains and serves these files of it: {}. To replace the whole catalog, use the base image \
             that it was built on.",
            paths(kept)
        ));
    }
    text
}

/// The first paths, and the number of further ones.
fn paths(files: &CatalogContent) -> String {
    olmkit_text::listed(files.iter().map(|(path, _)| path.clone()).collect(), MAX_PATHS, "and")
}
