//! Files of a folder that are not part of the catalog.

use olmkit_workspace::api::{Fix, FixQuery, FixReport, UnrelatedFiles};
use olmkit_workspace::{Options, Workspace};

const CATALOG: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\n\
entries:\n- name: foo.v1.0.0\n---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: example.com/foo:v1.0.0\nproperties:\n\
- type: olm.package\n  value: {packageName: foo, version: 1.0.0}\n";

fn opened(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    files.iter().for_each(|(path, text)| workspace.open(path, text.as_bytes().to_vec()));
    workspace
}

fn unrelated(files: &[(&str, &str)]) -> Option<UnrelatedFiles> {
    opened(files).unrelated()
}

/// Returns the text of `.indexignore` after a fix.
fn ignored(files: &[(&str, &str)], fix: &Fix) -> String {
    let [edit] = fix.edits.as_slice() else { return String::new() };
    assert_eq!(edit.path, ".indexignore");
    let before = files.iter().find(|(path, _)| *path == ".indexignore").map_or("", |(_, text)| text);
    assert_eq!(edit.range.start.offset as usize, before.len());
    format!("{before}{}", edit.text)
}

#[test]
fn files_that_opm_fails_at_are_excluded_by_one_fix_and_opm_accepts_the_rest() {
    let files = [
        ("catalog.yaml", CATALOG),
        ("Dockerfile", "FROM scratch\nADD . /configs\n"),
        ("README.md", "# A catalog\n\n- x\n"),
    ];
    let found = unrelated(&files).unwrap();
    assert!(
        found.text.unwrap().starts_with("Dockerfile and README.md are not part of the catalog. opm reads every file")
    );
    let fix = found.fix.unwrap();
    assert_eq!(fix.title, "Exclude 2 files that are not part of the catalog");
    let ignore = ignored(&files, &fix);
    assert_eq!(ignore, "Dockerfile\nREADME.md\n");
    let mut workspace = opened(&files);
    let report = workspace.report();
    assert!(!report.opm.accepted);
    let fixes = report.diagnostics.iter().flat_map(|found| &found.fixes);
    let titles: Vec<_> = fixes.map(|fix| fix.title.as_str()).collect();
    assert_eq!(titles, ["Exclude Dockerfile", "Exclude 2 files that are not part of the catalog", "Exclude README.md"]);
    workspace.open(".indexignore", ignore.into_bytes());
    assert!(workspace.report().opm.accepted);
    assert_eq!(workspace.unrelated(), None);
}

#[test]
fn a_line_has_the_style_of_the_file_and_names_no_other_file() {
    let readme = "# x\n- y\n";
    let files = [
        ("catalog.yaml", CATALOG),
        (".indexignore", "# not ours\r\n*.sh"),
        ("LICENSE", "Apache\n"),
        ("a/LICENSE", "Apache\n"),
        ("b/[x].md", readme),
        ("#c/x.md", readme),
        ("!d/x.md", readme),
    ];
    let found = unrelated(&files).unwrap();
    assert_eq!(
        ignored(&files, &found.fix.unwrap()),
        "# not ours\r\n*.sh\r\n/!d/x.md\r\n/#c/x.md\r\n/LICENSE\r\na/LICENSE\r\nb/\\[x].md"
    );
}

#[test]
fn lines_of_several_fixes_follow_each_other() {
    for ignore in ["*.sh", "*.sh\n", ""] {
        let files =
            [("catalog.yaml", CATALOG), (".indexignore", ignore), ("LICENSE", "Apache\n"), ("a.md", "# x\n- y\n")];
        let report = opened(&files).report();
        let fixes = report.diagnostics.iter().flat_map(|found| &found.fixes);
        let alone: Vec<&Fix> = fixes.filter(|fix| !fix.title.contains("files")).collect();
        assert_eq!(alone.len(), 2);
        let text: String = alone.iter().flat_map(|fix| &fix.edits).map(|edit| edit.text.as_str()).collect();
        assert_eq!(format!("{ignore}{text}").trim_end().lines().skip_while(|line| *line == "*.sh").count(), 2);
        assert!(!format!("{ignore}{text}").contains("\n\n"), "{ignore:?} {text:?}");
    }
}

/// Offsets count the bytes of the file, also of those that are not UTF-8.
#[test]
fn lines_are_added_at_the_end_of_a_file_that_is_not_text() {
    let mut workspace = opened(&[("catalog.yaml", CATALOG), ("LICENSE", "Apache\n")]);
    workspace.open(".indexignore", b"# \xFF\xC3\xBC\xFE".to_vec());
    let end = workspace.unrelated().unwrap().fix.unwrap().edits[0].range.end;
    assert_eq!((end.line, end.column, end.offset, end.utf16), (1, 6, 6, 5));
}

#[test]
fn a_catalog_whose_text_is_broken_stays_a_catalog() {
    assert_eq!(unrelated(&[("catalog.yaml", CATALOG), ("more.yaml", "schema: olm.package\nname: [\n")]), None);
    assert_eq!(unrelated(&[("catalog.yaml", "schema: [")]), None);
    assert_eq!(unrelated(&[("catalog.yaml", CATALOG)]), None);
}

#[test]
fn documents_determine_the_kind_of_a_file() {
    let api = "openapi: 3.0.0\ncomponents:\n  answer:\n    schema: {type: string}\n";
    let half = "note: to be written\n---\nschema: olm.channel\npackage: foo\nname: beta\nentries: []\n";
    let found = unrelated(&[("catalog.yaml", CATALOG), ("api.yaml", api), ("half.yaml", half)]).unwrap();
    assert!(found.text.unwrap().starts_with("api.yaml is not part of the catalog."));
    assert_eq!(found.fix.unwrap().title, "Exclude api.yaml");
}

