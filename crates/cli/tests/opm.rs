//! olmkit as a replacement of opm: command line, flags, standard output and exit codes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::common::{CATALOG, Memory};
use olmkit_testing::{Least, cases, sources};
use serde::Deserialize;

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
fn the_verdict_is_printed_in_a_format() {
    let mut machine = machine();
    assert_eq!(opm(&mut machine, "validate c -o json"), (0, "{\n  \"passed\": true\n}\n".into(), String::new()));
    assert_eq!(opm(&mut machine, "validate -oyaml c"), (0, "passed: true\n\n".into(), String::new()));
    assert_eq!(opm(&mut machine, "validate -o= c"), (0, String::new(), String::new()));
    let bad = CATALOG.replace("name: foo.v1.0.0\n---", "name: foo.v1.0.0\n- name: <foo>\n---");
    let mut machine = Memory::new(&[("c/catalog.yaml", &bad)]);
    machine.terminal = true;
    let (code, out, err) = opm(&mut machine, "validate c --output=json");
    assert_eq!((code, err.as_str()), (1, ""));
    let start = "{\n  \"passed\": false,\n  \"error\": {\n    \"message\": \"";
    assert!(out.starts_with(start) && out.contains("\\u003cfoo\\u003e") && out.ends_with("\"\n  }\n}\n"), "{out}");
    let message = serde_json::from_str::<serde_json::Value>(&out).unwrap()["error"]["message"].to_string();
    let text = opm(&mut Memory::new(&[("c/catalog.yaml", &bad)]), "validate c").2;
    assert_eq!(text, format!("level=fatal msg={message}\n").replace("\\u003c", "<").replace("\\u003e", ">"));
    let (_, second) = CATALOG.split_once("---\nschema: olm.bundle").unwrap();
    let second = second.replace("1.0.0", "1.1.0");
    let heads = CATALOG.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n- name: foo.v1.1.0\n");
    let heads = format!("{heads}---\nschema: olm.bundle{second}");
    let (code, out, err) = opm(&mut Memory::new(&[("c/catalog.yaml", &heads)]), "validate c -o yaml");
    assert_eq!((code, err.as_str()), (1, ""));
    let start = "error:\n  message: |-\n    invalid index:\n    └── invalid package \"foo\":\n        └── ";
    assert!(out.starts_with(start) && out.ends_with("\npassed: false\n\n"), "{out}");
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
        ("render --skip-tls --skip-tls-verify c", "render c"),
        ("alpha list packages c", "list packages c"),
        ("alpha list channels c foo", "list channels c foo"),
        ("alpha list bundles c foo", "list bundles c foo"),
        ("alpha list bundles c", "list bundles c"),
        ("render -o json c -o yaml --migrate --migrate=false", "render c -o yaml"),
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
    machine.stdin = template.as_bytes().to_vec();
    for words in ["t.yaml", "", "-", "basic", "basic -"] {
        assert_eq!(opm(&mut machine, &format!("alpha render-template {words} -o yaml")), typed, "{words}");
    }
    assert_eq!(opm(&mut machine, "alpha render-template semver t.yaml").0, 1);
    assert!(opm(&mut machine, "alpha render-template t.yaml -o mermaid").1.starts_with("graph LR\n"));
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
    machine.files.remove("c.Dockerfile");
    for flag in ["-i=", "--base-image=", "--binary-image="] {
        let (code, _, err) = opm(&mut machine, &format!("generate dockerfile c {flag}"));
        assert_eq!((code, err.as_str()), (1, "Error: base image is unset\n"), "{flag}");
        assert!(!machine.files.contains_key("c.Dockerfile"));
    }
    assert_eq!(opm(&mut machine, "generate dockerfile c -b=").0, 1);
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
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    assert!(machine.text("b/metadata/annotations.yaml").contains("package.v1: foo\n"));
    assert!(machine.files.contains_key("bundle.Dockerfile"));
    let (code, out, err) = opm(&mut machine, "alpha bundle validate -t b -b none");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(!err.contains(" error"), "no summary: {err}");
    // The optional validators of opm: OperatorHub.io requires a provider, and the objects are never checked.
    assert_eq!(opm(&mut machine, "alpha bundle validate -t b -o bundle-objects,other").0, 0);
    let (code, out, err) = opm(&mut machine, "alpha bundle validate -t b -o bundle-objects,operatorhub");
    assert!(code == 1 && out.is_empty() && err.contains("hub-provider-name"), "{err}");
    let (code, out, _) = opm(&mut machine, "alpha bundle extract -m b -c cm");
    let map: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &map["metadata"]["namespace"]), (0, &"openshift-operator-lifecycle-manager".into()));
    let (code, _, err) = opm(&mut machine, "alpha bundle generate -d b/manifests");
    let problem =
        "please manually input channels and packageName, error interpreting bundle from directory b/manifests, ";
    assert!(code == 1 && err.contains(problem), "the package has no manifest: {err}");
    let package = "packageName: bar\nchannels: [{name: beta, currentCSV: foo.v1.0.0}]\n";
    let mut above = Memory::new(&[("p/1.0.0/csv.yaml", csv), ("p/bar.package.yaml", package)]);
    let (code, _, err) = opm(&mut above, "alpha bundle generate -d p/1.0.0");
    let written = above.text("p/metadata/annotations.yaml");
    assert!(
        code == 0 && written.contains("package.v1: bar\n") && written.contains("channels.v1: beta\n"),
        "{err}{written}"
    );
    assert!(written.contains("channel.default.v1: beta\n"), "{written}");
    // `build` keeps existing annotations with the same values, and refuses others.
    machine.files.insert("empty/manifests/sub/x.yaml".into(), csv.as_bytes().to_vec());
    let (code, _, err) = opm(&mut machine, "alpha bundle generate -d empty/manifests -p foo -c stable");
    assert!(code == 1 && err.contains("The directory empty/manifests contains no yaml files"), "{err}");
    let annotations = "annotations:\n  own: kept\n".to_owned()
        + machine.text("b/metadata/annotations.yaml").split_once('\n').unwrap().1;
    machine.files.insert("b/metadata/annotations.yaml".into(), annotations.clone().into_bytes());
    assert_eq!(machine.run("bundle generate b/manifests --package foo --channels stable --default stable").0, 0);
    assert_eq!(machine.text("b/metadata/annotations.yaml"), annotations);
    let (code, _, err) = machine.run("bundle generate b/manifests --package bar --channels stable");
    let problem = "b/metadata/annotations.yaml differs (--overwrite replaces it): Expect field \"operators.";
    assert!(code != 0 && err.contains(problem) && machine.text("b/metadata/annotations.yaml") == annotations, "{err}");
    let (code, _, err) = machine.run("bundle generate b/manifests/csv.yaml --package bar --channels stable");
    assert_eq!((code, err.as_str()), (2, "olmkit: b/manifests/csv.yaml is not a directory\n"));
    let (code, _, err) = machine.run("bundle generate nothing --package bar --channels stable");
    assert_eq!((code, err.as_str()), (2, "olmkit: nothing: no such file or directory\n"), "it is never an image");
    assert_eq!(machine.run("bundle generate b/manifests --package bar --channels stable --overwrite").0, 0);
    assert!(machine.text("b/metadata/annotations.yaml").contains("package.v1: bar\n"));
    let (code, _, err) = opm(&mut machine, "alpha bundle build -d b/manifests -p foo -c stable -t x:1 -b nothing");
    assert_eq!((code, err.as_str()), (1, "Error: nothing is not supported image builder\n"));
    assert_eq!(opm(&mut machine, "alpha bundle unpack b").0, 1, "a folder is not an image");
}

