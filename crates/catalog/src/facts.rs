//! The content of one document without its text. It is the unit that is cached between checks.
//!
//! All ranges are relative to the document.

use olmkit_collections::Table;
use olmkit_diagnostics::{Category, Rule, Safety, Suppression, TextRange};
use olmkit_semver::Range;

use olmkit_upgrade::Semantics;

/// A string and its position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The value.
    pub value: String,
    /// The bytes of its node, including quotes.
    pub range: TextRange,
}

/// The facts of one document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// The range of the root node; the whole document if there is no root node.
    pub range: TextRange,
    /// `schema`, if it is a string.
    pub schema: Option<Text>,
    /// `package`, if it is a string.
    pub package: Option<Text>,
    /// `name`, if it is a string.
    pub name: Option<Text>,
    /// The fields that the schema defines.
    pub body: Body,
    /// Findings that depend on this document only, in the order in which opm reports them.
    pub findings: Vec<Finding>,
    /// Suppression comments.
    pub suppressions: Vec<Suppression>,
}

impl Facts {
    /// Whether opm cannot load the document.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.refusal().is_some()
    }

    /// Returns the first finding because of which opm does not load the document.
    #[must_use]
    pub fn refusal(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.opm.is_some())
    }

    /// Whether the document has a syntax error. Then its values may be read in part only.
    #[must_use]
    pub fn has_syntax_error(&self) -> bool {
        self.findings.iter().any(|finding| finding.opm.is_some() && finding.rule.category == Category::Syntax)
    }

    /// Whether the package of the document is unknown, because the name of the package, or the `package` of another
    /// document, is missing or not a string. Deprecations contain nothing that others refer to.
    #[must_use]
    pub fn is_unplaced(&self) -> bool {
        let is_part = match self.body {
            Body::Package(_) | Body::Channel(_) | Body::Bundle(_) => true,
            Body::Deprecations(_) => self.is_broken(),
            Body::Assertions(_) | Body::Unreadable | Body::Other => false,
        };
        is_part && self.declared_package().is_empty()
    }

    /// Returns the package that the document declares or belongs to, or an empty string.
    #[must_use]
    pub fn declared_package(&self) -> &str {
        if let Body::Package(_) = self.body { self.own_name() } else { self.package_name() }
    }

    /// Returns `package`, or an empty string.
    #[must_use]
    pub fn package_name(&self) -> &str {
        self.package.as_ref().map_or("", |text| &text.value)
    }

    /// Returns `name`, or an empty string.
    #[must_use]
    pub fn own_name(&self) -> &str {
        self.name.as_ref().map_or("", |text| &text.value)
    }
}

/// The fields of a document, by schema.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Body {
    /// The document cannot be decoded.
    #[default]
    Unreadable,
    /// `olm.package`.
    Package(PackageFacts),
    /// `olm.channel`.
    Channel(ChannelFacts),
    /// `olm.bundle`.
    Bundle(Box<BundleFacts>),
    /// `olm.deprecations`.
    Deprecations(DeprecationsFacts),
    /// `olmkit.assertions`, which only olmkit uses.
    Assertions(AssertionsFacts),
    /// Any other schema. opm keeps the document without validating it.
    Other,
}

/// `olm.package`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackageFacts {
    /// `defaultChannel`.
    pub default_channel: Option<Text>,
}

/// `olm.channel`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChannelFacts {
    /// The entries in file order.
    pub entries: Vec<EntryFacts>,
}

impl ChannelFacts {
    /// Returns the entries by name; of duplicates the first.
    #[must_use]
    pub fn by_name(&self) -> Table<&str, &EntryFacts> {
        self.entries.iter().rev().map(|entry| (entry.own_name(), entry)).collect()
    }
}

/// An entry of a channel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntryFacts {
    /// The range of the entry's mapping.
    pub range: TextRange,
    /// `name`.
    pub name: Option<Text>,
    /// `replaces`; never an empty string.
    pub replaces: Option<Text>,
    /// `skips`; a null is an empty string.
    pub skips: Vec<Text>,
    /// `skipRange`; never an empty string.
    pub skip_range: Option<Text>,
    /// The parsed `skipRange`, if it is valid.
    pub parsed_range: Option<Range>,
}

impl EntryFacts {
    /// Returns the name of the entry, or an empty string.
    #[must_use]
    pub fn own_name(&self) -> &str {
        self.name.as_ref().map_or("", |text| &text.value)
    }
}

