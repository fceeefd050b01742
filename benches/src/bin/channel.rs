//! Prints a catalog with one channel that has many entries: `channel ENTRIES > catalog.yaml`.

use std::io::Write;

fn main() {
    let entries = std::env::args().nth(1).and_then(|text| text.parse().ok()).expect("usage: channel ENTRIES");
    std::io::stdout().write_all(&olmkit_benches::channel(entries)).expect("a place to write to");
}
