//! Queries about several catalogs, given as files.
#![cfg(feature = "bundle")]

use olmkit_resolver::CatalogFiles;
use olmkit_workspace::dependencies::{DependencyOptions, check, with_whole};

fn catalog(name: &str, files: &[(&str, &str)]) -> CatalogFiles {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    CatalogFiles { name: name.to_owned(), files, ..CatalogFiles::default() }
}

const FOO: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\n\
    name: stable\nentries:\n- name: foo.v1.0.0\n---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: quay.io/x/foo:1\nproperties:\n\
    - type: olm.package\n  value: {packageName: foo, version: 1.0.0}\n\
    - type: olm.package.required\n  value: {packageName: bar, versionRange: '>=1.0.0'}\n";

#[test]
fn catalogs_that_do_not_load_are_not_searched() {
    let (asked, shared) = DependencyOptions::default().split();
    let good = catalog("good", &[("a.yaml", FOO)]);
    let answer = with_whole(vec![good.clone()], |universe| check(universe, &asked, std::slice::from_ref(&shared)))
        .unwrap()
        .unwrap();
    assert_eq!(answer.summary.bundles, 1);
    let bad = catalog("bad", &[("a.yaml", FOO), ("b.yaml", "a: 1\n---\nschema: [\n")]);
    let refused = with_whole(vec![good, bad], |universe| check(universe, &asked, &[shared])).unwrap_err();
    assert!(refused.to_string().starts_with("`bad`: b.yaml:"), "{refused}");
}
