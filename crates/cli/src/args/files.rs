//! The arguments of opm's verbs on files: `render`, `list`, `init`, `migrate`, `generate` and `template`.

use std::collections::BTreeMap;
use std::ffi::OsString;

use lexopt::prelude::*;
use olmkit_render::{CatalogImage, Level, Listing, Output, TemplateKind};

use super::{Args, Command};

/// What to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileVerb {
    Render { paths: Vec<String>, output: Output, level: Level, image: String },
    List { listing: Listing, path: String, package: Option<String>, json: bool },
    Init(Init),
    Migrate { from: String, to: String, output: Output, level: Level },
    Dockerfile { path: String, image: CatalogImage },
    Template(TemplateArgs),
    Convert { kind: TemplateKind, path: String, output: Output },
}

/// What `init` is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Init {
    pub(crate) package: String,
    pub(crate) default_channel: String,
    /// Path of the description.
    pub(crate) description: Option<String>,
    /// Path of the icon.
    pub(crate) icon: Option<String>,
    pub(crate) output: Output,
}

/// What `template` is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TemplateArgs {
    pub(crate) kind: Option<TemplateKind>,
    pub(crate) path: String,
    /// `None` draws the catalog.
    pub(crate) output: Option<Output>,
    pub(crate) level: Level,
    /// Catalogs whose bundles are known by their images.
    pub(crate) catalogs: Vec<String>,
    /// Images and the bundles they hold.
    pub(crate) bundles: Vec<(String, String)>,
}

/// The verbs that are read here.
pub(super) const VERBS: [&str; 6] = ["render", "list", "init", "migrate", "generate", "template"];

/// All options, before it is known which verb may have them.
#[derive(Default)]
struct Raw {
    operands: Vec<String>,
    output: Option<String>,
    level: Level,
    image: String,
    init: Init,
    base: String,
    builder: String,
    labels: BTreeMap<String, String>,
    catalogs: Vec<String>,
    bundles: Vec<(String, String)>,
}

/// Reads what follows the verb.
pub(super) fn parse(verb: &str, args: impl IntoIterator<Item = OsString>) -> Result<Args, lexopt::Error> {
    let mut parser = lexopt::Parser::from_args(args);
    let mut raw = Raw::default();
    while let Some(arg) = parser.next()? {
        match (verb, arg) {
            (_, Short('h') | Long("help")) => return Ok(Args::of(Command::Help(Some(verb.to_owned())))),
            (_, Short('o') | Long("output") | Short('f') | Long("format")) if verb != "generate" => {
                raw.output = Some(parser.value()?.string()?);
            }
            ("render" | "template", Long("migrate")) => raw.level = Level::ALL,
            ("render" | "migrate" | "template", Long("migrate-level")) => {
                raw.level = parser.value()?.parse_with(Level::from_name)?;
            }
            ("render", Long("image" | "alpha-image-ref-template")) => raw.image = parser.value()?.string()?,
            ("init", Short('c') | Long("default-channel")) => raw.init.default_channel = parser.value()?.string()?,
            ("init", Short('d') | Long("description")) => raw.init.description = Some(parser.value()?.string()?),
            ("init", Short('i') | Long("icon")) => raw.init.icon = Some(parser.value()?.string()?),
            ("generate", Short('i') | Long("base-image")) => raw.base = parser.value()?.string()?,
            ("generate", Short('b') | Long("builder-image")) => raw.builder = parser.value()?.string()?,
            ("generate", Long("binary-image")) => {
                raw.base = parser.value()?.string()?;
                raw.builder.clone_from(&raw.base);
            }
            ("generate", Short('l') | Long("extra-labels")) => {
                let value = parser.value()?.string()?;
                let (key, value) = value.split_once('=').ok_or_else(|| format!("label \"{value}\" has no `=`"))?;
                raw.labels.insert(key.to_owned(), value.to_owned());
            }
            ("template", Short('c') | Long("catalog")) => raw.catalogs.push(parser.value()?.string()?),
            ("template", Short('b') | Long("bundle")) => {
                let value = parser.value()?.string()?;
                let pair = value.split_once('=');
                let (image, path) = pair.ok_or_else(|| format!("--bundle wants IMAGE=PATH, not \"{value}\""))?;
                raw.bundles.push((image.to_owned(), path.to_owned()));
            }
            (_, Value(value)) => raw.operands.push(value.string()?),
            (_, other) => return Err(other.unexpected()),
        }
    }
    let verb = match verb {
        "render" => render(raw),
        "list" => list(raw),
        "init" => init(raw),
        "migrate" => migrate(raw),
        "generate" => generate(raw),
        _ => template(raw),
    };
    Ok(Args::of(Command::Files { verb: verb? }))
}

fn output(name: Option<&str>, usual: Output) -> Result<Output, String> {
    match name {
        None => Ok(usual),
        Some("json") => Ok(Output::Json),
        Some("yaml") => Ok(Output::Yaml),
        Some(other) => Err(format!("invalid --output value \"{other}\", expected (json|yaml)")),
    }
}

fn render(raw: Raw) -> Result<FileVerb, String> {
    if raw.operands.is_empty() {
        return Err("`olmkit render` needs a catalog or a bundle".to_owned());
    }
    let output = match raw.output.as_deref() {
        Some("jsonl") => Output::JsonLines,
        name => output(name, Output::Json)?,
    };
    Ok(FileVerb::Render { paths: raw.operands, output, level: raw.level, image: raw.image })
}

