//! `olmkit.yaml`: how it is found, its effects, and what is refused.

use crate::common::Memory;
use olmkit_bundle::sample;

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
  skipRange: '>=2.0.0 <1.0.0'
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
";

fn machine(config: &str) -> Memory {
    Memory::new(&[("tree/cat/a/foo.yaml", CATALOG), ("tree/olmkit.yaml", config)])
}

fn rules(machine: &mut Memory, words: &str) -> Vec<(String, String)> {
    let (_, out, err) = machine.run(&format!("validate -f json {words}"));
    let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let all = report["diagnostics"].as_array().unwrap().iter();
    all.map(|found| (text(&found["rule"]), text(&found["severity"]))).collect()
}

fn never(machine: &mut Memory, words: &str) -> Option<String> {
    let found = rules(machine, words).into_iter().find(|(rule, _)| rule == "skiprange-never");
    found.map(|(_, severity)| severity)
}

/// No option or configuration hides or lowers what makes opm reject a catalog.
#[test]
fn what_opm_rejects_is_never_hidden() {
    let broken = CATALOG.replace("defaultChannel: stable", "defaultChannel: zz");
    let configurations = [
        "ignore: [all]\n",
        "select: [unknown-keys]\n",
        "severity: {all: 'off'}\n",
        "severity: {all: info}\n",
        "overrides: [{files: ['*'], ignore: [all]}]\n",
        "overrides: [{files: ['*'], severity: {all: 'off'}}]\n",
    ];
    let options =
        ["--ignore all", "--select unknown-keys", "--severity all=off", "--ignore FBC", "-p strict --ignore all"];
    let with_config = configurations.iter().map(|config| (*config, ""));
    for (config, options) in with_config.chain(options.iter().map(|options| ("", *options))) {
        let mut machine = machine(config);
        machine.files.insert("tree/cat/a/foo.yaml".to_owned(), broken.clone().into_bytes());
        let found = rules(&mut machine, &format!("tree/cat {options}"));
        let expected = ("pkg-default-channel-exists".to_owned(), "error".to_owned());
        assert!(found.contains(&expected), "{config}{options}: {found:?}");
        for command in ["validate tree/cat", "check tree"] {
            assert_eq!(machine.run(&format!("{command} {options}")).0, 1, "{config}{options}");
        }
        let (_, junit, _) = machine.run(&format!("validate tree/cat {options} -f junit"));
        assert!(junit.contains("<failure"), "{junit}");
        let (_, sarif, _) = machine.run(&format!("validate tree/cat {options} -f sarif"));
        assert!(sarif.contains("\"ruleId\""), "{sarif}");
    }
}

#[test]
fn a_rule_that_nothing_hides_is_not_added_to_ignore() {
    let mut machine = Memory::new(&[("olmkit.yaml", "ignore: [unknown-keys]\n")]);
    let (code, _, err) = machine.run("config ignore channel-multiple-heads");
    let expected = "olmkit: findings of `channel-multiple-heads` cannot be ignored, because opm rejects the catalog\n";
    assert_eq!((code, err.as_str()), (2, expected));
    assert_eq!(machine.text("olmkit.yaml"), "ignore: [unknown-keys]\n");
    assert_eq!(machine.run("config ignore FBC").0, 0, "it has other rules too");
}

#[test]
fn what_looks_like_a_configuration_is_refused() {
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    let (code, _, err) = machine.run("config ignore stranded-v0 stranded-v1");
    assert!(code == 2 && err.starts_with("olmkit: stranded-v1 is not a folder. To ignore several rules, "), "{err}");
    assert_eq!(machine.files.len(), 1);
    machine.files.insert("olmkit.yml".into(), b"failOn: warning\n".to_vec());
    let (code, _, err) = machine.run("validate c");
    assert_eq!((code, err.as_str()), (2, "olmkit: olmkit.yml: the configuration must be named olmkit.yaml\n"));
    assert_eq!(machine.run("validate c --no-config").0, 0);
}

