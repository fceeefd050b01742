//! `opm generate dockerfile`: the Dockerfile of a catalog image.

use olmkit_collections::SortedMap;
use std::fmt::{self, Write};

use olmkit_gostd::{CsvError, string_slice};

/// opm's default builder image and base image.
const OPM_IMAGE: &str = "quay.io/operator-framework/opm:latest";

/// Options of [`dockerfile`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogImage {
    /// Name of the catalog's directory, next to the Dockerfile.
    pub directory: String,
    /// The base image. Defaults to opm's image.
    pub base: Option<String>,
    /// The image whose opm creates the cache. Defaults to opm's image.
    pub builder: Option<String>,
    /// Additional labels.
    pub labels: SortedMap<String, String>,
}

/// Why a value of `--extra-labels` is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelError {
    /// The value is not a valid list.
    List(CsvError),
    /// A label has no `=`.
    NoValue(String),
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabelError::List(error) => error.fmt(f),
            LabelError::NoValue(label) => write!(f, "invalid label {label:?}: a label has the form `key=value`"),
        }
    }
}

impl std::error::Error for LabelError {}

/// Parses keys and values of an `--extra-labels` flag. As in opm, the value is a comma-separated list. A label that
/// contains a comma must be quoted as a whole.
///
/// # Errors
/// Returns an error if quotes are misplaced, or a label has no `=`.
pub fn parse_labels(value: &str) -> Result<Vec<(String, String)>, LabelError> {
    let labels = string_slice(value).map_err(LabelError::List)?;
    let pair = |label: String| match label.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(LabelError::NoValue(label)),
    };
    labels.into_iter().map(pair).collect()
}

/// Why no Dockerfile can be generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DockerfileError {
    /// The base image has an empty name.
    #[error("base image is unset")]
    NoBase,
    /// The builder image has an empty name.
    #[error("builder image is unset")]
    NoBuilder,
    /// The builder image is `scratch`, which cannot run opm.
    #[error("the builder image runs opm: it cannot be \"scratch\"")]
    ScratchBuilder,
}

/// Returns the Dockerfile: two stages with opm's instructions in opm's order.
///
/// # Errors
/// Returns an error if an image name is empty, or the builder image cannot create the cache.
pub fn dockerfile(image: &CatalogImage) -> Result<String, DockerfileError> {
    let base = image.base.as_deref().unwrap_or(OPM_IMAGE);
    let builder = image.builder.as_deref().unwrap_or(OPM_IMAGE);
    if base.is_empty() {
        return Err(DockerfileError::NoBase);
    }
    if builder.is_empty() {
        return Err(DockerfileError::NoBuilder);
    }
    if builder == "scratch" {
        return Err(DockerfileError::ScratchBuilder);
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

/// Quotes a text as opm does, keeping its escapes. Unlike opm, escapes quotes that would end the text early.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => out.extend(['\\', chars.next().unwrap_or('\\')]),
            '"' => out.push_str("\\\""),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_a_list() {
        let labels = |value: &str| parse_labels(value).map_err(|error| error.to_string());
        let pairs = |list: &[(&str, &str)]| Ok(list.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect());
        assert_eq!(labels("a=b,c=d=e"), pairs(&[("a", "b"), ("c", "d=e")]));
        assert_eq!(labels("\"a=b,c\",d="), pairs(&[("a", "b,c"), ("d", "")]));
        assert_eq!(labels(""), pairs(&[]));
        let quotes = "parse error on line 1, column 3: bare \" in non-quoted-field";
        assert_eq!(labels("a=\"b\""), Err(quotes.to_owned()));
        assert_eq!(labels("a=b,c"), Err("invalid label \"c\": a label has the form `key=value`".to_owned()));
        assert_eq!(labels("a=b,"), Err("invalid label \"\": a label has the form `key=value`".to_owned()));
    }

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
        image.base = Some("scratch".to_owned());
        image.labels = [("b", "2 \"x\""), ("a", "1")].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
        let text = dockerfile(&image).unwrap();
        assert!(!text.contains("ENTRYPOINT") && !text.contains("CMD"), "{text}");
        assert!(text.ends_with("\nLABEL \"a\"=\"1\"\nLABEL \"b\"=\"2 \\\"x\\\"\"\n"), "{text}");
        image.builder = Some("scratch".to_owned());
        assert_eq!(dockerfile(&image), Err(DockerfileError::ScratchBuilder));
        image.builder = Some(String::new());
        assert_eq!(dockerfile(&image), Err(DockerfileError::NoBuilder));
        image.base = Some(String::new());
        assert_eq!(dockerfile(&image).unwrap_err().to_string(), "base image is unset");
    }

    #[test]
    fn labels_are_quoted_as_they_are() {
        for (text, expected) in [
            (r"C:\dir", r#""C:\dir""#),
            (r"a\$b", r#""a\$b""#),
            (r#"a\"b"#, r#""a\"b""#),
            (r#"a"b"#, r#""a\"b""#),
            (r#"a\\"b"#, r#""a\\\"b""#),
            (r"a\", r#""a\\""#),
        ] {
            assert_eq!(quoted(text), expected, "{text}");
        }
    }
}
