//! `olmkit compose`: a catalog from references, written to its folder and to Debian's registry.
#![cfg(feature = "native")]

use crate::registry::{CATALOG, Machine, catalog, upload};
use olmkit_testing::{Admits, RealRegistry, have};

fn composition(repo: &str, parts: &[(&str, &str)]) -> String {
    let parts: String = parts.iter().map(|(name, image)| format!("- name: {name}\n  image: {image}\n")).collect();
    format!("name: all\nrepo: {repo}\ntag: v1\nreferences:\n{parts}")
}

fn machine() -> Machine {
    let machine = Machine::new();
    machine.write("here/foo/catalog.yaml", CATALOG);
    machine.write("here/bar/catalog.yaml", CATALOG.replace("foo", "bar"));
    machine.write("here/c.yaml", composition("quay.io/x/all", &[("foo", "./foo"), ("bar", "./bar")]));
    machine
}

#[test]
fn parts_get_their_folders() {
    let machine = machine();
    let compose = || machine.run(&["compose", "here/c.yaml", "--no-push"]);
    let (code, out, err) = compose();
    assert_eq!((code, err.as_str()), (0, "added here/all/bar/index.yaml\nadded here/all/foo/index.yaml\n"));
    let digest = out.strip_prefix("quay.io/x/all@sha256:").map(|rest| rest.trim_end().len());
    assert_eq!(digest, Some(64), "{out}");
    let built = machine.run(&["build", "here/all", "--tag", "quay.io/x/all:v1", "--output", "all.tar"]).1;
    assert_eq!(out, built, "the digest of what is in the folder");
    assert_eq!(machine.run(&["validate", "here/all"]).0, 0);
    let rendered = |part: &str| std::fs::read_to_string(machine.path(&format!("here/all/{part}/index.yaml"))).unwrap();
    let mark = "---\n# Written by olmkit compose, which replaces or removes this file.\n";
    assert_eq!(rendered("foo").replace(mark, "---\n"), machine.run(&["render", "-o", "yaml", "here/foo"]).1);
    assert_eq!(compose().2, "", "nothing changes");
    machine.write("here/foo/catalog.yaml", CATALOG.replace("foo:1", "foo:2"));
    machine.write("here/all/own/catalog.yaml", CATALOG.replace("foo", "own"));
    machine.write("here/all/alone/index.yaml", CATALOG.replace("foo", "alone"));
    machine.write("here/c.yaml", composition("quay.io/x/all", &[("foo", "./foo")]));
    assert_eq!(compose().2, "removed here/all/bar/index.yaml\nchanged here/all/foo/index.yaml\n");
    for path in ["here/all/own/catalog.yaml", "here/all/alone/index.yaml"] {
        assert!(machine.path(path).exists(), "{path}: other files stay");
    }
    assert!(!machine.path("here/all/bar").exists(), "no empty folder stays");
}

#[test]
fn the_folder_is_checked_without_a_registry() {
    let machine = machine();
    machine.write("here/c.yaml", composition("127.0.0.1:9/x/all", &[("foo", "./foo"), ("bar", "./bar")]));
    let added = "add here/all/bar/index.yaml\nadd here/all/foo/index.yaml\n";
    let check = |more: &[&str]| machine.run(&[&["compose", "here/c.yaml", "--check"], more].concat());
    assert_eq!(check(&["--no-push"]), (1, added.to_owned(), String::new()));
    let (code, out, err) = check(&["--use-http"]);
    assert_eq!((code, out.as_str()), (2, added), "{err}");
    assert!(err.contains("the registry did not answer"), "{err}");
    assert_eq!(machine.run(&["compose", "here/c.yaml", "--no-push"]).0, 0);
    assert_eq!(check(&["--no-push"]), (0, String::new(), String::new()));
}

