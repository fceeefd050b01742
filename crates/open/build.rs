//! A release build embeds the page. It is rebuilt if `OLMKIT_PAGE` changes, which identifies the build of the page
//! (`scripts/build-binary.mjs`).

fn main() {
    println!("cargo:rerun-if-env-changed=OLMKIT_PAGE");
    println!("cargo:rerun-if-changed=build.rs");
}
