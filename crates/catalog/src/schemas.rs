//! The schemas of the documents of a catalog, and types of the properties of a bundle.

/// The schema of a package.
pub const PACKAGE: &str = "olm.package";
/// The schema of a channel.
pub const CHANNEL: &str = "olm.channel";
/// The schema of a bundle.
pub const BUNDLE: &str = "olm.bundle";
/// The schema of the deprecations of a package.
pub const DEPRECATIONS: &str = "olm.deprecations";
/// The schema of the assertions of a package, which only olmkit reads.
pub const ASSERTIONS: &str = "olmkit.assertions";

/// The type of the property that has the package and the version of a bundle, and of a dependency on a package.
pub const PACKAGE_PROPERTY: &str = "olm.package";

/// The types of the properties that contain the CSV of a bundle: its objects, or its metadata only.
pub const CSV_PROPERTIES: [&str; 2] = ["olm.bundle.object", "olm.csv.metadata"];
