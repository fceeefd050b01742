//! Options that all checks share, help, hints and exit codes; run on files in memory.

use crate::common::Memory;

/// A catalog that opm accepts, with at least one warning.
const WARNED: &str = "\
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
- type: olm.package.required
  value: {packageName: bar, versionRange: latest}
";

fn machine() -> Memory {
    Memory::new(&[("warned.yaml", WARNED), ("bad.yaml", "schema: olm.package\nname: foo\n"), ("empty.yaml", "")])
}

/// "None is stranded" about a missing package would let a check with a misspelled name pass.
#[test]
fn names_that_no_catalog_contains_are_errors() {
    for (words, text) in [
        ("stranded warned.yaml -p fooo", "unknown package `fooo`; did you mean `foo`?"),
        ("stranded warned.yaml empty.yaml --channel stabel", "unknown channel `stabel`; did you mean `stable`?"),
        ("graph warned.yaml -p elsewhere -f dot", "unknown package `elsewhere` (known: foo)"),
        ("graph warned.yaml -p foo --channel stabel -f json", "unknown channel `stabel`; did you mean `stable`?"),
        ("graph warned.yaml -p fooo", "unknown package `fooo`; did you mean `foo`?"),
        ("graph warned.yaml --minimum-edge foo.v1.0.1", "unknown bundle `foo.v1.0.1`; did you mean `foo.v1.0.0`?"),
        ("graph warned.yaml --minimum-edge foo.v1.0.0 -f dot", "--minimum-edge needs --format mermaid"),
        ("list channels warned.yaml fooo", "unknown package `fooo`; did you mean `foo`?"),
        ("list bundles warned.yaml elsewhere", "unknown package `elsewhere` (known: foo)"),
        ("path warned.yaml foo fo.v1.0.0", "unknown bundle or version `fo.v1.0.0`; did you mean `foo.v1.0.0`?"),
        ("path warned.yaml foo elsewhere", "unknown bundle or version `elsewhere` (known: foo.v1.0.0)"),
        ("path warned.yaml foo foo.v1.0.0 1.0.1", "unknown target `1.0.1` (known: foo.v1.0.0)"),
        ("path warned.yaml foo foo.v1.0.0 v1.0.1", "unknown target `v1.0.1` (known: foo.v1.0.0)"),
        ("stranded empty.yaml -p foo", "unknown package `foo` (there are none)"),
        ("path warned.yaml fo foo.v1.0.0", "unknown package `fo`; did you mean `foo`?"),
        ("path warned.yaml foo foo.v1.0.0 --channel stabel", "unknown channel `stabel`; did you mean `stable`?"),
    ] {
        let (code, out, err) = machine().run(words);
        assert_eq!((code, out.as_str(), err.trim_end()), (2, "", format!("olmkit: {text}").as_str()), "{words}");
    }
    assert_eq!(machine().run("stranded warned.yaml empty.yaml -p foo").0, 0);
}

/// The first names of a long list would be the oldest versions.
#[test]
fn an_unknown_version_is_answered_with_the_versions_near_it() {
    let bundle = |minor: usize| {
        WARNED.split_once("---\nschema: olm.bundle").unwrap().1.replace("1.0.0", &format!("1.{minor}.0"))
    };
    let entry = |minor: usize| {
        let replaces = minor.checked_sub(1).map_or_else(String::new, |below| format!("\n  replaces: foo.v1.{below}.0"));
        format!("\n- name: foo.v1.{minor}.0\n  skipRange: <1.{minor}.0{replaces}")
    };
    let entries: String = (0..12).map(entry).collect();
    let bundles: String = (0..12).map(|minor| format!("---\nschema: olm.bundle{}", bundle(minor))).collect();
    let top = WARNED.split_once("entries:").unwrap().0;
    let mut machine = Memory::new(&[("c.yaml", &format!("{top}entries:{entries}\n{bundles}"))]);
    let near = "(known: foo.v1.9.0, foo.v1.10.0, foo.v1.8.0, foo.v1.11.0, foo.v1.7.0, foo.v1.6.0 and 6 more)";
    let (code, _, err) = machine.run("path c.yaml foo foo.v1.0.0 1.9.7");
    assert_eq!((code, err.as_str()), (2, format!("olmkit: unknown target `1.9.7` {near}\n").as_str()));
    // A start that is not in the catalog may have been removed, so it is not an error.
    for (start, hint) in [
        ("1.99.0", "(known: foo.v1.11.0, foo.v1.10.0, foo.v1.9.0, foo.v1.8.0, foo.v1.7.0, foo.v1.6.0 and 6 more)"),
        ("v1.11.O", "; did you mean `1.11.0`?"),
    ] {
        let (code, _, err) = machine.run(&format!("path c.yaml foo {start}"));
        assert!(
            code > 0 && err.contains(&format!("unknown bundle or version `{start}`")) && err.contains(hint),
            "{code} {err}"
        );
    }
    assert_eq!(machine.run("path c.yaml foo 1.9.7").2, "", "a skipRange matches it");
    assert_eq!(machine.run("path c.yaml foo 1.11.0").2, "");
}

