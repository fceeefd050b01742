//! Reads every document of a folder, or of a synthetic catalog, once and prints how many nodes there are: for `perf stat`, callgrind and
//! comparisons of CPU time with other readers.

use std::path::Path;

use olmkit_syntax::Reader;

fn main() {
    let what = std::env::args().nth(1).expect("usage: read FOLDER, or read ENTRIES for a synthetic catalog");
    let files = match what.parse() {
        Ok(entries) => vec![olmkit_benches::synthetic(entries)],
        Err(_) => olmkit_benches::files(Path::new(&what)),
    };
    let mut count = 0;
    for file in files {
        let mut reader = Reader::new(&file);
        while let Some(document) = reader.next_document() {
            count += document.tree.nodes.len();
        }
    }
    println!("{count}");
}
