//! Builds catalogs from a compact notation.

use olmkit_resolver::{CatalogFiles, Request, Subscription, Universe, with_files};

/// Creates the YAML of a catalog from lines:
///
/// - `package NAME DEFAULT`
/// - `channel NAME: ENTRY; ENTRY` with entries `NAME >replaces ~skips ^range`
/// - `bundle NAME: PROPERTY; PROPERTY` with properties `provides g/v1/K`, `needs g/v1/K`, `wants PACKAGE RANGE`,
///   `label L`, `needs-label L`, `deprecated`, `constraint JSON`, `TYPE JSON`, each with an optional `# comment`.
///   Bundles without properties need no line.
/// - `old: package MESSAGE; channel NAME MESSAGE; bundle NAME MESSAGE` for deprecations
/// - `lone NAME: PROPERTY; PROPERTY` for a bundle in no channel. It can be installed, but no channel offers it.
pub(crate) fn catalog_text(lines: &str) -> String {
    let (mut out, mut package, mut known) = (String::new(), String::new(), Vec::new());
    let mut described: Vec<(String, String)> = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (head, rest) = line.split_once(':').unwrap_or((line, ""));
        let words: Vec<&str> = head.split_whitespace().collect();
        match words.as_slice() {
            ["package", name, default] => {
                package = (*name).to_owned();
                out += &format!("---\nschema: olm.package\nname: {name}\ndefaultChannel: {default}\n");
            }
            ["channel", name] => {
                out += &format!("---\nschema: olm.channel\npackage: {package}\nname: {name}\nentries:\n");
                for entry in rest.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
                    let mut parts = entry.split_whitespace();
                    let name = parts.next().unwrap();
                    out += &format!("- name: {name}\n");
                    let mut skips = Vec::new();
                    for part in parts {
                        match part.split_at(1) {
                            (">", to) => out += &format!("  replaces: {to}\n"),
                            ("~", to) => skips.push(to.to_owned()),
                            ("^", to) => out += &format!("  skipRange: '{}'\n", to.replace('_', " ")),
                            _ => panic!("{part}"),
                        }
                    }
                    if !skips.is_empty() {
                        out += &format!("  skips: [{}]\n", skips.join(", "));
                    }
                    known.push((package.clone(), name.to_owned()));
                }
            }
            ["lone", name] => {
                known.push((package.clone(), (*name).to_owned()));
                described.push(((*name).to_owned(), rest.to_owned()));
            }
            ["old"] => {
                out += &format!("---\nschema: olm.deprecations\npackage: {package}\nentries:\n");
                for entry in rest.split(';').map(str::trim) {
                    let (schema, rest) = entry.split_once(' ').unwrap();
                    let (name, message) = if schema == "package" { ("", rest) } else { rest.split_once(' ').unwrap() };
                    let name = if name.is_empty() { String::new() } else { format!(", name: {name}") };
                    out += &format!("- {{reference: {{schema: olm.{schema}{name}}}, message: '{message}'}}\n");
                }
            }
            ["bundle", name] => described.push(((*name).to_owned(), rest.to_owned())),
            _ => panic!("{line}"),
        }
    }
    known.sort();
    known.dedup();
    for (package, name) in known {
        let version = name.split_once(".v").map_or("0.0.0", |(_, version)| version);
        out += &format!(
            "---\nschema: olm.bundle\npackage: {package}\nname: {name}\nimage: quay.io/x/{name}:1\nproperties:\n"
        );
        out += &format!("- {{type: olm.package, value: {{packageName: {package}, version: {version}}}}}\n");
        for (_, properties) in described.iter().filter(|(of, _)| *of == name) {
            for property in properties.split(';').map(str::trim).filter(|property| !property.is_empty()) {
                out += &property_text(property);
            }
        }
    }
    out
}