#[test]
fn every_error_exits_with_1() {
    for (words, text) in [
        ("validate c/catalog.yaml", "Error: \"c/catalog.yaml\" is not a directory\n"),
        (
            "render c/catalog.yaml",
            "Error: render reference \"c/catalog.yaml\": ref \"c/catalog.yaml\" is not a directory: not allowed\n",
        ),
        (
            "render oci://e.com/a/b:1",
            "Error: render reference \"oci://e.com/a/b:1\": failed to pull image \"oci://e.com/a/b:1\": invalid reference \
             format\n",
        ),
        (
            "alpha list packages docker://e.com/a/b:1",
            "Error: render reference \"docker://e.com/a/b:1\": failed to pull",
        ),
        ("render c -", "Error: render reference \"-\": failed to pull image \"-\": invalid reference format\n"),
        ("alpha list bundles c bar", "Error: package \"bar\" not found\n"),
        ("validat c", "Error: unrecognized subcommand 'validat'"),
        ("render", "Error: requires at least 1 arg(s), only received 0\n"),
        ("validate", "Error: accepts 1 arg(s), received 0\n"),
        ("validate c c", "Error: accepts 1 arg(s), received 2\n"),
        ("alpha list packages c c", "Error: accepts 1 arg(s), received 2\n"),
        ("alpha list channels c foo foo", "Error: accepts between 1 and 2 arg(s), received 3\n"),
        ("alpha bundle unpack a/b:1 a/b:2", "Error: accepts 1 arg(s), received 2\n"),
        ("alpha convert-template basic c/catalog.yaml c", "Error: accepts at most 1 arg(s), received 2\n"),
        ("migrate c", "Error: accepts 2 arg(s), received 1\n"),
        ("migrate c o p", "Error: accepts 2 arg(s), received 3\n"),
        ("init a b", "Error: accepts 1 arg(s), received 2\n"),
        ("generate dockerfile c d", "Error: accepts 1 arg(s), received 2\n"),
        ("serve c d", "Error: accepts 1 arg(s), received 2\n"),
        ("version x", "Error: unexpected argument 'x' found"),
        ("render c --frobnicate", "Error: unexpected argument '--frobnicate' found"),
        (
            "--use-http --skip-tls-verify render c",
            "Error: invalid flag combination: --use-http and --skip-tls-verify cannot both be true\n",
        ),
        ("validate c -o xml", "Error: invalid --output value \"xml\", expected (json|yaml)\n"),
        ("render c --migrate=yes", "Error: invalid argument \"yes\" for \"--migrate\" flag: strconv.ParseBool: "),
        ("alpha bundle extract -m b -c x -k config", "Error: the flag --kubeconfig is not supported: "),
        ("render c -o toml", "Error: invalid --output value \"toml\", expected (json|yaml)\n"),
        ("render c -o jsonl", "Error: invalid --output value \"jsonl\", expected (json|yaml)\n"),
        ("render c -o=", "Error: invalid --output value \"\", expected (json|yaml)\n"),
        (
            "alpha render-template -o xml c/t.yaml",
            "Error: invalid --output value \"xml\", expected (json|yaml|mermaid)\n",
        ),
    ] {
        let (code, out, err) = opm(&mut machine(), words);
        assert_eq!((code, out.as_str()), (1, ""), "{words}");
        assert!(err.starts_with(text), "{words}: {err}");
    }
}