#[test]
fn a_path_that_does_not_exist_is_answered_with_what_is_near() {
    let mut machine = Memory::new(&[("catalog/v4.16/foo.yaml", WARNED), ("bad.yaml", "")]);
    for (words, text) in [
        ("validate catlog/", "catlog/: no such file or directory; did you mean `catalog/`?"),
        ("check catlog", "catlog: no such file or directory; did you mean `catalog`?"),
        (
            "stranded ./catalgo/v4.16/foo.yaml",
            "./catalgo/v4.16/foo.yaml: no such file or directory; did you mean `./catalog/v4.16/foo.yaml`?",
        ),
        ("fix catalog/v4.61", "catalog/v4.61: no such file or directory; did you mean `catalog/v4.16`?"),
        ("render bad.yml", "bad.yml: no such file or directory; did you mean `bad.yaml`?"),
        ("stats elsewhere", "elsewhere: no such file or directory"),
        ("diff bad.yaml elsewhere", "elsewhere: no such file or directory"),
        (
            "render elsewhere",
            "elsewhere: no such file or directory\nIf you mean an image: the name lacks the registry, or a part of the repository\nWrite the host \
             and the whole repository, as in docker.io/library/NAME:TAG.",
        ),
        ("stats v4.16/elsewhere", "v4.16/elsewhere: no such file or directory"),
        ("validate catalgo/elsewhere", "catalgo/elsewhere: no such file or directory"),
        ("bundle validate ./nope", "./nope: no such file or directory"),
    ] {
        let (code, out, err) = machine.run(words);
        assert_eq!((code, out.as_str(), err.trim_end()), (2, "", format!("olmkit: {text}").as_str()), "{words}");
    }
    let (_, _, err) = machine.run("validate bad.yaml/foo");
    assert!(!err.contains("image"), "{err}");
    let (code, _, err) = machine.run("validate catlog:1");
    let about = "olmkit: catlog:1: no such file or directory\nIf you mean an image: the name lacks the registry, or a part of the repository\n";
    assert!(code == 2 && err.starts_with(about), "{err}");
}

/// An empty result for a wrong directory would be misleading.
#[test]
fn directories_without_a_document_are_reported() {
    let run = |words: &str| {
        let files = [("warned.yaml", WARNED), ("d/.indexignore", "README.md\n"), ("d/README.md", "# d\n")];
        Memory::new(&files).run(words)
    };
    for words in [
        "stranded d",
        "graph d -f dot",
        "graph d -f json",
        "stats d",
        "query d",
        "images d",
        "dependencies d",
        "resolve d --install foo",
        "list packages d",
        "path d foo foo.v1.0.0",
    ] {
        let (code, out, err) = run(words);
        assert_eq!(
            (code, out.as_str(), err.as_str()),
            (2, "", "olmkit: d: no catalog document was found\n"),
            "{words}"
        );
    }
    for words in ["render d", "diff warned.yaml d"] {
        let (_, _, err) = run(words);
        assert_eq!(err.matches("olmkit: d: no catalog document was found\n").count(), 1, "{words}: {err}");
    }
}

