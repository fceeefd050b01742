//! `olmkit render`.

use olmkit_render::{Level, Output, Rendering};

#[cfg(feature = "native")]
use olmkit_gostd::go_quote;

#[cfg(feature = "native")]
use super::reference::Reference;
use super::{Stop, reference};
use crate::CLEAN;
use crate::args::Args;
use crate::host::Host;
#[cfg(feature = "native")]
use crate::host::Kind;

/// Prints catalogs and bundles as one catalog, as opm writes it. Does not validate anything.
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

/// Renders catalogs in the order in which opm holds them in memory. Refuses bundles.
#[cfg(feature = "native")]
pub(super) fn in_load_order(paths: &[String], level: Level, args: &Args, host: &mut dyn Host) -> Result<String, Stop> {
    let mut rendering = Rendering::default();
    for path in paths {
        match reference::open(path, args, host)? {
            Reference::Catalog(loaded) => reference::add_catalog(*loaded, path, &mut rendering, host)?,
            Reference::Bundle(_) => {
                let what = match host.kind(path) {
                    Ok(Kind::Directory) => format!("directory {}", go_quote(path)),
                    _ => "image".to_owned(),
                };
                return Err(reference::refused(path, format!("cannot render bundle {what}: not allowed")));
            }
        }
    }
    rendering.migrate(level).map_err(Stop::content)?;
    Ok(rendering.in_load_order())
}
