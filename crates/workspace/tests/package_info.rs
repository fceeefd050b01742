//! The presentation of packages.

use olmkit_workspace::api::PackageInfo;
use olmkit_workspace::{Options, Workspace};

fn info(icon: &str, properties: &str) -> Option<PackageInfo> {
    let text = format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n{icon}---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v2.0.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nproperties:\n- type: olm.csv.metadata\n  value: {{displayName: Old}}\n---\nschema: olm.bundle\npackage: foo\nname: foo.v2.0.0\nproperties:\n{properties}"
    );
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("catalog.yaml", text.into_bytes());
    workspace.package_info("foo")
}

const PROPERTIES: &str = "- type: olm.package\n  value: {packageName: foo, version: 2.0.0}\n- type: olm.csv.metadata\n  value: {displayName: Foo for People, provider: {name: Foo Inc.}, annotations: {description: Makes foo.}}\n";

#[test]
fn a_package_has_its_icon_and_the_description_of_its_head() {
    let found = info("icon: {base64data: PHN2Zy8+, mediatype: image/svg+xml}\n", PROPERTIES).unwrap();
    let expected = ["Foo for People", "Foo Inc.", "Makes foo.", "image/svg+xml", "PHN2Zy8+"];
    assert_eq!([found.display_name, found.provider, found.summary, found.media_type, found.icon], expected);
}

/// A property with a manifest, as catalogs of OpenShift up to 4.16 have it.
fn object(manifest: &str) -> String {
    format!("- type: olm.bundle.object\n  value: {{data: {}}}\n", olmkit_yaml::base64::encode(manifest.as_bytes()))
}

#[test]
fn without_metadata_the_csv_of_the_head_names_the_package() {
    let csv = r#"{"kind": "ClusterServiceVersion", "metadata": {"annotations": {"description": "Makes foo."}}, "spec": {"displayName": "Foo", "provider": {"name": "Foo Inc."}}}"#;
    let other = r#"{"kind": "Service", "spec": {"displayName": "Not this"}}"#;
    let found = info("", &[object("{"), object(other), object(csv)].concat()).unwrap();
    assert_eq!([found.display_name, found.provider, found.summary], ["Foo", "Foo Inc.", "Makes foo."]);
}

#[test]
fn of_several_heads_the_newest_names_the_package() {
    let two = "---\nschema: olm.channel\npackage: foo\nname: two\nentries: [{name: foo.v10.0.0}, {name: foo.v9.0.0}]\n---\nschema: olm.package\nname: foo\ndefaultChannel: two\n";
    let bundle = |version: &str| {
        format!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n- type: olm.csv.metadata\n  value: {{displayName: Foo {version}}}\n"
        )
    };
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open("catalog.yaml", [two, &bundle("10.0.0"), &bundle("9.0.0")].concat().into_bytes());
    assert_eq!(workspace.package_info("foo").unwrap().display_name, "Foo 10.0.0");
}

#[test]
fn missing_and_too_large_values_are_empty() {
    assert_eq!(info("", "- type: olm.package\n"), Some(PackageInfo::default()));
    let large = format!("icon: {{base64data: {}, mediatype: image/png}}\n", "A".repeat(300_000));
    assert_eq!(info(&large, PROPERTIES).unwrap().icon, "");
    assert_eq!(info("icon: no mapping\n", "- no mapping\n"), Some(PackageInfo::default()));
    assert_eq!(Workspace::new(&Options::default()).unwrap().package_info("foo"), None);
}
