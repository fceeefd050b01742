//! A release build takes the page in; it is compiled anew where `OLMKIT_PAGE`, which names that build of the page, is
//! another one (`scripts/build-binary.mjs`).

fn main() {
    println!("cargo:rerun-if-env-changed=OLMKIT_PAGE");
    println!("cargo:rerun-if-changed=build.rs");
}
