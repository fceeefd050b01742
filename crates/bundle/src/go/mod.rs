//! The Go structs that upstream decodes a bundle into, and the check whether a document fits them.
//!
//! Upstream decodes the same file in several ways, which differ in what they accept ([`Mode`]).
//!
//! The table of structs and the check differ from `olmkit_yaml::decode`. That module returns the error text of
//! encoding/json for types that fit in a constant. This one covers mutually recursive Kubernetes structs and
//! returns the first value that one of four decoders rejects, with olmkit's message. Both use the same case folding of
//! keys (`olmkit_gostd::fold`).

mod fit;
mod scalar;
mod table;

use olmkit_gostd::fold::names_field;

pub(crate) use fit::{Mismatch, is_zero, mismatch, mismatch_of};
pub(crate) use scalar::number_text;
pub(crate) use table::field_names;

/// A version of operator-framework/api.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Api {
    /// The newest version.
    Newest,
    /// The version in the released operator-sdk.
    Released,
}

/// How upstream decodes a document into a Go struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// operator-framework/api: keys match case-insensitively, plain scalars in string fields become strings.
    Coerce,
    /// encoding/json on the untyped document: keys match case-insensitively, types are strict.
    Json,
    /// The decoder of the API server: keys match exactly, types are strict.
    Exact,
    /// apimachinery's converter: like `Exact`, but numbers are truncated to fit.
    Converter,
}

impl Mode {
    /// Whether a key of the document matches the field.
    pub(crate) fn names(self, key: &str, field: &str) -> bool {
        match self {
            Mode::Exact | Mode::Converter => key == field,
            Mode::Coerce | Mode::Json => names_field(key, field),
        }
    }
}
