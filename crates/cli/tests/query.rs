//! `olmkit stats`, `query`, `config init`, `--statistics` and `--timing`, run on files in memory.

use crate::common::Memory;
use serde_json::Value;

fn bundle(version: &str) -> String {
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/x/foo:v{version}\nproperties:\n\
         - type: olm.package\n  value: {{packageName: foo, version: {version}}}\n\
         - type: olm.gvk\n  value: {{group: x.example.com, version: v1, kind: Foo}}\n"
    )
}

fn machine() -> Memory {
    let catalog = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
         entries:\n- name: foo.v1.0.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n  skipRange: '>=3.0.0 <2.0.0'\n{}{}",
        bundle("1.0.0"),
        bundle("1.1.0")
    );
    Memory::new(&[("c/catalog.yaml", &catalog)])
}

#[test]
fn stats_are_tables_or_json() {
    let (code, out, err) = machine().run("stats c");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("1 file, "), "{out}");
    assert!(out.lines().next().unwrap().contains(" bytes, 1 package, "), "{out}");
    assert!(out.contains("\nschema       documents  bytes\nolm.bundle           2 "), "{out}");
    assert!(
        out.contains(
            "\npackage  channels  entries  bundles  bytes  stranded v0  v1\nfoo             1        2        2  "
        ),
        "{out}"
    );
    let (_, out, _) = machine().run("stats c -f json");
    let stats: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(stats.pointer("/packages/0/entries"), Some(&Value::from(2)));
}

