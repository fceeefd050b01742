//! All tests of this crate: one program is built and linked faster than one for each file.

mod cel;
mod constraint;
mod crd_compare;
mod crd_formats;
mod crd_validations;
mod upstream_constraints;
mod upstream_crds;
