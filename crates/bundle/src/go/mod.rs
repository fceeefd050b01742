//! The Go structs upstream decodes a bundle into, and whether a document fits them.
//!
//! Upstream decodes the same file in several ways, which differ in what they accept ([`Mode`]).
//!
//! The table of structs and the check are not those of `olmkit_yaml::decode`: that one gives encoding/json's text for a type
//! that a constant can hold, this one the first value that one of four decoders refuses, in olmkit's words, in 150 structs of
//! Kubernetes that contain each other. How keys fold is one for both (`olmkit_gostd::fold`).

mod fit;
mod scalar;
mod table;

use olmkit_gostd::fold::names_field;

pub(crate) use fit::{Misfit, is_zero, misfit, misfit_of};
pub(crate) use scalar::number_text;

/// A version of operator-framework/api.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Api {
    /// The newest one.
    Newest,
    /// That in the released operator-sdk.
    Released,
}

/// How a document becomes a Go struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// operator-framework/api: keys fold their case, plain scalars in string fields become strings.
    Coerce,
    /// encoding/json of the untyped document: keys fold their case, types are strict.
    Json,
    /// The decoder of the API server: keys are exact, types are strict.
    Exact,
    /// apimachinery's converter: the same, but numbers are cut to fit.
    Converter,
}

impl Mode {
    /// Whether a key of the document is the field.
    pub(crate) fn names(self, key: &str, field: &str) -> bool {
        match self {
            Mode::Exact | Mode::Converter => key == field,
            Mode::Coerce | Mode::Json => names_field(key, field),
        }
    }
}
