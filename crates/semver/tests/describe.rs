//! Ranges in plain English.

use olmkit_semver::Range;

#[test]
fn the_tightest_bounds_are_described() {
    let nothing = "nothing";
    let descriptions = [
        ("1.0.0", "exactly 1.0.0"),
        (">=1.0.0 <=1.0.0", "exactly 1.0.0"),
        (">=1.0.0", "from 1.0.0 on"),
        (">1.0.0", "after 1.0.0 on"),
        ("<=1.0.0", "everything up to 1.0.0"),
        ("<1.0.0", "everything up to, not including, 1.0.0"),
        (">=1.0.0 <1.2.0", "from 1.0.0 up to, not including, 1.2.0"),
        (">=1.0.0 >=1.1.0 >=1.0.5 <2.0.0 <1.9.0 <1.9.5", "from 1.1.0 up to, not including, 1.9.0"),
        (">=1.0.0 >1.0.0 >=1.0.0 <=2.0.0 <2.0.0 <=2.0.0", "after 1.0.0 up to, not including, 2.0.0"),
        (">1.0.0 >=1.1.0 <2.0.0 <=1.9.0", "from 1.1.0 up to 1.9.0"),
        (">1.1.0 >=1.0.0 <1.9.0 <=2.0.0", "after 1.1.0 up to, not including, 1.9.0"),
        ("1.0.0 || >2.0.0", "exactly 1.0.0; or after 2.0.0 on"),
        ("1.0.0 || || 2.0.0", "exactly 1.0.0; or an empty alternative, on which OLM crashes; or exactly 2.0.0"),
        ("!=1.0.0", "everything except 1.0.0"),
        ("!=1.0.0 !=1.1.0 !=3.0.0 <2.0.0", "everything up to, not including, 2.0.0 except 1.0.0, 1.1.0"),
        (">2.0.0 <1.0.0", nothing),
        (">1.0.0 <1.0.0", nothing),
        (">1.0.0 <=1.0.0", nothing),
        (">=1.0.0 <1.0.0", nothing),
        ("1.0.0 !=1.0.0", nothing),
    ];
    for (range, description) in descriptions {
        assert_eq!(Range::parse(range).unwrap().describe(), description, "{range}");
    }
}

#[test]
fn a_range_without_a_matching_version_is_never_true() {
    let ranges = [
        (">2.0.0 <1.0.0", true),
        (">2.0.0 <1.0.0 || 1.0.0", false),
        (">2.0.0 <1.0.0 || || 1.0.0 !=1.0.0", true),
        ("1.0.0 !=2.0.0", false),
    ];
    for (range, is_never) in ranges {
        assert_eq!(Range::parse(range).unwrap().is_never(), is_never, "{range}");
    }
}