/// `olm.bundle`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BundleFacts {
    /// `image`.
    pub image: Option<Text>,
    /// Whether `image` has a value of the wrong type, which is reported.
    pub is_image_mistyped: bool,
    /// Whether the key `relatedImages` is present, with any value.
    pub has_related_images: bool,
    /// Related images that are not valid pull specs, with index and text.
    pub bad_related_images: Vec<(usize, Text)>,
    /// The `olm.package` properties that can be read.
    pub packages: Vec<PackageProperty>,
    /// The type of a property that is probably a misspelled `olm.package`.
    pub misspelled_package: Option<Text>,
    /// What is wrong with the properties that cannot be parsed, if there are any.
    pub bad_property: Option<BadProperty>,
    /// The number of `olm.bundle.object` properties.
    pub objects: usize,
    /// The ranges of the `olm.csv.metadata` properties.
    pub csv_metadata: Vec<TextRange>,
    /// Whether everything in the values of these properties has the right type, and no property has a key twice.
    pub has_typed_metadata: bool,
    /// Required packages: name and range.
    pub required_packages: Vec<(Option<Text>, Option<Text>)>,
}

impl BundleFacts {
    /// Returns the `olm.package` property, if there is exactly one that can be read.
    #[must_use]
    pub fn package_property(&self) -> Option<&PackageProperty> {
        match self.packages.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Returns the version as written. It may be invalid.
    #[must_use]
    pub fn written_version(&self) -> Option<&Text> {
        self.package_property()?.version.as_ref()
    }
}

/// The value of an `olm.package` property.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackageProperty {
    /// The range of the property's mapping.
    pub range: TextRange,
    /// `packageName`.
    pub package_name: Option<Text>,
    /// `version`.
    pub version: Option<Text>,
    /// `release`.
    pub release: Option<Text>,
}

/// The properties that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BadProperty {
    /// opm's message about the first wrong value, starting with `parse property[`.
    pub upstream: String,
    /// All wrong values, in file order but for keys that opm sorts. There is at least one.
    pub values: Vec<WrongValue>,
}

/// A wrong value in a property.
#[derive(Debug, Clone, PartialEq)]
pub struct WrongValue {
    /// The range of the value, or of the property if it has none.
    pub range: TextRange,
    /// The message for the user.
    pub message: String,
    /// What is wrong.
    pub fault: PropertyFault,
    /// A fix, if there is only one possible fix.
    pub fix: Option<LocalFix>,
}

/// What is wrong with a property. A rule reports each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyFault {
    /// It has no value.
    Missing,
    /// A value of the wrong type in `olm.csv.metadata`.
    CsvMetadata,
    /// The value does not match another type.
    Value,
}

/// `olm.deprecations`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DeprecationsFacts {
    /// The entries in file order.
    pub entries: Vec<DeprecationFacts>,
}

/// An entry of `olm.deprecations`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DeprecationFacts {
    /// The range of the entry's mapping.
    pub range: TextRange,
    /// `reference.schema`.
    pub schema: Option<Text>,
    /// `reference.name`.
    pub name: Option<Text>,
    /// `message`.
    pub message: Option<Text>,
    /// Whether a field of the entry has a value of the wrong type, which is reported. Fields may be missing because of it.
    pub is_mistyped: bool,
}

/// `olmkit.assertions`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AssertionsFacts {
    /// The valid assertions, in file order.
    pub entries: Vec<AssertionFacts>,
}

/// One assertion.
#[derive(Debug, Clone, PartialEq)]
pub struct AssertionFacts {
    /// The range of the assertion's mapping.
    pub range: TextRange,
    /// The condition.
    pub assertion: Assertion,
    /// The channel. `None`: every channel with the entry that the assertion names.
    pub channel: Option<Text>,
    /// The resolver. `None`: both resolvers.
    pub semantics: Option<Semantics>,
}

/// The condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Assertion {
    /// Every start (an entry or a version range; by default every entry) can upgrade to an entry, or to the channel
    /// head if the name is `head`.
    Reaches {
        /// The start of the upgrade.
        from: Option<Start>,
        /// The name of an entry, or `head`.
        to: Text,
    },
    /// Every upgrade path from a lower version to the head contains an entry.
    NeverSkipped {
        /// The name of the entry.
        name: Text,
    },
    /// The entry is the only head.
    Head {
        /// The name of the entry.
        name: Text,
    },
}

/// The versions that an assertion starts from.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// The name of an entry.
    Entry(Text),
    /// A range of versions, and its text.
    Range(Range, Text),
}

/// A finding that depends on only one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The range of the finding.
    pub range: TextRange,
    /// The message for the user.
    pub message: String,
    /// Advice for the user.
    pub help: String,
    /// opm's error message, if the finding makes opm fail to load the document.
    pub opm: Option<String>,
    /// Whether operator-registry's `Meta` rejects the document because of it, after a conversion from YAML.
    pub is_in_meta: bool,
    /// Fixes for the finding.
    pub fixes: Vec<LocalFix>,
}

/// A fix within the document that replaces ranges with new texts.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalFix {
    /// A description of the fix.
    pub title: String,
    /// Whether it can be applied without review.
    pub safety: Safety,
    /// The ranges, with their new texts.
    pub edits: Vec<(TextRange, String)>,
}