#[test]
fn exit_codes() {
    for (words, code) in [
        ("validate empty.yaml", 0),
        ("validate bad.yaml", 1),
        ("validate bad.yaml --exit-zero", 0),
        ("validate bad.yaml --fail-on never", 0),
        ("validate bad.yaml --fail-on info", 1),
        ("validate empty.yaml --fail-on info", 0),
        ("validate bad.yaml --profile opm", 1),
        ("validate none.yaml", 2),
        ("validate", 1),
        ("validate empty.yaml --fail-on never-ever", 2),
        ("validate empty.yaml --format xml", 2),
        ("frobnicate", 2),
        ("help", 0),
        ("--version", 0),
    ] {
        let (found, _, err) = machine().run(words);
        assert_eq!(found, code, "{words}: {err}");
        assert_eq!(code == 2, err.starts_with("olmkit: "), "{words}: {err}");
    }
}

#[test]
fn the_failing_severity_can_be_moved() {
    let counts = |words: &str| {
        let out = machine().run(&format!("validate warned.yaml -f json {words}")).1;
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        (report["summary"]["errors"].as_u64().unwrap(), report["summary"]["warnings"].as_u64().unwrap())
    };
    let quiet = "--severity required-package-range=warning --severity skiprange-never=warning";
    let (errors, warnings) = counts(quiet);
    assert!(errors == 0 && warnings > 0, "{errors} {warnings}");
    assert_eq!(machine().run(&format!("validate warned.yaml {quiet}")).0, 0);
    assert_eq!(machine().run(&format!("validate warned.yaml {quiet} --fail-on warning")).0, 1);
    assert_eq!(machine().run(&format!("validate warned.yaml {quiet} --max-warnings 0")).0, 1);
}

#[test]
fn several_reports_at_once() {
    let mut machine = machine();
    let words = "validate bad.yaml -f concise --report sarif=out/a.sarif --report json=out/a.json";
    let (code, out, _) = machine.run(words);
    assert!(code == 1 && out.starts_with("bad.yaml:"), "{out}");
    let sarif: serde_json::Value = serde_json::from_str(&machine.text("out/a.sarif")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&machine.text("out/a.json")).unwrap();
    assert_eq!((sarif["version"].as_str(), json["version"].as_u64()), (Some("2.1.0"), Some(1)));
    let (code, out, err) = machine.run("validate bad.yaml --quiet --report junit=out/a.xml");
    assert_eq!((code, out.as_str(), err.as_str()), (1, "", ""));
    assert!(machine.text("out/a.xml").starts_with("<?xml"));
    assert_eq!(machine.run("validate bad.yaml --report sarif").0, 2);
}

#[test]
fn help_of_each_command_and_hints() {
    let (code, out, _) = machine().run("validate --help");
    assert!(code == 0 && out.contains("Usage: olmkit validate [OPTIONS] [PATH]...\n"), "{out}");
    assert!(out.contains("[possible values: default, opm, strict]"), "{out}");
    assert!(!out.contains("--starting-csv"), "{out}");
    assert_eq!(machine().run("help validate").1, out);
    assert!(machine().run("help").1.starts_with("Check, explain and edit"));
    assert_eq!(machine().run("help bundle validate").1, machine().run("bundle validate --help").1);
    let (code, out, err) = machine().run("");
    assert!(code == 2 && out.is_empty() && err.starts_with("Check, explain and edit"), "{err}");
}

