//! All rules, one file each. A new file needs its `mod` line and its line in the list below.

use olmkit_diagnostics::{Registry, Rule};
use olmkit_syntax::NodeRef;

use crate::facts::Facts;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::sink::Sink;
use crate::view::{Broken, View};

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
pub mod channel_switch;
pub mod constraint_shape;
pub mod csv_metadata_types;
mod declare;
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
pub(crate) mod document_findings;
pub mod duplicate_keys;
pub mod entry_skips_itself;
pub mod entry_without_bundle;
pub mod file_unreadable;
pub mod gvk_incomplete;
pub mod head_not_newest;
pub mod hidden_characters;
pub mod icon_content;
pub mod ignore_comment;
pub mod ignore_unused;
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
pub mod replaces_and_skips;
pub mod replaces_newer;
pub mod replaces_unknown;
pub mod required_package_range;
pub mod skiprange_empty_part;
pub mod skiprange_never;
pub mod skiprange_newer;
pub mod skiprange_prunes;
pub mod skiprange_self;
pub mod skiprange_unmatched;
pub mod skips_unknown;
pub mod stranded_v0;
pub mod stranded_v1;
mod support;
pub mod unknown_keys;
pub mod unknown_schema;
pub mod v0_dead_edge;
pub mod v0_downgrade_loop;
pub mod v0_order;
pub mod v1_tie;
pub mod versions_removed;
pub mod yaml11_inf_nan;
pub mod yaml11_surprise;
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