#[test]
fn the_nearest_configuration_applies() {
    assert!(never(&mut machine(""), "tree/cat").is_some());
    let mut machine = machine("severity: {skiprange-never: info}\n");
    assert_eq!(never(&mut machine, "tree/cat").as_deref(), Some("info"));
    assert_eq!(never(&mut machine, "./tree//cat/a/foo.yaml").as_deref(), Some("info"));
    assert_eq!(never(&mut machine, "tree/cat --no-config").as_deref(), Some("warning"), "the default");
    assert_eq!(never(&mut machine, "tree/cat --severity skiprange-never=error").as_deref(), Some("error"));
    machine.files.insert("olmkit.yaml".into(), b"ignore: [all]\n".to_vec());
    assert_eq!(never(&mut machine, "tree/cat").as_deref(), Some("info"), "the nearer one alone");
    assert_eq!(never(&mut machine, "tree/cat --config olmkit.yaml"), None);
    machine.stdin = b"severity: {FBC0: 'off', skiprange-never: warning}".to_vec();
    assert_eq!(rules(&mut machine, "tree/cat --config -"), [("skiprange-never".into(), "warning".into())]);
    assert_eq!(machine.run("validate tree/cat --config none.yaml").0, 2);
}

#[test]
fn the_configuration_does_not_depend_on_how_the_path_is_spelled() {
    let in_folder = |current: &'static str, words: &str| {
        let mut machine = Memory { current: Some(current), rooted: true, ..Memory::default() };
        machine.files.insert("repo/.git/HEAD".into(), b"ref: refs/heads/main\n".to_vec());
        machine.files.insert("repo/tree/cat/a/foo.yaml".into(), CATALOG.into());
        let config = "overrides:\n- files: [tree/cat/a/]\n  severity: {skiprange-never: info}\n";
        machine.files.insert("repo/olmkit.yaml".into(), config.into());
        machine.files.insert("olmkit.yaml".into(), b"ignore: [all]\n".to_vec());
        let found = never(&mut machine, words);
        let (_, _, err) = machine.run(&format!("--print-config {words}"));
        (found, err)
    };
    for (current, path, file) in [
        ("/", "repo/tree/cat", "repo/olmkit.yaml"),
        ("/repo", "tree/cat", "olmkit.yaml"),
        ("/repo/tree", "cat", "../olmkit.yaml"),
        ("/repo/tree/cat", ".", "../../olmkit.yaml"),
        ("/repo/tree/cat/a", "..", "../../../olmkit.yaml"),
        ("/repo/tree/cat/a", "foo.yaml", "../../../olmkit.yaml"),
        ("/repo/tree/cat/a", "/repo/tree/cat", "/repo/olmkit.yaml"),
    ] {
        let (found, err) = in_folder(current, path);
        assert_eq!(found.as_deref(), Some("info"), "{path} in {current}");
        assert_eq!(err, format!("configuration: {file}\n"), "{path} in {current}");
    }
}

#[test]
fn the_root_of_a_repository_is_the_end() {
    let mut machine = Memory { current: Some("/repo/cat"), rooted: true, ..Memory::default() };
    machine.files.insert("repo/cat/foo.yaml".into(), CATALOG.into());
    machine.files.insert("olmkit.yaml".into(), b"ignore: [all]\n".to_vec());
    assert_eq!(never(&mut machine, "."), None, "there is no repository");
    machine.files.insert("repo/.git".into(), b"gitdir: elsewhere\n".to_vec());
    assert!(never(&mut machine, ".").is_some());
    assert_eq!(machine.run("--print-config foo.yaml").2, "no olmkit.yaml applies to foo.yaml\n");
}

#[test]
fn standard_input_has_the_configuration_of_its_name() {
    let mut machine = machine("ignore: [all]\n");
    machine.stdin = CATALOG.as_bytes().to_vec();
    assert_eq!(rules(&mut machine, "- --stdin-filename tree/cat/x.yaml"), []);
    assert!(!rules(&mut machine, "-").is_empty());
}