#[test]
fn misspellings_get_the_nearest_suggestion() {
    for (words, wrong, near) in [
        ("valdate x", "unrecognized subcommand 'valdate'", "'validate'"),
        ("help valdate", "unrecognized subcommand 'valdate'", "'validate'"),
        ("bundle biuld x", "unrecognized subcommand 'biuld'", "'build'"),
        ("validate x --fromat json", "unexpected argument '--fromat'", "'--format'"),
        ("render x --migarte", "unexpected argument '--migarte'", "'--migrate'"),
        ("validate x --format jsom", "invalid value 'jsom' for '--format <FORMAT>'", "'json'"),
        ("validate x --fail-on warnin", "invalid value 'warnin' for '--fail-on <LEVEL>'", "'warning'"),
        ("validate x --profile strct", "invalid value 'strct' for '--profile <PROFILE>'", "'strict'"),
        ("validate x --report sarf=y", "invalid value 'sarf=y' for '--report <FORMAT=FILE>'", "`sarif`"),
        ("validate x --select chanel-no-head", "'chanel-no-head' for '--select <RULES>'", "'channel-no-head'"),
        ("validate x --severity chanel-no-head=off", "'--severity <RULE=LEVEL>'", "`channel-no-head`"),
        ("bundle validate x --suite api-csw", "invalid value 'api-csw' for '--suite <SUITES>'", "'api-csv'"),
        ("explain channel-no-hed", "invalid value 'channel-no-hed'", "'channel-no-head'"),
        ("explain chanl-no-hed", "invalid value 'chanl-no-hed'", "'channel-no-head'"),
        ("explain fbc01", "invalid value 'fbc01'", "'FBC0"),
        ("explain deps-gkv", "invalid value 'deps-gkv'", "'deps-gvk'"),
        ("explain nothing-like-it", "invalid value 'nothing-like-it'", "`olmkit rules`"),
        ("explain tabs", "invalid value 'tabs'", "  tip: a rule about it: `yaml-tabs`\n"),
        ("explain image", "invalid value 'image'", "  tip: rules about it: `"),
        ("diff a b --forbid path-lost,head-moved --allow path-lost", "--forbid and --allow both name `path-lost`.", ""),
        ("completions bsh", "invalid value 'bsh'", "'bash'"),
        ("validate x --max-warnings few", "invalid value 'few'", "expected a whole number from 0"),
        ("cache prune --unused-for 99999999999", "'99999999999'", "expected a whole number from 0 to 4294967295"),
        ("open x --port 99999", "invalid value '99999'", "expected a number from 0 to 65535"),
        ("validate x --jobs many", "invalid value 'many'", "expected a whole number from 1"),
        ("validate x --jobs 0", "invalid value '0'", "expected a whole number from 1"),
        ("diff a b --forbid path-los", "invalid value 'path-los' for '--forbid <KINDS>'", "'path-lost'"),
        ("template sever x", "unknown template type `sever`", "`semver`"),
        ("man valdate", "unknown command `valdate`", "`validate`"),
    ] {
        let (code, out, err) = machine().run(words);
        assert!(code == 2 && out.is_empty() && err.starts_with("olmkit: "), "{words}: {err}");
        assert!(err.contains(wrong) && err.contains(near), "{words}: {err}");
    }
    let (_, _, err) = machine().args(&["validate", "x", "--format", "\u{1b}[31m"]);
    assert!(!err.contains('\u{1b}'), "what the terminal would obey is shown: {err:?}");
}

/// The tips for `-o` of a command that has no file to write to.
const O_TIPS: &str =
    "  tip: a similar argument exists: '--format'\n  tip: redirect the output to write a file: '> FILE'";

#[test]
fn tips_name_only_what_exists_and_helps() {
    for (words, tip) in [
        ("bundle fix x", None),
        ("bundle stat x", None),
        ("stranded c -o json", Some(O_TIPS)),
        ("path c foo a -o json", Some(O_TIPS)),
        ("graph c -f svg -o c.svg", Some(O_TIPS)),
        ("rules --json", Some("  tip: a similar argument exists: '--format json'")),
        ("graph c --svg", Some("  tip: a similar argument exists: '--format svg'")),
        ("render c --yaml", Some("  tip: a similar argument exists: '--output yaml'")),
        ("list bundles c -z", None),
        ("edit remove-channel -o", None),
        ("edit remove-channel --json", None),
    ] {
        let (code, _, err) = machine().run(words);
        let tips: Vec<&str> = err.lines().filter(|line| line.contains("tip:")).collect();
        let tips = Some(tips.join("\n")).filter(|tips| !tips.is_empty());
        assert_eq!((code, tips.as_deref()), (2, tip), "{words}: {err}");
        assert!(!err.contains("\n\n\n"), "{err}");
    }
}

