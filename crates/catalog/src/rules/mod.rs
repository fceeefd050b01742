//! All rules, each in its own file, in folders by topic. A new file needs a `mod` line in its folder and a line in the
//! list below.

use olmkit_diagnostics::{Registry, Rule};
use olmkit_yaml::NodeRef;

use crate::diff::Base;
use crate::facts::Facts;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::sink::Sink;
use crate::view::{Broken, View};

pub mod bundles;
pub mod channels;
pub mod comments;
mod declare;
pub mod deprecations;
pub(crate) mod document_findings;
pub mod documents;
pub mod packages;
pub mod properties;
pub(crate) mod support;
pub mod upgrades;
pub mod yaml;

/// Checks the whole catalog.
pub(crate) type Check = fn(&Catalog<'_>, &mut Reporter);

/// Compares the catalog with its base.
pub(crate) type BaseCheck = fn(Base<'_, '_>, &Catalog<'_>, &mut Reporter);

/// Checks one channel whose graph opm rejects.
pub(crate) type BrokenCheck = fn(&Broken<'_, '_>, &mut Reporter);

/// Checks one channel that opm accepts, with the results of both resolvers.
pub(crate) type ChannelCheck = fn(&View<'_, '_>, &mut Reporter);

/// Checks one document while it is decoded.
pub(crate) type DocumentCheck = fn(NodeRef<'_>, &Facts, &mut Sink);

/// Checks the type and value of one property of a bundle.
pub(crate) type PropertyCheck = fn(&str, NodeRef<'_>, &mut Sink);

/// Lists every rule once, by topic and by the input of its `check`. Rules under `elsewhere` do not have a `check`;
/// their files name the function that reports them.
macro_rules! register {
    ($($topic:ident {
        $(elsewhere: [$($elsewhere:ident),+ $(,)?],)?
        $(catalog: [$($catalog:ident),+ $(,)?],)?
        $(base: [$($base:ident),+ $(,)?],)?
        $(broken: [$($broken:ident),+ $(,)?],)?
        $(document: [$($document:ident),+ $(,)?],)?
        $(property: [$($property:ident),+ $(,)?],)?
        $(channel: [$($channel:ident),+ $(,)?],)?
    })+) => {
        static ALL: &[&Rule] = &[$(
            $($(&$topic::$elsewhere::RULE,)+)?
            $($(&$topic::$catalog::RULE,)+)?
            $($(&$topic::$base::RULE,)+)?
            $($(&$topic::$broken::RULE,)+)?
            $($(&$topic::$document::RULE,)+)?
            $($(&$topic::$property::RULE,)+)?
            $($(&$topic::$channel::RULE,)+)?
        )+];
        pub(crate) static CHECKS: &[(&Rule, Check)] =
            &[$($($((&$topic::$catalog::RULE, $topic::$catalog::check),)+)?)+];
        pub(crate) static BASE_CHECKS: &[(&Rule, BaseCheck)] =
            &[$($($((&$topic::$base::RULE, $topic::$base::check),)+)?)+];
        pub(crate) static BROKEN_CHECKS: &[BrokenCheck] = &[$($($($topic::$broken::check,)+)?)+];
        pub(crate) static DOCUMENT_CHECKS: &[DocumentCheck] = &[$($($($topic::$document::check,)+)?)+];
        pub(crate) static PROPERTY_CHECKS: &[PropertyCheck] = &[$($($($topic::$property::check,)+)?)+];
        pub(crate) static CHANNEL_CHECKS: &[(&Rule, ChannelCheck)] =
            &[$($($((&$topic::$channel::RULE, $topic::$channel::check),)+)?)+];
    };
}

/// Whether a rule compares the catalog with a base.
#[must_use]
pub fn needs_base(rule: &Rule) -> bool {
    BASE_CHECKS.iter().any(|(own, _)| own.id == rule.id)
}

register! {
    yaml {
        elsewhere: [
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
            json_trailing_garbage,
        ],
        document: [
            duplicate_keys,
            yaml11_surprise,
            hidden_characters,
        ],
    }
    documents {
        elsewhere: [
            meta_root_object,
            meta_duplicate_folded_keys,
            meta_key_not_string,
            meta_schema_required,
            json_type_mismatch,
            unknown_keys,
            catalog_empty,
        ],
        catalog: [file_unreadable],
        document: [
            unknown_schema,
            others_serve_key,
        ],
    }
    packages {
        elsewhere: [pkg_icon_base64],
        catalog: [
            pkg_name_required,
            pkg_duplicate,
            pkg_name_rfc1123,
            pkg_default_channel_required,
            pkg_default_channel_exists,
            pkg_no_channels,
            pkg_unique_versions,
            default_channel_behind,
        ],
        document: [icon_content],
    }
    channels {
        catalog: [
            ch_unknown_package,
            ch_name_required,
            ch_duplicate,
            ch_duplicate_entry,
            ch_empty,
            ch_entry_name,
            ch_skips_empty,
            ch_skiprange_syntax,
            channel_not_selectable,
            entry_without_bundle,
            skiprange_self,
            skiprange_newer,
            skiprange_never,
            skiprange_unmatched,
            skips_unknown,
            replaces_unknown,
            reference_near_miss,
            replaces_newer,
        ],
        channel: [
            entry_skips_itself,
            skiprange_empty_part,
            replaces_and_skips,
        ],
    }
    upgrades {
        base: [versions_removed],
        broken: [
            channel_no_head,
            channel_multiple_heads,
            channel_replaces_cycle,
            channel_stranded,
        ],
        channel: [
            stranded_v0,
            stranded_v1,
            v0_order,
            v0_downgrade_loop,
            v1_tie,
            head_not_newest,
            v0_dead_edge,
            skiprange_prunes,
            channel_switch,
        ],
    }
    bundles {
        catalog: [
            bundle_package_required,
            bundle_unknown_package,
            bundle_duplicate,
            bundle_image_syntax,
            bundle_related_image_syntax,
            bundle_version_semver,
            bundle_release_syntax,
            bundle_not_in_channel,
            bundle_name_required,
            bundle_name_normalized,
            bundle_image_or_objects,
            bundle_release_xor_build,
            bundle_name_collision,
            name_version_mismatch,
        ],
        document: [related_image_empty],
    }
    properties {
        elsewhere: [bundle_object_data],
        catalog: [
            bundle_properties_parse,
            prop_value_required,
            csv_metadata_types,
            bundle_package_property_count,
            bundle_package_property_match,
            bundle_metadata_missing,
            bundle_metadata_mixed,
            metadata_for_openshift,
            bundle_csv_metadata_multiple,
        ],
        property: [
            required_package_range,
            gvk_incomplete,
            max_openshift_version,
            constraint_shape,
            dependency_in_olm_v1,
        ],
    }
    deprecations {
        catalog: [
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
            deprecation_message_blank,
        ],
    }
    comments {
        elsewhere: [
            assertion_shape,
            ignore_unused,
        ],
        catalog: [
            assertion_failed,
            ignore_comment,
        ],
    }
}

/// Returns all rules, in the order of the documentation.
#[must_use]
pub const fn all() -> &'static [&'static Rule] {
    ALL
}

/// The rules by name.
pub static REGISTRY: Registry = Registry::new(&[ALL]);

/// Returns the rule with this id or code.
#[must_use]
pub fn by_id(name: &str) -> Option<&'static Rule> {
    REGISTRY.get(name)
}