/// What looks at the whole catalog and writes to the report.
pub(crate) type Check = fn(&Catalog<'_>, &mut Reporter);

/// What compares the catalog with its base: an older state that clusters may have installed from.
pub(crate) type BaseCheck = fn(&Catalog<'_>, &Catalog<'_>, &mut Reporter);

/// In the examples of such a rule, files whose path begins so are the base.
pub const BASE: &str = "//base/";

/// What looks at one channel whose graph opm refuses.
pub(crate) type BrokenCheck = fn(&Broken<'_, '_>, &mut Reporter);

/// What looks at one channel that opm accepts, with the answers of both resolvers.
pub(crate) type ChannelCheck = fn(&View<'_, '_>, &mut Reporter);

/// What looks at one document alone, while it is read.
pub(crate) type DocumentCheck = fn(NodeRef<'_>, &Facts, &mut Sink);

/// What looks at the type and value of one property of a bundle.
pub(crate) type PropertyCheck = fn(&str, NodeRef<'_>, &mut Sink);

/// Every rule once, by what its `check` looks at; rules of reading have none, the readers report them.
macro_rules! register {
    (reading: [$($reading:ident),+ $(,)?], catalog: [$($catalog:ident),+ $(,)?], base: [$($base:ident),+ $(,)?],
     broken: [$($broken:ident),+ $(,)?],
     document: [$($document:ident),+ $(,)?], property: [$($property:ident),+ $(,)?],
     channel: [$($channel:ident),+ $(,)?] $(,)?) => {
        static ALL: &[&Rule] = &[
            $(&$reading::RULE,)+ $(&$catalog::RULE,)+ $(&$base::RULE,)+ $(&$broken::RULE,)+
            $(&$document::RULE,)+ $(&$property::RULE,)+ $(&$channel::RULE,)+
        ];
        pub(crate) static CHECKS: &[(&Rule, Check)] = &[$((&$catalog::RULE, $catalog::check)),+];
        pub(crate) static BASE_CHECKS: &[BaseCheck] = &[$($base::check),+];
        pub(crate) static BROKEN_CHECKS: &[BrokenCheck] = &[$($broken::check),+];
        pub(crate) static DOCUMENT_CHECKS: &[DocumentCheck] = &[$($document::check),+];
        pub(crate) static PROPERTY_CHECKS: &[PropertyCheck] = &[$($property::check),+];
        pub(crate) static CHANNEL_CHECKS: &[(&Rule, ChannelCheck)] = &[$((&$channel::RULE, $channel::check)),+];
    };
}

register! {
    reading: [
        yaml_syntax,
        yaml_tabs,
        yaml_control_chars,
        yaml_invalid_utf8,
        yaml_escapes,
        yaml_indicators,
        yaml_anchors,
        yaml_alias_bomb,
        yaml_merge,
        yaml_keys,
        yaml_depth,
        yaml_simple_key_1024,
        yaml_directives,
        yaml_separator_text,
        yaml11_tags,
        yaml11_inf_nan,
        json_syntax,
        json_locked,
        json_depth,
        json_number_overflow,
        yaml_empty_doc,
        yaml_first_doc_only,
        meta_root_object,
        meta_duplicate_folded_keys,
        meta_key_not_string,
        meta_schema_required,
        json_type_mismatch,
        pkg_icon_base64,
        bundle_object_data,
        unknown_keys,
        json_trailing_garbage,
        assertion_shape,
        ignore_unused,
    ],
    catalog: [
        file_unreadable,
        pkg_name_required,
        pkg_duplicate,
        pkg_name_rfc1123,
        pkg_default_channel_required,
        pkg_default_channel_exists,
        pkg_no_channels,
        pkg_unique_versions,
        ch_unknown_package,
        ch_name_required,
        ch_duplicate,
        ch_duplicate_entry,
        ch_empty,
        ch_entry_name,
        ch_skips_empty,
        ch_skiprange_syntax,
        bundle_package_required,
        bundle_unknown_package,
        bundle_duplicate,
        bundle_properties_parse,
        prop_value_required,
        csv_metadata_types,
        bundle_package_property_count,
        bundle_package_property_match,
        bundle_image_syntax,
        bundle_related_image_syntax,
        bundle_version_semver,
        bundle_release_syntax,
        bundle_not_in_channel,
        entry_without_bundle,
        bundle_name_required,
        bundle_name_normalised,
        bundle_image_or_objects,
        bundle_release_xor_build,
        dep_package_required,
        dep_unknown_package,
        dep_one_per_package,
        dep_ref_schema_required,
        dep_ref_duplicate,
        dep_bundle_exists,
        dep_channel_exists,
        dep_package_no_name,
        dep_ref_schema_known,
        dep_message_required,
        bundle_name_collision,
        bundle_metadata_missing,
        bundle_metadata_mixed,
        default_channel_behind,
        name_version_mismatch,
        skiprange_self,
        skiprange_newer,
        skiprange_never,
        skiprange_unmatched,
        skips_unknown,
        replaces_unknown,
        reference_near_miss,
        replaces_newer,
        deprecation_message_blank,
        metadata_for_openshift,
        bundle_csv_metadata_multiple,
        assertion_failed,
        ignore_comment,
    ],
    base: [versions_removed],
    broken: [
        channel_no_head,
        channel_multiple_heads,
        channel_replaces_cycle,
        channel_stranded,
    ],
    document: [
        duplicate_keys,
        yaml11_surprise,
        unknown_schema,
        others_serve_key,
        related_image_empty,
        icon_content,
        hidden_characters,
    ],
    property: [
        required_package_range,
        gvk_incomplete,
        max_openshift_version,
        constraint_shape,
        dependency_in_olm_v1,
    ],
    channel: [
        stranded_v0,
        stranded_v1,
        v0_order,
        v0_downgrade_loop,
        entry_skips_itself,
        skiprange_empty_part,
        v1_tie,
        head_not_newest,
        v0_dead_edge,
        replaces_and_skips,
        skiprange_prunes,
        channel_switch,
    ],
}

/// Every rule, in the order of the documentation.
#[must_use]
pub const fn all() -> &'static [&'static Rule] {
    ALL
}

/// The rules by name.
pub static REGISTRY: Registry = Registry::new(&[ALL]);

/// The rule with that id or code.
#[must_use]
pub fn by_id(name: &str) -> Option<&'static Rule> {
    REGISTRY.get(name)
}
