//! skopeo reads what `bundle build` writes, and its copies have the same content as the bundle. skopeo and podman load
//! images with the same library.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A new folder that contains a bundle.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("image-tools");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    for (path, text) in olmkit_bundle::sample::files() {
        let path = folder.join("bundle").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Standard output of a program that must succeed.
fn run(folder: &Path, program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn skopeo_loads_what_is_built_and_is_read_back() {
    if !olmkit_testing::have(&["skopeo"]) {
        return;
    }
    let folder = folder();
    let olmkit = |args: &[&str]| run(&folder, env!("CARGO_BIN_EXE_olmkit"), args);
    let skopeo = |args: &[&str]| run(&folder, "skopeo", args);
    olmkit(&["bundle", "build", "bundle", "--tag", "quay.io/x/foo:2", "--output", "built.tar"]);
    for archive in ["oci-archive:built.tar", "docker-archive:built.tar"] {
        let seen = skopeo(&["inspect", archive]);
        assert!(seen.contains("\"operators.operatorframework.io.bundle.package.v1\": \"foo\""), "{archive}: {seen}");
    }
    let rendered = olmkit(&["bundle", "render", "bundle", "--image", "quay.io/x/foo:2"]);
    for (to, copy) in [("oci-archive:oci.tar", "oci.tar"), ("docker-archive:docker.tar:quay.io/x/foo:2", "docker.tar")]
    {
        skopeo(&["--insecure-policy", "copy", "oci-archive:built.tar", to]);
        assert_eq!(olmkit(&["bundle", "render", copy, "--image", "quay.io/x/foo:2"]), rendered, "{copy}");
    }
    // Layers compressed with zstd, and the whole archive compressed again.
    let packed = ["--dest-compress", "--dest-compress-format", "zstd"];
    skopeo(&[&["--insecure-policy", "copy"][..], &packed, &["oci-archive:built.tar", "oci-archive:zstd.tar"]].concat());
    assert!(skopeo(&["inspect", "--raw", "oci-archive:zstd.tar"]).contains("tar+zstd"));
    assert_eq!(olmkit(&["bundle", "render", "zstd.tar", "--image", "quay.io/x/foo:2"]), rendered);
    for (packer, end) in [("bzip2", "bz2"), ("xz", "xz")] {
        if olmkit_testing::have(&[packer]) {
            run(&folder, packer, &["-q", "-k", "zstd.tar"]);
            let copy = format!("zstd.tar.{end}");
            assert_eq!(olmkit(&["bundle", "render", &copy, "--image", "quay.io/x/foo:2"]), rendered, "{copy}");
        }
    }
    if Command::new("zstd").arg("--version").output().is_ok() {
        run(&folder, "zstd", &["-q", "zstd.tar"]);
        assert_eq!(olmkit(&["bundle", "render", "zstd.tar.zst", "--image", "quay.io/x/foo:2"]), rendered);
    }
}
