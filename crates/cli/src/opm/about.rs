//! Descriptions of opm's flags in help and completions. They are so short that each option of the help has one line.

/// The description of a flag. Flags of the same name have the same meaning for every command.
pub(super) fn about(flag: &str) -> &'static str {
    match flag {
        "alpha-image-ref-template" => "Images of bundles, as a Go template",
        "allow-package-removal" => "Also remove packages without bundles",
        "base-image" | "binary-image" => "The base image",
        "build-tool" | "container-tool" | "image-builder" | "pull-tool" => "The container engine",
        "builder-image" => "The image that builds the cache",
        "bundle-images" | "bundles" => "The images, separated by commas",
        "ca-file" | "root-ca" => "Also trust these certificates (PEM)",
        "cache-dir" => "The directory of the cache",
        "cache-enforce-integrity" => "No effect; requires --cache-dir",
        "cache-only" => "Check the catalog without serving it",
        "channels" => "The channels, separated by commas",
        "configmapname" => "The name of the ConfigMap",
        "database" => "The file of the database",
        "datalimit" => "The maximum size of the ConfigMap",
        "debug" => "Log debug messages",
        "default" => "The default channel of the bundle",
        "default-channel" => "The default channel",
        "description" => "The file of the description",
        "directory" => "The directory of the manifests",
        "download-folder" => "The directory to write",
        "draw-v0-semantics" => "Draw the upgrades of OLM v0",
        "enable-alpha" => "Follow the annotation for substitutes",
        "extra-labels" => "Labels KEY=VALUE, separated by commas",
        "from-index" | "index" => "The image of the index",
        "generate" => "Only write the Dockerfile",
        "gzip" => "Compress the content",
        "icon" => "The file of the icon",
        "manifestsdir" => "The directory of the manifests",
        "migrate" => "Run all migrations",
        "migrate-level" => "Run the migrations up to this one",
        "minimum-edge" => "Draw this bundle and later ones",
        "mode" => "How upgrade edges are set",
        "namespace" => "The namespace of the ConfigMap",
        "no-descriptions" => "Omit descriptions",
        "operators" => "Packages or bundles, comma-separated",
        "optional-validators" => "Additional checks: operatorhub",
        "out" | "output-dir" => "The directory to write",
        "out-dockerfile" => "The Dockerfile to write",
        "output" => "The output format: json or yaml",
        "overwrite" => "Overwrite annotations",
        "overwrite-latest" => "Replace the heads of channels",
        "package" | "package-name" => "The package",
        "packages" => "The packages, separated by commas",
        "permissive" => "Continue after errors",
        "port" => "The port",
        "skip-migrate" => "Do not migrate the database",
        "skip-tls-verify" => "Do not verify TLS; allow plain HTTP",
        "skip-validation" => "Do not check the bundle",
        "tag" => "The name of the image",
        "termination-log" => "The file for the reason of a failure",
        "timeout-seconds" => "How long the server runs",
        "to-manifests" => "Write manifests",
        "use-http" => "Use plain HTTP if there is no TLS",
        _ => "",
    }
}

/// The name of a flag's value.
pub(super) fn value_name(flag: &str) -> &'static str {
    match flag {
        "alpha-image-ref-template" => "TEMPLATE",
        "base-image" | "binary-image" | "builder-image" | "from-index" | "index" | "tag" => "IMAGE",
        "build-tool" | "container-tool" | "image-builder" | "pull-tool" => "TOOL",
        "bundle-images" | "bundles" => "IMAGES",
        "ca-file" | "database" | "description" | "icon" | "out-dockerfile" | "root-ca" | "termination-log" => "FILE",
        "cache-dir" | "directory" | "download-folder" | "manifestsdir" | "out" | "output-dir" => "DIR",
        "channels" | "operators" | "optional-validators" | "packages" => "NAMES",
        "datalimit" => "BYTES",
        "extra-labels" => "LABELS",
        "mode" => "MODE",
        "output" => "FORMAT",
        "port" => "PORT",
        "timeout-seconds" => "SECONDS",
        _ => "NAME",
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
