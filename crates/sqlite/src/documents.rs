//! Converts packages to documents of a file-based catalog.

use olmkit_catalog::schemas;
use std::collections::BTreeMap;

use olmkit_gostd::go_quote;
use olmkit_yaml::base64;

use crate::convert::{Bundle, Entry, Package, Packages};
use crate::json::quote;

/// Returns the documents as JSON.
pub(crate) fn documents(packages: &Packages) -> Vec<String> {
    packages.iter().flat_map(|(name, package)| of_package(name, package)).collect()
}

fn object(members: Vec<(&str, String)>) -> String {
    let members: Vec<String> = members.into_iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn of_package(name: &str, package: &Package) -> Vec<String> {
    let mut members = vec![
        ("schema", quote(schemas::PACKAGE)),
        ("name", quote(name)),
        ("defaultChannel", quote(&package.default_channel)),
    ];
    if let Some((data, media_type)) = &package.icon {
        let icon = object(vec![("base64data", quote(data)), ("mediatype", quote(media_type))]);
        members.push(("icon", icon));
    }
    let mut documents = vec![object(members)];
    for (channel, entries) in &package.channels {
        let entries = list(entries.iter().map(|(bundle, entry)| of_entry(bundle, entry)));
        documents.push(object(vec![
            ("schema", quote(schemas::CHANNEL)),
            ("name", quote(channel)),
            ("package", quote(name)),
            ("entries", entries),
        ]));
    }
    documents.extend(package.bundles.iter().map(|(bundle, found)| of_bundle(name, bundle, found)));
    documents
}

fn of_entry(bundle: &str, entry: &Entry) -> String {
    let mut members = vec![("name", quote(bundle))];
    members.extend(entry.edges.replaces.as_ref().map(|name| ("replaces", quote(name))));
    if !entry.edges.skips.is_empty() {
        members.push(("skips", list(entry.edges.skips.iter().map(|name| quote(name)))));
    }
    members.extend(entry.skip_range.as_ref().map(|range| ("skipRange", quote(range))));
    object(members)
}

fn of_bundle(package: &str, name: &str, bundle: &Bundle) -> String {
    let property = |kind: &str, value: String| object(vec![("type", quote(kind)), ("value", value)]);
    let own = bundle.properties.iter().map(|own| property(&own.kind, own.value.clone()));
    let objects = bundle.objects.iter().map(|json| {
        let data = quote(&base64::encode(json.as_bytes()));
        property("olm.bundle.object", object(vec![("data", data)]))
    });
    let mut members = vec![
        ("schema", quote(schemas::BUNDLE)),
        ("name", quote(name)),
        ("package", quote(package)),
        ("image", quote(&bundle.image)),
        ("properties", list(own.chain(objects))),
    ];
    if !bundle.related_images.is_empty() {
        let image = |(name, image): &(String, String)| object(vec![("name", quote(name)), ("image", quote(image))]);
        members.push(("relatedImages", list(bundle.related_images.iter().map(image))));
    }
    object(members)
}

/// opm's error for bundles that do not have exactly one package property. opm finds it in the model of a database, but
/// not when it loads files.
pub(crate) fn model_error(packages: &Packages) -> Option<String> {
    let is_wrong = |package: &Package, bundle: &str| {
        let found = package.bundles.get(bundle).into_iter().flat_map(|bundle| &bundle.properties);
        found.filter(|property| property.kind == schemas::PACKAGE_PROPERTY).count() != 1
    };
    let leaf = Tree { text: "must be exactly one property with type \"olm.package\"".to_owned(), below: Vec::new() };
    let mut root = Tree { text: "invalid index".to_owned(), below: Vec::new() };
    for (name, package) in packages {
        let mut own = Tree { text: format!("invalid package {}", go_quote(name)), below: Vec::new() };
        for (channel, entries) in &package.channels {
            let wrong: Vec<Tree> = wrong_bundles(entries, |bundle| is_wrong(package, bundle), &leaf);
            if !wrong.is_empty() {
                own.below.push(Tree { text: format!("invalid channel {}", go_quote(channel)), below: wrong });
            }
        }
        if !own.below.is_empty() {
            root.below.push(own);
        }
    }
    (!root.below.is_empty()).then(|| root.write("").trim_end().to_owned())
}

fn wrong_bundles(entries: &BTreeMap<String, Entry>, is_wrong: impl Fn(&str) -> bool, leaf: &Tree) -> Vec<Tree> {
    let wrong = entries.keys().filter(|bundle| is_wrong(bundle));
    wrong
        .map(|bundle| Tree { text: format!("invalid bundle {}", go_quote(bundle)), below: vec![leaf.clone()] })
        .collect()
}

/// An error with its nested errors, at most four levels deep.
#[derive(Clone)]
struct Tree {
    text: String,
    below: Vec<Tree>,
}

impl Tree {
    fn write(&self, indent: &str) -> String {
        let mut out = format!("{}{}\n", self.text, if self.below.is_empty() { "" } else { ":" });
        for (at, below) in self.below.iter().enumerate() {
            let is_last = at.saturating_add(1) == self.below.len();
            let (branch, more) = if is_last { ("└── ", "    ") } else { ("├── ", "│   ") };
            out.push_str(&format!("{indent}{branch}{}", below.write(&format!("{indent}{more}"))));
        }
        out
    }
}
