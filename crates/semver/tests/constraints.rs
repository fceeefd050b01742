//! Constraints as Masterminds/semver parses them: the behavior that its tests show, with versions of our own.

use olmkit_semver::{Constraints, Version, is_partial_version};

fn matches(constraint: &str, version: &str) -> bool {
    let read = Constraints::parse(constraint).unwrap_or_else(|error| panic!("{constraint}: {error}"));
    read.matches(&Version::parse(version).unwrap())
}

/// Asserts which versions a constraint matches, and which it does not.
fn check(cases: &[(&str, &str, &str)]) {
    for (constraint, inside, outside) in cases {
        for version in inside.split_whitespace() {
            assert!(matches(constraint, version), "{constraint} matches {version}");
        }
        for version in outside.split_whitespace() {
            assert!(!matches(constraint, version), "{constraint} does not match {version}");
        }
    }
}

#[test]
fn comparisons() {
    check(&[
        ("3.0.0", "3.0.0 3.0.0+7", "3.0.1 2.9.9 3.0.0-rc.1"),
        ("=3.0.0", "3.0.0", "3.0.1"),
        ("v3.0.0", "3.0.0", "3.0.1"),
        ("!=3.1.0", "3.1.1 2.0.0", "3.1.0 3.1.0+x"),
        (">3.1.4", "3.1.5 4.0.0", "3.1.4 3.1.3"),
        (">=3.1.4", "3.1.4 9.0.0", "3.1.3"),
        ("=>3.1.4", "3.1.4", "3.1.3"),
        ("<3.1.4", "3.1.3 0.0.0", "3.1.4"),
        ("<=3.1.4", "3.1.4 0.0.1", "3.1.5"),
        ("=<3.1.4", "3.1.4", "3.1.5"),
        ("=0", "0.7.0", "1.0.0"),
        ("03.01.04", "3.1.4", "3.1.5"),
    ]);
}

#[test]
fn missing_numbers_and_wildcards() {
    check(&[
        ("3", "3.0.0 3.9.9", "2.9.9 4.0.0"),
        ("3.1", "3.1.0 3.1.9", "3.0.9 3.2.0"),
        ("3.x", "3.0.0 3.9.9", "4.0.0"),
        ("3.1.X", "3.1.9", "3.2.0"),
        ("3.1.*", "3.1.9", "3.2.0"),
        ("0.x.x", "0.9.9", "1.0.0"),
        ("0.0.x", "0.0.9", "0.1.0"),
        ("*", "0.0.0 7.8.9", "7.8.9-rc.1"),
        ("x.3.4", "7.8.9", ""),
        ("!=3", "2.9.9 4.0.0", "3.0.0 3.9.9"),
        ("!=3.1", "3.0.9 3.2.0 4.1.0", "3.1.0 3.1.9"),
        (">3", "4.0.0", "3.9.9 2.0.0"),
        (">3.1", "3.2.0 4.0.0", "3.1.9 2.9.0"),
        (">=3", "3.0.0 4.0.0", "2.9.9"),
        (">=3.1", "3.1.0", "3.0.9"),
        ("<3", "2.9.9", "3.0.0 3.1.0"),
        ("<3.1", "3.0.9", "3.1.0 3.1.1"),
        ("<=3", "3.9.9 2.0.0", "4.0.0"),
        ("<=3.1", "3.1.9 3.0.0 2.9.0", "3.2.0 4.0.0"),
        (">0", "1.0.0", "0.9.0"),
        ("<=*", "0.0.9", "0.1.0 1.0.0"),
    ]);
}

#[test]
fn partial_versions() {
    for good in ["1", "1.2", "v1.2.0", "1.2.3-rc.1+b.01", "01.2", "1-a+b-c", "1.2.3-18446744073709551616"] {
        assert!(is_partial_version(good), "{good}");
    }
    let bad = ["", "v", "vv1", "1.x", "*", "1|2", "1.", "1.2.3.4", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "one", "1.2.3+"];
    for bad in bad.into_iter().chain(["1 ", " 1", "1+a+b", "18446744073709551616", "1.2.3-é"]) {
        assert!(!is_partial_version(bad), "{bad}");
    }
}

#[test]
fn tilde_and_caret() {
    check(&[
        ("~3.1.4", "3.1.4 3.1.9", "3.1.3 3.2.0 4.1.4"),
        ("~>3.1.4", "3.1.9", "3.2.0"),
        ("~3.1", "3.1.0 3.1.9", "3.2.0"),
        ("~3", "3.0.0 3.9.9", "4.0.0 2.9.9"),
        ("~3.x", "3.9.9", "4.0.0"),
        ("~*", "3.9.9 0.0.0", ""),
        ("~0.0.0", "3.9.9", ""),
        ("~0", "0.9.9", "1.0.0"),
        ("~0.0", "0.0.9", "0.1.0"),
        ("^3.1.4", "3.1.4 3.9.9", "3.1.3 4.0.0"),
        ("^3.1", "3.1.0 3.9.9", "3.0.9 4.0.0"),
        ("^3", "3.0.0 3.9.9", "4.0.0"),
        ("^3.x", "3.9.9", "4.0.0 2.9.9"),
        ("^0.3.1", "0.3.1 0.3.9", "0.3.0 0.4.0 1.3.1"),
        ("^0.3", "0.3.9", "0.4.0 1.3.0"),
        ("^0.0.3", "0.0.3", "0.0.4 0.0.2 0.1.3"),
        ("^0.0", "0.0.9", "0.1.0 1.0.0"),
        ("^0", "0.9.9", "1.0.0"),
        ("^0.0.0", "0.0.0", "0.0.1 1.2.3"),
        ("^*", "0.0.0", "1.2.3"),
    ]);
}

