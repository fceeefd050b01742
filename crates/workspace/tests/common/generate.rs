//! Generates catalogs with random combinations of errors that have fixes.

use olmkit_testing::Choices;

use super::Files;

/// Values that YAML 1.1 and people interpret differently, and values that are invalid in most places.
const VALUES: [&str; 18] = [
    "on", "off", "yes", "No", "y", "n", "true", "1.10", "4.20", "010", "1_000", "1", "0x1F", ".inf", "~", "[a]",
    "{a: b}", "1.0.0",
];

const PACKAGES: [&str; 3] = ["foo", "bar", "4.10"];

/// Returns true once in `many` calls on average.
fn one_in(choices: &mut Choices<'_>, many: usize) -> bool {
    choices.below(many) + 1 == many
}

/// Returns a value, sometimes a wrong one.
fn value(choices: &mut Choices<'_>, text: &str) -> String {
    match choices.below(14) {
        13 => choices.of(&VALUES).to_owned(),
        12 => format!("\"{text}\""),
        _ => text.to_owned(),
    }
}

/// Returns a name, sometimes with a small error.
fn name(choices: &mut Choices<'_>, text: &str) -> String {
    match choices.below(24) {
        23 => text.replace(".v", "."),
        22 => text.to_uppercase(),
        21 => format!("{text}x"),
        20 => text.chars().skip(1).collect(),
        _ => value(choices, text),
    }
}

fn key(choices: &mut Choices<'_>, text: &str) -> String {
    match choices.below(40) {
        39 => text[..1].to_uppercase() + &text[1..],
        38 => text[..text.len() - 1].to_owned(),
        37 => text.to_uppercase(),
        _ => text.to_owned(),
    }
}

fn comment(choices: &mut Choices<'_>, indent: &str) -> String {
    const RULES: [&str; 5] = ["skiprange-never", "replaces-newer", "yaml11-surprise", "v0-order", "unknown-keys"];
    if !one_in(choices, 12) {
        return String::new();
    }
    format!("{indent}# olmkit-ignore {}: tested\n", choices.of(&RULES))
}

fn package(choices: &mut Choices<'_>, package: &str, channels: &[String]) -> String {
    let default = channels.first().cloned().unwrap_or_default();
    let mut text = format!(
        "---\n{}{}: {}\n{}: {}\n{}: {}\n",
        comment(choices, ""),
        key(choices, "schema"),
        value(choices, "olm.package"),
        key(choices, "name"),
        value(choices, package),
        key(choices, "defaultChannel"),
        name(choices, &default),
    );
    if one_in(choices, 3) {
        text += &format!("description: {}\n", value(choices, "words"));
    }
    text
}

fn channel(choices: &mut Choices<'_>, package: &str, channel: &str, versions: &[String]) -> String {
    let mut text = format!(
        "---\n{}schema: {}\n{}: {}\nname: {}\n{}:\n",
        comment(choices, ""),
        name(choices, "olm.channel"),
        key(choices, "package"),
        name(choices, package),
        value(choices, channel),
        key(choices, "entries"),
    );
    for (at, version) in versions.iter().enumerate() {
        text += &comment(choices, "");
        text += &format!("- name: {}\n", name(choices, &format!("{package}.v{version}")));
        if let Some(before) = at.checked_sub(1).map(|at| &versions[at]) {
            if !one_in(choices, 10) {
                text +=
                    &format!("  {}: {}\n", key(choices, "replaces"), name(choices, &format!("{package}.v{before}")));
            }
            if one_in(choices, 3) {
                text += &format!("  {}: [{}]\n", key(choices, "skips"), name(choices, &format!("{package}.v{before}")));
            }
            if one_in(choices, 3) {
                text += &format!(
                    "  {}: {}\n",
                    key(choices, "skipRange"),
                    value(choices, &format!("'>={before} <{version}'"))
                );
            }
        }
    }
    text
}

