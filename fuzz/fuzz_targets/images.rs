//! Normalizing an image reference is idempotent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_k8s::image;

fuzz_target!(|text: &str| {
    if let Ok(normal) = image::parse(text) {
        assert_eq!(image::parse(&normal).as_ref(), Ok(&normal), "{text:?}");
    }
});
