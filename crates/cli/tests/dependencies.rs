//! `olmkit dependencies` and `olmkit resolve`, run on files in memory.

use crate::common::Memory;

const OPERATORS: &str = "\
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
image: quay.io/x/foo:1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
- type: olm.package.required
  value: {packageName: bar, versionRange: '>=1.0.0'}
";

const MORE: &str = "\
schema: olm.package
name: bar
defaultChannel: stable
---
schema: olm.channel
package: bar
name: stable
entries:
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
---
schema: olm.bundle
package: bar
name: bar.v2.0.0
image: quay.io/x/bar:2
properties:
- type: olm.package
  value: {packageName: bar, version: 2.0.0}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar:1
properties:
- type: olm.package
  value: {packageName: bar, version: 1.0.0}
";

/// A constraint whose expression is not a boolean.
fn broken_cel() -> String {
    let (before, _) = OPERATORS.split_once("- type: olm.package.required").unwrap();
    format!("{before}- type: olm.constraint\n  value: {{failureMessage: m, cel: {{rule: 'true && 1'}}}}\n")
}

/// Returns the exit code, standard output and standard error.
fn run(words: &str) -> (u8, String, String) {
    let cel = broken_cel();
    let files = [
        ("cats/operators.yaml", OPERATORS),
        ("cats/cel.yaml", &cel),
        ("cats/more.yaml", MORE),
        ("cats/again/more.yaml", MORE),
    ];
    Memory::new(&files).run(words)
}

#[test]
fn a_cel_rule_is_compiled_by_validate_too() {
    let (code, out, err) = run("validate --format json cats/cel.yaml");
    assert_eq!(code, 0, "opm accepts it\n{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let found = &report["diagnostics"][0];
    assert_eq!(found["rule"], "constraint-shape");
    assert_eq!(found["severity"], "warning");
    // At the position of the operator that does not fit.
    assert_eq!(
        (found["range"]["start"]["line"].as_u64(), found["range"]["start"]["column"].as_u64()),
        (Some(19), Some(48))
    );
    let (_, out, _) = run("dependencies cats/cel.yaml");
    assert!(out.starts_with("cats/cel.yaml:19:48: error: ") && out.contains("[dep-range-invalid]"), "{out}");
}

#[test]
fn dependencies_of_one_catalog() {
    let (code, out, err) = run("dependencies cats/operators.yaml");
    let expected = "\
cats/operators.yaml:19:10: error: foo.v1.0.0 needs bar >=1.0.0; the catalog has no package `bar`. [dep-unsat]
foo.v1.0.0 (operators)
  needs bar >=1.0.0
    not met: the catalog has no package `bar`
";
    assert_eq!((code, out.as_str()), (1, expected));
    assert_eq!(err, "1 error, 0 warnings; 1 of 1 bundle with requirements, 1 with unmet ones\n");
    assert_eq!(run("dependencies cats/operators.yaml --partial").0, 0);
    let (code, _, err) = run("dependencies cats/operators.yaml -p bar");
    assert!(code == 2 && err.starts_with("olmkit: unknown package `bar`"), "{err}");
}

#[test]
fn dependencies_of_two_catalogs() {
    let (code, out, _) = run("dependencies cats/operators.yaml cats/more.yaml --priority more=5");
    let expected = "foo.v1.0.0 (operators)\n  needs bar >=1.0.0\n    bar.v2.0.0 (more, channel stable, the default, 2 candidates)\n";
    assert_eq!((code, out.as_str()), (0, expected));
    let (_, json, _) = run("dependencies cats/operators.yaml cats/more.yaml --format json");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["version"], 1);
    assert_eq!(value["bundles"][0]["requirements"][0]["by"][0]["bundle"], "bar.v2.0.0");
    assert_eq!(value["bundles"][0]["requirements"][0]["by"][0]["isDefault"], true);
}

#[test]
fn resolve_installs() {
    let (code, out, _) = run("resolve cats/operators.yaml cats/more.yaml --install foo@stable");
    let expected = "\
install foo.v1.0.0 from operators, channel stable: the subscription to foo in channel stable
install bar.v2.0.0 from more, channel stable: foo.v1.0.0 needs bar >=1.0.0
";
    assert_eq!((code, out.as_str()), (0, expected));
    let (code, out, _) = run("resolve cats/more.yaml --install bar --installed bar.v1.0.0");
    assert_eq!(
        (code, out.as_str()),
        (0, "install bar.v2.0.0 instead of bar.v1.0.0 from more, channel stable: the subscription to bar\n")
    );
    let (_, out, _) = run("resolve cats/more.yaml --install bar --starting-csv bar.v1.0.0");
    assert!(out.starts_with("install bar.v1.0.0 from more"), "{out}");
    for olm in ["v0", "v1"] {
        let (_, json, _) = run(&format!("resolve cats/more.yaml --install bar --olm {olm} -f json"));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(value["satisfiable"] == true && value.get("olm").is_none(), "OLM has no message: {json}");
    }
}

