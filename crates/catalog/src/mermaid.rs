//! Draws a catalog like `opm alpha render-graph`; for one package the output is identical.
//!
//! Source: the specification of that command. Like the command, it uses documents, not the model, so it also draws
//! catalogs that opm rejects.

use crate::schemas;
use olmkit_collections::HashSet;
use olmkit_collections::Table;
use std::fmt::Write;

use olmkit_collections::order;
use olmkit_semver::{Range, Version, VersionError};

use crate::facts::{ChannelFacts, EntryFacts, Text};
use crate::go_quote;
use crate::model::{Catalog, Of};

/// Options for a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options<'o> {
    /// Draw this package only.
    pub package: Option<&'o str>,
    /// Draw only channels with this name. opm does not have this filter.
    pub channel: Option<&'o str>,
    /// Draw only the package of this bundle, starting with this bundle.
    pub minimum_edge: Option<&'o str>,
    /// Whether to mark skipped entries and the edges that OLM v0 ignores.
    pub v0_semantics: bool,
}

/// A drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The Mermaid text, with a line break at the end.
    pub text: String,
    /// The warnings that opm prints in addition.
    pub warnings: Vec<String>,
}

/// The reason why opm does not draw anything, in the form of opm's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// The bundle that the drawing should start with does not exist.
    #[error("unknown minimum edge name: {}", go_quote(.0))]
    UnknownEdge(String),
    /// A property of a bundle is not valid.
    #[error("parse properties for bundle {}: {error}", go_quote(bundle))]
    Property {
        /// The name of the bundle.
        bundle: String,
        /// opm's message.
        error: String,
    },
    /// A bundle does not have exactly one `olm.package` property.
    #[error("bundle {} has multiple \"olm.package\" properties, expected exactly 1", go_quote(.0))]
    Packages(String),
    /// The version of a bundle is not valid.
    #[error("bundle {} has invalid version {}: {error}", go_quote(bundle), go_quote(version))]
    Version {
        /// The name of the bundle.
        bundle: String,
        /// The version as written.
        version: String,
        /// The reason why it is not valid.
        error: VersionError,
    },
}

/// Draws a catalog.
///
/// # Errors
/// When a bundle does not have a valid version, or the minimum edge does not exist.
pub fn mermaid(catalog: &Catalog<'_>, options: Options<'_>) -> Result<Drawing, DrawingError> {
    let versions = versions(catalog)?;
    let floor = match options.minimum_edge {
        None => None,
        Some(name) => {
            let version = versions.get(name).ok_or_else(|| DrawingError::UnknownEdge(name.to_owned()))?;
            Some((name, version.clone()))
        }
    };
    let mut channels = catalog.channel_docs.clone();
    order::sort_by_key(&mut channels, |channel| channel.doc.facts.own_name());
    let mut artist = Artist::new(catalog, &versions, options.v0_semantics);
    let of_floor = floor.as_ref().and_then(|(name, _)| {
        let has = |channel: &&Of<'_, ChannelFacts>| channel.body.entries.iter().any(|entry| entry.own_name() == *name);
        channels.iter().find(has).map(|channel| channel.doc.facts.package_name())
    });
    for channel in &channels {
        let package = channel.doc.facts.package_name();
        let name = channel.doc.facts.own_name();
        let is_wanted = |wanted: Option<&str>| wanted.is_none_or(|wanted| wanted == package);
        let is_wanted_channel = options.channel.is_none_or(|wanted| wanted == name);
        if !is_wanted(options.package) || !is_wanted(of_floor) || !is_wanted_channel {
            continue;
        }
        let entries: Vec<Drawn<'_>> =
            channel.body.entries.iter().filter_map(|entry| kept(entry, floor.as_ref(), &versions)).collect();
        // With a filter, a channel without remaining entries is omitted. Without a filter, empty channels are drawn,
        // too.
        let is_filtered = floor.is_some() || options.package.is_some();
        if !is_filtered || !entries.is_empty() {
            artist.channel(package, name, &entries);
        }
    }
    Ok(artist.finish())
}

/// An entry with the edges to draw.
struct Drawn<'f> {
    name: &'f str,
    replaces: Option<&'f str>,
    skips: Vec<&'f str>,
    skip_range: Option<&'f str>,
}

fn text(text: Option<&Text>) -> Option<&str> {
    text.map(|text| text.value.as_str())
}

