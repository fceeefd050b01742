//! Shared by the tests of several crates: recordings, random inputs, and the check of generated pages.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::missing_panics_doc,
    reason = "only tests use it"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

mod images;
mod linear;
mod mutant;
mod property;
mod real_registry;
mod recorded;
mod server;

pub use images::{ImageSpec, LayerEntry, Packer, Store, digest, layer, unknown};
pub use linear::grows_linearly;
pub use mutant::Mutant;
pub use property::{Choices, damaged, noise, property};
pub use real_registry::{Admits, RealRegistry, USER, have, self_signed};
pub use recorded::{Least, Source, cases, files, folders, same_text, shared, sources};
pub use server::{Answer, Fault, Log, Request, Server};

/// A package with a channel and a single bundle.
pub const CATALOG: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
";

/// Checks that the pages of a folder are up to date. With `OLMKIT_WRITE=1` it writes them instead (`npm run docs`).
///
/// `folder` is relative to the root of the repository.
pub fn hold_pages(folder: &str, expected: &BTreeMap<String, String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let found = present(&path);
    if std::env::var_os("OLMKIT_WRITE").is_some() {
        fs::create_dir_all(&path).unwrap();
        for name in found.keys().filter(|name| !expected.contains_key(*name)) {
            fs::remove_file(path.join(name)).unwrap();
        }
        for (name, text) in expected.iter().filter(|(name, text)| found.get(*name) != Some(text)) {
            fs::write(path.join(name), text).unwrap();
        }
        return;
    }
    let names = expected.keys().chain(found.keys());
    let old: Vec<_> = names.filter(|name| expected.get(*name) != found.get(*name)).collect();
    assert!(old.is_empty(), "{folder} is not what the rules say; run `npm run docs`. Differing: {old:?}");
}

fn present(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}
