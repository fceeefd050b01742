//! The catalogs to serve.

use std::collections::BTreeMap;

use crate::served::Served;

/// The catalogs of the API, by name.
#[derive(Debug, Clone)]
pub struct Catalogs {
    pub(crate) by_name: BTreeMap<String, Served>,
    /// Whether `metas` is served. In catalogd, this depends on a feature gate.
    pub(crate) has_metas: bool,
}

impl Catalogs {
    /// Serves catalogs with both endpoints, `all` and `metas`.
    #[must_use]
    pub fn new(by_name: BTreeMap<String, Served>) -> Self {
        Catalogs { by_name, has_metas: true }
    }

    /// Disables `metas`, as in a catalogd with default settings.
    #[must_use]
    pub fn without_metas(self) -> Self {
        Catalogs { has_metas: false, ..self }
    }
}
