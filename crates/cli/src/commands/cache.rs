//! `olmkit cache`.

use std::path::PathBuf;
use std::time::Duration;

use olmkit_registry::{Cache, Environment, Stored};
use olmkit_workspace::api::{CacheReport, UnfinishedDownloads, VERSION};

use super::image_error::ImageError;
use crate::CLEAN;
use crate::args::CacheVerb;
use crate::format::json::pretty;
use crate::format::{Format, plural, visible};
use crate::host::Host;

const DAY: u64 = 24 * 60 * 60;

/// Shows or prunes the cache.
pub(crate) fn run(verb: &CacheVerb, host: &mut dyn Host) -> Result<u8, ImageError> {
    match verb {
        CacheVerb::Info { cache_dir, format } => {
            let cache = open(cache_dir)?;
            let stored = cache.stored();
            let folder = cache.root().display().to_string();
            let text = match format {
                Format::Json => pretty(&CacheReport {
                    version: VERSION,
                    directory: folder,
                    blobs: stored.blobs,
                    bytes: stored.bytes,
                    unfinished: UnfinishedDownloads { downloads: stored.unfinished, bytes: stored.unfinished_bytes },
                }),
                _ => format!("{}: {}\n", visible(&folder), shown(stored)),
            };
            host.out(text.as_bytes());
        }
        CacheVerb::Prune { cache_dir, unused_for, all } => {
            let days = if *all { 0 } else { u64::from(*unused_for) };
            let removed = open(cache_dir)?.prune(Duration::from_secs(days.saturating_mul(DAY)));
            host.out(format!("removed {}\n", shown(removed?)).as_bytes());
        }
    }
    Ok(CLEAN)
}

fn open(folder: &Option<String>) -> Result<Cache, ImageError> {
    Ok(Cache::new(folder.as_ref().map(PathBuf::from), &Environment::current())?)
}

fn shown(stored: Stored) -> String {
    let blobs = counted(stored.blobs, "blob", stored.bytes);
    if stored.unfinished == 0 {
        return blobs;
    }
    format!("{blobs}; {}", counted(stored.unfinished, "unfinished download", stored.unfinished_bytes))
}

fn counted(count: usize, noun: &str, bytes: u64) -> String {
    let (shift, unit) = if bytes < 1 << 20 { (10, "KiB") } else { (20, "MiB") };
    let tenths = bytes.saturating_mul(10) >> shift;
    format!("{}, {}.{} {unit}", plural(count, noun), tenths / 10, tenths % 10)
}
