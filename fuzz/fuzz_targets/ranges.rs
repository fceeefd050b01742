//! Parsing a version and formatting it again gives an equal version, and ranges can be evaluated for all versions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_semver::{Constraints, Range, Version, parse_release, parse_tolerant};

const PIECES: [&str; 32] = [
    "1",
    "0",
    "2",
    "10",
    "x",
    "*",
    ".",
    ".",
    "-",
    "+",
    "rc.1",
    "alpha",
    "0a",
    "v",
    ">",
    "<",
    "=",
    ">=",
    "<=",
    "!",
    "!=",
    "||",
    " ",
    " || ",
    ",",
    "~",
    "^",
    " - ",
    "18446744073709551615",
    "1.0.0",
    "2.0.0-rc.1",
    "1.x",
];

fn holds(text: &str) {
    for version in [Version::parse(text), parse_tolerant(text)].into_iter().flatten() {
        let shown = version.to_string();
        let again = Version::parse(&shown).unwrap();
        assert_eq!((&again, again.cmp(&version)), (&version, std::cmp::Ordering::Equal));
        assert_eq!(again.to_string(), shown);
    }
    let _ = parse_release(text);
    let versions = ["0.0.0", "1.0.0-rc.1", "1.0.0", "1.0.0+1", "1.2.3", "2.0.0-0", "10.0.0"];
    let versions = versions.map(|version| Version::parse(version).unwrap());
    if let Ok(range) = Range::parse(text) {
        assert!(!range.describe().is_empty());
        for version in &versions {
            let is_in = range.contains(version).unwrap_or_default();
            assert!(!(is_in && range.is_never()), "{text:?} contains {version} and nothing");
        }
    }
    if let Ok(constraints) = Constraints::parse(text) {
        for version in &versions {
            let _ = constraints.matches(version);
        }
    }
}

fuzz_target!(|data: &[u8]| {
    if let Some(mut choices) = olmkit_fuzz::choices(data) {
        let text: String = (0..choices.below(16)).map(|_| choices.of(&PIECES)).collect();
        holds(&text);
    } else if let Ok(text) = str::from_utf8(data) {
        holds(text);
    }
});
