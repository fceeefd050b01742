//! Databases of index images are converted or rejected.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = olmkit_sqlite::read(data);
});
