//! The fields of catalog documents: their Go types for decoding, and how operator-registry writes them.
//!
//! The keys that are known (`decode::schemas`) and the order in which edits add keys (`ORDER` in `edits`) are lists of
//! their own: a file may have keys that operator-registry does not write, and edits keep the order of the file.

use olmkit_yaml::decode::Type;

use Presence::{Always, Never, UnlessEmpty};
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
}

/// A string.
pub(crate) const TEXT: Type = Text("string");
/// A list of strings.
pub(crate) const TEXTS: Type = List("string", &TEXT);
/// Bytes, which JSON contains as a base64 string.
const BYTES: Type = Text("[]uint8");

/// Declares structs: a constant with the type of each, and one function that returns its fields by its Go type.
macro_rules! structs {
    ($($(#[$doc:meta])* $name:ident($go_type:literal, $owner:expr): [$($field:expr),* $(,)?];)*) => {
        $(
            $(#[$doc])*
            pub(crate) const $name: Type = Struct($go_type, $owner, &[$(decoded($field)),*]);
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

/// The name of [`PROPERTY`] in messages.
pub(crate) const OWNER_OF_PROPERTY: &str = "Property";
const PROPERTIES: Type = List("property.Property", &PROPERTY);

structs! {
    /// A property. The type of its value depends on its `type`.
    PROPERTY("property.Property", OWNER_OF_PROPERTY): [("type", TEXT, Always), ("value", Raw, Always)];
    /// The logo of a package.
    ICON("declcfg.Icon", "Icon"): [("base64data", BYTES, Always), ("mediatype", TEXT, Always)];
    /// `olm.package`.
    PACKAGE("declcfg.Package", "Package"): [
        ("schema", TEXT, Always),
        ("name", TEXT, Always),
        ("defaultChannel", TEXT, Always),
        ("icon", ICON, UnlessEmpty),
        ("description", TEXT, UnlessEmpty),
        ("properties", PROPERTIES, UnlessEmpty),
        ("package", TEXT, Never),
    ];
    /// An entry of a channel.
    ENTRY("declcfg.ChannelEntry", "ChannelEntry"): [
        ("name", TEXT, Always),
        ("replaces", TEXT, UnlessEmpty),
        ("skips", TEXTS, UnlessEmpty),
        ("skipRange", TEXT, UnlessEmpty),
    ];
    /// `olm.channel`.
    CHANNEL("declcfg.Channel", "Channel"): [
        ("schema", TEXT, Always),
        ("name", TEXT, Always),
        ("package", TEXT, Always),
        ("entries", List("declcfg.ChannelEntry", &ENTRY), Always),
        ("properties", PROPERTIES, UnlessEmpty),
    ];
    /// An image that a bundle uses.
    RELATED_IMAGE("declcfg.RelatedImage", "RelatedImage"): [("name", TEXT, Always), ("image", TEXT, Always)];
    /// `olm.bundle`.
    BUNDLE("declcfg.Bundle", "Bundle"): [
        ("schema", TEXT, Always),
        ("name", TEXT, UnlessEmpty),
        ("package", TEXT, UnlessEmpty),
        ("image", TEXT, Always),
        ("properties", PROPERTIES, UnlessEmpty),
        ("relatedImages", List("declcfg.RelatedImage", &RELATED_IMAGE), UnlessEmpty),
    ];
    /// What a deprecation is about.
    REFERENCE("declcfg.PackageScopedReference", "PackageScopedReference"): [
        ("schema", TEXT, UnlessEmpty),
        ("name", TEXT, UnlessEmpty),
    ];
    /// A deprecated package, channel or bundle.
    DEPRECATION("declcfg.DeprecationEntry", "DeprecationEntry"): [
        ("reference", REFERENCE, Always),
        ("message", TEXT, Always),
    ];
    /// `olm.deprecations`.
    DEPRECATIONS("declcfg.Deprecation", "Deprecation"): [
        ("schema", TEXT, Always),
        ("package", TEXT, Always),
        ("entries", List("declcfg.DeprecationEntry", &DEPRECATION), Always),
        ("name", TEXT, Never),
    ];
}

/// The type of a document with a schema of operator-registry.
#[must_use]
pub fn document(schema: &str) -> Option<&'static Type> {
    Some(match schema {
        "olm.package" => &PACKAGE,
        "olm.channel" => &CHANNEL,
        "olm.bundle" => &BUNDLE,
        "olm.deprecations" => &DEPRECATIONS,
        _ => return None,
    })
}

/// Whether values of a type are bytes.
#[must_use]
pub fn is_bytes(of: &Type) -> bool {
    matches!((of, BYTES), (Text(own), Text(bytes)) if *own == bytes)
}