#[test]
fn stranded_versions_are_counted_once_for_all_channels() {
    let entries = "entries:\n- name: foo.v1.0.0\n- name: foo.v2.0.0\n  replaces: foo.v0.9.0\n- name: foo.v0.9.0\n  \
                   replaces: foo.v1.0.0\n";
    let channels =
        ["stable", "fast"].map(|name| format!("---\nschema: olm.channel\npackage: foo\nname: {name}\n{entries}"));
    let bundles = ["1.0.0", "0.9.0", "2.0.0"].map(bundle);
    let text =
        format!("schema: olm.package\nname: foo\ndefaultChannel: stable\n{}{}", channels.concat(), bundles.concat());
    let mut machine = Memory::new(&[("c/catalog.yaml", &text), ("d/catalog.yaml", &text)]);
    assert!(machine.run("stats c").1.ends_with(" 0   1\n"));
    let (_, lines, summary) = machine.run("stranded c");
    assert_eq!(lines.lines().filter(|line| line.contains(" v1 ")).count(), 2);
    assert_eq!(summary, "0 stranded under OLM v0, 1 under OLM v1, in 2 entries of channels\n");
    assert_eq!(machine.run("stranded c d --semantics v1").2, "2 stranded under OLM v1, in 4 entries of channels\n");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_answered() {
    let mut whole = machine();
    let (_, text, _) = whole.run("graph c -f json");
    let nodes = |text: &str| text.matches("\"name\": \"foo.v1.0.0\"").count();
    assert_eq!(nodes(&text), 1, "{text}");
    for words in
        ["query c", "images c", "graph c", "graph c -f json", "edit fix-all-stranded c semantics=v0 package=foo"]
    {
        let mut partial = machine();
        partial.files.insert("c/broken.yaml".to_owned(), b"schema: [\n".to_vec());
        let (code, out, err) = partial.run(words);
        assert!(code == 1 && err.starts_with("olmkit: c/broken.yaml:"), "{words}: {code} {err}");
        assert!(out.contains("foo") || words.starts_with("edit"), "{words}: {out}");
    }
}

#[test]
fn bundles_are_found_and_an_empty_result_is_exit_code_1() {
    let (code, out, _) = machine().run("query c --version-range >=1.1.0");
    assert_eq!((code, out.as_str()), (0, "foo  foo.v1.1.0  stable  quay.io/x/foo:v1.1.0\n"));
    let (_, out, _) = machine().run("query c --provides */v1/Foo --name v1.0 -f concise");
    assert_eq!(out, "c/catalog.yaml:16:7: foo.v1.0.0\n");
    let (code, out, _) = machine().run("query c --property olm.package=9.9.9 -f json");
    assert_eq!(
        (code, serde_json::from_str::<Value>(&out).unwrap().pointer("/bundles")),
        (1, Some(&Value::Array(vec![])))
    );
    for (words, text) in [
        ("--name foo.v9", "no bundle matches"),
        ("-p fooo", "no bundle matches: unknown package `fooo`; did you mean `foo`?"),
        ("-p elsewhere -f json", "no bundle matches: unknown package `elsewhere` (known: foo)"),
        ("-p foo --channel stabel", "no bundle matches: unknown channel `stabel`; did you mean `stable`?"),
    ] {
        let (code, out, err) = machine().run(&format!("query c {words}"));
        assert_eq!((code, err), (1, format!("olmkit: {text}\n")), "{words}");
        assert!(out.is_empty() || serde_json::from_str::<Value>(&out).is_ok(), "{words}: {out}");
    }
}

#[test]
fn version_ranges_that_are_not_valid_are_explained() {
    let complete = "does not have the three numbers of a version. Did you mean";
    let example = "Compare with complete versions, as in \">=1.2.0 <2.0.0\", or use a wildcard, as in \"1.x\".";
    for (range, expected) in [
        ("2", format!("`2` {complete} \"2.x\"?")),
        ("=1.2", format!("`=1.2` {complete} \"1.2.x\"?")),
        ("v2", format!("`v2` {complete} \"2.x\"?")),
        ("<=1.2", format!("`<=1.2` {complete} \"<=1.2.x\"?")),
        (">15", format!("`>15` {complete} \">15.x\"?")),
        (">=15", format!("`>=15` {complete} \">=15.0.0\"?")),
        (">=1.2, <2", format!("`<2` {complete} \">=1.2.0 <2.0.0\"?")),
        ("^1.2", format!("`^1.2` {complete} \">=1.2.0 <2.0.0\"?")),
        ("x", "`x` alone is not a range. Did you mean \">=0.0.0\"?".to_owned()),
        (" ", format!("it is empty. {example}")),
        ("latest", format!("Could not get version from string: \"latest\". {example}")),
        (
            "=>1.2.3",
            "Could not parse Range \"=>1.2.3\": Could not parse comparator \"=>\" in \"=>1.2.3\". Did you mean \
          \">=1.2.3\"?"
                .to_owned(),
        ),
    ] {
        let (code, _, err) = machine().args(&["query", "c", "--version-range", range]);
        assert_eq!((code, err), (2, format!("olmkit: \"{range}\" is not a valid version range: {expected}\n")));
    }
}

#[test]
fn the_configuration_that_init_writes_is_valid_and_changes_nothing() {
    let mut machine = machine();
    let before = machine.run("validate c");
    let mut machine = self::machine();
    assert_eq!(machine.run("config init").0, 0);
    let written = machine.files.clone();
    let mut machine = self::machine();
    machine.files = written;
    assert_eq!(machine.run("validate c"), before);
    let text = machine.text("olmkit.yaml").replace("# extends:", "extends:");
    machine.files.insert("olmkit.yaml".to_owned(), text.into_bytes());
    machine.files.insert("base.yaml".to_owned(), b"profile: default\n".to_vec());
    assert_eq!(machine.run("validate c"), before, "what it says of `extends` can be used");
    machine.files.remove("base.yaml");
    let (code, _, err) = machine.run("config init .");
    assert_eq!(code, 2);
    assert!(err.contains("olmkit.yaml already exists"), "{err}");
}

#[test]
fn config_init_names_every_field_and_each_line_can_be_used() {
    let mut machine = machine();
    assert_eq!(machine.run("config init").0, 0);
    let text = String::from_utf8(machine.files.get("olmkit.yaml").unwrap().clone()).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../../../pkg/schema/config.v1.json")).unwrap();
    let used: String = text
        .split("\n\n")
        .filter(|part| !part.contains("extends:"))
        .flat_map(|part| part.lines().map(|line| line.strip_prefix("# ").unwrap_or(line)))
        .filter(|line| line.contains(": ") && !line.contains('`') || line.ends_with(':') || line.starts_with("  "))
        .filter(|line| !line.starts_with("The ") && !line.starts_with("Only") && !line.starts_with("yaml-"))
        .fold(String::new(), |all, line| all + line + "\n");
    for name in schema["properties"].as_object().unwrap().keys().filter(|name| *name != "$schema") {
        let is_named = text.lines().any(|line| line.trim_start_matches("# ").starts_with(&format!("{name}:")));
        assert!(is_named, "{name} is not in:\n{text}");
        assert!(name == "extends" || used.contains(&format!("{name}:")), "{name} is not in:\n{used}");
    }
    machine.files.insert("olmkit.yaml".to_owned(), used.clone().into_bytes());
    machine.files.insert("olmkit-baseline.json".to_owned(), b"{\"version\": 1, \"findings\": []}".to_vec());
    let (code, _, err) = machine.run("validate c");
    assert!(code < 2, "{err}\n{used}");
}

#[test]
fn config_ignore_adds_a_rule_and_keeps_a_new_file_out_of_the_catalog() {
    let mut machine = machine();
    assert_eq!(machine.run("config ignore skiprange-never c --catalog").0, 0);
    let text =
        |machine: &Memory, path: &str| machine.files.get(path).map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(text(&machine, "c/olmkit.yaml").as_deref(), Some("ignore: [skiprange-never]\n"));
    assert_eq!(text(&machine, "c/.indexignore").as_deref(), Some("olmkit.yaml\n"));
    let (code, out, err) = machine.run("validate c");
    assert_eq!((code, out.contains("skiprange-never")), (0, false), "{out}{err}");
    assert_eq!(machine.run("config ignore FBC090 c --catalog").2, "olmkit: c/olmkit.yaml now ignores FBC090\n");
    assert_eq!(machine.run("config ignore FBC090 c").2, "olmkit: c/olmkit.yaml already ignores FBC090\n");
    assert_eq!(text(&machine, "c/olmkit.yaml").as_deref(), Some("ignore: [skiprange-never, FBC090]\n"));
    assert_eq!(text(&machine, "c/.indexignore").as_deref(), Some("olmkit.yaml\n"), "the file was there");
    let (code, _, err) = machine.run("config ignore skiprange-nevr c");
    assert_eq!(code, 2);
    assert!(err.contains("skiprange-nevr"), "{err}");
}

#[test]
fn statistics_count_rules_instead_of_findings() {
    let (code, out, err) = machine().run("validate c --statistics");
    assert_eq!(code, 0);
    assert!(out.starts_with("1  warning  "), "{out}");
    assert!(out.contains("  skiprange-never"), "{out}");
    assert!(err.contains("opm accepts it"), "{err}");
    let (_, out, _) = machine().run("validate c --statistics -f json");
    let rules: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(rules.pointer("/rules/0/count"), Some(&Value::from(1)));
}

#[test]
fn timing_names_each_stage_on_standard_error() {
    let mut machine = machine();
    let (code, plain, _) = machine.run("validate c");
    let (timed, out, err) = machine.run("validate c --timing");
    assert_eq!((timed, out), (code, plain), "findings are the same");
    let stages = |err: &str| -> Vec<String> {
        let rows = err.lines().filter(|line| line.ends_with(" ms"));
        rows.map(|row| row.split_whitespace().next().unwrap().to_owned()).collect()
    };
    assert_eq!(stages(&err), ["read", "model", "rules", "places", "report", "total"], "{err}");
    assert!(err.ends_with("total   5.0 ms\n"), "{err}");
    assert_eq!(stages(&machine.run("check c --timing").2).first().unwrap(), "find");
    assert_eq!(stages(&machine.run("dependencies c --timing").2).last().unwrap(), "total");
    assert!(!machine.run("validate c").2.contains(" ms"));
}

#[test]
fn paths_in_channels_that_olm_v0_cannot_sort() {
    let path = |entries: &str| {
        let catalog = format!(
            "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: \
             stable\nentries:\n{entries}{}{}",
            bundle("1.0.0"),
            bundle("1.1.0")
        );
        let (code, out, _) = Memory::new(&[("c/catalog.yaml", &catalog)]).run("path c foo foo.v1.1.0");
        assert_eq!(code, 1);
        out
    };
    let out = path("- {name: foo.v1.1.0, replaces: foo.v1.1.0}\n");
    assert!(out.starts_with("foo.v1.1.0 reaches no head (channel stable of foo, OLM v0)\n"), "{out}");
    assert!(
        out.contains("cannot sort channel `stable`, because every entry is replaced or skipped. No version"),
        "{out}"
    );
    let out = path("- {name: foo.v1.1.0, replaces: foo.v1.0.0}\n- {name: foo.v1.1.0}\n- {name: foo.v1.0.0}\n");
    assert!(out.contains("cannot sort channel `stable`, because it lists `foo.v1.1.0` twice. No version"), "{out}");
}

/// The edges of a channel still name a version that was removed from the catalog.
#[test]
fn paths_start_at_names_that_only_another_channel_skips() {
    let channel = |name: &str, edges: &str| {
        format!("---\nschema: olm.channel\npackage: foo\nname: {name}\nentries:\n- {{name: foo.v1.1.0{edges}}}\n")
    };
    let catalog = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n{}{}{}{}",
        channel("fast", ", skips: [foo.v0.9.0]"),
        channel("old", ", replaces: foo.v1.0.0, skips: [foo.v0.9.0]"),
        channel("stable", ""),
        bundle("1.1.0"),
    );
    let mut machine = Memory::new(&[("c/catalog.yaml", &catalog)]);
    for (from, channel) in [("foo.v0.9.0", "fast"), ("foo.v1.0.0", "old"), ("foo.v1.1.0", "stable")] {
        let (code, out, err) = machine.run(&format!("path c foo {from}"));
        let first = format!("{from} reaches foo.v1.1.0 (channel {channel} of foo, OLM v0)");
        assert_eq!((code, out.lines().next()), (0, Some(first.as_str())), "{err}");
    }
}

