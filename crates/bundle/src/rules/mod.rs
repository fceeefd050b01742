//! All rules about bundles.

use olmkit_diagnostics::{Registry, Rule};

use crate::input::Part;

pub mod bundle;
pub mod comments;
pub mod crd;
pub mod csv;
pub mod documents;
pub mod layout;
pub mod metadata;
pub mod objects;
pub mod olm;
pub mod optional;
pub mod package;
pub mod pipeline;
pub mod runtime;

use bundle::{images, names as bundle_names, owned, related_images, service_accounts, size};
use crd::{approval, columns, conversion, naming, selectable, versions};
use csv::{
    annotations as csv_annotations, example_schema, examples, in_catalogs, install_modes, kind, min_kube, names,
    required,
};
use metadata::{annotations, conventions, dependencies, dockerfile};
use objects::{kinds, metadata as object_metadata};
use olm::{
    catalog, catalog_source, config, extension, groups, helm, install_plan, object_set, plain, rukpak, stored, unpack,
    upgrade,
};
use optional::{categories, community, deprecated, hub, icon, multiarch, object, operatorhub_io, practices};
use pipeline::{catalogs, ci, fields, graph, naming as pipeline_names, openshift, release};
use runtime::{group, group_apis, install, properties, requirements, v1, webhooks, webhooks_v1};

static ALL: &[&Rule] = &[
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
    &layout::NOT_RENDERED,
    &layout::UNREADABLE,
    &documents::MULTIPLE,
    &documents::EMPTY_FIRST,
    &documents::METADATA,
    &comments::COMMENT,
    &names::NAME,
    &names::REPLACES,
    &names::ITSELF,
    &kind::API_VERSION,
    &required::RULE,
    &install_modes::EMPTY,
    &install_modes::NONE,
    &install_modes::CONVERSION,
    &install_modes::DUPLICATE,
    &min_kube::MISSING,
    &min_kube::INVALID,
    &in_catalogs::VERSION,
    &in_catalogs::SKIP_RANGE,
    &in_catalogs::FIELD,
    &csv_annotations::CASE,
    &csv_annotations::PROPERTIES,
    &csv_annotations::GROUP,
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
    &owned::UNSERVED,
    &service_accounts::RULE,
    &bundle_names::RELEASE,
    &bundle_names::SUBSTITUTES,
    &related_images::EMPTY,
    &related_images::INVALID,
    &images::RULE,
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
    &conventions::WHITESPACE,
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
    &object::DECODE,
    &deprecated::V22,
    &deprecated::V25,
    &deprecated::RBAC25,
    &deprecated::V26,
    &deprecated::MIN_KUBE,
    &deprecated::LATER,
    &deprecated::OPTION,
    &operatorhub_io::RULE,
    &multiarch::RULE,
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
    &helm::CHART,
    &helm::REGISTRY,
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
    &install_plan::PLAN,
    &groups::RULE,
    &groups::ACCOUNT,
    &catalog_source::RULE,
    &unpack::JOB,
    &unpack::DURATION,
    &object_set::RULE,
    &upgrade::RULE,
    &stored::VERSION,
    &stored::OBJECT,
    &example_schema::RULE,
    &v1::DEPLOYMENT,
    &v1::CRDS,
    &v1::PACKAGE,
    &v1::MODES,
    &v1::API_SERVICE,
    &webhooks_v1::WEBHOOK,
    &webhooks_v1::CONVERSION,
    &webhooks_v1::RULES,
    &webhooks::NAME,
    &webhooks::RULES,
    &webhooks::SHAPE,
    &webhooks::SERVICE,
    &webhooks::CONVERSION,
    &install::STRATEGY,
    &install::DEPLOYMENT,
    &install::PERMISSION,
    &group::RULE,
    &group_apis::CONFLICT,
    &group_apis::STATIC,
    &requirements::V1,
    &requirements::MAX,
    &requirements::MULTIPLE,
    &requirements::NOT_ALONE,
    &properties::GENERIC,
    &properties::REQUIRED,
    &properties::CONSTRAINT,
    &properties::FILE,
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
    &pipeline_names::OPERATOR,
    &pipeline_names::UNIQUE,
    &pipeline_names::DIRECTORY,
    &pipeline_names::NETWORK,
    &release::SCHEMA,
    &release::CONTENT,
    &ci::SCHEMA,
    &ci::DUPLICATE,
    &ci::UPDATE,
    &ci::FBC,
    &fields::RULE,
    &openshift::RULE,
    &openshift::RANGE,
    &graph::REPLACES,
    &graph::DANGLING,
    &graph::LOOP,
    &graph::PRUNED,
    &graph::MARKET,
    &catalogs::OBJECT,
    &catalogs::REGISTRY,
];

/// Returns every rule in the order of the documentation.
#[must_use]
pub const fn all() -> &'static [&'static Rule] {
    ALL
}

/// Returns the parts besides the bundle that a rule needs.
#[must_use]
pub fn parts_needed(rule: &Rule) -> &'static [Part] {
    if rule.id == stored::OBJECT.id {
        &[Part::Before, Part::Cluster]
    } else if [upgrade::RULE.id, stored::VERSION.id].contains(&rule.id) {
        &[Part::Before]
    } else {
        &[]
    }
}

/// The rules by id and code.
pub static REGISTRY: Registry = Registry::new(&[ALL]);

/// Returns the rule with that id or code.
#[must_use]
pub fn by_id(name: &str) -> Option<&'static Rule> {
    REGISTRY.get(name)
}
