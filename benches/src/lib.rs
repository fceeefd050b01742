//! Inputs and measurements of the benchmarks.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Returns the files of `catalogs/<version>` in the shared corpus, or a synthetic catalog of similar size without it.
pub fn catalog(version: &str) -> (String, Vec<Vec<u8>>) {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let shared = std::env::var_os("OLMKIT_SHARED").map_or_else(|| default.into(), PathBuf::from);
    let folder = shared.join("corpus/catalogs").join(version);
    if folder.is_dir() {
        return (format!("corpus {version}"), files(&folder));
    }
    eprintln!("no shared corpus: reading a synthetic catalog instead");
    ("synthetic".to_owned(), vec![synthetic(20_000)])
}

/// Returns the contents of all files below a folder, ordered by path.
pub fn files(folder: &Path) -> Vec<Vec<u8>> {
    paths(folder).iter().map(|path| std::fs::read(path).expect("a file that can be read")).collect()
}

/// Returns the paths of all files below a folder, sorted.
pub fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder that can be read") {
            let path = entry.expect("an entry that can be read").path();
            if path.is_dir() { waiting.push(path) } else { paths.push(path) }
        }
    }
    paths.sort();
    paths
}

/// Returns a catalog that consists mainly of one channel with this number of entries. Each entry has `replaces` and a
/// `skipRange` that matches all older entries; the bundles are minimal.
pub fn channel(entries: usize) -> Vec<u8> {
    let mut text = String::from("---\nschema: olm.package\nname: made\ndefaultChannel: stable\n---\n");
    text.push_str("schema: olm.channel\npackage: made\nname: stable\nentries:\n");
    for number in 0..entries {
        text.push_str(&format!("- name: made.v1.{number}.0\n"));
        if let Some(before) = number.checked_sub(1) {
            text.push_str(&format!("  replaces: made.v1.{before}.0\n  skipRange: '>=1.0.0 <1.{number}.0'\n"));
        }
    }
    for number in 0..entries {
        text.push_str(&format!(
            "---\nschema: olm.bundle\nname: made.v1.{number}.0\npackage: made\nimage: quay.io/made/made:v1.{number}.0\n\
             properties:\n- type: olm.package\n  value:\n    packageName: made\n    version: 1.{number}.0\n"
        ));
    }
    text.into_bytes()
}

/// Returns a catalog with one package and one channel with this number of entries, about 1 kB of YAML for each.
pub fn synthetic(entries: usize) -> Vec<u8> {
    let mut text = String::from("---\nschema: olm.package\nname: made\ndefaultChannel: stable\n---\n");
    text.push_str("schema: olm.channel\npackage: made\nname: stable\nentries:\n");
    for number in 0..entries {
        text.push_str(&format!("- name: made.v1.{number}.0\n"));
        if let Some(before) = number.checked_sub(1) {
            text.push_str(&format!("  replaces: made.v1.{before}.0\n  skipRange: '>=1.0.0 <1.{number}.0'\n"));
        }
    }
    let line = "Watches the resources it owns, and says at once what it did and why it did it.";
    for number in 0..entries {
        text.push_str(&format!(
            "---\nschema: olm.bundle\nname: made.v1.{number}.0\npackage: made\nimage: quay.io/made/made:v1.{number}.0\n\
             properties:\n- type: olm.package\n  value:\n    packageName: made\n    version: 1.{number}.0\n\
             - type: olm.gvk\n  value:\n    group: made.example.com\n    kind: Thing\n    version: v1\n\
             - type: olm.csv.metadata\n  value:\n    annotations:\n      alm-examples: |-\n        [\n          {{\"kind\": \"Thing\"}}\n        ]\n\
             \x20   description: |-\n      # Made\n\n      {line}\n      {line}\n      {line}\n    displayName: 'Made: a thing'\n\
             \x20   keywords: [one, two]\n    maturity: \"stable\"\nrelatedImages:\n- image: quay.io/made/made:v1.{number}.0\n  name: manager\n"
        ));
    }
    text.into_bytes()
}

/// Runs `work` for at least half a second and prints the throughput in bytes per second: the median and the best run.
pub fn measure(name: &str, bytes: usize, mut work: impl FnMut() -> usize) {
    let mut runs: Vec<Duration> = Vec::new();
    let started = Instant::now();
    let mut result = 0;
    while runs.len() < 5 || started.elapsed() < Duration::from_millis(500) {
        let run = Instant::now();
        result = std::hint::black_box(work());
        runs.push(run.elapsed());
    }
    runs.sort();
    let speed = |time: Duration| bytes as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{name:<44} {:>8.0} MB/s (best {:>8.0}) {:>9.3} ms   -> {result}",
        speed(runs[runs.len() / 2]),
        speed(runs[0]),
        runs[runs.len() / 2].as_secs_f64() * 1e3,
    );
}
