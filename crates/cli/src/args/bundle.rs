//! The arguments of `bundle render`, `generate`, `extract` and `build`.

use std::ffi::OsString;

use lexopt::prelude::*;
use olmkit_bundle::Suite;

use super::{Args, Command};

/// What to say when there is no such verb.
pub(super) const UNKNOWN: &str = "`olmkit bundle` needs a verb (known: validate, render, generate, extract, build)";

/// What to do with a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BundleVerb {
    Validate { paths: Vec<String>, before: Option<String>, objects: Vec<String> },
    Render { path: String, image: String, migrate: bool },
    Generate(Generate),
    Extract { path: String, name: String, namespace: String, gzip: bool, limit: usize },
    Build { path: String, tag: String, output: String },
}

/// The optional values of `bundle validate`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) k8s_version: Option<String>,
    /// Below the bundle's root.
    pub(crate) index_path: Option<String>,
    /// A file of JSON: `{"categories": [...]}`.
    pub(crate) categories: Option<String>,
}

/// What `bundle generate` is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Generate {
    /// Directory of the manifests.
    pub(crate) path: String,
    pub(crate) package: String,
    pub(crate) channels: String,
    pub(crate) default_channel: String,
    pub(crate) output: Option<String>,
    pub(crate) base_image: String,
    pub(crate) overwrite: bool,
}

/// Suites by name, separated by commas.
pub(super) fn suites(value: &str) -> Result<Vec<Suite>, lexopt::Error> {
    let known = |name: &String| {
        Suite::from_key(name).ok_or_else(|| {
            let known: Vec<&str> = Suite::ALL.iter().map(|suite| suite.key()).collect();
            format!("there is no suite \"{name}\" (known: {})", known.join(", ")).into()
        })
    };
    super::value::list(value).iter().map(known).collect()
}

/// Whether a verb has options of its own.
pub(super) fn is_own(verb: Option<&OsString>) -> bool {
    verb.and_then(|verb| verb.to_str()).is_some_and(|verb| ["render", "generate", "extract", "build"].contains(&verb))
}

/// Reads what follows `olmkit`.
pub(super) fn parse(args: Vec<OsString>) -> Result<Args, lexopt::Error> {
    let verb = args.get(1).and_then(|verb| verb.to_str()).unwrap_or_default().to_owned();
    let mut parser = lexopt::Parser::from_args(args.into_iter().skip(2));
    let mut path = None;
    let mut generate = Generate::default();
    let (mut image, mut migrate) = (String::new(), false);
    let (mut name, mut namespace, mut gzip, mut limit) = (String::new(), String::new(), false, 1 << 20);
    let mut tag = String::new();
    while let Some(arg) = parser.next()? {
        match (verb.as_str(), arg) {
            (_, Short('h') | Long("help")) => return Ok(Args::of(Command::Help(Some("bundle".to_owned())))),
            ("render", Long("image" | "alpha-image-ref-template")) => image = parser.value()?.string()?,
            ("render", Long("migrate")) => migrate = true,
            ("render", Long("migrate-level")) => migrate = level(&parser.value()?.string()?)?,
            ("render", Short('o') | Long("output" | "format") | Short('f')) => json_only(&parser.value()?.string()?)?,
            ("generate" | "extract", Short('d' | 'm') | Long("directory" | "manifestsdir")) => {
                path = Some(parser.value()?.string()?);
            }
            ("generate", Short('p') | Long("package")) => generate.package = parser.value()?.string()?,
            ("generate", Short('c') | Long("channels")) => generate.channels = parser.value()?.string()?,
            ("generate", Short('e') | Long("default")) => generate.default_channel = parser.value()?.string()?,
            ("generate", Short('u') | Long("output-dir")) => generate.output = Some(parser.value()?.string()?),
            ("generate", Long("base-image")) => generate.base_image = parser.value()?.string()?,
            ("generate", Long("overwrite")) => generate.overwrite = true,
            ("extract", Short('n') | Long("namespace")) => namespace = parser.value()?.string()?,
            ("extract", Short('c') | Long("configmapname" | "name")) => name = parser.value()?.string()?,
            ("extract", Short('z') | Long("gzip")) => gzip = true,
            ("extract", Short('l') | Long("datalimit" | "limit")) => limit = parser.value()?.parse()?,
            ("build", Short('t') | Long("tag")) => tag = parser.value()?.string()?,
            ("build", Short('o') | Long("output")) => generate.output = Some(parser.value()?.string()?),
            (_, Value(value)) if path.is_none() => path = Some(value.string()?),
            (_, other) => return Err(other.unexpected()),
        }
    }
    let path = path.ok_or_else(|| format!("`olmkit bundle {verb}` needs a directory"))?;
    let verb = match verb.as_str() {
        "render" => BundleVerb::Render { path, image, migrate },
        "generate" if generate.package.is_empty() || generate.channels.is_empty() => {
            return Err("`olmkit bundle generate` needs --package and --channels".into());
        }
        "generate" => BundleVerb::Generate(Generate { path, ..generate }),
        "extract" if name.is_empty() || namespace.is_empty() => {
            return Err("`olmkit bundle extract` needs --name and --namespace".into());
        }
        "extract" => BundleVerb::Extract { path, name, namespace, gzip, limit },
        _ => match (tag.is_empty(), generate.output) {
            (false, Some(output)) => BundleVerb::Build { path, tag, output },
            _ => return Err("`olmkit bundle build` needs --tag and --output".into()),
        },
    };
    Ok(Args::of(Command::Bundle { verb }))
}

fn level(name: &str) -> Result<bool, String> {
    match name {
        "none" => Ok(false),
        "all" | "bundle-object-to-csv-metadata" => Ok(true),
        other => Err(format!("unknown migration level \"{other}\"")),
    }
}

fn json_only(name: &str) -> Result<(), String> {
    if name == "json" { Ok(()) } else { Err(format!("\"{name}\" is no format of render (known: json)")) }
}