#[test]
fn a_template_is_named_with_the_command_that_renders_it() {
    let semver =
        "schema: olm.semver\ngenerateMajorChannels: true\nstable:\n  bundles:\n  - image: example.com/foo:v1.0.0\n";
    let found = unrelated(&[("semver.yaml", semver)]).unwrap();
    assert!(found.text.unwrap().starts_with("semver.yaml is a semver template, not part of a catalog."));
    assert_eq!(found.command.as_deref(), Some("olmkit template semver semver.yaml --catalog CATALOG -o yaml"));
    assert_eq!(found.fix, None);
    let basic = "schema: olm.template.basic\nentries:\n- schema: olm.package\n  name: foo\n";
    let report = opened(&[("catalog.yaml", CATALOG), ("my basic.yaml", basic)]).report();
    let [found] = report.diagnostics.as_slice() else { unreachable!("{:?}", report.diagnostics) };
    assert!(found.help.contains("`olmkit template basic 'my basic.yaml' --catalog CATALOG -o yaml`"), "{}", found.help);
    assert_eq!(found.fixes[0].title, "Exclude my basic.yaml");
}

#[test]
fn several_templates_are_all_named() {
    let [basic, semver] = ["schema: olm.template.basic\nentries: []\n", "schema: olm.semver\nstable:\n  bundles: []\n"];
    let found = unrelated(&[("b.yaml", semver), ("a.yaml", basic), ("c.yaml", semver)]).unwrap();
    let text = found.text.unwrap();
    let names = "a.yaml, b.yaml and c.yaml are templates, not part of a catalog. opm ignores their content. ";
    assert!(text.starts_with(names), "{text}");
    assert_eq!(found.command.as_deref(), Some("olmkit template basic a.yaml --catalog CATALOG -o yaml"));
    assert!(text.contains(&found.command.unwrap()), "{text}");
}

#[test]
fn a_template_that_cannot_be_read_is_a_template_too() {
    for (path, text) in [
        ("t.json", "{\"schema\": \"olm.template.basic\",\n \"entries\": [\n"),
        ("t.yaml", "entries: [\nschema: olm.template.basic\n"),
    ] {
        let report = opened(&[("catalog.yaml", CATALOG), (path, text)]).report();
        let found = report.diagnostics.iter().find(|found| found.path == path).unwrap();
        assert!(found.help.starts_with("This file is a template for a catalog"), "{found:?}");
        assert_eq!(found.fixes[0].title, format!("Exclude {path}"));
    }
    let report = opened(&[("catalog.yaml", CATALOG), ("more.yaml", "schema: olm.package\nname: [\n")]).report();
    assert!(report.diagnostics.iter().all(|found| !found.help.contains("template")), "{report:#?}");
}

/// Applies all fixes, and returns the texts of `values.yaml` and `.indexignore`.
fn fixed(files: &[(&str, &str)]) -> (FixReport, [Option<String>; 2]) {
    let mut workspace = opened(files);
    let made = workspace.fix(&FixQuery { with_unsafe: true, rule: None }).unwrap();
    let text = |path| Some(String::from_utf8(workspace.text(path)?.to_vec()).unwrap());
    (made, ["values.yaml", ".indexignore"].map(text))
}

/// A misspelled key `schema` has a fix in a catalog. In a file that is not part of it, the file is excluded instead.
#[test]
fn fixes_exclude_a_file_and_do_not_edit_it() {
    let values = "x: y\nschemas: foo\nname: foo\n";
    for ignore in [None, Some("# ours\n")] {
        let mut files = vec![("catalog.yaml", CATALOG), ("more.txt", "a: b\n"), ("values.yaml", values)];
        files.extend(ignore.map(|text| (".indexignore", text)));
        let (made, [text, ignored]) = fixed(&files);
        assert_eq!((made.fixed, made.without_fix), (2, 0), "{made:?}");
        assert_eq!(text.as_deref(), Some(values));
        assert_eq!(ignored, Some(format!("{}more.txt\nvalues.yaml\n", ignore.unwrap_or_default())));
        let [edit] = made.edits.as_slice() else { unreachable!("{made:?}") };
        assert_eq!((edit.path.as_str(), edit.text.as_str()), (".indexignore", "more.txt\nvalues.yaml\n"));
        let mut workspace = opened(&files);
        assert_eq!(workspace.plan_fixes(&FixQuery { with_unsafe: true, rule: None }), made);
        assert_eq!(workspace.text(".indexignore"), ignore.map(str::as_bytes));
        assert!(!workspace.report().opm.accepted);
    }
}

/// Assertions are kept apart from the catalog, whatever the name of their file.
#[test]
fn assertions_are_not_excluded() {
    let assertions = "schema: olmkit.assertions\npackage: foo\nname: a\nassertions:\n- channel: missing\n";
    let mut workspace = opened(&[("catalog.yaml", CATALOG), ("//assertions.txt", assertions)]);
    let report = workspace.report();
    assert!(report.diagnostics.iter().any(|found| found.path == "//assertions.txt"), "{:?}", report.diagnostics);
    assert_eq!(workspace.unrelated(), None);
}

/// A misspelled key `schema` makes a document of the catalog unknown. It is corrected, not excluded.
#[test]
fn documents_of_olm_are_part_of_the_catalog() {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("a.yaml", b"schema: olm.package\nname: foo\ndefaultChannel: stable\n".to_vec());
    workspace.open("b.yaml", b"shcema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1\n".to_vec());
    assert!(workspace.unrelated().is_none());
}