#[test]
fn a_variable_shows_alpha_commands() {
    let says = |value: &str, words: &str| {
        let mut machine = machine();
        machine.env.insert("HELP_ALPHA".to_owned(), value.to_owned());
        opm(&mut machine, words).1
    };
    for words in ["--help", "__complete al", "completion bash"] {
        assert!(says("true", words).contains("alpha"), "{words}");
        let hides = |value: &str| says(value, words).lines().all(|line| !line.contains(" alpha ") && line != "alpha");
        assert!(hides("1") && hides("") && says("", "alpha --help").contains("render-graph"), "{words}");
    }
}

/// What olmkit adds to standard error is shown only on a terminal.
#[test]
fn only_errors_are_printed_without_a_terminal() {
    let mut quiet = machine();
    quiet.files.insert("empty/.indexignore".into(), Vec::new());
    for words in ["migrate c out", "generate dockerfile c", "alpha render-graph c -p nope", "render empty"] {
        let (code, _, err) = opm(&mut quiet, words);
        assert_eq!((code, err.as_str()), (0, ""), "{words}");
    }
    let mut loud = machine();
    loud.terminal = true;
    assert_eq!(opm(&mut loud, "generate dockerfile c").2, "wrote c.Dockerfile\n");
}

#[test]
fn without_a_command_there_is_help() {
    for words in ["", "--help", "alpha", "alpha list --help", "render --help"] {
        let (code, out, err) = opm(&mut machine(), words);
        assert!(code == 0 && out.contains("Usage: opm") && err.is_empty(), "{words}: {out}{err}");
    }
    let (code, out, _) = opm(&mut machine(), "completion bash");
    assert!(code == 0 && out.contains("complete -F"), "{out}");
    for (shell, part) in
        [("fish", "complete -c opm"), ("powershell", "Register-ArgumentCompleter"), ("zsh", "#compdef opm")]
    {
        let (code, out, _) = opm(&mut machine(), &format!("completion {shell}"));
        assert!(code == 0 && out.contains(part), "{shell}: {out}");
    }
    for (shell, offer) in
        [("bash", " alpha "), ("fish", "-a \"alpha\""), ("powershell", "'alpha', 'alpha'"), ("zsh", "'alpha:")]
    {
        let (_, out, _) = opm(&mut machine(), &format!("completion {shell}"));
        let offered = |word: &str| {
            out.lines().filter(|line| line.contains("opts=") || shell != "bash").any(|line| line.contains(word))
        };
        assert!(!offered(offer) && offered(&offer.replace("alpha", "render")), "{shell}: opm hides alpha");
        let (_, out, _) = machine().run(&format!("completions {shell}"));
        assert!(out.contains(offer), "{shell}: clap offers hidden commands in another form");
    }
    let (_, out, _) = opm(&mut machine(), "--help");
    assert!(!out.contains("alpha"), "{out}");
    let (_, out, _) = opm(&mut machine(), "alpha bundle unpack --help");
    assert!(out.contains("Do not check the bundle"), "{out}");
    for shell in ["bash", "fish", "powershell", "zsh"] {
        for (out, words) in [
            (opm(&mut machine(), &format!("completion {shell}")).1, "opm"),
            (machine().run(&format!("completions {shell}")).1, "olmkit opm"),
        ] {
            // clap's script for fish supports subcommands, but no further levels.
            let deep = (shell, words) != ("fish", "olmkit opm");
            for offered in ["render-graph", "migrate-level", "alpha-image-ref-template", "draw-v0-semantics"] {
                assert!(out.contains(offered) || offered.starts_with("draw") && !deep, "{words}, {shell}: {offered}");
            }
            let flags = out.split(|c: char| !c.is_alphanumeric() && c != '-');
            let hidden = ["--skip-tls", "skip-tls", "--pprof-addr", "pprof-addr", "deprecatetruncate", "registry"];
            let found: Vec<&str> = flags.filter(|word| hidden.contains(word)).collect();
            let own = found.iter().filter(|word| **word != "registry" || words == "opm").count();
            assert_eq!(own, 0, "{words}, {shell}: {found:?}");
        }
    }
    assert!(!opm(&mut machine(), "render --help").1.contains("--skip-tls\n"), "deprecated");
    let (with, without) =
        ["", " --no-descriptions"].map(|flag| opm(&mut machine(), &format!("completion zsh{flag}")).1).into();
    assert!(with.contains("Print catalogs and bundles as one catalog") && without.len() < with.len());
}

