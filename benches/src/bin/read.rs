//! Reads every document of a folder or of a synthetic catalog once, and prints the number of nodes. Used with callgrind
//! (`benches/instructions.sh`) and to compare CPU time with other parsers.

use std::io::Read;
use std::path::Path;

use olmkit_benches::{paths, synthetic};
use olmkit_yaml::Reader;

fn main() {
    let what = std::env::args().nth(1).expect("usage: read FOLDER, or read ENTRIES for a synthetic catalog");
    if let Ok(entries) = what.parse() {
        println!("{}", nodes(&synthetic(entries)));
        return;
    }
    // The files share a buffer: allocating memory for each file costs more than reading the documents.
    let mut file = Vec::new();
    let mut count = 0;
    for path in paths(Path::new(&what)) {
        file.clear();
        let mut opened = std::fs::File::open(path).expect("a file that can be opened");
        opened.read_to_end(&mut file).expect("a file that can be read");
        count += nodes(&file);
    }
    println!("{count}");
}

fn nodes(file: &[u8]) -> usize {
    let mut reader = Reader::new(file);
    let mut count = 0;
    while let Some(document) = reader.next_document() {
        count += document.tree.nodes.len();
        reader.reuse(document, false);
    }
    count
}