#[test]
fn files_may_be_treated_apart() {
    let config =
        "severity: {skiprange-never: error}\noverrides:\n- files: [cat/a/]\n  severity: {skiprange-never: info}\n";
    assert_eq!(never(&mut machine(config), "tree/cat").as_deref(), Some("info"));
    assert_eq!(never(&mut machine(config), "tree/cat/a/foo.yaml").as_deref(), Some("info"));
    assert_eq!(never(&mut machine(&config.replace("cat/a/", "/a/")), "tree/cat").as_deref(), Some("error"));
    assert_eq!(never(&mut machine(&config.replace("cat/a/", "foo.yaml")), "tree/cat").as_deref(), Some("info"));
    let off = "ignore: [skiprange-never]\noverrides:\n- files: ['*']\n  severity: {skiprange-never: warning}\n";
    assert_eq!(never(&mut machine(off), "tree/cat").as_deref(), Some("warning"), "on for some files only");
    assert_eq!(never(&mut machine(&off.replace("'*'", "x.yaml")), "tree/cat"), None);
}

/// A misspelled folder would leave its files with the severities of the others, without a word.
#[test]
fn patterns_of_overrides_that_match_no_file_are_reported() {
    let warned = |files: &str, words: &str| {
        let config =
            format!("profile: default\noverrides:\n- files: [{files}]\n  severity: {{skiprange-never: info}}\n");
        let (_, _, err) = machine(&config).run(words);
        let lines = err.lines().filter_map(|line| line.strip_prefix("olmkit: tree/olmkit.yaml:3:"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let message = |column: u32, pattern: &str| {
        format!(
            "{column}: no checked file matches the pattern `{pattern}` of `overrides`, so its settings have no effect"
        )
    };
    let all = ["validate tree", "validate tree/cat", "validate tree/cat/a", "check tree", "check tree/cat", "check ."];
    for words in all {
        for files in ["cat/", "/cat/a/", "cat/**", "foo.yaml", "'*.yaml'"] {
            assert_eq!(warned(files, words), [""; 0], "{words} {files}");
        }
        assert_eq!(warned("cat/, 'cta/*.yaml'", words), [message(17, "cta/*.yaml")], "{words}");
    }
    // Another run may check these files.
    for (words, files) in
        [("validate tree/cat/a", "cat/b*/"), ("validate tree/cat", "bar.yaml"), ("check tree/cat", "'b?/'")]
    {
        assert_eq!(warned(files, words), [""; 0], "{words} {files}");
    }
    for (words, files) in [("validate tree/cat", "cat/b*/"), ("validate tree", "bar.yaml"), ("check .", "'b?/'")] {
        assert_eq!(warned(files, words), [message(11, files.trim_matches('\''))], "{words} {files}");
    }
    for words in ["validate tree --quiet", "validate tree --no-config", "validate tree --profile opm"] {
        assert_eq!(warned("cta/", words), [""; 0], "{words}");
    }
}

#[test]
fn the_exit_code_is_the_configurations_but_not_opms() {
    let quiet = "severity: {skiprange-never: warning}\n";
    let code =
        |config: &str, words: &str| machine(&format!("{quiet}{config}")).run(&format!("validate tree/cat {words}")).0;
    assert_eq!(code("", ""), 0);
    assert_eq!(code("failOn: warning\n", ""), 1);
    assert_eq!(code("failOn: warning\n", "--fail-on error"), 0);
    assert_eq!(code("maxWarnings: 0\n", ""), 1);
    assert_eq!(code("maxWarnings: 0\n", "--max-warnings 5"), 0);
    let mut machine = machine("failOn: never\n");
    machine.files.insert("tree/cat/bad.yaml".into(), b"schema: olm.package\n".to_vec());
    assert_eq!(machine.run("validate tree/cat").0, 0);
    assert_eq!(machine.run("validate tree/cat --profile opm").0, 1);
    assert_eq!(machine.run("validate tree/cat --profile opm --fail-on never").0, 1);
    assert_eq!(machine.run("validate tree/cat --profile opm --fail-on never --no-config").0, 1);
    for (config, words) in [("profile: opm\nfailOn: never\n", ""), ("profile: opm\n", "--fail-on never")] {
        machine.files.insert("tree/olmkit.yaml".into(), config.into());
        assert_eq!(machine.run(&format!("validate tree/cat {words}")).0, 1, "{config}{words}");
    }
    assert_eq!(code("profile: opm\n", "--fail-on warning"), 0);
}

/// `--select` determines what is reported, not its severity.
#[test]
fn selected_rules_keep_the_severity_of_the_profile() {
    let mut files: Vec<(String, String)> = sample::files();
    for (path, text) in &mut files {
        if path == sample::CSV {
            *text = text.replace("    categories: Database\n", "    categories: Database\n    olm.properties: '[]'\n");
        }
        path.insert_str(0, "b/");
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let run = |words: &str| {
        let (code, out, err) = Memory::new(&files).run(&format!("bundle validate b -f json {words}"));
        let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
        let all = report["diagnostics"].as_array().unwrap();
        let found = all.iter().find(|found| found["rule"] == "csv-olm-properties");
        (code, found.map(|found| found["severity"].as_str().unwrap().to_owned()))
    };
    let warning = (0, Some("warning".to_owned()));
    assert_eq!(run(""), warning);
    assert_eq!(run("--select csv-olm-properties"), warning);
    assert_eq!(run("--profile olm-v1").1, None, "not what OLM v1 says of it");
    assert_eq!(run("--select csv-olm-properties --severity csv-olm-properties=error").0, 1);
    // In a profile without the rule, the rule has its own severity.
    assert_eq!(run("--profile opm"), (0, None));
    assert_eq!(run("--profile opm --select csv-olm-properties"), warning);
}

#[test]
fn configurations_are_built_on_others_of_their_tree() {
    let mut machine = machine("extends: [cfg/base.yaml]\nseverity: {skiprange-never: info}\n");
    let base = "ignore: [skiprange-never, FBC06]\nprofile: strict\nextends: [../top.yaml]\n";
    machine.files.insert("tree/cfg/base.yaml".into(), base.into());
    machine.files.insert("tree/top.yaml".into(), b"failOn: info\nprofile: opm\n".to_vec());
    let (code, out, _) = machine.run("--print-config tree/cat/a/foo.yaml");
    let printed: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    assert_eq!(printed["files"], serde_json::json!(["tree/olmkit.yaml", "tree/cfg/base.yaml", "tree/top.yaml"]));
    assert_eq!((&printed["profile"], &printed["failOn"]), (&"strict".into(), &"info".into()));
    assert_eq!(printed["severity"]["skiprange-never"], "info");
    assert_eq!(printed["severity"]["reference-near-miss"], "off");
    assert_eq!(printed["severity"]["channel-no-head"], "error");
    for (config, what) in [
        ("extends: [../other.yaml]\n", "is outside the folder"),
        ("extends: [/etc/olmkit.yaml]\n", "is outside the folder"),
        ("extends: [olmkit.yaml]\n", "in a cycle: tree/olmkit.yaml \u{2192} tree/olmkit.yaml"),
        ("extends: [none.yaml]\n", "extends: tree/none.yaml: no such file"),
        ("extends: [cat]\n", "extends: tree/cat: "),
    ] {
        let (code, _, err) = self::machine(config).run("validate tree/cat");
        assert!(
            code == 2 && err.starts_with("olmkit: tree/olmkit.yaml:1:11: ") && err.contains(what),
            "{config}: {err}"
        );
    }
    let mut machine = self::machine("extends: [a.yaml, b.yaml]\n");
    machine.files.insert("tree/a.yaml".into(), b"extends: [b.yaml]\n".to_vec());
    machine.files.insert("tree/b.yaml".into(), b"failOn: info\n".to_vec());
    assert!(machine.run("validate tree/cat").0 < 2, "what two configurations extend is not a cycle");
    machine.files.insert("tree/b.yaml".into(), b"failOn: info\nextends:\n- a.yaml\n".to_vec());
    let expected = "olmkit: tree/b.yaml:3:3: extends: configurations extend each other in a cycle: \
                    tree/a.yaml \u{2192} tree/b.yaml \u{2192} tree/a.yaml\n";
    assert_eq!(machine.run("validate tree/cat"), (2, String::new(), expected.to_owned()));
}

#[test]
fn an_error_is_data_with_format_json() {
    let refused = |config: &str| {
        let (code, out, err) = machine(config).run("--print-config tree/cat/a/foo.yaml -f json");
        assert_eq!((code, err.as_str()), (2, ""), "{config}");
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["version"], 1);
        answer["problem"].clone()
    };
    let place = |found: &serde_json::Value| {
        let at = |end: &str, unit: &str| found["range"][end][unit].as_u64().unwrap();
        (found["path"].as_str().unwrap().to_owned(), at("start", "line"), at("start", "column"), at("end", "column"))
    };
    let found = refused("profile: strict\nprofle: x \n");
    assert_eq!((&found["rule"], &found["code"]), (&"configuration-invalid".into(), &"CFG001".into()));
    assert_eq!(place(&found), ("tree/olmkit.yaml".into(), 2, 1, 10));
    assert_eq!((&found["range"]["start"]["utf16"], &found["range"]["end"]["offset"]), (&16.into(), &25.into()));
    let message = found["message"].as_str().unwrap();
    assert!(message.starts_with("olmkit.yaml cannot be used: unknown field `profle`"), "{found}");
    let outside = refused("ignore: [FBC06]\nextends: [/etc/olmkit.yaml]\n");
    assert_eq!(place(&outside), ("tree/olmkit.yaml".into(), 2, 11, 28), "{outside}");
    let missing = refused("extends: [none.yaml]\n");
    assert_eq!(place(&missing), ("tree/olmkit.yaml".into(), 1, 11, 21));
    let (code, out, _) = machine("profile: strict\n").run("--print-config tree/cat/a/foo.yaml -f json");
    assert_eq!((code, out.contains("\"profile\": \"strict\"")), (0, true), "one that can be used is printed as ever");
}

#[test]
fn mistakes_have_a_place() {
    let error = |config: &str| {
        let (code, _, err) = machine(config).run("validate tree/cat");
        assert_eq!(code, 2, "{err}");
        err
    };
    assert!(error("profile: strict\nfailon: error\n").starts_with("olmkit: tree/olmkit.yaml:2:1: "));
    assert!(error("ignore: [no-such-rule]\n").contains("tree/olmkit.yaml:1:10: no rule matches `no-such-rule`"));
    assert!(error("# a\nseverity:\n  'nope': info\n").contains("tree/olmkit.yaml:3:3: no rule matches `nope`"));
    assert!(error("profile: loud\n").contains("tree/olmkit.yaml:1:10: unknown profile `loud`"));
    for (config, expected) in [
        ("profile: strct\n", "1:10: unknown profile `strct`; did you mean `strict`?"),
        ("select: [upgrades]\n", "1:10: no rule matches `upgrades`; did you mean `upgrade`?"),
        ("ignore: [skiprange-nevr]\n", "1:10: no rule matches `skiprange-nevr`; did you mean `skiprange-never`?"),
        ("# c\n---\nignore: [FBC1O1]\n", "3:10: no rule matches `FBC1O1`; did you mean `FBC101`?"),
        ("severity: {x: eror}\n", "1:15: severity.x: unknown value `eror`; did you mean `error`?"),
        ("failOn: wrning\n", "1:9: failOn: unknown value `wrning`; did you mean `warning`?"),
        ("maxWarnings: many\n", "1:14: maxWarnings: must be a whole number from 0, not the string \"many\""),
        ("overrides:\n- files: a\n", "2:10: overrides[0].files: must be a list, not the string \"a\""),
        ("profile: opm\n---\nprofile: strict\n", "3:1: a configuration must be a single document"),
        ("failOn: error\nseverity: {x: off}\n'failOn': info\n", "3:1: `failOn` is given twice"),
        ("overrides:\n- files: [a]\n  ignore: []\n  files: [b]\n", "4:3: `files` is given twice"),
        ("baseline: none.json\n", "1:11: baseline: tree/none.json: no such file or directory"),
    ] {
        assert_eq!(error(config), format!("olmkit: tree/olmkit.yaml:{expected}\n"));
    }
}

#[test]
fn rules_of_bundles_do_not_apply_to_catalogs() {
    let mut machine = machine("select: [csv-required]\nbundleProfile: api\nseverity: {dep-unsat: info}\n");
    assert_eq!(rules(&mut machine, "tree/cat"), []);
    machine.files.insert("tree/b/manifests/x.yaml".into(), b"kind: ClusterServiceVersion\n".to_vec());
    let (_, out, err) = machine.run("bundle validate tree/b -f json");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    let all = report["diagnostics"].as_array().unwrap();
    assert!(!all.is_empty(), "{out}");
    assert!(all.iter().all(|found| found["rule"] == "csv-required"), "{out}");
}

#[test]
fn suites_of_bundles_are_chosen() {
    let csv = "kind: ClusterServiceVersion\nmetadata: {name: Foo}\n";
    let rules_of = |config: &str, more: &str| {
        let mut machine = machine(config);
        machine.files.insert("tree/b/manifests/x.yaml".into(), csv.into());
        let (code, out, err) = machine.run(&format!("bundle validate tree/b -f json {more}"));
        assert!(code < 2 || config.contains("none"), "{err}");
        let found = serde_json::from_str::<serde_json::Value>(&out).unwrap_or_default();
        let all = found["diagnostics"].as_array().cloned().unwrap_or_default();
        (all.iter().map(|one| one["rule"].as_str().unwrap().to_owned()).collect::<Vec<_>>(), err)
    };
    let (found, _) = rules_of("bundleSuites: [good-practices]\n", "");
    assert!(!found.is_empty() && found.iter().all(|rule| rule.starts_with("gp-")), "{found:?}");
    let (found, _) = rules_of("bundleSuites: [good-practices]\n", "--suite operator-hub");
    assert!(!found.is_empty() && found.iter().all(|rule| !rule.starts_with("gp-")), "{found:?}");
    let (found, _) = rules_of("bundleProfile: sdk\n", "");
    assert_eq!(found, ["ann-file-missing"]);
    let (found, _) = rules_of("bundleProfile: sdk\nbundleSuites: [sdk, good-practices]\n", "");
    assert!(found.iter().any(|rule| rule.starts_with("gp-")), "the profile does not have this suite: {found:?}");
    let (_, err) = rules_of("bundleSuites: [none]\n", "");
    assert!(err.contains("bundleSuites[0]: unknown value `none`"), "{err}");
}

#[test]
fn preview_rules_are_enabled_on_request() {
    const RULE: &str = "dependency-in-olm-v1";
    let catalog = "schema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: quay.io/x/foo:1\nproperties:\n\
                   - type: olm.gvk.required\n  value: {group: x.example.com, version: v1, kind: Foo}\n";
    let finds = |config: &str, words: &str| {
        let mut machine = Memory::new(&[("olmkit.yaml", config), ("c/catalog.yaml", catalog)]);
        let (code, out, err) = machine.run(&format!("validate c -f concise {words}"));
        assert!(code < 2, "{err}");
        out.contains(RULE)
    };
    for quiet in ["--profile strict", "--select suspicious", "--select FBC", "--severity suspicious=error"] {
        assert!(!finds("{}", quiet), "{quiet}");
        assert!(finds("{}", &format!("{quiet} --preview")), "{quiet} --preview");
        assert!(finds("preview: true", quiet), "{quiet} with the configuration");
    }
    assert!(!finds("{}", "--preview"), "its own severity is off");
    for named in [format!("--select {RULE}"), "--select FBC121".to_owned(), format!("--severity {RULE}=info")] {
        assert!(finds("{}", &named), "{named}");
    }
}

#[test]
fn a_folder_that_is_a_catalog_is_recognized() {
    let mut machine = Memory::new(&[("c/catalog.yaml", CATALOG), ("d/c/catalog.yaml", CATALOG)]);
    let expected = "olmkit: wrote c/olmkit.yaml; c/.indexignore excludes it from the catalog\n";
    assert_eq!(machine.run("config init c"), (0, String::new(), expected.to_owned()));
    assert_eq!(machine.text("c/.indexignore"), "olmkit.yaml\n");
    assert_eq!(machine.run("config init d").2, "olmkit: wrote d/olmkit.yaml\n");
    assert!(!machine.files.contains_key("d/.indexignore"));
}

#[test]
fn init_and_ignore_exclude_the_configuration_of_a_catalog_once() {
    let mut machine = Memory::new(&[("c/catalog.yaml", CATALOG), ("c/olmkit.yaml", "profile: strict\n")]);
    let expected = "olmkit: c/olmkit.yaml already exists and is not changed; c/.indexignore now excludes it\n";
    assert_eq!(machine.run("config init c --catalog"), (0, String::new(), expected.to_owned()));
    assert_eq!(
        (machine.text("c/olmkit.yaml").as_str(), machine.text("c/.indexignore").as_str()),
        ("profile: strict\n", "olmkit.yaml\n")
    );
    let exists = "olmkit: c/olmkit.yaml already exists and is not changed\n";
    for words in ["config init c --catalog", "config init c"] {
        assert_eq!(machine.run(words), (2, String::new(), exists.to_owned()), "{words}");
    }
    assert_eq!(machine.run("config ignore skiprange-never c --catalog").0, 0);
    machine.files.remove("c/olmkit.yaml");
    assert_eq!(machine.run("config init c --catalog").0, 0);
    assert_eq!(machine.text("c/.indexignore"), "olmkit.yaml\n", "the line is there once");
    machine.files.remove("c/.indexignore");
    assert_eq!(machine.run("config ignore skiprange-never c --catalog").0, 0);
    assert_eq!(machine.text("c/.indexignore"), "olmkit.yaml\n");
    let (code, _, err) = machine.run("config ignore skiprange-nevr c");
    assert!(code == 2 && err.contains("'skiprange-never'"), "{err}");
}

/// The profile `opm` reports what opm rejects, regardless of the rules in the file.
#[test]
fn profile_opm_of_the_command_line_is_the_verdict_of_opm() {
    let warned = CATALOG.replace("defaultChannel", "x: 1\ndefaultChannel");
    let mut machine = Memory::new(&[("c/catalog.yaml", &warned)]);
    for text in [
        "severity: {unknown-keys: error}\n",
        "select: [unknown-keys]\n",
        "overrides:\n- {files: ['*'], severity: {unknown-keys: error}}\n",
    ] {
        machine.files.insert("olmkit.yaml".to_owned(), text.as_bytes().to_vec());
        let (code, out, err) = machine.run("validate c --profile opm");
        assert_eq!((code, out.as_str()), (0, ""), "{text}: {err}");
        assert!(machine.run("validate c").1.contains("[unknown-keys]"), "{text}");
    }
    let (_, out, _) = machine.run("validate c --profile opm --severity unknown-keys=error");
    assert!(out.contains("[unknown-keys]"), "options of the command line apply");
}

/// Patterns of overrides are relative to the folder of the configuration.
#[test]
fn overrides_apply_to_templates_by_their_path() {
    let level = |files: &str| {
        let config = format!("overrides:\n- files: [{files}]\n  severity: {{template-invalid: info}}\n");
        let mut machine = Memory::new(&[("t/x.yaml", "schema: olm.semver\nstable: 5\n"), ("olmkit.yaml", &config)]);
        machine.run("check").1.split(": ").nth(1).unwrap_or_default().to_owned()
    };
    for files in ["t/x.yaml", "/t/", "x.yaml"] {
        assert_eq!(level(files), "info", "{files}");
    }
    for files in ["t/t/x.yaml", "/x.yaml"] {
        assert_eq!(level(files), "error", "{files}");
    }
}