#[test]
fn options_belong_to_their_commands() {
    for words in [
        "validate bad.yaml --diff",
        "validate bad.yaml --unsafe",
        "validate bad.yaml --suite sdk",
        "validate bad.yaml --before x",
        "validate bad.yaml --config a --no-config",
        "fix bad.yaml --watch",
        "fix bad.yaml --baseline x",
        "edit set-default bad.yaml package=foo to=x --unsafe",
        "path bad.yaml foo a b c",
        "path bad.yaml foo a --profile opm",
        "path bad.yaml foo a -f sarif",
        "stranded bad.yaml --max-warnings 1",
        "graph bad.yaml -f junit",
        "diff bad.yaml bad.yaml --include-gone",
        "diff bad.yaml",
        "explain channel-no-head -f sarif",
        "rules bad.yaml",
        "bundle validate bad.yaml --base x",
        "bundle render bad.yaml --gzip",
        "bundle build bad.yaml --tag x",
        "bundle extract bad.yaml --name x",
        "list packages bad.yaml foo",
        "lsp bad.yaml",
        "render",
        "render a -o xml",
        "render a --migrate-level x",
        "list a",
        "list bundles",
        "init",
        "init a b",
        "init a -i",
        "migrate a",
        "generate a",
        "generate dockerfile",
        "generate dockerfile a -l x",
        "template x y",
        "template convert semver a",
        "template a --bundle b",
        "template a -o dot",
        "list packages a --migrate",
        "--profile opm",
        "--verbose",
    ] {
        let (code, out, err) = machine().run(words);
        assert!(code == 2 && out.is_empty() && !err.is_empty(), "{words}: {code} {out} {err}");
    }
}

#[test]
fn the_version_lists_what_it_was_checked_against() {
    let (code, out, _) = machine().run("--version --verbose");
    assert!(code == 0 && out.contains("operator-registry at ") && out.contains(" of bundles"), "{out}");
    assert_eq!(machine().run("--version").1.lines().count(), 1);
}

#[test]
fn every_command_has_a_manual_page() {
    let page = |words: &str| machine().run(words).1;
    assert!(page("man").contains(".TH OLMKIT 1"), "{}", page("man"));
    let bundle = page("man bundle validate");
    assert!(bundle.contains(".TH OLMKIT-BUNDLE-VALIDATE 1") && bundle.contains("k8s\\-version"), "{bundle}");
}

#[test]
fn shells_complete() {
    let (code, bash, _) = machine().run("completions bash");
    assert!(code == 0 && bash.starts_with("_olmkit() {"), "{bash}");
    let zsh = machine().run("completions zsh").1;
    assert!(zsh.starts_with("#compdef olmkit\n"), "{zsh}");
    let fish = machine().run("completions fish").1;
    for script in [&bash, &zsh, &fish] {
        for value in ["checkstyle", "certified-pipeline", "channel-no-head", "deps-gvk", "dep-unsat"] {
            assert!(script.contains(value), "{value} is a value of some option");
        }
    }
    assert!(bash.contains("powershell") && zsh.contains("powershell"), "shells are values too");
    assert_eq!(machine().run("completions cmd").0, 2);
}

#[test]
fn one_report_can_go_to_standard_output() {
    let mut machine = machine();
    let (code, out, _) = machine.run("validate bad.yaml --report html=- --report json=a.json");
    assert!(code == 1 && out.starts_with("<!doctype html>") && !out.contains("bad.yaml:1:1: error"), "{out}");
    assert!(machine.text("a.json").starts_with('{') && !machine.files.contains_key("-"));
    assert!(machine.run("validate bad.yaml --quiet --report html=-").1.starts_with("<!doctype html>"));
    for words in ["--report html=- -f json", "--report html=- --report json=-"] {
        let (code, out, err) = machine.run(&format!("validate bad.yaml {words}"));
        assert_eq!((code, out.as_str(), err.as_str()), (2, "", "olmkit: only one report can go to standard output\n"));
    }
    let (code, out, err) = machine.run("validate bad.yaml --report html=b.html --report json=./b.html");
    let expected = "olmkit: --report ./b.html: two reports cannot go to one file\n";
    assert_eq!((code, out.as_str(), err.as_str()), (2, "", expected));
    assert!(!machine.files.contains_key("b.html"));
}

