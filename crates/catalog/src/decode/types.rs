//! The Go types of the values in a document. Those of documents are in [`crate::document_fields`].

use crate::schemas::PACKAGE_PROPERTY;
use olmkit_gostd::{fold, go_float64_f};
use olmkit_yaml::{NodeRef, Value};

use crate::document_fields::{OWNER_OF_PROPERTY, TEXT, TEXTS, document};
// Fields are ordered by name, as in rendered catalogs.
use Type::{Bool, Int32, List, Raw, Struct, Text, TextMap};
pub(crate) use olmkit_yaml::decode::Type;

const LINK: Type = Struct("v1alpha1.AppLink", "AppLink", &[("name", TEXT), ("url", TEXT)]);
const MAINTAINER: Type = Struct("v1alpha1.Maintainer", "Maintainer", &[("email", TEXT), ("name", TEXT)]);
const API_GVK: Type =
    Struct("v1.GroupVersionKind", "GroupVersionKind", &[("group", TEXT), ("kind", TEXT), ("version", TEXT)]);
const INSTALL_MODE: Type =
    Struct("v1alpha1.InstallMode", "InstallMode", &[("supported", Bool), ("type", Text("v1alpha1.InstallModeType"))]);
const RESOURCE: Type = Struct(
    "v1alpha1.APIResourceReference",
    "APIResourceReference",
    &[("kind", TEXT), ("name", TEXT), ("version", TEXT)],
);
const RESOURCES: Type = List("v1alpha1.APIResourceReference", &RESOURCE);

const DESCRIPTOR: &[(&str, Type)] =
    &[("description", TEXT), ("displayName", TEXT), ("path", TEXT), ("value", Raw), ("x-descriptors", TEXTS)];
const STATUS: Type =
    List("v1alpha1.StatusDescriptor", &Struct("v1alpha1.StatusDescriptor", "StatusDescriptor", DESCRIPTOR));
const SPEC: Type = List("v1alpha1.SpecDescriptor", &Struct("v1alpha1.SpecDescriptor", "SpecDescriptor", DESCRIPTOR));
const ACTION: Type =
    List("v1alpha1.ActionDescriptor", &Struct("v1alpha1.ActionDescriptor", "ActionDescriptor", DESCRIPTOR));
const CRD: Type = Struct(
    "v1alpha1.CRDDescription",
    "CRDDescription",
    &[
        ("actionDescriptors", ACTION),
        ("description", TEXT),
        ("displayName", TEXT),
        ("kind", TEXT),
        ("name", TEXT),
        ("resources", RESOURCES),
        ("specDescriptors", SPEC),
        ("statusDescriptors", STATUS),
        ("version", TEXT),
    ],
);
const CRDS: Type = List("v1alpha1.CRDDescription", &CRD);
const API_SERVICE: Type = Struct(
    "v1alpha1.APIServiceDescription",
    "APIServiceDescription",
    &[
        ("name", TEXT),
        ("group", TEXT),
        ("version", TEXT),
        ("kind", TEXT),
        ("deploymentName", TEXT),
        ("containerPort", Int32),
        ("displayName", TEXT),
        ("description", TEXT),
        ("resources", RESOURCES),
        ("statusDescriptors", STATUS),
        ("specDescriptors", SPEC),
        ("actionDescriptors", ACTION),
    ],
);
const API_SERVICES: Type = List("v1alpha1.APIServiceDescription", &API_SERVICE);
pub(super) const CSV_METADATA: Type = Struct(
    "property.CSVMetadata",
    "CSVMetadata",
    &[
        ("annotations", TextMap),
        (
            "apiServiceDefinitions",
            Struct(
                "v1alpha1.APIServiceDefinitions",
                "APIServiceDefinitions",
                &[("owned", API_SERVICES), ("required", API_SERVICES)],
            ),
        ),
        (
            "crdDescriptions",
            Struct(
                "v1alpha1.CustomResourceDefinitions",
                "CustomResourceDefinitions",
                &[("owned", CRDS), ("required", CRDS)],
            ),
        ),
        ("description", TEXT),
        ("displayName", TEXT),
        ("installModes", List("v1alpha1.InstallMode", &INSTALL_MODE)),
        ("keywords", TEXTS),
        ("labels", TextMap),
        ("links", List("v1alpha1.AppLink", &LINK)),
        ("maintainers", List("v1alpha1.Maintainer", &MAINTAINER)),
        ("maturity", TEXT),
        ("minKubeVersion", TEXT),
        ("nativeAPIs", List("v1.GroupVersionKind", &API_GVK)),
        ("provider", LINK),
    ],
);