/// Returns an entry with the edges that remain above the floor; `None` if the entry is omitted.
fn kept<'f>(entry: &'f EntryFacts, floor: Option<&(&str, Version)>, versions: &Versions<'_>) -> Option<Drawn<'f>> {
    let mut drawn = Drawn {
        name: entry.own_name(),
        replaces: text(entry.replaces.as_ref()),
        skips: entry.skips.iter().map(|text| text.value.as_str()).collect(),
        skip_range: text(entry.skip_range.as_ref()),
    };
    let Some((bottom, floor)) = floor else { return Some(drawn) };
    if drawn.name == *bottom {
        return Some(Drawn { name: drawn.name, replaces: None, skips: Vec::new(), skip_range: None });
    }
    let has_edges =
        |drawn: &Drawn<'_>| drawn.replaces.is_some() || !drawn.skips.is_empty() || drawn.skip_range.is_some();
    let had_edges = has_edges(&drawn);
    let is_above = |name: &str| version(versions, name) >= *floor;
    drawn.replaces = drawn.replaces.filter(|name| is_above(name));
    drawn.skips.retain(|name| is_above(name));
    drawn.skip_range =
        drawn.skip_range.filter(|range| Range::parse(range).is_ok_and(|range| range.contains(floor) == Ok(true)));
    (has_edges(&drawn) || !had_edges && is_above(drawn.name)).then_some(drawn)
}

type Versions<'f> = Table<&'f str, Version>;

fn version(versions: &Versions<'_>, name: &str) -> Version {
    versions.get(name).cloned().unwrap_or_else(|| Version::new(0, 0, 0))
}

/// Returns the versions of all packages by bundle name; of duplicates the first.
fn versions<'f>(catalog: &Catalog<'f>) -> Result<Versions<'f>, DrawingError> {
    let mut versions = Table::default();
    for bundle in &catalog.bundle_docs {
        let name = bundle.doc.facts.own_name();
        if versions.contains_key(name) {
            continue;
        }
        if let Some(bad) = &bundle.body.bad_property {
            return Err(DrawingError::Property { bundle: name.to_owned(), error: bad.upstream.clone() });
        }
        let [property] = bundle.body.packages.as_slice() else {
            return Err(DrawingError::Packages(name.to_owned()));
        };
        let own = property.version.as_ref().map_or("", |text| text.value.as_str());
        let invalid = |error| DrawingError::Version { bundle: name.to_owned(), version: own.to_owned(), error };
        let parsed = Version::parse(own).map_err(invalid)?;
        versions.insert(name, parsed);
    }
    Ok(versions)
}

