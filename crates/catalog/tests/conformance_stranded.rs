//! Who is stranded: in recorded channels, and in the real catalogs.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::collections::BTreeSet;

use olmkit_catalog::graph::{Graph, Semantics, channel_of, stranded};
use olmkit_catalog::{Catalog, load};

/// Catalog, package, channel, entry, semantics, cause, where it stops, head.
type Row = Vec<String>;

fn recorded() -> BTreeSet<Row> {
    let text = std::fs::read_to_string(olmkit_testing::shared().unwrap().join("conformance/stranded.tsv")).unwrap();
    let rows = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| [1, 2, 3, 4, 5, 8, 9, 10].map(|at| row[at].to_owned()).to_vec()).collect()
}

fn found(version: &str, rows: &mut BTreeSet<Row>) {
    let root = olmkit_testing::shared().unwrap().join("corpus/catalogs").join(version);
    for package in std::fs::read_dir(root).unwrap() {
        let files = common::read_tree(&package.unwrap().path());
        let inputs = common::inputs(&files);
        let loaded = load(&inputs);
        let catalog = Catalog::new(&loaded);
        for package in catalog.packages.values() {
            for name in package.channels.keys() {
                let channel = channel_of(package, name).unwrap();
                let graph = Graph::new(&channel);
                for semantics in Semantics::ALL {
                    let found = stranded::find(&graph, semantics);
                    for one in found.stranded.iter().filter(|one| graph.is_entry(one.id)) {
                        let stop = &found.stops[one.stop];
                        let (text, help) = found.explain(&graph, *one);
                        assert!(text.contains(graph.name(one.id)) && !help.is_empty(), "{text}");
                        println!("{text} {help}");
                        let head = found.target.map_or("", |id| graph.name(id));
                        let row = [
                            version,
                            package.name,
                            name,
                            graph.name(one.id),
                            semantics.name(),
                            stop.cause.name(),
                            graph.name(stop.at),
                            head,
                        ];
                        rows.insert(row.map(str::to_owned).to_vec());
                    }
                }
            }
        }
    }
}

#[test]
fn real_catalogs() {
    if olmkit_testing::shared().is_none() {
        return;
    }
    let mut rows = BTreeSet::new();
    for version in ["v4.14", "v4.16", "v4.20"] {
        found(version, &mut rows);
    }
    let recorded = recorded();
    println!("stranded: {} of {} agree", rows.intersection(&recorded).count(), recorded.len());
    assert_eq!(rows, recorded);
}
