//! The fields of catalog documents: their Go types, how operator-registry writes them, and the keys that are known.
//! `decode` checks the types of values and names them itself.

use crate::schemas;
use olmkit_yaml::decode::Type;

use Presence::{Always, KnownOnly, Never, UnlessEmpty};
use Type::{List, Raw, Struct, Text};

/// A field of a struct: its name, its type, and when it is written. Fields are listed in the order in which they are
/// written.
pub type Field = (&'static str, Type, Presence);

/// When a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Always; the zero value of its type if the document does not have it.
    Always,
    /// Unless its value is empty.
    UnlessEmpty,
    /// The struct does not have the field. Only `Meta` reads it, which is decoded from every document.
    Never,
    /// Like `Never`, but the key is known.
    KnownOnly,
}

impl Presence {
    /// Whether the key is not reported as unknown.
    const fn is_known(self) -> bool {
        !matches!(self, Presence::Never)
    }
}

/// A string.
pub(crate) const TEXT: Type = Text("string");
/// A list of strings.
pub(crate) const TEXTS: Type = List("string", &TEXT);
/// Bytes, which JSON contains as a base64 string.
const BYTES: Type = Text("[]uint8");

/// Declares structs: constants with the type and the known keys of each, and one function that returns its fields by its
/// Go type. Keys that no edit adds have the name `_`.
macro_rules! structs {
    ($($(#[$doc:meta])* $name:ident, $keys:tt($go_type:literal, $owner:expr): [$($field:expr),* $(,)?];)*) => {
        $(
            $(#[$doc])*
            pub(crate) const $name: Type = Struct($go_type, $owner, &[$(decoded($field)),*]);

            #[doc = concat!("The known keys of `", $go_type, "`. Edits add keys in this order.")]
            pub(crate) const $keys: &[&str] = {
                const FIELDS: &[Field] = &[$($field),*];
                &known::<{ count(FIELDS) }>(FIELDS)
            };
        )*

        /// The fields of a struct; none for other types.
        #[must_use]
        pub fn fields(of: &Type) -> &'static [Field] {
            match of {
                $(Struct($go_type, ..) => &[$($field),*],)*
                _ => &[],
            }
        }
    };
}

/// The part of a field that decoding needs.
const fn decoded((name, expected, _): Field) -> (&'static str, Type) {
    (name, expected)
}

/// The number of known keys.
const fn count(mut fields: &[Field]) -> usize {
    let mut count = 0_usize;
    while let [(_, _, presence), rest @ ..] = fields {
        count = count.saturating_add(presence.is_known() as usize);
        fields = rest;
    }
    count
}

/// The known keys.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn known<const COUNT: usize>(mut fields: &[Field]) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut at = 0_usize;
    while let [(name, _, presence), rest @ ..] = fields {
        if presence.is_known() {
            names[at] = name;
            at = at.saturating_add(1);
        }
        fields = rest;
    }
    names
}

/// The name of [`PROPERTY`] in messages.
pub(crate) const OWNER_OF_PROPERTY: &str = "Property";
const PROPERTIES: Type = List("property.Property", &PROPERTY);

structs! {
    /// A property. The type of its value depends on its `type`.
    PROPERTY, _("property.Property", OWNER_OF_PROPERTY): [("type", TEXT, Always), ("value", Raw, Always)];
    /// The logo of a package.
    ICON, _("declcfg.Icon", "Icon"): [("base64data", BYTES, Always), ("mediatype", TEXT, Always)];
    /// `olm.package`.
    PACKAGE, PACKAGE_KEYS("declcfg.Package", "Package"): [
        ("schema", TEXT, Always),
        ("name", TEXT, Always),
        ("defaultChannel", TEXT, Always),
        ("icon", ICON, UnlessEmpty),
        ("description", TEXT, UnlessEmpty),
        ("properties", PROPERTIES, UnlessEmpty),
        ("package", TEXT, Never),
    ];
    /// An entry of a channel.
    ENTRY, ENTRY_KEYS("declcfg.ChannelEntry", "ChannelEntry"): [
        ("name", TEXT, Always),
        ("replaces", TEXT, UnlessEmpty),
        ("skips", TEXTS, UnlessEmpty),
        ("skipRange", TEXT, UnlessEmpty),
    ];
    /// `olm.channel`.
    CHANNEL, CHANNEL_KEYS("declcfg.Channel", "Channel"): [
        ("schema", TEXT, Always),
        ("name", TEXT, Always),
        ("package", TEXT, Always),
        ("entries", List("declcfg.ChannelEntry", &ENTRY), Always),
        ("properties", PROPERTIES, UnlessEmpty),
    ];
    /// An image that a bundle uses.
    RELATED_IMAGE, _("declcfg.RelatedImage", "RelatedImage"): [("name", TEXT, Always), ("image", TEXT, Always)];
    /// `olm.bundle`.
    BUNDLE, BUNDLE_KEYS("declcfg.Bundle", "Bundle"): [
        ("schema", TEXT, Always),
        ("name", TEXT, UnlessEmpty),
        ("package", TEXT, UnlessEmpty),
        ("image", TEXT, Always),
        ("properties", PROPERTIES, UnlessEmpty),
        ("relatedImages", List("declcfg.RelatedImage", &RELATED_IMAGE), UnlessEmpty),
    ];
    /// What a deprecation is about.
    REFERENCE, _("declcfg.PackageScopedReference", "PackageScopedReference"): [
        ("schema", TEXT, UnlessEmpty),
        ("name", TEXT, UnlessEmpty),
    ];
    /// A deprecated package, channel or bundle.
    DEPRECATION, DEPRECATION_KEYS("declcfg.DeprecationEntry", "DeprecationEntry"): [
        ("reference", REFERENCE, Always),
        ("message", TEXT, Always),
    ];
    /// `olm.deprecations`.
    DEPRECATIONS, DEPRECATIONS_KEYS("declcfg.Deprecation", "Deprecation"): [
        ("schema", TEXT, Always),
        ("package", TEXT, Always),
        ("entries", List("declcfg.DeprecationEntry", &DEPRECATION), Always),
        ("name", TEXT, KnownOnly),
    ];
}

/// The type of a document with a schema of operator-registry.
#[must_use]
pub fn document(schema: &str) -> Option<&'static Type> {
    Some(match schema {
        schemas::PACKAGE => &PACKAGE,
        schemas::CHANNEL => &CHANNEL,
        schemas::BUNDLE => &BUNDLE,
        schemas::DEPRECATIONS => &DEPRECATIONS,
        _ => return None,
    })
}

/// Whether values of a type are bytes.
#[must_use]
pub fn is_bytes(of: &Type) -> bool {
    matches!((of, BYTES), (Text(own), Text(bytes)) if *own == bytes)
}
