//! Custom resource definitions of successive entries (rule `crd-upgrade`).

use crate::common::Catalogs;
use olmkit_resolver::{DependencyOptions, dependencies};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(text: &str) -> String {
    let group = |bytes: &[u8]| {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(bytes.get(at).copied().unwrap_or_default()));
        let digit = |at: usize| if at > bytes.len() { '=' } else { char::from(DIGITS[bits >> (18 - 6 * at) & 63]) };
        [digit(0), digit(1), digit(2), digit(3)]
    };
    text.as_bytes().chunks(3).flat_map(group).collect()
}

/// A bundle with one definition. The first of its versions is the storage version.
fn bundle(name: &str, versions: &[&str]) -> String {
    let versions: Vec<String> = versions
        .iter()
        .enumerate()
        .map(|(at, version)| format!(r#"{{"name": "{version}", "served": true, "storage": {}}}"#, at == 0))
        .collect();
    let definition = format!(
        r#"{{"kind": "CustomResourceDefinition", "metadata": {{"name": "foos.ex.com"}}, "spec": {{"versions": [{}]}}}}"#,
        versions.join(", ")
    );
    format!("bundle {name}: olm.bundle.object {{data: {}}}\n", base64(&definition))
}

/// Messages about a chain of bundles, newest first, each with the versions of its definition.
fn messages(chain: &[(&str, &[&str])]) -> Vec<String> {
    let names: Vec<&str> = chain.iter().map(|(name, _)| *name).collect();
    let older = names.iter().skip(1).map(|name| format!(" >{name}")).chain([String::new()]);
    let entries: Vec<String> = names.iter().zip(older).map(|(name, older)| format!("{name}{older}")).collect();
    let bundles: String = chain.iter().map(|(name, versions)| bundle(name, versions)).collect();
    let lines = format!("package foo stable\nchannel stable: {}\n{bundles}", entries.join("; "));
    let found = Catalogs::one(&lines).with(|universe| dependencies(universe, &DependencyOptions::default()).findings);
    found.into_iter().filter(|found| found.rule.id == "crd-upgrade").map(|found| found.message).collect()
}

#[test]
fn a_version_that_never_stored_objects_may_be_removed() {
    let chain: [(&str, &[&str]); 2] = [("foo.v2.0.0", &["v1"]), ("foo.v1.0.0", &["v1", "v1alpha1"])];
    assert_eq!(messages(&chain), [""; 0]);
}

#[test]
fn a_version_that_stored_objects_before_is_still_one_that_clusters_name() {
    let chain: [(&str, &[&str]); 4] = [
        ("foo.v4.0.0", &["v1"]),
        ("foo.v3.0.0", &["v1", "v1alpha1"]),
        ("foo.v2.0.0", &["v1", "v1alpha1"]),
        ("foo.v1.0.0", &["v1alpha1"]),
    ];
    let gone = "The upgrade from foo.v3.0.0 to foo.v4.0.0 changes `foos.ex.com` incompatibly: version v1alpha1, in \
                which objects are stored, was removed. OLM v1 rejects it.";
    assert_eq!(messages(&chain), [gone]);
}
