//! All rules, one file each.

use olmkit_diagnostics::Rule;
use olmkit_syntax::NodeRef;

use crate::decode::Sink;
use crate::facts::Facts;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::upgrade::View;

pub mod assertion_failed;
pub mod assertion_shape;
pub mod bundle_csv_metadata_multiple;
pub mod bundle_duplicate;
pub mod bundle_image_or_objects;
pub mod bundle_image_syntax;
pub mod bundle_metadata_missing;
pub mod bundle_metadata_mixed;
pub mod bundle_name_collision;
pub mod bundle_name_normalised;
pub mod bundle_name_required;
pub mod bundle_not_in_channel;
pub mod bundle_object_data;
pub mod bundle_package_property_count;
pub mod bundle_package_property_match;
pub mod bundle_package_required;
pub mod bundle_properties_parse;
pub mod bundle_related_image_syntax;
pub mod bundle_release_syntax;
pub mod bundle_release_xor_build;
pub mod bundle_unknown_package;
pub mod bundle_version_semver;
pub mod ch_duplicate;
pub mod ch_duplicate_entry;
pub mod ch_empty;
pub mod ch_entry_name;
pub mod ch_name_required;
pub mod ch_skiprange_syntax;
pub mod ch_skips_empty;
pub mod ch_unknown_package;
pub mod channel_multiple_heads;
pub mod channel_no_head;
pub mod channel_replaces_cycle;
pub mod channel_stranded;
pub mod constraint_shape;
pub mod csv_metadata_types;
pub mod default_channel_behind;
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
pub mod dependency_in_olm_v1;
pub mod deprecation_message_blank;
mod document_findings;
pub mod duplicate_keys;
pub mod entry_without_bundle;
pub mod file_unreadable;
pub mod gvk_incomplete;
pub mod icon_content;
pub mod json_depth;
pub mod json_locked;
pub mod json_number_overflow;
pub mod json_syntax;
pub mod json_trailing_garbage;
pub mod json_type_mismatch;
pub mod max_openshift_version;
pub mod meta_duplicate_folded_keys;
pub mod meta_key_not_string;
pub mod meta_root_object;
pub mod meta_schema_required;
pub mod metadata_for_openshift;
pub mod name_version_mismatch;
pub mod others_serve_key;
pub mod pkg_default_channel_exists;
pub mod pkg_default_channel_required;
pub mod pkg_duplicate;
pub mod pkg_icon_base64;
pub mod pkg_name_required;
pub mod pkg_name_rfc1123;
pub mod pkg_no_channels;
pub mod pkg_unique_versions;
pub mod prop_value_required;
pub mod reference_near_miss;
pub mod related_image_empty;
pub mod replaces_newer;
pub mod replaces_unknown;
pub mod required_package_range;
pub mod skiprange_never;
pub mod skiprange_newer;
pub mod skiprange_self;
pub mod skips_unknown;
mod support;
pub mod unknown_schema;
pub mod yaml11_surprise;
pub(crate) use support::near_miss;
pub mod channel_switch;
pub mod entry_skips_itself;
pub mod head_not_newest;
pub mod replaces_and_skips;
pub mod skiprange_empty_part;
pub mod skiprange_prunes;
pub mod stranded_v0;
pub mod stranded_v1;
pub mod unknown_keys;
pub mod v0_dead_edge;
pub mod v0_downgrade_loop;
pub mod v0_order;
pub mod v1_tie;
pub mod yaml11_inf_nan;
pub mod yaml11_tags;
pub mod yaml_alias_bomb;
pub mod yaml_anchors;
pub mod yaml_control_chars;
pub mod yaml_depth;
pub mod yaml_directives;
pub mod yaml_empty_doc;
pub mod yaml_escapes;
pub mod yaml_first_doc_only;
pub mod yaml_indicators;
pub mod yaml_invalid_utf8;
pub mod yaml_keys;
pub mod yaml_merge;
pub mod yaml_separator_text;
pub mod yaml_simple_key_1024;
pub mod yaml_syntax;
pub mod yaml_tabs;