fn list(raw: Raw) -> Result<FileVerb, String> {
    let mut operands = raw.operands.into_iter();
    let listing = match operands.next().as_deref() {
        Some("packages") => Listing::Packages,
        Some("channels") => Listing::Channels,
        Some("bundles") => Listing::Bundles,
        _ => return Err("`olmkit list` needs one of packages, channels, bundles, and a catalog".to_owned()),
    };
    let json = match raw.output.as_deref() {
        None | Some("pretty") => false,
        Some("json") => true,
        Some(other) => return Err(format!("\"{other}\" is no format of list (known: pretty, json)")),
    };
    match (operands.next(), operands.next(), operands.next()) {
        (Some(_), Some(_), None) if listing == Listing::Packages => {
            Err("`olmkit list packages` lists all packages: it takes a catalog and nothing else".to_owned())
        }
        (Some(path), package, None) => Ok(FileVerb::List { listing, path, package, json }),
        _ => Err("`olmkit list` needs one catalog, and at most one package".to_owned()),
    }
}

fn init(raw: Raw) -> Result<FileVerb, String> {
    let [package] = <[String; 1]>::try_from(raw.operands).map_err(|_| "`olmkit init` needs one package name")?;
    let output = output(raw.output.as_deref(), Output::Json)?;
    Ok(FileVerb::Init(Init { package, output, ..raw.init }))
}

fn migrate(raw: Raw) -> Result<FileVerb, String> {
    let two = <[String; 2]>::try_from(raw.operands);
    let [from, to] = two.map_err(|_| "`olmkit migrate` needs a catalog and a directory to write to")?;
    Ok(FileVerb::Migrate { from, to, output: output(raw.output.as_deref(), Output::Yaml)?, level: raw.level })
}

fn generate(raw: Raw) -> Result<FileVerb, String> {
    let mut operands = raw.operands.into_iter();
    match (operands.next().as_deref(), operands.next(), operands.next()) {
        (Some("dockerfile"), Some(path), None) => {
            let directory = String::new();
            let image = CatalogImage { directory, base: raw.base, builder: raw.builder, labels: raw.labels };
            Ok(FileVerb::Dockerfile { path, image })
        }
        _ => Err("`olmkit generate` needs `dockerfile` and the directory of a catalog".to_owned()),
    }
}

fn template(raw: Raw) -> Result<FileVerb, String> {
    let mut operands = raw.operands;
    if operands.first().is_some_and(|first| first == "convert") {
        operands.remove(0);
        let kind = operands.first().and_then(|name| TemplateKind::from_name(name));
        let kind = kind.filter(|kind| *kind != TemplateKind::Semver);
        let kind = kind.ok_or("`olmkit template convert` needs one of basic, substitutes, and a catalog")?;
        let path = operands.get(1).cloned().unwrap_or_else(|| "-".to_owned());
        return Ok(FileVerb::Convert { kind, path, output: output(raw.output.as_deref(), Output::Json)? });
    }
    let kind = operands.first().and_then(|name| TemplateKind::from_name(name));
    if kind.is_some() {
        operands.remove(0);
    }
    if operands.len() > 1 {
        let first = operands.first().map(String::as_str).unwrap_or_default();
        return Err(format!("unknown template type \"{first}\" (known: basic, semver, substitutes)"));
    }
    let output = match raw.output.as_deref() {
        Some("mermaid") => None,
        Some(other) if !matches!(other, "json" | "yaml") => {
            return Err(format!("invalid --output value \"{other}\", expected (json|yaml|mermaid)"));
        }
        name => Some(output(name, Output::Json)?),
    };
    Ok(FileVerb::Template(TemplateArgs {
        kind,
        path: operands.pop().unwrap_or_else(|| "-".to_owned()),
        output,
        level: raw.level,
        catalogs: raw.catalogs,
        bundles: raw.bundles,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Command, String> {
        let mut words = words.split_whitespace().map(OsString::from);
        let verb = words.next().unwrap_or_default();
        parse(verb.to_str().unwrap_or_default(), words).map(|args| args.command).map_err(|error| error.to_string())
    }

    #[test]
    fn words_become_verbs() {
        let level = Level::ALL;
        let verb =
            FileVerb::Render { paths: vec!["a".into(), "b".into()], output: Output::Yaml, level, image: "x".into() };
        assert_eq!(read("render a -o yaml --migrate b --image=x"), Ok(Command::Files { verb }));
        let verb = FileVerb::Migrate { from: "a".into(), to: "b".into(), output: Output::Yaml, level: Level::None };
        assert_eq!(read("migrate a b --migrate-level none"), Ok(Command::Files { verb }));
        let template = TemplateArgs {
            kind: Some(TemplateKind::Semver),
            path: "-".into(),
            bundles: vec![("q/x:1".into(), "dir".into())],
            ..TemplateArgs::default()
        };
        assert_eq!(
            read("template semver -o mermaid --bundle q/x:1=dir"),
            Ok(Command::Files { verb: FileVerb::Template(template) })
        );
    }

    #[test]
    fn wrong_words_are_refused() {
        for words in [
            "render",
            "render a -o xml",
            "render a --migrate-level x",
            "list a",
            "list packages a b",
            "list bundles",
            "init",
            "init a b",
            "init a -i",
            "migrate a",
            "generate a",
            "generate dockerfile",
            "generate dockerfile a -l x",
            "template x y",
            "template convert semver a",
            "template a --bundle b",
            "template a -o dot",
            "list packages a --migrate",
        ] {
            assert!(read(words).is_err(), "{words}");
        }
    }
}
