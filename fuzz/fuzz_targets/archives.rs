//! Archives of catalogs, bundles and images are unpacked or rejected.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_fuzz::host::Memory;

fuzz_target!(|data: &[u8]| {
    let _ = olmkit_cli::unpack_bundle(data, None);
    let mut host = Memory::default();
    host.files.insert("a.tar".to_owned(), data.to_vec());
    assert!(host.run(&["validate", "a.tar", "--no-config"]) < 3);
    assert!(host.run(&["bundle", "validate", "a.tar", "--no-config"]) < 3);
});