static ALL: &[&Rule] = &[
    &yaml_syntax::RULE,
    &yaml_tabs::RULE,
    &yaml_control_chars::RULE,
    &yaml_invalid_utf8::RULE,
    &yaml_escapes::RULE,
    &yaml_indicators::RULE,
    &yaml_anchors::RULE,
    &yaml_alias_bomb::RULE,
    &yaml_merge::RULE,
    &yaml_keys::RULE,
    &yaml_depth::RULE,
    &yaml_simple_key_1024::RULE,
    &yaml_directives::RULE,
    &yaml_separator_text::RULE,
    &yaml11_tags::RULE,
    &yaml11_inf_nan::RULE,
    &json_syntax::RULE,
    &json_locked::RULE,
    &json_depth::RULE,
    &json_number_overflow::RULE,
    &yaml_empty_doc::RULE,
    &yaml_first_doc_only::RULE,
    &file_unreadable::RULE,
    &meta_root_object::RULE,
    &meta_duplicate_folded_keys::RULE,
    &meta_key_not_string::RULE,
    &meta_schema_required::RULE,
    &json_type_mismatch::RULE,
    &pkg_icon_base64::RULE,
    &bundle_object_data::RULE,
    &pkg_name_required::RULE,
    &pkg_duplicate::RULE,
    &pkg_name_rfc1123::RULE,
    &pkg_default_channel_required::RULE,
    &pkg_default_channel_exists::RULE,
    &pkg_no_channels::RULE,
    &pkg_unique_versions::RULE,
    &ch_unknown_package::RULE,
    &ch_name_required::RULE,
    &ch_duplicate::RULE,
    &ch_duplicate_entry::RULE,
    &ch_empty::RULE,
    &ch_entry_name::RULE,
    &ch_skips_empty::RULE,
    &ch_skiprange_syntax::RULE,
    &channel_no_head::RULE,
    &channel_multiple_heads::RULE,
    &channel_replaces_cycle::RULE,
    &channel_stranded::RULE,
    &bundle_package_required::RULE,
    &bundle_unknown_package::RULE,
    &bundle_duplicate::RULE,
    &bundle_properties_parse::RULE,
    &prop_value_required::RULE,
    &csv_metadata_types::RULE,
    &bundle_package_property_count::RULE,
    &bundle_package_property_match::RULE,
    &bundle_image_syntax::RULE,
    &bundle_related_image_syntax::RULE,
    &bundle_version_semver::RULE,
    &bundle_release_syntax::RULE,
    &bundle_not_in_channel::RULE,
    &entry_without_bundle::RULE,
    &bundle_name_required::RULE,
    &bundle_name_normalised::RULE,
    &bundle_image_or_objects::RULE,
    &bundle_release_xor_build::RULE,
    &dep_package_required::RULE,
    &dep_unknown_package::RULE,
    &dep_one_per_package::RULE,
    &dep_ref_schema_required::RULE,
    &dep_ref_duplicate::RULE,
    &dep_bundle_exists::RULE,
    &dep_channel_exists::RULE,
    &dep_package_no_name::RULE,
    &dep_ref_schema_known::RULE,
    &dep_message_required::RULE,
    &unknown_keys::RULE,
    &bundle_name_collision::RULE,
    &bundle_metadata_missing::RULE,
    &bundle_metadata_mixed::RULE,
    &default_channel_behind::RULE,
    &name_version_mismatch::RULE,
    &skiprange_self::RULE,
    &skiprange_newer::RULE,
    &skiprange_never::RULE,
    &skips_unknown::RULE,
    &replaces_unknown::RULE,
    &reference_near_miss::RULE,
    &replaces_newer::RULE,
    &deprecation_message_blank::RULE,
    &icon_content::RULE,
    &related_image_empty::RULE,
    &constraint_shape::RULE,
    &max_openshift_version::RULE,
    &gvk_incomplete::RULE,
    &required_package_range::RULE,
    &metadata_for_openshift::RULE,
    &dependency_in_olm_v1::RULE,
    &bundle_csv_metadata_multiple::RULE,
    &others_serve_key::RULE,
    &unknown_schema::RULE,
    &yaml11_surprise::RULE,
    &duplicate_keys::RULE,
    &json_trailing_garbage::RULE,
    &stranded_v0::RULE,
    &stranded_v1::RULE,
    &v0_order::RULE,
    &v0_downgrade_loop::RULE,
    &entry_skips_itself::RULE,
    &skiprange_empty_part::RULE,
    &v1_tie::RULE,
    &head_not_newest::RULE,
    &v0_dead_edge::RULE,
    &replaces_and_skips::RULE,
    &skiprange_prunes::RULE,
    &channel_switch::RULE,
    &assertion_failed::RULE,
    &assertion_shape::RULE,
];

