//! Names of packages, channels and bundles, and their positions.

mod site;

use olmkit_diagnostics::TextRange;

pub use site::{Site, node_at};

use crate::facts::{Assertion, AssertionFacts, Body, Start, Text};
use crate::model::Doc;
use crate::schemas::{BUNDLE, CHANNEL, PACKAGE};

/// The role of a name in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The name of a document.
    Document,
    /// The name of a channel's entry.
    Entry,
    /// A reference to an object that is defined elsewhere.
    Reference,
}

/// A name in a document.
#[derive(Debug, Clone, Copy)]
pub struct Mention<'f> {
    /// The schema of the named object: `olm.package`, `olm.channel` or `olm.bundle`.
    pub schema: &'static str,
    /// The package of the named object.
    pub package: &'f str,
    /// The name.
    pub name: &'f str,
    /// The role of the name.
    pub role: Role,
    /// The range of the name in the document.
    pub range: TextRange,
}

impl Mention<'_> {
    /// Whether both names refer to the same object.
    #[must_use]
    pub fn is_same_object(&self, other: &Mention<'_>) -> bool {
        (self.schema, self.package, self.name) == (other.schema, other.package, other.name)
    }
}

struct Mentions<'f> {
    package: &'f str,
    found: Vec<Mention<'f>>,
}

impl<'f> Mentions<'f> {
    fn add(&mut self, schema: &'static str, role: Role, text: Option<&'f Text>) {
        let Some(text) = text.filter(|text| !text.value.is_empty()) else { return };
        let package = if schema == PACKAGE { &text.value } else { self.package };
        self.found.push(Mention { schema, package, name: &text.value, role, range: text.range });
    }

    fn add_assertion(&mut self, entry: &'f AssertionFacts) {
        self.add(CHANNEL, Role::Reference, entry.channel.as_ref());
        let (from, to) = match &entry.assertion {
            Assertion::Reaches { from: Some(Start::Entry(from)), to } => (Some(from), to),
            Assertion::Reaches { to: name, .. } | Assertion::NeverSkipped { name } | Assertion::Head { name } => {
                (None, name)
            }
        };
        self.add(BUNDLE, Role::Reference, from);
        self.add(BUNDLE, Role::Reference, Some(to));
    }
}

/// Returns all names in a document.
#[must_use]
pub fn mentions<'f>(doc: &Doc<'f>) -> Vec<Mention<'f>> {
    let facts = doc.facts;
    let is_package = matches!(facts.body, Body::Package(_));
    let package = if is_package { facts.own_name() } else { facts.package_name() };
    let mut all = Mentions { package, found: Vec::new() };
    let own = facts.name.as_ref();
    if !is_package {
        all.add(PACKAGE, Role::Reference, facts.package.as_ref());
    }
    match &facts.body {
        Body::Package(body) => {
            all.add(PACKAGE, Role::Document, own);
            all.add(CHANNEL, Role::Reference, body.default_channel.as_ref());
        }
        Body::Channel(body) => {
            all.add(CHANNEL, Role::Document, own);
            for entry in &body.entries {
                all.add(BUNDLE, Role::Entry, entry.name.as_ref());
                all.add(BUNDLE, Role::Reference, entry.replaces.as_ref());
                entry.skips.iter().for_each(|skip| all.add(BUNDLE, Role::Reference, Some(skip)));
            }
        }
        Body::Bundle(body) => {
            all.add(BUNDLE, Role::Document, own);
            let own = body.packages.iter().map(|property| property.package_name.as_ref());
            let required = body.required_packages.iter().map(|(name, _)| name.as_ref());
            own.chain(required).for_each(|name| all.add(PACKAGE, Role::Reference, name));
        }
        Body::Deprecations(body) => {
            for entry in &body.entries {
                let schema = [CHANNEL, BUNDLE].into_iter().find(|schema| is(entry.schema.as_ref(), schema));
                if let Some(schema) = schema {
                    all.add(schema, Role::Reference, entry.name.as_ref());
                }
            }
        }
        Body::Assertions(body) => {
            body.entries.iter().for_each(|entry| all.add_assertion(entry));
        }
        Body::Other | Body::Unreadable => {}
    }
    all.found
}

/// Whether a string is present and equal to `value`.
#[must_use]
pub fn is(text: Option<&Text>, value: &str) -> bool {
    text.is_some_and(|text| text.value == value)
}