#[test]
fn rules_of_all_kinds_are_explained() {
    for (rule, start) in [
        ("channel-no-head", "# channel-no-head (FBC"),
        ("dep-unsat", "# dep-unsat (DEP002)"),
        ("dep001", "# dep-range-invalid (DEP001)"),
        ("deps-gvk", "# deps-gvk (BDL271)"),
    ] {
        let (code, out, _) = machine().run(&format!("explain {rule}"));
        assert!(code == 0 && out.starts_with(start), "{out}");
    }
    let list = machine().run("rules --format json").1;
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let codes: Vec<&str> =
        list["rules"].as_array().unwrap().iter().map(|rule| rule["code"].as_str().unwrap()).collect();
    let mut unique = codes.clone();
    unique.dedup();
    assert_eq!(codes, unique, "a code stands for one rule");
}

#[test]
fn rules_are_listed_with_their_category_and_selected_like_in_checks() {
    let list = |words: &str| machine().run(words).1.lines().map(str::to_owned).collect::<Vec<_>>();
    let listed = list("rules upgrade");
    assert!(listed.len() > 5 && listed.len() < list("rules").len(), "{listed:?}");
    assert!(listed.iter().all(|line| line.split_whitespace().nth(3) == Some("upgrade")), "{listed:?}");
    let codes = |words: &str| list(words).iter().map(|line| line[..6].to_owned()).collect::<Vec<_>>();
    assert_eq!(codes("rules DEP001,channel-no-head DEP002"), ["DEP001", "DEP002", "FBC024"]);
    let (code, _, err) = machine().run("rules upgrdae");
    assert!(code == 2 && err.contains("`olmkit rules` lists all rules"), "{err}");
}

#[test]
fn standard_input_has_the_name_it_is_given() {
    let mut machine = machine();
    machine.stdin = b"schema: olm.package\nname: foo\n".to_vec();
    assert!(machine.run("validate - --stdin-filename a/b.yaml").1.starts_with("a/b.yaml:"));
}

#[test]
fn a_misspelled_edge_is_answered_with_the_entry_that_is_meant() {
    let bundle = |version: &str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/x/foo:{version}\nproperties:\n\
             - type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
        )
    };
    let catalog = |edge: &str| {
        let entries = format!("- name: foo.v1.1.0\n  {edge}\n- name: foo.v1.0.0\n");
        let channel = format!("---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n{entries}");
        let package = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
        format!("{package}{channel}{}{}", bundle("1.0.0"), bundle("1.1.0"))
    };
    let heads = |edge: &str| {
        let out = Memory::new(&[("c.yaml", &catalog(edge))]).run("validate c.yaml -f json").1;
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        let all = report["diagnostics"].as_array().unwrap().clone();
        let heads = all.into_iter().find(|one| one["rule"] == "channel-multiple-heads").unwrap();
        let (line, help) = (heads["range"]["start"]["line"].clone(), heads["help"].as_str().unwrap().to_owned());
        (line.as_u64().unwrap(), help, heads["fixes"][0]["edits"][0]["text"].clone())
    };
    let meant = "is not an entry of the channel. Did you mean `foo.v1.0.0`?";
    for edge in ["replaces: foo.v1.0.O", "replaces: fo.v1.0.0", "skips: [foo.1.0.0]"] {
        let (line, help, fix) = heads(edge);
        assert_eq!((line, help.contains(meant), &fix), (10, true, &"foo.v1.0.0".into()), "{edge}: {help}");
    }
    let (line, help, fix) = heads("replaces: other.v7.2.9");
    let cause =
        "`foo.v1.1.0` replaces `other.v7.2.9`, which is not an entry of the channel; `foo.v1.0.0` is the other head.";
    assert_eq!((line, help.starts_with(cause), &fix), (10, true, &"foo.v1.0.0".into()), "{help}");
}

