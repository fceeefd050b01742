//! Configurations of oc-mirror that it accepts or rejects, with its message.

use olmkit_render::mirror::ImageSet;

fn rejected(text: &str) -> String {
    ImageSet::parse(text.as_bytes()).map_or_else(|error| error.to_string(), |_| String::new())
}

/// The message for a configuration with these operators.
fn of_operators(operators: &str) -> String {
    rejected(&format!("kind: ImageSetConfiguration\nmirror: {{operators: {operators}}}"))
}

fn of_package(package: &str) -> String {
    let text = of_operators(&format!("[{{catalog: 'q.io/c:v1', packages: [{package}]}}]"));
    text.replace("catalog \"q.io/c:v1\": operator \"p\": ", "").replace("invalid configuration: ", "")
}

#[test]
fn the_first_keys_are_exact_and_are_checked_in_order() {
    let mirror = "mirror: {operators: [{catalog: 'quay.io/x/cat:v1'}]}";
    assert_eq!(rejected(&format!("kind: ImageSetConfiguration\n{mirror}")), "");
    assert_eq!(rejected("kind: ImageSetConfiguration\nmirror:"), "", "nothing is mirrored");
    assert_eq!(rejected(&format!("Kind: ImageSetConfiguration\n{mirror}")), "configuration missing `kind`");
    assert_eq!(rejected("kind: ImageSetConfiguration\nMirror: {}"), "configuration missing the `mirror` stanza");
    for (kind, shown) in [
        ("", "%!q(<nil>)"),
        ("''", "\"\""),
        ("1", "%!q(float64=1)"),
        ("true", "%!q(bool=true)"),
        ("[a]", "[\"a\"]"),
        ("{b: 1, a: x}", "map[\"a\":\"x\" \"b\":%!q(float64=1)]"),
        ("Other", "\"Other\""),
    ] {
        assert_eq!(rejected(&format!("kind: {kind}\n")), format!("cannot parse {shown} as \"ImageSetConfiguration\""));
    }
    let both = format!("kind: ImageSetConfiguration\n{mirror}\ndelete: {{}}");
    assert_eq!(rejected(&both), "delete: is not allowed in ImageSetConfiguration");
    assert!(rejected("[a]").contains("cannot unmarshal array into Go value of type map[string]interface {}"));
    assert!(rejected("a").contains("cannot unmarshal string into Go value of type map[string]interface {}"));
}

#[test]
fn what_is_not_about_catalogs_is_decoded_too() {
    for mirror in [
        "platform: {nope: 1}",
        "platform: x",
        "platform: {channels: [{name: a, minVersion: 4.10}]}",
        "additionalImages: [{name: 1}]",
        "additionalImages: [{nme: a}]",
        "helm: {x: 1}",
        "helm: {repositories: [{name: 1}]}",
        "blockedImages: [{nme: x}]",
        "samples: x",
        "operators: [{catalog: 'q.io/c:v1', platforms: x}]",
    ] {
        let text = rejected(&format!("kind: ImageSetConfiguration\nmirror: {{{mirror}}}"));
        assert!(text.starts_with("decode ImageSetConfiguration: json: "), "{mirror}: {text}");
    }
    for (size, is_valid) in [("4", true), ("null", true), ("'1'", false), ("1.5", false)] {
        let text = rejected(&format!("kind: ImageSetConfiguration\nmirror: {{}}\narchiveSize: {size}"));
        assert_eq!(text.is_empty(), is_valid, "{size}: {text}");
    }
}

#[test]
fn several_errors_are_listed_once_and_in_order() {
    let invalid = "must respect semantic versioning notation";
    assert_eq!(
        of_package("{name: p, minVersion: x, maxVersion: z}"),
        format!("[maxVersion \"z\" {invalid}, minVersion \"x\" {invalid}]")
    );
    assert_eq!(
        of_package("{name: p}, {name: p}, {name: p}"),
        "catalog \"q.io/c:v1\": duplicate package entry \"p\"",
        "equal messages are one"
    );
    assert_eq!(
        of_package("{name: p, minVersion: '1', channels: [{name: s, minVersion: x}, {name: s}]}"),
        format!(
            "[channel \"s\": minVersion \"x\" {invalid}, mixing both filtering by minVersion/maxVersion and filtering by \
             channel minVersion/maxVersion is not allowed, duplicate channel entry \"s\"]"
        )
    );
    let missing = "unable to parse image correctly : tag and digest are empty";
    assert_eq!(
        of_operators("[{catalog: q.io/cat}, {catalog: q.io/dog}]"),
        format!(
            "invalid configuration: [q.io/cat {missing}, q.io/dog {missing}, catalog \"\": duplicate found in \
             configuration]"
        )
    );
}

#[test]
fn release_channels_are_selected_once() {
    let mirror = |operators: &str| {
        rejected(&format!(
            "kind: ImageSetConfiguration\nmirror: {{platform: {{channels: [{{name: a}}, {{name: a}}]}}, operators: [{operators}]}}"
        ))
    };
    let release = "invalid configuration: release channel \"a\": duplicate found in configuration";
    assert_eq!(mirror("{catalog: 'q.io/c:v1'}"), release);
    assert_eq!(
        mirror("{catalog: ''}"),
        format!("[invalid configuration: unknown image : reference name is empty, {release}]")
    );
}
