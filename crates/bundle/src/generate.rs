//! Generates `annotations.yaml`, the Dockerfile and the ConfigMap of a bundle as opm writes them.

use crate::go::{Mode, mismatch};
use crate::input::{File, Input};
use crate::model::Bundle;
use crate::opm::media_type;
use crate::render::{object, quote};
use crate::view::{View, decode};
use olmkit_collections::{SortedMap, order};
use olmkit_gostd::go_quote;
use olmkit_yaml::emit::Writer;

/// Options of `opm alpha bundle generate`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerateOptions {
    /// Package name.
    pub package: String,
    /// Channels, separated by commas.
    pub channels: String,
    /// Default channel. May be empty.
    pub default_channel: String,
    /// Base image of the Dockerfile. Empty means `scratch`.
    pub base_image: String,
    /// Directory of the manifests, as the Dockerfile names it.
    pub manifests: String,
    /// Directory of the metadata, as the Dockerfile names it.
    pub metadata: String,
}

/// Detects the media type of a directory of manifests: `registry+v1`, `helm` or `plain`. The paths of the inputs are
/// file names.
#[must_use]
pub fn detect(manifests: &[Input<'_>]) -> &'static str {
    media_type(&Bundle::new(manifests), "")
}

const PREFIX: &str = "operators.operatorframework.io.bundle";

fn pairs(media: &str, options: &GenerateOptions) -> Vec<(String, String)> {
    let mut pairs = vec![
        (format!("{PREFIX}.mediatype.v1"), media.to_owned()),
        (format!("{PREFIX}.manifests.v1"), "manifests/".to_owned()),
        (format!("{PREFIX}.metadata.v1"), "metadata/".to_owned()),
        (format!("{PREFIX}.package.v1"), options.package.clone()),
        (format!("{PREFIX}.channels.v1"), options.channels.clone()),
    ];
    if !options.default_channel.is_empty() {
        pairs.push((format!("{PREFIX}.channel.default.v1"), options.default_channel.clone()));
    }
    pairs
}

/// The indentation of nested keys.
const INDENT: usize = 2;

/// Returns the content of `annotations.yaml`, as go-yaml writes it. Keys are sorted.
#[must_use]
pub fn annotations(media: &str, options: &GenerateOptions) -> String {
    let mut pairs = pairs(media, options);
    order::sort(&mut pairs);
    let mut out = "annotations:\n".to_owned();
    let mut writer = Writer::new(&mut out);
    for (key, value) in &pairs {
        writer.line(INDENT);
        writer.raw(&format!("{key}: "));
        writer.scalar(value, 2 * INDENT, false);
    }
    writer.end_line();
    out
}

/// Compares an existing `annotations.yaml` with the result of [`annotations`]. Returns opm's message for each missing
/// or different field.
#[must_use]
pub fn lacking(existing: &[u8], media: &str, options: &GenerateOptions) -> Vec<String> {
    let files = [Input::new("annotations.yaml", existing)];
    let bundle = Bundle::new(&files);
    let mut views = bundle.files_in("").filter_map(|file| decode(file.first().ok()?, "OpmAnnotationsFile"));
    let Some(view) = views.next() else { return vec!["Unable to parse existing annotations.yaml".to_owned()] };
    let entries = view.get("annotations").map(View::entries).unwrap_or_default();
    let has: SortedMap<String, String> = entries.into_iter().map(|(key, value, _)| (key, value.string_of())).collect();
    let problem = |(key, wanted): (String, String)| match has.get(&key) {
        None => Some(format!("Missing field: {key}")),
        Some(value) if *value == wanted => None,
        Some(value) => {
            let [key, wanted, value] = [&key, &wanted, value].map(|text| go_quote(text));
            Some(format!("Expect field {key} to have value {wanted} instead of {value}"))
        }
    };
    pairs(media, options).into_iter().filter_map(problem).collect()
}

/// Returns the content of `bundle.Dockerfile`.
#[must_use]
pub fn dockerfile(media: &str, options: &GenerateOptions) -> String {
    let base = if options.base_image.is_empty() { "scratch" } else { &options.base_image };
    let labels: String = pairs(media, options).iter().map(|(key, value)| format!("LABEL {key}={value}\n")).collect();
    let gap = if options.default_channel.is_empty() { "" } else { "\n" };
    let (manifests, metadata) = (&options.manifests, &options.metadata);
    format!("FROM {base}\n\n{labels}{gap}COPY {manifests} /manifests/\nCOPY {metadata} /metadata/\n")
}

/// Options of `opm alpha bundle extract`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractOptions {
    /// Name of the ConfigMap.
    pub name: String,
    /// Namespace of the ConfigMap.
    pub namespace: String,
    /// Whether to compress the values with gzip and encode them in base64.
    pub gzip: bool,
    /// Maximum total size of the values, in bytes.
    pub limit: usize,
}

/// Why opm does not extract the bundle. The messages are opm's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    /// The files contain a nested directory.
    #[error("read {0}: is a directory")]
    Directory(String),
    /// The values exceed this number of bytes.
    #[error("bundle files exceeded {0} bytes limit")]
    Limit(usize),
    /// The directory does not exist.
    #[error("open {0}: no such file or directory")]
    NoDirectory(&'static str),
    /// The annotations cannot be read.
    #[error("{0}")]
    Annotations(String),
}

/// Returns the ConfigMap that `opm alpha bundle extract` creates, as JSON.
///
/// # Errors
/// Returns an error if the values exceed the limit, a directory is missing or contains directories, or the annotations
/// cannot be read.
pub fn config_map(files: &[Input<'_>], options: &ExtractOptions) -> Result<String, ExtractError> {
    let (data, mut annotations) = extracted(&Bundle::new(files), options)?;
    if options.gzip {
        annotations.push(("olm.contentEncoding".to_owned(), "gzip+base64".to_owned()));
    }
    order::sort(&mut annotations);
    let map = |pairs: &[(String, String)], encode: fn(&str) -> String| {
        let members: Vec<(&str, String)> = pairs.iter().map(|(key, value)| (key.as_str(), encode(value))).collect();
        object(&members)
    };
    let (field, encode): (&str, fn(&str) -> String) = if options.gzip {
        ("binaryData", |text| quote(&olmkit_yaml::base64::encode(text.as_bytes())))
    } else {
        ("data", quote)
    };
    let metadata = object(&[
        ("name", quote(&options.name)),
        ("namespace", quote(&options.namespace)),
        ("annotations", map(&annotations, quote)),
    ]);
    let all = [
        ("apiVersion", quote("v1")),
        ("kind", quote("ConfigMap")),
        ("metadata", metadata),
        (field, map(&data, encode)),
    ];
    Ok(crate::render::indented(&object(&all)))
}

/// Keys and values.
type Pairs = Vec<(String, String)>;

/// The data and the annotations of the ConfigMap.
fn extracted(bundle: &Bundle<'_>, options: &ExtractOptions) -> Result<(Pairs, Pairs), ExtractError> {
    let (mut data, mut annotations) = (Vec::new(), Vec::new());
    for directory in ["manifests", "metadata"] {
        if let Some(nested) = bundle.directories_in(directory).next() {
            return Err(ExtractError::Directory(nested.to_owned()));
        }
        let mut is_there = bundle.directories_in("").any(|path| path == directory);
        for file in bundle.files_in(directory) {
            is_there = true;
            if file.name() == "annotations.yaml" {
                annotations = config_map_annotations(file)?;
                continue;
            }
            let value =
                if options.gzip { compressed(file.bytes) } else { String::from_utf8_lossy(file.bytes).into_owned() };
            data.push((key(file.name()), value));
        }
        if !is_there {
            return Err(ExtractError::NoDirectory(directory));
        }
    }
    let size = data.iter().map(|(_, value)| value.len()).fold(0_usize, usize::saturating_add);
    if size > options.limit {
        return Err(ExtractError::Limit(options.limit));
    }
    // Of files that map to the same key, the last one wins.
    let sorted: SortedMap<String, String> = data.into_iter().collect();
    Ok((sorted.into_iter().collect(), annotations))
}

fn key(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect()
}

fn compressed(bytes: &[u8]) -> String {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    olmkit_yaml::base64::encode(&written.unwrap_or_default())
}

/// The six annotations of a bundle. Missing ones are empty.
fn config_map_annotations(file: &File<'_>) -> Result<Vec<(String, String)>, ExtractError> {
    let root = match file.documents.is_empty() {
        true => None,
        false => Some(file.first_yaml().map_err(|unreadable| ExtractError::Annotations(unreadable.upstream))?),
    };
    let wrong = root.and_then(|root| mismatch(root.node, "ExtractAnnotationsFile", Mode::Coerce));
    if let Some(wrong) = wrong {
        return Err(ExtractError::Annotations(format!("{}: `{}` is {}", file.path, wrong.path, wrong.message)));
    }
    let map = root.and_then(|root| root.get("annotations"));
    let keys = ["mediatype", "manifests", "metadata", "package", "channels", "channel.default"];
    let text = |key: &str| map.map(|map| map.string(key).into_owned()).unwrap_or_default();
    Ok(keys.map(|key| format!("{PREFIX}.{key}.v1")).map(|key| (key.clone(), text(&key))).to_vec())
}
