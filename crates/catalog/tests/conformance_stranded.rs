//! Stranded versions in recorded channels and in real catalogs.

use crate::common;
use std::collections::BTreeSet;
use std::path::Path;

use olmkit_catalog::channel_graph::channel_of;
use olmkit_catalog::{Catalog, load};
use olmkit_testing::{Least, Source, folders, sources};
use olmkit_upgrade::{Graph, Semantics, stranded};

/// Catalog, package, channel, entry, semantics, cause, the entry where the upgrade stops, head.
type Row = Vec<String>;

fn recorded(source: &Source) -> BTreeSet<Row> {
    let text = source.text("stranded.tsv");
    source.require("stranded.tsv", text.lines().skip(1).count(), Least { own: 1, shared: 17 });
    let rows = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| [1, 2, 3, 4, 5, 8, 9, 10].map(|at| row[at].to_owned()).to_vec()).collect()
}

fn found(folder: &Path, rows: &mut BTreeSet<Row>) {
    let version = folder.file_name().unwrap().to_str().unwrap();
    for package in folders(folder) {
        let files = common::read_tree(&package);
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
                        let stop = found.stops.get(one.stop).unwrap();
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
    for source in sources() {
        let mut rows = BTreeSet::new();
        source.catalogs().iter().for_each(|version| found(version, &mut rows));
        let recorded = recorded(&source);
        println!("stranded: {} of {} agree", rows.intersection(&recorded).count(), recorded.len());
        assert_eq!(rows, recorded);
    }
}
