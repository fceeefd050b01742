//! Catalogs with random combinations of damage that fixes are made for.

use super::{Files, Numbers};

/// Values that YAML 1.1 and people read differently, and others that are wrong in most places.
const VALUES: [&str; 18] = [
    "on", "off", "yes", "No", "y", "n", "true", "1.10", "4.20", "010", "1_000", "1", "0x1F", ".inf", "~", "[a]",
    "{a: b}", "1.0.0",
];

const PACKAGES: [&str; 3] = ["foo", "bar", "4.10"];

/// One in so many.
fn one_in(numbers: &mut Numbers, many: usize) -> bool {
    numbers.below(many) == 0
}

/// A value, or damage.
fn value(numbers: &mut Numbers, text: &str) -> String {
    match numbers.below(14) {
        0 => VALUES[numbers.below(VALUES.len())].to_owned(),
        1 => format!("\"{text}\""),
        _ => text.to_owned(),
    }
}

/// A name, or one that is almost right.
fn name(numbers: &mut Numbers, text: &str) -> String {
    match numbers.below(24) {
        0 => text.replace(".v", "."),
        1 => text.to_uppercase(),
        2 => format!("{text}x"),
        3 => text.chars().skip(1).collect(),
        _ => value(numbers, text),
    }
}

fn key(numbers: &mut Numbers, text: &str) -> String {
    match numbers.below(40) {
        0 => text[..1].to_uppercase() + &text[1..],
        1 => text[..text.len() - 1].to_owned(),
        2 => text.to_uppercase(),
        _ => text.to_owned(),
    }
}

fn comment(numbers: &mut Numbers, indent: &str) -> String {
    const RULES: [&str; 5] = ["skiprange-never", "replaces-newer", "yaml11-surprise", "v0-order", "unknown-keys"];
    if !one_in(numbers, 12) {
        return String::new();
    }
    format!("{indent}# olmkit-ignore {}: tested\n", RULES[numbers.below(RULES.len())])
}

fn package(numbers: &mut Numbers, package: &str, channels: &[String]) -> String {
    let default = channels.first().cloned().unwrap_or_default();
    let mut text = format!(
        "---\n{}{}: {}\n{}: {}\n{}: {}\n",
        comment(numbers, ""),
        key(numbers, "schema"),
        value(numbers, "olm.package"),
        key(numbers, "name"),
        value(numbers, package),
        key(numbers, "defaultChannel"),
        name(numbers, &default),
    );
    if one_in(numbers, 3) {
        text += &format!("description: {}\n", value(numbers, "words"));
    }
    text
}

fn channel(numbers: &mut Numbers, package: &str, channel: &str, versions: &[String]) -> String {
    let mut text = format!(
        "---\n{}schema: {}\n{}: {}\nname: {}\n{}:\n",
        comment(numbers, ""),
        name(numbers, "olm.channel"),
        key(numbers, "package"),
        name(numbers, package),
        value(numbers, channel),
        key(numbers, "entries"),
    );
    for (at, version) in versions.iter().enumerate() {
        text += &comment(numbers, "");
        text += &format!("- name: {}\n", name(numbers, &format!("{package}.v{version}")));
        if let Some(before) = at.checked_sub(1).map(|at| &versions[at]) {
            if !one_in(numbers, 10) {
                text +=
                    &format!("  {}: {}\n", key(numbers, "replaces"), name(numbers, &format!("{package}.v{before}")));
            }
            if one_in(numbers, 3) {
                text += &format!("  {}: [{}]\n", key(numbers, "skips"), name(numbers, &format!("{package}.v{before}")));
            }
            if one_in(numbers, 3) {
                text += &format!(
                    "  {}: {}\n",
                    key(numbers, "skipRange"),
                    value(numbers, &format!("'>={before} <{version}'"))
                );
            }
        }
    }
    text
}

