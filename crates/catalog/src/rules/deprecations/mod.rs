//! Rules about deprecations.

pub mod dep_bundle_exists;
pub mod dep_channel_exists;
pub mod dep_message_required;
pub mod dep_one_per_package;
pub mod dep_package_no_name;
pub mod dep_package_required;
pub mod dep_ref_duplicate;
pub mod dep_ref_schema_known;
pub mod dep_ref_schema_required;
pub mod dep_unknown_package;
pub mod deprecation_message_blank;
