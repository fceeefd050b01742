//! In opm's place: its command line, flags, standard output and exit codes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use common::Memory;
use olmkit_testing::{Least, cases, shared};
use serde::Deserialize;

const CATALOG: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
";

fn machine() -> Memory {
    Memory::new(&[("c/catalog.yaml", CATALOG)])
}

fn opm(machine: &mut Memory, words: &str) -> (u8, String, String) {
    machine.run(&format!("opm {words}"))
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    files: BTreeMap<String, String>,
    accepted: Option<bool>,
    #[serde(default)]
    out: Option<String>,
    #[serde(default)]
    links: Option<serde_json::Value>,
}

#[test]
fn validate_exits_as_opm_and_prints_nothing() {
    let is_catalog = |case: &Case| !case.files.is_empty() && case.out.is_none() && case.links.is_none();
    let cases = [
        cases("fbc-rule-examples.jsonl", Least { own: 2, shared: 140 }, is_catalog),
        cases("fbc-cases.jsonl", Least { own: 2, shared: 100 }, is_catalog),
    ];
    for case in cases.iter().flatten() {
        let mut machine = Memory::default();
        for (path, text) in &case.files {
            machine.files.insert(format!("c/{path}"), text.clone().into_bytes());
        }
        let (code, out, err) = opm(&mut machine, "validate c");
        assert_eq!((code == 0, out.as_str()), (case.accepted.unwrap(), ""), "{:?} {err}", case.files);
        assert_eq!(code != 0, err.starts_with("level=fatal msg=\""), "{err}");
    }
}

#[test]
fn on_a_terminal_validate_shows_all_problems() {
    let mut machine = Memory::new(&[("c/catalog.yaml", &CATALOG.replace("1.0.0}}", "one}}"))]);
    machine.terminal = true;
    let (code, out, err) = opm(&mut machine, "validate c");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("c/catalog.yaml:16"), "{err}");
}

#[test]
fn what_is_printed_is_what_olmkit_prints() {
    for (theirs, ours) in [
        ("render c", "render c --output json"),
        ("render c -o yaml", "render c -o yaml"),
        ("render c -o=yaml --migrate=false", "render c -o yaml"),
        ("render --skip-tls-verify c -oyaml --migrate-level all", "render c -o yaml --migrate"),
        ("alpha list packages c", "list packages c"),
        ("alpha list channels c foo", "list channels c foo"),
        ("alpha list bundles c foo", "list bundles c foo"),
        ("alpha render-graph c", "graph c"),
        ("alpha render-graph c -p foo --draw-v0-semantics", "graph c -p foo --semantics v0"),
        ("alpha convert-template basic c/catalog.yaml -o yaml", "template convert basic c/catalog.yaml -o yaml"),
        ("init foo -c stable", "init foo -c stable"),
    ] {
        let (code, out, err) = opm(&mut machine(), theirs);
        assert_eq!(code, 0, "opm {theirs}: {err}");
        assert_eq!(out, machine().run(ours).1, "opm {theirs}");
        assert!(!out.is_empty());
    }
    let template = "schema: olm.template.basic\nentries:\n- {schema: olm.package, name: foo, defaultChannel: a}\n";
    let mut machine = Memory::new(&[("t.yaml", template)]);
    let typed = opm(&mut machine, "alpha render-template basic t.yaml -o yaml");
    assert_eq!(typed, opm(&mut machine, "alpha render-template t.yaml -o yaml"));
    assert_eq!((typed.0, typed.1.as_str()), (0, "---\ndefaultChannel: a\nname: foo\nschema: olm.package\n"));
}

#[test]
fn files_are_written_as_opm_writes_them() {
    let mut machine = machine();
    assert_eq!(opm(&mut machine, "migrate c out").0, 0);
    assert!(machine.text("out/foo/catalog.json").starts_with("{\n    \"schema\": \"olm.package\""));
    assert_eq!(opm(&mut machine, "migrate c out").0, 1, "the directory is not empty");
    let (code, out, err) = opm(&mut machine, "generate dockerfile c -l a=b,c=d");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(machine.text("c.Dockerfile").contains("\"a\"=\"b\""), "{}", machine.text("c.Dockerfile"));
}

#[test]
fn bundles_are_made_and_checked() {
    let csv = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: foo.v1.0.0}\nspec:\n  \
               version: 1.0.0\n  displayName: Foo\n  install: {strategy: deployment, spec: {deployments: []}}\n  \
               installModes:\n  - {type: OwnNamespace, supported: true}\n  - {type: SingleNamespace, supported: true}\n  \
               - {type: MultiNamespace, supported: true}\n  - {type: AllNamespaces, supported: true}\n";
    let mut machine = Memory::new(&[("b/manifests/csv.yaml", csv)]);
    assert_eq!(opm(&mut machine, "alpha bundle validate -t b").0, 1, "there is no metadata");
    let (code, out, err) = opm(&mut machine, "alpha bundle generate -d b/manifests -p foo -c stable -e stable");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(machine.text("b/metadata/annotations.yaml").contains("package.v1: foo\n"));
    assert!(machine.files.contains_key("bundle.Dockerfile"));
    let (code, out, err) = opm(&mut machine, "alpha bundle validate -t b -b none");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let (code, out, _) = opm(&mut machine, "alpha bundle extract -m b -c cm");
    let map: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &map["metadata"]["namespace"]), (0, &"openshift-operator-lifecycle-manager".into()));
    let (code, _, err) = opm(&mut machine, "alpha bundle build -d b/manifests -p foo -c stable -t x:1 -b nothing");
    assert_eq!((code, err.as_str()), (1, "Error: nothing is not supported image builder\n"));
    assert_eq!(opm(&mut machine, "alpha bundle unpack b").0, 1, "a folder is not an image");
}

