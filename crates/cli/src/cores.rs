//! Reads a large file on all cores.

use olmkit_collections::order;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use olmkit_catalog::{LoadedDocument, documents_of};
use olmkit_yaml::{Reader, parts};

/// The bytes that one core reads in about a millisecond.
const PART: usize = 1 << 18;

/// The minimum size in bytes of a file for which threads pay off.
pub(crate) const WORTH: usize = 1 << 22;

/// The documents of a file, as [`olmkit_catalog::documents`] returns them.
pub(crate) fn documents(bytes: &[u8]) -> Vec<LoadedDocument> {
    if bytes.len() < WORTH {
        return olmkit_catalog::documents(bytes);
    }
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    read_on(cores, bytes, &parts(bytes, PART))
}

/// Reads the parts on up to this many threads, including the current one. Each thread takes the next remaining part.
fn read_on(cores: usize, bytes: &[u8], parts: &[Range<usize>]) -> Vec<LoadedDocument> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut read = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(at) else { return read };
            read.push((at, documents_of(Reader::part(bytes, part.clone()))));
        }
    };
    let mut read = thread::scope(|scope| {
        let others = cores.min(parts.len()).saturating_sub(1);
        // If the system provides fewer threads, the existing ones do the work.
        let others: Vec<_> = (0..others).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut read = work();
        for other in others {
            read.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        read
    });
    order::sort_by_key(&mut read, |(at, _)| *at);
    read.into_iter().flat_map(|(_, documents)| documents).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// Bundles of different lengths, one of them broken.
    fn catalog(bundles: usize) -> String {
        let bundle = |at: usize| {
            let broken = if at % 7 == 3 { "image: [" } else { "image: quay.io/o/o:1" };
            format!("---\nschema: olm.bundle\nname: o.v1.{at}.0\npackage: o\n{broken}\n{}", "# long\n".repeat(at % 5))
        };
        (0..bundles).map(bundle).collect()
    }

    #[test]
    fn any_number_of_cores_gives_the_documents_in_their_order() {
        let text = catalog(200);
        let shown = |documents: &[LoadedDocument]| format!("{documents:?}");
        let alone = shown(&olmkit_catalog::documents(text.as_bytes()));
        for (cores, size) in [(1, 100), (2, 1), (3, 1000), (64, 100), (2, text.len())] {
            let read = read_on(cores, text.as_bytes(), &parts(text.as_bytes(), size));
            assert_eq!(shown(&read), alone, "{cores} cores, parts of {size}");
        }
    }

    #[test]
    fn a_large_file_reads_as_on_one_core() {
        let text = catalog(WORTH / 60);
        assert!(text.len() > WORTH);
        let starts = |documents: Vec<LoadedDocument>| documents.iter().map(|d| d.range).collect::<Vec<_>>();
        assert_eq!(starts(documents(text.as_bytes())), starts(olmkit_catalog::documents(text.as_bytes())));
    }
}