#[test]
fn completion_scripts_of_opm_are_answered() {
    let complete = |words: &[&str]| {
        let words = words.iter().map(std::ffi::OsString::from).collect();
        let mut machine = machine();
        assert_eq!(olmkit_cli::opm::run(words, &mut machine), 0);
        String::from_utf8(machine.out).unwrap()
    };
    for (words, expected) in [
        (&["r"][..], "render\tPrint catalogs and bundles as one catalog\n:4\n"),
        (&["help", "ren"], "render\tPrint catalogs and bundles as one catalog\n:4\n"),
        (&["--use-http", "alpha", "list", "p"], "packages\tList packages\n:4\n"),
        (&["inde"], ":4\n"),
        (&["index", ""], ":4\n"),
        (
            &["registry", "add", "-"],
            "--help\tPrint help\n--skip-tls-verify\tDo not verify TLS; allow plain HTTP\n--use-http\tUse plain HTTP if there is no TLS\n:4\n",
        ),
        (&["render", ""], ":0\n"),
        (
            &["render", "--mig"],
            "--migrate\tRun all migrations\n--migrate-level\tRun the migrations up to this one\n:4\n",
        ),
        (&["render", "--skip"], "--skip-tls-verify\tDo not verify TLS; allow plain HTTP\n:4\n"),
        (&["render", "-o", ""], "json\nyaml\n:4\n"),
        (&["render", "--output=y"], "--output=yaml\n:4\n"),
        (&["render", "-o", "json", ""], ":0\n"),
        (&["render", "--", "-"], ":0\n"),
        (&["validate", "catalog", ""], ":4\n"),
        (&["version", ""], ":4\n"),
        (&["nothing", ""], ":4\n"),
    ] {
        assert_eq!(complete(&[&["__complete"], words].concat()), expected, "{words:?}");
    }
    assert_eq!(complete(&["__completeNoDesc", "r"]), "render\n:4\n");
    let all = complete(&["__completeNoDesc", ""]);
    assert!(all.starts_with("completion\n") && all.contains("\nhelp\n") && all.ends_with(":4\n"), "{all}");
    assert!(!all.contains("alpha"), "opm hides it: {all}");
    assert!(complete(&["__completeNoDesc", "alpha", "li"]).starts_with("list\n"));
    assert!(!all.contains("index"), "what opm no longer has is not offered: {all}");
    assert!(complete(&["__complete", "render", "-"]).contains("\n-o\t"));
}