#[test]
fn patterns_are_expanded_where_the_shell_does_not() {
    let text = |name: &str| format!("schema: olm.package\nname: {name}\n");
    let files = ["v4.16/a.yaml", "v4.17/b.yaml", ".hidden/d.yaml", "x[1]/e.yaml"];
    let files: Vec<(String, String)> = files.iter().map(|path| (format!("cats/{path}"), text("foo"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut machine = Memory::new(&files);
    let mut paths = |words: &str| -> Vec<String> {
        let (_, out, err) = machine.run(&format!("validate -f concise --select pkg-no-channels {words}"));
        let mut found = out.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect::<Vec<_>>();
        found.dedup();
        if found.is_empty() { vec![err] } else { found }
    };
    assert_eq!(paths("cats/v*/?.yaml"), ["cats/v4.16/a.yaml", "cats/v4.17/b.yaml"]);
    assert_eq!(paths("cats\\v4.1[67]"), ["cats/v4.16/a.yaml", "cats/v4.17/b.yaml"]);
    assert_eq!(paths("*/.h*"), ["cats/.hidden/d.yaml"]);
    assert_eq!(paths("cats/x[1]"), ["cats/x[1]/e.yaml"], "a name that exists");
    assert!(
        paths("cats/w*")[0].starts_with("olmkit: cats/w*: no such file or directory"),
        "what matches nothing stays"
    );
}

#[test]
fn github_shows_ten_annotations_of_a_kind_and_the_rest_as_lines() {
    let text: String =
        (0..12).map(|at| format!("---\nschema: olm.package\nname: p{at}\ndefaultChannel: a\n")).collect();
    let mut machine = Memory::new(&[("c.yaml", &text)]);
    let (_, out, _) = machine.run("validate c.yaml -f github --select pkg-no-channels");
    assert_eq!(out.lines().filter(|line| line.starts_with("::error ")).count(), 10, "{out}");
    let rest = out.split("More findings than GitHub annotates:\n").nth(1).unwrap();
    assert_eq!(rest.lines().filter(|line| line.starts_with("c.yaml:")).count(), 2, "{rest}");
    assert!(rest.contains("12 errors"), "{rest}");
}

#[test]
fn a_version_that_cannot_be_read_is_the_only_finding() {
    let bundle = |name: &str, version: &str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: {name}\nimage: quay.io/x/foo:1\nproperties:\n\
             - {{type: olm.package, value: {{packageName: foo, version: {version}}}}}\n"
        )
    };
    let catalog = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\n\
                   name: stable\nentries:\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n"
        .to_owned()
        + &bundle("foo.v1.2.0", "v1.2.0")
        + &bundle("foo.v1.1.0", "1.1.0");
    let out = Memory::new(&[("c.yaml", &catalog)]).run("validate c.yaml -f json").1;
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    assert_eq!(found.iter().map(|one| &one["rule"]).collect::<Vec<_>>(), ["bundle-version-semver"], "{out}");
}

#[test]
fn a_rule_in_json_has_a_version() {
    let (_, out, _) = machine().run("explain channel-no-head -f json");
    let rule: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&rule["version"], &rule["id"]), (&1.into(), &"channel-no-head".into()));
}

#[test]
fn files_that_are_not_archives_are_reported() {
    for (name, content) in [("a.tar", "hello"), ("b.zip", "PKhello"), ("c.tgz", "\u{1f}hello")] {
        let mut machine = machine();
        machine.files.insert(name.to_owned(), content.as_bytes().to_vec());
        let (code, _, err) = machine.run(&format!("validate {name}"));
        let expected = format!("olmkit: {name}: not a valid archive, or damaged or incomplete\n");
        assert_eq!((code, err), (2, expected));
    }
}
