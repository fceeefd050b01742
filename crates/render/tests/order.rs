//! The order of documents in the output.

use olmkit_catalog::{Input, load};
use olmkit_render::{Output, Rendering};

fn rendering(catalogs: &[String]) -> Rendering {
    let mut rendering = Rendering::default();
    for catalog in catalogs {
        let files = load(&[Input { path: "c.yaml", content: Ok(catalog.as_bytes()) }]);
        rendering.add(&files, &[catalog.as_bytes()]).unwrap();
    }
    rendering
}

/// Orders recorded from `sort.Slice` of Go 1.27. With more than twelve elements, it does not keep the order of equal
/// names.
#[test]
fn documents_of_equal_names_have_the_order_of_go() {
    for (count, expected) in [
        (12, "00 03 06 09 01 04 07 10 02 05 08 11"),
        (13, "06 03 00 09 12 01 04 07 10 02 05 08 11"),
        (20, "09 18 15 03 12 00 06 10 07 04 13 16 01 19 08 05 11 14 02 17"),
    ] {
        for (schema, field) in [("olm.channel", "entries: [{name: n"), ("olm.bundle", "properties: [{type: n")] {
            let document = |at: usize| {
                let end = if field.ends_with("type: n") { ", value: 1}]" } else { "}]" };
                format!("---\nschema: {schema}\npackage: p\nname: x{}\n{field}{at:02}{end}\n", at % 3)
            };
            // The documents come from two catalogs.
            let (first, second) = (0..5, 5..count);
            let rendering = rendering(&[first.map(document).collect(), second.map(document).collect()]);
            let text = rendering.write(Output::JsonLines).unwrap();
            let numbers = text.lines().map(|line| {
                let (_, rest) = line.split_once("\":\"n").unwrap();
                &rest[..2]
            });
            assert_eq!(numbers.collect::<Vec<_>>().join(" "), expected, "{schema}");
        }
    }
}

#[test]
fn load_order_keeps_what_is_not_written() {
    let catalog = "schema: olm.channel\nname: b\npackage: \"\"\nentries: []\n---\nschema: x\nname: c\n---\n\
                   schema: olm.package\nname: a\ndefaultChannel: d\n";
    let rendering = rendering(&[catalog.to_owned(), catalog.to_owned()]);
    let names = |text: &str| {
        let name = |line: &str| line.split_once("\"name\":\"").unwrap().1[..1].to_owned();
        text.lines().map(name).collect::<String>()
    };
    assert_eq!(names(&rendering.in_load_order()), "bcabca");
    assert_eq!(names(&rendering.write(Output::JsonLines).unwrap()), "aacc");
}
