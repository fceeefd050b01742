//! The speed of parsing documents: `cargo bench -p olmkit-benches --bench syntax [-- FILTER]`.

use olmkit_benches::{catalog, measure, synthetic};
use olmkit_text::LineIndex;
use olmkit_yaml::{Reader, chunks, exact, to_json};

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut catalogs = Vec::from(["v4.16", "v4.20"].map(catalog));
    catalogs.push(("synthetic".to_owned(), vec![synthetic(10_000)]));
    // Without a corpus all catalogs are synthetic.
    catalogs.dedup_by(|next, before| next.0 == before.0);
    for (name, files) in &catalogs {
        measure_yaml(name, files, &filter);
    }
    for (name, files) in catalogs {
        let json: Vec<Vec<u8>> = files.iter().map(|file| as_json(file)).collect();
        run(&filter, &format!("JSON, {name}"), &json, nodes);
    }
}

fn measure_yaml(name: &str, files: &[Vec<u8>], filter: &str) {
    run(filter, &format!("split, {name}"), files, |file| chunks(file).count());
    run(filter, &format!("lines, {name}"), files, |file| LineIndex::new(file).lines());
    run(filter, &format!("read, {name}"), files, nodes);
    run(filter, &format!("exact reader alone, {name}"), files, |file| {
        chunks(file).map(|chunk| exact::read(&file[chunk.start..chunk.end]).tree.nodes.len()).sum()
    });
}

fn run(filter: &str, name: &str, files: &[Vec<u8>], work: impl Fn(&[u8]) -> usize) {
    if name.contains(filter) {
        let bytes = files.iter().map(Vec::len).sum();
        measure(name, bytes, || files.iter().map(|file| work(file)).sum());
    }
}

fn nodes(file: &[u8]) -> usize {
    let mut reader = Reader::new(file);
    std::iter::from_fn(|| reader.next_document()).map(|document| document.tree.nodes.len()).sum()
}

fn as_json(file: &[u8]) -> Vec<u8> {
    let mut reader = Reader::new(file);
    let documents = std::iter::from_fn(|| reader.next_document());
    documents.filter_map(|document| document.root().map(|root| to_json(root) + "\n")).collect::<String>().into_bytes()
}