/// The name of a removed bundle contains its version, and so does a version alone.
#[test]
fn paths_start_at_removed_bundles() {
    let catalog = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
         entries:\n- {{name: foo.v1.1.0, skipRange: <1.1.0}}\n{}",
        bundle("1.1.0"),
    );
    let mut machine = Memory::new(&[("c/catalog.yaml", &catalog)]);
    for from in ["0.9.0", "v0.9.0", "foo.v0.9.0"] {
        let (code, out, err) = machine.run(&format!("path c foo {from}"));
        let first = format!("{from} reaches foo.v1.1.0 (channel stable of foo, OLM v0)");
        assert_eq!((code, out.lines().next()), (0, Some(first.as_str())), "{err}");
    }
    for from in ["fooo.v0.9.0", "foo.v0.9.O", "foo-0.9.0"] {
        assert_eq!(machine.run(&format!("path c foo {from}")).0, 2, "{from}");
    }
}

/// A version of another channel exists; the upgrade path just does not lead there.
#[test]
fn paths_to_versions_of_other_channels() {
    let channel = |name: &str, entries: &str| {
        format!("---\nschema: olm.channel\npackage: foo\nname: {name}\nentries:\n{entries}")
    };
    let catalog = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n{}{}{}{}{}",
        channel("stable", "- {name: foo.v1.1.0, replaces: foo.v1.0.0}\n- {name: foo.v1.0.0}\n"),
        channel("fast", "- {name: foo.v2.0.0}\n"),
        bundle("1.0.0"),
        bundle("1.1.0"),
        bundle("2.0.0"),
    );
    let mut machine = Memory::new(&[("c/catalog.yaml", &catalog)]);
    for to in ["2.0.0", "v2.0.0", "foo.v2.0.0", "2.0.0 --channel stable"] {
        let (code, out, err) = machine.run(&format!("path c foo 1.0.0 {to}"));
        assert_eq!(code, 1, "{err}");
        assert!(out.starts_with("foo.v1.0.0 does not reach foo.v2.0.0 (channel stable of foo, OLM v0)\n"), "{out}");
        assert!(out.contains("\n  foo.v1.0.0 -> foo.v1.1.0 (replaces) "), "{out}");
        assert!(out.ends_with("\nChannel `stable` does not have `foo.v2.0.0`. It is in `fast`.\n"), "{out}");
    }
    let (code, out, err) = machine.run("path c foo 1.0.0 2.0.1");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("olmkit: unknown target `2.0.1`"), "{err}");
}