/// The commands in the hint for a command that opm no longer has.
fn hinted(words: &str) -> Vec<String> {
    let (code, out, err) = opm(&mut machine(), words);
    assert_eq!((code, out.as_str()), (1, ""), "opm {words}: {err}");
    let (code, _, own) = machine().run(words);
    assert_eq!((code, own.trim_start_matches("olmkit: ")), (2, err.trim_start_matches("Error: ")), "olmkit {words}");
    err.lines().filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

#[test]
fn removed_commands_name_those_of_olmkit() {
    for (words, expected) in [
        ("index add", vec!["olmkit add BUNDLE --to CATALOG", "olmkit build CATALOG --tag REF --push"]),
        (
            "index add -b q/a:1,q/b:2 --mode semver -f q/i:1 -t q/i:2 -c podman -u podman -p none",
            vec![
                "olmkit add q/a:1 q/b:2 --to q/i:1 --mode=semver --output CATALOG",
                "olmkit build CATALOG --tag q/i:2 --push",
            ],
        ),
        (
            "index add --bundles q/a:1 --generate -d Dockerfile -i q/opm:1 --use-http --ca-file ca.crt",
            vec![
                "olmkit add q/a:1 --to CATALOG --ca-file=ca.crt --use-http",
                "olmkit generate dockerfile CATALOG --binary-image=q/opm:1",
            ],
        ),
        (
            "registry add --bundle-images=q/a:1 --enable-alpha --overwrite-latest --permissive -d x.db",
            vec!["olmkit add q/a:1 --to x.db --overwrite-latest --enable-alpha --permissive --output CATALOG"],
        ),
        (
            "index rm -o a,b -i q/opm:1 -t q/i:2",
            vec!["olmkit rm CATALOG a b", "olmkit build CATALOG --tag q/i:2 --push --base-image=q/opm:1"],
        ),
        ("registry rm --packages a --permissive", vec!["olmkit rm CATALOG a --permissive"]),
        (
            "index prune -pa,b -f q/i:1",
            vec!["olmkit prune q/i:1 --keep a,b --output CATALOG", "olmkit build CATALOG --tag REF --push"],
        ),
        ("registry prune -p a", vec!["olmkit prune CATALOG --keep a"]),
        (
            "index prune-stranded -f q/i",
            vec!["olmkit prune-stranded q/i --output CATALOG", "olmkit build CATALOG --tag REF --push"],
        ),
        ("registry prune-stranded -d x.db", vec!["olmkit prune-stranded x.db --output CATALOG"]),
        (
            "index deprecatetruncate -b q/a:1 --allow-package-removal",
            vec![
                "olmkit deprecate-truncate CATALOG q/a:1 --allow-package-removal",
                "olmkit build CATALOG --tag REF --push",
            ],
        ),
        ("registry deprecatetruncate -b q/a:1", vec!["olmkit deprecate-truncate CATALOG q/a:1"]),
        ("index export -i q/i -p a,b -f out", vec!["olmkit export q/i a b --output=out"]),
        (
            "registry serve -p 50052 -t log --timeout-seconds 9",
            vec!["olmkit serve bundles.db --port=50052 --termination-log=log"],
        ),
        (
            "registry mirror q/i:1 r/x --skip-tls-verify",
            vec!["olmkit copy q/i:1 r/x/i:1 --skip-tls-verify", "olmkit images q/i:1 --skip-tls-verify"],
        ),
    ] {
        assert_eq!(hinted(words), expected, "{words}");
    }
    let (code, _, err) = machine().args(&["index", "rm", "-o", "it's one"]);
    assert!(code == 2 && err.contains(r"  olmkit rm CATALOG 'it'\''s one'"), "{err}");
    assert!(opm(&mut machine(), "index nothing").2.contains("unrecognized subcommand 'nothing'"));
    assert!(opm(&mut machine(), "registry rm --nothing").2.contains("unexpected argument '--nothing'"));
}

/// The hint contains command lines that olmkit accepts.
#[test]
fn hinted_commands_can_be_run() {
    let mut machine = machine();
    let command = hinted("registry prune -p foo").remove(0).replace("CATALOG", "c");
    let (code, _, err) = machine.run(command.trim_start_matches("olmkit "));
    assert_eq!(code, 0, "{err}");
    for words in ["index add -b b --mode semver -f c --permissive", "index rm -o foo -f c", "registry mirror a b"] {
        for command in hinted(words) {
            let words = format!("{} --help", command.trim_start_matches("olmkit "));
            assert_eq!(machine.run(&words).0, 0, "{command}");
        }
    }
}

/// Every command of opm exists, and every flag of it is supported or refused by name.
#[test]
fn every_command_and_flag_is_covered() {
    for source in sources() {
        let table = std::fs::read_to_string(source.path("spec/opm-flags.tsv")).unwrap();
        let (commands, flags) = check_table(&table);
        source.require("commands", commands, Least { own: 4, shared: 41 });
        source.require("flags", flags, Least { own: 5, shared: 151 });
    }
}

/// Checks the commands and flags of a table. Returns how many there are.
fn check_table(table: &str) -> (usize, usize) {
    let mut count = (0_usize, 0_usize);
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let command = if cells[1] == "opm" { "" } else { cells[1] };
        if cells[0] == "command" {
            let (code, out, err) = opm(&mut machine(), &format!("{command} --help"));
            let usage = format!("Usage: {}", format!("opm {command}").trim());
            assert!(code == 0 && out.contains(&usage) && err.is_empty(), "opm {command}: {out}{err}");
            let has_operands = cells[2] != format!("opm {command} [flags]").replace("  ", " ");
            if has_operands && cells[2].ends_with(" [flags]") {
                let unwrapped = out.replace("\n       ", " ");
                assert!(unwrapped.contains(&format!("Usage: {}\n", cells[2])), "{}: {out}", cells[2]);
            }
            assert!(!out.contains("[ARG]"), "opm {command}: {out}");
            count.0 = count.0.saturating_add(1);
        }
        let ["flag", _, name, short, kind, ..] = cells.as_slice() else { continue };
        if *name == "--help" {
            continue;
        }
        let value = if ["bool", "false"].contains(kind) { "" } else { "=1" };
        for flag in [format!("{name}{value}"), format!("{short}{}", value.trim_start_matches('='))] {
            if flag.starts_with('-') {
                check_flag(command, name, &flag);
                count.1 = count.1.saturating_add(1);
            }
        }
    }
    count
}