#[test]
fn and_or_and_hyphen_ranges() {
    check(&[
        (">3.1, <4", "3.2.0 3.9.9", "3.1.9 4.0.0"),
        (">3.1 <4", "3.2.0", "4.0.0"),
        ("  >  3.1 ,   <4  ", "3.2.0", "4.0.0"),
        (">=3.1\t<4\n!=3.5.0", "3.4.9", "3.5.0"),
        (">=1.1, <2, !=1.2.3 || > 3", "1.2.4 4.0.0", "1.2.3 3.1.2 2.0.0"),
        ("1.x||~3.1", "1.9.9 3.1.9", "2.0.0"),
        ("<1.0.0 >=2.0.0", "", "0.5.0 1.5.0 2.5.0"),
        ("3 - 4", "3.0.0 4.9.9", "2.9.9 5.0.0"),
        ("3.1.0 - 3.4.2", "3.4.2", "3.4.3 3.0.9"),
        ("3 - 4 || 6 - 7.1", "3.5.0 7.1.9", "5.0.0 7.2.0"),
        ("3.0.0 - 4.0.0 <3.5", "3.4.9", "3.5.0"),
        ("3.0.0 - 4.0.0, !=3.5", "3.4.9", "3.5.1"),
        ("1 - 2 3 - 4", "", "1.5.0 3.5.0"),
        ("1.1-3", "1.1.0 1.1.9-4", "1.1.0-2 4.3.2"),
    ]);
}

#[test]
fn pre_releases() {
    check(&[
        (">=3.0.0", "3.0.0", "3.0.1-rc.1 4.0.0-0"),
        (">=3.0.0-0", "3.0.0-rc.1 3.0.1-rc.1 4.0.0", "2.9.9"),
        (">=3-0", "3.0.0-alpha", "2.9.9"),
        ("<3.0.0-rc.10", "3.0.0-rc.2 2.0.0", "3.0.0-rc.10 3.0.0"),
        ("!=3.1", "", "5.1.0-alpha"),
        ("!=3.1-alpha", "3.1.0 3.1.0-beta 3.2.0-alpha", "3.1.0-alpha 3.1.9-alpha"),
        ("~3.1.4-beta.2", "3.1.4-beta.4 3.1.5-alpha 3.1.9", "3.2.0-beta.2 3.1.4-alpha"),
        ("^3.1.4-beta", "3.1.4-beta 3.9.9-alpha", "3.1.4-alpha 4.0.0-alpha"),
        ("*-0", "1.2.3-alpha.1", ""),
        // A term that names a pre-release makes its whole group match pre-releases, but not other groups.
        (">=3.0.0 <4.0.0-0", "3.5.0-rc.1", "4.0.0-rc.1"),
        (">=3.0.0 <4 || 9.0.0-rc.1", "9.0.0-rc.1 3.5.0", "3.5.0-rc.1"),
        (">1.0.0-99999999999999999999999", "1.0.0-b 1.0.0", "1.0.0-5"),
        (">=1.0.0-2", "1.0.0-10", "1.0.0-1"),
    ]);
}

#[test]
fn properties_that_are_not_constraints() {
    let error = |text: &str| Constraints::parse(text).unwrap_err().to_string();
    for text in [
        "",
        " ",
        "foobar",
        ">=",
        ">= bar",
        "BAR >= 1",
        "1,",
        ",1",
        "1,,2",
        "1 ||",
        "|| 1",
        "12.3.4.1234",
        "12.23.4.1",
        "1~ 2",
        "==1",
        "1.2.3-",
        "1.2.3-a..b",
        "1.2.3+",
        "V1",
        "1 -2",
        ">=1 - 2",
        "é",
        "1 é",
        "1.2.3.",
        "not-a-version",
    ] {
        let text = error(text);
        assert!(text.starts_with("improper constraint: \""), "{text}");
    }
    assert_eq!(error("foobar"), "improper constraint: \"foobar\"");
    assert_eq!(error("1 || foo\t"), "improper constraint: \" foo\\t\"");
    assert_eq!(error("1 - 2 - 3"), "improper constraint: \">= 1, <= 2 - 3\"");
    for text in ["1xx", "1|2", "99999999999999999999", "1.2.3-01", "1.2.3-a.01"] {
        assert_eq!(error(text), "constraint parser error", "{text}");
    }
    assert!(Constraints::parse("12.3.34 ~1.2.3").is_ok());
}

#[test]
fn huge_ones_are_refused_at_once() {
    let error = |text: &str| Constraints::parse(text).unwrap_err().to_string();
    for text in ["1".repeat(100_000), "1||".repeat(100_000), "1 - ".repeat(100_000), " ".repeat(1_000_000)] {
        assert_eq!(error(&text), "constraint string is too long (max 512 bytes)");
    }
    assert_eq!(error(&format!("{}1", "1||".repeat(32))), "too many constraint groups (max 32)");
    assert!(Constraints::parse(&format!("{}1", "1||".repeat(31))).is_ok());
    assert!(Constraints::parse(&format!("{}1", " ".repeat(511))).is_ok());
    assert_eq!(error(&format!("{}1", " ".repeat(512))), "constraint string is too long (max 512 bytes)");
    assert!(Constraints::parse(&format!("1.2.3-{}", "a".repeat(250))).is_ok());
    assert_eq!(error(&format!("1.2.3-{}", "a".repeat(251))), "constraint parser error");
    // The slowest form within the length limit.
    assert!(Constraints::parse(&"1 - ".repeat(128)).is_err());
}
