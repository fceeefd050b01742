//! `olmkit render`.

use olmkit_render::{Level, Output, Rendering};

use super::{Stop, reference};
use crate::CLEAN;
use crate::args::Args;
use crate::host::Host;

/// Prints catalogs and bundles as one catalog, as opm writes it. Nothing is validated.
pub(super) fn run(
    paths: &[String],
    output: Output,
    level: Level,
    image: &str,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, Stop> {
    let mut rendering = Rendering::default();
    for path in paths {
        reference::add(path, image, &mut rendering, args, host)?;
    }
    rendering.migrate(level).map_err(Stop::content)?;
    host.out(rendering.write(output).map_err(Stop::content)?.as_bytes());
    Ok(CLEAN)
}