fn check_flag(command: &str, name: &str, flag: &str) {
    let (code, out, err) = opm(&mut machine(), &format!("{command} {flag} --help"));
    assert!(code == 0, "opm {command} {flag}: {err}");
    let refusal = format!("the flag {name} is not supported: ");
    let operands = ["", "c", "c d"];
    let mut calls = operands.iter().map(|own| opm(&mut machine(), &format!("{command} {flag} {own}")).2);
    let is_refused = !out.contains(name) && calls.any(|err| err.contains(&refusal));
    assert!(is_refused || out.contains(name), "opm {command} {flag}");
}

#[test]
fn a_catalog_is_served() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("served-by-opm");
    std::fs::create_dir_all(folder.join("c")).unwrap();
    std::fs::write(folder.join("c/catalog.yaml"), CATALOG).unwrap();
    let serve = |path: &str, profiles: &str| {
        let args = ["opm", "serve", path, "--cache-only", "--cache-dir=cache", "-p", "0", "--pprof-addr", profiles];
        Command::new(env!("CARGO_BIN_EXE_olmkit")).args(args).current_dir(&folder).output().unwrap()
    };
    let _ = std::fs::remove_dir_all(folder.join("cache"));
    let served = serve("c", "");
    assert!(served.status.success(), "{}", String::from_utf8_lossy(&served.stderr));
    assert!(folder.join("cache").is_dir(), "a Dockerfile of opm copies it");
    let args = ["opm", "serve", "c", "--cache-only", "--termination-log=nowhere/log"];
    let served = Command::new(env!("CARGO_BIN_EXE_olmkit")).args(args).current_dir(&folder).output().unwrap();
    let message = String::from_utf8_lossy(&served.stderr).into_owned();
    let warning = "level=warning msg=\"unable to set termination log path\" configs=c error=\"open nowhere/log: no such file \
                   or directory\"\n";
    assert!(served.status.success() && message.ends_with(warning), "{message}");
    for (path, reason) in [("nothing", "no such file or directory"), ("c/catalog.yaml", "not a directory")] {
        let refused = serve(path, "");
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        let end =
            format!("level=fatal msg=\"failed to load or rebuild cache: failed to rebuild cache: stat .: {reason}\"\n");
        assert!(refused.status.code() == Some(1) && message.ends_with(&end), "{message}");
    }
    let refused = serve("c", "localhost:6060");
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("the flag --pprof-addr is not supported: olmkit does not serve profiles"), "{message}");
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