fn property_text(text: &str) -> String {
    let (text, comment) = text.split_once('#').map_or((text, ""), |(text, comment)| (text.trim(), comment));
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let gvk = || {
        let parts: Vec<&str> = rest.split('/').collect();
        format!("{{group: {}, version: {}, kind: {}}}", parts[0], parts[1], parts[2])
    };
    let (kind, value) = match word {
        "provides" => ("olm.gvk", gvk()),
        "needs" => ("olm.gvk.required", gvk()),
        "wants" => {
            let (name, range) = rest.split_once(' ').unwrap_or((rest, ""));
            ("olm.package.required", format!("{{packageName: {name}, versionRange: '{range}'}}"))
        }
        "label" => ("olm.label", format!("{{label: {rest}}}")),
        "needs-label" => ("olm.label.required", format!("{{label: {rest}}}")),
        "deprecated" => ("olm.deprecated", "{}".to_owned()),
        "constraint" => ("olm.constraint", rest.to_owned()),
        other => (other, rest.to_owned()),
    };
    let comment = if comment.is_empty() { String::new() } else { format!(" #{comment}") };
    format!("- {{type: {kind}, value: {value}}}{comment}\n")
}

/// A package whose only version requires `pigeons` packages, each of which occupies a hole. With enough of them, no
/// search reaches a decision.
pub(crate) fn pigeons(pigeons: usize, holes: usize) -> String {
    let wanted: Vec<String> = (0..pigeons).map(|pigeon| format!("wants p{pigeon} >=1.0.0")).collect();
    let mut lines =
        format!("package loft stable\nchannel stable: loft.v1.0.0\nbundle loft.v1.0.0: {}\n", wanted.join("; "));
    for pigeon in 0..pigeons {
        let entry = |hole: usize| match hole {
            1 => format!("p{pigeon}.v1.0.0"),
            _ => format!("p{pigeon}.v{hole}.0.0 >p{pigeon}.v{}.0.0", hole.saturating_sub(1)),
        };
        let entries: Vec<String> = (1..=holes).rev().map(entry).collect();
        lines += &format!("package p{pigeon} stable\nchannel stable: {}\n", entries.join("; "));
        for hole in 1..=holes {
            lines += &format!("bundle p{pigeon}.v{hole}.0.0: provides holes/v1/Hole{hole}\n");
        }
    }
    lines
}

/// Catalogs: name, priority, lines.
pub(crate) struct Catalogs(Vec<CatalogFiles>);

impl Catalogs {
    pub(crate) fn new(catalogs: &[(&str, i64, &str)]) -> Self {
        let read = |(name, priority, lines): &(&str, i64, &str)| CatalogFiles {
            name: (*name).to_owned(),
            priority: *priority,
            labels: std::collections::BTreeMap::new(),
            files: vec![("catalog.yaml".to_owned(), catalog_text(lines).into_bytes())],
        };
        Catalogs(catalogs.iter().map(read).collect())
    }

    pub(crate) fn one(lines: &str) -> Self {
        Self::new(&[("cat", 0, lines)])
    }

    /// Adds a label to a catalog.
    pub(crate) fn label(mut self, catalog: &str, key: &str, value: &str) -> Self {
        for one in self.0.iter_mut().filter(|one| one.name == catalog) {
            one.labels.insert(key.to_owned(), value.to_owned());
        }
        self
    }

    pub(crate) fn with<R>(&self, ask: impl FnOnce(&Universe<'_>) -> R) -> R {
        with_files(&self.0, ask)
    }
}

/// Parses `PACKAGE[@CHANNEL][=INSTALLED[@VERSION]][!STARTING]`, separated by spaces. `+NAME` is installed without a
/// subscription.
pub(crate) fn request(text: &str) -> Request {
    let mut request = Request::default();
    for word in text.split_whitespace() {
        if let Some(name) = word.strip_prefix('+') {
            request.installed.push(name.to_owned());
            continue;
        }
        let (word, starting) = word.split_once('!').map_or((word, None), |(word, name)| (word, Some(name.to_owned())));
        let (word, installed) = word.split_once('=').map_or((word, None), |(word, name)| (word, Some(name.to_owned())));
        let (package, channel) =
            word.split_once('@').map_or((word, None), |(word, name)| (word, Some(name.to_owned())));
        request.installed.extend(installed.clone());
        request.subscriptions.push(Subscription {
            name: Some(format!("sub-{package}")),
            catalog: None,
            package: package.to_owned(),
            channel,
            starting_csv: starting,
            installed: installed.map(|text| text.split('@').next().unwrap().to_owned()),
        });
    }
    request
}
