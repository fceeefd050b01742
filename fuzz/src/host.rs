//! A host in memory, for the command line.

use std::collections::BTreeMap;
use std::ffi::OsString;

use olmkit_cli::{Entry, Failure, Host, HostError, Image, Kind, Layer};

/// Files by path, and the output.
#[derive(Debug, Default)]
pub struct Memory {
    /// The files. Directories are derived from their paths.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The labels and layers of every image.
    pub image: (BTreeMap<String, String>, Vec<Vec<u8>>),
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
}

impl Memory {
    /// Runs the command line and returns its exit code.
    pub fn run(&mut self, args: &[&str]) -> u8 {
        olmkit_cli::run(args.iter().map(OsString::from).collect(), self)
    }
}

fn plain(path: &str) -> String {
    path.split('/').filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/")
}

impl Host for Memory {
    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        let path = plain(path);
        if self.files.contains_key(&path) {
            return Ok(Kind::File);
        }
        let below = format!("{path}/");
        if path.is_empty() || self.files.keys().any(|file| file.starts_with(&below)) {
            return Ok(Kind::Directory);
        }
        Err(Failure::Missing)
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        let path = plain(path);
        let below = if path.is_empty() { String::new() } else { format!("{path}/") };
        let mut found = BTreeMap::new();
        for rest in self.files.keys().filter_map(|file| file.strip_prefix(&below)) {
            let (name, kind) = rest.split_once('/').map_or((rest, Kind::File), |(name, _)| (name, Kind::Directory));
            found.insert(name.to_owned(), kind);
        }
        Ok(found.into_iter().map(|(name, kind)| Entry { name, kind: Some(kind) }).collect())
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        self.files.get(&plain(path)).cloned().ok_or(Failure::Missing)
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        self.files.insert(plain(path), content.to_vec());
        Ok(())
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        Ok(Vec::new())
    }

    fn out(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn err(&mut self, text: &[u8]) {
        self.err.extend_from_slice(text);
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn images(
        &mut self,
        references: &[String],
        wanted: fn(&BTreeMap<String, String>) -> bool,
    ) -> Vec<Result<Image, HostError>> {
        let (labels, layers) = &self.image;
        let layers = if wanted(labels) { layers.clone() } else { Vec::new() };
        let layers: Vec<Layer> = layers.into_iter().map(Layer::of_bytes).collect();
        references.iter().map(|_| Ok(Image { labels: labels.clone(), layers: layers.clone() })).collect()
    }

    fn env(&self, _name: &str) -> Option<String> {
        None
    }
}
