//! Finds, reads and extends configurations.

use std::fmt::Display;

use super::NAME;
use super::shape::Config;
use crate::host::{Host, Kind, read_found, special};
use crate::missing::Missing;
use crate::mistake::Mistake;
use crate::paths::{clean, join, parent};
use crate::repository::Above;
use crate::typed::{self, Step};

/// A file of this name would look as if it had an effect.
const MISNAMED: &str = "olmkit.yml";

/// The maximum number of configurations that extend each other.
const DEEPEST: usize = 8;

/// A configuration combined with those that it extends, and all their files, its own first.
pub(super) struct Read {
    pub(super) config: Config,
    pub(super) files: Vec<String>,
    /// The folder of its own file.
    pub(super) folder: String,
}

/// The configuration nearest to a path, and its folder. Searches the path itself and the folders above it, up to the
/// root of the repository, or without a repository up to the root of the file system.
pub(super) fn find(path: &str, host: &mut dyn Host) -> Result<Option<(Read, String)>, Mistake> {
    for at in Above::of(path, host).folders {
        let file = join(&at, NAME);
        match host.kind(&file) {
            Ok(Kind::File) => return Ok(Some((read(&file, host)?, at))),
            Ok(Kind::Special) => return Err(Mistake::of(&file, special())),
            Ok(Kind::Directory) | Err(_) => {}
        }
        let misnamed = join(&at, MISNAMED);
        if host.kind(&misnamed) == Ok(Kind::File) {
            return Err(Mistake::of(&misnamed, format!("the configuration must be named {NAME}")));
        }
    }
    Ok(None)
}

/// The files that [`find`] searches, the nearest first.
pub(super) fn candidates(path: &str, host: &mut dyn Host) -> Vec<String> {
    Above::of(path, host).folders.iter().map(|at| join(at, NAME)).collect()
}

/// Reads a configuration and those that it extends. `-` is standard input.
pub(super) fn read(path: &str, host: &mut dyn Host) -> Result<Read, Mistake> {
    let text = if path == "-" { host.stdin() } else { host.read(path) };
    let text = text.map_err(|failure| Mistake::of(path, failure))?;
    let own = clean(path);
    let folder = if path == "-" { "" } else { parent(&own).unwrap_or_default() };
    let mut tree = Tree { folder: folder.to_owned(), files: Vec::new(), chain: Vec::new() };
    let config = tree.read(own.clone(), (path, &text), folder, host)?;
    Ok(Read { config, files: tree.files, folder: folder.to_owned() })
}

/// The configurations that extend each other. All of them must be in or below the folder of the configuration that was
/// found.
struct Tree {
    folder: String,
    /// Every file that was read.
    files: Vec<String>,
    /// Those that are being read, outermost first. The first is the configuration that was found.
    chain: Vec<String>,
}

impl Tree {
    /// Reads a configuration and combines it with those that it extends. A problem with an extended file is reported at
    /// the position that names it.
    fn read(
        &mut self,
        own: String,
        (shown, text): (&str, &[u8]),
        folder: &str,
        host: &mut dyn Host,
    ) -> Result<Config, Mistake> {
        let mut config = parse(shown, text)?;
        self.files.push(own.clone());
        self.chain.push(own);
        let mut base: Option<Config> = None;
        for (at, wanted) in std::mem::take(&mut config.extends).into_iter().enumerate() {
            let refused = |error: &dyn Display| {
                typed::at(shown, text, &[Step::Key("extends"), Step::Item(at)], &format!("extends: {error}"))
            };
            let path = self.allowed(folder, &wanted).map_err(|error| refused(&error))?;
            Missing::refuse(&path, host).map_err(|missing| refused(&missing))?;
            let content = read_found(&path, host).map_err(|failure| refused(&format!("{path}: {failure}")))?;
            let above = parent(&path).unwrap_or_default().to_owned();
            let next = self.read(path.clone(), (&path, &content), &above, host)?;
            base = Some(match base {
                Some(base) => next.over(base),
                None => next,
            });
        }
        self.chain.pop();
        Ok(match base {
            Some(base) => config.over(base),
            None => config,
        })
    }

    /// The path of a configuration that another one in `folder` names.
    fn allowed(&self, folder: &str, wanted: &str) -> Result<String, ExtendsError> {
        let path = resolved(folder, wanted).filter(|path| is_below(&self.folder, path));
        let path = path.ok_or_else(|| ExtendsError::Outside(wanted.to_owned()))?;
        if let Some(from) = self.chain.iter().position(|open| *open == path) {
            let names = self.chain.iter().skip(from).chain([&path]).map(String::as_str);
            return Err(ExtendsError::Cycle(names.collect::<Vec<_>>().join(" \u{2192} ")));
        }
        if self.chain.len() > DEEPEST { Err(ExtendsError::TooDeep) } else { Ok(path) }
    }
}

/// Why a configuration cannot be extended.
#[derive(Debug, thiserror::Error)]
enum ExtendsError {
    #[error("`{0}` is outside the folder of {NAME}")]
    Outside(String),
    #[error("configurations extend each other in a cycle: {0}")]
    Cycle(String),
    #[error("more than {DEEPEST} configurations extend each other")]
    TooDeep,
}

pub(super) fn below(folder: &str, path: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { join(folder, path) }
}

