//! Layers of images are applied to the layers below or rejected. Bytes are a layer as it is. Choices create its
//! entries: files, directories, links and whiteouts with arbitrary names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_fuzz::host::Memory;
use olmkit_testing::Choices;
use tar::{Builder, EntryType, Header};

const NAMES: [&str; 16] = [
    "configs",
    "configs/a.yaml",
    "configs/a",
    "configs/a/b.yaml",
    "configs/.wh.a.yaml",
    "configs/.wh.a",
    "configs/.wh..wh..opq",
    ".wh.configs",
    "../configs/a.yaml",
    "/configs/../configs/./a.yaml",
    "manifests/foo.yaml",
    "metadata/annotations.yaml",
    "metadata",
    "other",
    "",
    "configs/.wh.",
];
const TYPES: [EntryType; 6] = [
    EntryType::Regular,
    EntryType::Directory,
    EntryType::Symlink,
    EntryType::Link,
    EntryType::Fifo,
    EntryType::Regular,
];
const TEXT: &[u8] = b"schema: olm.package\nname: foo\ndefaultChannel: a\n";

fn layer(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for _ in 0..choices.below(12) {
        let kind = TYPES[choices.below(TYPES.len())];
        let text = if kind == EntryType::Regular { TEXT } else { &[] };
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(text.len() as u64);
        let put = |field: &mut [u8], name: &str| field[..name.len()].copy_from_slice(name.as_bytes());
        put(&mut header.as_old_mut().name, NAMES[choices.below(NAMES.len())]);
        put(&mut header.as_old_mut().linkname, NAMES[choices.below(NAMES.len())]);
        header.set_cksum();
        let _ = builder.append(&header, text);
    }
    builder.into_inner().unwrap_or_default()
}

fuzz_target!(|data: &[u8]| {
    let layers = match olmkit_fuzz::choices(data) {
        Some(mut choices) => vec![layer(&mut choices), layer(&mut choices), layer(&mut choices)],
        None => vec![layer(&mut Choices::new(&[3, 0, 1, 0])), data.to_vec()],
    };
    for (label, command) in [("index.configs.v1", "validate"), ("bundle.package.v1", "images")] {
        let labels = [(format!("operators.operatorframework.io.{label}"), "/configs".to_owned())].into();
        let mut host = Memory { image: (labels, layers.clone()), ..Memory::default() };
        let code = host.run(&[command, "quay.io/x/c:1"]);
        assert!(code < 3, "{}", String::from_utf8_lossy(&host.err));
    }
});
