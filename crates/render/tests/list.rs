//! Tables of a catalog.

use olmkit_catalog::{Catalog, Input, load};
use olmkit_render::{Listing, list};

#[test]
fn no_display_name_of_a_csv_that_is_not_decoded() {
    // Base64 of {"kind":"ClusterServiceVersion","spec":{"displayName":"Foo"}}, and the same with `"keywords":5`.
    let good = "eyJraW5kIjoiQ2x1c3RlclNlcnZpY2VWZXJzaW9uIiwic3BlYyI6eyJkaXNwbGF5TmFtZSI6IkZvbyJ9fQ==";
    let bad = "eyJraW5kIjoiQ2x1c3RlclNlcnZpY2VWZXJzaW9uIiwic3BlYyI6eyJkaXNwbGF5TmFtZSI6IkZvbyIsImtleXdvcmRzIjo1fX0=";
    for (data, name) in [(good, "Foo"), (bad, "")] {
        let catalog = format!(
            "---\nschema: olm.package\nname: p\ndefaultChannel: c\n---\nschema: olm.channel\npackage: p\nname: c\n\
             entries: [{{name: b}}]\n---\nschema: olm.bundle\npackage: p\nname: b\nproperties:\n\
             - {{type: olm.package, value: {{packageName: p, version: 1.0.0}}}}\n\
             - {{type: olm.bundle.object, value: {{data: {data}}}}}\n"
        );
        let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
        let table = list(&Catalog::new(&files), &[catalog.as_bytes()], Listing::Packages, None).unwrap();
        assert_eq!(table.rows, [["p", name, "c"].map(str::to_owned)]);
    }
}
