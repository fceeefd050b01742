//! Channels that a template creates or changes.

use olmkit_catalog::schemas;
use olmkit_yaml::NodeRef;

use crate::document::{Document, raw};
use crate::json::quote;
use crate::typed::{field, text};

/// An entry of a channel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) replaces: String,
    pub(super) skips: Vec<String>,
    pub(super) skip_range: String,
}

impl Entry {
    pub(super) fn read(node: NodeRef<'_>) -> Self {
        let of = |name: &str| text(node, name).unwrap_or_default();
        let skips = field(node, "skips").map(|list| list.items().filter_map(|skip| skip.as_str()).map(String::from));
        Entry {
            name: of("name"),
            replaces: of("replaces"),
            skips: skips.map(Iterator::collect).unwrap_or_default(),
            skip_range: of("skipRange"),
        }
    }

    fn json(&self) -> String {
        let mut members = vec![format!("\"name\":{}", quote(&self.name))];
        if !self.replaces.is_empty() {
            members.push(format!("\"replaces\":{}", quote(&self.replaces)));
        }
        if !self.skips.is_empty() {
            let skips: Vec<String> = self.skips.iter().map(|skip| quote(skip)).collect();
            members.push(format!("\"skips\":[{}]", skips.join(",")));
        }
        if !self.skip_range.is_empty() {
            members.push(format!("\"skipRange\":{}", quote(&self.skip_range)));
        }
        format!("{{{}}}", members.join(","))
    }
}

/// A channel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Channel {
    pub(super) package: String,
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
    /// The properties as JSON.
    properties: Option<String>,
}

impl Channel {
    pub(super) fn new(package: &str, name: &str) -> Self {
        Channel { package: package.to_owned(), name: name.to_owned(), ..Channel::default() }
    }

    pub(super) fn read(root: NodeRef<'_>) -> Self {
        let of = |name: &str| text(root, name).unwrap_or_default();
        let entries = field(root, "entries").map(|list| list.items().map(Entry::read).collect());
        Channel {
            package: of("package"),
            name: of("name"),
            entries: entries.unwrap_or_default(),
            properties: field(root, "properties").map(|list| raw(list).to_owned()),
        }
    }

    pub(super) fn document(&self) -> Document {
        let entries: Vec<String> = self.entries.iter().map(Entry::json).collect();
        let properties = self.properties.as_ref().map(|list| format!(",\"properties\":{list}")).unwrap_or_default();
        let json = format!(
            "{{\"schema\":\"olm.channel\",\"name\":{},\"package\":{},\"entries\":[{}]{properties}}}",
            quote(&self.name),
            quote(&self.package),
            entries.join(",")
        );
        Document::new(schemas::CHANNEL, &self.package, &self.name, json)
    }
}
