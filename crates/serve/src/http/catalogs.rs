//! The catalogs that are served.

use std::collections::BTreeMap;

use crate::served::Served;

/// The catalogs of the API by name.
#[derive(Debug, Clone)]
pub struct Catalogs {
    pub(crate) by_name: BTreeMap<String, Served>,
    /// Whether `metas` is served; in catalogd a feature gate decides.
    pub(crate) has_metas: bool,
}

impl Catalogs {
    /// Catalogs with both endpoints, `all` and `metas`.
    #[must_use]
    pub fn new(by_name: BTreeMap<String, Served>) -> Self {
        Catalogs { by_name, has_metas: true }
    }

    /// The same without `metas`, as a catalogd with its defaults.
    #[must_use]
    pub fn without_metas(self) -> Self {
        Catalogs { has_metas: false, ..self }
    }
}