/// The fields of any document that `Meta` reads.
const META: Type = Struct("declcfg.Meta", "Meta", &[("schema", TEXT), ("package", TEXT), ("name", TEXT)]);

const OWN_PACKAGE: Type =
    Struct("property.Package", "Package", &[("packageName", TEXT), ("version", TEXT), ("release", TEXT)]);
const GVK: Type = Struct("property.GVK", "GVK", GVK_FIELDS);
const REQUIRED_GVK: Type = Struct("property.GVKRequired", "GVKRequired", GVK_FIELDS);
const GVK_FIELDS: &[(&str, Type)] = &[("group", TEXT), ("kind", TEXT), ("version", TEXT)];
const OWN_CHANNEL: Type = Struct("property.Channel", "Channel", &[("channelName", TEXT)]);
const REQUIRED_PACKAGE: Type =
    Struct("property.PackageRequired", "PackageRequired", &[("packageName", TEXT), ("versionRange", TEXT)]);
/// A list of constraints within a constraint. A macro, because a constant cannot refer to itself.
macro_rules! compound {
    () => {
        Struct(
            "constraints.CompoundConstraint",
            "CompoundConstraint",
            &[("constraints", List("constraints.Constraint", &CONSTRAINT))],
        )
    };
}
static CONSTRAINT: Type = Struct(
    "constraints.Constraint",
    "Constraint",
    &[
        ("failureMessage", TEXT),
        ("cel", Struct("constraints.Cel", "Cel", &[("rule", TEXT)])),
        ("package", REQUIRED_PACKAGE),
        ("gvk", GVK),
        ("all", compound!()),
        ("any", compound!()),
        ("not", compound!()),
    ],
);

/// Returns the type of a document with a schema.
pub(crate) fn of_schema(schema: &str) -> &'static Type {
    document(schema).unwrap_or(&META)
}

/// Returns the type of a property's value; `None` for unknown kinds of properties.
pub(super) fn of_property(kind: &str) -> Option<&'static Type> {
    Some(match kind {
        PACKAGE_PROPERTY => &OWN_PACKAGE,
        "olm.package.required" => &REQUIRED_PACKAGE,
        "olm.bundle.object" => &Struct("property.BundleObject", "BundleObject", &[("data", TEXT)]),
        "olm.csv.metadata" => &CSV_METADATA,
        "olm.constraint" => &CONSTRAINT,
        "olm.maxOpenShiftVersion" => &TEXT,
        _ => return of_checked_property(kind),
    })
}

/// Returns the type of a property's value that is only checked; `None` for other kinds.
pub(super) fn of_checked_property(kind: &str) -> Option<&'static Type> {
    Some(match kind {
        "olm.gvk" => &GVK,
        "olm.gvk.required" => &REQUIRED_GVK,
        "olm.channel" => &OWN_CHANNEL,
        _ => return None,
    })
}

/// Returns the type of a member of a mapping.
pub(crate) fn member(of: &Type, mapping: NodeRef<'_>, key: &str) -> Option<&'static Type> {
    match of {
        Struct(_, OWNER_OF_PROPERTY, _) if fold::names_field(key, "value") => {
            let kind = mapping.members().filter(|member| fold::names_field(&member.key, "type")).last()?;
            of_property(&kind.value.as_str()?)
        }
        Struct(_, _, fields) => {
            fields.iter().find(|(name, _)| fold::names_field(key, name)).map(|(_, expected)| expected)
        }
        TextMap => Some(&TEXT),
        _ => None,
    }
}

/// Returns the type of the items of a list.
pub(crate) fn item_of(of: &Type) -> Option<&'static Type> {
    match of {
        List(_, item) => Some(item),
        _ => None,
    }
}

/// Returns how to write a scalar of another type so that it has the expected type. `None` if the intended value is
/// ambiguous.
pub(crate) fn written(expected: &Type, node: NodeRef<'_>) -> Option<Written> {
    match (expected, node.value()) {
        (Text(_), Value::Bool(_) | Value::Number(_)) => Some(Written::Quoted),
        (Bool, Value::Bool(value)) => Some(Written::As(value.to_string())),
        (Bool, Value::String(text)) if text == "true" || text == "false" => Some(Written::As(text.into_owned())),
        (Int32, Value::Number(number)) if number.fract() == 0.0 => Some(Written::As(go_float64_f(number))),
        (Int32, Value::String(text))
            if text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0') =>
        {
            Some(Written::As(text.into_owned()))
        }
        _ => None,
    }
}

/// The corrected form of a scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Written {
    /// The same text in quotes.
    Quoted,
    /// This word or number.
    As(String),
}
