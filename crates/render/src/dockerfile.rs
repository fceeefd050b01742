//! `opm generate dockerfile`: how a catalog becomes an image.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The image that opm builds catalogs from, and on, unless told otherwise.
const OPM_IMAGE: &str = "quay.io/operator-framework/opm:latest";

/// What the image is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogImage {
    /// Name of the catalog's directory, which lies beside the Dockerfile.
    pub directory: String,
    /// The image it is built on; empty for that of opm.
    pub base: String,
    /// The image whose opm makes the cache; empty for that of opm.
    pub builder: String,
    /// More labels.
    pub labels: BTreeMap<String, String>,
}

/// The Dockerfile: two stages, the instructions of opm in its order.
///
/// # Errors
/// When the cache cannot be made: nothing runs in a builder that is empty.
pub fn dockerfile(image: &CatalogImage) -> Result<String, String> {
    let or_opm = |name: &str| if name.is_empty() { OPM_IMAGE.to_owned() } else { name.to_owned() };
    let (base, builder) = (or_opm(&image.base), or_opm(&image.builder));
    if builder == "scratch" {
        return Err("the builder image runs opm: it cannot be \"scratch\"".to_owned());
    }
    let mut out = format!(
        "# The builder has opm as /bin/opm.
FROM {builder} AS builder

# The catalog goes to /configs; its cache is made now, so that pods start fast.
ADD {} /configs
RUN [\"/bin/opm\", \"serve\", \"/configs\", \"--cache-dir=/tmp/cache\", \"--cache-only\"]

FROM {base}
",
        image.directory
    );
    out.push_str(if base == "scratch" {
        "# There is no opm in this image: OLM (or the CatalogSource's grpcPodConfig.extractContent) brings its own to serve
# what is in here, so there is no entrypoint and no command.
"
    } else {
        "# The base has opm as /bin/opm, and /bin/grpc_health_probe.
ENTRYPOINT [\"/bin/opm\"]
CMD [\"serve\", \"/configs\", \"--cache-dir=/tmp/cache\"]
"
    });
    out.push_str(
        "
COPY --from=builder /configs /configs
COPY --from=builder /tmp/cache /tmp/cache

# Where tools find the catalog in the image.
LABEL operators.operatorframework.io.index.configs.v1=/configs
",
    );
    for (at, (key, value)) in image.labels.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{gap}LABEL {}={}", quoted(key), quoted(value));
    }
    Ok(out)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_labels_and_scratch() {
        let mut image = CatalogImage { directory: "cat".to_owned(), ..CatalogImage::default() };
        let text = dockerfile(&image).unwrap();
        let instructions: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let expected = [
            "FROM quay.io/operator-framework/opm:latest AS builder",
            "ADD cat /configs",
            "RUN [\"/bin/opm\", \"serve\", \"/configs\", \"--cache-dir=/tmp/cache\", \"--cache-only\"]",
            "FROM quay.io/operator-framework/opm:latest",
            "ENTRYPOINT [\"/bin/opm\"]",
            "CMD [\"serve\", \"/configs\", \"--cache-dir=/tmp/cache\"]",
            "COPY --from=builder /configs /configs",
            "COPY --from=builder /tmp/cache /tmp/cache",
            "LABEL operators.operatorframework.io.index.configs.v1=/configs",
        ];
        assert_eq!(instructions, expected);
        image.base = "scratch".to_owned();
        image.labels = [("b", "2 \"x\""), ("a", "1")].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
        let text = dockerfile(&image).unwrap();
        assert!(!text.contains("ENTRYPOINT") && !text.contains("CMD"), "{text}");
        assert!(text.ends_with("\nLABEL \"a\"=\"1\"\nLABEL \"b\"=\"2 \\\"x\\\"\"\n"), "{text}");
        image.builder = "scratch".to_owned();
        assert!(dockerfile(&image).is_err());
    }
}