/// The path without `..`. `None` if it is absolute or leads above the start.
fn resolved(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let whole = clean(&below(folder, path));
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        if part == ".." && parts.last().is_some_and(|last| *last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

fn is_below(tree: &str, path: &str) -> bool {
    if tree.is_empty() {
        return !path.starts_with("../") && !path.starts_with('/');
    }
    path.strip_prefix(tree).is_some_and(|rest| rest.starts_with('/') || tree == "/") && !path.contains("/../")
}

pub(super) fn parse(path: &str, text: &[u8]) -> Result<Config, Mistake> {
    typed::read(path, text, "a configuration")
}

#[cfg(test)]
mod tests {
    use super::{is_below, parent, parse, resolved};
    use crate::paths::above;

    #[test]
    fn folders_above_end_where_the_path_does() {
        let all = |path: &str| {
            let mut found = vec![path.to_owned()];
            while let Some(next) = parent(found.last().map_or("", String::as_str)) {
                found.push(next.to_owned());
            }
            found
        };
        assert_eq!(all("a/b"), ["a/b", "a", ""]);
        assert_eq!(all("/a/b"), ["/a/b", "/a", "/"]);
        assert_eq!(all("../a"), ["../a", ".."]);
        assert_eq!(all(""), [""]);
    }

    #[test]
    fn folders_go_on_above_the_current_one() {
        let all = |path: &str, current: Option<&str>| {
            let mut found = vec![path.to_owned()];
            while let Some(next) = above(found.last().map_or("", String::as_str), current) {
                found.push(next);
            }
            found
        };
        assert_eq!(all("a", Some("/x/y")), ["a", "", "..", "../.."]);
        assert_eq!(all("../a", Some("/x/y")), ["../a", "..", "../.."]);
        assert_eq!(all("/a", Some("/x/y")), ["/a", "/"]);
        assert_eq!(all("a", None), ["a", ""]);
    }

    #[test]
    fn extended_files_stay_in_the_tree() {
        let stays =
            |tree: &str, folder: &str, path: &str| resolved(folder, path).is_some_and(|path| is_below(tree, &path));
        assert!(stays("", "", "a.yaml") && stays("", "x", "../a.yaml") && stays("t", "t/x", "../a.yaml"));
        assert!(stays("..", "..", "x/a.yaml"), "a tree above");
        for (tree, folder, path) in [
            ("", "", "../a.yaml"),
            ("", "", "/a.yaml"),
            ("t", "t", "../a.yaml"),
            ("t", "t", "../tt/a.yaml"),
            ("..", "..", "../a.yaml"),
        ] {
            assert!(!stays(tree, folder, path), "{tree} {folder} {path}");
        }
    }

    #[test]
    fn errors_are_reported_with_their_position() {
        let error = |text: &str| parse("olmkit.yaml", text.as_bytes()).map(|_| ()).unwrap_err().to_string();
        assert!(
            error("profile: strict\nprofle: x\n")
                .starts_with("olmkit.yaml:2:1: unknown field `profle`; did you mean `profile`?")
        );
        assert!(
            error("overrides:\n- {files: [a], ignroe: [b]}\n")
                .starts_with("olmkit.yaml:2:16: overrides[0]: unknown field `ignroe`")
        );
        assert_eq!(error("a: [\n").split(": ").next(), Some("olmkit.yaml:2:1"), "{}", error("a: [\n"));
        assert!(
            error("severity:\n  x: loud\n")
                .starts_with("olmkit.yaml:2:6: severity.x: unknown value `loud` (known: error, warning, info and off)")
        );
        assert!(
            error("severity:\n  x: eror\n")
                .starts_with("olmkit.yaml:2:6: severity.x: unknown value `eror`; did you mean `error`?")
        );
        for (value, found) in [("3", "the number 3"), ("on", "true")] {
            let text = format!("severity:\n  x: {value}\n");
            assert_eq!(error(&text), format!("olmkit.yaml:2:6: severity.x: must be a string, not {found}"));
        }
        for value in ["off", "\"off\"", "false"] {
            let text = format!("severity:\n  x: {value}\n");
            assert!(parse("", text.as_bytes()).is_ok_and(|config| config.severity.len() == 1), "{text}");
        }
        assert_eq!(error("select: a\n"), "olmkit.yaml:1:9: select: must be a list, not the string \"a\"");
        assert_eq!(
            error("profile: opm\n---\nprofile: strict\n"),
            "olmkit.yaml:3:1: a configuration must be a single document"
        );
        assert_eq!(error("profile: opm\n---\na: [\n").split(": ").next(), Some("olmkit.yaml:4:1"));
        assert_eq!(error("- a\n"), "olmkit.yaml:1:1: a configuration must be a mapping");
        for text in ["# c\n---\nprofile: strict\n", "profile: strict\n---\n", "---\nprofile: strict\n---\n# end\n"] {
            assert!(parse("", text.as_bytes()).is_ok_and(|config| config.profile.is_some()), "{text}");
        }
        assert!(parse("", b"").is_ok() && parse("", b"# nothing\n").is_ok());
        assert!(parse("", br#"{"profile": "strict", "$schema": "x"}"#).is_ok_and(|config| config.profile.is_some()));
    }
}
