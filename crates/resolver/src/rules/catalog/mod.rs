//! Rules about the whole catalog.

pub(crate) mod cat_gvk_owners;
pub(crate) mod crd_upgrade;
pub(crate) mod dep_cycle;