struct Artist<'a> {
    versions: &'a Versions<'a>,
    v0_semantics: bool,
    /// The names of deprecated packages, channels and bundles of all packages.
    deprecated: [HashSet<&'a str>; 3],
    /// Packages, with the text of their channels.
    packages: Vec<(String, String)>,
    deprecated_package: Option<String>,
    deprecated_channels: Vec<String>,
    /// Class and node.
    classes: Vec<(&'static str, String)>,
    /// The number of the next link.
    link: usize,
    styled: Vec<usize>,
    warnings: Vec<String>,
}

impl<'a> Artist<'a> {
    fn new(catalog: &'a Catalog<'_>, versions: &'a Versions<'a>, v0_semantics: bool) -> Self {
        let mut deprecated: [HashSet<&str>; 3] = Default::default();
        let [packages, channels, bundles] = &mut deprecated;
        for doc in &catalog.deprecation_docs {
            for entry in &doc.body.entries {
                let name = text(entry.name.as_ref()).unwrap_or_default();
                match text(entry.schema.as_ref()) {
                    Some(schemas::PACKAGE) => packages.insert(doc.doc.facts.package_name()),
                    Some(schemas::CHANNEL) => channels.insert(name),
                    Some(schemas::BUNDLE) => bundles.insert(name),
                    _ => false,
                };
            }
        }
        Artist {
            versions,
            v0_semantics,
            deprecated,
            packages: Vec::new(),
            deprecated_package: None,
            deprecated_channels: Vec::new(),
            classes: Vec::new(),
            link: 0,
            styled: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn channel(&mut self, package: &str, name: &str, entries: &[Drawn<'_>]) {
        let id = format!("{package}-{name}");
        let [packages, channels, _] = &self.deprecated;
        if packages.contains(package) {
            self.deprecated_package = Some(package.to_owned());
        }
        if channels.contains(name) {
            self.deprecated_channels.push(id.clone());
        }
        let mut lines = format!("    %% channel {}\n    subgraph {id}[{}]\n", go_quote(name), go_quote(name));
        let mut sorted: Vec<&Drawn<'_>> = entries.iter().collect();
        order::sort_by_key(&mut sorted, |entry| std::cmp::Reverse(version(self.versions, entry.name)));
        let mut skipped: HashSet<&str> = HashSet::default();
        for entry in sorted {
            self.entry(&id, package, entry, entries, &mut skipped, &mut lines);
        }
        lines.push_str("    end\n");
        self.packages.push((package.to_owned(), lines));
    }

    fn entry<'e>(
        &mut self,
        channel: &str,
        package: &str,
        entry: &Drawn<'e>,
        all: &[Drawn<'e>],
        skipped: &mut HashSet<&'e str>,
        lines: &mut String,
    ) {
        let node = |name: &str| format!("{channel}-{name}[{}]", go_quote(name));
        let own = node(entry.name);
        let _ = writeln!(lines, "      {own}");
        let [_, _, bundles] = &self.deprecated;
        let class = match (bundles.contains(entry.name), self.v0_semantics && skipped.contains(entry.name)) {
            (true, true) => Some("deprecatedskipped"),
            (true, false) => Some("deprecated"),
            (false, true) => Some("skipped"),
            (false, false) => None,
        };
        if let Some(class) = class {
            self.classes.push((class, format!("{channel}-{}", entry.name)));
        }
        for name in &entry.skips {
            let _ = writeln!(lines, "      {}-- skip --> {own}", node(name));
            self.edge(!skipped.insert(name));
        }
        if let Some(text) = entry.skip_range {
            match Range::parse(text) {
                Ok(range) => {
                    let inside = |other: &&Drawn<'_>| range.contains(&version(self.versions, other.name)) == Ok(true);
                    for other in all.iter().filter(inside).map(|other| node(other.name)).collect::<Vec<_>>() {
                        let _ = writeln!(lines, "      {other}-- \"skipRange({text})\" --> {own}");
                        self.edge(skipped.contains(entry.name));
                    }
                }
                Err(error) => self.warnings.push(format!(
                    "warning: ignoring invalid SkipRange for package/edge {}/{}: {error}",
                    go_quote(package),
                    go_quote(entry.name)
                )),
            }
        }
        if let Some(name) = entry.replaces {
            let _ = writeln!(lines, "      {}-- replace --> {own}", node(name));
            self.edge(skipped.contains(entry.name));
        }
    }

    fn edge(&mut self, is_ignored: bool) {
        if is_ignored && self.v0_semantics {
            self.styled.push(self.link);
        }
        self.link = self.link.saturating_add(1);
    }

    fn finish(mut self) -> Drawing {
        let mut text = String::from(HEADER);
        order::sort_by(&mut self.packages, |a, b| a.0.cmp(&b.0));
        for channels in self.packages.chunk_by(|a, b| a.0 == b.0) {
            let name = go_quote(channels.first().map_or("", |(package, _)| package));
            let channels: String = channels.iter().map(|(_, channels)| channels.as_str()).collect();
            let _ = write!(text, "  %% package {name}\n  subgraph {name}\n{channels}  end\n");
        }
        if let Some(package) = &self.deprecated_package {
            let _ = writeln!(text, "style {package} fill:#989695");
        }
        for channel in &self.deprecated_channels {
            let _ = writeln!(text, "style {channel} fill:#DCD0FF");
        }
        order::sort(&mut self.classes);
        for ids in self.classes.chunk_by(|a, b| a.0 == b.0) {
            let class = ids.first().map_or("", |(class, _)| class);
            let ids: Vec<&str> = ids.iter().map(|(_, id)| id.as_str()).collect();
            let _ = writeln!(text, "class {} {class}", ids.join(","));
        }
        if !self.styled.is_empty() {
            let links: Vec<String> = self.styled.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "linkStyle {} stroke:#FF0000,stroke-width:3px,stroke-dasharray:5;", links.join(","));
        }
        Drawing { text, warnings: self.warnings }
    }
}

const HEADER: &str = "graph LR
  classDef deprecated fill:#E8960F
  classDef skipped stroke:#FF0000,stroke-width:4px
  classDef deprecatedskipped fill:#E8960F,stroke:#FF0000,stroke-width:4px
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, load};

    #[test]
    fn properties_that_are_not_valid_are_named() {
        let bundle = "schema: olm.bundle\nname: b\npackage: p\nimage: i\nproperties:\n";
        let drawn = |properties: &str| {
            let catalog = format!("{bundle}{properties}");
            let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
            mermaid(&Catalog::new(&files), Options::default()).map(drop).map_err(|error| error.to_string())
        };
        let package = "- type: olm.package\n  value: {packageName: p, version: 1.0.0}\n";
        assert_eq!(drawn(package), Ok(()));
        let gvk = drawn(&format!("{package}- type: olm.gvk\n  value: [1]\n"));
        assert!(gvk.is_err_and(|error| {
            error.starts_with("parse properties for bundle \"b\": parse property[1] of type \"olm.gvk\": json: ")
        }));
        let end = "parse property[1] of type \"x\": unexpected end of JSON input";
        let missing = drawn(&format!("{package}- type: x\n"));
        assert_eq!(missing, Err(format!("parse properties for bundle \"b\": {end}")));
    }

    /// Names are quoted as Go does, so invisible characters are escaped.
    #[test]
    fn names_with_characters_that_show_nothing() {
        let catalog = "schema: olm.channel\npackage: lamp\nname: \"a\\u00A0b\"\nentries:\n- name: \"\\uFEFFlamp\"\n";
        let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
        let drawing = mermaid(&Catalog::new(&files), Options::default()).map(|drawing| drawing.text);
        let text = drawing.unwrap_or_default();
        for line in
            ["    %% channel \"a\\u00a0b\"\n", "lamp-a\u{a0}b[\"a\\u00a0b\"]\n", "-\u{feff}lamp[\"\\ufefflamp\"]\n"]
        {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
