//! Descriptions of opm's flags in help and completions.

/// The description of a flag. Flags of the same name have the same meaning for every command.
pub(super) fn about(flag: &str) -> &'static str {
    match flag {
        "alpha-image-ref-template" => "The image of bundle directories, as a Go template",
        "allow-package-removal" => "Also remove packages that have no bundle left",
        "base-image" | "binary-image" => "The base image",
        "build-tool" | "container-tool" | "image-builder" | "pull-tool" => "The container engine",
        "builder-image" => "The image that builds the cache",
        "bundle-images" | "bundles" => "The images of bundles, separated by commas",
        "ca-file" | "root-ca" => "Also trust the certificates in this file (PEM)",
        "cache-dir" => "The directory of the cache",
        "cache-enforce-integrity" => "No effect, because no cache is needed; requires --cache-dir",
        "cache-only" => "Check the catalog, and do not serve it",
        "channels" => "The channels of the bundle, separated by commas",
        "configmapname" => "The name of the ConfigMap",
        "database" => "The file of the database",
        "datalimit" => "The maximum size of the ConfigMap in bytes",
        "debug" => "Log debug messages",
        "default" => "The default channel of the bundle",
        "default-channel" => "The default channel",
        "description" => "The file of the description",
        "directory" => "The directory of the manifests",
        "download-folder" => "The directory to write",
        "draw-v0-semantics" => "Draw the upgrades of OLM v0",
        "enable-alpha" => "Follow the annotation for substitutes",
        "extra-labels" => "Additional labels of the image: KEY=VALUE, separated by commas",
        "from-index" | "index" => "The image of the index",
        "generate" => "Only write the Dockerfile",
        "gzip" => "Compress the content",
        "icon" => "The file of the icon",
        "manifestsdir" => "The directory of the manifests",
        "migrate" => "Run all migrations",
        "migrate-level" => "Run the migrations up to this one",
        "minimum-edge" => "Draw this bundle and later ones",
        "mode" => "How the upgrade edges of a bundle are set",
        "namespace" => "The namespace of the ConfigMap",
        "no-descriptions" => "Omit descriptions",
        "operators" => "The packages or bundles, separated by commas",
        "optional-validators" => "Additional checks, separated by commas: operatorhub",
        "out" | "output-dir" => "The directory to write",
        "out-dockerfile" => "The Dockerfile to write",
        "output" => "The output format: json or yaml",
        "overwrite" => "Overwrite annotations",
        "overwrite-latest" => "Replace the bundles at the heads of their channels",
        "package" | "package-name" => "The package",
        "packages" => "The packages, separated by commas",
        "permissive" => "Continue after errors",
        "port" => "The port",
        "skip-migrate" => "Do not migrate the database",
        "skip-tls-verify" => "Accept every certificate, and plain HTTP",
        "skip-validation" => "Do not check the bundle",
        "tag" => "The name of the image",
        "termination-log" => "The file to write the reason of a failure to",
        "timeout-seconds" => "How long the server runs",
        "to-manifests" => "Write manifests",
        "use-http" => "Use plain HTTP where there is no TLS",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::about;
    use crate::opm::line::verbs;
    use crate::opm::shape::{Flag, GLOBAL};

    #[test]
    fn every_flag_is_described() {
        let flags = verbs().flat_map(|verb| verb.flags).chain(&GLOBAL).copied().filter(Flag::is_offered);
        let bare: Vec<&str> = flags.map(|flag| flag.long).filter(|long| about(long).is_empty()).collect();
        assert!(bare.is_empty(), "{bare:?}");
    }
}
