//! Checks and renders a bundle: no panic, ranges within their files, the same result in any order of files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_bundle::{Bundle, Input, RenderOptions, render};
use olmkit_fuzz::report::ranges_are_in_their_files;
use olmkit_workspace::bundle::{BundleOptions, validate};

fuzz_target!(|data: &[u8]| {
    let files = olmkit_fuzz::bundle(data);
    fn inputs(files: &olmkit_fuzz::Files) -> Vec<Input<'_>> {
        files.iter().map(|(path, bytes)| Input::new(path, bytes)).collect()
    }
    let check = |files: &olmkit_fuzz::Files| validate(&inputs(files), &BundleOptions::default()).unwrap();
    let report = check(&files);
    ranges_are_in_their_files(&report, &files);
    let backwards = files.iter().rev().cloned().collect();
    assert_eq!(check(&backwards), report);
    if let Ok(text) = render(&Bundle::new(&inputs(&files)), &RenderOptions::default()) {
        assert!(text.is_empty() || serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }
});