#[test]
fn resolve_explains() {
    let (code, out, _) = run("resolve cats/operators.yaml --install foo");
    let expected = "\
OLM does not install anything:
  There is the subscription to foo.
  For the subscription to foo, OLM can install foo.v1.0.0.
  foo.v1.0.0 needs bar >=1.0.0; the catalog has no package `bar`.
OLM reports: constraints not satisfiable: bundle foo.v1.0.0 requires an operator with package: bar and with version \
in range: >=1.0.0, subscription foo exists, subscription foo requires operators/olm/stable/foo.v1.0.0
";
    assert_eq!((code, out.as_str()), (1, expected));
    let (_, json, _) = run("resolve cats/operators.yaml --install foo -f json");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((value["satisfiable"].as_bool(), value["explanation"].as_array().unwrap().len()), (Some(false), 3));
}

#[test]
fn resolve_says_why_a_version_is_kept() {
    let why = |installed: &str| {
        let (code, out, _) = run(&format!("resolve cats/more.yaml --install bar --installed {installed}"));
        assert_eq!(code, 0);
        out
    };
    assert_eq!(why("bar.v2.0.0"), "keep bar.v2.0.0: it is the head of channel stable of bar\n");
    assert_eq!(why("bar.v7"), "keep bar.v7: no catalog has this bundle\n");
    let unknown = why("bar.v7.0.0");
    assert!(unknown.starts_with("keep bar.v7.0.0: `bar.v7.0.0` cannot upgrade under OLM v0: no entry"), "{unknown}");
}

#[test]
fn opm_has_no_messages_about_requirements() {
    let (code, out, err) = run("dependencies cats/operators.yaml -f opm");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("olmkit: opm does not check requirements"), "{err}");
}

#[test]
fn resolve_as_olm_v1() {
    let v1 = |rest: &str| run(&format!("resolve --olm v1 cats/more.yaml cats/operators.yaml {rest}"));
    let (code, out, _) = v1("--install bar@stable,fast --installed bar.v1.0.0");
    let expected =
        "install bar.v2.0.0 instead of bar.v1.0.0 from more, channel stable: the highest version of 2 candidates\n";
    assert_eq!((code, out.as_str()), (0, expected));
    let (_, out, _) = v1("--install bar --installed bar.v2.0.0 --version-range <2 --policy SelfCertified");
    assert!(out.starts_with("install bar.v1.0.0 instead of bar.v2.0.0 from more"), "{out}");
    let (_, out, _) = v1("--install bar --installed bar.v2.0.0");
    assert_eq!(out, "keep bar.v2.0.0 from more, channel stable: the only candidate\n");
    let (code, out, _) = v1("--install bar --version-range ^3");
    let expected = "\
OLM does not install anything:
  more has 2 bundles of bar, none of a version that `^3` matches: 1.0.0 to 2.0.0.
OLM reports: no bundles found for package \"bar\" matching version \"^3\"
";
    assert_eq!((code, out.as_str()), (1, expected));
    let (code, out, _) = v1("--install foo");
    assert!(code == 1 && out.contains("validating bundle \"foo.v1.0.0\""), "{out}");
    let twice = "resolve --semantics v1 cats/more.yaml cats/again/more.yaml --install bar";
    let (code, out, _) = run(twice);
    let tie = "in multiple catalogs with the same priority [cats/again/more.yaml more]\n";
    assert!(code == 1 && out.ends_with(tie), "{out}");
    for more in
        ["--priority more=1", "--label more=tier=gold --selector tier=gold", "--label more=tier=gold --selector !tier"]
    {
        let (code, out, _) = run(&format!("{twice} {more}"));
        assert!(code == 0 && out.starts_with("install bar.v2.0.0"), "{more}: {out}");
    }
    let (_, json, _) = v1("--install bar -f json");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["install"]["bundle"], &value["catalogs"][0]["inRange"]), (&"bar.v2.0.0".into(), &2.into()));
    assert_eq!(value["conditions"][0]["type"], "Deprecated");
    assert_eq!(run("resolve cats/more.yaml --install bar --version-range 1").0, 2);
}

#[test]
fn wrong_usage() {
    assert_eq!(run("resolve cats/operators.yaml").0, 2);
    assert_eq!(run("dependencies cats/none.yaml").0, 2);
    let (code, _, err) = run("dependencies cats/more.yaml --priority most=1");
    assert_eq!((code, err.as_str()), (2, "olmkit: --priority: unknown catalog `most` (known: more)\n"));
}

#[test]
fn resolve_suggests_a_package_of_a_similar_name() {
    let (code, _, err) = run("resolve cats/operators.yaml --install fooo");
    assert_eq!((code, err.as_str()), (1, "olmkit: unknown package `fooo`; did you mean `foo`?\n"));
    for words in ["--install foo@stabel", "--olm v1 --install foo@stabel"] {
        let (code, _, err) = run(&format!("resolve cats/operators.yaml {words}"));
        assert_eq!((code, err.as_str()), (1, "olmkit: unknown channel `stabel`; did you mean `stable`?\n"), "{words}");
    }
}