#[test]
fn whatever_is_wrong_exits_with_1() {
    for (words, text) in [
        ("validate c/catalog.yaml", "Error: \"c/catalog.yaml\" is not a directory\n"),
        (
            "render c/catalog.yaml",
            "Error: render reference \"c/catalog.yaml\": ref \"c/catalog.yaml\" is not a directory: not allowed\n",
        ),
        ("alpha list bundles c bar", "olmkit: package \"bar\" not found\n"),
        ("validat c", "Error: unrecognized subcommand 'validat'"),
        ("render", "Error: the following required arguments were not provided"),
        ("render c --frobnicate", "Error: unexpected argument '--frobnicate' found"),
        ("validate c -o json", "Error: the flag --output is not supported: "),
        ("alpha bundle extract -m b -c x -k config", "Error: the flag --kubeconfig is not supported: "),
        ("render c -o toml", "olmkit: invalid value 'toml'"),
    ] {
        let (code, out, err) = opm(&mut machine(), words);
        assert_eq!((code, out.as_str()), (1, ""), "{words}");
        assert!(err.starts_with(text), "{words}: {err}");
    }
}

#[test]
fn without_a_command_there_is_help() {
    for words in ["", "--help", "alpha", "alpha list --help", "render --help"] {
        let (code, out, err) = opm(&mut machine(), words);
        assert!(code == 0 && out.contains("Usage: opm") && err.is_empty(), "{words}: {out}{err}");
    }
    let (code, out, _) = opm(&mut machine(), "completion bash");
    assert!(code == 0 && out.contains("complete -F"), "{out}");
    let (with, without) =
        ["", " --no-descriptions"].map(|flag| opm(&mut machine(), &format!("completion zsh{flag}")).1).into();
    assert!(with.contains("Print catalogs and bundles as one catalog") && without.len() < with.len());
}

#[test]
fn commands_that_are_gone_lead_to_those_of_olmkit() {
    for (words, expected) in [
        (
            "index add -b q/a:1,q/b:2 --mode semver -f q/index:1 -t q/index:2",
            "olmkit add q/a:1 q/b:2 --to CATALOG --mode semver",
        ),
        (
            "registry add --bundle-images=q/a:1 --enable-alpha",
            "olmkit add q/a:1 --to CATALOG --mode replaces --enable-alpha",
        ),
        ("index rm -o a,b", "olmkit rm CATALOG a b"),
        ("registry rm --packages a", "olmkit rm CATALOG a"),
        ("index prune -pa,b", "olmkit prune CATALOG --keep a,b"),
        ("index prune-stranded -f q/i", "olmkit prune-stranded CATALOG"),
        (
            "index deprecatetruncate -b q/a:1 --allow-package-removal",
            "olmkit deprecate-truncate CATALOG q/a:1 --allow-package-removal",
        ),
        ("index export -i q/i -p a -f out", "olmkit export CATALOG a --output out"),
    ] {
        let (code, _, err) = opm(&mut machine(), words);
        assert!(code == 1 && err.contains(&format!(" the same: {expected}\n")), "{words}: {err}");
        let (code, _, err) = machine().run(words);
        assert!(code == 2 && err.contains(expected), "olmkit {words}: {err}");
    }
}

/// Every flag of every command of opm is supported, or refused by its name.
#[test]
fn no_flag_is_forgotten() {
    let Some(shared) = shared() else { return };
    let table = std::fs::read_to_string(shared.path("spec/opm-flags.tsv")).unwrap();
    let mut count = 0_usize;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let ["flag", command, name, short, kind, ..] = cells.as_slice() else { continue };
        let command = if *command == "opm" { "" } else { command };
        if ["index", "registry"].iter().any(|gone| command.starts_with(gone)) || *name == "--help" {
            continue;
        }
        let value = if ["bool", "false"].contains(kind) { "" } else { "=1" };
        for flag in [format!("{name}{value}"), format!("{short}{}", value.trim_start_matches('='))] {
            if flag.starts_with('-') {
                let (code, out, err) = opm(&mut machine(), &format!("{command} {flag} --help"));
                assert!(code == 0, "opm {command} {flag}: {err}");
                let refusal = format!("the flag {name} is not supported: ");
                let operands = ["", "c", "c d"];
                let mut calls = operands.iter().map(|own| opm(&mut machine(), &format!("{command} {flag} {own}")).2);
                let is_refused = !out.contains(name) && calls.any(|err| err.contains(&refusal));
                assert!(is_refused || out.contains(name), "opm {command} {flag}");
                count = count.saturating_add(1);
            }
        }
    }
    assert!(count > 90, "{count} flags");
}

#[test]
fn a_catalog_is_served() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("served-by-opm");
    std::fs::create_dir_all(folder.join("c")).unwrap();
    std::fs::write(folder.join("c/catalog.yaml"), CATALOG).unwrap();
    let serve = |path: &str| {
        let args = ["opm", "serve", path, "--cache-only", "--cache-dir=cache", "-p", "0", "--pprof-addr", ""];
        Command::new(env!("CARGO_BIN_EXE_olmkit")).args(args).current_dir(&folder).output().unwrap()
    };
    let served = serve("c");
    assert!(served.status.success(), "{}", String::from_utf8_lossy(&served.stderr));
    assert_eq!(serve("nothing").status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_name_of_the_program_decides() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("in-the-place-of-opm");
    std::fs::create_dir_all(&folder).unwrap();
    let link = folder.join("opm");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_olmkit"), &link).unwrap();
    let output = Command::new(&link).arg("version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("Version: version.Version{OpmVersion:\"olmkit-v"), "{text}");
    let output = Command::new(&link).args(["index", "rm", "-o", "a"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