/// What every check looks at and writes to.
pub(crate) type Check = fn(&Catalog<'_>, &mut Reporter);

pub(crate) static CHECKS: &[Check] = &[
    document_findings::check,
    file_unreadable::check,
    pkg_name_required::check,
    pkg_duplicate::check,
    pkg_name_rfc1123::check,
    pkg_default_channel_required::check,
    pkg_default_channel_exists::check,
    pkg_no_channels::check,
    pkg_unique_versions::check,
    ch_unknown_package::check,
    ch_name_required::check,
    ch_duplicate::check,
    ch_duplicate_entry::check,
    ch_empty::check,
    ch_entry_name::check,
    ch_skips_empty::check,
    ch_skiprange_syntax::check,
    channel_no_head::check,
    channel_multiple_heads::check,
    channel_replaces_cycle::check,
    channel_stranded::check,
    bundle_package_required::check,
    bundle_unknown_package::check,
    bundle_duplicate::check,
    bundle_properties_parse::check,
    prop_value_required::check,
    csv_metadata_types::check,
    bundle_package_property_count::check,
    bundle_package_property_match::check,
    bundle_image_syntax::check,
    bundle_related_image_syntax::check,
    bundle_version_semver::check,
    bundle_release_syntax::check,
    bundle_not_in_channel::check,
    entry_without_bundle::check,
    bundle_name_required::check,
    bundle_name_normalised::check,
    bundle_image_or_objects::check,
    bundle_release_xor_build::check,
    dep_package_required::check,
    dep_unknown_package::check,
    dep_one_per_package::check,
    dep_ref_schema_required::check,
    dep_ref_duplicate::check,
    dep_bundle_exists::check,
    dep_channel_exists::check,
    dep_package_no_name::check,
    dep_ref_schema_known::check,
    dep_message_required::check,
    bundle_csv_metadata_multiple::check,
    deprecation_message_blank::check,
    replaces_newer::check,
    reference_near_miss::check,
    replaces_unknown::check,
    skips_unknown::check,
    skiprange_never::check,
    skiprange_newer::check,
    skiprange_self::check,
    name_version_mismatch::check,
    default_channel_behind::check,
    bundle_metadata_mixed::check,
    bundle_metadata_missing::check,
    metadata_for_openshift::check,
    bundle_name_collision::check,
    assertion_failed::check,
];

/// What looks at one channel that opm accepts, with the answers of both resolvers.
pub(crate) type ChannelCheck = fn(&View<'_, '_>, &mut Reporter);

pub(crate) static CHANNEL_CHECKS: &[(&Rule, ChannelCheck)] = &[
    (&stranded_v0::RULE, stranded_v0::check),
    (&stranded_v1::RULE, stranded_v1::check),
    (&v0_order::RULE, v0_order::check),
    (&v0_downgrade_loop::RULE, v0_downgrade_loop::check),
    (&entry_skips_itself::RULE, entry_skips_itself::check),
    (&skiprange_empty_part::RULE, skiprange_empty_part::check),
    (&v1_tie::RULE, v1_tie::check),
    (&head_not_newest::RULE, head_not_newest::check),
    (&v0_dead_edge::RULE, v0_dead_edge::check),
    (&replaces_and_skips::RULE, replaces_and_skips::check),
    (&skiprange_prunes::RULE, skiprange_prunes::check),
    (&channel_switch::RULE, channel_switch::check),
];

/// What looks at one document alone, while it is read.
pub(crate) type DocumentCheck = fn(NodeRef<'_>, &Facts, &mut Sink);

pub(crate) static DOCUMENT_CHECKS: &[DocumentCheck] = &[
    |root, _, sink| duplicate_keys::check(root, sink),
    |root, _, sink| yaml11_surprise::check(root, sink),
    unknown_schema::check,
    others_serve_key::check,
    related_image_empty::check,
    icon_content::check,
];

/// What looks at the type and value of one property of a bundle.
pub(crate) type PropertyCheck = fn(&str, NodeRef<'_>, &mut Sink);

pub(crate) static PROPERTY_CHECKS: &[PropertyCheck] = &[
    required_package_range::check,
    gvk_incomplete::check,
    max_openshift_version::check,
    constraint_shape::check,
    dependency_in_olm_v1::check,
];

/// Every rule, in the order of the documentation.
#[must_use]
pub fn all() -> &'static [&'static Rule] {
    ALL
}

/// The rule with that id or code.
#[must_use]
pub fn by_id(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.id == name || rule.code.eq_ignore_ascii_case(name))
}
