//! Manifests and indexes are accepted or rejected: choosing the image for a platform, collecting everything that
//! belongs to an image, and building images on it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_registry::{Artifact, CatalogBuild, Index, Platform};
use sha2::{Digest, Sha256};

/// The configuration that the seeds refer to.
const CONFIG: &[u8] = b"{}";
const PLATFORMS: [&str; 5] = ["linux/amd64", "linux/arm64", "linux/arm/v7", "linux/arm/v5", "windows/amd64"];
const MEDIA: [&str; 5] = [
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
    "",
];

fn hex(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fuzz_target!(|data: &[u8]| {
    if let Ok(index) = serde_json::from_slice::<Index>(data) {
        for platform in PLATFORMS {
            if let Ok(platform) = platform.parse::<Platform>() {
                let _ = index.choose(&platform);
            }
        }
    }
    let saved = vec![("manifest.json".to_owned(), data.to_vec()), ("a".to_owned(), CONFIG.to_vec())];
    let _ = Artifact::of_archive(saved, Some("@0"));
    for media in MEDIA {
        let root =
            serde_json::json!({ "mediaType": media, "digest": format!("sha256:{}", hex(data)), "size": data.len() });
        let index = serde_json::json!({ "schemaVersion": 2, "manifests": [root] });
        let blob = |content: &[u8]| (format!("blobs/sha256/{}", hex(content)), content.to_vec());
        let files = vec![("index.json".to_owned(), index.to_string().into_bytes()), blob(data), blob(CONFIG)];
        let Ok(base) = Artifact::of_archive(files, None) else { continue };
        let build = CatalogBuild { files: vec![("a.yaml".to_owned(), CONFIG.to_vec())], ..CatalogBuild::default() };
        if let (Ok(first), Ok(second)) = (build.on(&base), build.on(&base)) {
            assert_eq!(first.root.digest, second.root.digest);
        }
    }
});
