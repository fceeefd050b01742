//! The rules that correspond to messages of opm.

/// Characteristic parts of messages, and the rules that cause them. The first matching line counts.
const CONVERSION: &[(&str, &[&str])] = &[
    ("duplicate keys for key", &["meta-duplicate-folded-keys"]),
    ("expected value for key", &["meta-key-not-string", "yaml11-bool"]),
    ("of type map[string]interface {}", &["meta-root-object", "json-array-root"]),
    ("illegal base64 data", &["pkg-icon-base64", "bundle-object-data", "bundle-properties-parse"]),
    ("read bundle objects", &["bundle-object-data"]),
    ("parse properties for bundle", &["bundle-properties-parse", "prop-value-required", "csv-metadata-types"]),
    ("parse package: ", &["json-type-mismatch"]),
    ("parse channel: ", &["json-type-mismatch"]),
    ("parse bundle: ", &["json-type-mismatch"]),
    ("parse deprecation: ", &["json-type-mismatch"]),
    ("invalid Yaml document separator", &["yaml-separator-text"]),
    ("unsupported value: +Inf", &["yaml11-inf-nan"]),
    ("unsupported value: -Inf", &["yaml11-inf-nan"]),
    ("unsupported value: NaN", &["yaml11-inf-nan"]),
    ("unsupported map key", &["yaml-keys"]),
    ("map merge requires", &["yaml-merge"]),
    ("invalid map key", &["yaml-keys", "yaml-indicators"]),
    ("unknown anchor", &["yaml-anchors", "yaml-indicators"]),
    ("value contains itself", &["yaml-anchors"]),
    ("control characters are not allowed", &["yaml-control-chars"]),
    ("octet", &["yaml-invalid-utf8"]),
    ("exceeded max depth", &["json-depth", "yaml-depth"]),
    ("excessive aliasing", &["yaml-alias-bomb"]),
    ("config contains package with no name", &["pkg-name-required"]),
    ("duplicate package ", &["pkg-duplicate"]),
    ("invalid package name", &["pkg-name-rfc1123"]),
    ("contains channel with no name", &["ch-name-required"]),
    ("has duplicate channel", &["ch-duplicate"]),
    ("duplicate entry", &["ch-duplicate-entry"]),
    ("package name must be set for bundle", &["bundle-package-required"]),
    ("has duplicate bundle", &["bundle-duplicate"]),
    ("must have exactly 1", &["bundle-package-property-count"]),
    ("does not match \"olm.package\" property", &["bundle-package-property-match"]),
    ("relatedImages[", &["bundle-related-image-syntax"]),
    ("invalid image pull spec", &["bundle-image-syntax"]),
    ("release version", &["bundle-release-syntax", "bundle-release-xor-build"]),
    ("error parsing bundle", &["bundle-version-semver"]),
    ("not found in any channel entries", &["bundle-not-in-channel"]),
    ("no olm.bundle blobs found", &["entry-without-bundle", "ch-entry-name"]),
    ("for deprecation item", &["dep-package-required"]),
    ("cannot apply deprecations to an unknown package", &["dep-unknown-package"]),
    ("expected a maximum of one deprecation", &["dep-one-per-package"]),
    ("schema must be set for deprecation", &["dep-ref-schema-required"]),
    ("duplicate deprecation entry", &["dep-ref-duplicate"]),
    ("bundle not found", &["dep-bundle-exists"]),
    ("channel not found", &["dep-channel-exists"]),
    ("package name must be empty", &["dep-package-no-name"]),
    ("object schema unknown", &["dep-ref-schema-known"]),
    ("for channel", &["ch-unknown-package"]),
    ("for bundle", &["bundle-unknown-package"]),
    ("is a directory", &["file-unreadable"]),
    ("no such file", &["file-unreadable"]),
    ("token too long", &["file-unreadable"]),
];

/// The leaves of the error tree.
const MODEL: &[(&str, &[&str])] = &[
    ("default channel must be set", &["pkg-default-channel-required", "pkg-no-channels"]),
    ("package must contain at least one channel", &["pkg-no-channels"]),
    ("channel must contain at least one bundle", &["ch-empty", "pkg-default-channel-exists"]),
    ("no channel head", &["channel-no-head"]),
    ("multiple channel heads", &["channel-multiple-heads", "ch-entry-name"]),
    ("detected cycle", &["channel-replaces-cycle", "bundle-name-required", "ch-entry-name"]),
    ("stranded bundles", &["channel-stranded"]),
    ("duplicate versions", &["pkg-unique-versions", "entry-without-bundle"]),
    ("name must be set", &["bundle-name-required", "ch-entry-name"]),
    ("normalized name", &["bundle-name-normalized"]),
    ("is empty", &["ch-skips-empty"]),
    ("invalid skipRange", &["ch-skiprange-syntax"]),
    ("must be exactly one property", &["entry-without-bundle", "ch-entry-name"]),
    ("bundle image must be set", &["bundle-image-or-objects", "entry-without-bundle", "ch-entry-name"]),
    ("invalid deprecation", &["dep-message-required"]),
    ("cannot use build metadata", &["bundle-release-xor-build"]),
];

/// Whether the rule corresponds to the message. Any leaf of an error tree is accepted, because opm orders siblings at
/// random.
pub(crate) fn fits(rule: &str, text: &str) -> bool {
    if let Some(tree) = text.strip_prefix("invalid index:") {
        let mut known = tree.lines().filter_map(|line| MODEL.iter().find(|(part, _)| line.contains(part)));
        let cut = text.chars().count() >= 300;
        return known.any(|(_, rules)| rules.contains(&rule))
            || cut && MODEL.iter().any(|(_, rules)| rules.contains(&rule));
    }
    if text.starts_with("object '") {
        return ["meta-schema-required", "yaml-empty-doc"].contains(&rule);
    }
    match CONVERSION.iter().find(|(part, _)| text.contains(part)) {
        Some((_, rules)) => rules.contains(&rule),
        None if text.contains("yaml: ") => rule.starts_with("yaml"),
        None => rule.starts_with("json"),
    }
}
