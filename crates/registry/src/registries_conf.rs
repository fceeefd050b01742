//! `registries.conf`: mirrors, other locations and blocked registries.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::environment::Environment;
use crate::error::Error;
use crate::reference::Reference;

/// The file below each folder of settings.
const FILE: &str = "containers/registries.conf";

/// What the files say.
#[derive(Debug, Clone, Default)]
pub(crate) struct RegistriesConf {
    /// By prefix.
    registries: BTreeMap<String, Registry>,
    /// Programs that know credentials.
    pub(crate) helpers: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct File {
    #[serde(default)]
    registry: Vec<Registry>,
    credential_helpers: Option<Vec<String>>,
    /// Only the first form has it.
    registries: Option<toml::Table>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
struct Registry {
    prefix: String,
    location: String,
    blocked: bool,
    mirror_by_digest_only: bool,
    mirror: Vec<Mirror>,
    /// The file that says so.
    #[serde(skip)]
    file: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
struct Mirror {
    location: String,
    pull_from_mirror: String,
}

impl RegistriesConf {
    /// Reads what the machine has.
    ///
    /// # Errors
    /// When a file is broken, or of the first form.
    pub(crate) fn load(env: &Environment) -> Result<Self, Error> {
        let mut conf = RegistriesConf::default();
        let (main, folders) = files(env);
        let more = folders.iter().flat_map(|folder| dropped_in(folder));
        for path in main.into_iter().chain(more) {
            conf.add(&path)?;
        }
        Ok(conf)
    }

    fn add(&mut self, path: &Path) -> Result<(), Error> {
        let shown = path.display().to_string();
        let failed = |reason: &dyn std::fmt::Display| {
            Error::configuration(format!(
                "loading registries configuration: loading registries configuration \"{shown}\": {reason}"
            ))
        };
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let file: File = toml::from_str(&text).map_err(|error| failed(&format!("toml: {}", error.message())))?;
        if file.registries.is_some_and(|tables| !tables.is_empty()) {
            return Err(failed(&"registries.conf must be in v2 format but is in v1"));
        }
        if let Some(helpers) = file.credential_helpers {
            self.helpers = helpers;
        }
        for registry in file.registry {
            let key = if registry.prefix.is_empty() { &registry.location } else { &registry.prefix };
            let key = bare(key).to_owned();
            self.registries.insert(key, Registry { file: shown.clone(), ..registry });
        }
        Ok(())
    }

    /// Where a reference is looked for, in this order.
    ///
    /// # Errors
    /// When its registry is blocked.
    pub(crate) fn sources(&self, reference: &Reference) -> Result<Vec<Reference>, Error> {
        let name = reference.name();
        let matching = self
            .registries
            .iter()
            .filter_map(|(prefix, registry)| Some((matched(prefix, &name, &reference.host)?, prefix, registry)));
        let Some((length, prefix, registry)) = matching.max_by_key(|(_, prefix, _)| prefix.len()) else {
            return Ok(vec![reference.clone()]);
        };
        if registry.blocked {
            return Err(Error::configuration(format!("registry {prefix} is blocked in \"{}\"", registry.file)));
        }
        let rest = name.get(length..).unwrap_or_default();
        let located = |location: &str| match location {
            "" => Ok(reference.clone()),
            _ => rewritten(reference, bare(location), rest),
        };
        let is_usable = |mirror: &&Mirror| match mirror.pull_from_mirror.as_str() {
            "digest-only" => reference.is_digest(),
            "tag-only" => !reference.is_digest(),
            _ => reference.is_digest() || !registry.mirror_by_digest_only,
        };
        let mirrors = registry.mirror.iter().filter(is_usable).map(|mirror| located(&mirror.location));
        mirrors.chain([located(&registry.location)]).collect()
    }
}

/// The main file, and the folders of more files, lowest in rank first.
fn files(env: &Environment) -> (Option<PathBuf>, Vec<PathBuf>) {
    let own = env.config_home().map(|folder| folder.join(FILE));
    let system = [env.system("etc").join(FILE), env.system("usr/share").join(FILE)];
    let ranked: Vec<PathBuf> = own.into_iter().chain(system).collect();
    let beside = ranked.iter().rev().map(|path| path.with_extension("conf.d")).collect();
    let named = env.var("CONTAINERS_REGISTRIES_CONF").map(PathBuf::from);
    (named.or_else(|| ranked.into_iter().find(|path| path.exists())), beside)
}

fn dropped_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "conf"));
    paths.sort();
    paths
}

