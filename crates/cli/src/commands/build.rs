//! `olmkit build`.

use std::path::Path;

use olmkit_registry::{Artifact, CatalogBuild, Reference};
use olmkit_workspace::Options;

use super::copy::{deliver, parsed};
use crate::args::{Args, BuildArgs};
use crate::contents::files;
use crate::format::visible;
use crate::host::Host;
use crate::load::load;
use crate::registries::{message, registries};
use crate::{CLEAN, FINDINGS};

/// The base image of nothing.
const SCRATCH: &str = "scratch";

/// Builds the image of a catalog that opm accepts.
pub(crate) fn run(own: &BuildArgs, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let mut loaded = load(&own.catalog, None, &Options::default(), host)?;
    if loaded.is_empty() {
        return Err(format!("{}: no document of a catalog was found", own.catalog));
    }
    let report = loaded.report();
    if !report.opm.accepted {
        let text = format!("{}: opm rejects the catalog, so its image is not built", own.catalog);
        host.err(format!("olmkit: {}\n", visible(&text)).as_bytes());
        for line in report.opm.message.lines() {
            host.err(format!("{}\n", visible(line)).as_bytes());
        }
        return Ok(FINDINGS);
    }
    let time = match host.env("SOURCE_DATE_EPOCH") {
        Some(seconds) => {
            seconds.parse().map_err(|_| format!("SOURCE_DATE_EPOCH: `{seconds}` is not a number of seconds"))?
        }
        None => 0,
    };
    let build = CatalogBuild { files: files(&own.catalog, host)?, labels: own.labels.clone(), time };
    let made = artifact(&build, own, args)?;
    deliver(&made, &own.tag, own.output.as_deref().map(Path::new), own.push, args, host)?;
    Ok(CLEAN)
}

fn artifact(build: &CatalogBuild, own: &BuildArgs, args: &Args) -> Result<Artifact, String> {
    if own.base_image == SCRATCH {
        return build.on_scratch().map_err(|error| message(&error));
    }
    let base: Reference = parsed(&own.base_image)?;
    let base = registries(&args.pulling)?.fetch(&base);
    base.and_then(|base| build.on(&base)).map_err(|error| message(&error))
}
