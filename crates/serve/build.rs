//! Generates the messages and services of `proto/registry.proto`, and its descriptors for reflection.

use std::error::Error;
use std::path::PathBuf;

use prost::Message;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto/registry.proto");
    let descriptors = protox::compile(["registry.proto"], ["proto"])?;
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    std::fs::write(folder.join("registry.bin"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure().build_client(false).compile_fds(descriptors)?;
    Ok(())
}
