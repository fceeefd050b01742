//! skopeo and podman read what olmkit builds and pushes, and olmkit reads what they write.

use std::path::{Path, PathBuf};
use std::process::Command;

#[cfg(all(feature = "native", target_os = "linux"))]
use crate::registry;
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
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn long_paths_are_in_the_image() {
    let folder = folder();
    let olmkit = |args: &[&str]| run(&folder, env!("CARGO_BIN_EXE_olmkit"), args);
    let name = |length: usize, letter: &str| format!("manifests/{}é.yaml", letter.repeat(length));
    // The first fits into a ustar header. A pax header has the others; the length of the record has two and three digits.
    for (length, letter) in [(83, "a"), (84, "b"), (85, "c"), (99, "d"), (200, "e")] {
        let text = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {letter}}}\n");
        std::fs::write(folder.join("bundle").join(name(length, letter)), text).unwrap();
    }
    olmkit(&["bundle", "build", "bundle", "--tag", "quay.io/x/foo:2", "--output", "long.tar"]);
    let render = |path: &str| olmkit(&["bundle", "render", path, "--image", "quay.io/x/foo:2"]);
    let rendered = render("bundle");
    assert_eq!(render("long.tar"), rendered);
    if olmkit_testing::have(&["skopeo", "tar"]) {
        run(&folder, "skopeo", &["--insecure-policy", "copy", "oci-archive:long.tar", "dir:unpacked"]);
        let layer = std::fs::read_dir(folder.join("unpacked")).unwrap().map(|entry| entry.unwrap().path());
        let layer = layer.max_by_key(|path| path.metadata().unwrap().len()).unwrap();
        let listed = run(&folder, "tar", &["--quoting-style=literal", "-tf", layer.to_str().unwrap()]);
        for (length, letter) in [(83, "a"), (84, "b"), (85, "c"), (99, "d"), (200, "e")] {
            assert!(listed.lines().any(|line| line == name(length, letter)), "{listed}");
        }
    }
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

/// podman without an engine and without the image storage of the machine.
#[cfg(all(feature = "native", target_os = "linux"))]
fn podman(machine: &registry::Machine, args: &[&str]) -> String {
    let policy = machine.path("policy.json");
    machine.write("policy.json", r#"{"default": [{"type": "insecureAcceptAnything"}]}"#);
    let (verb, args) = args.split_first().unwrap();
    let mut command = Command::new("podman");
    command.current_dir(machine.path("")).args(["--storage-driver", "vfs", "--cgroup-manager", "cgroupfs"]);
    command.arg("--root").arg(machine.path("podman/root")).arg("--runroot").arg(machine.path("podman/run"));
    if *verb != "image" {
        command.args([verb, "--signature-policy", policy.to_str().unwrap()]);
    } else {
        command.arg(verb);
    }
    let output = command.args(args).output().unwrap();
    assert!(output.status.success(), "podman {verb} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(all(feature = "native", target_os = "linux"))]
#[test]
fn podman_and_olmkit_exchange_images_through_a_registry() {
    use olmkit_testing::{Admits, RealRegistry, have};

    if !have(&["docker-registry", "podman"]) {
        return;
    }
    const LABEL: &str = "operators.operatorframework.io.index.configs.v1";
    let machine = registry::Machine::new();
    machine.write("catalog/foo/catalog.yaml", registry::CATALOG);
    let real = RealRegistry::start(&machine.path("registry"), false, Admits::All);
    let image = |name: &str| format!("{}/x/{name}", real.host);
    let expected = machine.run(&["render", "catalog"]).1;

    let ours = image("ours:1");
    let build = ["build", "catalog", "--base-image", "scratch", "--use-http", "--push", "--tag", &ours];
    let (code, _, err) = machine.run(&build);
    assert_eq!(code, 0, "{err}");
    podman(&machine, &["pull", "--quiet", "--tls-verify=false", &ours]);
    let labels = podman(&machine, &["image", "inspect", "--format", "{{json .Labels}}", &ours]);
    assert_eq!(labels.trim(), format!("{{\"{LABEL}\":\"/configs\"}}"));
    let again = image("again:1");
    podman(&machine, &["push", "--quiet", "--tls-verify=false", &ours, &again]);
    assert_eq!(machine.run(&["render", "--use-http", &again]).1, expected, "what podman pulled has the same files");

    let theirs = image("theirs:1");
    machine.write("Containerfile", format!("FROM scratch\nCOPY catalog /configs\nLABEL {LABEL}=/configs\n"));
    podman(&machine, &["build", "--quiet", "--isolation", "chroot", "--tag", &theirs, "."]);
    podman(&machine, &["push", "--quiet", "--tls-verify=false", &theirs]);
    assert_eq!(machine.run(&["render", "--use-http", &theirs]).1, expected);
    let (code, _, err) = machine.run(&["copy", "--use-http", &theirs, "theirs.tar"]);
    assert_eq!(code, 0, "{err}");
    let loaded = podman(&machine, &["load", "--quiet", "--input", "theirs.tar"]);
    assert!(loaded.contains("Loaded image"), "{loaded}");
}
