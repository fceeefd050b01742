//! Edge cases of blang's tokens in ranges.

use olmkit_semver::{Range, Version};

fn refused(range: &str) -> String {
    Range::parse(range).unwrap_err().to_string()
}

#[test]
fn a_lone_operator_counts_with_the_spaces_behind_it() {
    assert!(Range::parse(">=1.0.0 <").is_ok());
    assert_eq!(refused(">=1.0.0 < "), "Could not get version from string: \"<\"");
    assert_eq!(refused(">  "), "Could not get version from string: \">\"");
    assert_eq!(refused(">"), "Last element in range is '||'");
    assert!(Range::parse(">=1.0.0 ! ").is_ok());
}

#[test]
fn only_decimal_digits_start_a_version() {
    assert_eq!(
        refused(">=²1.0.0"),
        "Could not parse Range \">=²1.0.0\": Could not parse comparator \">=²\" in \">=²1.0.0\""
    );
    assert!(Range::parse("x½1.2.3").unwrap().contains(&Version::parse("1.2.3").unwrap()).unwrap());
    assert!(refused("１.2.3").contains("Could not parse version \"１.2.3\""));
    assert!(refused("\u{1D7FF}.2.3").contains("Could not parse version"));
}

#[test]
fn the_operator_is_quoted_without_white_space() {
    assert_eq!(
        refused("\t1.0"),
        "Could not parse Range \"\\t1.0\": Could not parse version \"1.0\" in \"1.0\": No Major.Minor.Patch elements \
         found"
    );
}

#[test]
fn white_space_before_a_wildcard_is_not_an_operator() {
    let range = Range::parse("\t1.x").unwrap();
    assert!(range.contains(&Version::parse("1.2.3").unwrap()).unwrap());
}

#[test]
fn wildcards_are_refused_before_comparators() {
    assert_eq!(refused(">2.0 <x"), "Could not get version from string: \"<x\"");
}

#[test]
fn errors_have_the_place_of_the_token() {
    let tokens = [
        (">=1.0.0 <2.0", "<2.0"),
        (">=1.0.0   ~1.2.3 <2.0.0", "~1.2.3"),
        (">=1.0.0 <  2.0 !=1.2.3", "<  2.0"),
        (">=1.0.0 <y.x", "<y.x"),
        (" || 1.0.0", "||"),
        ("1.0.0 ||", "1.0.0 ||"),
    ];
    for (range, token) in tokens {
        let error = Range::parse(range).unwrap_err();
        assert_eq!(&range[error.offset()..][..error.length()], token, "{range}");
    }
}

#[test]
fn bounds_contain_their_version_with_an_equals_sign() {
    let version = |text: &str| Version::parse(text).unwrap();
    // Below 1.2.3, 1.2.3, above.
    let ranges = [
        ("<1.2.3", [true, false, false]),
        ("<=1.2.3", [true, true, false]),
        (">1.2.3", [false, false, true]),
        (">=1.2.3", [false, true, true]),
        ("<= 1.2.3", [true, true, false]),
    ];
    for (range, expected) in ranges {
        let parsed = Range::parse(range).unwrap();
        let found = ["1.2.2", "1.2.3", "1.2.4"].map(|text| parsed.contains(&version(text)).unwrap());
        assert_eq!(found, expected, "{range}");
    }
}

#[test]
fn a_range_ends_by_its_last_upper_bound() {
    let ranges = [
        (">=1.0.0 <2.0.0", "1.9.9", false),
        (">=1.0.0 <2.0.0", "2.0.0", true),
        ("<=2.0.0", "2.0.0", true),
        ("2.0.0", "2.0.0", true),
        ("2.0.0", "1.0.0", false),
        (">=1.0.0", "2.0.0", false),
        ("<1.0.0 || <3.0.0", "2.0.0", false),
        ("<1.0.0 || <3.0.0", "3.0.0", true),
    ];
    for (range, version, ends) in ranges {
        assert_eq!(Range::parse(range).unwrap().ends_by(&Version::parse(version).unwrap()), ends, "{range} {version}");
    }
}

#[test]
fn only_an_alternative_without_comparators_is_an_empty_part() {
    assert!(Range::parse("1.0.0 || || 2.0.0").unwrap().has_empty_part());
    assert!(!Range::parse("1.0.0 || 2.0.0").unwrap().has_empty_part());
}
