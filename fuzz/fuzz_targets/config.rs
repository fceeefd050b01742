//! Any `olmkit.yaml` is accepted, or rejected with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_fuzz::host::Memory;

const CATALOG: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";

fuzz_target!(|data: &[u8]| {
    let mut host = Memory::default();
    host.files.insert("olmkit.yaml".to_owned(), data.to_vec());
    host.files.insert("catalogs/foo/catalog.yaml".to_owned(), CATALOG.as_bytes().to_vec());
    let code = host.run(&["validate", "catalogs"]);
    assert!(code < 3);
    assert!(code != 2 || !host.err.is_empty());
    assert!(host.run(&["--print-config", "catalogs/foo/catalog.yaml"]) < 3);
});
