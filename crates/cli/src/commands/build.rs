//! `olmkit build`.

use std::path::Path;

use olmkit_registry::{Artifact, CATALOG_LABEL, CatalogBuild, Reference};
use olmkit_workspace::Options;

use super::copy::{deliver, parsed};
use super::image_error::ImageError;
use crate::args::{Args, BuildArgs};
use crate::contents::files;
use crate::format::visible;
use crate::host::{Files, Host};
use crate::load::{Loaded, load};
use crate::registries::registries;
use crate::{CLEAN, FINDINGS, problem};

/// The directory of the catalog in the image.
const CONFIGS: &str = "/configs";
/// The base image of nothing.
const SCRATCH: &str = "scratch";

/// Builds the image of a catalog that opm accepts.
pub(crate) fn run(own: &BuildArgs, args: &Args, host: &mut dyn Host) -> Result<u8, ImageError> {
    if let Some((key, value)) = own.labels.iter().find(|(key, value)| key == CATALOG_LABEL && value != CONFIGS) {
        return Err(ImageError::Label(format!("--label {key}={value}")));
    }
    let mut loaded = load(&own.catalog, None, &Options::default(), host)?;
    if !is_accepted(&mut loaded, &own.catalog, host)? {
        return Ok(FINDINGS);
    }
    let files = files(&own.catalog, host)?;
    let made = image(files, &own.labels, &own.base_image, args, host)?;
    deliver(&made, &own.tag, own.output.as_deref().map(Path::new), own.push, args, host)?;
    Ok(CLEAN)
}

/// Whether opm accepts the catalog; why not goes to standard error.
///
/// # Errors
/// When it has no document.
pub(super) fn is_accepted(loaded: &mut Loaded, name: &str, host: &mut dyn Host) -> Result<bool, ImageError> {
    if loaded.is_empty() {
        return Err(ImageError::Empty(name.to_owned()));
    }
    let report = loaded.report();
    if report.opm.accepted {
        return Ok(true);
    }
    let text = format!("{name}: opm rejects the catalog, so its image is not built");
    host.err(format!("olmkit: {}\n", visible(&text)).as_bytes());
    for line in report.opm.message.lines() {
        host.err(format!("{}\n", visible(line)).as_bytes());
    }
    Ok(false)
}

/// The image of a catalog with these files.
pub(super) fn image(
    files: Files,
    labels: &[(String, String)],
    base_image: &str,
    args: &Args,
    host: &mut dyn Host,
) -> Result<Artifact, ImageError> {
    let time = match host.env("SOURCE_DATE_EPOCH") {
        Some(seconds) => seconds.parse().map_err(|_| ImageError::Epoch(seconds.clone()))?,
        None => 0,
    };
    let build = CatalogBuild { files, labels: labels.to_vec(), time };
    if base_image == SCRATCH {
        return Ok(build.on_scratch()?);
    }
    let base: Reference = parsed(base_image)?;
    let base = registries(&args.pulling)?.fetch(&base)?;
    let has_catalog = base.labels()?.iter().any(|labels| {
        labels.get(CATALOG_LABEL).is_some_and(|path| path.trim_matches('/') == CONFIGS.trim_matches('/'))
    });
    if has_catalog {
        let text = format!(
            "{base_image}: the base image has a catalog in {CONFIGS}, too. The image contains and serves both. To replace \
             that catalog, use the base image that it was built on."
        );
        host.err(problem(&text).as_bytes());
    }
    Ok(build.on(&base)?)
}
