//! The content of one document without its text: the unit that is cached between two checks.
//!
//! All ranges are relative to the document.

use olmkit_diagnostics::{Rule, Safety, Suppression, TextRange};
use olmkit_semver::Range;

use olmkit_upgrade::Semantics;

/// A string and its position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The value.
    pub value: String,
    /// The bytes of its node, quotes included.
    pub range: TextRange,
}

/// One document.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The root node, or the whole document when there is none.
    pub range: TextRange,
    /// `schema`, where it is a string.
    pub schema: Option<Text>,
    /// `package`, where it is a string.
    pub package: Option<Text>,
    /// `name`, where it is a string.
    pub name: Option<Text>,
    /// The fields that the schema defines.
    pub body: Body,
    /// Findings of the document alone, in the order in which opm reports them.
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

    /// The first finding for which opm does not load the document.
    #[must_use]
    pub fn refusal(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.opm.is_some())
    }

    /// `package`, or an empty text.
    #[must_use]
    pub fn package_name(&self) -> &str {
        self.package.as_ref().map_or("", |text| &text.value)
    }

    /// `name`, or an empty text.
    #[must_use]
    pub fn own_name(&self) -> &str {
        self.name.as_ref().map_or("", |text| &text.value)
    }
}

/// The fields of a document, by schema.
#[derive(Debug, Clone, Default)]
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
#[derive(Debug, Clone, Default)]
pub struct PackageFacts {
    /// `defaultChannel`.
    pub default_channel: Option<Text>,
}

/// `olm.channel`.
#[derive(Debug, Clone, Default)]
pub struct ChannelFacts {
    /// The entries in file order.
    pub entries: Vec<EntryFacts>,
}

/// An entry of a channel.
#[derive(Debug, Clone, Default)]
pub struct EntryFacts {
    /// The entry's mapping.
    pub range: TextRange,
    /// `name`.
    pub name: Option<Text>,
    /// `replaces`; never an empty text.
    pub replaces: Option<Text>,
    /// `skips`; a null is an empty text.
    pub skips: Vec<Text>,
    /// `skipRange`; never an empty text.
    pub skip_range: Option<Text>,
    /// The parsed `skipRange`, if it is valid.
    pub parsed_range: Option<Range>,
}

impl EntryFacts {
    /// The entry's name, or an empty text.
    #[must_use]
    pub fn own_name(&self) -> &str {
        self.name.as_ref().map_or("", |text| &text.value)
    }
}

/// `olm.bundle`.
#[derive(Debug, Clone, Default)]
pub struct BundleFacts {
    /// `image`.
    pub image: Option<Text>,
    /// Whether the key `relatedImages` is present, with any value.
    pub has_related_images: bool,
    /// Related images that are not valid pull specs: index and text.
    pub bad_related_images: Vec<(usize, Text)>,
    /// The `olm.package` properties that could be read.
    pub packages: Vec<PackageProperty>,
    /// The first property that cannot be parsed.
    pub bad_property: Option<BadProperty>,
    /// Number of `olm.bundle.object` properties.
    pub objects: usize,
    /// Places of `olm.csv.metadata` properties.
    pub csv_metadata: Vec<TextRange>,
    /// Required packages: name and range.
    pub required_packages: Vec<(Option<Text>, Option<Text>)>,
}

/// The value of an `olm.package` property.
#[derive(Debug, Clone, Default)]
pub struct PackageProperty {
    /// The property's mapping.
    pub range: TextRange,
    /// `packageName`.
    pub package_name: Option<Text>,
    /// `version`.
    pub version: Option<Text>,
    /// `release`.
    pub release: Option<Text>,
}

/// A property that cannot be parsed.
#[derive(Debug, Clone, Default)]
pub struct BadProperty {
    /// Where.
    pub range: TextRange,
    /// opm's text, from `parse property[` on.
    pub upstream: String,
    /// The message for the user.
    pub message: String,
    /// Whether the value is missing altogether.
    pub is_missing: bool,
    /// A fix, if there is exactly one.
    pub fix: Option<LocalFix>,
}

/// `olm.deprecations`.
#[derive(Debug, Clone, Default)]
pub struct DeprecationsFacts {
    /// The entries in file order.
    pub entries: Vec<DeprecationFacts>,
}

/// An entry of `olm.deprecations`.
#[derive(Debug, Clone, Default)]
pub struct DeprecationFacts {
    /// The entry's mapping.
    pub range: TextRange,
    /// `reference.schema`.
    pub schema: Option<Text>,
    /// `reference.name`.
    pub name: Option<Text>,
    /// `message`.
    pub message: Option<Text>,
}

/// `olmkit.assertions`.
#[derive(Debug, Clone, Default)]
pub struct AssertionsFacts {
    /// The valid assertions, in file order.
    pub entries: Vec<AssertionFacts>,
}

/// One assertion.
#[derive(Debug, Clone)]
pub struct AssertionFacts {
    /// The assertion's mapping.
    pub range: TextRange,
    /// The condition.
    pub assertion: Assertion,
    /// The channel. Without it, every channel that has the entry that the assertion names.
    pub channel: Option<Text>,
    /// The resolver. Without it, both.
    pub semantics: Option<Semantics>,
}

/// The condition.
#[derive(Debug, Clone)]
pub enum Assertion {
    /// Every start (an entry or a version range; default: every entry) can upgrade to an entry; `head` is the channel
    /// head.
    Reaches {
        /// Where the upgrade starts.
        from: Option<Start>,
        /// An entry's name, or `head`.
        to: Text,
    },
    /// Every upgrade path from a lower version to the head contains an entry.
    NeverSkipped {
        /// The entry.
        name: Text,
    },
    /// The entry is the only head.
    Head {
        /// The entry.
        name: Text,
    },
}

/// Versions that an assertion starts from.
#[derive(Debug, Clone)]
pub enum Start {
    /// An entry's name.
    Entry(Text),
    /// A range of versions, and its text.
    Range(Range, Text),
}

/// A finding that needs only one document.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Where.
    pub range: TextRange,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// opm's error text, when opm fails to load the document because of it.
    pub opm: Option<String>,
    /// Its fixes.
    pub fixes: Vec<LocalFix>,
}

/// A fix inside the document: replaces ranges with new text.
#[derive(Debug, Clone)]
pub struct LocalFix {
    /// What it does.
    pub title: String,
    /// Whether it can be applied without review.
    pub safety: Safety,
    /// Ranges and their new texts.
    pub edits: Vec<(TextRange, String)>,
}
