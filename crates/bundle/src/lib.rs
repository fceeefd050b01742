//! Checks operator bundles with the rules of opm, operator-framework/api, operator-sdk and OLM in one run. Findings
//! have positions.
//!
//! ```
//! use olmkit_bundle::{Bundle, Input, check};
//! use olmkit_diagnostics::BundleProfile;
//! let files = [Input::new("manifests/a.yaml", b"kind: Deployment\n")];
//! let report = check(&Bundle::new(&files));
//! assert!(!report.accepted(BundleProfile::Opm));
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod api_load;
mod comparison;
mod contents;
pub mod describe;
pub mod edits;
mod embedded;
mod field_error;
mod generate;
mod go;
mod go_text;
mod image;
mod image_use;
mod input;
mod model;
mod not_checked;
mod object_meta;
mod olm_v1_load;
mod opm;
mod options;
mod package_directory;
mod render;
mod report;
pub mod rules;
pub mod sample;
mod settings;
mod sink;
mod target;
mod view;

pub use comparison::{NotComparable, comparable};
pub use contents::bundle_contents;
pub use generate::{
    ExtractError, ExtractOptions, GenerateOptions, annotations, config_map, detect, dockerfile, lacking,
};
pub use image::{BundleImage, bundle_image};
pub use image_use::{ImageUse, images};
pub use input::{File, Input, Part, inputs};
pub use model::Bundle;
pub use not_checked::NotChecked;
pub use olmkit_api::bundle::BundleList;
pub use options::CheckOptions;
pub use package_directory::{Membership, MembershipError, membership};
pub use render::{CsvParts, RenderError, RenderOptions, csv_metadata, csv_of_metadata, render};
pub use report::{BundleReport, check};
