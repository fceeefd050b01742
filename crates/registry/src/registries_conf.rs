//! `registries.conf`: mirrors, locations and blocked registries.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::error::{Error, Kind};
use crate::reference::Reference;
use crate::registries_file::{self, Mirror, Registry};

/// The path of the file below each configuration directory.
const FILE: &str = "containers/registries.conf";

/// The combined contents of the files.
#[derive(Debug, Clone, Default)]
pub(crate) struct RegistriesConf {
    /// Registries by prefix.
    registries: BTreeMap<String, Registry>,
    /// Credential helpers.
    pub(crate) helpers: Vec<String>,
}

impl RegistriesConf {
    /// Reads the configuration of the machine.
    ///
    /// # Errors
    /// Returns an error if a file cannot be used.
    pub(crate) fn load(env: &Environment) -> Result<Self, Error> {
        let mut conf = RegistriesConf::default();
        let (main, folders) = files(env);
        let more = folders.iter().flat_map(|folder| dropped_in(folder));
        let main = main.map(|path| ("loading registries configuration", path));
        let more = more.map(|path| ("loading drop-in registries configuration", path));
        for (loading, path) in main.into_iter().chain(more) {
            conf.add(loading, &path)?;
        }
        Ok(conf)
    }

    fn add(&mut self, loading: &str, path: &Path) -> Result<(), Error> {
        let shown = path.display().to_string();
        let failed = |reason: &dyn std::fmt::Display| {
            Error::configuration(format!("loading registries configuration: {loading} \"{shown}\": {reason}"))
        };
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let contents = registries_file::read(&text).map_err(|reason| failed(&reason))?;
        if let Some(helpers) = contents.credential_helpers {
            self.helpers = helpers;
        }
        for (prefix, registry) in contents.registries {
            self.registries.insert(prefix, Registry { file: shown.clone(), ..registry });
        }
        Ok(())
    }

    /// Returns the references to try for an image, in order.
    ///
    /// # Errors
    /// Returns an error if the registry is blocked.
    pub(crate) fn sources(&self, reference: &Reference) -> Result<Vec<Reference>, Error> {
        let text = reference.to_string();
        // Of two prefixes with the same length, the first by name is used: `*.e.com` before `s.e.com`.
        let by_name = self.registries.iter().rev();
        let matching = by_name.filter_map(|(prefix, registry)| Some((matched(prefix, &text)?, prefix, registry)));
        let Some((length, prefix, registry)) = matching.max_by_key(|(_, prefix, _)| prefix.len()) else {
            return Ok(vec![reference.clone()]);
        };
        if registry.blocked {
            let text = format!("registry {prefix} is blocked in \"{}\"", registry.file);
            return Err(Error::new(Kind::Blocked, text).help("To allow it, remove `blocked` from its table there."));
        }
        let rest = text.get(length..).unwrap_or_default();
        let located = |location: &str| match location {
            "" => Ok(reference.clone()),
            _ => rewritten(&text, &format!("{location}{rest}")),
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

/// The main file, and the directories of drop-in files with increasing precedence.
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

/// The length of the part of a reference that a prefix matches. As in opm, a host also matches with any port.
fn matched(prefix: &str, text: &str) -> Option<usize> {
    let length = match prefix.strip_prefix('*') {
        Some(domain) if domain.starts_with('.') => {
            let at = text.find(domain).filter(|at| !text.get(..*at).is_some_and(|host| host.contains('/')))?;
            at.saturating_add(domain.len())
        }
        _ => text.starts_with(prefix).then_some(prefix.len())?,
    };
    let rest = text.get(length..)?;
    (rest.is_empty() || rest.starts_with(['/', ':', '@'])).then_some(length)
}

fn rewritten(from: &str, to: &str) -> Result<Reference, Error> {
    Reference::parse(to)
        .map_err(|error| Error::configuration(format!("rewriting reference \"{from}\" to \"{to}\": {}", error.message)))
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
            ("e.community/a:1", "e.community/a:1"),
        ] {
            assert_eq!(sources(conf, reference).unwrap(), [expected], "{reference}");
        }
    }

    #[test]
    fn ports_belong_to_their_host() {
        let conf = "[[registry]]\nprefix='*.e.com'\nlocation='c.io'\n[[registry]]\nlocation='f.com'\nblocked=true";
        assert_eq!(sources(conf, "s.e.com:5000/a:1").unwrap(), ["c.io:5000/a:1"]);
        assert_eq!(sources(conf, "e.com:5000/a:1").unwrap(), ["e.com:5000/a:1"]);
        assert!(sources(conf, "f.com:5000/a:1").unwrap_err().message.contains("is blocked"));
        let conf = conf.replace("'c.io'", "'c.io/z'");
        assert!(sources(&conf, "s.e.com:5000/a:1").unwrap_err().message.contains("rewriting reference"));
    }

    #[test]
    fn mirrors_come_first_where_they_may_be_used() {
        let conf = "[[registry]]\nlocation='e.com'\n[[registry.mirror]]\nlocation='m.io/e'\n[[registry.mirror]]\n\
                    location='d.io'\npull-from-mirror='digest-only'";
        let digest = format!("e.com/a@sha256:{}", "0".repeat(64));
        assert_eq!(sources(conf, "e.com/a:1").unwrap(), ["m.io/e/a:1", "e.com/a:1"]);
        assert_eq!(sources(conf, &digest).unwrap().len(), 3);
        let conf = "[[registry]]\nlocation='e.com'\nmirror-by-digest-only=true\n[[registry.mirror]]\nlocation='m.io'";
        assert_eq!(sources(conf, "e.com/a:1").unwrap(), ["e.com/a:1"]);
        assert_eq!(sources(conf, &digest).unwrap().len(), 2);
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        let blocked = sources("[[registry]]\nlocation='e.com'\nblocked=true", "e.com/a:1").unwrap_err();
        assert!(blocked.message.starts_with("registry e.com is blocked in "), "{blocked}");
        assert_eq!(blocked.help.unwrap().to_string(), "To allow it, remove `blocked` from its table there.");
        let first = sources("[registries.insecure]\nregistries=['e.com']", "e.com/a:1").unwrap_err().message;
        assert!(first.ends_with("registries.conf must be in v2 format but is in v1"), "{first}");
        assert!(sources("[[registry]]\nlocation=1", "e.com/a:1").is_err());
        let unset = sources("[[registry]]\nprefix='e.com'", "other.com/a:1").unwrap_err().message;
        let start = "loading registries configuration: loading registries configuration \"";
        assert!(unset.starts_with(start) && unset.contains("location is unset"), "{unset}");
    }

    #[test]
    fn files_beside_come_later() {
        let folder = tempfile::tempdir().unwrap();
        let beside = folder.path().join("etc/containers/registries.conf.d");
        std::fs::create_dir_all(&beside).unwrap();
        let load = || RegistriesConf::load(&Environment::of([], folder.path()));
        let reference = Reference::parse("e.com/a:1").unwrap();
        for (name, location) in [("1.conf", "one.io"), ("2.conf", "two.io")] {
            std::fs::write(beside.join(name), format!("[[registry]]\nprefix='e.com'\nlocation='{location}'")).unwrap();
        }
        assert_eq!(load().unwrap().sources(&reference).unwrap()[0].to_string(), "two.io/a:1");
        std::fs::write(beside.join("3.conf"), "[[registry]]").unwrap();
        let message = load().unwrap_err().message;
        assert!(message.contains("loading drop-in registries configuration \""), "{message}");
    }
}
