//! Drawings of channels: `opm alpha render-graph` and `olmkit graph`.

use crate::common::{CATALOG, Memory};

fn machine() -> Memory {
    Memory::new(&[("c/catalog.yaml", CATALOG)])
}

fn opm(machine: &mut Memory, words: &str) -> (u8, String, String) {
    machine.run(&format!("opm {words}"))
}

#[test]
fn several_catalogs_are_drawn_as_one() {
    let mut machine = machine();
    machine.files.insert("d/catalog.yaml".into(), CATALOG.replace("foo", "bar").into_bytes());
    machine.files.insert("both/c.yaml".into(), CATALOG.as_bytes().to_vec());
    machine.files.insert("both/d.yaml".into(), CATALOG.replace("foo", "bar").into_bytes());
    let drawn = opm(&mut machine, "alpha render-graph c d");
    assert_eq!(drawn, machine.run("graph both"));
    assert!(drawn.1.contains("\"foo\"") && drawn.1.contains("\"bar\""), "{}", drawn.1);
    assert!(!opm(&mut machine, "alpha render-graph c d -p bar").1.contains("\"foo\""));
    assert_eq!(opm(&mut machine, "alpha render-graph c nothing").0, 1);
}

/// Versions are those of the first bundle with a name, whatever its package. Channels without a package are drawn.
#[test]
fn drawings_follow_the_order_of_references() {
    let mut machine = machine();
    let other = CATALOG.replace("package: foo", "package: bar").replace("name: foo\n", "name: bar\n");
    let other = other.replace("version: 1.0.0", "version: 2.0.0");
    let other =
        other.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n- {name: foo.v2.0.0, skipRange: \">=2.0.0\"}\n");
    machine.files.insert("d/catalog.yaml".into(), other.into_bytes());
    let edge = "skipRange(>=2.0.0)";
    let drawn = |line: &str| machine_of(&machine, line);
    let first = drawn("alpha render-graph d c");
    assert!(first.contains(edge), "{first}");
    let second = drawn("alpha render-graph c d");
    assert!(!second.contains(edge), "{second}");
    let loose = "schema: olm.channel\npackage: \"\"\nname: a\nentries: [{name: x}]\n";
    machine.files.insert("e/catalog.yaml".into(), loose.as_bytes().to_vec());
    let all = machine_of(&machine, "alpha render-graph c e");
    assert!(
        all.contains("  %% package \"\"\n  subgraph \"\"\n    %% channel \"a\"\n    subgraph -a[\"a\"]\n"),
        "{all}"
    );
    let twice = machine_of(&machine, "alpha render-graph c c");
    assert_eq!(twice.matches("    %% channel \"stable\"\n").count(), 2, "{twice}");
}

/// The output of opm on a copy of a host.
fn machine_of(machine: &Memory, line: &str) -> String {
    let mut machine = Memory { files: machine.files.clone(), ..Memory::default() };
    let (code, out, err) = opm(&mut machine, line);
    assert_eq!((code, err.as_str()), (0, ""), "{line}");
    out
}

#[test]
fn files_are_not_drawn() {
    let (code, _, err) = opm(&mut machine(), "alpha render-graph c/catalog.yaml");
    let refused =
        "Error: render reference \"c/catalog.yaml\": ref \"c/catalog.yaml\" is not a directory: not allowed\n";
    assert_eq!((code, err.as_str()), (1, refused));
}

#[test]
fn what_cannot_be_loaded_is_not_drawn() {
    let mut machine = machine();
    machine.files.insert("b/manifests/csv.yaml".into(), Vec::new());
    machine.files.insert("b/metadata/annotations.yaml".into(), Vec::new());
    for line in ["alpha render-graph b", "alpha render-graph c b"] {
        let (code, out, err) = opm(&mut machine, line);
        let refused = "render reference \"b\": cannot render bundle directory \"b\": not allowed";
        assert!(code == 1 && out.is_empty() && err.contains(refused), "{code} {out} {err}");
    }
    for text in ["foo: bar\n", "schema: olm.channel\nname: 5\n", "a: [\n"] {
        machine.files.insert("bad/c.yaml".into(), text.as_bytes().to_vec());
        let (code, out, err) = opm(&mut machine, "alpha render-graph bad");
        assert!(code == 1 && out.is_empty() && !err.is_empty(), "{text}: {code} {out} {err}");
    }
}

#[test]
fn a_drawing_of_one_channel_has_only_that_channel() {
    let (package, bundle) = CATALOG.split_once("---\nschema: olm.bundle").unwrap();
    let (_, channel) = package.split_once("---\n").unwrap();
    let second = channel.replace("name: stable", "name: fast");
    let text = format!("{package}---\n{second}---\nschema: olm.bundle{bundle}");
    let mut machine = Memory::new(&[("c/catalog.yaml", &text)]);
    let channels = |out: &str| ["\"stable\"", "\"fast\""].map(|name| out.contains(name));
    for format in ["mermaid", "dot", "svg", "json"] {
        let all = machine.run(&format!("graph c -f {format}")).1;
        let one = machine.run(&format!("graph c --channel fast -f {format}")).1;
        assert!(one.contains("fast") && !one.contains("stable"), "{format}: {one}");
        assert!(all.contains("fast") && all.contains("stable"), "{format}: {all}");
    }
    let (code, out, err) = machine.run("graph c --channel none");
    assert_eq!((code, channels(&out)), (2, [false, false]), "{err}");
    assert!(err.contains("unknown channel `none`"), "{err}");
}
