//! The size of a bundle, which must fit in a ConfigMap.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use olmkit_diagnostics::{Place, rule};

use crate::model::{Bundle, Loaded};
use crate::sample::CSV;
use crate::target::Target;

rule! {
    MAX, "bundle-size-max", "BDL088", "Bundle that is too large",
    since: "0.1.0",
    bundle: [ApiBundle Error, Sdk Error],
    finds: "Manifests that are larger than 1 MiB after gzip and base64, file by file.",
    why: "OLM unpacks a bundle into a ConfigMap, which cannot be larger.",
    fix: "Shorten descriptions in CRDs, use a smaller icon, and remove unneeded manifests.",
    source: "operator-framework/api, bundle validator. Other compressors differ by about one percent.",
    bad: [],
    good: [(CSV, "  displayName: Foo", "  displayName: Bar")],
}

rule! {
    NEAR, "bundle-size-near", "BDL089", "Bundle that is almost too large",
    since: "0.1.0",
    bundle: [ApiBundle Warning, Sdk Warning],
    finds: "Manifests that are larger than 85 % of 1 MiB after gzip and base64, file by file.",
    why: "OLM unpacks a bundle into a ConfigMap, which cannot be larger than 1 MiB.",
    fix: "Shorten descriptions in CRDs, use a smaller icon, and remove unneeded manifests.",
    source: "operator-framework/api, bundle validator. Other compressors differ by about one percent.",
    bad: [],
    good: [(CSV, "  displayName: Foo", "  displayName: Bar")],
}

/// Maximum size of a ConfigMap, in bytes.
const LIMIT: usize = 1 << 20;
/// 85 % of the limit.
const NEAR_LIMIT: usize = 891_289;

/// The size of a directory in bytes, as stored, and with each file compressed with gzip and encoded in base64.
fn sizes(bundle: &Bundle<'_>, directory: &str) -> (usize, usize) {
    let lengths = bundle.files_in(directory).map(|file| file.bytes.len());
    let plain: usize = lengths.fold(0, usize::saturating_add);
    let count = bundle.files_in(directory).count();
    // Base64 adds a third, and gzip at worst a few bytes per file. Small bundles are below the limit without
    // compressing them.
    let worst = plain
        .saturating_mul(4)
        .saturating_div(3)
        .saturating_add(count.saturating_mul(64))
        .saturating_add(plain.saturating_div(1000));
    if worst <= NEAR_LIMIT {
        return (plain, worst);
    }
    let compressed = bundle.files_in(directory).map(|file| compressed(file.bytes));
    (plain, compressed.fold(0, usize::saturating_add))
}

fn compressed(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    let length = written.map_or(bytes.len(), |content| content.len());
    length.div_ceil(3).saturating_mul(4)
}

pub(crate) fn check(files: &Bundle<'_>, bundle: &Loaded<'_>, place: Place, to: &mut Target<'_>) {
    let (plain, small) = sizes(files, bundle.directory);
    let (shown, most, all) = (units(small), units(LIMIT), units(plain));
    let help = "Shorten descriptions in CRDs, use a smaller icon, and remove unneeded manifests.";
    if small > LIMIT {
        let message = format!(
            "The manifests have {shown} after compression. OLM unpacks them into a ConfigMap, which holds at most \
            {most}."
        );
        let upstream = format!(
            "maximum bundle compressed size with gzip size exceeded: size=~{shown} , max={most}. Bundle uncompressed size is {all}"
        );
        to.found(&MAX, place, message, help, upstream);
    } else if small > NEAR_LIMIT {
        let message = format!(
            "The manifests have {shown} after compression, which is close to the maximum of {most} for a ConfigMap."
        );
        let upstream = format!(
            "nearing maximum bundle compressed size with gzip: size=~{shown} , max={most}. Bundle uncompressed size is {all}"
        );
        to.found(&NEAR, place, message, help, upstream);
    }
}

/// Formats a size in powers of 1000 with one decimal, as upstream does.
#[allow(clippy::cast_precision_loss, reason = "sizes of files stay far below 2^52")]
fn units(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1000.0),
        _ => format!("{:.1} MB", bytes as f64 / 1_000_000.0),
    }
}