fn bundle(choices: &mut Choices<'_>, package: &str, version: &str) -> String {
    let mut text = format!(
        "---\n{}schema: olm.bundle\n{}: {}\nname: {}\n{}: {}\nproperties:\n- type: olm.package\n  value:\n    {}: {}\n    {}: {}\n",
        comment(choices, ""),
        key(choices, "package"),
        name(choices, package),
        name(choices, &format!("{package}.v{version}")),
        key(choices, "image"),
        value(choices, &format!("quay.io/x/{package}:v{version}")),
        key(choices, "packageName"),
        value(choices, package),
        key(choices, "version"),
        value(choices, version),
    );
    if one_in(choices, 3) {
        text += &format!("- type: olm.maxOpenShiftVersion\n  value: {}\n", value(choices, "\"4.18\""));
    }
    if one_in(choices, 3) {
        text += &format!(
            "- type: olm.gvk\n  value: {{group: g.io, kind: {}, version: {}}}\n",
            value(choices, "K"),
            value(choices, "v1")
        );
    }
    if one_in(choices, 3) {
        text += &format!("- type: acme.io/own\n  value: {{enabled: {}}}\n", value(choices, "on"));
    }
    if one_in(choices, 2) {
        text += &csv_metadata(choices);
    }
    if one_in(choices, 4) {
        text += &format!(
            "{}:\n- name: {}\n  image: {}\n",
            key(choices, "relatedImages"),
            value(choices, "a"),
            value(choices, "quay.io/x/a:v1")
        );
    }
    text
}

fn csv_metadata(choices: &mut Choices<'_>) -> String {
    let supported = |choices: &mut Choices<'_>| match choices.below(4) {
        1 => value(choices, "true"),
        2 => "on".to_owned(),
        3 => "no".to_owned(),
        _ => "true".to_owned(),
    };
    format!(
        "- type: olm.csv.metadata\n  value:\n    annotations:\n      createdAt: {}\n      {}: {}\n    displayName: {}\n    \
         minKubeVersion: {}\n    keywords: [{}, b]\n    installModes:\n    - type: OwnNamespace\n      supported: {}\n    \
         - type: {}\n      supported: {}\n    apiServiceDefinitions: {{owned: [{{name: a, containerPort: {}}}]}}\n    \
         crdDescriptions:\n      owned:\n      - name: {}\n        kind: K\n        version: v1\n        \
         specDescriptors: [{{path: {}, value: {}}}]\n    unknown: {}\n",
        value(choices, "today"),
        value(choices, "a"),
        value(choices, "b"),
        value(choices, "Foo"),
        value(choices, "1.20.0"),
        value(choices, "a"),
        supported(choices),
        value(choices, "AllNamespaces"),
        supported(choices),
        value(choices, "8080"),
        value(choices, "ks.g.io"),
        value(choices, "a"),
        value(choices, "b"),
        value(choices, "c"),
    )
}

fn deprecations(choices: &mut Choices<'_>, package: &str, version: &str) -> String {
    format!(
        "---\nschema: olm.deprecations\n{}: {}\nentries:\n- reference: {{schema: {}, name: {}}}\n  message: {}\n",
        key(choices, "package"),
        value(choices, package),
        value(choices, "olm.bundle"),
        name(choices, &format!("{package}.v{version}")),
        value(choices, "old"),
    )
}

/// Returns one or two packages in one or several files.
pub(crate) fn catalog(choices: &mut Choices<'_>) -> Files {
    let mut documents = Vec::new();
    for at in 0..=choices.below(2) {
        let owner = PACKAGES[(choices.below(8) / 7 * 2 + at) % PACKAGES.len()];
        let versions: Vec<String> = (0..=choices.below(4)).map(|minor| format!("1.{minor}.0")).collect();
        let channels: Vec<String> =
            ["stable", "4.10", "on"].iter().take(1 + choices.below(6) / 4).map(|&name| name.to_owned()).collect();
        documents.push(package(choices, owner, &channels));
        for name in &channels {
            documents.push(channel(choices, owner, name, &versions));
        }
        for version in &versions {
            if !one_in(choices, 15) {
                documents.push(bundle(choices, owner, version));
            }
        }
        if one_in(choices, 3) {
            documents.push(deprecations(choices, owner, &versions[0]));
        }
        if one_in(choices, 6) {
            documents.push(format!("---\nschema: my.config\nversion: {}\n", value(choices, "4.10")));
        }
    }
    // Each document in its own file, or all in one.
    let is_split = one_in(choices, 3);
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
