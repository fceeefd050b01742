//! The parser for plain YAML and the exact parser agree, documents satisfy the invariants of the parser, and the document
//! before does not change how a document is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_yaml::{Format, Reader, exact, read_document, to_json};

fuzz_target!(|data: &[u8]| {
    if let Some(tree) = olmkit_yaml::fast::read(data) {
        let exact = exact::read(data);
        assert_eq!((exact.error.as_ref(), exact.dropped), (None, None));
        assert_eq!(tree, exact.tree);
    }
    let mut reader = Reader::new(data);
    let mut end = 0;
    while let Some(document) = reader.next_document() {
        let start = usize::from(document.offset);
        assert!(start >= end, "documents overlap");
        end = start + document.text.len();
        assert_eq!(data.get(start..end), Some(document.text));
        for (index, node) in document.tree.nodes.iter().enumerate() {
            assert!(node.start <= node.end && node.end as usize <= document.text.len());
            assert!(node.next as usize > index && node.next as usize <= document.tree.nodes.len());
        }
        if document.error.is_none() && data.len() < 10_000 {
            let _ = document.root().map(to_json);
        }
        if document.error.is_none() && document.format == Format::Yaml {
            let mut tree = document.tree.clone();
            let repeated = std::mem::take(&mut tree.repeated);
            assert!(repeated.is_sorted_by(|first, second| first.end <= second.start));
            assert!(repeated.iter().all(|range| range.start < range.end && range.end as usize <= tree.nodes.len()));
            assert_eq!(tree, read_document(document.text, Format::Yaml).tree);
        }
        reader.reuse(document, true);
    }
});