#[test]
fn a_file_written_by_hand_is_not_replaced() {
    let machine = machine();
    let own = CATALOG.replace("foo", "own");
    machine.write("here/all/bar/index.yaml", &own);
    for options in [&["--no-push"][..], &["--check"]] {
        let (code, out, err) = machine.run(&[&["compose", "here/c.yaml"], options].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(
            err.starts_with("olmkit: here/all/bar/index.yaml: this file was not written by olmkit compose"),
            "{err}"
        );
    }
    assert_eq!(std::fs::read_to_string(machine.path("here/all/bar/index.yaml")).unwrap(), own);
    assert!(!machine.path("here/all/foo").exists());
}

#[test]
fn what_opm_rejects_is_not_written() {
    let machine = machine();
    machine.write("here/c.yaml", composition("quay.io/x/all", &[("foo", "./foo"), ("again", "./foo")]));
    let (code, out, err) = machine.run(&["compose", "here/c.yaml", "--no-push"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.starts_with("olmkit: here/all: opm rejects the catalog"), "{err}");
    for part in ["foo", "again"] {
        assert!(err.contains(&format!("olmkit: the reference `{part}` (./foo): ")), "{err}");
    }
    let broken = CATALOG.replace("defaultChannel: stable", "defaultChannel: none").replace("foo", "bar");
    machine.write("here/bar/catalog.yaml", broken);
    machine.write("here/c.yaml", composition("quay.io/x/all", &[("foo", "./foo"), ("second", "./bar")]));
    let (_, _, err) = machine.run(&["compose", "here/c.yaml", "--no-push"]);
    assert!(err.contains("olmkit: the reference `second` (./bar): ") && !err.contains("`foo` (./foo)"), "{err}");
    assert!(err.ends_with(" (here/bar/catalog.yaml:3:17)\n"), "{err}");
    machine.write("here/bar/catalog.yaml", "schema: [");
    let (_, _, err) = machine.run(&["compose", "here/c.yaml", "--no-push"]);
    assert!(
        err.contains("render reference \"here/./bar\"") && err.starts_with("olmkit: here/bar/catalog.yaml:1:"),
        "{err}"
    );
    assert!(!machine.path("here/all").exists());
    machine.write("here/c.yaml", "name: all\nrepo: quay.io/x/all\n");
    let (code, _, err) = machine.run(&["compose", "here/c.yaml", "--no-push"]);
    assert_eq!((code, err.as_str()), (2, "olmkit: here/c.yaml:1:1: lacks the field `tag`\n"));
    if cfg!(unix) {
        machine.write("127.0.0.1:9/own:1/catalog.yaml", CATALOG);
    }
    machine.write("here/c.yaml", composition("quay.io/x/all", &[("own", "127.0.0.1:9/own:1")]));
    let (code, _, err) = machine.run(&["compose", "here/c.yaml", "--no-push"]);
    assert!(code == 2 && err.contains("pinging container registry 127.0.0.1:9"), "never a folder: {err}");
    machine.write("here/c.yaml", composition("quay.io/x/all", &[("gone", "./gone")]));
    let (code, _, err) = machine.run(&["compose", "here/c.yaml", "--no-push"]);
    assert!(code == 2 && err.contains("gone"), "{err}");
}

#[test]
fn images_are_composed_checked_and_pushed() {
    if !have(&["docker-registry", "skopeo"]) {
        return;
    }
    let machine = machine();
    let registry = RealRegistry::start(&machine.path("registry"), false, Admits::All);
    let host = registry.host.clone();
    let index = format!("{host}/x/index:1");
    upload(&machine, &catalog(), &index, &["--dest-tls-verify=false"]);
    let parts = [("bar", "./bar"), ("foo", index.as_str())];
    machine.write("here/c.yaml", composition(&format!("{host}/x/all"), &parts));
    let run = |options: &[&str]| machine.run(&[&["compose", "here/c.yaml", "--use-http"], options].concat());
    let (code, out, err) = run(&["--check"]);
    assert_eq!(code, 1, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["add here/all/bar/index.yaml", "add here/all/foo/index.yaml"]);
    assert!(
        lines[2].starts_with(&format!("push {host}/x/all:v1: sha256:"))
            && lines[2].ends_with("; the registry does not have this tag"),
        "{out}"
    );
    assert!(!machine.path("here/all").exists());
    let (code, out, err) = run(&[]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with(&format!("{host}/x/all@sha256:")), "{out}");
    assert_eq!(run(&["--check"]), (0, String::new(), String::new()));
    assert_eq!(machine.run(&["validate", "--use-http", &format!("{host}/x/all:v1")]).0, 0);
    machine.write("here/bar/catalog.yaml", CATALOG.replace("foo", "bar").replace("bar:1", "bar:2"));
    let (code, out, _) = run(&["--check"]);
    assert!(
        code == 1 && out.starts_with("change here/all/bar/index.yaml\npush ") && out.contains(" instead of sha256:"),
        "{out}"
    );
}
