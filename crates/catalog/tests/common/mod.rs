//! What the conformance tests share.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses a part")]

use std::path::PathBuf;

use olmkit_catalog::{Catalog, CheckOptions, Input, Report, check, load};

/// The shared conformance data, or a line that says it is absent.
pub fn shared() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let path = std::env::var_os("OLMKIT_SHARED").map_or_else(|| default.into(), PathBuf::from);
    let found = path.join("conformance").is_dir();
    if !found {
        println!("skipped: no shared conformance data");
    }
    found.then_some(path)
}

pub fn jsonl(name: &str) -> Vec<serde_json::Value> {
    let Some(shared) = shared() else { return Vec::new() };
    let text = std::fs::read_to_string(shared.join("conformance").join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn validate(files: &[(String, Vec<u8>)]) -> Report {
    let inputs: Vec<Input<'_>> =
        files.iter().map(|(path, bytes)| Input { path, content: Ok(bytes.as_slice()) }).collect();
    let loaded = load(&inputs);
    check(&Catalog::new(&loaded), &CheckOptions::default())
}

pub fn files_of(case: &serde_json::Value) -> Vec<(String, Vec<u8>)> {
    let files = case["files"].as_object().unwrap();
    files.iter().map(|(path, text)| (path.clone(), text.as_str().unwrap().as_bytes().to_vec())).collect()
}

/// Rules that can stand behind a message of opm: the first fragment that fits decides.
pub fn rules_of_message(message: &str) -> &'static [&'static str] {
    const TABLE: &[(&str, &[&str])] = &[
        ("contains package with no name", &["pkg-name-required"]),
        ("duplicate package", &["pkg-duplicate"]),
        ("invalid package name", &["pkg-name-rfc1123"]),
        ("unknown package", &["ch-unknown-package", "bundle-unknown-package", "dep-unknown-package"]),
        ("contains channel with no name", &["ch-name-required"]),
        ("has duplicate channel", &["ch-duplicate"]),
        ("duplicate entry", &["ch-duplicate-entry"]),
        ("package name must be set for bundle", &["bundle-package-required"]),
        ("has duplicate bundle", &["bundle-duplicate"]),
        ("unexpected end of JSON input", &["prop-value-required", "bundle-object-data"]),
        ("read bundle objects", &["bundle-object-data"]),
        ("convert bundle object", &["bundle-object-data"]),
        ("of type \"olm.csv.metadata\"", &["csv-metadata-types"]),
        ("parse properties for bundle", &["bundle-properties-parse"]),
        ("must have exactly 1 \"olm.package\"", &["bundle-package-property-count"]),
        ("does not match \"olm.package\" property", &["bundle-package-property-match"]),
        (" image: invalid image", &["bundle-image-syntax"]),
        ("relatedImages[", &["bundle-related-image-syntax"]),
        ("release version", &["bundle-release-syntax", "bundle-release-xor-build"]),
        ("error parsing bundle", &["bundle-version-semver"]),
        ("not found in any channel entries", &["bundle-not-in-channel"]),
        ("no olm.bundle blobs found", &["entry-without-bundle"]),
        ("package name must be set for deprecation", &["dep-package-required"]),
        ("maximum of one deprecation", &["dep-one-per-package"]),
        ("schema must be set for deprecation", &["dep-ref-schema-required"]),
        ("duplicate deprecation entry", &["dep-ref-duplicate"]),
        ("bundle not found", &["dep-bundle-exists"]),
        ("channel not found", &["dep-channel-exists"]),
        ("package name must be empty", &["dep-package-no-name"]),
        ("object schema unknown", &["dep-ref-schema-known"]),
        ("invalid index", &["MODEL"]),
        ("exceeded max depth", &["yaml-depth", "json-depth"]),
        ("document separator", &["yaml-separator-text"]),
        ("object '' is missing", &["yaml-empty-doc"]),
        ("object '", &["meta-schema-required", "yaml-empty-doc"]),
        ("duplicate keys for key", &["meta-duplicate-folded-keys"]),
        ("to be a string, got", &["meta-key-not-string"]),
        ("map[string]interface {}", &["meta-root-object"]),
        ("illegal base64", &["pkg-icon-base64"]),
        ("json: cannot unmarshal number", &["json-type-mismatch", "json-number-overflow", "pkg-icon-base64"]),
        ("json: cannot unmarshal", &["json-type-mismatch", "pkg-icon-base64"]),
        ("unsupported value", &["yaml11-inf-nan"]),
        ("map merge", &["yaml-merge"]),
        ("map key", &["yaml-keys"]),
        ("excessive aliasing", &["yaml-alias-bomb"]),
        ("anchor", &["yaml-anchors"]),
        ("control characters", &["yaml-control-chars"]),
        ("UTF-8", &["yaml-invalid-utf8", "yaml11-tags"]),
        ("cannot decode !!", &["yaml11-tags"]),
        ("invalid base64 data", &["yaml11-tags"]),
        ("json: offset", &["ANY-LOAD"]),
        ("yaml:", &["ANY-YAML"]),
        ("invalid character", &["json-locked", "json-syntax"]),
        ("is a directory", &["file-unreadable"]),
        ("token too long", &["file-unreadable"]),
    ];
    TABLE.iter().find(|(fragment, _)| message.contains(fragment)).map_or(&[], |(_, rules)| rules)
}

/// Whether the rule we name first can be behind opm's message.
pub fn fits(first: &str, message: &str) -> bool {
    let rules = rules_of_message(message);
    match rules {
        ["MODEL"] => message.contains(model_fragment(first)),
        ["ANY-YAML"] => first.starts_with("yaml"),
        ["ANY-LOAD"] => first.starts_with("json") || first.starts_with("yaml") || first.starts_with("meta"),
        _ => rules.contains(&first),
    }
}

fn model_fragment(rule: &str) -> &'static str {
    match rule {
        "pkg-default-channel-required" => "default channel must be set",
        "pkg-no-channels" => "at least one channel",
        "pkg-default-channel-exists" | "ch-empty" => "at least one bundle",
        "pkg-unique-versions" => "duplicate versions",
        "channel-no-head" => "no channel head",
        "channel-multiple-heads" => "multiple channel heads",
        "channel-replaces-cycle" => "detected cycle",
        "channel-stranded" => "stranded",
        "entry-without-bundle" => "exactly one property",
        "bundle-name-required" => "name must be set",
        "bundle-name-normalised" => "normalized name",
        "ch-skips-empty" => "is empty",
        "ch-skiprange-syntax" => "invalid skipRange",
        "bundle-image-or-objects" => "image must be set",
        "dep-message-required" => "invalid deprecation",
        "bundle-release-xor-build" => "build metadata",
        _ => "\0",
    }
}
