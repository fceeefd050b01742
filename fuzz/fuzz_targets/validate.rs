//! Checks a catalog in every profile: the same verdict, ranges within their files, the same result in any order of
//! files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_diagnostics::Profile;
use olmkit_fuzz::report::{check, errors, ranges_are_in_their_files};

fuzz_target!(|data: &[u8]| {
    let files = olmkit_fuzz::catalog(data);
    let reports = Profile::ALL.map(|profile| (profile, check(&files, profile.name())));
    let (_, default) = &reports[0];
    for (profile, report) in &reports {
        ranges_are_in_their_files(report, &files);
        assert_eq!(report.opm, default.opm);
        if *profile == Profile::Opm {
            assert_eq!(errors(report) == 0, report.opm.accepted, "{report:?}");
        }
    }
    let backwards = files.iter().rev().cloned().collect();
    assert_eq!(&check(&backwards, "default"), default);
});
