//! Rules about bundles.

pub mod bundle_duplicate;
pub mod bundle_image_or_objects;
pub mod bundle_image_syntax;
pub mod bundle_name_collision;
pub mod bundle_name_normalized;
pub mod bundle_name_required;
pub mod bundle_not_in_channel;
pub mod bundle_package_required;
pub mod bundle_related_image_syntax;
pub mod bundle_release_syntax;
pub mod bundle_release_xor_build;
pub mod bundle_unknown_package;
pub mod bundle_version_semver;
pub mod name_version_mismatch;
pub mod related_image_empty;