/// A location without transport and slashes around it.
fn bare(location: &str) -> &str {
    location.trim_start_matches("docker://").trim_matches('/')
}

/// How much of a name a prefix matches.
fn matched(prefix: &str, name: &str, host: &str) -> Option<usize> {
    if let Some(domain) = prefix.strip_prefix('*') {
        let is_below = domain.starts_with('.') && host.ends_with(domain) && host.len() > domain.len();
        return is_below.then_some(host.len());
    }
    let rest = name.strip_prefix(prefix)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(prefix.len())
}

fn rewritten(reference: &Reference, location: &str, rest: &str) -> Result<Reference, Error> {
    let separator = if reference.is_digest() { '@' } else { ':' };
    let text = format!("{location}{rest}{separator}{}", reference.version);
    Reference::parse(&text).map_err(|error| {
        Error::configuration(format!("rewriting reference \"{reference}\" to \"{text}\": {}", error.message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(conf: &str, reference: &str) -> Result<Vec<String>, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("registries.conf");
        std::fs::write(&path, conf).unwrap();
        let variables = [("CONTAINERS_REGISTRIES_CONF".to_owned(), path.display().to_string())];
        let conf = RegistriesConf::load(&Environment::of(variables, folder.path()))?;
        let sources = conf.sources(&Reference::parse(reference)?)?;
        Ok(sources.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_longest_prefix_wins() {
        let conf = "[[registry]]\nprefix='e.com'\nlocation='a.io/x'\n[[registry]]\nprefix='e.com/foo'\nlocation='b.io/y'\n\
                    [[registry]]\nprefix='*.e.com'\nlocation='c.io/z'";
        for (reference, expected) in [
            ("e.com/foo/a:1", "b.io/y/a:1"),
            ("e.com/foobar/a:1", "a.io/x/foobar/a:1"),
            ("s.e.com/a:1", "c.io/z/a:1"),
            ("other.com/a:1", "other.com/a:1"),
        ] {
            assert_eq!(sources(conf, reference).unwrap(), [expected], "{reference}");
        }
    }

    #[test]
    fn mirrors_come_first_where_they_may_be_used() {
        let conf = "[[registry]]\nlocation='e.com'\n[[registry.mirror]]\nlocation='m.io/e'\n[[registry.mirror]]\n\
                    location='d.io'\npull-from-mirror='digest-only'";
        let digest = format!("e.com/a@sha256:{}", "0".repeat(64));
        assert_eq!(sources(conf, "e.com/a:1").unwrap(), ["m.io/e/a:1", "e.com/a:1"]);
        assert_eq!(sources(conf, &digest).unwrap().len(), 3);
        let conf = conf.replacen("location='e.com'", "location='e.com'\nmirror-by-digest-only=true", 1);
        assert_eq!(sources(&conf, "e.com/a:1").unwrap(), ["e.com/a:1"]);
        assert_eq!(sources(&conf, &digest).unwrap().len(), 3);
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        let blocked = sources("[[registry]]\nlocation='e.com'\nblocked=true", "e.com/a:1").unwrap_err().message;
        assert!(blocked.starts_with("registry e.com is blocked in "), "{blocked}");
        let first = sources("[registries.insecure]\nregistries=['e.com']", "e.com/a:1").unwrap_err().message;
        assert!(first.ends_with("registries.conf must be in v2 format but is in v1"), "{first}");
        assert!(sources("[[registry]]\nlocation=1", "e.com/a:1").is_err());
    }
}
