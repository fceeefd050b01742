//! `--watch`, in the native binary.
#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn a_changed_file_is_checked_again() {
    let folder = std::env::temp_dir().join(format!("olmkit-watch-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("below")).unwrap();
    let file = folder.join("below/catalog.yaml");
    std::fs::write(&file, "schema: olm.package\n").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_olmkit"))
        .args(["validate", "--watch", "--format", "concise", folder.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut summaries = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut next = || summaries.next().unwrap().unwrap();
    assert!(next().contains("opm rejects it"));
    std::fs::write(&file, "schema: something.else\n").unwrap();
    assert!(next().contains("opm accepts it"));
    std::fs::write(folder.join("more.yaml"), "schema: olm.package\n").unwrap();
    assert!(next().contains("opm rejects it"));
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