fn bundle(numbers: &mut Numbers, package: &str, version: &str) -> String {
    let mut text = format!(
        "---\n{}schema: olm.bundle\n{}: {}\nname: {}\n{}: {}\nproperties:\n- type: olm.package\n  value:\n    {}: {}\n    {}: {}\n",
        comment(numbers, ""),
        key(numbers, "package"),
        name(numbers, package),
        name(numbers, &format!("{package}.v{version}")),
        key(numbers, "image"),
        value(numbers, &format!("quay.io/x/{package}:v{version}")),
        key(numbers, "packageName"),
        value(numbers, package),
        key(numbers, "version"),
        value(numbers, version),
    );
    if one_in(numbers, 3) {
        text += &format!("- type: olm.maxOpenShiftVersion\n  value: {}\n", value(numbers, "\"4.18\""));
    }
    if one_in(numbers, 3) {
        text += &format!(
            "- type: olm.gvk\n  value: {{group: g.io, kind: {}, version: {}}}\n",
            value(numbers, "K"),
            value(numbers, "v1")
        );
    }
    if one_in(numbers, 3) {
        text += &format!("- type: acme.io/own\n  value: {{enabled: {}}}\n", value(numbers, "on"));
    }
    if one_in(numbers, 2) {
        text += &csv_metadata(numbers);
    }
    if one_in(numbers, 4) {
        text += &format!(
            "{}:\n- name: {}\n  image: {}\n",
            key(numbers, "relatedImages"),
            value(numbers, "a"),
            value(numbers, "quay.io/x/a:v1")
        );
    }
    text
}

fn csv_metadata(numbers: &mut Numbers) -> String {
    let supported = |numbers: &mut Numbers| match numbers.below(4) {
        0 => value(numbers, "true"),
        1 => "on".to_owned(),
        2 => "no".to_owned(),
        _ => "true".to_owned(),
    };
    format!(
        "- type: olm.csv.metadata\n  value:\n    annotations:\n      createdAt: {}\n      {}: {}\n    displayName: {}\n    \
         minKubeVersion: {}\n    keywords: [{}, b]\n    installModes:\n    - type: OwnNamespace\n      supported: {}\n    \
         - type: {}\n      supported: {}\n    apiServiceDefinitions: {{owned: [{{name: a, containerPort: {}}}]}}\n    \
         crdDescriptions:\n      owned:\n      - name: {}\n        kind: K\n        version: v1\n        \
         specDescriptors: [{{path: {}, value: {}}}]\n    unknown: {}\n",
        value(numbers, "today"),
        value(numbers, "a"),
        value(numbers, "b"),
        value(numbers, "Foo"),
        value(numbers, "1.20.0"),
        value(numbers, "a"),
        supported(numbers),
        value(numbers, "AllNamespaces"),
        supported(numbers),
        value(numbers, "8080"),
        value(numbers, "ks.g.io"),
        value(numbers, "a"),
        value(numbers, "b"),
        value(numbers, "c"),
    )
}

fn deprecations(numbers: &mut Numbers, package: &str, version: &str) -> String {
    format!(
        "---\nschema: olm.deprecations\n{}: {}\nentries:\n- reference: {{schema: {}, name: {}}}\n  message: {}\n",
        key(numbers, "package"),
        value(numbers, package),
        value(numbers, "olm.bundle"),
        name(numbers, &format!("{package}.v{version}")),
        value(numbers, "old"),
    )
}

/// One or two packages in one or several files.
pub fn catalog(seed: u64) -> Files {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
    let numbers = &mut numbers;
    let mut documents = Vec::new();
    for at in 0..=numbers.below(2) {
        let owner = PACKAGES[(numbers.below(8) / 7 * 2 + at) % PACKAGES.len()];
        let versions: Vec<String> = (0..=numbers.below(4)).map(|minor| format!("1.{minor}.0")).collect();
        let channels: Vec<String> =
            ["stable", "4.10", "on"].iter().take(1 + numbers.below(6) / 4).map(|&name| name.to_owned()).collect();
        documents.push(package(numbers, owner, &channels));
        for name in &channels {
            documents.push(channel(numbers, owner, name, &versions));
        }
        for version in &versions {
            if !one_in(numbers, 15) {
                documents.push(bundle(numbers, owner, version));
            }
        }
        if one_in(numbers, 3) {
            documents.push(deprecations(numbers, owner, &versions[0]));
        }
        if one_in(numbers, 6) {
            documents.push(format!("---\nschema: my.config\nversion: {}\n", value(numbers, "4.10")));
        }
    }
    // Each in its own file, or all in one.
    let is_split = one_in(numbers, 3);
    let file = |at: usize| if is_split { format!("{:02}.yaml", at) } else { "catalog.yaml".to_owned() };
    let mut files = Files::new();
    for (at, document) in documents.into_iter().enumerate() {
        match files.last_mut().filter(|(path, _)| *path == file(at)) {
            Some((_, text)) => text.push_str(&document),
            None => files.push((file(at), document)),
        }
    }
    files
}
