//! Rules about the properties of bundles.

pub mod bundle_csv_metadata_multiple;
pub mod bundle_metadata_missing;
pub mod bundle_metadata_mixed;
pub mod bundle_object_data;
pub mod bundle_package_property_count;
pub mod bundle_package_property_match;
pub mod bundle_properties_parse;
pub mod constraint_shape;
pub mod csv_metadata_types;
pub mod dependency_in_olm_v1;
pub mod gvk_incomplete;
pub mod max_openshift_version;
pub mod metadata_for_openshift;
pub mod prop_value_required;
pub mod required_package_range;
