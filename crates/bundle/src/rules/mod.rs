//! All rules about bundles.

use crate::rule::BundleRule;

pub mod bundle;
pub mod crd;
pub mod csv;
pub mod layout;
pub mod metadata;
pub mod objects;
pub mod olm;
pub mod optional;
pub mod package;

use bundle::{names as bundle_names, owned, related_images, service_accounts, size};
use crd::{approval, columns, conversion, naming, selectable, versions};
use csv::{annotations as csv_annotations, examples, install_modes, kind, min_kube, names, required};
use metadata::{annotations, conventions, dependencies, dockerfile};
use objects::{kinds, metadata as object_metadata};
use olm::{catalog, config, extension, install_plan, plain, rukpak, unpack};
use optional::{categories, community, deprecated, hub, icon, object, practices};

static ALL: &[&BundleRule] = &[
    &layout::NO_MANIFESTS,
    &layout::NO_METADATA,
    &layout::EMPTY,
    &layout::NESTED,
    &layout::HIDDEN,
    &layout::DECODE,
    &layout::NO_CSV,
    &layout::MULTIPLE,
    &layout::CSV_DECODE,
    &layout::CRD_DECODE,
    &layout::CRD_VERSION,
    &layout::ANNOTATIONS_UNREADABLE,
    &names::NAME,
    &names::REPLACES,
    &kind::API_VERSION,
    &required::RULE,
    &install_modes::EMPTY,
    &install_modes::NONE,
    &install_modes::CONVERSION,
    &install_modes::DUPLICATE,
    &min_kube::MISSING,
    &min_kube::INVALID,
    &csv_annotations::CASE,
    &csv_annotations::PROPERTIES,
    &examples::NO_ANNOTATIONS,
    &examples::MISSING,
    &examples::BOTH,
    &examples::BAD_JSON,
    &examples::NOT_OBJECTS,
    &examples::OWNED_NAME,
    &examples::UNPROVIDED,
    &examples::LACKING,
    &naming::NAME,
    &naming::NAMESPACE,
    &naming::METADATA,
    &naming::GROUP,
    &naming::SCOPE,
    &naming::NAMES,
    &naming::KINDS,
    &versions::NAME,
    &versions::UNIQUE,
    &versions::STORAGE,
    &versions::FIRST,
    &versions::DEPRECATION,
    &versions::TOP,
    &columns::COLUMNS,
    &columns::SCALE,
    &conversion::STRATEGY,
    &conversion::WEBHOOK,
    &conversion::REVIEW,
    &conversion::PRESERVE,
    &approval::APPROVED,
    &approval::PRESERVE,
    &selectable::RULE,
    &owned::MISSING,
    &owned::UNOWNED,
    &owned::DUPLICATE,
    &service_accounts::RULE,
    &bundle_names::RELEASE,
    &bundle_names::SUBSTITUTES,
    &related_images::EMPTY,
    &related_images::INVALID,
    &size::MAX,
    &size::NEAR,
    &kinds::UNSUPPORTED,
    &kinds::OLM_V0,
    &object_metadata::RULE,
    &annotations::MISSING_FILE,
    &annotations::MISSING_KEY,
    &annotations::MEDIA_TYPE,
    &annotations::CHANNELS_EMPTY,
    &annotations::DEFAULT_EMPTY,
    &conventions::BLANKS,
    &conventions::NUMBER,
    &conventions::DEFAULT,
    &dockerfile::LABELS,
    &hub::PROVIDER,
    &hub::MAINTAINER,
    &hub::EMAIL,
    &hub::LINK,
    &hub::URL,
    &hub::VERSION,
    &icon::MISSING,
    &icon::COUNT,
    &icon::EMPTY,
    &icon::FIELDS,
    &icon::MEDIA_TYPE,
    &categories::CAPABILITIES,
    &categories::CATEGORIES,
    &practices::SEMVER,
    &practices::CONVENTION,
    &practices::DEPLOYMENTS,
    &practices::REQUESTS,
    &practices::RBAC,
    &practices::DESCRIPTION,
    &practices::CHANNELS,
    &object::MAX,
    &object::MIN,
    &object::PRIORITY,
    &object::RBAC_PDB,
    &object::RBAC_SCC,
    &deprecated::V22,
    &deprecated::V25,
    &deprecated::RBAC25,
    &deprecated::V26,
    &deprecated::MIN_KUBE,
    &community::MAX_OCP,
    &community::INDEX,
    &rukpak::IMMUTABLE,
    &rukpak::SOURCE,
    &rukpak::TYPE,
    &rukpak::DIRECTORY,
    &rukpak::PATH,
    &rukpak::CONFIG_MAP,
    &rukpak::SHAPE,
    &plain::NO_MANIFESTS,
    &plain::SUBDIRECTORY,
    &plain::PARSE,
    &plain::EMPTY,
    &extension::NAMESPACE,
    &extension::SOURCE,
    &extension::PACKAGE,
    &extension::VERSION,
    &extension::CHANNELS,
    &extension::INSTALL,
    &config::RULE,
    &catalog::RULE,
    &install_plan::LOOKUP,
    &install_plan::FAILED,
    &install_plan::STEP,
    &unpack::JOB,
    &unpack::DURATION,
    &package::LOAD,
    &package::NAME,
    &package::CHANNELS,
    &package::DEFAULT,
    &package::CSV,
    &dependencies::UNPARSED,
    &dependencies::GVK,
    &dependencies::PACKAGE,
    &dependencies::LABEL,
    &dependencies::CONSTRAINT,
    &dependencies::LEGACY_LABEL,
];

/// Every rule, in the order of the documentation.
#[must_use]
pub fn all() -> &'static [&'static BundleRule] {
    ALL
}

/// The rule with that id or code.
#[must_use]
pub fn by_id(name: &str) -> Option<&'static BundleRule> {
    ALL.iter().copied().find(|rule| rule.rule.id == name || rule.rule.code.eq_ignore_ascii_case(name))
}
